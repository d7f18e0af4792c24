// tests/geom/plane_test.cpp - planes: known answers, degenerate points, and the meeting point of
// three.
#include "playset/geom/plane.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <random>

using namespace playset;

TEST_CASE("plane_through: normal by the right hand, offset in metres") {
  const Plane p = plane_through({0, 3, 0}, {0, 3, 1}, {1, 3, 0});
  CHECK(p.normal == glm::dvec3(0, 1, 0));
  CHECK(p.offset == 3.0);
  CHECK(signed_distance(p, {7, 5, -2}) == 2.0);
  CHECK(signed_distance(flipped(p), {7, 5, -2}) == -2.0);
  CHECK(plane_through({0, 0, 0}, {1, 1, 1}, {2, 2, 2}).normal == glm::dvec3(0.0));
}

TEST_CASE("fit_plane: a planar polygon gives its plane, a bent one the mean, none a zero normal") {
  const std::array<glm::dvec3, 4> bent = {{{0, 0.1, 0}, {0, -0.1, 1}, {1, 0.1, 1}, {1, -0.1, 0}}};
  const Plane p = fit_plane(bent);
  CHECK(p.normal.y == doctest::Approx(1.0));
  CHECK(p.offset == doctest::Approx(0.0));
  CHECK(fit_plane({}).normal == glm::dvec3(0.0));
}

TEST_CASE("meet: the shared point lies on all three planes; parallel planes have none") {
  constexpr unsigned kSeed = 21;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  std::uniform_real_distribution<double> draw(-10.0, 10.0);
  const auto point = [&] { return glm::dvec3(draw(random), draw(random), draw(random)); };
  int met = 0;
  for (int i = 0; i < 1000; ++i) {
    const Plane a = plane_through(point(), point(), point());
    const Plane b = plane_through(point(), point(), point());
    const Plane c = plane_through(point(), point(), point());
    const double det = glm::dot(a.normal, glm::cross(b.normal, c.normal));
    const auto p = meet(a, b, c);
    if (!p) continue;
    ++met;
    const double slack = 1e-13 * (100.0 + glm::length(*p)) / std::fabs(det);
    REQUIRE(std::fabs(signed_distance(a, *p)) < slack);
    REQUIRE(std::fabs(signed_distance(b, *p)) < slack);
    REQUIRE(std::fabs(signed_distance(c, *p)) < slack);
  }
  CHECK(met == 1000);
  const Plane floor{{0, 1, 0}, 0.0}, ceiling{{0, 1, 0}, 3.0}, wall{{1, 0, 0}, 0.0};
  CHECK_FALSE(meet(floor, ceiling, wall));
}
