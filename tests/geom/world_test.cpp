// tests/geom/world_test.cpp - TriangleWorld answers as the World concept says; a fall onto a floor
// between walls.
#include "playset/geom/world.h"

#include <doctest/doctest.h>

#include <array>
#include <glm/geometric.hpp>
#include <limits>

using namespace playset;

namespace {

// Two triangles each: a floor at y = 0, 10 m square about the origin, and a wall at x = 2.
TriangleWorld corner() {
  return TriangleWorld({{{{-5, 0, -5}, {-5, 0, 5}, {5, 0, 5}}},
                        {{{-5, 0, -5}, {5, 0, 5}, {5, 0, -5}}},
                        {{{2, 0, -5}, {2, 0, 5}, {2, 5, 5}}},
                        {{{2, 0, -5}, {2, 5, 5}, {2, 5, -5}}}});
}

struct NoSweep {
  [[nodiscard]] WorldHit trace(const LineSegment&) const noexcept { return {}; }
};

}  // namespace

TEST_CASE("world: the concepts tell a tracer from a whole world") {
  CHECK(World<TriangleWorld>);
  CHECK(TraceWorld<NoSweep>);
  CHECK_FALSE(World<NoSweep>);
  CHECK_FALSE(TraceWorld<int>);
}

TEST_CASE("world: traces give the first surface, its id and its normal, or None with t 1") {
  const TriangleWorld world = corner();
  const WorldHit floor = world.trace({{0, 3, -1}, {0, -1, -1}});
  CHECK(floor.kind == WorldHitKind::Surface);
  CHECK(floor.t == 0.75);
  CHECK(floor.id == 1);
  CHECK(floor.normal == glm::dvec3(0, 1, 0));
  const WorldHit wall = world.trace({{0, 1, 0}, {8, 3, 0}});
  CHECK(wall.point.x == doctest::Approx(2.0));
  CHECK(wall.normal == glm::dvec3(-1, 0, 0));
  const WorldHit none = world.trace({{0, 1, 0}, {1, 1, 0}});
  CHECK(none.kind == WorldHitKind::None);
  CHECK(none.t == 1.0);
  CHECK(none.id == kNone);
  CHECK(TriangleWorld().trace({{0, 1, 0}, {0, -1, 0}}).kind == WorldHitKind::None);
}

TEST_CASE("world: queries that are not finite are refused and do not move") {
  const TriangleWorld world = corner();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(world.trace({{nan, 0, 0}, {1, 0, 0}}).kind == WorldHitKind::Refused);
  const WorldHit hit = world.sweep({{{0, 1, 0}, {0, 2, 0}}, 0.5}, {0, nan, 0});
  CHECK(hit.kind == WorldHitKind::Refused);
  CHECK(hit.t == 0.0);
  CHECK(world.overlap({{{0, nan, 0}, {0, 2, 0}}, 0.5}, {}) == 0);
}

TEST_CASE("world: a capsule falls onto the floor, slides to the wall and stands") {
  const TriangleWorld world = corner();
  Capsule body{{{0, 2, 0}, {0, 3, 0}}, 0.5};
  const auto move = [&](glm::dvec3 motion) {
    const WorldHit hit = world.sweep(body, motion);
    body.axis = {body.axis.from + motion * hit.t, body.axis.to + motion * hit.t};
    return hit;
  };
  CHECK(move({0, -9, 0}).normal == glm::dvec3(0, 1, 0));
  CHECK(body.axis.from.y == doctest::Approx(0.5));
  const WorldHit wall = move({9, 0, 0});
  CHECK(wall.normal == glm::dvec3(-1, 0, 0));
  CHECK(body.axis.from.x == doctest::Approx(1.5));
  CHECK(move({1, -1, 0}).t == doctest::Approx(0.0));
}

TEST_CASE(
    "world: overlaps come deepest first, all are counted, and the span is filled as far as it "
    "goes") {
  const TriangleWorld world = corner();
  const Capsule body{{{1.7, 0.1, 0.2}, {1.7, 3, 0.2}}, 0.5};
  std::array<WorldContact, 8> contacts{};
  REQUIRE(world.overlap(body, contacts) == 3);
  CHECK(contacts[0].depth == doctest::Approx(0.4));
  CHECK(contacts[0].normal.y == doctest::Approx(1.0));
  for (std::size_t i = 1; i < 3; ++i) CHECK(contacts[i - 1].depth >= contacts[i].depth);
  std::array<WorldContact, 1> one{};
  CHECK(world.overlap(body, one) == 3);
  CHECK(one[0].depth == contacts[0].depth);
  CHECK(world.overlap(body, {}) == 3);
  CHECK(world.overlap({{{0, 5, 0}, {0, 6, 0}}, 0.5}, contacts) == 0);
  Capsule freed = body;
  for (int i = 0; i < 8 && world.overlap(freed, contacts) > 0; ++i) {
    freed.axis.from += contacts[0].normal * (contacts[0].depth + 1e-9);
    freed.axis.to += contacts[0].normal * (contacts[0].depth + 1e-9);
  }
  CHECK(world.overlap(freed, contacts) == 0);
}
