// Points are drawn uniformly from the open volume, each with a cell that holds it.
#include "scenes/point_sampler.h"

#include <doctest/doctest.h>

#include <array>

#include "scenes/tunnels.h"
#include "tests/level/hand_made.h"

using namespace playset;
using namespace playset::test;

TEST_CASE("point sampler: volume and mean cell size of boxes are known") {
  playset_test::CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(2, 2, 2));
  builder.add_box(metres(2, 0, 0), metres(6, 4, 4));
  const Level level = cook_or_fail(linked(builder));
  const PointSampler sampler(level);
  CHECK(sampler.volume() == doctest::Approx(8.0 + 64.0));
  CHECK(sampler.mean_cell_size() == doctest::Approx(3.0));
}

TEST_CASE("point sampler: octants of a box and cells of a network are met by their volume") {
  const Level box = cook_or_fail(boxes({{0, 0, 0}}));
  const PointSampler sampler(box);
  Rng rng(61);
  std::array<int, 8> octants{};
  for (int i = 0; i < 16000; ++i) {
    const glm::vec3 p = sampler.draw(rng).point;
    ++octants[(p.x > 0.5f ? 1u : 0u) + (p.y > 0.5f ? 2u : 0u) + (p.z > 0.5f ? 4u : 0u)];
  }
  for (const int count : octants) CHECK(count == doctest::Approx(2000).epsilon(0.08));
}

TEST_CASE("point sampler: every sample lies in its cell, equal seeds give equal points") {
  const Level level = cook_or_fail(build_tunnels({200, 2}));
  const PointSampler sampler(level);
  Rng a(62), b(62);
  for (int i = 0; i < 1000; ++i) {
    const PointSampler::Sample sample = sampler.draw(a), again = sampler.draw(b);
    CHECK(cell_holds(level, sample.cell, glm::dvec3(sample.point)));
    CHECK(sample.point == again.point);
    CHECK(sample.cell == again.cell);
  }
}
