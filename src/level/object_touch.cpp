// The flood through portals nearer than an object's reach, and its slack.
//
// Why the slack holds: the distance from a body to a polygon changes by no more than its fastest
// point moves. Each portal that was asked keeps its answer while that is less than its margin, so
// the same flood would find the same cells; from any of them, because touching is mutual. A center
// cannot leave these cells without touching a portal first or crossing one of their walls.
#include "level/object_touch.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "level/object_shape.h"
#include "level/side_distance.h"

namespace playset {
namespace {

double length(glm::dvec3 v) noexcept { return std::sqrt(glm::dot(v, v)); }

// How far the shape reaches to either side along a unit normal.
double support(const TouchShape& s, glm::dvec3 n) noexcept {
  if (s.kind == ObjectKind::Sphere) return s.half.x;
  if (s.kind == ObjectKind::Capsule) return s.half.x + std::fabs(glm::dot(n, s.axes[1])) * s.half.y;
  double reach = 0.0;
  for (int i = 0; i < 3; ++i)
    reach += std::fabs(glm::dot(n, s.axes[static_cast<std::size_t>(i)])) * s.half[i];
  return reach;
}

// Less than 0: the shape touches the side, and keeps touching while it moves by less than that.
// Above: it does not, while it moves by less.
double gap_to_side(const Level& level, const TouchShape& s, std::uint32_t side,
                   double plane_gap) noexcept {
  if (s.kind == ObjectKind::Sphere)
    return side_distance(level, side, s.center) - s.half.x - kTouchMargin;
  if (s.kind == ObjectKind::Capsule) {
    const glm::dvec3 along = s.axes[1] * s.half.y;
    return side_distance(level, side, LineSegment{s.center - along, s.center + along}) - s.half.x -
           kTouchMargin;
  }
  const double depth = side_depth(level, side, s.center, s.axes, s.half + glm::dvec3(kTouchMargin));
  if (depth >= 0.0) return -depth;
  return std::max(1e-12, std::max(plane_gap, side_distance(level, side, s.center) - length(s.half) -
                                                 kTouchMargin));
}

// Looks at a portal of a touched cell.
void look_at_portal(const Level& level, const TouchShape& shape, std::uint32_t side,
                    std::uint32_t behind, CellSet& set, double& slack) noexcept {
  const SidePlane& plane = LevelAccess::planes(level)[side];
  const double height = std::fabs(glm::dot(plane.n, shape.center) + plane.w);
  const double plane_gap = height - support(shape, plane.n) - kTouchMargin;
  if (plane_gap >= slack) return;
  const double gap = gap_to_side(level, shape, side, plane_gap);
  slack = std::min(slack, std::fabs(gap));
  if (gap <= 0.0) set.add(behind);
}

// Looks at a wall of a touched cell, which the center must not cross.
void look_at_wall(const Level& level, const TouchShape& shape, std::uint32_t side,
                  double& slack) noexcept {
  const SidePlane& plane = LevelAccess::planes(level)[side];
  if (std::fabs(glm::dot(plane.n, shape.center) + plane.w) < slack)
    slack = std::min(slack, side_distance(level, side, shape.center));
}

// Whether a query's shape touches a portal.
bool touches(const Level& level, const TouchShape& shape, std::uint32_t side) noexcept {
  const SidePlane& plane = LevelAccess::planes(level)[side];
  const double height = std::fabs(glm::dot(plane.n, shape.center) + plane.w);
  const double plane_gap = height - support(shape, plane.n) - kTouchMargin;
  return plane_gap <= 0.0 && gap_to_side(level, shape, side, plane_gap) <= 0.0;
}

}  // namespace

TouchShape touch_shape(const ObjectSlot& slot) noexcept {
  return {slot.kind, glm::dvec3(slot.center), glm::dvec3(slot.half), axes_of(slot.rotation)};
}

float find_touched_cells(const Level& level, const TouchShape& shape, std::uint32_t home,
                         CellSet& set) noexcept {
  const auto cells = LevelAccess::cells(level);
  const auto sides = LevelAccess::sides(level);
  double slack = 1e6;
  set.add(home);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const CellRecord& cell = cells[set[i]];
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
      const std::uint32_t behind = sides[s].neighbor_cell;
      if (behind != kNone && !set.contains(behind))
        look_at_portal(level, shape, s, behind, set, slack);
    }
  }
  // Walls last: most are farther than the slack by then.
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const CellRecord& cell = cells[set[i]];
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
      if (sides[s].neighbor_cell == kNone) look_at_wall(level, shape, s, slack);
  }
  return static_cast<float>(std::max(0.0, slack * (1.0 - 1e-5) - 1e-4));
}

void flood_cells(const Level& level, const TouchShape& shape, std::uint32_t home,
                 CellSet& set) noexcept {
  const auto cells = LevelAccess::cells(level);
  const auto sides = LevelAccess::sides(level);
  set.add(home);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const CellRecord& cell = cells[set[i]];
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
      const std::uint32_t next = sides[s].neighbor_cell;
      if (next != kNone && !set.contains(next) && touches(level, shape, s)) set.add(next);
    }
  }
}

TouchShape ball_shape(glm::dvec3 center, double radius) noexcept {
  return {ObjectKind::Sphere, center, {radius, 0.0, 0.0}, {}};
}

TouchShape path_shape(glm::dvec3 from, glm::dvec3 to, double radius) noexcept {
  const glm::dvec3 d = to - from;
  const double far = length(d);
  if (far <= 0.0) return ball_shape(from, radius);
  return {ObjectKind::Capsule, 0.5 * (from + to), {radius, 0.5 * far, 0.0}, {d, d / far, d}};
}

float moved_since_anchor(const ObjectSlot& slot) noexcept {
  const glm::vec3 d = slot.center - slot.anchor;
  double moved = std::sqrt(double{d.x * d.x + d.y * d.y + d.z * d.z});
  if (slot.kind == ObjectKind::Sphere || slot.rotation == slot.anchor_rotation)
    return static_cast<float>(moved);
  const ShapeAxes now = axes_of(slot.rotation), before = axes_of(slot.anchor_rotation);
  for (std::size_t i = 0; i < 3; ++i) {
    if (slot.kind == ObjectKind::Capsule && i != 1) continue;
    moved += length(now[i] - before[i]) * double{slot.half[static_cast<int>(i)]};
  }
  return static_cast<float>(moved);
}

}  // namespace playset
