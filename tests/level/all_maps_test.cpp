// All 68 maps of freedoom, cooked: every point inside lies in one cell, every thing is found, no
// door is lost.
// The import half (areas, repairs, triggers, heights) is tests/asset/doom_test.cpp's.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>

#include "playset/core/rng.h"
#include "scenes/point_sampler.h"
#include "support/support.h"
#include "tests/level/real_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

struct Totals {
  std::size_t maps = 0, cells = 0, points = 0, crowded = 0, lost = 0, things = 0, located = 0,
              doors = 0;
  double seconds = 0.0;  // importing and cooking
};

struct CellBox {
  glm::dvec3 lo{1e9}, hi{-1e9};
};

std::vector<CellBox> boxes_of(const Level& level) {
  std::vector<CellBox> boxes(level.cell_count());
  for (std::uint32_t s = 0; s < level.side_count(); ++s) {
    CellBox& box = boxes[level.side_cell(s)];
    for (const std::uint32_t v : level.side_corners(s)) {
      const glm::dvec3 p = to_metres(level.vertex(v));
      for (int i = 0; i < 3; ++i) {
        box.lo[i] = std::min(box.lo[i], p[i]);
        box.hi[i] = std::max(box.hi[i], p[i]);
      }
    }
  }
  return boxes;
}

bool within(const CellBox& box, glm::dvec3 p) {
  for (int i = 0; i < 3; ++i)
    if (p[i] < box.lo[i] || p[i] > box.hi[i]) return false;
  return true;
}

// Every cell that holds the point, found without the level's own search.
std::vector<std::uint32_t> cells_that_hold(const Level& level, const std::vector<CellBox>& boxes,
                                           glm::dvec3 point) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t c = 0; c < level.cell_count(); ++c)
    if (within(boxes[c], point) && cell_holds(level, c, point)) found.push_back(c);
  return found;
}

// Uniform in the open volume.
void check_points(const Level& level, std::size_t count, std::uint64_t seed, Totals& totals) {
  const std::vector<CellBox> boxes = boxes_of(level);
  const PointSampler sampler(level);
  Rng rng(seed);
  for (std::size_t i = 0; i < count; ++i) {
    const PointSampler::Sample sample = sampler.draw(rng);
    const glm::dvec3 point(sample.point);
    const std::vector<std::uint32_t> holders = cells_that_hold(level, boxes, point);
    const std::uint32_t cell = locate_point(level, point);
    const auto is_holder = [&](std::uint32_t c) {
      return std::find(holders.begin(), holders.end(), c) != holders.end();
    };
    ++totals.points;
    totals.crowded += holders.size() != 1 ? 1u : 0u;
    totals.lost += is_holder(cell) && is_holder(locate_point(level, point, sample.cell)) ? 0u : 1u;
    totals.lost += locate_point(level, point, rng.below(level.cell_count())) == kNone ? 1u : 0u;
  }
}

// Things that the importer put into a cell are found there, with and without that hint.
void check_things(const Level& level, Totals& totals) {
  for (const CellSpawn& thing : level.extras().spawns) {
    if (thing.cell == kNone) continue;
    ++totals.things;
    const glm::dvec3 chest = thing.position + glm::dvec3(0, 0.1, 0);
    const bool found = locate_point(level, thing.position) != kNone &&
                       locate_point(level, chest, thing.cell) == thing.cell;
    totals.located += found ? 1u : 0u;
  }
}

// Every door has portals, and every portal its door on both sides.
void check_doors(const Level& level, Totals& totals) {
  std::set<std::uint32_t> seen;
  for (std::uint32_t s = 0; s < level.side_count(); ++s)
    if (level.side_door(s) != kNone && level.side_neighbor(s) != kNone)
      seen.insert(level.side_door(s));
  CHECK(seen.size() == level.door_count());
  totals.doors += seen.size();
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE(
      "all maps: 68 maps of freedoom cook, each point inside lies in one cell and each thing in "
      "its own") {
    Totals totals;
    auto last = std::chrono::steady_clock::now();
    for_each_freedoom_map([&](const std::string&, const Imported& imported) {
      const Level level = cook_or_fail(imported.cells);
      totals.seconds +=
          std::chrono::duration<double>(std::chrono::steady_clock::now() - last).count();
      CHECK(level.cell_count() == imported.cells.cells.size());
      totals.cells += level.cell_count();
      check_points(level, 1500, 200 + totals.maps, totals);
      check_things(level, totals);
      check_doors(level, totals);
      ++totals.maps;
      last = std::chrono::steady_clock::now();
    });
    MESSAGE(totals.maps, " maps, ", totals.cells, " cells, imported and cooked in ", totals.seconds,
            " s; ", totals.points, " points, ", totals.crowded, " in no cell or several, ",
            totals.lost, " not located; ", totals.located, " of ", totals.things,
            " things located; ", totals.doors, " doors");
    if (totals.maps == 0) return;
    CHECK(totals.maps == 68);
    CHECK(totals.crowded == 0);
    CHECK(totals.lost == 0);
    CHECK(static_cast<double>(totals.located) >= 0.999 * static_cast<double>(totals.things));
    CHECK(totals.doors > 500);
  }
}
