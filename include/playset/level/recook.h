// playset/level/recook.h - recook_cells: the cooked level after an edit, without cooking again what
// did not change.
//
// For editors: a cub moved in a level of 20,000 is a new Level within a frame. Levels stay
// immutable: the old one answers on, for whoever holds it. What changed is found by comparing, so
// a list of changed cells that is short or wrong costs time and never a wrong level.
//
// Units   grid steps, as in the CellComplex.
// Cost    a pass over the complex and over the level's bytes, which are copied with new numbers
//         (a level is one block that is mapped as a file, so nothing is shared); cooking itself
//         for changed cells and their neighbours alone. See level_bench, rows recook/.
// Threads pure function; the old level may be queried meanwhile.
// See     level/level.h (cook_level), docs/level.md (Recooking), tests/level/recook_test.cpp
#pragma once

#include <cstdint>
#include <span>

#include "playset/geom/cell_complex.h"
#include "playset/level/level.h"

namespace playset {

// Gives cook_level(edited), byte for byte, with `renumber` as `old` was cooked; and refuses what
// that refuses, with the same error. `old` is any level; one that has nothing in common with
// `edited` is cooked anew.
//
// `dirty` lists cells of `edited` that are known to have changed or to be new, in any order: they
// are not compared. Others are, and cooked again where they differ.
//
// `was` says of each cell of `edited` which cell of the complex behind `old` it was (as
// Level::complex_cell counts), kNone for new ones. Empty: cell i was cell i, and what comes behind
// the old cells is new. Where a cell in the middle was removed, so that the cells, sides and
// vertices behind it moved up, `was` finds them again; build_cells has cells in the order of the
// cubs' ids, so that merging the old and new lists of ids gives it. A wrong entry costs time.
//
// Requires was.empty() or was.size() == edited.cells.size(), and dirty below that.
[[nodiscard]] PLAYSET_API Result<Level> recook_cells(const Level& old, const CellComplex& edited,
                                                     std::span<const std::uint32_t> dirty,
                                                     std::span<const std::uint32_t> was = {});

}  // namespace playset
