// tests/geom/distance_test.cpp - closest points: known answers, degenerate shapes, and dense
// sampling as the oracle.
#include "playset/geom/distance.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <random>

using namespace playset;

namespace {

class Shapes {
 public:
  explicit Shapes(unsigned seed) : random_(seed) {}
  glm::dvec3 point() { return {draw_(random_), draw_(random_), draw_(random_)}; }
  LineSegment segment() { return {point(), point()}; }
  Triangle triangle() { return {point(), point(), point()}; }

 private:
  std::mt19937 random_;
  std::uniform_real_distribution<double> draw_{-1.0, 1.0};
};

glm::dvec3 on_triangle(const Triangle& t, int i, int k, int n) {
  const double u = double(i) / n, v = double(k) / n;
  return t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v;
}

double gap(glm::dvec3 a, glm::dvec3 b) { return glm::length(a - b); }

}  // namespace

TEST_CASE("nearest_point: known answers on a segment and on each region of a triangle") {
  const LineSegment s{{0, 0, 0}, {4, 0, 0}};
  CHECK(nearest_point(s, {1, 5, 0}) == glm::dvec3(1, 0, 0));
  CHECK(nearest_point(s, {-9, 5, 0}) == glm::dvec3(0, 0, 0));
  CHECK(nearest_parameter(s, {9, 5, 0}) == 1.0);
  CHECK(nearest_parameter({{2, 2, 2}, {2, 2, 2}}, {9, 5, 0}) == 0.0);
  const Triangle t = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  CHECK(nearest_point(t, {1, 1, 7}) == glm::dvec3(1, 1, 0));
  CHECK(nearest_point(t, {-1, -1, 2}) == glm::dvec3(0, 0, 0));
  CHECK(nearest_point(t, {2, -3, 0}) == glm::dvec3(2, 0, 0));
  CHECK(nearest_point(t, {4, 4, 1}) == glm::dvec3(2, 2, 0));
  CHECK(nearest_point(t, {9, -1, 0}) == glm::dvec3(4, 0, 0));
}

TEST_CASE("nearest_points: crossing, parallel, equal and pointlike segments") {
  CHECK(nearest_points(LineSegment{{-1, 0, 0}, {1, 0, 0}}, LineSegment{{0, -1, 2}, {0, 1, 2}})
            .distance2 == 4.0);
  CHECK(nearest_points(LineSegment{{0, 0, 0}, {4, 0, 0}}, LineSegment{{1, 3, 0}, {9, 3, 0}})
            .distance2 == 9.0);
  CHECK(nearest_points(LineSegment{{0, 0, 0}, {1, 0, 0}}, LineSegment{{3, 0, 0}, {9, 0, 0}})
            .distance2 == 4.0);
  CHECK(nearest_points(LineSegment{{5, 5, 5}, {5, 5, 5}}, LineSegment{{5, 5, 5}, {5, 5, 5}})
            .distance2 == 0.0);
  CHECK(nearest_points(LineSegment{{0, 1, 0}, {0, 1, 0}}, LineSegment{{-1, 0, 0}, {1, 0, 0}})
            .distance2 == 1.0);
}

TEST_CASE(
    "nearest_points: a segment through a triangle, in its plane, and a triangle that is a line") {
  const Triangle t = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  const ClosestPoints through = nearest_points(LineSegment{{1, 1, -1}, {1, 1, 3}}, t);
  CHECK(through.distance2 == 0.0);
  CHECK(through.on_second == glm::dvec3(1, 1, 0));
  CHECK(nearest_points(LineSegment{{1, 1, 0}, {9, 9, 0}}, t).distance2 == 0.0);
  const Triangle line = {{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}}};
  CHECK(nearest_points(LineSegment{{3, 2, 0}, {3, 5, 0}}, line).distance2 == 4.0);
  CHECK(nearest_point(line, {3, 2, 0}) == glm::dvec3(3, 0, 0));
}

TEST_CASE("nearest_point: no sample of the triangle is nearer, and the answer lies on it") {
  constexpr unsigned kSeed = 61;
  CAPTURE(kSeed);
  Shapes shapes(kSeed);
  constexpr int kN = 24;
  for (int i = 0; i < 1000; ++i) {
    const Triangle t = shapes.triangle();
    const glm::dvec3 p = shapes.point() * 2.0, q = nearest_point(t, p);
    double best = 1e9, on = 1e9;
    for (int a = 0; a <= kN; ++a) {
      for (int b = 0; a + b <= kN; ++b) {
        best = std::min(best, gap(p, on_triangle(t, a, b, kN)));
        on = std::min(on, gap(q, on_triangle(t, a, b, kN)));
      }
    }
    REQUIRE(gap(p, q) <= best + 1e-12);
    REQUIRE(on <= 3.5 / kN);
    REQUIRE(best <= gap(p, q) + 3.5 / kN);
  }
}

TEST_CASE("nearest_points: segments against dense sampling, symmetric in their order") {
  constexpr unsigned kSeed = 62;
  CAPTURE(kSeed);
  Shapes shapes(kSeed);
  for (int i = 0; i < 1000; ++i) {
    const LineSegment a = shapes.segment();
    LineSegment b = shapes.segment();
    if (i % 4 == 0) b.to = b.from + (a.to - a.from) * (i % 8 == 0 ? 0.7 : -1.0);  // parallel
    if (i % 16 == 1) b.to = b.from;
    const ClosestPoints c = nearest_points(a, b), d = nearest_points(b, a);
    REQUIRE(c.distance2 == doctest::Approx(d.distance2).epsilon(1e-9));
    REQUIRE(gap(c.on_first, c.on_second) == doctest::Approx(std::sqrt(c.distance2)));
    REQUIRE(gap(c.on_first, nearest_point(a, c.on_first)) < 1e-12);
    REQUIRE(gap(c.on_second, nearest_point(b, c.on_second)) < 1e-12);
    double best = 1e9;
    for (int k = 0; k <= 200; ++k) {
      const glm::dvec3 p = a.from + (a.to - a.from) * (k / 200.0);
      best = std::min(best, gap(p, nearest_point(b, p)));
    }
    REQUIRE(std::sqrt(c.distance2) <= best + 1e-9);
    REQUIRE(best <= std::sqrt(c.distance2) + 0.02);
  }
}

TEST_CASE("nearest_points: segment and triangle, two triangles, against dense sampling") {
  constexpr unsigned kSeed = 63;
  CAPTURE(kSeed);
  Shapes shapes(kSeed);
  constexpr int kN = 12;
  for (int i = 0; i < 1000; ++i) {
    const Triangle a = shapes.triangle(), b = shapes.triangle();
    const LineSegment s{a[0], a[1]};
    double best_segment = 1e9, best_triangle = 1e9;
    for (int k = 0; k <= 200; ++k) {
      const glm::dvec3 p = s.from + (s.to - s.from) * (k / 200.0);
      best_segment = std::min(best_segment, gap(p, nearest_point(b, p)));
    }
    for (int u = 0; u <= kN; ++u) {
      for (int v = 0; u + v <= kN; ++v) {
        const glm::dvec3 p = on_triangle(a, u, v, kN);
        best_triangle = std::min(best_triangle, gap(p, nearest_point(b, p)));
      }
    }
    const double segment = std::sqrt(nearest_points(s, b).distance2);
    const double triangle = std::sqrt(nearest_points(a, b).distance2);
    REQUIRE(segment <= best_segment + 1e-9);
    REQUIRE(best_segment <= segment + 0.02);
    REQUIRE(triangle <= best_triangle + 1e-9);
    REQUIRE(best_triangle <= triangle + 3.5 / kN);
    REQUIRE(triangle <= segment + 1e-9);
  }
}
