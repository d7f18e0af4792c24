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
#include "level/prefetch.h"
#include "level/side_distance.h"

namespace playset {
namespace {

// m: more is worth no search; what moves less has long been spared one.
constexpr double kMostSlack = 1.0;

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

Probe probe_plane(const TouchShape& s, glm::dvec3 center, glm::dvec3 n, double height,
                  double reach) noexcept {
  if (s.kind == ObjectKind::Sphere) return {center, std::fabs(height) - s.half.x - kTouchMargin};
  if (s.kind == ObjectKind::Capsule) {
    const double rise = glm::dot(n, s.axes[1]) * s.half.y;
    const bool crosses = std::fabs(height) < std::fabs(rise);
    const double along = crosses ? -height / rise : (height * rise > 0.0 ? -1.0 : 1.0);
    const double apart = crosses ? 0.0 : std::fabs(height) - std::fabs(rise);
    return {center + s.axes[1] * (along * s.half.y), apart - s.half.x - kTouchMargin};
  }
  if (std::fabs(height) >= reach) return {center, 1.0};
  // The corner that points to the plane, and where the way to it from the center crosses.
  const double part = std::fabs(height) / reach;
  glm::dvec3 point = center;
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 axis = s.axes[static_cast<std::size_t>(i)];
    point += axis * (s.half[i] * (glm::dot(n, axis) * height > 0.0 ? -part : part));
  }
  const double least = std::min(s.half.x, std::min(s.half.y, s.half.z));
  return {point, (part - 1.0) * least - kTouchMargin};
}

// A shape as one cell sees it.
struct CellView {
  const Level& level;
  const ReachTable& table;
  const TouchShape& shape;
  const ReachCell& cell;
  glm::dvec3 center;  // about the cell's ref, as all below
  double rounding;    // m, of any distance to its planes

  CellView(const Level& of, const ReachTable& in, const TouchShape& s, std::uint32_t c) noexcept
      : level(of),
        table(in),
        shape(s),
        cell(in.cells[c]),
        center(s.center - glm::dvec3(cell.ref)),
        rounding(0x1p-21 * (std::fabs(center.x) + std::fabs(center.y) + std::fabs(center.z) +
                            3.0 * double{cell.size})) {}
  [[nodiscard]] std::span<const ReachSide> sides() const noexcept {
    return {table.sides.data() + cell.first_side, cell.side_count};
  }
};

glm::dvec3 normal_of(const ReachPlane& p) noexcept { return {p.nx, p.ny, p.nz}; }

double height_of(const ReachPlane& plane, glm::dvec3 p) noexcept {
  return double{plane.nx} * p.x + double{plane.ny} * p.y + double{plane.nz} * p.z + double{plane.w};
}

// What a look along the edges of a side says of a shape.
struct EdgeScan {
  double apart = -1e300;     // m: a gap across an edge, at least; touching is open below 0
  double off = 0.0;          // m: how far outside the center's foot lies, at least
  bool probe_inside = true;  // the probe's foot lies in the polygon
};

EdgeScan scan_edges(const CellView& view, const ReachSide& side, glm::dvec3 probe) noexcept {
  EdgeScan scan;
  for (std::uint32_t i = 0; i < side.edge_count; ++i) {
    const ReachPlane& edge = view.table.edges[side.first_edge + i];
    const double outside = -height_of(edge, view.center);
    scan.off = std::max(scan.off, outside);
    scan.apart = std::max(scan.apart, outside - support(view.shape, normal_of(edge)));
    scan.probe_inside = scan.probe_inside && height_of(edge, probe) >= 0.0;
  }
  scan.apart -= kTouchMargin + view.rounding;
  return scan;
}

// How far outside of a side's edges the center's foot lies, at least.
double off_edges(const CellView& view, const ReachSide& side) noexcept {
  double off = 0.0;
  for (std::uint32_t i = 0; i < side.edge_count; ++i)
    off = std::max(off, -height_of(view.table.edges[side.first_edge + i], view.center));
  return off;
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
  return std::max(1e-12, side_distance(level, side, s.center) - glm::length(s.half) - kTouchMargin);
}

// Less than 0: the shape touches the side, and keeps touching while it moves by less than that.
// Above: it does not, while it moves by less. `enough`: what is farther need not be told exactly.
double gap_to_side(const CellView& view, const ReachSide& side, double enough) noexcept {
  const TouchShape& s = view.shape;
  const glm::dvec3 n = normal_of(side.plane);
  const double height = height_of(side.plane, view.center);
  const double reach = support(s, n), margin = kTouchMargin + view.rounding;
  const double plane_gap = std::fabs(height) - reach - margin;
  if (plane_gap > enough) return plane_gap;
  if (n == glm::dvec3(0.0)) return gap_to_rim(view.level, s, side.side);
  const Probe probe = probe_plane(s, view.center, n, height, reach);
  const EdgeScan scan = scan_edges(view, side, probe.point);
  if (scan.probe_inside && (probe.gap <= 0.0 || s.kind != ObjectKind::Box))
    return probe.gap - view.rounding;
  double apart = std::max(plane_gap, scan.apart);
  if (s.kind == ObjectKind::Sphere)
    apart = std::max(apart, std::sqrt(height * height + scan.off * scan.off) - s.half.x - margin);
  return apart > 0.0 ? apart : gap_to_rim(view.level, s, side.side);
}

// How near the center is to a wall, at least; it must not cross it.
double room_to_wall(const CellView& view, const ReachSide& side, double enough) noexcept {
  const double height = height_of(side.plane, view.center);
  if (std::fabs(height) >= enough) return enough;
  if (normal_of(side.plane) == glm::dvec3(0.0))
    return side_distance(view.level, side.side, view.shape.center);
  const double off = off_edges(view, side);
  return std::sqrt(height * height + off * off);
}

}  // namespace

TouchShape touch_shape(const ObjectSlot& slot) noexcept {
  return {slot.kind, glm::dvec3(slot.center), glm::dvec3(slot.half), axes_of(slot.rotation)};
}

float find_touched_cells(const Level& level, const ReachTable& table, const TouchShape& shape,
                         std::uint32_t home, CellSet& set) noexcept {
  double slack = kMostSlack, rounding = 0.0;
  set.add(home);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const CellView view(level, table, shape, set[i]);
    rounding = std::max(rounding, view.rounding);
    for (const ReachSide& side : view.sides()) {
      if (side.behind == kNone || set.contains(side.behind)) continue;
      const double gap = gap_to_side(view, side, slack);
      slack = std::min(slack, std::fabs(gap));
      if (gap <= 0.0) set.add(side.behind);
    }
  }
  // Walls last: most are farther than the slack by then.
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const CellView view(level, table, shape, set[i]);
    for (const ReachSide& side : view.sides())
      if (side.behind == kNone) slack = std::min(slack, room_to_wall(view, side, slack));
  }
  return static_cast<float>(std::max(0.0, slack * (1.0 - 1e-5) - 1e-4 - 2.0 * rounding));
}

bool lies_within(const Level& level, const ReachTable& table, const TouchShape& shape,
                 std::uint32_t cell, float& slack) noexcept {
  if (LevelAccess::cells(level)[cell].convex == 0) return false;
  const CellView view(level, table, shape, cell);
  double room = kMostSlack;
  for (const ReachSide& side : view.sides()) {
    const glm::dvec3 n = normal_of(side.plane);
    double inside = height_of(side.plane, view.center) - view.rounding;
    if (side.behind != kNone) inside -= support(shape, n) + kTouchMargin;
    room = std::min(room, inside);
  }
  slack = static_cast<float>(std::max(0.0, room * (1.0 - 1e-5) - 1e-4 - 2.0 * view.rounding));
  return room > 0.0;
}

void prefetch_sides(const ReachTable& table, std::uint32_t cell) noexcept {
  const ReachCell& record = table.cells[cell];
  const ReachSide* first = table.sides.data() + record.first_side;
  prefetch(first, std::min<std::size_t>(record.side_count, 12) * sizeof(ReachSide));
}

void prefetch_edges(const ReachTable& table, std::uint32_t cell) noexcept {
  const ReachCell& record = table.cells[cell];
  if (record.side_count == 0) return;
  const ReachSide& first = table.sides[record.first_side];
  prefetch(table.edges.data() + first.first_edge,
           std::min<std::size_t>(4 * record.side_count, 32) * sizeof(ReachPlane));
}

void flood_cells(const Level& level, const ReachTable& table, const TouchShape& shape,
                 std::uint32_t home, CellSet& set) noexcept {
  set.add(home);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const CellView view(level, table, shape, set[i]);
    for (const ReachSide& side : view.sides())
      if (side.behind != kNone && !set.contains(side.behind) && gap_to_side(view, side, 0.0) <= 0.0)
        set.add(side.behind);
  }
}

TouchShape ball_shape(glm::dvec3 center, double radius) noexcept {
  return {ObjectKind::Sphere, center, {radius, 0.0, 0.0}, {}};
}

TouchShape path_shape(glm::dvec3 from, glm::dvec3 to, double radius) noexcept {
  const glm::dvec3 d = to - from;
  const double far = glm::length(d);
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
    moved += glm::length(now[i] - before[i]) * double{slot.half[static_cast<int>(i)]};
  }
  return static_cast<float>(moved);
}

}  // namespace playset
