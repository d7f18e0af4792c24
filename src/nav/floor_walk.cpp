// src/nav/floor_walk.cpp - walking straight from floor to floor.
#include "nav/floor_walk.h"

#include "nav/ground_sight.h"

namespace playset {
namespace {

std::uint32_t next_edge(const GroundData& data, std::uint32_t e) noexcept {
  const GroundFloor& f = data.floors[data.edges[e].floor];
  return e + 1 < f.first_edge + f.edge_count ? e + 1 : f.first_edge;
}
std::uint32_t prev_edge(const GroundData& data, std::uint32_t e) noexcept {
  const GroundFloor& f = data.floors[data.edges[e].floor];
  return e > f.first_edge ? e - 1 : f.first_edge + f.edge_count - 1;
}
PlanVector corner(const GroundData& data, std::uint32_t e) noexcept {
  return to_vector(to_plan(data.edges[e].from));
}

// The edge that the segment leaves the floor by, having come in over `entry`; kNone: it ends here.
std::uint32_t exit_edge(const GroundData& data, std::uint32_t floor, std::uint32_t entry,
                        PlanVector from, PlanVector to) noexcept {
  const GroundFloor& f = data.floors[floor];
  std::uint32_t exit = kNone;
  double least = 1e300;
  for (std::uint32_t e = f.first_edge; e < f.first_edge + f.edge_count; ++e) {
    if (e == entry) continue;
    const PlanVector a = corner(data, e), ab = corner(data, next_edge(data, e)) - a;
    const double end = cross_plan(ab, to - a);
    if (end >= 0.0) continue;
    const double start = std::max(0.0, cross_plan(ab, from - a));
    const double t = start / (start - end);
    if (t < least) {
      least = t;
      exit = e;
    }
  }
  return exit;
}

}  // namespace

std::uint32_t walk_floors(const GroundData& data, std::uint32_t floor, PlanVector from,
                          PlanVector to) noexcept {
  std::uint32_t entry = kNone;
  for (std::size_t step = 0; step <= data.floors.size(); ++step) {
    const std::uint32_t exit = exit_edge(data, floor, entry, from, to);
    if (exit == kNone) return floor;
    if (data.edges[exit].kind != GroundEdgeKind::Walk) return kNone;
    entry = data.edges[exit].across;
    floor = data.edges[entry].floor;
  }
  return kNone;
}

std::uint32_t walk_floors_from_corner(const GroundData& data, std::uint32_t edge,
                                      PlanVector to) noexcept {
  const PlanVector from = corner(data, edge);
  std::uint32_t e = edge;
  for (int step = 0; step < 256; ++step) {  // to the right until a wall, or round
    if (data.edges[e].kind != GroundEdgeKind::Walk) break;
    const std::uint32_t next = next_edge(data, data.edges[e].across);
    if (next == edge) break;
    e = next;
  }
  const std::uint32_t first = e;
  for (int step = 0; step < 256; ++step) {  // then to the left, floor by floor
    const PlanVector right = corner(data, next_edge(data, e)) - from;
    const PlanVector left = corner(data, prev_edge(data, e)) - from;
    const PlanVector d = to - from;
    if (cross_plan(right, d) >= 0.0 && cross_plan(d, left) >= 0.0) {
      const std::uint32_t floor = walk_floors(data, data.edges[e].floor, from, to);
      if (floor != kNone) return floor;
    }
    const std::uint32_t before = prev_edge(data, e);
    if (data.edges[before].kind != GroundEdgeKind::Walk) return kNone;
    e = data.edges[before].across;
    if (e == first) return kNone;
  }
  return kNone;
}

bool is_on_floor(const GroundData& data, std::uint32_t floor, PlanVector at,
                 double slack) noexcept {
  const GroundFloor& f = data.floors[floor];
  for (std::uint32_t e = f.first_edge; e < f.first_edge + f.edge_count; ++e) {
    const PlanVector a = corner(data, e), ab = corner(data, next_edge(data, e)) - a;
    const double out = -cross_plan(ab, at - a);
    if (out > 0.0 && out * out > slack * slack * dot_plan(ab, ab)) return false;
  }
  return true;
}

PlanVector nearest_on_floor(const GroundData& data, std::uint32_t floor, PlanVector at) noexcept {
  if (is_on_floor(data, floor, at, 0.0)) return at;
  const GroundFloor& f = data.floors[floor];
  PlanVector nearest = at;
  double least = 1e300;
  for (std::uint32_t e = f.first_edge; e < f.first_edge + f.edge_count; ++e) {
    const PlanVector a = corner(data, e), ab = corner(data, next_edge(data, e)) - a;
    const double length2 = std::max(1e-30, dot_plan(ab, ab));
    const PlanVector on = a + std::clamp(dot_plan(at - a, ab) / length2, 0.0, 1.0) * ab;
    const double distance2 = dot_plan(at - on, at - on);
    if (distance2 >= least) continue;
    least = distance2;
    nearest = on;
  }
  return nearest;
}

}  // namespace playset
