// tests/geom/grid_test.cpp - rounding to the grid: known answers, halves to even, the limits, and
// the way back.
#include "playset/geom/grid.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace playset;

TEST_CASE("grid: rounds to the nearest step, halves to even") {
  const double step = kMetresPerGrid;
  CHECK(to_grid({0.0, 1.0, -1.0}) == GridPoint(0, 1024, -1024));
  CHECK(to_grid({0.5 * step, 1.5 * step, 2.5 * step}) == GridPoint(0, 2, 2));
  CHECK(to_grid({-0.5 * step, -1.5 * step, -2.5 * step}) == GridPoint(0, -2, -2));
  CHECK(to_grid({0.4999 * step, 0.5001 * step, -0.5001 * step}) == GridPoint(0, 1, -1));
}

TEST_CASE("grid: the limit itself is inside, beyond it and non-finite values are not") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(inside_grid({16384.0, -16384.0, 0.0}));
  CHECK(to_grid({16384.0, -16384.0, 0.0}) == GridPoint(kGridLimit, -kGridLimit, 0));
  CHECK_FALSE(inside_grid({std::nextafter(16384.0, 1e9), 0.0, 0.0}));
  CHECK_FALSE(inside_grid({0.0, inf, 0.0}));
  CHECK_FALSE(inside_grid({0.0, 0.0, -inf}));
  CHECK_FALSE(inside_grid({std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0}));
}

TEST_CASE("grid: points of the grid survive the way to metres and back") {
  constexpr unsigned kSeed = 1;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  for (int i = 0; i < 1000; ++i) {
    const auto draw = [&] {
      return static_cast<std::int32_t>(random() % (2u * kGridLimit + 1)) - kGridLimit;
    };
    const GridPoint p(draw(), draw(), draw());
    REQUIRE(inside_grid(to_metres(p)));
    REQUIRE(to_grid(to_metres(p)) == p);
  }
}

TEST_CASE("grid: any point moves by half a step at most") {
  constexpr unsigned kSeed = 2;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  std::uniform_real_distribution<double> metres(-kLevelLimit, kLevelLimit);
  for (int i = 0; i < 1000; ++i) {
    const glm::dvec3 p(metres(random), metres(random), metres(random));
    const glm::dvec3 moved = to_metres(to_grid(p)) - p;
    REQUIRE(std::fabs(moved.x) <= kMetresPerGrid / 2);
    REQUIRE(std::fabs(moved.y) <= kMetresPerGrid / 2);
    REQUIRE(std::fabs(moved.z) <= kMetresPerGrid / 2);
  }
}

TEST_CASE("grid: boxes touch where they share a point, a corner alone as well") {
  const GridBox box{{0, 0, 0}, {4, 4, 4}};
  CHECK(boxes_touch(box, {{4, 4, 4}, {9, 9, 9}}));
  CHECK(boxes_touch({{1, 1, 1}, {2, 2, 2}}, box));
  for (int axis = 0; axis < 3; ++axis) {
    GridBox beside = box;
    beside.lo[axis] = 5;
    beside.hi[axis] = 9;
    CHECK_FALSE(boxes_touch(box, beside));
    CHECK_FALSE(boxes_touch(beside, box));
  }
}
