// tests/geom/ray_tests_test.cpp - traces and sweeps on single shapes: known answers, edges of the
// contract, distance oracles.
#include "playset/geom/ray_tests.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <limits>
#include <random>

using namespace playset;

namespace {

class Shapes {
 public:
  explicit Shapes(unsigned seed) : random_(seed) {}
  double number() { return draw_(random_); }
  glm::dvec3 point() { return {number(), number(), number()}; }
  LineSegment segment() { return {point(), point()}; }
  Triangle triangle() { return {point(), point(), point()}; }
  LineSegment path() {
    const glm::dvec3 from = point() * 3.0;
    return {from, point() - from * (0.5 + number() * 0.5)};
  }
  double radius() { return 0.02 + 0.2 * (number() + 1.0); }

 private:
  std::mt19937 random_;
  std::uniform_real_distribution<double> draw_{-1.0, 1.0};
};

// `gap(motion)`: distance of the moved shape from the other minus the radii. Demands what the
// header promises.
void require_first_contact(const std::optional<ShapeHit>& hit, glm::dvec3 motion,
                           const std::function<double(glm::dvec3)>& gap) {
  const bool started_in = gap(glm::dvec3(0)) <= 0.0;
  const double end = hit ? hit->t : 1.0;
  if (hit) {
    REQUIRE(hit->t >= 0.0);
    REQUIRE(hit->t <= 1.0);
    REQUIRE(hit->started_in == started_in);
    REQUIRE(glm::length(hit->normal) == doctest::Approx(1.0));
    REQUIRE(glm::dot(hit->normal, motion) < 1e-9);
    if (!started_in) REQUIRE(std::fabs(gap(motion * hit->t)) < 1e-7);
  }
  if (started_in) return;
  for (int i = 0; i < 100; ++i) REQUIRE(gap(motion * (end * i / 100.0)) > -1e-7);
}

double box_distance(const Box& box, glm::dvec3 p) {
  const glm::dvec3 q(std::clamp(p.x, box.low.x, box.high.x), std::clamp(p.y, box.low.y, box.high.y),
                     std::clamp(p.z, box.low.z, box.high.z));
  return glm::length(p - q);
}

double root(double distance2) { return std::sqrt(distance2); }

}  // namespace

TEST_CASE("trace_plane and trace_triangle: both sides, parallel, missing, starting on it") {
  const Plane floor{{0, 1, 0}, 1.0};
  const auto down = trace_plane({{0, 5, 0}, {0, -3, 0}}, floor);
  REQUIRE(down);
  CHECK(down->t == 0.5);
  CHECK(down->normal == glm::dvec3(0, 1, 0));
  CHECK(trace_plane({{0, -3, 0}, {0, 5, 0}}, floor)->normal == glm::dvec3(0, -1, 0));
  CHECK_FALSE(trace_plane({{0, 5, 0}, {9, 5, 0}}, floor));
  CHECK_FALSE(trace_plane({{0, 5, 0}, {0, 2, 0}}, floor));
  CHECK(trace_plane({{0, 1, 0}, {0, 0, 0}}, floor)->started_in);
  const Triangle t = {{{0, 0, 0}, {0, 0, 4}, {4, 0, 0}}};
  CHECK(trace_triangle({{1, 2, 1}, {1, -2, 1}}, t)->t == 0.5);
  CHECK_FALSE(trace_triangle({{3, 2, 3}, {3, -2, 3}}, t));
  CHECK_FALSE(trace_triangle({{3, 2, 3}, {3, -2, 3}}, {{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}}));
}

TEST_CASE("trace_sphere, trace_capsule, trace_box: known answers and starts inside") {
  CHECK(trace_sphere({{-4, 0, 0}, {4, 0, 0}}, {{0, 0, 0}, 1.0})->t == doctest::Approx(3.0 / 8.0));
  CHECK(trace_sphere({{-4, 0, 0}, {4, 0, 0}}, {{0, 0, 0}, 1.0})->normal == glm::dvec3(-1, 0, 0));
  CHECK_FALSE(trace_sphere({{-4, 1.001, 0}, {4, 1.001, 0}}, {{0, 0, 0}, 1.0}));
  CHECK_FALSE(trace_sphere({{-4, 0, 0}, {-2, 0, 0}}, {{0, 0, 0}, 1.0}));
  CHECK(trace_sphere({{0.5, 0, 0}, {4, 0, 0}}, {{0, 0, 0}, 1.0})->started_in);
  const Capsule pill{{{0, -1, 0}, {0, 1, 0}}, 0.5};
  CHECK(trace_capsule({{-4, 0, 0}, {4, 0, 0}}, pill)->t == doctest::Approx(3.5 / 8.0));
  CHECK(trace_capsule({{0, 9, 0}, {0, -9, 0}}, pill)->point == glm::dvec3(0, 1.5, 0));
  CHECK(trace_capsule({{0.2, 1.2, 0}, {9, 9, 9}}, pill)->started_in);
  const Box box{{-1, -1, -1}, {1, 1, 1}};
  CHECK(trace_box({{-3, 0, 0}, {1, 0, 0}}, box)->t == 0.5);
  CHECK(trace_box({{0, 5, 0}, {0, 0, 0}}, box)->normal == glm::dvec3(0, 1, 0));
  CHECK_FALSE(trace_box({{-3, 2, 0}, {3, 2, 0}}, box));
  CHECK(trace_box({{-3, 1, 0}, {3, 1, 0}}, box));  // along a face
  CHECK(trace_box({{0, 0, 0}, {0, 0, 0}}, box)->started_in);
  CHECK_FALSE(trace_box({{5, 0, 0}, {5, 0, 0}}, box));
  CHECK(trace_box({{2, 0, 0}, {-2, 0, 0}}, {{0, -1, -1}, {0, 1, 1}})->t == 0.5);  // no thickness
}

TEST_CASE("ray tests: paths that are not finite hit nothing") {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  for (const LineSegment& path :
       {LineSegment{{nan, 0, 0}, {1, 0, 0}}, LineSegment{{0, 0, 0}, {0, inf, 0}}}) {
    const Triangle t = {{{0, 0, 0}, {0, 0, 4}, {4, 0, 0}}};
    CHECK_FALSE(trace_plane(path, {}));
    CHECK_FALSE(trace_triangle(path, t));
    CHECK_FALSE(trace_sphere(path, {}));
    CHECK_FALSE(trace_capsule(path, {}));
    CHECK_FALSE(trace_box(path, {{-1, -1, -1}, {1, 1, 1}}));
    CHECK_FALSE(sweep_sphere(path, 1.0, t));
    CHECK_FALSE(sweep_sphere(path, 1.0, Plane{}));
    CHECK_FALSE(sweep_sphere(path, 1.0, Sphere{}));
    CHECK_FALSE(sweep_sphere(path, 1.0, Box{}));
    CHECK_FALSE(sweep_capsule({path, 1.0}, {0, 1, 0}, t));
    CHECK_FALSE(sweep_capsule({path, 1.0}, {0, 1, 0}, Plane{}));
    CHECK_FALSE(sweep_capsule({path, 1.0}, {0, 1, 0}, Sphere{}));
  }
}

TEST_CASE("sweep_sphere: face, edge and vertex of a triangle, from both sides") {
  const Triangle t = {{{0, 0, 0}, {0, 0, 4}, {4, 0, 0}}};
  const auto face = sweep_sphere({{1, 3, 1}, {1, -1, 1}}, 1.0, t);
  REQUIRE(face);
  CHECK(face->t == doctest::Approx(0.5));
  CHECK(face->point == glm::dvec3(1, 0, 1));
  CHECK(face->normal == glm::dvec3(0, 1, 0));
  CHECK(sweep_sphere({{1, -3, 1}, {1, 1, 1}}, 1.0, t)->normal == glm::dvec3(0, -1, 0));
  const auto edge = sweep_sphere({{-0.6, 5, 1}, {-0.6, -5, 1}}, 1.0, t);
  REQUIRE(edge);
  CHECK(edge->point.x == doctest::Approx(0.0));
  CHECK(edge->normal.y == doctest::Approx(0.8));
  const auto vertex = sweep_sphere({{-5, 0, -5}, {5, 0, 5}}, 1.0, t);
  REQUIRE(vertex);
  CHECK(glm::length(vertex->point) == doctest::Approx(0.0));
  CHECK(vertex->normal.x == doctest::Approx(-std::sqrt(0.5)));
  CHECK_FALSE(sweep_sphere({{-1.01, 5, 1}, {-1.01, -5, 1}}, 1.0, t));
}

TEST_CASE(
    "sweep: a body that touches or overlaps leaves freely and is stopped at once when it comes "
    "nearer") {
  const Triangle floor = {{{-9, 0, -9}, {0, 0, 18}, {18, 0, -9}}};
  for (const double y : {1.0, 0.5, 0.1}) {
    CHECK_FALSE(sweep_sphere({{0, y, 0}, {0, 9, 0}}, 1.0, floor));
    CHECK_FALSE(sweep_sphere({{0, y, 0}, {5, y, 0}}, 1.0, floor));  // along the floor
    const auto stopped = sweep_sphere({{0, y, 0}, {5, y - 0.1, 0}}, 1.0, floor);
    REQUIRE(stopped);
    CHECK(stopped->t == 0.0);
    CHECK(stopped->started_in);
    CHECK(stopped->normal == glm::dvec3(0, 1, 0));
  }
  CHECK(sweep_sphere({{0, 0, 0}, {0, -1, 0}}, 1.0, floor)->normal == glm::dvec3(0, 1, 0));
  CHECK_FALSE(sweep_capsule({{{0, 1, 0}, {0, 2, 0}}, 1.0}, {3, 0, 0}, floor));
  CHECK(sweep_capsule({{{0, 1, 0}, {0, 2, 0}}, 1.0}, {3, -1, 0}, floor)->t == 0.0);
  CHECK_FALSE(sweep_sphere({{0, 0, 0}, {1, 0, 0}}, 1.0, Sphere{{-1, 0, 0}, 1.0}));
  CHECK(sweep_sphere({{0, 0, 0}, {-1, 0, 0}}, 1.0, Sphere{{-1, 0, 0}, 1.0})->started_in);
}

TEST_CASE(
    "sweep_sphere: first contact with triangles, also thin and degenerate ones, against the "
    "distance") {
  constexpr unsigned kSeed = 91;
  CAPTURE(kSeed);
  Shapes shapes(kSeed);
  int hits = 0;
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    Triangle t = shapes.triangle();
    if (i % 10 == 0) t[2] = t[0] + (t[1] - t[0]) * shapes.number();  // a line
    if (i % 50 == 1) t[1] = t[2] = t[0];                             // a point
    const LineSegment path = shapes.path();
    const double r = shapes.radius();
    const auto hit = sweep_sphere(path, r, t);
    hits += hit ? 1 : 0;
    require_first_contact(hit, path.to - path.from, [&](glm::dvec3 by) {
      return glm::length(path.from + by - nearest_point(t, path.from + by)) - r;
    });
  }
  CHECK(hits > 200);
}

TEST_CASE(
    "sweep_sphere: first contact with planes, spheres, capsules and boxes against the distance") {
  constexpr unsigned kSeed = 92;
  CAPTURE(kSeed);
  Shapes shapes(kSeed);
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const LineSegment path = shapes.path();
    const glm::dvec3 motion = path.to - path.from;
    const double r = shapes.radius();
    const Plane plane = plane_through(shapes.point(), shapes.point(), shapes.point());
    require_first_contact(sweep_sphere(path, r, plane), motion, [&](glm::dvec3 by) {
      return std::fabs(signed_distance(plane, path.from + by)) - r;
    });
    const Sphere ball{shapes.point(), shapes.radius()};
    require_first_contact(sweep_sphere(path, r, ball), motion, [&](glm::dvec3 by) {
      return glm::length(path.from + by - ball.center) - r - ball.radius;
    });
    const Capsule pill{shapes.segment(), shapes.radius()};
    require_first_contact(sweep_sphere(path, r, pill), motion, [&](glm::dvec3 by) {
      return glm::length(path.from + by - nearest_point(pill.axis, path.from + by)) - r -
             pill.radius;
    });
    const glm::dvec3 low = shapes.point();
    const Box box{low, low + glm::dvec3(shapes.radius(), shapes.radius() * 3.0, shapes.radius())};
    require_first_contact(sweep_sphere(path, r, box), motion,
                          [&](glm::dvec3 by) { return box_distance(box, path.from + by) - r; });
  }
}

TEST_CASE(
    "sweep_capsule: first contact with triangles, spheres and capsules against the distance") {
  constexpr unsigned kSeed = 93;
  CAPTURE(kSeed);
  Shapes shapes(kSeed);
  int hits = 0;
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const LineSegment path = shapes.path();
    const glm::dvec3 motion = path.to - path.from;
    const Capsule moving{{path.from, path.from + shapes.point() * (i % 10 == 0 ? 0.0 : 0.7)},
                         shapes.radius()};
    const auto at = [&](glm::dvec3 by) {
      return LineSegment{moving.axis.from + by, moving.axis.to + by};
    };
    const Triangle t = shapes.triangle();
    const auto hit = sweep_capsule(moving, motion, t);
    hits += hit ? 1 : 0;
    require_first_contact(hit, motion, [&](glm::dvec3 by) {
      return root(nearest_points(at(by), t).distance2) - moving.radius;
    });
    const Capsule pill{shapes.segment(), shapes.radius()};
    require_first_contact(sweep_capsule(moving, motion, pill), motion, [&](glm::dvec3 by) {
      return root(nearest_points(at(by), pill.axis).distance2) - moving.radius - pill.radius;
    });
    const Sphere ball{shapes.point(), shapes.radius()};
    require_first_contact(sweep_capsule(moving, motion, ball), motion, [&](glm::dvec3 by) {
      return glm::length(ball.center - nearest_point(at(by), ball.center)) - moving.radius -
             ball.radius;
    });
  }
  CHECK(hits > 200);
}

TEST_CASE("sweep_capsule: a plane is met by the nearer end") {
  const Plane floor{{0, 1, 0}, 0.0};
  const auto hit = sweep_capsule({{{0, 5, 0}, {3, 3, 0}}, 1.0}, {0, -4, 0}, floor);
  REQUIRE(hit);
  CHECK(hit->t == 0.5);
  CHECK(hit->point == glm::dvec3(3, 0, 0));
  CHECK_FALSE(sweep_capsule({{{0, 5, 0}, {3, 3, 0}}, 1.0}, {0, 4, 0}, floor));
}

TEST_CASE("trace_sphere: from 10 km away within a millimetre") {
  const auto hit = trace_sphere({{-10000, 0.25, 0}, {10000, 0.25, 0}}, {{0, 0, 0}, 0.5});
  REQUIRE(hit);
  CHECK(glm::length(hit->point - glm::dvec3(-std::sqrt(0.1875), 0.25, 0)) < 1e-3);
}
