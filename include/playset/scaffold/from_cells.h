// playset/scaffold/from_cells.h - build_scaffold: makes an editable level of cells that came from
// elsewhere.
//
// For levels that are imported once and edited from then on. Cells of up to six sides become one
// cub; upright prisms (DOOM) are cut along diagonals of their plan into cubs and wedges, other
// convex cells into pyramids from one of their corners. No vertex is made or moved, so there are no
// new cracks and traces stay what they were. Portals become windows: whole where both sides have
// the same corners, else partial.
// Units   as in the models.
// Cost    linear, but for portals times the pieces of the two faces that meet; then build_cells
//         once, to find windows that cannot be cut.
// Threads pure function.
// Ref     docs/scaffold.md (From cells); Meisters 1975 (ears)
// See     scaffold/build_cells.h (back again), tests/scaffold/from_cells_test.cpp
#pragma once

#include <string_view>

#include "playset/geom/cell_complex.h"
#include "playset/scaffold/scaffold.h"

namespace playset {

struct ScaffoldImport {
  Scaffold scaffold;
  std::vector<std::uint32_t> cell_of_cub;  // of the complex, by cub
  std::vector<Repair> repairs;             // what could not be kept as it was
};

struct FromCellsOptions {
  bool strict = false;  // refuse the first thing that would be repaired
};

// `session` names the ids (ScaffoldIds). Lenient: a cell that cannot be cut is left out, its
// portals become walls; a portal that cannot be cut becomes a wall; a cub that build_cells will
// refuse (far from convex) is kept; where a side takes several materials or triggers it keeps the
// largest; each is listed. Fails where the complex breaks check_cells, or with strict (Invalid).
[[nodiscard]] PLAYSET_API Result<ScaffoldImport> build_scaffold(
    const CellComplex& complex, std::string_view session, const FromCellsOptions& options = {});

}  // namespace playset
