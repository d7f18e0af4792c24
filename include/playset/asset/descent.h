// playset/asset/descent.h - imports Descent levels: .rdl (Descent 1), .rl2 (Descent 2 and D2X-XL),
// .sdl (shareware).
//
// Use it on a level's bytes, loose or out of a HOG (asset/hog.h). Cubs become cells with their
// file's links; walls that are doors become doors on both sides of their window, other walls and
// ways out carry triggers; objects become spawns.
// Units   1 unit is 1 m times ImportOptions::scale; x is mirrored (the source is left-handed), see
//         kDescentAxes.
// Cost    O(cubs); memory bounded by a constant times the file's size.
// Threads pure functions.
// Ref     the layouts that D2X-XL, dxx-rebirth and LibDescent read
// See     docs/asset.md (Descent), tests/asset/descent_test.cpp
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

// `name` is for messages; one that ends in .sdl is read as shareware, others are told apart by
// where their mine data end. Cell::source_id is the cub's number, CellSide::source_side and face
// are its side 0 to 5.
[[nodiscard]] PLAYSET_API Result<Imported> parse_descent(std::span<const std::byte> bytes,
                                                         std::string_view name = {},
                                                         const ImportOptions& options = {});

}  // namespace playset
