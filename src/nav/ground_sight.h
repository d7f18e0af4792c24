// Straight ways over the ground's surface: where they lead, whether the agent fits, what is seen.
#pragma once

#include <algorithm>
#include <cmath>

#include "nav/ground_data.h"

namespace playset {

// Per point a half-edge from it, the wall where it touches one: turning left from it one meets all.
[[nodiscard]] std::vector<std::uint32_t> first_halves(const GroundMesh& mesh);

// The triangle that holds `to`, walking straight from `from` in `triangle`; kNone where a wall is
// between. Doors are open.
[[nodiscard]] std::uint32_t walk_straight(const GroundMesh& mesh, std::uint32_t triangle,
                                          PlanVector from, PlanVector to) noexcept;

// The same from the point that the half-edge `first` of first_halves leaves.
[[nodiscard]] std::uint32_t walk_from_point(const GroundMesh& mesh, std::uint32_t first,
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
// the doors on the way to `doors` where that is given, and tells the triangle of `to`.
struct ClearWay {
  bool clear = false;
  std::uint32_t triangle = kNone;
};
[[nodiscard]] ClearWay check_clear_way(const GroundMesh& mesh, double radius,
                                       std::uint32_t triangle, PlanVector from, PlanVector to,
                                       std::vector<std::uint32_t>* doors = nullptr);

// What keeps a disc at `at` in `triangle` from fitting: the nearest point of a wall, if nearer than
// the radius.
struct NearWall {
  PlanVector at{0.0};
  double distance = 1e30;
};
[[nodiscard]] NearWall find_near_wall(const GroundMesh& mesh, double radius, std::uint32_t triangle,
                                      PlanVector at) noexcept;

// A gap that is looked through: the half-edge to cross, and the outermost lines of sight.
struct SightGap {
  std::uint32_t half;
  PlanVector right, left;  // directions
};

[[nodiscard]] inline bool is_between(PlanVector right, PlanVector d, PlanVector left) noexcept {
  return cross_plan(right, d) >= 0.0 && cross_plan(d, left) > 0.0;
}

// Calls visit(triangle, right, left) for every triangle behind the gaps of `stack` that `eye` sees
// part of; doors are open.
template <typename Gaps, typename Visit>
void look_through_gaps(const GroundMesh& mesh, PlanVector eye, Gaps& stack, Visit&& visit) {
  while (!stack.empty()) {
    const SightGap gap = stack.back();
    stack.pop_back();
    const std::uint32_t h = mesh.twin[gap.half];
    visit(h / 3, gap.right, gap.left);
    // behind the gap: from its right end to the apex, from the apex to its left end
    const std::uint32_t to_apex = next_half(h), from_apex = prev_half(h);
    const PlanVector apex = mesh.at(from_apex) - eye;
    const double right_of = cross_plan(gap.right, apex), left_of = cross_plan(apex, gap.left);
    if (mesh.twin[to_apex] != kNone && right_of > 0.0)
      stack.push_back({to_apex, gap.right, left_of > 0.0 ? apex : gap.left});
    if (mesh.twin[from_apex] != kNone && left_of > 0.0)
      stack.push_back({from_apex, right_of > 0.0 ? apex : gap.right, gap.left});
  }
}

// Everything that `eye` in `triangle` sees between two directions less than half a turn apart.
template <typename Gaps, typename Visit>
void look_between(const GroundMesh& mesh, std::uint32_t triangle, PlanVector eye, PlanVector right,
                  PlanVector left, Gaps& stack, Visit&& visit) {
  stack.clear();
  visit(triangle, right, left);
  for (std::uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
    if (mesh.twin[h] == kNone) continue;
    const PlanVector a = mesh.at(h) - eye, b = mesh.at(next_half(h)) - eye;
    const bool a_inside = is_between(right, a, left);
    if (!a_inside && !is_between(a, right, b)) continue;
    stack.push_back({h, a_inside ? a : right, is_between(right, b, left) ? b : left});
  }
  look_through_gaps(mesh, eye, stack, visit);
}

// Everything that `eye` in `triangle` sees; the first visit, of its own triangle, has no directions.
template <typename Gaps, typename Visit>
void look_around(const GroundMesh& mesh, std::uint32_t triangle, PlanVector eye, Gaps& stack,
                 Visit&& visit) {
  stack.clear();
  visit(triangle, PlanVector(0.0), PlanVector(0.0));
  for (std::uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
    if (mesh.twin[h] != kNone) stack.push_back({h, mesh.at(h) - eye, mesh.at(next_half(h)) - eye});
  look_through_gaps(mesh, eye, stack, visit);
}

}  // namespace playset
