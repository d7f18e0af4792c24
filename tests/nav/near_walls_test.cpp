// What stands around an agent: walls of a room, ledges, closed doors, and nothing from elsewhere.
#include "playset/nav/near_walls.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "playset/core/rng.h"
#include "scenes/point_sampler.h"
#include "support/support.h"
#include "tests/geom/box_cells.h"

using namespace playset;

namespace {

constexpr std::int32_t kMetre = 1 << kGridBits;

// Two rooms of 4 x 4 x 4 m, the second's floor `step` m higher, with a portal where both are and a
// door in it.
Level make_rooms(std::int32_t step) {
  playset_test::CellBuilder builder;
  const std::int32_t m = kMetre, y = step * m;
  builder.add_box({0, 0, 0}, {4 * m, 4 * m, 4 * m});
  builder.add_box({4 * m, y, 0}, {8 * m, 4 * m + y, 4 * m});
  if (step == 0) {
    builder.complex.sides[1].neighbor = 6;
    builder.complex.sides[6].neighbor = 1;
    builder.complex.doors.push_back({});
    builder.complex.sides[1].door = builder.complex.sides[6].door = 0;
  }
  const Result<Level> level = cook_level(builder.complex, {.renumber = false});
  REQUIRE_MESSAGE(level, level.error().text());
  return *level;
}

float gap_towards(const AvoidWalls& walls, glm::vec3 normal) {
  for (std::uint32_t i = 0; i < walls.count; ++i) {
    if (glm::dot(walls.walls[i].normal, normal) > 0.999f) return walls.walls[i].gap;
  }
  return -1.0f;
}

GroundPlace place_at(const GroundGraph& graph, glm::dvec3 p) {
  const GroundPlace place = locate_on_ground(graph, p);
  REQUIRE(place.floor != kNone);
  return place;
}

}  // namespace

TEST_CASE(
    "near walls: in a corner of a room a walker finds both walls, with what is left to them") {
  const Level level = make_rooms(0);
  const Result<GroundGraph> graph = build_ground_graph(level, {.radius = 0.3f});
  REQUIRE(graph);
  AvoidWalls walls;
  find_ground_walls(*graph, place_at(*graph, {0.5, 0.5, 0.75}), 0.3f, 1.0f, nullptr, walls);
  CHECK(walls.count == 2);
  CHECK(gap_towards(walls, {1, 0, 0}) == doctest::Approx(0.2));
  CHECK(gap_towards(walls, {0, 0, 1}) == doctest::Approx(0.45));
}

TEST_CASE("near walls: an open door is no wall, a closed one is") {
  const Level level = make_rooms(0);
  const Result<GroundGraph> graph = build_ground_graph(level, {.radius = 0.3f});
  REQUIRE(graph);
  const GroundPlace place = place_at(*graph, {3.5, 0.5, 2.0});
  DoorStates doors{{0}, 0};
  AvoidWalls walls;
  find_ground_walls(*graph, place, 0.3f, 1.0f, &doors, walls);
  CHECK(walls.count == 0);
  find_air_walls(level, {3.5, 2.0, 2.0}, 0, 0.3f, 1.0f, &doors, walls);
  CHECK(walls.count == 0);
  set_door(doors, 0, true);
  find_ground_walls(*graph, place, 0.3f, 1.0f, &doors, walls);
  CHECK(gap_towards(walls, {-1, 0, 0}) == doctest::Approx(0.2));
  find_air_walls(level, {3.5, 2.0, 2.0}, 0, 0.3f, 1.0f, &doors, walls);
  CHECK(gap_towards(walls, {-1, 0, 0}) == doctest::Approx(0.2));
}

TEST_CASE("near walls: a flyer finds floor, ceiling and walls, nearest first, none twice") {
  const Level level = make_rooms(0);
  AvoidWalls walls;
  find_air_walls(level, {0.6, 0.5, 0.8}, 0, 0.3f, 1.0f, nullptr, walls);
  REQUIRE(walls.count == 3);
  CHECK(walls.walls[0].normal.y == doctest::Approx(1.0));
  CHECK(walls.walls[0].gap == doctest::Approx(0.2));
  CHECK(walls.walls[1].normal.x == doctest::Approx(1.0));
  CHECK(walls.walls[2].normal.z == doctest::Approx(1.0));
}

TEST_CASE("near walls: every gap is at least the least distance to any wall of the level") {
  const Level level = make_rooms(0);
  const PointSampler sampler(level);
  Rng rng(4);
  for (int i = 0; i < 1000; ++i) {
    const PointSampler::Sample sample = sampler.draw(rng);
    AvoidWalls walls;
    find_air_walls(level, sample.point, sample.cell, 0.0f, 1.5f, nullptr, walls);
    const glm::vec3 p = sample.point;
    const float least = std::min({p.x, 8.0f - p.x, p.y, 4.0f - p.y, p.z, 4.0f - p.z});
    if (least > 1.5f) {
      CHECK(walls.count == 0);
      continue;
    }
    REQUIRE(walls.count > 0);
    CHECK(walls.walls[0].gap == doctest::Approx(least).epsilon(1e-3));
  }
}

TEST_CASE("near walls: a place that is none has none, and nothing is allocated") {
  const Level level = make_rooms(0);
  const Result<GroundGraph> graph = build_ground_graph(level, {.radius = 0.3f});
  REQUIRE(graph);
  const GroundPlace place = place_at(*graph, {0.5, 0.5, 0.75});
  AvoidWalls walls;
  const test::AllocationScope scope;
  find_ground_walls(*graph, GroundPlace{}, 0.3f, 1.0f, nullptr, walls);
  CHECK(walls.count == 0);
  find_ground_walls(*graph, place, 0.3f, 1.0f, nullptr, walls);
  find_air_walls(level, {0.6, 0.5, 0.8}, 0, 0.3f, 1.0f, nullptr, walls);
  CHECK(scope.count() == 0);
}
