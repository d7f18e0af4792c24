// The hull's topology: walls as loops of half-edges, each with its twin beyond the edge.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "playset/level/level.h"

namespace playset {

// Runs along a wall's corners, counterclockwise from inside. `vertex` is the level's, at its start.
struct HullEdge {
  std::uint32_t wall = 0;  // into HullSurface::walls
  std::uint32_t vertex = 0;
  std::uint32_t next = 0;  // around the wall
  std::uint32_t twin = kNone;
  std::uint32_t corner = kNone;  // the surface's vertex at its start
};

struct HullWall {
  std::uint32_t side = 0;  // of the level
  std::uint32_t first_edge = 0, edge_count = 0;
  bool gate = false;
};

struct HullSurface {
  std::vector<HullWall> walls;
  std::vector<HullEdge> edges;
  std::vector<std::uint32_t> corner_vertex;  // by surface vertex: the level's
  std::uint32_t sheets = 0;
  std::string problem;  // why there is none; empty where all is well
};

[[nodiscard]] HullSurface find_hull_surface(const Level& level);

}  // namespace playset
