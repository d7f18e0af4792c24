// A level's sides as floods of moving bodies read them: planes of a cell in one row, the edges of
// each side as planes too, so that most questions need neither corners nor roots.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "playset/level/level.h"

namespace playset {

// n.(p - ref) + w is the distance of p into the cell; of an edge, along the side into it.
struct ReachPlane {
  float nx, ny, nz, w;
};

struct ReachSide {
  ReachPlane plane;          // n = 0 where the side has no area
  std::uint32_t behind;      // the cell behind it; kNone: a wall
  std::uint32_t first_edge;  // into ReachTable::edges
  std::uint32_t edge_count;
  std::uint32_t side;  // of the level
};
static_assert(sizeof(ReachSide) == 32);

struct ReachCell {
  glm::vec3 ref{0.0f};  // m, a point near the cell, exact
  float size = 0.0f;    // m: no corner is farther from ref on any axis
  std::uint32_t first_side = 0, side_count = 0;
};

struct ReachTable {
  std::vector<ReachCell> cells;
  std::vector<ReachSide> sides;
  std::vector<ReachPlane> edges;
};

[[nodiscard]] ReachTable build_reach_table(const Level& level);

}  // namespace playset
