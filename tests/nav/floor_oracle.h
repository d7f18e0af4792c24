// tests/nav/floor_oracle.h - FloorOracle: shortest ways among walls seen from above, by brute force:
// every pair of points on circles about the walls' ends, every wall for each pair.
//
// Shares nothing with the ground graph but its list of floor edges, and only serves levels without
// storeys above each other.
// Units   metres, (x, z).
// Cost    cubic.
// Threads one.
// See     tests/nav/ground_oracle_test.cpp
#pragma once

#include <glm/vec2.hpp>
#include <vector>

#include "playset/nav/ground_graph.h"

namespace playset::test {

class FloorOracle {
 public:
  // Points every 2 pi / per_circle about each wall's end.
  FloorOracle(const GroundGraph& graph, double radius, int per_circle);

  // A little longer than the shortest way, at most by 1 - cos(pi / per_circle) of its arcs;
  // negative where there is none.
  [[nodiscard]] double length(glm::dvec2 from, glm::dvec2 to) const;

  // From the nearest wall.
  [[nodiscard]] double wall_distance(glm::dvec2 at) const;
  [[nodiscard]] std::size_t point_count() const noexcept { return points_.size(); }

 private:
  struct Wall {
    glm::dvec2 a, b;
  };
  [[nodiscard]] bool is_clear(glm::dvec2 a, glm::dvec2 b) const;

  std::vector<Wall> walls_;
  std::vector<glm::dvec2> points_;
  std::vector<std::vector<std::pair<std::uint32_t, double>>> seen_;
  double radius_;
};

}  // namespace playset::test
