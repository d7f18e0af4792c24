// Straight ways over the ground's surface: where they lead, whether the agent fits, what is seen.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "nav/ground_data.h"

namespace playset {

// The triangle that holds `to`, walking straight from `from` in `triangle`; kNone where a wall is
// between. Doors are open.
[[nodiscard]] std::uint32_t walk_straight(const GroundPlan& plan, std::uint32_t triangle,
                                          PlanVector from, PlanVector to) noexcept;

// The same from the point that the half-edge `first` leaves, the rightmost there.
[[nodiscard]] std::uint32_t walk_from_point(const GroundPlan& plan, std::uint32_t first,
                                            PlanVector to) noexcept;

[[nodiscard]] std::uint32_t walk_from_anchor(const GroundPlan& plan, const FloorAnchor& anchor,
                                             PlanVector to) noexcept;

[[nodiscard]] inline double distance2_to_segment(PlanVector p, PlanVector a,
                                                 PlanVector b) noexcept {
  const PlanVector ab = b - a, ap = p - a;
  const double length2 = dot_plan(ab, ab);
  const double t = length2 > 0.0 ? std::clamp(dot_plan(ap, ab) / length2, 0.0, 1.0) : 0.0;
  const PlanVector off = ap - t * ab;
  return dot_plan(off, off);
}

// Whether the agent's disc can be moved straight from one place to another where it fits. Appends
// the doors on the way to `doors` where that is given, and tells the triangle of `to`. `ends_fit`:
// the disc is known to fit at both ends, so that what lies behind them need not be looked at.
struct ClearWay {
  bool clear = false;
  std::uint32_t triangle = kNone;
};
[[nodiscard]] ClearWay check_clear_way(const GroundPlan& plan, double radius,
                                       std::uint32_t triangle, PlanVector from, PlanVector to,
                                       std::vector<std::uint32_t>* doors = nullptr,
                                       bool ends_fit = false);

// What keeps a disc at `at` in `triangle` from fitting: the nearest point of a wall, if nearer than
// the radius.
struct NearWall {
  PlanVector at{0.0};
  double distance = 1e30;
};
[[nodiscard]] NearWall find_near_wall(const GroundPlan& plan, double radius, std::uint32_t triangle,
                                      PlanVector at) noexcept;

// The triangles that a disc about `at` in `triangle` touches, without looking through walls.
void find_triangles_near(const GroundPlan& plan, double radius, std::uint32_t triangle,
                         PlanVector at, std::vector<std::uint32_t>& triangles);

// A gap that is looked through: the half-edge to cross, and the outermost lines of sight.
struct SightGap {
  std::uint32_t half;
  PlanVector right, left;  // directions
};

[[nodiscard]] inline bool is_between(PlanVector right, PlanVector d, PlanVector left) noexcept {
  return cross_plan(right, d) >= 0.0 && cross_plan(d, left) > 0.0;
}

// Visits; true where visit() says that it has seen enough.
template <typename Visit>
bool visit_seen(Visit&& visit, std::uint32_t triangle, PlanVector right, PlanVector left) {
  if constexpr (std::is_same_v<decltype(visit(triangle, right, left)), bool>)
    return visit(triangle, right, left);
  else
    visit(triangle, right, left);
  return false;
}

// Calls visit(triangle, right, left) for every triangle behind the gaps of `stack` that `eye` sees
// part of; doors are open. Each half-edge is looked through only as far from its ends as the agent
// passes.
template <typename Gaps, typename Visit>
void look_through_gaps(const GroundPlan& plan, PlanVector eye, Gaps& stack, Visit&& visit) {
  while (!stack.empty()) {
    SightGap gap = stack.back();  // goes on to the left, what is on the right waits
    stack.pop_back();
    for (bool goes_on = true; goes_on;) {
      const std::uint32_t h = plan.twin(gap.half);
      const PlanTriangle& triangle = plan.triangles[h >> 2];
      if (visit_seen(visit, h >> 2, gap.right, gap.left)) return;
      // behind the gap: from its right end to the apex, from the apex to its left end
      const std::uint32_t k = h & 3, right_part = k == 2 ? 0 : k + 1,
                          left_part = k == 0 ? 2 : k - 1;
      const PlanVector apex = to_vector(triangle.at[left_part]) - eye;
      const auto is_seen = [&](std::uint32_t part, PlanVector a, PlanVector b, SightGap& out) {
        if (triangle.twin[part] == kNone || ((triangle.narrow >> part) & 1) != 0) return false;
        const PlanVector inset(triangle.inset[part]);
        a += inset;
        b -= inset;
        out.half = (h & ~std::uint32_t{3}) | part;
        out.right = cross_plan(gap.right, a) > 0.0 ? a : gap.right;
        out.left = cross_plan(b, gap.left) > 0.0 ? b : gap.left;
        return cross_plan(out.right, out.left) > 0.0;
      };
      SightGap right, left;
      const bool sees_right =
          cross_plan(gap.right, apex) > 0.0 &&
          is_seen(right_part, to_vector(triangle.at[right_part]) - eye, apex, right);
      const bool sees_left = cross_plan(apex, gap.left) > 0.0 &&
                             is_seen(left_part, apex, to_vector(triangle.at[k]) - eye, left);
      goes_on = sees_right || sees_left;
      if (sees_right && sees_left) stack.push_back(right);
      gap = sees_left ? left : right;
    }
  }
}

// Everything that `eye` in `triangle` sees between two directions less than half a turn apart.
template <typename Gaps, typename Visit>
void look_between(const GroundPlan& plan, std::uint32_t triangle, PlanVector eye, PlanVector right,
                  PlanVector left, Gaps& stack, Visit&& visit) {
  stack.clear();
  if (visit_seen(visit, triangle, right, left)) return;
  for (std::uint32_t h = 4 * triangle; h < 4 * triangle + 3; ++h) {
    if (plan.is_shut(h)) continue;
    const PlanVector a = plan.at(h) - eye, b = plan.at(next_half(h)) - eye;
    const bool a_inside = is_between(right, a, left);
    if (!a_inside && !is_between(a, right, b)) continue;
    stack.push_back({h, a_inside ? a : right, is_between(right, b, left) ? b : left});
  }
  look_through_gaps(plan, eye, stack, visit);
}

// Everything that `eye` in `triangle` sees; the first visit, of its own triangle, has no directions.
template <typename Gaps, typename Visit>
void look_around(const GroundPlan& plan, std::uint32_t triangle, PlanVector eye, Gaps& stack,
                 Visit&& visit) {
  stack.clear();
  if (visit_seen(visit, triangle, PlanVector(0.0), PlanVector(0.0))) return;
  for (std::uint32_t h = 4 * triangle; h < 4 * triangle + 3; ++h)
    if (!plan.is_shut(h)) stack.push_back({h, plan.at(h) - eye, plan.at(next_half(h)) - eye});
  look_through_gaps(plan, eye, stack, visit);
}

}  // namespace playset
