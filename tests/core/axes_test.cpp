// Axis maps both ways: where forward, up and left go for each engine, handedness from cross
// products, exact round trips.
#include "playset/core/axes.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "playset/core/rng.h"

using namespace playset;

namespace {

glm::dvec3 cross(glm::dvec3 a, glm::dvec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

const glm::dvec3 kLeft{1, 0, 0};
const glm::dvec3 kUp{0, 1, 0};
const glm::dvec3 kForward{0, 0, 1};

struct Engine {
  const char* name;
  AxisMap map;
  glm::dvec3 forward;  // in the engine's own axes
  glm::dvec3 up;
  glm::dvec3 right;
  bool left_handed;
  double metres_per_unit;
};

// Each engine's own documentation; DOOM's "forward" is north here.
const std::array<Engine, 5> kEngines{{
    {"Unreal", kUnrealAxes, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}, true, 0.01},
    {"Unity", kUnityAxes, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}, true, 1.0},
    {"Godot", kGodotAxes, {0, 0, -1}, {0, 1, 0}, {1, 0, 0}, false, 1.0},
    {"Descent", kDescentAxes, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}, true, 1.0},
    {"playset", kPlaysetAxes, {0, 0, 1}, {0, 1, 0}, {-1, 0, 0}, false, 1.0},
}};

}  // namespace

TEST_CASE("axes: each engine's forward, up and right are ours, both ways") {
  for (const Engine& engine : kEngines) {
    CAPTURE(engine.name);
    CHECK(direction_from(engine.map, engine.forward) == kForward);
    CHECK(direction_from(engine.map, engine.up) == kUp);
    CHECK(direction_from(engine.map, engine.right) == -kLeft);
    CHECK(direction_to(engine.map, kForward) == engine.forward);
    CHECK(direction_to(engine.map, kUp) == engine.up);
    CHECK(direction_to(engine.map, -kLeft) == engine.right);
    CHECK(mirrors(engine.map) == engine.left_handed);
    CHECK(engine.map.metres_per_unit == engine.metres_per_unit);
  }
}

TEST_CASE("axes: DOOM's east, north and up; 32 units are a metre") {
  CHECK(point_from(kDoomAxes, {32, 0, 0}) == glm::dvec3(1, 0, 0));
  CHECK(point_from(kDoomAxes, {0, 64, 0}) == glm::dvec3(0, 0, -2));
  CHECK(point_from(kDoomAxes, {0, 0, 16}) == glm::dvec3(0, 0.5, 0));
  CHECK(point_to(kDoomAxes, {1, 0.5, -2}) == glm::dvec3(32, 64, 16));
  CHECK_FALSE(mirrors(kDoomAxes));
}

TEST_CASE(
    "axes: cross products keep their side in right-handed maps and change it in left-handed ones") {
  Rng rng(4);
  const std::array maps{kUnrealAxes, kUnityAxes, kGodotAxes, kDescentAxes, kDoomAxes, kPlaysetAxes};
  for (const AxisMap& map : maps)
    for (int i = 0; i < 200; ++i) {
      const glm::dvec3 a{rng.range_int(-9, 9), rng.range_int(-9, 9), rng.range_int(-9, 9)};
      const glm::dvec3 b{rng.range_int(-9, 9), rng.range_int(-9, 9), rng.range_int(-9, 9)};
      const double side = mirrors(map) ? -1.0 : 1.0;
      REQUIRE(cross(direction_from(map, a), direction_from(map, b)) ==
              side * direction_from(map, cross(a, b)));
    }
}

TEST_CASE("axes: points go there and back; scales apply to points only") {
  CHECK(point_from(kUnrealAxes, {100, 200, 300}) == glm::dvec3(-2, 3, 1));
  CHECK(direction_from(kUnrealAxes, {1, 2, 3}) == glm::dvec3(-2, 3, 1));
  Rng rng(5);
  for (int i = 0; i < 1000; ++i) {
    const glm::dvec3 p{rng.range_double(-1e4, 1e4), rng.range_double(-1e4, 1e4),
                       rng.range_double(-1e4, 1e4)};
    for (const AxisMap& map :
         {kUnityAxes, kGodotAxes, kDescentAxes, kDoomAxes}) {  // scales that are powers of two
      REQUIRE(point_to(map, point_from(map, p)) == p);
      REQUIRE(point_from(map, point_to(map, p)) == p);
    }
    const glm::dvec3 back = point_to(kUnrealAxes, point_from(kUnrealAxes, p));
    for (int k = 0; k < 3; ++k) REQUIRE(std::fabs(back[k] - p[k]) <= 2e-16 * std::fabs(p[k]));
  }
}
