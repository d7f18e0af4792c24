// LevelWorld: levels placed in one space answer as they would alone, from where they stand.
#include "playset/level/level_world.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "playset/core/rng.h"
#include "support/support.h"
#include "tests/level/hand_made.h"

namespace playset::test {
namespace {

Level cook(const CellComplex& complex) {
  Result<Level> level = cook_level(complex);
  REQUIRE_MESSAGE(level.ok(), level.error().text());
  return *level;
}

// A turn about +Y by the angle whose cosine is 0.6, then a shift.
Placement turned(glm::dvec3 origin) {
  return {{0.6, 0.0, -0.8}, {0.0, 1.0, 0.0}, {0.8, 0.0, 0.6}, origin};
}

double length(glm::dvec3 v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

}  // namespace

TEST_CASE("level world: a level at rest answers as itself") {
  LevelWorld world;
  CHECK(world.place(cook(boxes(lattice(4, 1, 1)))) == 0);
  const WorldHit hit = world.trace({{0.5, 0.5, 0.5}, {8.5, 0.5, 0.5}});
  CHECK(hit.kind == WorldHitKind::Surface);
  CHECK(hit.t == doctest::Approx(3.5 / 8.0));
  CHECK(hit.point.x == doctest::Approx(4.0));
  CHECK(hit.normal.x == doctest::Approx(-1.0));
}

TEST_CASE("level world: a rigid placement changes where things are, not what is hit") {
  const Level level = cook(boxes(lattice(3, 2, 4)));
  const Placement placement = turned({100.25, -7.5, 33.0});
  LevelWorld world;
  world.place(level, placement);
  Rng rng(11);
  for (int i = 0; i < 1000; ++i) {
    const glm::dvec3 from{rng.range_double(0.1, 2.9), rng.range_double(0.1, 1.9),
                          rng.range_double(0.1, 3.9)};
    const glm::dvec3 to = from + glm::dvec3(rng.unit_vec3()) * 20.0;
    const LineHit alone = trace_line(level, from, to);
    const WorldHit placed = world.trace({to_world(placement, from), to_world(placement, to)});
    REQUIRE(placed.kind == WorldHitKind::Surface);
    CHECK(placed.t == doctest::Approx(alone.t).epsilon(1e-4));
    CHECK(length(to_level(placement, placed.point) - (from + (to - from) * alone.t)) < 1e-4);
    CHECK(length(placed.normal) == doctest::Approx(1.0));
  }
}

TEST_CASE("level world: what is placed last holds the point; outside all is outside") {
  LevelWorld world;
  const std::uint32_t station = world.place(cook(boxes(lattice(9, 3, 9))));
  const std::uint32_t ship = world.place(cook(boxes(lattice(2, 1, 1))), turned({4.0, 1.0, 4.0}));
  const glm::dvec3 in_ship = to_world(world.placement(ship), {1.5, 0.5, 0.5});
  CHECK(world.locate(in_ship).level == ship);
  CHECK(world.locate({0.5, 0.5, 0.5}).level == station);
  CHECK(world.locate({-0.5, 0.5, 0.5}).level == kNone);
  CHECK(world.trace({{-0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}}).kind == WorldHitKind::Outside);
  // From in the ship the ship's wall, half a metre up, stops a ray that the station would let pass.
  const WorldHit up = world.trace({in_ship, in_ship + glm::dvec3(0.0, 1.25, 0.0)});
  CHECK(up.kind == WorldHitKind::Surface);
  CHECK(up.t == doctest::Approx(0.4));
  // The ship flies off: the station has the place again.
  world.move(ship, turned({400.0, 1.0, 4.0}));
  CHECK(world.locate(in_ship).level == station);
  CHECK(world.trace({in_ship, in_ship + glm::dvec3(0.0, 1.25, 0.0)}).kind == WorldHitKind::None);
}

TEST_CASE("level world: each level has its own doors") {
  CellComplex complex = boxes(lattice(2, 1, 1));
  complex.doors.push_back({"hatch", true, "", 0});
  for (CellSide& side : complex.sides)
    if (side.neighbor != kNone) side.door = 0;
  const Level level = cook(complex);
  DoorStates doors = initial_doors(level);
  LevelWorld world;
  world.place(level, {}, &doors);
  const LineSegment through{{0.5, 0.5, 0.5}, {1.5, 0.5, 0.5}};
  CHECK(world.trace(through).kind == WorldHitKind::Door);
  set_door(doors, 0, false);
  CHECK(world.trace(through).kind == WorldHitKind::None);
}

TEST_CASE("level world: sweeps and overlaps turn with their level") {
  LevelWorld world;
  world.place(cook(boxes(lattice(4, 4, 4))), turned({3.0, 0.0, 0.0}));
  const auto at = [&](glm::dvec3 p) { return to_world(world.placement(0), p); };
  const glm::dvec3 up = at({0.0, 1.0, 0.0}) - at({0.0, 0.0, 0.0});
  const Capsule pole{{at({2.0, 1.0, 2.0}), at({2.0, 2.0, 2.0})}, 0.25};
  const WorldHit hit = world.sweep(pole, up * -3.0);
  CHECK(hit.kind == WorldHitKind::Surface);
  CHECK(hit.t == doctest::Approx(0.25));
  CHECK(glm::length(hit.normal - up) < 1e-9);
  CHECK(glm::length(hit.point - at({2.0, 0.0, 2.0})) < 1e-9);
  CHECK(world.sweep(pole, up * 0.5).kind == WorldHitKind::None);
  CHECK(world.sweep({{at({9.0, 9.0, 9.0}), at({9.0, 9.5, 9.0})}, 0.25}, up).kind ==
        WorldHitKind::Outside);
  std::array<WorldContact, 4> contacts;
  const Capsule low{{at({2.5, 0.1, 2.5}), at({2.5, 1.0, 2.5})}, 0.25};
  REQUIRE(world.overlap(low, contacts) == 1);
  CHECK(contacts[0].depth == doctest::Approx(0.15));
  CHECK(glm::length(contacts[0].normal - up) < 1e-9);
  CHECK(world.overlap(pole, contacts) == 0);
}

TEST_CASE("level world: numbers that are none are refused, placements that bend too") {
  LevelWorld world;
  world.place(cook(boxes(lattice(1, 1, 1))));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(world.trace({{nan, 0.5, 0.5}, {0.5, 0.5, 0.5}}).kind == WorldHitKind::Refused);
  CHECK(world.sweep({{{nan, 0.5, 0.5}, {0.5, 0.5, 0.5}}, 0.1}, {1.0, 0.0, 0.0}).kind ==
        WorldHitKind::Refused);
  CHECK(world.overlap({{{nan, 0.5, 0.5}, {0.5, 0.5, 0.5}}, 0.1}, {}) == 0);
  CHECK(check_placement({}) == nullptr);
  CHECK(check_placement(turned({1.0, 2.0, 3.0})) == nullptr);
  CHECK(check_placement({{2.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {}}) != nullptr);
  CHECK(check_placement({{-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {}}) != nullptr);
  CHECK(check_placement({{1.0, 0.0, 0.0}, {0.1, 0.995, 0.0}, {0.0, 0.0, 1.0}, {}}) != nullptr);
  CHECK(check_placement({{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {nan, 0.0, 0.0}}) !=
        nullptr);
}

TEST_CASE("level world: a trace allocates nothing") {
  LevelWorld world;
  world.place(cook(boxes(lattice(4, 4, 4))), turned({3.0, 0.0, 0.0}));
  const glm::dvec3 from = to_world(world.placement(0), {0.5, 0.5, 0.5});
  const glm::dvec3 to = to_world(world.placement(0), {3.7, 2.9, 3.1});
  const AllocationScope scope;
  bool same = true;
  const double t = world.trace({from, to}).t;
  for (int i = 0; i < 1000; ++i) same = same && world.trace({from, to}).t == t;
  CHECK(scope.count() == 0);
  CHECK(same);
}

}  // namespace playset::test
