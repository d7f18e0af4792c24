// Overlaps and nearest walls: known rooms, and the nearest wall triangle by brute force.
#include "playset/level/overlap.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "scenes/point_sampler.h"
#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/hand_made.h"
#include "tests/level/sweep_oracle.h"

using namespace playset;
using namespace playset::test;
using playset_test::CellBuilder;

namespace {

bool near(glm::dvec3 a, glm::dvec3 b) { return glm::length(a - b) < 1e-9; }

Level room() {
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(8, 8, 8));
  return cook_or_fail(builder.complex);
}

using Contacts = std::array<WorldContact, 32>;

// Random places in a level, of tenths of a cell to a whole one in size.
struct Places {
  const Level& level;
  PointSampler sampler{level};
  double size = sampler.mean_cell_size();
  SweepOracle oracle{level};
  Rng rng{51};
};

// The deepest contact is the nearest wall's; every contact ends when the body moves by it.
template <typename Overlap>
void check_contacts(const Level& level, const Places& places, const OracleBody& body,
                    glm::dvec3 center, std::uint32_t cell, Overlap overlap) {
  Contacts contacts;
  const std::size_t count = overlap(center, contacts);
  REQUIRE(count <= contacts.size());
  const auto walls = places.oracle.reachable(body, center, glm::dvec3(0.0), cell);
  const double least = SweepOracle::least_distance(walls, body, center);
  if (std::fabs(least) < 1e-6) return;
  CHECK((count > 0) == (least < 0.0));
  if (count == 0) return;
  CHECK(contacts[0].depth == doctest::Approx(-least).epsilon(1e-6));
  for (std::size_t i = 0; i < count; ++i) {
    CHECK(glm::length(contacts[i].normal) == doctest::Approx(1.0));
    CHECK(contacts[i].depth > 0.0);
    if (i > 0) CHECK(contacts[i].depth <= contacts[i - 1].depth);
    const glm::dvec3 out = center + contacts[i].normal * (contacts[i].depth + 1e-6);
    const glm::dvec3 point = contacts[i].point;
    CHECK(body.distance(out, {point, point, point}) > 0.0);
    CHECK(level.side_neighbor(contacts[i].id) == kNone);
  }
}

}  // namespace

TEST_CASE("overlap: a sphere in a corner touches three walls, the deepest first") {
  const Level level = room();
  Contacts contacts;
  const Sphere ball{{0.7, 0.5, 0.6}, 1.0};
  REQUIRE(overlap_sphere(level, ball, contacts) == 3);
  CHECK(contacts[0].depth == doctest::Approx(0.5));
  CHECK(near(contacts[0].normal, {0, 1, 0}));
  CHECK(near(contacts[0].point, {0.7, 0, 0.6}));
  CHECK(contacts[1].depth == doctest::Approx(0.4));
  CHECK(contacts[2].depth == doctest::Approx(0.3));
  CHECK(near(contacts[2].normal, {1, 0, 0}));
  // What does not fit is counted all the same.
  std::array<WorldContact, 1> one;
  CHECK(overlap_sphere(level, ball, one) == 3);
  CHECK(one[0].depth == contacts[0].depth);
  CHECK(overlap_sphere(level, ball, {}) == 3);
  CHECK(overlap_sphere(level, {{4, 4, 4}, 3.9}, contacts) == 0);
}

TEST_CASE("overlap: capsules and boxes, lying, standing and through a wall") {
  const Level level = room();
  Contacts contacts;
  REQUIRE(overlap_capsule(level, {{{4, 0.3, 4}, {4, 2, 4}}, 0.5}, contacts) == 1);
  CHECK(contacts[0].depth == doctest::Approx(0.2));
  CHECK(near(contacts[0].normal, {0, 1, 0}));
  REQUIRE(overlap_capsule(level, {{{4, -0.5, 4}, {4, 2, 4}}, 0.5}, contacts) == 1);
  CHECK(contacts[0].depth == doctest::Approx(1.0));  // the whole end comes back in
  CHECK(near(contacts[0].normal, {0, 1, 0}));
  OrientedBox box;
  box.center = {4, 0.9, 4};
  box.half = {1, 1, 1};
  REQUIRE(overlap_box(level, box, contacts) == 1);
  CHECK(contacts[0].depth == doctest::Approx(0.1));
  CHECK(near(contacts[0].point, {4, 0, 4}));
}

TEST_CASE("overlap: an inner edge pushes away from itself, seams of the floor do not count twice") {
  const Level level = cook_or_fail(boxes({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}));
  Contacts contacts;
  const Sphere ball{{0.9, 0.5, 0.9}, 0.2};
  const std::size_t count = overlap_sphere(level, ball, contacts);
  REQUIRE(count == 2);  // once for each wall that ends there
  const double h = std::sqrt(0.5);
  for (std::size_t i = 0; i < count; ++i) {
    CHECK(near(contacts[i].normal, {-h, 0, -h}));
    CHECK(contacts[i].depth == doctest::Approx(0.2 - std::sqrt(0.02)));
  }
  const Level floor = cook_or_fail(boxes(lattice(5, 1, 5)));
  CHECK(overlap_sphere(floor, {{2.3, 0.2, 2.6}, 0.3}, contacts) == 1);
  CHECK(near(contacts[0].normal, {0, 1, 0}));
}

TEST_CASE("overlap: odd numbers and places outside overlap nothing; closed doors are walls") {
  const Level level = room();
  Contacts contacts;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(overlap_sphere(level, {{nan, 1, 1}, 1}, contacts) == 0);
  CHECK(overlap_sphere(level, {{1, 1, 1}, nan}, contacts) == 0);
  CHECK(overlap_sphere(level, {{1, 1, 1}, -1}, contacts) == 0);
  CHECK(overlap_sphere(level, {{-1, 1, 1}, 5}, contacts) == 0);
  CHECK(overlap_sphere(Level(), {{1, 1, 1}, 5}, contacts) == 0);
  CHECK(overlap_capsule(level, {{{1, 1, 1}, {1, nan, 1}}, 1}, contacts) == 0);
  OrientedBox box;
  box.half.x = nan;
  CHECK(overlap_box(level, box, contacts) == 0);
  CHECK(closest_point(level, {nan, 1, 1}, 1).side == kNone);
  CHECK(closest_point(level, {1, 1, 1}, nan).side == kNone);
  CHECK(closest_point(level, {1, 1, 1}, -1).side == kNone);
  CHECK(closest_point(level, {-1, 1, 1}, 5).side == kNone);
  CHECK(closest_point(level, {1, 2, 3}, 0.5).side == kNone);
  CHECK(closest_point(level, {1, 2, 3}, std::numeric_limits<double>::infinity()).distance == 1.0);

  CellComplex complex = boxes(lattice(2, 1, 1));
  complex.doors = {{"gate", true, "", 0}};
  for (CellSide& side : complex.sides)
    if (side.neighbor != kNone) side.door = 0;
  const Level gated = cook_or_fail(complex);
  const DoorStates doors = initial_doors(gated);
  const Sphere ball{{0.8, 0.5, 0.5}, 0.25};
  CHECK(overlap_sphere(gated, ball, contacts) == 0);
  CHECK(overlap_sphere(gated, ball, contacts, kNone, {&doors, 0}) == 1);
  CHECK(closest_point(gated, ball.center, 9, kNone, {&doors, 0}).distance == doctest::Approx(0.2));
}

TEST_CASE("overlap: contacts of random bodies are the nearest wall triangle's") {
  const auto check = [](const Level& level) {
    Places places{level};
    for (int i = 0; i < 300; ++i) {
      const PointSampler::Sample at = places.sampler.draw(places.rng);
      const glm::dvec3 center(at.point);
      OracleBody body;
      body.radius = places.size * places.rng.range_double(0.05, 0.6);
      check_contacts(level, places, body, center, at.cell, [&](glm::dvec3 c, Contacts& out) {
        return overlap_sphere(level, {c, body.radius}, out, at.cell);
      });
    }
  };
  check(cook_or_fail(build_tunnels({200, 1})));
  for_each_freedoom_map(
      [&](const std::string&, const Imported& imported) { check(cook_or_fail(imported.cells)); },
      {"MAP01"});
}

TEST_CASE("closest point: the nearest wall triangle by brute force, wherever the point is") {
  const auto check = [](const Level& level) {
    Places places{level};
    for (int i = 0; i < 400; ++i) {
      const PointSampler::Sample at = places.sampler.draw(places.rng);
      const glm::dvec3 center(at.point);
      const double reach = places.size * places.rng.range_double(0.1, 3.0);
      const ClosestPoint found = closest_point(level, center, reach, at.cell);
      OracleBody body;
      body.radius = reach;
      const auto walls = places.oracle.reachable(body, center, glm::dvec3(0.0), at.cell);
      const double least = SweepOracle::least_distance(walls, body, center) + reach;
      if (std::fabs(least - reach) < 1e-6) continue;
      CHECK((found.side != kNone) == (least < reach));
      if (found.side == kNone) continue;
      CHECK(found.distance == doctest::Approx(least));
      CHECK(glm::length(center - found.point) == doctest::Approx(least));
      CHECK(near(found.point + found.normal * found.distance, center));
    }
  };
  check(cook_or_fail(build_tunnels({200, 1})));
  for_each_freedoom_map(
      [&](const std::string&, const Imported& imported) { check(cook_or_fail(imported.cells)); },
      {"MAP01"});
}

TEST_CASE("overlap: nothing is allocated") {
  const Level level = cook_or_fail(build_tunnels({200, 1}));
  const PointSampler sampler(level);
  Rng rng(52);
  std::vector<PointSampler::Sample> places(200);
  for (PointSampler::Sample& place : places) place = sampler.draw(rng);
  Contacts contacts;
  const AllocationScope scope;
  for (const PointSampler::Sample& at : places) {
    static_cast<void>(overlap_sphere(level, {glm::dvec3(at.point), 2.0}, contacts, at.cell));
    static_cast<void>(closest_point(level, glm::dvec3(at.point), 10.0, at.cell));
  }
  CHECK(scope.count() == 0);
}
