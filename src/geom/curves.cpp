// src/geom/curves.cpp - Bernstein forms, Gauss-Legendre lengths, Newton for constant speed,
// Catmull-Rom as Bezier.
#include "playset/geom/curves.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace playset {
namespace {

double clamped(double t) noexcept { return std::isfinite(t) ? std::clamp(t, 0.0, 1.0) : 0.0; }

glm::dvec3 unit_or_zero(glm::dvec3 v) noexcept {
  const double length = glm::length(v);
  return length > 0.0 ? v / length : glm::dvec3(0.0);
}

// The first that is longer than `least`, as a unit vector, or zero.
template <std::size_t N>
glm::dvec3 first_direction(const std::array<glm::dvec3, N>& candidates, double least) noexcept {
  for (const glm::dvec3& v : candidates) {
    if (glm::length(v) > least) return unit_or_zero(v);
  }
  return glm::dvec3(0.0);
}

// Largest distance between control points: what "zero" is measured against.
double size_of(const CubicBezier& c) noexcept {
  return std::max({glm::length(c.p1 - c.p0), glm::length(c.p2 - c.p0), glm::length(c.p3 - c.p0)});
}

glm::dvec3 between(glm::dvec3 a, glm::dvec3 b, double t) noexcept { return a + (b - a) * t; }

// Length from t0 to t1 by five Gauss-Legendre points.
double length_between(const CubicBezier& curve, double t0, double t1) noexcept {
  constexpr std::array<double, 3> kAt = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr std::array<double, 3> kWeight = {0.5688888888888889, 0.4786286704993665,
                                             0.2369268850561891};
  const double middle = (t0 + t1) * 0.5, half = (t1 - t0) * 0.5;
  double sum = kWeight[0] * glm::length(curve_derivative(curve, middle));
  for (std::size_t i = 1; i < 3; ++i) {
    sum += kWeight[i] * (glm::length(curve_derivative(curve, middle - half * kAt[i])) +
                         glm::length(curve_derivative(curve, middle + half * kAt[i])));
  }
  return sum * half;
}

// Widens the bounds on one axis at the roots of the derivative a t^2 + b t + c.
void widen_at_roots(const CubicBezier& curve, int axis, CurveBounds& bounds) noexcept {
  const double d0 = curve.p1[axis] - curve.p0[axis], d1 = curve.p2[axis] - curve.p1[axis],
               d2 = curve.p3[axis] - curve.p2[axis];
  const double a = d0 - 2.0 * d1 + d2, b = 2.0 * (d1 - d0), c = d0;
  const double discriminant = b * b - 4.0 * a * c;
  if (discriminant < 0.0) return;
  const double q = -0.5 * (b + (b < 0.0 ? -1.0 : 1.0) * std::sqrt(discriminant));
  const auto widen = [&](double numerator, double denominator) {
    if (std::fabs(numerator) >= std::fabs(denominator) || denominator == 0.0)
      return;  // |t| >= 1, or none
    const double t = numerator / denominator;
    if (t <= 0.0) return;
    const double x = curve_point(curve, t)[axis];
    bounds.low[axis] = std::min(bounds.low[axis], x);
    bounds.high[axis] = std::max(bounds.high[axis], x);
  };
  widen(q, a);
  widen(c, q);
}

// Knot interval between two points.
double knot_step(glm::dvec3 a, glm::dvec3 b, KnotSpacing spacing) noexcept {
  if (spacing == KnotSpacing::Uniform) return 1.0;
  const double distance = glm::length(b - a);
  return spacing == KnotSpacing::Chordal ? distance : std::sqrt(distance);
}

// Derivative at b per knot unit, of the parabola through three points; one-sided where two
// coincide.
glm::dvec3 knot_slope(glm::dvec3 a, glm::dvec3 b, glm::dvec3 c, double before,
                      double after) noexcept {
  if (before <= 0.0) return (c - b) / after;
  return (b - a) / before - (c - a) / (before + after) + (c - b) / after;
}

}  // namespace

glm::dvec3 curve_point(const CubicBezier& curve, double t) noexcept {
  t = clamped(t);
  const double u = 1.0 - t;
  return curve.p0 * (u * u * u) + curve.p1 * (3.0 * u * u * t) + curve.p2 * (3.0 * u * t * t) +
         curve.p3 * (t * t * t);
}

glm::dvec3 curve_derivative(const CubicBezier& curve, double t) noexcept {
  t = clamped(t);
  const double u = 1.0 - t;
  return (curve.p1 - curve.p0) * (3.0 * u * u) + (curve.p2 - curve.p1) * (6.0 * u * t) +
         (curve.p3 - curve.p2) * (3.0 * t * t);
}

glm::dvec3 curve_second_derivative(const CubicBezier& curve, double t) noexcept {
  t = clamped(t);
  return (curve.p2 - curve.p1 * 2.0 + curve.p0) * (6.0 * (1.0 - t)) +
         (curve.p3 - curve.p2 * 2.0 + curve.p1) * (6.0 * t);
}

glm::dvec3 curve_tangent(const CubicBezier& curve, double t) noexcept {
  t = clamped(t);
  const double least = 1e-9 * size_of(curve);
  const glm::dvec3 slope = curve_derivative(curve, t);
  if (t <= 0.0)
    return first_direction<3>({curve.p1 - curve.p0, curve.p2 - curve.p0, curve.p3 - curve.p0},
                              least);
  if (t >= 1.0)
    return first_direction<3>({curve.p3 - curve.p2, curve.p3 - curve.p1, curve.p3 - curve.p0},
                              least);
  const glm::dvec3 third = curve.p3 - curve.p0 + (curve.p1 - curve.p2) * 3.0;
  return first_direction<3>({slope, curve_second_derivative(curve, t), third}, least);
}

std::array<CubicBezier, 2> split_curve(const CubicBezier& curve, double t) noexcept {
  t = clamped(t);
  const glm::dvec3 a = between(curve.p0, curve.p1, t), b = between(curve.p1, curve.p2, t),
                   c = between(curve.p2, curve.p3, t);
  const glm::dvec3 ab = between(a, b, t), bc = between(b, c, t), middle = between(ab, bc, t);
  return {CubicBezier{curve.p0, a, ab, middle}, CubicBezier{middle, bc, c, curve.p3}};
}

CurveBounds curve_bounds(const CubicBezier& curve) noexcept {
  CurveBounds bounds;
  for (int axis = 0; axis < 3; ++axis) {
    bounds.low[axis] = std::min(curve.p0[axis], curve.p3[axis]);
    bounds.high[axis] = std::max(curve.p0[axis], curve.p3[axis]);
    widen_at_roots(curve, axis, bounds);
  }
  return bounds;
}

ArcLength build_arc_length(const CubicBezier& curve, std::uint32_t segments) {
  const std::uint32_t count = std::max(segments, 1u);
  ArcLength table;
  table.distance.reserve(count + 1);
  table.distance.push_back(0.0);
  for (std::uint32_t i = 0; i < count; ++i) {
    table.distance.push_back(table.distance.back() +
                             length_between(curve, double(i) / count, double(i + 1) / count));
  }
  return table;
}

double parameter_at(const CubicBezier& curve, const ArcLength& table, double distance) noexcept {
  const double length = table.length();
  if (!std::isfinite(distance) || distance <= 0.0 || length <= 0.0) return 0.0;
  if (distance >= length) return 1.0;
  const auto above = std::upper_bound(table.distance.begin(), table.distance.end(), distance);
  const auto index = static_cast<std::size_t>(above - table.distance.begin()) - 1;
  const auto segments = static_cast<double>(table.distance.size() - 1);
  const double start = static_cast<double>(index) / segments, end = start + 1.0 / segments;
  const double wanted = distance - table.distance[index];
  double low = start, high = end;
  double t = start + wanted / (*above - table.distance[index]) / segments;
  for (int i = 0; i < 24; ++i) {  // Newton, kept in a bracket that always shrinks
    const double error = length_between(curve, start, t) - wanted;
    if (std::fabs(error) <= 1e-9 * length) break;
    (error > 0.0 ? high : low) = t;
    const double speed = glm::length(curve_derivative(curve, t));
    const double next = speed * (high - low) > std::fabs(error) ? t - error / speed : low;
    t = next > low && next < high ? next : (low + high) * 0.5;
  }
  return t;
}

double curve_progress(double elapsed, double duration) noexcept {
  if (!std::isfinite(duration) || duration <= 0.0 || elapsed >= duration) return 1.0;
  return elapsed > 0.0 ? elapsed / duration : 0.0;
}

CubicBezier catmull_rom(glm::dvec3 a, glm::dvec3 b, glm::dvec3 c, glm::dvec3 d,
                        KnotSpacing spacing) noexcept {
  const double before = knot_step(a, b, spacing), step = knot_step(b, c, spacing),
               after = knot_step(c, d, spacing);
  if (step <= 0.0) return {b, b, c, c};
  const glm::dvec3 leave = knot_slope(a, b, c, before, step),
                   arrive = -knot_slope(d, c, b, after, step);
  return {b, b + leave * (step / 3.0), c - arrive * (step / 3.0), c};
}

std::vector<CubicBezier> build_spline(std::span<const glm::dvec3> points, bool closed,
                                      KnotSpacing spacing) {
  std::vector<CubicBezier> curves;
  const std::size_t n = points.size();
  if (n < 2) return curves;
  const std::size_t count = closed ? n : n - 1;
  curves.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const glm::dvec3 b = points[i], c = points[(i + 1) % n];
    const glm::dvec3 a = closed || i > 0 ? points[(i + n - 1) % n] : b * 2.0 - c;
    const glm::dvec3 d = closed || i + 2 < n ? points[(i + 2) % n] : c * 2.0 - b;
    curves.push_back(catmull_rom(a, b, c, d, spacing));
  }
  return curves;
}

}  // namespace playset
