// Separating axes of two cubs: their sides' normals, then cross products of edges.
#include "scaffold/cub_overlap.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "playset/geom/plane.h"

namespace playset {
namespace {

constexpr double kRounding = 2.0 * kCubTolerance;

struct Extent {
  double low, high;
};

Extent extent_along(const CubHull& hull, const glm::dvec3& axis) {
  Extent e{glm::dot(axis, hull.points[0]), 0.0};
  e.high = e.low;
  for (std::size_t i = 1; i < kCubCorners; ++i) {
    const double x = glm::dot(axis, hull.points[i]);
    e.low = std::min(e.low, x);
    e.high = std::max(e.high, x);
  }
  return e;
}

double depth_along(const CubHull& a, const CubHull& b, const glm::dvec3& axis) {
  const Extent x = extent_along(a, axis), y = extent_along(b, axis);
  return std::min(x.high - y.low, y.high - x.low);
}

void add_normal(CubHull& hull, const std::array<GridPoint, 4>& loop, std::uint32_t a,
                std::uint32_t b, std::uint32_t c) {
  const Plane plane = plane_through(to_metres(loop[a]), to_metres(loop[b]), to_metres(loop[c]));
  if (plane.normal != glm::dvec3(0.0)) hull.normals[hull.normal_count++] = plane.normal;
}

void add_side(CubHull& hull, const CubFacts& facts, std::uint32_t side) {
  std::array<GridPoint, 4> loop{};
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t corner = kSideCorners[side][i], next = kSideCorners[side][(i + 1) % 4];
    if (facts.cub->corners[corner] != facts.cub->corners[next]) loop[count++] = facts.at[corner];
  }
  if (count < 3) return;
  add_normal(hull, loop, 0, 1, 2);
  if (count == 4) add_normal(hull, loop, 2, 3, 0);
}

void add_edges(CubHull& hull, const CubFacts& facts) {
  constexpr std::array<std::array<std::uint8_t, 2>, 12> kEdges = {{{0, 1},
                                                                   {1, 2},
                                                                   {2, 3},
                                                                   {3, 0},
                                                                   {4, 5},
                                                                   {5, 6},
                                                                   {6, 7},
                                                                   {7, 4},
                                                                   {0, 4},
                                                                   {1, 5},
                                                                   {2, 6},
                                                                   {3, 7}}};
  for (const auto& [a, b] : kEdges) {
    if (facts.at[a] != facts.at[b]) hull.edges[hull.edge_count++] = hull.points[b] - hull.points[a];
  }
}

}  // namespace

CubHull hull_of(const CubFacts& facts) {
  CubHull hull;
  for (std::size_t i = 0; i < kCubCorners; ++i) hull.points[i] = to_metres(facts.at[i]);
  for (std::uint32_t side = 0; side < kCubSides; ++side) add_side(hull, facts, side);
  add_edges(hull, facts);
  hull.bend = facts.shape.depth;
  return hull;
}

double overlap_depth(const CubHull& a, const CubHull& b) {
  const double slack = kRounding + a.bend + b.bend;
  double depth = 1e300;
  const auto separates = [&](const glm::dvec3& axis) {
    depth = std::min(depth, depth_along(a, b, axis));
    return depth <= slack;
  };
  for (std::uint32_t i = 0; i < a.normal_count; ++i)
    if (separates(a.normals[i])) return 0.0;
  for (std::uint32_t i = 0; i < b.normal_count; ++i)
    if (separates(b.normals[i])) return 0.0;
  for (std::uint32_t i = 0; i < a.edge_count; ++i) {
    for (std::uint32_t k = 0; k < b.edge_count; ++k) {
      const glm::dvec3 axis = glm::cross(a.edges[i], b.edges[k]);
      const double length2 = glm::dot(axis, axis);
      // Edges all but parallel say what the sides' normals have said.
      if (length2 <= 1e-9 * glm::dot(a.edges[i], a.edges[i]) * glm::dot(b.edges[k], b.edges[k]))
        continue;
      if (separates(axis / std::sqrt(length2))) return 0.0;
    }
  }
  return depth;
}

double distance_outside(const CubHull& hull, glm::dvec3 p) {
  double outside = 0.0;
  for (std::uint32_t i = 0; i < hull.normal_count; ++i) {
    const glm::dvec3& n = hull.normals[i];
    outside = std::max(outside, extent_along(hull, n).low - glm::dot(n, p));
  }
  return outside;
}

}  // namespace playset
