// tests/level/sweep_oracle.h - SweepOracle: the slow, obvious answer to a moving body, from wall
// triangles one by one.
//
// It shares nothing with the level's own sweeps: the distance of a body to a triangle is a convex
// function of the time, so its least is searched by sections and the first touch by halving. A tree
// of boxes only spares work.
//
// Units   metres.
// Cost    some 10 us a triangle near the path.
// Threads const use from any thread.
// See     docs/level.md, tests/level/sweep_oracle_test.cpp
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "playset/geom/ray_tests.h"
#include "playset/level/level.h"

namespace playset::test {

using Corners = std::array<glm::dvec3, 3>;

struct WallTriangle {
  Corners corners;
  std::uint32_t side = kNone;
};

// A sphere, capsule or box about the origin.
struct OracleBody {
  double radius = 0.0;                // added all round
  glm::dvec3 half_axis{0.0};          // of a capsule
  std::array<glm::dvec3, 3> edges{};  // half edges of a box; zero for the others
  bool is_box = false;

  [[nodiscard]] double distance(glm::dvec3 center, const Corners& triangle) const;
  [[nodiscard]] OracleBody grown(double by) const;
  [[nodiscard]] double bound() const;  // nothing of it is further from its middle
};

struct OracleSweep {
  double t = 2.0;  // above 1: nothing
  std::uint32_t side = kNone;
};

class SweepOracle {
 public:
  explicit SweepOracle(const Level& level, const DoorStates* doors = nullptr);

  // All walls that come within `reach` of a point on its way.
  [[nodiscard]] std::vector<WallTriangle> near(glm::dvec3 from, glm::dvec3 by, double reach) const;

  // The walls of the cells joined with `cell` by portals that come within the body's size of its
  // way, cell by cell.
  [[nodiscard]] std::vector<WallTriangle> reachable(const OracleBody& body, glm::dvec3 from,
                                                    glm::dvec3 by, std::uint32_t cell) const;

  // The first touch of a body that touches nothing at the start.
  [[nodiscard]] static OracleSweep first_touch(const std::vector<WallTriangle>& walls,
                                               const OracleBody& body, glm::dvec3 from,
                                               glm::dvec3 by);

  // Least distance of the body at one place.
  [[nodiscard]] static double least_distance(const std::vector<WallTriangle>& walls,
                                             const OracleBody& body, glm::dvec3 center);

 private:
  struct Node {
    glm::dvec3 lo{1e9}, hi{-1e9};
    std::uint32_t first = 0, count = 0;  // count > 0: leaf; else children first, first + 1
  };
  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count);
  [[nodiscard]] bool blocks(std::uint32_t side) const;
  void append_triangles(std::uint32_t side, std::vector<WallTriangle>& out) const;

  const Level* level_;
  const DoorStates* doors_;
  std::vector<WallTriangle> walls_;
  std::vector<Node> nodes_;
};

}  // namespace playset::test
