// Space around levels: sound cells, joined through gates, apart from all that is inside, closed to
// every ray.
#include "playset/level/exterior.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <queue>

#include "data/relay_station.h"
#include "playset/core/config.h"
#include "playset/core/rng.h"
#include "playset/scaffold/build_cells.h"
#include "scenes/point_sampler.h"
#include "tests/level/hand_made.h"
#include "tests/level/random_rays.h"

using namespace playset;
using namespace playset::test;

namespace {

std::uint32_t wall_facing(const CellComplex& c, std::uint32_t cell, GridPoint way) {
  const Level level = cook_or_fail(c, {false});
  for (std::uint32_t s = 0; s < level.side_count(); ++s) {
    const glm::dvec3 n = level.side_normal(s);
    if (level.side_cell(s) == cell && level.side_neighbor(s) == kNone &&
        n.x * way.x + n.y * way.y + n.z * way.z < -0.999)
      return level.complex_side(s);
  }
  FAIL("no such wall");
  return kNone;
}

CellComplex with_exterior(const CellComplex& inside, const std::vector<ExteriorGate>& gates,
                          const ExteriorConfig& config = {}) {
  Result<CellComplex> out = add_exterior(inside, gates, config);
  REQUIRE_MESSAGE(out.ok(), out.error().text());
  return *out;
}

// Cells that can be walked to from cell 0.
std::size_t reachable(const CellComplex& c) {
  std::vector<bool> seen(c.cells.size(), false);
  std::queue<std::uint32_t> open;
  open.push(0);
  seen[0] = true;
  std::size_t count = 0;
  for (; !open.empty(); open.pop()) {
    ++count;
    const Cell& cell = c.cells[open.front()];
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
      if (c.sides[s].neighbor == kNone) continue;
      const std::uint32_t next = c.sides[c.sides[s].neighbor].cell;
      if (!seen[next]) open.push(next);
      seen[next] = true;
    }
  }
  return count;
}

double volume_of(const CellComplex& c) { return PointSampler(cook_or_fail(c)).volume(); }

Tally random_tally(const Level& level, std::size_t count, std::uint64_t seed) {
  const Oracle oracle(level);
  Tally tally = try_rays(level, oracle, random_rays(level, count, seed));
  return tally;
}

std::string refused(const CellComplex& c, const std::vector<ExteriorGate>& gates,
                    const ExteriorConfig& config = {}) {
  const Result<CellComplex> out = add_exterior(c, gates, config);
  return out ? "" : out.error().message;
}

}  // namespace

TEST_CASE("exterior: one room with a gate: everything can be reached, volumes add up") {
  const CellComplex room = boxes({{0, 0, 0}});
  ExteriorConfig config;
  config.step = 1.0;
  config.room = 6.0;
  const CellComplex all = with_exterior(room, {{wall_facing(room, 0, {1, 0, 0}), kNone}}, config);
  CHECK(reachable(all) == all.cells.size());
  CHECK(std::count_if(all.cells.begin(), all.cells.end(),
                      [](const Cell& cell) { return cell.tag == kNone; }) == 1);
  const Level level = cook_or_fail(all);
  // A space of whole steps, less the steps within 0.25 m of the room, plus the room and its tunnel.
  const glm::dvec3 size = level.bounds_max() - level.bounds_min();
  CHECK(volume_of(all) == doctest::Approx(size.x * size.y * size.z - 27.0 + 1.0 + 1.0));
  CHECK(random_tally(level, 3000, 5).wrong == 0);
}

TEST_CASE("exterior: a ray flies out through the gate, round the ship and back in") {
  const CellComplex ship = boxes(lattice(3, 1, 1));
  const CellComplex all = with_exterior(ship, {{wall_facing(ship, 2, {1, 0, 0}), kNone}});
  const Level level = cook_or_fail(all);
  const glm::vec3 way[] = {{0.5f, 0.5f, 0.5f},  {20.f, 0.5f, 0.5f},  {20.f, 20.f, 0.5f},
                           {-20.f, 20.f, 0.5f}, {-20.f, -20.f, 1.f}, {20.f, -20.f, 1.f},
                           {20.f, 0.5f, 0.5f},  {0.5f, 0.5f, 0.5f}};
  for (std::size_t i = 0; i + 1 < std::size(way); ++i)
    CHECK(shoot(level, way[i], way[i + 1]).kind == HitKind::End);
  // From outside the hull is hit no nearer than the thickness.
  const SegmentHit hit = shoot(level, {1.5f, 20.0f, 0.5f}, {1.5f, 0.5f, 0.5f});
  CHECK(hit.kind == HitKind::Wall);
  CHECK(20.0f - 19.5f * hit.t >= 1.25f);
}

TEST_CASE("exterior: what is inside keeps its numbers, doors and materials, and comes back whole") {
  Result<CellComplex> station = build_cells(make_relay_station());
  REQUIRE(station.ok());
  std::vector<ExteriorGate> gates;
  for (std::uint32_t s = 0; s < station->sides.size() && gates.empty(); ++s) {
    const Cell& cell = station->cells[station->sides[s].cell];
    if (station->tags[cell.tag] == "launch" && station->sides[s].source_side == 4 &&
        station->sides[s].neighbor == kNone)
      gates.push_back({s, 0});
  }
  REQUIRE(gates.size() == 1);
  const CellComplex all = with_exterior(*station, gates);
  MESSAGE("station: " << station->cells.size() << " cells inside, "
                      << all.cells.size() - station->cells.size() << " outside");
  CHECK(reachable(all) == all.cells.size());
  for (std::uint32_t c = 0; c < station->cells.size(); ++c) {
    CHECK(all.cells[c].source_id == station->cells[c].source_id);
    CHECK(all.cells[c].tag == station->cells[c].tag);
    CHECK(!is_exterior(all, c));
  }
  CHECK(all.sides[all.sides[gates[0].side].neighbor].door == 0);
  const CellComplex again = without_exterior(all);
  CHECK(again.cells.size() == station->cells.size());
  CHECK(again.sides.size() == station->sides.size());
  CHECK(check_cells(again).ok());
  CHECK(volume_of(again) == doctest::Approx(volume_of(*station)).epsilon(1e-9));
  const Level level = cook_or_fail(all);
  const Tally tally = random_tally(level, 4000, 6);
  CHECK(tally.wrong == 0);
  CHECK(tally.orphans == 0);
}

TEST_CASE("exterior: free space keeps the thickness from every cell of tunnels and slanted rooms") {
  CellComplex tunnels = boxes(lattice(2, 1, 1));
  for (std::uint32_t v = 0; v < tunnels.vertices.size(); ++v)
    tunnels.vertices[v] += GridPoint(0, tunnels.vertices[v].x, 0);  // sheared: slanted floors
  ExteriorConfig config;
  config.step = 0.5;
  config.room = 3.0;
  config.thickness = 0.25;
  const CellComplex all =
      with_exterior(tunnels, {{wall_facing(tunnels, 1, {1, 0, 0}), kNone}}, config);
  const Level level = cook_or_fail(all), inside = cook_or_fail(tunnels);
  const PointSampler sampler(level);
  Rng rng(8);
  std::size_t outside = 0;
  for (int i = 0; i < 20000; ++i) {
    const PointSampler::Sample sample = sampler.draw(rng);
    if (!is_exterior(all, level.complex_cell(sample.cell))) continue;
    ++outside;
    if (sample.point.x > 2.0f) continue;  // the tunnel's own end
    for (const glm::dvec3 way :
         {glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1), glm::dvec3(0.6, 0.8, 0)})
      for (const double d : {-0.24, 0.0, 0.24})
        CHECK(locate_point(inside, glm::dvec3(sample.point) + way * d) == kNone);
  }
  CHECK(outside > 1000);
}

TEST_CASE("exterior: every number of its config is refused outside its range, by name") {
  const auto why = [](const ExteriorConfig& config) {
    const std::optional<BrokenRule> broken = check_exterior(config);
    return broken ? broken->message() : std::string();
  };
  CHECK(why({}).empty());
  for (const double wrong : {0.0, -1.0, 1e9, std::numeric_limits<double>::infinity()}) {
    CHECK(contains(why({.step = wrong}), "step"));
    CHECK(contains(why({.thickness = wrong}), "thickness"));
    CHECK(contains(why({.room = wrong}), "room"));
    CHECK(!add_exterior(boxes({{0, 0, 0}}), {}, {.step = wrong}));
  }
  CHECK(contains(why({.step = 2.0, .room = 1.0}), "less than a step"));
  CHECK(contains(why({.hull = ""}), "hull"));
}

TEST_CASE("exterior: gates are refused with their place where they cannot be") {
  const CellComplex two = boxes({{0, 0, 0}, {1, 0, 0}});
  const std::uint32_t wall = wall_facing(two, 0, {0, 1, 0});
  std::uint32_t portal = 0;
  while (two.sides[portal].neighbor == kNone) ++portal;
  CHECK(contains(refused(two, {{portal, kNone}}), "portal already"));
  CHECK(contains(refused(two, {{wall, 3}}), "not there"));
  CHECK(contains(refused(two, {{wall, kNone}, {wall, kNone}}), "twice"));
  CHECK(contains(refused(two, {{wall, kNone}, {wall_facing(two, 1, {0, 1, 0}), kNone}}), "way"));
  // A wall that looks at another room.
  const CellComplex facing = boxes({{0, 0, 0}, {4, 0, 0}});
  CHECK(contains(refused(facing, {{wall_facing(facing, 0, {1, 0, 0}), kNone}}), "cell 1"));
  CHECK(contains(refused(facing, {{wall_facing(facing, 0, {1, 0, 0}), kNone}}), "near"));
  ExteriorConfig config;
  config.room = 4000.0;
  CHECK(contains(refused(two, {}, config), "too large"));
  config.step = 0.0;
  CHECK(contains(refused(two, {}, config), "step"));
  CHECK(refused(two, {}).empty());  // no gate: an outside that nothing leads to
}
