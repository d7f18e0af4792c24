// src/geom/distance.cpp - closest points by regions (Ericson), with the degenerate cases falling
// through to simpler shapes.
#include "playset/geom/distance.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace playset {
namespace {

glm::dvec3 point_at(const LineSegment& s, double t) noexcept {
  return s.from + (s.to - s.from) * t;
}

ClosestPoints pair_of(glm::dvec3 a, glm::dvec3 b) noexcept {
  const glm::dvec3 d = b - a;
  return {a, b, glm::dot(d, d)};
}

void keep_nearer(ClosestPoints& best, const ClosestPoints& other) noexcept {
  if (other.distance2 < best.distance2) best = other;
}

LineSegment edge_of(const Triangle& t, std::size_t i) noexcept { return {t[i], t[(i + 1) % 3]}; }

// Where the segment passes through the inside of the triangle; false where it does not or lies in
// its plane.
bool crossing(const LineSegment& s, const Triangle& t, glm::dvec3& at) noexcept {
  const glm::dvec3 normal = triangle_normal(t);
  const double from = glm::dot(normal, s.from - t[0]), to = glm::dot(normal, s.to - t[0]);
  if (from * to > 0.0 || from == to) return false;
  at = point_at(s, from / (from - to));
  for (std::size_t i = 0; i < 3; ++i) {
    const glm::dvec3 edge = t[(i + 1) % 3] - t[i];
    if (glm::dot(glm::cross(normal, edge), at - t[i]) < 0.0) return false;
  }
  return true;
}

}  // namespace

glm::dvec3 triangle_normal(const Triangle& triangle) noexcept {
  const glm::dvec3 a = triangle[1] - triangle[0], b = triangle[2] - triangle[0];
  const glm::dvec3 normal = glm::cross(a, b);
  const double length2 = glm::dot(normal, normal);
  return length2 > 1e-16 * glm::dot(a, a) * glm::dot(b, b) ? normal / std::sqrt(length2)
                                                           : glm::dvec3(0.0);
}

double nearest_parameter(const LineSegment& segment, glm::dvec3 p) noexcept {
  const glm::dvec3 d = segment.to - segment.from;
  const double length2 = glm::dot(d, d);
  if (length2 <= 0.0) return 0.0;
  return std::clamp(glm::dot(p - segment.from, d) / length2, 0.0, 1.0);
}

glm::dvec3 nearest_point(const LineSegment& segment, glm::dvec3 p) noexcept {
  return point_at(segment, nearest_parameter(segment, p));
}

glm::dvec3 nearest_point(const Triangle& triangle, glm::dvec3 p) noexcept {
  const glm::dvec3 normal = triangle_normal(triangle);
  bool inside = normal != glm::dvec3(0.0);
  for (std::size_t i = 0; i < 3 && inside; ++i) {
    const glm::dvec3 edge = triangle[(i + 1) % 3] - triangle[i];
    inside = glm::dot(glm::cross(normal, edge), p - triangle[i]) >= 0.0;
  }
  if (inside) return p - normal * glm::dot(normal, p - triangle[0]);
  ClosestPoints best = pair_of(p, nearest_point(edge_of(triangle, 0), p));
  keep_nearer(best, pair_of(p, nearest_point(edge_of(triangle, 1), p)));
  keep_nearer(best, pair_of(p, nearest_point(edge_of(triangle, 2), p)));
  return best.on_second;
}

ClosestPoints nearest_points(const LineSegment& a, const LineSegment& b) noexcept {
  const glm::dvec3 da = a.to - a.from, db = b.to - b.from, between = a.from - b.from;
  const double aa = glm::dot(da, da), bb = glm::dot(db, db), ab = glm::dot(da, db);
  const double a_in = glm::dot(da, between), b_in = glm::dot(db, between);
  const double determinant = aa * bb - ab * ab;
  double s = 0.0;
  if (determinant > 1e-14 * aa * bb)
    s = std::clamp((ab * b_in - a_in * bb) / determinant, 0.0, 1.0);
  ClosestPoints best = pair_of(point_at(a, s), nearest_point(b, point_at(a, s)));
  best = pair_of(nearest_point(a, best.on_second), best.on_second);
  if (determinant > 1e-6 * aa * bb) return best;
  // Nearly parallel: the solution above is uncertain, an end is as near.
  keep_nearer(best, pair_of(a.from, nearest_point(b, a.from)));
  keep_nearer(best, pair_of(a.to, nearest_point(b, a.to)));
  keep_nearer(best, pair_of(nearest_point(a, b.from), b.from));
  keep_nearer(best, pair_of(nearest_point(a, b.to), b.to));
  return best;
}

ClosestPoints nearest_points(const LineSegment& segment, const Triangle& triangle) noexcept {
  glm::dvec3 at;
  if (crossing(segment, triangle, at)) return {at, at, 0.0};
  ClosestPoints best = pair_of(segment.from, nearest_point(triangle, segment.from));
  keep_nearer(best, pair_of(segment.to, nearest_point(triangle, segment.to)));
  for (std::size_t i = 0; i < 3; ++i)
    keep_nearer(best, nearest_points(segment, edge_of(triangle, i)));
  return best;
}

ClosestPoints nearest_points(const Triangle& a, const Triangle& b) noexcept {
  ClosestPoints best = nearest_points(edge_of(a, 0), b);
  keep_nearer(best, nearest_points(edge_of(a, 1), b));
  keep_nearer(best, nearest_points(edge_of(a, 2), b));
  for (std::size_t i = 0; i < 3; ++i) {
    const ClosestPoints other = nearest_points(edge_of(b, i), a);
    keep_nearer(best, {other.on_second, other.on_first, other.distance2});
  }
  return best;
}

}  // namespace playset
