// src/nav/ground_sight.cpp - walking straight over the ground's triangles, with and without a
// radius.
#include "nav/ground_sight.h"

namespace playset {
namespace {

// The next edge that the segment leaves a triangle by; kNone: it ends inside.
std::uint32_t first_exit(const GroundMesh& mesh, std::uint32_t triangle, PlanVector from,
                         PlanVector to) noexcept {
  const PlanVector d = to - from;
  for (std::uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
    const PlanVector a = mesh.at(h), b = mesh.at(next_half(h));
    if (cross_plan(b - a, to - a) < 0.0 && cross_plan(d, a - from) <= 0.0 &&
        cross_plan(d, b - from) >= 0.0)
      return h;
  }
  return kNone;
}

// Having come in over the half-edge `h` of this triangle.
std::uint32_t next_exit(const GroundMesh& mesh, std::uint32_t h, PlanVector from,
                        PlanVector to) noexcept {
  const std::uint32_t right_part = next_half(h), left_part = prev_half(h);
  const PlanVector apex = mesh.at(left_part);
  const bool goes_right = cross_plan(to - from, apex - from) > 0.0;
  const std::uint32_t exit = goes_right ? right_part : left_part;
  const PlanVector a = mesh.at(exit), b = mesh.at(next_half(exit));
  return cross_plan(b - a, to - a) < 0.0 ? exit : kNone;
}

std::uint32_t walk_on(const GroundMesh& mesh, std::uint32_t exit, std::uint32_t triangle,
                      PlanVector from, PlanVector to) noexcept {
  for (std::uint32_t step = 0; exit != kNone && step <= mesh.triangle_count(); ++step) {
    const std::uint32_t h = mesh.twin[exit];
    if (h == kNone) return kNone;
    triangle = h / 3;
    exit = next_exit(mesh, h, from, to);
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
  const GroundMesh& mesh;
  PlanVector from, to;
  double radius2;
  Entered entered = {};

  [[nodiscard]] bool blocks(std::uint32_t half) const noexcept {
    return mesh.is_obstacle[mesh.origin[half]] != 0 &&
           distance2_to_segment(mesh.at(half), from, to) < radius2;
  }
  [[nodiscard]] bool is_near(std::uint32_t edge) const noexcept {
    const PlanVector a = mesh.at(edge), b = mesh.at(next_half(edge));
    const double ends = std::min(distance2_to_segment(from, a, b), distance2_to_segment(to, a, b));
    return ends < radius2 || distance2_to_segment(a, from, to) < radius2 ||
           distance2_to_segment(b, from, to) < radius2;
  }
  // Whether some wall's end behind the edge is too near. The way passes on this side of it.
  [[nodiscard]] bool is_blocked_behind(std::uint32_t edge) noexcept {
    const std::uint32_t h = mesh.twin[edge];
    if (h == kNone || !is_near(edge)) return false;
    if (!entered.enter(h / 3)) return entered.is_full();
    return blocks(prev_half(h)) || is_blocked_behind(next_half(h)) ||
           is_blocked_behind(prev_half(h));
  }
};

}  // namespace

std::vector<std::uint32_t> first_halves(const GroundMesh& mesh) {
  std::vector<std::uint32_t> first(mesh.points.size(), kNone);
  for (std::uint32_t h = 0; h < mesh.origin.size(); ++h)
    if (first[mesh.origin[h]] == kNone || mesh.twin[h] == kNone) first[mesh.origin[h]] = h;
  return first;
}

std::uint32_t walk_straight(const GroundMesh& mesh, std::uint32_t triangle, PlanVector from,
                            PlanVector to) noexcept {
  return walk_on(mesh, first_exit(mesh, triangle, from, to), triangle, from, to);
}

std::uint32_t walk_from_point(const GroundMesh& mesh, std::uint32_t first, PlanVector to) noexcept {
  const PlanVector from = mesh.at(first);
  std::uint32_t h = first;
  do {
    const PlanVector right = mesh.at(next_half(h)) - from, left = mesh.at(prev_half(h)) - from;
    if (cross_plan(right, to - from) >= 0.0 && cross_plan(to - from, left) >= 0.0) {
      const std::uint32_t far = next_half(h);
      const PlanVector a = mesh.at(far), b = mesh.at(next_half(far));
      if (cross_plan(b - a, to - a) >= 0.0) return h / 3;
      return walk_on(mesh, far, h / 3, from, to);
    }
    h = mesh.twin[prev_half(h)];
  } while (h != kNone && h != first);
  return kNone;
}

ClearWay check_clear_way(const GroundMesh& mesh, double radius, std::uint32_t triangle,
                         PlanVector from, PlanVector to, std::vector<std::uint32_t>* doors) {
  ClearCheck check{mesh, from, to, radius * radius};
  for (std::uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
    if (check.blocks(h)) return {};
  std::uint32_t exit = first_exit(mesh, triangle, from, to);
  for (std::uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
    if (h != exit && check.is_blocked_behind(h)) return {};
  for (std::uint32_t step = 0; exit != kNone; ++step) {
    const std::uint32_t h = mesh.twin[exit];
    if (h == kNone || step > mesh.triangle_count()) return {};
    if (doors != nullptr && mesh.door[exit] != kNone) doors->push_back(mesh.door[exit]);
    triangle = h / 3;
    if (check.blocks(prev_half(h))) return {};
    exit = next_exit(mesh, h, from, to);
    for (const std::uint32_t part : {next_half(h), prev_half(h)})
      if (part != exit && check.is_blocked_behind(part)) return {};
  }
  return {true, triangle};
}

namespace {

// Looks for walls near a point.
struct NearCheck {
  const GroundMesh& mesh;
  PlanVector at;
  double radius2;
  NearWall near = {};
  Entered entered = {};

  void look(std::uint32_t edge) noexcept {
    const PlanVector a = mesh.at(edge), ab = mesh.at(next_half(edge)) - a;
    const double t = std::clamp(dot_plan(at - a, ab) / dot_plan(ab, ab), 0.0, 1.0);
    const PlanVector on = a + t * ab, off = at - on;
    const double distance2 = dot_plan(off, off);
    if (distance2 >= radius2) return;
    const std::uint32_t h = mesh.twin[edge];
    if (h == kNone) {
      if (distance2 < near.distance * near.distance) near = {on, std::sqrt(distance2)};
    } else if (entered.enter(h / 3)) {
      look(next_half(h));
      look(prev_half(h));
    }
  }
};

}  // namespace

NearWall find_near_wall(const GroundMesh& mesh, double radius, std::uint32_t triangle,
                        PlanVector at) noexcept {
  NearCheck check{mesh, at, radius * radius};
  (void)check.entered.enter(triangle);
  for (std::uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) check.look(h);
  return check.near;
}

}  // namespace playset
