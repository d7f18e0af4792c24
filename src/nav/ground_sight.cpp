// src/nav/ground_sight.cpp - walking straight over the ground's triangles, with and without a
// radius.
#include "nav/ground_sight.h"

namespace playset {
namespace {

// The next edge that the segment leaves a triangle by; kNone: it ends inside.
std::uint32_t first_exit(const GroundPlan& plan, std::uint32_t triangle, PlanVector from,
                         PlanVector to) noexcept {
  const PlanVector d = to - from;
  for (std::uint32_t h = 4 * triangle; h < 4 * triangle + 3; ++h) {
    const PlanVector a = plan.at(h), b = plan.at(next_half(h));
    if (cross_plan(b - a, to - a) < 0.0 && cross_plan(d, a - from) <= 0.0 &&
        cross_plan(d, b - from) >= 0.0)
      return h;
  }
  return kNone;
}

// Having come in over the half-edge `h` of this triangle.
std::uint32_t next_exit(const GroundPlan& plan, std::uint32_t h, PlanVector from,
                        PlanVector to) noexcept {
  const std::uint32_t right_part = next_half(h), left_part = prev_half(h);
  const PlanVector apex = plan.at(left_part);
  const bool goes_right = cross_plan(to - from, apex - from) > 0.0;
  const std::uint32_t exit = goes_right ? right_part : left_part;
  const PlanVector a = plan.at(exit), b = plan.at(next_half(exit));
  return cross_plan(b - a, to - a) < 0.0 ? exit : kNone;
}

std::uint32_t walk_on(const GroundPlan& plan, std::uint32_t exit, std::uint32_t triangle,
                      PlanVector from, PlanVector to) noexcept {
  for (std::uint32_t step = 0; exit != kNone && step <= plan.triangle_count(); ++step) {
    const std::uint32_t h = plan.twin(exit);
    if (h == kNone) return kNone;
    triangle = h >> 2;
    exit = next_exit(plan, h, from, to);
  }
  return exit == kNone ? triangle : kNone;
}

// Triangles that a search beside the way has entered. Few: all lie within the radius of it.
class Entered {
 public:
  // False where it was entered before, or where there is no room for it.
  [[nodiscard]] bool enter(std::uint32_t triangle) noexcept {
    for (std::uint32_t i = 0; i < count_; ++i)
      if (seen_[i] == triangle) return false;
    if (count_ == kMost) {
      full_ = true;
      return false;
    }
    seen_[count_++] = triangle;
    return true;
  }
  [[nodiscard]] bool is_full() const noexcept { return full_; }
  void clear() noexcept { count_ = 0; }

 private:
  static constexpr std::uint32_t kMost = 96;
  std::uint32_t seen_[kMost];
  std::uint32_t count_ = 0;
  bool full_ = false;
};

// One way that is checked: what lies within the radius of it.
struct ClearCheck {
  const GroundPlan& plan;
  PlanVector from, to, d;
  double radius2, length2;
  double reach;   // the radius times the way's length
  double beyond;  // the same, or 0 where nothing is near beyond the ends
  Entered entered = {};

  ClearCheck(const GroundPlan& p, PlanVector a, PlanVector b, double radius, bool ends_fit) noexcept
      : plan(p),
        from(a),
        to(b),
        d(b - a),
        radius2(radius * radius),
        length2(dot_plan(d, d)),
        reach(radius * std::sqrt(length2)),
        beyond(ends_fit ? 0.0 : reach) {}

  // How far left of the way a point lies, times the way's length.
  [[nodiscard]] double side(PlanVector p) const noexcept { return cross_plan(d, p - from); }
  // Whether nothing behind an edge can be near, by the sides of its ends.
  [[nodiscard]] bool is_beside(double side_a, double side_b) const noexcept {
    return (reach > 0.0 &&
            ((side_a >= reach && side_b >= reach) || (side_a <= -reach && side_b <= -reach))) ||
           radius2 == 0.0;
  }
  [[nodiscard]] bool blocks(std::uint32_t half) const noexcept {
    return blocks(half, side(plan.at(half)));
  }
  [[nodiscard]] bool blocks(std::uint32_t half, double side_of_it) const noexcept {
    const PlanVector p = plan.at(half);
    if (std::fabs(side_of_it) >= reach && reach > 0.0) return false;
    return plan.is_obstacle(half) && distance2_to_segment(p, from, to) < radius2;
  }
  [[nodiscard]] bool is_near(std::uint32_t edge) const noexcept {
    const PlanVector a = plan.at(edge), b = plan.at(next_half(edge));
    const double side_a = side(a), side_b = side(b);
    if (is_beside(side_a, side_b)) return false;
    const double part_a = dot_plan(d, a - from), part_b = dot_plan(d, b - from);
    if (is_abreast(side_a, part_a) || is_abreast(side_b, part_b)) return true;
    const double ahead = length2 + beyond;
    if (reach > 0.0 &&
        ((part_a >= ahead && part_b >= ahead) || (part_a <= -beyond && part_b <= -beyond)))
      return false;
    return distance2_to_segment(from, a, b) < radius2 || distance2_to_segment(to, a, b) < radius2 ||
           distance2_to_segment(a, from, to) < radius2 ||
           distance2_to_segment(b, from, to) < radius2;
  }
  // Whether a point is near the way between its ends.
  [[nodiscard]] bool is_abreast(double side_of_it, double part) const noexcept {
    return std::fabs(side_of_it) < reach && part >= 0.0 && part <= length2;
  }
  // Whether some wall's end behind the edge is too near. The way passes on this side of it.
  [[nodiscard]] bool is_blocked_behind(std::uint32_t edge) noexcept {
    const std::uint32_t h = plan.twin(edge);
    if (h == kNone || !is_near(edge)) return false;
    if (!entered.enter(h >> 2)) return entered.is_full();
    return blocks(prev_half(h)) || is_blocked_behind(next_half(h)) ||
           is_blocked_behind(prev_half(h));
  }
};

}  // namespace

std::uint32_t walk_straight(const GroundPlan& plan, std::uint32_t triangle, PlanVector from,
                            PlanVector to) noexcept {
  return walk_on(plan, first_exit(plan, triangle, from, to), triangle, from, to);
}

std::uint32_t walk_from_point(const GroundPlan& plan, std::uint32_t first, PlanVector to) noexcept {
  const PlanVector from = plan.at(first);
  std::uint32_t h = first;
  do {
    const PlanVector right = plan.at(next_half(h)) - from, left = plan.at(prev_half(h)) - from;
    if (cross_plan(right, to - from) >= 0.0 && cross_plan(to - from, left) >= 0.0) {
      const std::uint32_t far = next_half(h);
      const PlanVector a = plan.at(far), b = plan.at(next_half(far));
      if (cross_plan(b - a, to - a) >= 0.0) return h >> 2;
      return walk_on(plan, far, h >> 2, from, to);
    }
    h = plan.twin(prev_half(h));
  } while (h != kNone && h != first);
  return kNone;
}

std::uint32_t walk_from_anchor(const GroundPlan& plan, const FloorAnchor& anchor,
                               PlanVector to) noexcept {
  if (anchor.half != kNone) return walk_from_point(plan, anchor.half, to);
  return anchor.triangle == kNone ? kNone : walk_straight(plan, anchor.triangle, anchor.at, to);
}

ClearWay check_clear_way(const GroundPlan& plan, double radius, std::uint32_t triangle,
                         PlanVector from, PlanVector to, std::vector<std::uint32_t>* doors,
                         bool ends_fit) {
  ClearCheck check(plan, from, to, radius, ends_fit);
  for (std::uint32_t h = 4 * triangle; h < 4 * triangle + 3; ++h)
    if (check.blocks(h)) return {};
  std::uint32_t exit = first_exit(plan, triangle, from, to);
  for (std::uint32_t h = 4 * triangle; h < 4 * triangle + 3; ++h)
    if (h != exit && check.is_blocked_behind(h)) return {};
  if (exit == kNone) return {true, triangle};
  double left = check.side(plan.at(next_half(exit))), right = check.side(plan.at(exit));
  for (std::uint32_t step = 0; exit != kNone; ++step) {
    const std::uint32_t h = plan.twin(exit);
    if (h == kNone || step > plan.triangle_count()) return {};
    if (doors != nullptr && plan.door[exit] != kNone) doors->push_back(plan.door[exit]);
    triangle = h >> 2;
    const std::uint32_t right_part = next_half(h), left_part = prev_half(h);
    const double apex = check.side(plan.at(left_part));
    if (check.blocks(left_part, apex)) return {};
    const bool goes_right = apex > 0.0;
    const std::uint32_t part = goes_right ? right_part : left_part;
    const PlanVector a = plan.at(part), b = plan.at(next_half(part));
    exit = cross_plan(b - a, to - a) < 0.0 ? part : kNone;
    if ((exit == kNone || !goes_right) && !check.is_beside(right, apex) &&
        check.is_blocked_behind(right_part))
      return {};
    if ((exit == kNone || goes_right) && !check.is_beside(apex, left) &&
        check.is_blocked_behind(left_part))
      return {};
    (goes_right ? left : right) = apex;
  }
  return {true, triangle};
}

namespace {

// Looks for walls near a point.
struct NearCheck {
  const GroundPlan& plan;
  PlanVector at;
  double radius2;
  NearWall near = {};
  Entered entered = {};

  void look(std::uint32_t edge) noexcept {
    const PlanVector a = plan.at(edge), ab = plan.at(next_half(edge)) - a;
    const double length2 = dot_plan(ab, ab), off_line = cross_plan(ab, at - a);
    if (off_line * off_line >= radius2 * length2) return;
    const double t = std::clamp(dot_plan(at - a, ab) / length2, 0.0, 1.0);
    const PlanVector on = a + t * ab, off = at - on;
    const double distance2 = dot_plan(off, off);
    if (distance2 >= radius2) return;
    const std::uint32_t h = plan.twin(edge);
    if (h == kNone) {
      if (distance2 < near.distance * near.distance) near = {on, std::sqrt(distance2)};
    } else if (entered.enter(h >> 2)) {
      look(next_half(h));
      look(prev_half(h));
    }
  }
};

}  // namespace

NearWall find_near_wall(const GroundPlan& plan, double radius, std::uint32_t triangle,
                        PlanVector at) noexcept {
  NearCheck check{plan, at, radius * radius};
  (void)check.entered.enter(triangle);
  for (std::uint32_t h = 4 * triangle; h < 4 * triangle + 3; ++h) check.look(h);
  return check.near;
}

void find_triangles_near(const GroundPlan& plan, double radius, std::uint32_t triangle,
                         PlanVector at, std::vector<std::uint32_t>& triangles) {
  triangles.assign(1, triangle);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (std::uint32_t h = 4 * triangles[i]; h < 4 * triangles[i] + 3; ++h) {
      const std::uint32_t twin = plan.twin(h);
      if (twin == kNone) continue;
      const PlanVector a = plan.at(h), b = plan.at(next_half(h));
      const double off_line = cross_plan(b - a, at - a);
      if (off_line * off_line > radius * radius * dot_plan(b - a, b - a) ||
          distance2_to_segment(at, a, b) > radius * radius ||
          std::find(triangles.begin(), triangles.end(), twin >> 2) != triangles.end())
        continue;
      triangles.push_back(twin >> 2);
    }
  }
}

}  // namespace playset
