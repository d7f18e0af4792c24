// Capsules by their ends, their axis and the parallelogram it sweeps along an edge; boxes by
// separating axes.
#include "level/body_shapes.h"

#include <algorithm>

#include "playset/geom/distance.h"

namespace playset {
namespace {

bool within(const SidePolygon& side, glm::dvec3 p, double margin) noexcept {
  double t0 = 0.0, t1 = 0.0;
  return clip_above(side, p, glm::dvec3(0.0), margin, t0, t1);
}

void keep_earlier(bool& any, Meeting& best, bool met, const Meeting& other) noexcept {
  if (met && (!any || other.t < best.t)) best = other;
  any |= met;
}

// ---- capsules

// The contact's point and normal for a capsule that touches the edge at its middle `center`.
bool capsule_contact(const EdgeLine& edge, glm::dvec3 center, glm::dvec3 half, double limit,
                     Contact& out) noexcept {
  const ClosestPoints near = nearest_points(LineSegment{center - half, center + half},
                                            LineSegment{edge.a, edge.a + edge.run});
  if (near.distance2 > limit * limit) return false;
  const glm::dvec3 away = near.on_first - near.on_second;
  if (!edge.faces(away)) return false;
  const double distance = std::sqrt(near.distance2);
  out = {near.on_second, distance > 0.0 ? away / distance : edge.outward(), limit - distance,
         false};
  return true;
}

// When the inside of the axis comes within reach of the inside of the edge.
bool axis_meets_edge(const EdgeLine& edge, const Motion& motion, glm::dvec3 half, double radius,
                     double until, double& t) noexcept {
  const glm::dvec3 across = glm::cross(edge.run, half);
  const double length = glm::length(across);
  if (!(length > 1e-12)) return false;
  const glm::dvec3 n = across / length, m = motion.from - edge.a;
  const double height = glm::dot(n, m), speed = -glm::dot(n, motion.by) * (height < 0.0 ? -1 : 1);
  const double gap = std::fabs(height) - radius;
  if (gap < 0.0 || !(speed > 0.0) || gap > speed * until) return false;
  t = gap / speed;
  const glm::dvec3 at = m + motion.by * t;
  const double hh = glm::dot(half, half), he = glm::dot(half, edge.run);
  const double ee = glm::dot(edge.run, edge.run), mh = glm::dot(at, half);
  const double me = glm::dot(at, edge.run), det = hh * ee - he * he;
  const double on_axis = he * me - ee * mh, on_edge = hh * me - he * mh;
  return std::fabs(on_axis) <= det && on_edge >= 0.0 && on_edge <= det;
}

// When the side of the capsule, without its ends, comes to a point.
bool axis_meets_point(glm::dvec3 point, const Motion& motion, glm::dvec3 half, double radius,
                      double until, double& t) noexcept {
  if (glm::dot(half, half) <= 0.0) return false;
  const Motion back{point, -motion.by, motion.length};
  double along = 0.0;
  return sphere_meets_line(motion.from - half, half * 2.0, back, radius, until, t, along) &&
         t > 0.0 && along >= 0.0 && along <= 1.0;
}

// ---- boxes

// The times in which two shapes overlap, axis by axis; and the axis on which they do last.
struct AxisSearch {
  double enter = -1e300, leave = 1e300;
  glm::dvec3 enter_axis{0.0};  // towards the box
  double depth = 1e300;        // least overlap at t = 0
  glm::dvec3 depth_axis{0.0};
  bool apart = false;

  // The box's middle lies `from` along `axis` from the interval [low, high] of the other, reaches
  // `reach` to both sides and moves by `by`.
  void look(glm::dvec3 axis, double from, double by, double reach, double low, double high,
            double slack) noexcept {
    const double below = from + reach - low, above = high - (from - reach);  // overlap if both > 0
    const bool up = above <= below;
    if (std::min(below, above) < depth) {
      depth = std::min(below, above);
      depth_axis = up ? axis : -axis;
    }
    if (std::fabs(by) < 1e-15 * (1.0 + std::fabs(from))) {
      apart |= below < -slack || above < -slack;
      return;
    }
    const double t_in = by > 0.0 ? -below / by : above / by;
    const double t_out = by > 0.0 ? above / by : -below / by;
    if (t_in > enter) {
      enter = t_in;
      enter_axis = by > 0.0 ? -axis : axis;
    }
    leave = std::min(leave, t_out);
  }
};

struct Span {
  double low = 1e300, high = -1e300;
  void add(double x) noexcept {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};

// Box against segment: three face normals and three crosses.
AxisSearch search_edge(const BoxShape& box, const EdgeLine& edge, glm::dvec3 from,
                       glm::dvec3 by) noexcept {
  AxisSearch search;
  const auto look = [&](glm::dvec3 axis) {
    const double length = glm::length(axis);
    if (length < 1e-9) return;
    axis = axis / length;
    Span span;
    span.add(glm::dot(axis, edge.a));
    span.add(glm::dot(axis, edge.a + edge.run));
    search.look(axis, glm::dot(axis, from), glm::dot(axis, by), box.reach(axis), span.low,
                span.high, 0.0);
  };
  const glm::dvec3 run = edge.run / glm::length(edge.run);
  for (const glm::dvec3& axis : box.axes) {
    look(axis);
    look(glm::cross(run, axis));
  }
  return search;
}

// Box against polygon: the same, the polygon's normal, and every edge's crosses.
AxisSearch search_side(const BoxShape& box, const SidePolygon& side, glm::dvec3 from, glm::dvec3 by,
                       double grow) noexcept {
  AxisSearch search;
  const auto look = [&](glm::dvec3 axis) {
    const double length = glm::length(axis);
    if (length < 1e-9) return;
    axis = axis / length;
    Span span;
    for (std::size_t i = 0; i < side.size(); ++i) span.add(glm::dot(axis, side.corner(i)));
    search.look(axis, glm::dot(axis, from), glm::dot(axis, by), box.reach(axis) + grow, span.low,
                span.high, 0.0);
  };
  look(side.n);
  for (const glm::dvec3& axis : box.axes) {
    look(axis);
    for (std::size_t i = 0; i < side.size(); ++i) {
      const glm::dvec3 run = side.corner(i + 1) - side.corner(i);
      look(glm::cross(run / glm::length(run), axis));
    }
  }
  return search;
}

// The middle of what the box, just touching the edge, touches of it.
glm::dvec3 touched_point(const BoxShape& box, const EdgeLine& edge, glm::dvec3 center) noexcept {
  const double length = glm::length(edge.run);
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 axis = box.axes[static_cast<std::size_t>(i)];
    const double at = glm::dot(axis, edge.a - center), speed = glm::dot(axis, edge.run);
    const double reach = box.half[i] + 1e-6 * (1.0 + box.half[i]);
    if (std::fabs(speed) < 1e-12 * length) continue;
    const double u = (-reach - at) / speed, v = (reach - at) / speed;
    low = std::max(low, std::min(u, v));
    high = std::min(high, std::max(u, v));
  }
  return edge.a + edge.run * std::clamp(0.5 * (low + high), 0.0, 1.0);
}

}  // namespace

bool SphereShape::nears(const SidePolygon& side, glm::dvec3 from, glm::dvec3 by) const noexcept {
  const double limit = radius + kReach;
  return segment_to_side(side, from, by).distance2 <= limit * limit;
}

bool CapsuleShape::nears(const SidePolygon& side, glm::dvec3 from, glm::dvec3 by) const noexcept {
  const double limit = (radius + kReach) * (radius + kReach);
  if (segment_to_side(side, from, by).distance2 <= limit) return true;
  const glm::dvec3 a = from - half, b = from + half, c = b + by, d = a + by;
  for (std::size_t i = 1; i + 1 < side.size(); ++i) {
    const Triangle part = {side.corner(0), side.corner(i), side.corner(i + 1)};
    if (nearest_points(Triangle{a, b, c}, part).distance2 <= limit) return true;
    if (nearest_points(Triangle{a, c, d}, part).distance2 <= limit) return true;
  }
  return false;
}

bool CapsuleShape::on_face(const SidePolygon& side, glm::dvec3 center,
                           Contact& out) const noexcept {
  const double height = side.height(center), rise = glm::dot(side.n, half);
  if (height < -kOnWall || side.n == glm::dvec3(0.0)) return false;
  const glm::dvec3 low = rise > 0.0 ? -half : half;
  const double lowest = height - std::fabs(rise);
  if (lowest > radius) return false;
  if (lowest < -kOnWall) {  // the axis passes through the plane: where?
    const glm::dvec3 at = center + low * (height / (height - lowest));
    if (!within(side, at, 0.0)) return false;
    out = {at, side.n, radius - lowest, false};
    return true;
  }
  bool any = false;
  for (const glm::dvec3 end : {low, -low}) {
    Contact contact;
    if (!sphere_on_face(side, center + end, radius, contact)) continue;
    if (!any || contact.depth > out.depth) out = contact;
    any = true;
  }
  return any;
}

bool CapsuleShape::on_edge(const EdgeLine& edge, glm::dvec3 center, Contact& out) const noexcept {
  return capsule_contact(edge, center, half, radius, out);
}

bool CapsuleShape::meets_face(const SidePolygon& side, const Motion& motion, double until,
                              Meeting& out) const noexcept {
  bool any = false;
  for (const glm::dvec3 end : {half, -half}) {
    Meeting one;
    const Motion moved{motion.from + end, motion.by, motion.length};
    const bool met = sphere_meets_face(side, moved, radius, until, one);
    keep_earlier(any, out, met, one);
  }
  return any;
}

bool CapsuleShape::meets_edge(const EdgeLine& edge, const Motion& motion, double until,
                              Meeting& out) const noexcept {
  double first = until, t = 0.0, along = 0.0;
  bool any = false;
  const auto keep = [&](bool met) {
    if (!met || t > first) return;
    first = t;
    any = true;
  };
  for (const glm::dvec3 end : {half, -half}) {
    const Motion moved{motion.from + end, motion.by, motion.length};
    keep(sphere_meets_line(edge.a, edge.run, moved, radius, first, t, along) && t > 0.0 &&
         along >= 0.0 && along <= 1.0);
    for (const double corner : {0.0, 1.0})
      keep(sphere_meets_point(edge.a + edge.run * corner, moved, radius, first, t));
  }
  keep(axis_meets_edge(edge, motion, half, radius, first, t));
  for (const double corner : {0.0, 1.0})
    keep(axis_meets_point(edge.a + edge.run * corner, motion, half, radius, first, t));
  Contact contact;
  const glm::dvec3 center = motion.from + motion.by * first;
  if (!any || !capsule_contact(edge, center, half, radius + 1e-6 * (1.0 + radius), contact))
    return false;
  out = {first, contact.point, contact.normal};
  return true;
}

bool BoxShape::nears(const SidePolygon& side, glm::dvec3 from, glm::dvec3 by) const noexcept {
  const AxisSearch search = search_side(*this, side, from, by, kReach);
  return !search.apart && search.enter <= search.leave && search.enter <= 1.0 &&
         search.leave >= 0.0;
}

bool BoxShape::on_face(const SidePolygon& side, glm::dvec3 center, Contact& out) const noexcept {
  const double height = side.height(center), lowest = height - reach(side.n);
  if (height < -kOnWall || lowest > 0.0 || side.n == glm::dvec3(0.0)) return false;
  const AxisSearch search = search_side(*this, side, center, glm::dvec3(0.0), 0.0);
  if (search.depth < 0.0) return false;
  glm::dvec3 sum(0.0);
  int count = 0;
  for (int i = 0; i < 8; ++i) {
    const glm::dvec3 at = center + corner(i);
    if (side.height(at) > lowest + 1e-9 || !within(side, at, 1e-9)) continue;
    sum += at;
    ++count;
  }
  if (count == 0) return false;
  const glm::dvec3 low = sum / static_cast<double>(count);
  const bool rim = search.depth < -lowest * 0.999 - 1e-9;
  out = {low - side.n * side.height(low), side.n, -lowest, rim};
  return true;
}

bool BoxShape::on_edge(const EdgeLine& edge, glm::dvec3 center, Contact& out) const noexcept {
  const AxisSearch search = search_edge(*this, edge, center, glm::dvec3(0.0));
  if (search.depth < 0.0 || !edge.faces(search.depth_axis)) return false;
  out = {touched_point(*this, edge, center), search.depth_axis, search.depth, false};
  return true;
}

bool BoxShape::meets_face(const SidePolygon& side, const Motion& motion, double until,
                          Meeting& out) const noexcept {
  bool any = false;
  for (int i = 0; i < 8; ++i) {
    Meeting one;
    const Motion moved{motion.from + corner(i), motion.by, motion.length};
    const bool met = sphere_meets_face(side, moved, 0.0, until, one);
    keep_earlier(any, out, met, one);
  }
  return any;
}

bool BoxShape::meets_edge(const EdgeLine& edge, const Motion& motion, double until,
                          Meeting& out) const noexcept {
  const AxisSearch search = search_edge(*this, edge, motion.from, motion.by);
  if (search.apart || !(search.enter >= 0.0) || search.enter > search.leave ||
      search.enter > until || !edge.faces(search.enter_axis))
    return false;
  const glm::dvec3 center = motion.from + motion.by * search.enter;
  out = {search.enter, touched_point(*this, edge, center), search.enter_axis};
  return true;
}

}  // namespace playset
