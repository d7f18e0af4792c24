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

// m: more is worth no search; what moves less has long been spared one.
constexpr double kMostSlack = 1.0;

void prefetch(const void* p, std::size_t bytes) noexcept {
#if defined(__GNUC__)
  for (std::size_t i = 0; i < bytes; i += 64) __builtin_prefetch(static_cast<const char*>(p) + i);
#else
  (void)p, (void)bytes;
#endif
}

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

// The part of a shape that reaches farthest through a plane: where its foot lies in a polygon of
// that plane, `gap` is how far from touching (above 0) or leaving (below) the polygon it is, at
// least.
struct Probe {
  glm::dvec3 point;
  double gap;
};

Probe probe_plane(const TouchShape& s, glm::dvec3 n, double height, double reach) noexcept {
  if (s.kind == ObjectKind::Sphere) return {s.center, std::fabs(height) - s.half.x - kTouchMargin};
  if (s.kind == ObjectKind::Capsule) {
    const double rise = glm::dot(n, s.axes[1]) * s.half.y;
    const bool crosses = std::fabs(height) < std::fabs(rise);
    const double along = crosses ? -height / rise : (height * rise > 0.0 ? -1.0 : 1.0);
    const double apart = crosses ? 0.0 : std::fabs(height) - std::fabs(rise);
    return {s.center + s.axes[1] * (along * s.half.y), apart - s.half.x - kTouchMargin};
  }
  if (std::fabs(height) >= reach) return {s.center, 1.0};
  // The corner that points to the plane, and where the way to it from the center crosses.
  const double part = std::fabs(height) / reach;
  glm::dvec3 point = s.center;
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 axis = s.axes[static_cast<std::size_t>(i)];
    point += axis * (s.half[i] * (glm::dot(n, axis) * height > 0.0 ? -part : part));
  }
  const double least = std::min(s.half.x, std::min(s.half.y, s.half.z));
  return {point, (part - 1.0) * least - kTouchMargin};
}

// What a look along the edges of a side says of a shape.
struct EdgeScan {
  double apart = -1e300;     // m: a gap across an edge, at least; touching is open below 0
  double off = 0.0;          // m: how far outside the center's foot lies, at least
  bool probe_inside = true;  // the probe's foot lies in the polygon
};

EdgeScan scan_edges(const Level& level, const TouchShape& s, std::uint32_t side, glm::dvec3 n,
                    glm::dvec3 probe) noexcept {
  const auto corners = LevelAccess::corners(level);
  const auto vertices = LevelAccess::vertices(level);
  const SideRecord& record = LevelAccess::sides(level)[side];
  EdgeScan scan;
  glm::dvec3 from = to_metres(vertices[corners[record.first_corner + record.corner_count - 1]]);
  for (std::uint32_t i = 0; i < record.corner_count; ++i) {
    const glm::dvec3 to = to_metres(vertices[corners[record.first_corner + i]]);
    const glm::dvec3 across = glm::cross(n, to - from);
    const glm::dvec3 inward = across / length(across);
    const double outside = glm::dot(inward, from - s.center);
    scan.off = std::max(scan.off, outside);
    scan.apart = std::max(scan.apart, outside - support(s, inward) - kTouchMargin);
    scan.probe_inside = scan.probe_inside && glm::dot(inward, probe - from) >= 0.0;
    from = to;
  }
  return scan;
}

// The gap where neither planes nor probes tell: corners and edges, the slow way.
double gap_to_rim(const Level& level, const TouchShape& s, std::uint32_t side) noexcept {
  if (s.kind == ObjectKind::Sphere)
    return side_distance(level, side, s.center) - s.half.x - kTouchMargin;
  if (s.kind == ObjectKind::Capsule) {
    const glm::dvec3 along = s.axes[1] * s.half.y;
    return side_distance(level, side, LineSegment{s.center - along, s.center + along}) - s.half.x -
           kTouchMargin;
  }
  const double depth = side_depth(level, side, s.center, s.axes, s.half + glm::dvec3(kTouchMargin));
  if (depth >= 0.0) return -depth;
  return std::max(1e-12, side_distance(level, side, s.center) - length(s.half) - kTouchMargin);
}

// Less than 0: the shape touches the side, and keeps touching while it moves by less than that.
// Above: it does not, while it moves by less. `enough`: what is farther need not be told exactly.
double gap_to_side(const Level& level, const TouchShape& s, std::uint32_t side,
                   double enough) noexcept {
  const SidePlane& plane = LevelAccess::planes(level)[side];
  const double height = glm::dot(plane.n, s.center) + plane.w;
  const double reach = support(s, plane.n);
  const double plane_gap = std::fabs(height) - reach - kTouchMargin;
  if (plane_gap > enough) return plane_gap;
  if (plane.n == glm::dvec3(0.0)) return gap_to_rim(level, s, side);
  const Probe probe = probe_plane(s, plane.n, height, reach);
  const EdgeScan scan = scan_edges(level, s, side, plane.n, probe.point);
  if (scan.probe_inside && (probe.gap <= 0.0 || s.kind != ObjectKind::Box)) return probe.gap;
  double apart = std::max(plane_gap, scan.apart);
  if (s.kind == ObjectKind::Sphere)
    apart =
        std::max(apart, std::sqrt(height * height + scan.off * scan.off) - s.half.x - kTouchMargin);
  return apart > 0.0 ? apart : gap_to_rim(level, s, side);
}

// Looks at a wall of a touched cell, which the center must not cross.
void look_at_wall(const Level& level, const TouchShape& shape, std::uint32_t side,
                  double& slack) noexcept {
  const SidePlane& plane = LevelAccess::planes(level)[side];
  const double height = glm::dot(plane.n, shape.center) + plane.w;
  if (std::fabs(height) >= slack) return;
  if (plane.n == glm::dvec3(0.0)) {
    slack = std::min(slack, side_distance(level, side, shape.center));
    return;
  }
  const double off = scan_edges(level, shape, side, plane.n, shape.center).off;
  slack = std::min(slack, std::sqrt(height * height + off * off));
}

}  // namespace

TouchShape touch_shape(const ObjectSlot& slot) noexcept {
  return {slot.kind, glm::dvec3(slot.center), glm::dvec3(slot.half), axes_of(slot.rotation)};
}

float find_touched_cells(const Level& level, const TouchShape& shape, std::uint32_t home,
                         CellSet& set) noexcept {
  const auto cells = LevelAccess::cells(level);
  const auto sides = LevelAccess::sides(level);
  double slack = kMostSlack;
  set.add(home);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const CellRecord& cell = cells[set[i]];
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
      const std::uint32_t behind = sides[s].neighbor_cell;
      if (behind == kNone || set.contains(behind)) continue;
      const double gap = gap_to_side(level, shape, s, slack);
      slack = std::min(slack, std::fabs(gap));
      if (gap <= 0.0) set.add(behind);
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

bool lies_within(const Level& level, const TouchShape& shape, std::uint32_t cell,
                 float& slack) noexcept {
  const LevelHeader& h = *level.header();
  if (cell >= h.first_wide) return false;
  const HotBlock& block = LevelAccess::table<HotBlock>(h, h.blocks)[cell];
  const glm::dvec3 p = shape.center - glm::dvec3(block.ref[0], block.ref[1], block.ref[2]);
  const double rounding =
      static_cast<double>(block.tolerance >> kBlockFaces) * double{kToleranceStep} +
      (std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z)) * 0x1p-20;
  double room = kMostSlack;
  for (std::size_t i = 0; i < kBlockFaces; ++i) {
    const glm::dvec3 n(block.nx[i], block.ny[i], block.nz[i]);
    const double bend = ((block.tolerance >> i) & 1u) != 0 ? double{h.bend} : 0.0;
    double inside = glm::dot(n, p) + double{block.w[i]} - rounding - bend;
    if (exit_tag(block.exit[i]) != ExitTag::Wall) inside -= support(shape, n) + kTouchMargin;
    room = std::min(room, inside);
  }
  slack = static_cast<float>(std::max(0.0, room * (1.0 - 1e-5) - 1e-4));
  return room > 0.0;
}

void prefetch_cell(const Level& level, std::uint32_t cell) noexcept {
  const LevelHeader& h = *level.header();
  prefetch(&LevelAccess::cells(level)[cell], sizeof(CellRecord));
  if (cell < h.first_wide)
    prefetch(&LevelAccess::table<HotBlock>(h, h.blocks)[cell], sizeof(HotBlock));
}

void prefetch_sides(const Level& level, std::uint32_t cell) noexcept {
  const CellRecord& record = LevelAccess::cells(level)[cell];
  const std::size_t count = record.side_count < 12 ? record.side_count : 12;
  prefetch(&LevelAccess::sides(level)[record.first_side], count * sizeof(SideRecord));
  prefetch(&LevelAccess::planes(level)[record.first_side], count * sizeof(SidePlane));
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
      if (next != kNone && !set.contains(next) && gap_to_side(level, shape, s, 0.0) <= 0.0)
        set.add(next);
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
