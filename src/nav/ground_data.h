// What a GroundGraph owns: floors as the level has them, the floor seen from above as triangles
// whose corners all lie on obstacles, and the corners that paths turn at.
#pragma once

#include <array>
#include <cstdint>
#include <glm/ext/vector_int2_sized.hpp>
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

// Half-edge 4 t + k runs from corner k of triangle t to the next one, the triangle on its left.
[[nodiscard]] constexpr std::uint32_t next_half(std::uint32_t h) noexcept {
  return (h & 3) == 2 ? h - 2 : h + 1;
}
[[nodiscard]] constexpr std::uint32_t prev_half(std::uint32_t h) noexcept {
  return (h & 3) == 0 ? h + 2 : h - 1;
}

// A triangle of the plan, one line of the cache.
struct alignas(64) PlanTriangle {
  std::array<PlanPoint, 3> at;
  std::array<std::uint32_t, 3> twin;  // half-edges behind its own; kNone: a wall
  // along each half-edge, a little less than the radius: who passes it keeps so far from its ends;
  // none where no wall ends there
  std::array<glm::i16vec2, 3> inset;
  std::uint32_t first_corner = 0;  // of GroundData::corners, those that lie in it
  std::uint16_t corner_count = 0;
  std::uint8_t obstacles = 0;  // bit k: a wall ends at point k
  std::uint8_t narrow = 0;     // bit k: too short a half-edge to pass between its ends
};
static_assert(sizeof(PlanTriangle) == 64);

// The floor seen from above, layers joined where one walks from one to the other: a surface, not a
// plane.
struct GroundPlan {
  std::vector<PlanTriangle> triangles;
  std::vector<std::uint32_t> door;  // per half-edge; kNone: none
  [[nodiscard]] std::uint32_t triangle_count() const noexcept {
    return static_cast<std::uint32_t>(triangles.size());
  }
  [[nodiscard]] PlanVector at(std::uint32_t half) const noexcept {
    return to_vector(triangles[half >> 2].at[half & 3]);
  }
  [[nodiscard]] std::uint32_t twin(std::uint32_t half) const noexcept {
    return triangles[half >> 2].twin[half & 3];
  }
  [[nodiscard]] PlanVector inset(std::uint32_t half) const noexcept {
    const glm::i16vec2 along = triangles[half >> 2].inset[half & 3];
    return {along.x, along.y};
  }
  // Nothing as wide as the agent passes over it.
  [[nodiscard]] bool is_shut(std::uint32_t half) const noexcept {
    const PlanTriangle& t = triangles[half >> 2];
    return t.twin[half & 3] == kNone || ((t.narrow >> (half & 3)) & 1u) != 0;
  }
  [[nodiscard]] bool is_obstacle(std::uint32_t half) const noexcept {
    return ((triangles[half >> 2].obstacles >> (half & 3)) & 1u) != 0;
  }
};

// Where walking over the plan from a floor begins: at a corner of it, or somewhere inside.
struct FloorAnchor {
  PlanVector at{0.0};
  std::uint32_t half = kNone;      // from the corner, the rightmost
  std::uint32_t triangle = kNone;  // where it is no corner; kNone as well: the floor is not there
};

// A point where paths turn around an obstacle; lies the radius and a little from its corner.
struct GroundCorner {
  PlanVector at{0.0};
  PlanVector first{0.0};  // unit: a path that turns left here leaves between first and last
  PlanVector last{0.0};
  std::uint32_t triangle = kNone, floor = kNone;
  std::uint32_t first_link = 0, left_links = 0, link_count = 0;
  std::uint32_t component = 0;
  std::uint32_t drop_door = kNone;  // below a ledge: the door on it
  // ends of a drop may be come to and left in any direction: above a ledge all lies on the left but
  // the drop, below it all lies on the right
  std::uint8_t fixed_side = 0;
};

inline constexpr std::uint8_t kEndless = 255;

// From a corner to another: the first `left_links` of a corner lead where left-turning paths go.
struct GroundLink {
  std::uint32_t to = 0;
  std::uint32_t first_door = kNone;  // in link_doors, counted; kNone: none
  float length = 0.0f;               // grid steps
  bool lands_left = false;
  bool climbs = false;  // a drop backwards: bounds count it, ways do not take it
  // how many more taut links can follow it, one way or the other: a way rises, stays endless, falls
  std::uint8_t level = kEndless;
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
  GroundPlan plan;
  std::vector<FloorAnchor> anchors;  // per floor
  std::vector<GroundCorner> corners;
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
