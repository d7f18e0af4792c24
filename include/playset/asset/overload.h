// playset/asset/overload.h - imports Overload's levels (.overload, JSON as its level editor saves
// them).
//
// Use it for levels made for Overload. Segments become cells with their links, doors and materials;
// entities become spawns. Decals and surface deformation are decoration and stay behind.
// Units   1 unit is 1 m times ImportOptions::scale; x is mirrored (the source is left-handed), as
//         for Descent.
// Cost    O(text).
// Threads pure functions.
// Ref     the files of the Overload level editor (no public level is known)
// See     docs/asset.md (Overload), tests/asset/overload_test.cpp
#pragma once

#include <string_view>

#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

// Cell::source_id is the segment's id, CellSide::source_side and face are its side 0 to 5.
[[nodiscard]] PLAYSET_API Result<Imported> parse_overload(std::string_view text,
                                                          std::string_view name = {},
                                                          const ImportOptions& options = {});

}  // namespace playset
