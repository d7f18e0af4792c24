// src/geom/ray_tests.cpp - traces by slabs and quadratics; sweeps as traces of shapes grown by the
// radius.
#include "playset/geom/ray_tests.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "core/is_finite.h"

namespace playset {
namespace {

using Hit = std::optional<ShapeHit>;

glm::dvec3 unit(glm::dvec3 v) noexcept {
  const double length = std::sqrt(glm::dot(v, v));
  return length > 0.0 ? v / length : glm::dvec3(0.0);
}

bool finite(const LineSegment& s) noexcept { return is_finite(s.from) && is_finite(s.to); }

glm::dvec3 point_at(const LineSegment& s, double t) noexcept {
  return s.from + (s.to - s.from) * t;
}

ShapeHit inside_hit(const LineSegment& path) noexcept {
  return {0.0, path.from, unit(path.from - path.to), true};
}

void keep_first(Hit& best, const Hit& other) noexcept {
  if (other && (!best || other->t < best->t)) best = other;
}

// First t in [0, 1] at which |m + t d| = r, for a start outside.
std::optional<double> entry(glm::dvec3 m, glm::dvec3 d, double r) noexcept {
  const double dd = glm::dot(d, d), md = glm::dot(m, d);
  if (dd <= 0.0 || md >= 0.0) return std::nullopt;
  const double nearest = -md / dd;
  const glm::dvec3 miss =
      m + d * nearest;  // from the nearest approach: exact enough for long paths
  const double h2 = r * r - glm::dot(miss, miss);
  if (h2 < 0.0) return std::nullopt;
  const double t = nearest - std::sqrt(h2 / dd);
  if (t > 1.0) return std::nullopt;
  return std::max(t, 0.0);
}

Hit sphere_entry(const LineSegment& path, const Sphere& sphere) noexcept {
  const auto t = entry(path.from - sphere.center, path.to - path.from, sphere.radius);
  if (!t) return std::nullopt;
  const glm::dvec3 normal = unit(point_at(path, *t) - sphere.center);
  return ShapeHit{*t, sphere.center + normal * sphere.radius, normal, false};
}

// The side of the cylinder round the axis, without its ends.
Hit cylinder_entry(const LineSegment& path, const Capsule& capsule) noexcept {
  const glm::dvec3 axis = capsule.axis.to - capsule.axis.from;
  const double aa = glm::dot(axis, axis);
  if (aa <= 0.0) return std::nullopt;
  const auto across = [&](glm::dvec3 v) { return v - axis * (glm::dot(v, axis) / aa); };
  const auto t =
      entry(across(path.from - capsule.axis.from), across(path.to - path.from), capsule.radius);
  if (!t) return std::nullopt;
  const glm::dvec3 at = point_at(path, *t);
  const double along = glm::dot(at - capsule.axis.from, axis);
  if (along < 0.0 || along > aa) return std::nullopt;
  const glm::dvec3 normal = unit(across(at - capsule.axis.from));
  return ShapeHit{*t, at, normal, false};
}

Hit capsule_entry(const LineSegment& path, const Capsule& capsule) noexcept {
  Hit best = cylinder_entry(path, capsule);
  keep_first(best, sphere_entry(path, {capsule.axis.from, capsule.radius}));
  keep_first(best, sphere_entry(path, {capsule.axis.to, capsule.radius}));
  return best;
}

// What a sweep answers for a start within reach: nothing when it leaves, a hit at 0 when it comes
// nearer.
struct StartContact {
  bool touches = false;
  Hit hit;
};

// `near` is the nearest point of the standing shape; where the centre is on it, the fallback is the
// direction out.
StartContact start_contact(glm::dvec3 center, glm::dvec3 motion, glm::dvec3 near, double reach,
                           glm::dvec3 fallback_normal) noexcept {
  const glm::dvec3 away = center - near;
  const double distance2 = glm::dot(away, away);
  if (distance2 > reach * reach) return {};
  const glm::dvec3 normal = distance2 > 0.0 ? unit(away) : fallback_normal;
  if (glm::dot(motion, normal) >= 0.0) return {true, std::nullopt};
  return {true, ShapeHit{0.0, near, normal, true}};
}

bool in_triangle(const Triangle& t, glm::dvec3 normal, glm::dvec3 p) noexcept {
  for (std::size_t i = 0; i < 3; ++i) {
    if (glm::dot(glm::cross(normal, t[(i + 1) % 3] - t[i]), p - t[i]) < 0.0) return false;
  }
  return true;
}

// Touching the inside of a flat triangle with a sphere.
Hit face_entry(const LineSegment& path, double radius, const Triangle& triangle) noexcept {
  const glm::dvec3 normal = triangle_normal(triangle);
  const double height = glm::dot(normal, path.from - triangle[0]);
  const glm::dvec3 up = height < 0.0 ? -normal : normal;
  const double speed = glm::dot(up, path.from - path.to), gap = std::fabs(height) - radius;
  if (gap < 0.0 || speed <= 0.0 || gap > speed) return std::nullopt;
  const double t = gap / speed;
  const glm::dvec3 contact = point_at(path, t) - up * radius;
  if (!in_triangle(triangle, normal, contact)) return std::nullopt;
  return ShapeHit{t, contact, up, false};
}

// The rounded triangle, for a start outside it: its flat faces first, which nothing can be before,
// then its edges.
Hit rounded_entry(const LineSegment& path, double radius, const Triangle& triangle) noexcept {
  if (const Hit face = face_entry(path, radius, triangle)) return face;
  Hit best;
  for (std::size_t i = 0; i < 3; ++i) {
    keep_first(best, cylinder_entry(path, {{triangle[i], triangle[(i + 1) % 3]}, radius}));
    keep_first(best, sphere_entry(path, {triangle[i], radius}));
  }
  if (best) best->point -= best->normal * radius;
  return best;
}

// Against the sweep of `base` along `-axis`: what touches it first of a sphere at axis.from is what
// the capsule touches first.
Hit prism_entry(const LineSegment& path, double radius, const Triangle& base,
                glm::dvec3 axis) noexcept {
  const Triangle far = {base[0] - axis, base[1] - axis, base[2] - axis};
  Hit best = face_entry(path, radius, base);
  keep_first(best, face_entry(path, radius, far));
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t k = (i + 1) % 3;
    keep_first(best, face_entry(path, radius, {base[i], base[k], far[k]}));
    keep_first(best, face_entry(path, radius, {base[i], far[k], far[i]}));
    keep_first(best, cylinder_entry(path, {{base[i], base[k]}, radius}));
    keep_first(best, cylinder_entry(path, {{far[i], far[k]}, radius}));
    keep_first(best, cylinder_entry(path, {{base[i], far[i]}, radius}));
    keep_first(best, sphere_entry(path, {base[i], radius}));
    keep_first(best, sphere_entry(path, {far[i], radius}));
  }
  return best;
}

LineSegment moved(const LineSegment& s, glm::dvec3 by) noexcept { return {s.from + by, s.to + by}; }

}  // namespace

std::optional<ShapeHit> trace_plane(const LineSegment& path, const Plane& plane) noexcept {
  if (!finite(path)) return std::nullopt;
  const double from = signed_distance(plane, path.from), to = signed_distance(plane, path.to);
  if (from == to || (from > 0.0 && to > 0.0) || (from < 0.0 && to < 0.0)) return std::nullopt;
  const double t = from / (from - to);
  const bool front = from > 0.0 || (from == 0.0 && to < 0.0);
  return ShapeHit{t, point_at(path, t), front ? plane.normal : -plane.normal, from == 0.0};
}

std::optional<ShapeHit> trace_triangle(const LineSegment& path, const Triangle& triangle) noexcept {
  const glm::dvec3 normal = triangle_normal(triangle);
  if (normal == glm::dvec3(0.0)) return std::nullopt;
  Hit hit = trace_plane(path, {normal, glm::dot(normal, triangle[0])});
  if (hit && !in_triangle(triangle, normal, hit->point)) return std::nullopt;
  return hit;
}

std::optional<ShapeHit> trace_sphere(const LineSegment& path, const Sphere& sphere) noexcept {
  if (!finite(path)) return std::nullopt;
  const glm::dvec3 m = path.from - sphere.center;
  if (glm::dot(m, m) <= sphere.radius * sphere.radius) return inside_hit(path);
  return sphere_entry(path, sphere);
}

std::optional<ShapeHit> trace_capsule(const LineSegment& path, const Capsule& capsule) noexcept {
  if (!finite(path)) return std::nullopt;
  const glm::dvec3 m = path.from - nearest_point(capsule.axis, path.from);
  if (glm::dot(m, m) <= capsule.radius * capsule.radius) return inside_hit(path);
  return capsule_entry(path, capsule);
}

std::optional<ShapeHit> trace_box(const LineSegment& path, const Box& box) noexcept {
  if (!finite(path)) return std::nullopt;
  const glm::dvec3 d = path.to - path.from;
  double enter = -1.0, leave = 1.0;
  int axis = 0;
  for (int k = 0; k < 3; ++k) {
    if (std::fabs(d[k]) < 1e-300) {
      if (path.from[k] < box.low[k] || path.from[k] > box.high[k]) return std::nullopt;
      continue;
    }
    const double a = (box.low[k] - path.from[k]) / d[k], b = (box.high[k] - path.from[k]) / d[k];
    if (std::min(a, b) > enter) {
      enter = std::min(a, b);
      axis = k;
    }
    leave = std::min(leave, std::max(a, b));
  }
  if (enter > leave || leave < 0.0) return std::nullopt;
  if (enter <= 0.0) return inside_hit(path);
  glm::dvec3 normal(0.0), point = point_at(path, enter);
  normal[axis] = d[axis] > 0.0 ? -1.0 : 1.0;
  point[axis] = d[axis] > 0.0 ? box.low[axis] : box.high[axis];
  return ShapeHit{enter, point, normal, false};
}

std::optional<ShapeHit> sweep_sphere(const LineSegment& path, double radius,
                                     const Plane& plane) noexcept {
  if (!finite(path)) return std::nullopt;
  const double height = signed_distance(plane, path.from);
  const glm::dvec3 up = height < 0.0 ? -plane.normal : plane.normal, motion = path.to - path.from;
  const double speed = -glm::dot(up, motion), gap = std::fabs(height) - radius;
  if (speed <= 0.0 || gap > speed) return std::nullopt;
  if (gap <= 0.0) return ShapeHit{0.0, path.from - up * std::fabs(height), up, true};
  const double t = gap / speed;
  return ShapeHit{t, point_at(path, t) - up * radius, up, false};
}

std::optional<ShapeHit> sweep_sphere(const LineSegment& path, double radius,
                                     const Triangle& triangle) noexcept {
  if (!finite(path)) return std::nullopt;
  const glm::dvec3 motion = path.to - path.from;
  const glm::dvec3 face = triangle_normal(triangle);
  const glm::dvec3 against = glm::dot(face, motion) > 0.0 ? -face : face;
  const StartContact start =
      start_contact(path.from, motion, nearest_point(triangle, path.from), radius, against);
  return start.touches ? start.hit : rounded_entry(path, radius, triangle);
}

std::optional<ShapeHit> sweep_sphere(const LineSegment& path, double radius,
                                     const Sphere& sphere) noexcept {
  return sweep_sphere(path, radius, Capsule{{sphere.center, sphere.center}, sphere.radius});
}

std::optional<ShapeHit> sweep_sphere(const LineSegment& path, double radius,
                                     const Capsule& capsule) noexcept {
  if (!finite(path)) return std::nullopt;
  const double reach = radius + capsule.radius;
  const glm::dvec3 motion = path.to - path.from;
  const StartContact start = start_contact(
      path.from, motion, nearest_point(capsule.axis, path.from), reach, unit(-motion));
  Hit hit = start.touches ? start.hit : capsule_entry(path, {capsule.axis, reach});
  if (hit)
    hit->point = nearest_point(capsule.axis, point_at(path, hit->t)) + hit->normal * capsule.radius;
  return hit;
}

std::optional<ShapeHit> sweep_sphere(const LineSegment& path, double radius,
                                     const Box& box) noexcept {
  if (!finite(path)) return std::nullopt;
  const glm::dvec3 motion = path.to - path.from;
  const auto nearest = [&](glm::dvec3 p) {
    return glm::dvec3(std::clamp(p.x, box.low.x, box.high.x),
                      std::clamp(p.y, box.low.y, box.high.y),
                      std::clamp(p.z, box.low.z, box.high.z));
  };
  const StartContact start =
      start_contact(path.from, motion, nearest(path.from), radius, unit(-motion));
  if (start.touches) return start.hit;
  const Hit grown = trace_box(path, {box.low - radius, box.high + radius});
  if (!grown) return std::nullopt;
  const glm::dvec3 at = point_at(path, grown->t), off = at - nearest(at);
  const int outside = (off.x != 0.0) + (off.y != 0.0) + (off.z != 0.0);
  if (outside <= 1) return ShapeHit{grown->t, nearest(at), grown->normal, false};
  Hit best;
  for (int k = 0; k < 3; ++k) {  // four edges along each axis
    for (int corner = 0; corner < 4; ++corner) {
      LineSegment edge{box.low, box.low};
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      edge.from[u] = (corner & 1) != 0 ? box.high[u] : box.low[u];
      edge.from[v] = (corner & 2) != 0 ? box.high[v] : box.low[v];
      edge.to = edge.from;
      edge.to[k] = box.high[k];
      keep_first(best, capsule_entry(path, {edge, radius}));
    }
  }
  if (best) best->point = nearest(point_at(path, best->t));
  return best;
}

std::optional<ShapeHit> sweep_capsule(const Capsule& moving, glm::dvec3 motion,
                                      const Plane& plane) noexcept {
  if (!finite(moving.axis) || !finite({motion, motion})) return std::nullopt;
  const double from = std::fabs(signed_distance(plane, moving.axis.from));
  const double to = std::fabs(signed_distance(plane, moving.axis.to));
  const bool straddles =
      signed_distance(plane, moving.axis.from) * signed_distance(plane, moving.axis.to) < 0.0;
  const glm::dvec3 low = from <= to ? moving.axis.from : moving.axis.to;
  Hit hit = sweep_sphere({low, low + motion}, moving.radius, plane);
  if (hit && straddles) hit->t = 0.0, hit->started_in = true;
  return hit;
}

std::optional<ShapeHit> sweep_capsule(const Capsule& moving, glm::dvec3 motion,
                                      const Triangle& triangle) noexcept {
  const LineSegment path{moving.axis.from, moving.axis.from + motion};
  if (!finite(path) || !finite(moving.axis)) return std::nullopt;
  const ClosestPoints near = nearest_points(moving.axis, triangle);
  const glm::dvec3 face = triangle_normal(triangle);
  const glm::dvec3 against = glm::dot(face, motion) > 0.0 ? -face : face;
  const StartContact start =
      start_contact(near.on_first, motion, near.on_second, moving.radius, against);
  if (start.touches) return start.hit;
  Hit hit = prism_entry(path, moving.radius, triangle, moving.axis.to - moving.axis.from);
  if (hit) hit->point = nearest_points(moved(moving.axis, motion * hit->t), triangle).on_second;
  return hit;
}

std::optional<ShapeHit> sweep_capsule(const Capsule& moving, glm::dvec3 motion,
                                      const Sphere& sphere) noexcept {
  return sweep_capsule(moving, motion, Capsule{{sphere.center, sphere.center}, sphere.radius});
}

std::optional<ShapeHit> sweep_capsule(const Capsule& moving, glm::dvec3 motion,
                                      const Capsule& capsule) noexcept {
  const LineSegment path{moving.axis.from, moving.axis.from + motion};
  if (!finite(path) || !finite(moving.axis)) return std::nullopt;
  const double reach = moving.radius + capsule.radius;
  const ClosestPoints near = nearest_points(moving.axis, capsule.axis);
  const StartContact start =
      start_contact(near.on_first, motion, near.on_second, reach, unit(-motion));
  Hit hit = start.hit;
  if (!start.touches) {  // a sphere against the parallelogram between the two axes
    const glm::dvec3 a = capsule.axis.from, b = capsule.axis.to,
                     axis = moving.axis.to - moving.axis.from;
    hit = rounded_entry(path, reach, {a, b, b - axis});
    keep_first(hit, rounded_entry(path, reach, {a, b - axis, a - axis}));
  }
  if (hit) {
    const glm::dvec3 on_axis =
        nearest_points(moved(moving.axis, motion * hit->t), capsule.axis).on_second;
    hit->point = on_axis + hit->normal * capsule.radius;
  }
  return hit;
}

}  // namespace playset
