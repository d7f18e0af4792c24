// playset/asset/blk.h - imports the Descent editors' block files: .blk (DMB) and .blx (extended),
// groups of cubs as text.
//
// Use it for rooms saved out of a level. In a .blk each cub has its own corners: equal places
// become one vertex along linked sides only, so that cubs that merely touch stay apart. Links that
// leave the block are walls.
// Units   as in asset/descent.h.
// Cost    O(text).
// Threads pure functions.
// Ref     the block files that DLE and DLE.NET write
// See     docs/asset.md (Block files), tests/asset/blk_test.cpp
#pragma once

#include <string_view>

#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

// Cell::source_id is the N of "segment N"; `name` is for messages.
[[nodiscard]] PLAYSET_API Result<Imported> parse_blk(std::string_view text,
                                                     std::string_view name = {},
                                                     const ImportOptions& options = {});

}  // namespace playset
