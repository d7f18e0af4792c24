// Cooking, step 2b: the edges of walls and doors that a thick body can touch. An edge in a flat
// seam or in an inner corner cannot be met before the faces beside it, so it is left out, and no
// body stumbles over it.
#pragma once

#include <span>
#include <vector>

#include "level/format.h"

namespace playset {

// The tables of a level under way.
struct EdgeTables {
  std::span<const CellRecord> cells;
  std::span<const SideRecord> sides;
  std::span<const SidePlane> planes;
  std::span<const std::uint32_t> corners;
  std::span<const GridPoint> vertices;
};

// Appends the exposed edges of one cell's walls and doors, by side, then along its corners. Depends
// on the cell and on those that share a vertex with it, on nothing else.
void append_exposed_edges(const EdgeTables& tables, std::uint32_t cell,
                          std::vector<ExposedEdge>& out);

}  // namespace playset
