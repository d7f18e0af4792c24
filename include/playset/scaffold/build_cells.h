// playset/scaffold/build_cells.h - build_cells: turns the editable level into the CellComplex that
// cook_level takes.
//
// Cell i is cub i of the scaffold (in id order), Cell::source_id is i and CellSide::source_side the
// cub's side 0..5. Whole windows become portals of the same vertices; partial ones cut both sides,
// so that what they share is a portal and the rest walls. Materials, doors and triggers keep their
// list's order and keys; a cub's tags become one, joined by spaces. Props become spawns after the
// spawns, of kind "prop/" and the model.
// Units   metres and radians in the result.
// Cost    linear in cubs and windows, times the log of the lists' lengths.
// Threads pure function.
// Ref     docs/scaffold.md (Building cells)
// See     scaffold/cub_shape.h (what is refused), level/level.h (cook_level),
//         tests/scaffold/build_cells_test.cpp
#pragma once

#include "playset/geom/cell_complex.h"
#include "playset/scaffold/scaffold.h"

namespace playset {

// Fails with Invalid and names the cub, side or window: a cub that is broken, inverted, flat or
// concave; a window whose sides have different vertices, the same winding or another window
// (whole), or that do not face each other in one plane (partial); anything that refers to nothing.
// A result passes check_cells.
[[nodiscard]] PLAYSET_API Result<CellComplex> build_cells(const Scaffold& scaffold);

// The walls of `cells`, built from this scaffold, whose sides are gates; ascending. They are walls
// still: add_exterior (level/exterior.h) opens them.
[[nodiscard]] PLAYSET_API std::vector<std::uint32_t> find_gates(const Scaffold& scaffold,
                                                                const CellComplex& cells);

}  // namespace playset
