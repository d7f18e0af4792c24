// src/nav/ground_locate.cpp - places on the ground: under a point, beside walls, at random.
#include <algorithm>
#include <cmath>

#include "nav/floor_walk.h"
#include "nav/ground_corners.h"
#include "nav/ground_sight.h"
#include "playset/core/rng.h"

namespace playset {
namespace {

constexpr double kFloorSlack = 2.0;  // grid steps that a point may lie beside a floor's edge

struct Spot {
  std::uint32_t floor = kNone;
  std::uint32_t triangle = kNone;
  PlanVector at{0.0};
};

PlanVector middle_of_floor(const GroundData& data, std::uint32_t floor) noexcept {
  const GroundFloor& f = data.floors[floor];
  PlanVector sum(0.0);
  for (std::uint32_t e = f.first_edge; e < f.first_edge + f.edge_count; ++e)
    sum += to_vector(to_plan(data.edges[e].from));
  return sum / static_cast<double>(f.edge_count);
}

// The highest floor of the cell under the point, a step above it at most.
std::uint32_t floor_in_cell(const GroundData& data, std::uint32_t cell, glm::dvec3 p) noexcept {
  std::uint32_t best = kNone;
  double highest = -1e300;
  for (std::uint32_t f = data.cell_first_floor[cell]; f < data.cell_first_floor[cell + 1]; ++f) {
    const double y = floor_height(data.floors[f], p.x, p.z);
    if (y <= highest || y > p.y + static_cast<double>(data.agent.height)) continue;
    if (!is_on_floor(data, f, to_plan(p), kFloorSlack)) continue;
    highest = y;
    best = f;
  }
  return best;
}

std::uint32_t floor_below(const GroundData& data, std::uint32_t cell, glm::dvec3 p) noexcept {
  const glm::vec3 down(0.0f, -4.0f * data.agent.height, 0.0f);
  const SegmentHit hit = trace_segment(data.level, {glm::vec3(p), cell, glm::vec3(p) + down, 0});
  if (hit.cell == kNone || hit.cell >= data.level.cell_count()) return kNone;
  for (std::uint32_t f = data.cell_first_floor[hit.cell]; f < data.cell_first_floor[hit.cell + 1];
       ++f)
    if (data.floors[f].side == hit.side) return f;
  return kNone;
}

// The nearest floor of the cell and its neighbours, where the point is over none.
Spot nearest_floor(const GroundData& data, std::uint32_t cell, glm::dvec3 p) noexcept {
  const double reach = (2.0 * static_cast<double>(data.agent.radius) + 1.0) * kGridPerMetre;
  const double tall = 4.0 * static_cast<double>(data.agent.height);
  Spot best;
  double least = reach * reach;
  const auto try_cell = [&](std::uint32_t c) {
    for (std::uint32_t f = data.cell_first_floor[c]; f < data.cell_first_floor[c + 1]; ++f) {
      const PlanVector on = nearest_on_floor(data, f, to_plan(p));
      const double distance2 = dot_plan(on - to_plan(p), on - to_plan(p));
      const double y = lift_to_floor(data, f, on).y;
      if (distance2 >= least || y > p.y + tall || y < p.y - tall) continue;
      least = distance2;
      best = {f, kNone, on};
    }
  };
  try_cell(cell);
  const std::uint32_t first = data.level.first_side(cell);
  for (std::uint32_t s = first; s < first + data.level.side_count(cell); ++s)
    if (data.level.side_neighbor(s) != kNone) try_cell(data.level.side_neighbor(s));
  return best;
}

// Moves a spot until the agent's disc fits; floor kNone where that does not come about.
Spot push_from_walls(const GroundData& data, Spot spot) noexcept {
  for (int round = 0; round < 12; ++round) {
    const NearWall near = find_near_wall(data.plan, clear_radius(data), spot.triangle, spot.at);
    if (near.distance > 1e29) return spot;
    PlanVector away = spot.at - near.at;
    if (near.distance < 1e-6) away = middle_of_floor(data, spot.floor) - spot.at;
    const double length = std::sqrt(dot_plan(away, away));
    if (length < 1e-9) break;
    // a little farther each round, or two walls at an acute angle would take for ever
    const PlanVector to = near.at + away * (data.radius * (1.0 + 0.01 * round) / length);
    const std::uint32_t triangle = walk_straight(data.plan, spot.triangle, spot.at, to);
    const std::uint32_t floor = walk_floors(data, spot.floor, spot.at, to);
    if (triangle == kNone || floor == kNone) break;
    spot = {floor, triangle, to};
  }
  return {};
}

// A stack of gaps that does not allocate; what does not fit is not looked through.
struct ShortGaps {
  SightGap gaps[64];
  std::size_t count = 0;
  void clear() noexcept { count = 0; }
  [[nodiscard]] bool empty() const noexcept { return count == 0; }
  void push_back(SightGap gap) noexcept {
    if (count < 64) gaps[count++] = gap;
  }
  [[nodiscard]] SightGap back() const noexcept { return gaps[count - 1]; }
  void pop_back() noexcept { --count; }
};

// The component of the nearest corner that the agent can go straight to.
std::uint32_t component_of(const GroundData& data, const Spot& spot) noexcept {
  std::uint32_t component = kNone;
  ShortGaps gaps;
  look_around(
      data.plan, spot.triangle, spot.at, gaps,
      [&](std::uint32_t triangle, PlanVector right, PlanVector left) {
        const PlanTriangle& seen = data.plan.triangles[triangle];
        const std::uint32_t end = seen.first_corner + seen.corner_count;
        for (std::uint32_t c = seen.first_corner; c < end && component == kNone; ++c) {
          const GroundCorner& corner = data.corners[c];
          const PlanVector d = corner.at - spot.at;
          if (cross_plan(right, d) < 0.0 || cross_plan(d, left) < 0.0) continue;
          if (check_clear_way(data.plan, clear_radius(data), spot.triangle, spot.at, corner.at)
                  .clear)
            component = corner.component;
        }
        return component != kNone;
      });
  return component;
}

GroundPlace to_place(const GroundData& data, const Spot& spot) noexcept {
  if (spot.floor == kNone) return {};
  return {lift_to_floor(data, spot.floor, spot.at), spot.floor, data.floors[spot.floor].cell,
          component_of(data, spot)};
}

// From a point on a floor to the place nearest to it.
GroundPlace settle(const GroundData& data, std::uint32_t floor, PlanVector at) noexcept {
  std::uint32_t triangle = walk_from_anchor(data.plan, data.anchors[floor], at);
  if (triangle == kNone) {  // on a wall, and rounding put it behind: a little towards the middle
    at += (middle_of_floor(data, floor) - at) * 1e-3;
    triangle = walk_from_anchor(data.plan, data.anchors[floor], at);
    if (triangle == kNone) return {};
  }
  return to_place(data, push_from_walls(data, {floor, triangle, at}));
}

}  // namespace

GroundPlace locate_on_ground(const GroundGraph& graph, glm::dvec3 point,
                             std::uint32_t cell) noexcept {
  if (graph.data() == nullptr || !inside_grid(point)) return {};
  const GroundData& data = *graph.data();
  if (cell >= data.level.cell_count() || !cell_holds(data.level, cell, point))
    cell = locate_point(data.level, point, cell);
  if (cell == kNone) return {};
  std::uint32_t floor = floor_in_cell(data, cell, point);
  if (floor == kNone) floor = floor_below(data, cell, point);
  if (floor != kNone) {
    const GroundPlace place = settle(data, floor, nearest_on_floor(data, floor, to_plan(point)));
    if (place.floor != kNone) return place;
  }
  const Spot near = nearest_floor(data, cell, point);
  return near.floor == kNone ? GroundPlace{} : settle(data, near.floor, near.at);
}

GroundPlace sample_ground_point(const GroundGraph& graph, Rng& rng,
                                std::uint32_t component) noexcept {
  if (graph.data() == nullptr || graph.data()->floors.empty()) return {};
  const GroundData& data = *graph.data();
  for (int draw = 0; draw < 64; ++draw) {
    const double lot = rng.next_double() * data.area_up_to.back();
    const auto f = static_cast<std::uint32_t>(
        std::upper_bound(data.area_up_to.begin(), data.area_up_to.end() - 1, lot) -
        data.area_up_to.begin());
    const GroundFloor& floor = data.floors[f];
    double left = lot - (f == 0 ? 0.0 : data.area_up_to[f - 1]);
    const PlanVector a = to_vector(to_plan(data.edges[floor.first_edge].from));
    const double u = std::sqrt(rng.next_double()), v = rng.next_double();
    PlanVector at = a;
    for (std::uint32_t e = floor.first_edge + 1; e + 1 < floor.first_edge + floor.edge_count; ++e) {
      const PlanVector b = to_vector(to_plan(data.edges[e].from)) - a;
      const PlanVector c = to_vector(to_plan(data.edges[e + 1].from)) - a;
      const double area = 0.5 * cross_plan(b, c);
      at = a + u * ((1.0 - v) * b + v * c);
      if (left < area) break;
      left -= area;
    }
    const Spot spot{f, walk_from_anchor(data.plan, data.anchors[f], at), at};
    if (spot.triangle == kNone ||
        find_near_wall(data.plan, clear_radius(data), spot.triangle, at).distance < 1e29)
      continue;
    const GroundPlace place = to_place(data, spot);
    if (component == kNone || place.component == component) return place;
  }
  return {};
}

}  // namespace playset
