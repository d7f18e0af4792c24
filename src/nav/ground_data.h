// What a GroundGraph owns: floors as the level has them, the floor seen from above as triangles
// whose corners all lie on obstacles, and the corners that paths turn at.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <vector>

#include "playset/geom/predicates.h"
#include "playset/nav/ground_graph.h"

namespace playset {

// The plan: a point seen from above as (z, x), so that what turns left on it turns left about +Y.
// Integers count grid steps; doubles too.
using PlanPoint = glm::ivec2;
using PlanVector = glm::dvec2;

[[nodiscard]] constexpr PlanPoint to_plan(GridPoint p) noexcept { return {p.z, p.x}; }
[[nodiscard]] inline PlanVector to_plan(glm::dvec3 metres) noexcept {
  return {metres.z * kGridPerMetre, metres.x * kGridPerMetre};
}
[[nodiscard]] inline PlanVector to_vector(PlanPoint p) noexcept { return {p.x, p.y}; }
[[nodiscard]] inline double cross_plan(PlanVector a, PlanVector b) noexcept {
  return a.x * b.y - a.y * b.x;
}
[[nodiscard]] inline double dot_plan(PlanVector a, PlanVector b) noexcept {
  return a.x * b.x + a.y * b.y;
}

// Half-edge 3 t + k runs from corner k of triangle t to the next one, the triangle on its left.
[[nodiscard]] constexpr std::uint32_t next_half(std::uint32_t h) noexcept {
  return h % 3 == 2 ? h - 2 : h + 1;
}
[[nodiscard]] constexpr std::uint32_t prev_half(std::uint32_t h) noexcept {
  return h % 3 == 0 ? h + 2 : h - 1;
}

// The floor seen from above, layers joined where one walks from one to the other: a surface, not a
// plane.
struct GroundMesh {
  std::vector<PlanPoint> points;
  std::vector<std::uint8_t> is_obstacle;  // per point: a wall ends there
  std::vector<std::uint32_t> origin;      // per half-edge: its first point
  std::vector<std::uint32_t> twin;        // kNone: a wall
  std::vector<std::uint32_t> door;        // kNone: none
  [[nodiscard]] std::uint32_t triangle_count() const noexcept {
    return static_cast<std::uint32_t>(origin.size() / 3);
  }
  [[nodiscard]] PlanVector at(std::uint32_t half) const noexcept {
    return to_vector(points[origin[half]]);
  }
};

// A point where paths turn around an obstacle; lies the radius and a little from its corner.
struct GroundCorner {
  PlanVector at{0.0};
  PlanVector first{0.0};  // unit: a path that turns left here leaves between first and last
  PlanVector last{0.0};
  std::uint32_t triangle = kNone, floor = kNone;
  std::uint32_t first_link = 0, left_links = 0, link_count = 0;
  std::uint32_t component = 0;
};

// From a corner to another: the first `left_links` of a corner lead where left-turning paths go.
struct GroundLink {
  std::uint32_t to = 0;
  std::uint32_t first_door = kNone;  // in link_doors, counted; kNone: none
  float length = 0.0f;               // grid steps
  bool lands_left = false;
};

inline constexpr std::uint32_t kLandmarks = 8;
using LandmarkRow = std::array<float, kLandmarks>;

struct GroundData {
  Level level;
  NavAgentConfig agent;
  double radius = 0.0;  // grid steps, the agent's and what walls were straightened by
  std::vector<GroundFloor> floors;
  std::vector<GroundEdge> edges;
  std::vector<std::uint32_t> cell_first_floor;  // cells + 1
  std::vector<double> area_up_to;               // per floor, for drawing lots
  GroundMesh mesh;
  std::vector<std::uint32_t> point_edge;      // per point of the mesh: a floor edge from it
  std::vector<std::uint32_t> floor_triangle;  // holds the floor's middle
  std::vector<PlanVector> floor_middle;
  std::vector<GroundCorner> corners;
  std::vector<std::uint32_t> triangle_first_corner;  // triangles + 1, into corners
  std::vector<GroundLink> links;
  std::vector<std::uint32_t> link_doors;  // count, then 2 * door + (1 where it is crossed)
  std::vector<LandmarkRow> landmarks;     // per corner
  std::uint32_t component_count = 0;
};

struct GroundAccess {
  static GroundGraph make(std::shared_ptr<const GroundData> data) {
    GroundGraph graph;
    graph.data_ = std::move(data);
    return graph;
  }
};

}  // namespace playset
