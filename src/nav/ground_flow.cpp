// src/nav/ground_flow.cpp - flow fields on the ground: shortest distances from every corner where
// paths turn, and what an agent sees of those corners.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/is_finite.h"
#include "nav/floor_walk.h"
#include "nav/ground_corners.h"
#include "nav/ground_work.h"
#include "playset/core/assert.h"
#include "playset/nav/flow_field.h"

namespace playset {
namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();
constexpr double kAtCorner = 1.0;  // grid steps

double length_of(PlanVector d) noexcept { return std::sqrt(dot_plan(d, d)); }

// A place on the plan, and what it sees.
class GroundEye {
 public:
  GroundEye(const GroundData& data, const GroundPlace& place, const DoorStates& doors,
            GroundScratch::Work& work)
      : data_(data),
        doors_(doors),
        work_(work),
        at_(to_plan(place.position)),
        triangle_(walk_from_anchor(data.plan, data.anchors[place.floor], at_)) {}

  [[nodiscard]] bool on_mesh() const noexcept { return triangle_ != kNone; }
  [[nodiscard]] PlanVector at() const noexcept { return at_; }

  // Calls fn(corner, sides of it that the eye is on, distance) for each corner in sight that a taut
  // way could turn at.
  template <typename Fn>
  void look(Fn&& fn) {
    const double cap = cap_reach(data_);
    look_around(data_.plan, triangle_, at_, work_.gaps,
                [&](std::uint32_t triangle, PlanVector right, PlanVector left) {
                  const PlanTriangle& seen = data_.plan.triangles[triangle];
                  const std::uint32_t end = seen.first_corner + seen.corner_count;
                  for (std::uint32_t c = seen.first_corner; c < end; ++c) {
                    const PlanVector d = data_.corners[c].at - at_;
                    if (cross_plan(right, d) < 0.0 || cross_plan(d, left) < 0.0) continue;
                    const std::uint8_t sides = possible_sides(data_.corners[c], -d, cap);
                    if (sides != 0) fn(c, sides, length_of(d));
                  }
                });
  }

  // Whether the agent can go straight to a place with the doors as they are.
  [[nodiscard]] bool is_clear_to(PlanVector to) {
    work_.doors.clear();
    if (!check_clear_way(data_.plan, clear_radius(data_), triangle_, at_, to, &work_.doors).clear)
      return false;
    return std::none_of(work_.doors.begin(), work_.doors.end(),
                        [&](std::uint32_t door) { return is_closed(doors_, door); });
  }

 private:
  const GroundData& data_;
  const DoorStates& doors_;
  GroundScratch::Work& work_;
  PlanVector at_{0.0};
  std::uint32_t triangle_ = kNone;
};

bool is_open(const GroundData& data, const FlowField& field, const GroundLink& link) noexcept {
  if (link.first_door == kNone) return true;
  const std::uint32_t* door = data.link_doors.data() + link.first_door;
  for (std::uint32_t i = 1; i <= door[0]; ++i)
    if (is_closed(field.doors, door[i])) return false;
  return true;
}

void reach(FlowField& field, GroundScratch::Work& work, std::uint32_t corner, double length,
           std::uint32_t next, std::uint8_t sides) {
  if (!(static_cast<float>(length * kMetresPerGrid) < field.distances[corner])) return;
  field.distances[corner] = static_cast<float>(length * kMetresPerGrid);
  field.next[corner] = next;
  field.towards[corner] = sides;
  push_heap_entry(work.heap, {length, corner});
}

// Shortest ways from the goal to all corners; what is seen from the goal first.
void flood_corners(const GroundData& data, GroundEye& eye, GroundScratch::Work& work,
                   FlowField& field) {
  const std::size_t n = data.corners.size();
  field.distances.assign(n, kNever);
  field.next.assign(n, kNone);
  field.towards.assign(n, 0);
  work.heap.clear();
  eye.look([&](std::uint32_t c, std::uint8_t sides, double length) {
    if (eye.is_clear_to(data.corners[c].at)) reach(field, work, c, length, kNone, sides);
  });
  while (!work.heap.empty()) {
    const HeapEntry top = pop_heap_entry(work.heap);
    if (static_cast<float>(top.key * kMetresPerGrid) > field.distances[top.item]) continue;
    const GroundCorner& corner = data.corners[top.item];
    const std::uint32_t middle = corner.first_link + corner.left_links;
    // ways towards the goal come from the other side
    const std::uint8_t from = opposite_sides(static_cast<std::uint8_t>(field.towards[top.item]));
    const std::uint32_t first = (from & kLeftSide) != 0 ? corner.first_link : middle;
    const std::uint32_t end =
        (from & kRightSide) != 0 ? corner.first_link + corner.link_count : middle;
    for (std::uint32_t l = first; l < end; ++l) {
      const GroundLink& link = data.links[l];
      if (!is_drop(data, top.item, link) && is_open(data, field, link))  // nobody climbs back
        reach(field, work, link.to, top.key + static_cast<double>(link.length), top.item,
              link.lands_left ? kLeftSide : kRightSide);
    }
  }
}

// Level: the floor says how high the agent is.
FlowDirection heading(const GroundPlace& from, glm::dvec3 corner, double distance) noexcept {
  const double x = corner.x - from.position.x, z = corner.z - from.position.z;
  const double length = std::sqrt(x * x + z * z);
  FlowDirection out{glm::dvec3(0.0), corner, distance, from.cell, PathStatus::Found};
  if (length > 1e-9) out.direction = {x / length, 0.0, z / length};
  return out;
}

// The best corner in sight by which the goal is reached, kNone where there is none.
std::uint32_t best_corner(const GroundData& data, const FlowField& field, GroundEye& eye,
                          GroundScratch::Work& work, double& distance) {
  work.heap.clear();
  eye.look([&](std::uint32_t c, std::uint8_t sides, double length) {
    if (!(field.distances[c] < kNever) || (opposite_sides(sides) & field.towards[c]) == 0) return;
    push_heap_entry(work.heap,
                    {length + static_cast<double>(field.distances[c]) * kGridPerMetre, c});
  });
  while (!work.heap.empty()) {
    const HeapEntry top = pop_heap_entry(work.heap);
    if (!eye.is_clear_to(data.corners[top.item].at)) continue;
    distance = top.key * kMetresPerGrid;
    return top.item;
  }
  return kNone;
}

}  // namespace

PathStatus build_flow_field(const GroundGraph& graph, glm::dvec3 goal, const DoorStates* doors,
                            GroundScratch& scratch, FlowField& field, std::uint32_t goal_cell) {
  field.goal = goal;
  field.goal_cell = kNone;
  field.doors.closed.clear();
  field.doors.revision = 0;
  if (doors != nullptr) {
    field.doors.closed.assign(doors->closed.begin(), doors->closed.end());
    field.doors.revision = doors->revision;
  }
  if (!is_finite(goal)) return field.status = PathStatus::Refused;
  const GroundPlace place = locate_on_ground(graph, goal, goal_cell);
  if (place.floor == kNone) return field.status = PathStatus::GoalOutside;
  GroundEye eye(*graph.data(), place, field.doors, scratch.work());
  if (!eye.on_mesh()) return field.status = PathStatus::GoalOutside;
  field.goal = place.position;
  field.goal_cell = place.cell;
  flood_corners(*graph.data(), eye, scratch.work(), field);
  return field.status = PathStatus::Found;
}

bool update_flow_field(const GroundGraph& graph, const DoorStates& doors, GroundScratch& scratch,
                       FlowField& field) {
  if (field.doors.revision == doors.revision) return false;
  build_flow_field(graph, field.goal, &doors, scratch, field, field.goal_cell);
  return true;
}

FlowDirection find_flow_direction(const GroundGraph& graph, const FlowField& field,
                                  const FlowQuery& query, GroundScratch& scratch) {
  FlowDirection out;
  out.status = field.status;
  if (out.status != PathStatus::Found) return out;
  out.status = PathStatus::Refused;
  if (!is_finite(query.position)) return out;
  const GroundPlace place = locate_on_ground(graph, query.position, query.cell);
  out.status = PathStatus::StartOutside;
  if (place.floor == kNone) return out;
  const GroundData& data = *graph.data();
  GroundEye eye(data, place, field.doors, scratch.work());
  if (!eye.on_mesh()) return out;
  const PlanVector goal = to_plan(field.goal), d = goal - eye.at();
  if (eye.is_clear_to(goal)) return heading(place, field.goal, length_of(d) * kMetresPerGrid);
  double distance = 0.0;
  std::uint32_t corner = best_corner(data, field, eye, scratch.work(), distance);
  out.cell = place.cell;
  out.status = PathStatus::NoPath;
  if (corner == kNone) return out;
  if (length_of(data.corners[corner].at - eye.at()) < kAtCorner) {
    corner = field.next[corner];
    if (corner == kNone) return heading(place, field.goal, distance);
  }
  const GroundCorner& at = data.corners[corner];
  return heading(place, lift_to_floor(data, at.floor, at.at), distance);
}

void find_flow_directions(const GroundGraph& graph, const FlowField& field,
                          std::span<const FlowQuery> queries, std::span<FlowDirection> directions,
                          GroundScratch& scratch) {
  PLAYSET_ASSERT(queries.size() == directions.size(), "a direction for each query");
  for (std::size_t i = 0; i < queries.size(); ++i)
    directions[i] = find_flow_direction(graph, field, queries[i], scratch);
}

}  // namespace playset
