// tests/geom/curves_test.cpp - Bezier reference values, degenerate control points, arc length, and
// Catmull-Rom splines.
#include "playset/geom/curves.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <random>

using namespace playset;

namespace {

const CubicBezier kReference = {{0, 0, 0}, {0, 0, 10}, {20, 5, 10}, {20, 0, 0}};

bool near(glm::dvec3 a, glm::dvec3 b, double slack = 1e-12) { return glm::length(a - b) <= slack; }

class Curves {
 public:
  explicit Curves(unsigned seed) : random_(seed) {}
  glm::dvec3 point() { return {draw_(random_), draw_(random_), draw_(random_)}; }
  CubicBezier curve() { return {point(), point(), point(), point()}; }
  double unit() { return (draw_(random_) + 10.0) / 20.0; }

 private:
  std::mt19937 random_;
  std::uniform_real_distribution<double> draw_{-10.0, 10.0};
};

double sampled_length(const CubicBezier& c, double until, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += glm::length(curve_point(c, until * (i + 1) / n) - curve_point(c, until * i / n));
  return sum;
}

}  // namespace

TEST_CASE("curve: the reference values of position, derivative and length") {
  CHECK(curve_point(kReference, 0.25) == glm::dvec3(3.125, 0.703125, 5.625));
  CHECK(curve_derivative(kReference, 0.25) == glm::dvec3(22.5, 4.6875, 15));
  CHECK(curve_point(kReference, 0.5) == glm::dvec3(10, 1.875, 7.5));
  CHECK(curve_derivative(kReference, 0.5) == glm::dvec3(30, 3.75, 0));
  CHECK(curve_point(kReference, 0.0) == kReference.p0);
  CHECK(curve_point(kReference, 1.0) == kReference.p3);
  CHECK(build_arc_length(kReference).length() == doctest::Approx(28.41989).epsilon(1e-7));
}

TEST_CASE("curve: t is clamped and a t that is not finite is 0") {
  CHECK(curve_point(kReference, -3.0) == kReference.p0);
  CHECK(curve_point(kReference, 7.0) == kReference.p3);
  CHECK(curve_point(kReference, std::numeric_limits<double>::quiet_NaN()) == kReference.p0);
  CHECK(curve_derivative(kReference, 2.0) == curve_derivative(kReference, 1.0));
}

TEST_CASE(
    "curve: derivatives equal differences, split parts equal the whole, bounds hold and are "
    "tight") {
  constexpr unsigned kSeed = 71;
  CAPTURE(kSeed);
  Curves curves(kSeed);
  for (int i = 0; i < 1000; ++i) {
    const CubicBezier c = curves.curve();
    const double t = 0.01 + 0.98 * curves.unit(), h = 1e-4;
    const glm::dvec3 slope = (curve_point(c, t + h) - curve_point(c, t - h)) / (2.0 * h);
    REQUIRE(near(slope, curve_derivative(c, t), 1e-5));
    const glm::dvec3 bend = (curve_derivative(c, t + h) - curve_derivative(c, t - h)) / (2.0 * h);
    REQUIRE(near(bend, curve_second_derivative(c, t), 1e-5));
    const auto [first, second] = split_curve(c, t);
    const double s = curves.unit();
    REQUIRE(near(curve_point(first, s), curve_point(c, s * t), 1e-12));
    REQUIRE(near(curve_point(second, s), curve_point(c, t + s * (1.0 - t)), 1e-12));
    REQUIRE(first.p3 == second.p0);
    const CurveBounds b = curve_bounds(c);
    glm::dvec3 low(1e9), high(-1e9);
    for (int k = 0; k <= 400; ++k) {
      const glm::dvec3 p = curve_point(c, k / 400.0);
      for (int axis = 0; axis < 3; ++axis)
        low[axis] = std::min(low[axis], p[axis]), high[axis] = std::max(high[axis], p[axis]);
    }
    for (int axis = 0; axis < 3; ++axis) {
      REQUIRE(b.low[axis] <= low[axis] + 1e-12);
      REQUIRE(b.low[axis] >= low[axis] - 1e-3);
      REQUIRE(b.high[axis] >= high[axis] - 1e-12);
      REQUIRE(b.high[axis] <= high[axis] + 1e-3);
    }
  }
}

TEST_CASE("curve_bounds: a straight and a constant curve") {
  const CurveBounds line = curve_bounds({{0, 0, 0}, {1, 2, 0}, {2, 4, 0}, {3, 6, 0}});
  CHECK(line.low == glm::dvec3(0));
  CHECK(line.high == glm::dvec3(3, 6, 0));
  const CubicBezier point = {{4, 4, 4}, {4, 4, 4}, {4, 4, 4}, {4, 4, 4}};
  CHECK(curve_bounds(point).low == curve_bounds(point).high);
}

TEST_CASE(
    "curve_tangent: coincident control points use the next distinct one; all four equal give "
    "zero") {
  const glm::dvec3 a(0), x(3, 0, 0), y(3, 4, 0);
  CHECK(curve_tangent({a, a, x, y}, 0.0) == glm::dvec3(1, 0, 0));
  CHECK(near(curve_tangent({a, a, a, y}, 0.0), {0.6, 0.8, 0}));
  CHECK(curve_tangent({a, x, y, y}, 1.0) == glm::dvec3(0, 1, 0));
  CHECK(near(curve_tangent({a, y, y, y}, 1.0), {0.6, 0.8, 0}));
  CHECK(near(curve_tangent({a, a, a, y}, 0.5), {0.6, 0.8, 0}));
  CHECK(curve_tangent({y, y, y, y}, 0.0) == glm::dvec3(0));
  CHECK(curve_tangent({y, y, y, y}, 0.5) == glm::dvec3(0));
  CHECK(curve_tangent({y, y, y, y}, 1.0) == glm::dvec3(0));
}

TEST_CASE("curve_tangent: at a cusp it is the way the curve leaves, unit everywhere") {
  const CubicBezier cusp = {{0, 0, 0}, {2, 2, 0}, {0, 2, 0}, {2, 0, 0}};  // derivative 0 at t = 1/2
  CHECK(near(curve_derivative(cusp, 0.5), glm::dvec3(0)));
  CHECK(near(curve_tangent(cusp, 0.5), {0, -1, 0}));
  for (int i = 0; i <= 100; ++i)
    CHECK(glm::length(curve_tangent(cusp, i / 100.0)) == doctest::Approx(1.0));
}

TEST_CASE("arc length: equal steps of distance are equal steps of the curve") {
  constexpr unsigned kSeed = 72;
  CAPTURE(kSeed);
  Curves curves(kSeed);
  for (int i = 0; i < 1000; ++i) {
    const CubicBezier c = curves.curve();
    const ArcLength table = build_arc_length(c, 64);
    const double wanted = curves.unit() * table.length();
    const double t = parameter_at(c, table, wanted);
    REQUIRE(sampled_length(c, t, 4000) == doctest::Approx(wanted).epsilon(2e-5));
    REQUIRE(std::is_sorted(table.distance.begin(), table.distance.end()));
  }
}

TEST_CASE(
    "arc length: the ends, values beyond them, a curve without length, and one that doubles back") {
  const ArcLength table = build_arc_length(kReference);
  CHECK(parameter_at(kReference, table, 0.0) == 0.0);
  CHECK(parameter_at(kReference, table, -5.0) == 0.0);
  CHECK(parameter_at(kReference, table, 1000.0) == 1.0);
  CHECK(parameter_at(kReference, table, table.length()) == 1.0);
  CHECK(parameter_at(kReference, ArcLength{}, 1.0) == 0.0);
  const CubicBezier point = {{4, 4, 4}, {4, 4, 4}, {4, 4, 4}, {4, 4, 4}};
  CHECK(build_arc_length(point).length() == 0.0);
  CHECK(parameter_at(point, build_arc_length(point), 1.0) == 0.0);
  const CubicBezier back = {{0, 0, 0}, {10, 0, 0}, {-9, 0, 0}, {1, 0, 0}};
  const ArcLength long_way = build_arc_length(back, 256);
  for (int i = 0; i <= 50; ++i) {
    const double t = parameter_at(back, long_way, long_way.length() * i / 50.0);
    CHECK(sampled_length(back, t, 20000) ==
          doctest::Approx(long_way.length() * i / 50.0).epsilon(1e-3));
  }
}

TEST_CASE("curve_progress: a duration of 0 means arrived, time is clamped") {
  CHECK(curve_progress(0.5, 2.0) == 0.25);
  CHECK(curve_progress(3.0, 2.0) == 1.0);
  CHECK(curve_progress(-1.0, 2.0) == 0.0);
  CHECK(curve_progress(0.0, 0.0) == 1.0);
  CHECK(curve_progress(0.0, -1.0) == 1.0);
  CHECK(curve_progress(1.0, std::numeric_limits<double>::infinity()) == 1.0);
}

TEST_CASE(
    "catmull_rom: goes through b and c, uniform is the classic form, equal spacing makes all three "
    "equal") {
  const glm::dvec3 a(0, 0, 0), b(1, 2, 0), c(4, 3, 1), d(6, 0, 2);
  const CubicBezier uniform = catmull_rom(a, b, c, d, KnotSpacing::Uniform);
  CHECK(uniform.p0 == b);
  CHECK(uniform.p3 == c);
  CHECK(near(curve_derivative(uniform, 0.0), (c - a) * 0.5));
  CHECK(near(curve_derivative(uniform, 1.0), (d - b) * 0.5));
  const glm::dvec3 s(1, 1, 0);
  for (const KnotSpacing k :
       {KnotSpacing::Uniform, KnotSpacing::Centripetal, KnotSpacing::Chordal}) {
    CHECK(near(curve_point(catmull_rom(a, a + s, a + s * 2.0, a + s * 3.0, k), 0.5), s * 1.5));
  }
}

TEST_CASE("catmull_rom: points that coincide give finite curves that still go through") {
  const glm::dvec3 a(0), b(1, 2, 0);
  for (const KnotSpacing k :
       {KnotSpacing::Uniform, KnotSpacing::Centripetal, KnotSpacing::Chordal}) {
    for (const CubicBezier& c :
         {catmull_rom(a, a, b, b, k), catmull_rom(a, b, b, a, k), catmull_rom(a, a, a, a, k)}) {
      for (int i = 0; i <= 10; ++i) CHECK(std::isfinite(glm::length(curve_point(c, i / 10.0))));
    }
    CHECK(catmull_rom(a, a, b, b, k).p3 == b);
  }
}

TEST_CASE("build_spline: joins are smooth, open and closed, in direction and (per knot) in speed") {
  constexpr unsigned kSeed = 73;
  CAPTURE(kSeed);
  Curves curves(kSeed);
  for (int i = 0; i < 1000; ++i) {
    std::vector<glm::dvec3> points;
    for (int k = 0; k < 6; ++k) points.push_back(curves.point());
    const bool closed = i % 2 == 0;
    const std::vector<CubicBezier> spline = build_spline(points, closed);
    REQUIRE(spline.size() == (closed ? 6 : 5));
    for (std::size_t k = 0; k + (closed ? 0 : 1) < spline.size(); ++k) {
      const CubicBezier &one = spline[k], &two = spline[(k + 1) % spline.size()];
      REQUIRE(one.p3 == two.p0);
      REQUIRE(near(curve_tangent(one, 1.0), curve_tangent(two, 0.0), 1e-9));
    }
  }
  CHECK(build_spline({}).empty());
  CHECK(build_spline(std::vector<glm::dvec3>{{1, 1, 1}}).empty());
  CHECK(build_spline(std::vector<glm::dvec3>{{0, 0, 0}, {2, 0, 0}}).size() == 1);
}
