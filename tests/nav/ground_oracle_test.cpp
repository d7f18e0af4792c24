// Ground paths against brute force: lengths, clearance, doors, Dijkstra; and all of freedoom's maps.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "geom/box_cells.h"
#include "nav/ground_work.h"
#include "playset/core/rng.h"
#include "playset/nav/ground_graph.h"
#include "support/support.h"
#include "tests/level/real_levels.h"
#include "tests/nav/floor_oracle.h"

using namespace playset;
using playset::test::cook_or_fail;
using playset::test::FloorOracle;

namespace {

GroundGraph built(const Level& level, const NavAgentConfig& agent) {
  Result<GroundGraph> graph = build_ground_graph(level, agent);
  if (!graph) FAIL(graph.error().text());
  return std::move(*graph);
}

// Random columns of 1 m, a share of them solid.
Level random_columns(int size, float solid, std::uint64_t seed) {
  playset_test::CellBuilder builder;
  Rng rng(seed);
  for (int z = 0; z < size; ++z)
    for (int x = 0; x < size; ++x)
      if (!rng.chance(solid))
        builder.add_box(GridPoint(x, 0, z) * 1024, GridPoint(x + 1, 3, z + 1) * 1024);
  link_sides(builder.complex);
  return cook_or_fail(builder.complex);
}

glm::dvec2 seen_from_above(glm::dvec3 p) { return {p.x, p.z}; }

struct Lengths {
  std::vector<double> ratios;
  int agree = 0, only_ours = 0, only_theirs = 0;
  double nearest_wall = 1e30;
};

Lengths compare(const GroundGraph& graph, const FloorOracle& oracle, int pairs,
                std::uint64_t seed) {
  Lengths result;
  Rng rng(seed);
  GroundScratch scratch;
  NavPath path;
  for (int i = 0; i < pairs; ++i) {
    const GroundPlace from = sample_ground_point(graph, rng), to = sample_ground_point(graph, rng);
    if (from.floor == kNone || to.floor == kNone) continue;
    const double exact =
        oracle.length(seen_from_above(from.position), seen_from_above(to.position));
    const bool found = find_ground_path(graph, from, to, {}, scratch, path) == PathStatus::Found;
    result.only_ours += found && exact < 0.0 ? 1 : 0;
    result.only_theirs += !found && exact >= 0.0 ? 1 : 0;
    if (!found || exact < 0.0) continue;
    ++result.agree;
    if (exact > 0.1) result.ratios.push_back(path.length / exact);
    for (std::size_t k = 1; k < path.points.size(); ++k) {
      const glm::dvec2 a = seen_from_above(path.points[k - 1].position);
      const glm::dvec2 b = seen_from_above(path.points[k].position);
      for (int s = 0; s <= 20; ++s)
        result.nearest_wall =
            std::min(result.nearest_wall, oracle.wall_distance(a + (b - a) * (s / 20.0)));
    }
  }
  std::sort(result.ratios.begin(), result.ratios.end());
  return result;
}

}  // namespace

TEST_CASE("ground: ways among random blocks are as short as brute force finds them") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    NavAgentConfig agent;
    agent.radius = seed % 3 == 0 ? 0.2f : seed % 3 == 1 ? 0.35f : 0.6f;
    const GroundGraph graph = built(random_columns(9, 0.25f, seed), agent);
    const FloorOracle oracle(graph, static_cast<double>(agent.radius), 24);
    const Lengths lengths = compare(graph, oracle, 60, seed);
    INFO("seed ", seed, " points ", oracle.point_count());
    CHECK(lengths.agree > 0);
    CHECK(lengths.only_ours + lengths.only_theirs <= 1);
    if (lengths.ratios.empty()) continue;
    CHECK(lengths.ratios.front() > 0.995);
    CHECK(lengths.ratios[lengths.ratios.size() / 2] < 1.01);
    CHECK(lengths.ratios.back() < 1.08);  // short ways that are mostly arc
    CHECK(lengths.nearest_wall > static_cast<double>(agent.radius) - 1e-3);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("ground: ways on freedoom2 MAP01 are as short as brute force finds them") {
    test::for_each_freedoom_map(
        [](const std::string&, const Imported& imported) {
          NavAgentConfig agent;
          agent.radius = 0.5f;
          const GroundGraph graph = built(cook_or_fail(imported.cells), agent);
          const FloorOracle oracle(graph, 0.5, 16);
          const Lengths lengths = compare(graph, oracle, 600, 5);
          REQUIRE(lengths.ratios.size() > 100);
          const double median = lengths.ratios[lengths.ratios.size() / 2];
          const double p99 = lengths.ratios[lengths.ratios.size() * 99 / 100];
          MESSAGE("pairs ", lengths.ratios.size(), " least ", lengths.ratios.front(), " median ",
                  median, " p99 ", p99, " most ", lengths.ratios.back(), " nearest wall ",
                  lengths.nearest_wall, " only ours ", lengths.only_ours, " only theirs ",
                  lengths.only_theirs);
          CHECK(lengths.ratios.front() > 0.99);
          CHECK(median < 1.01);
          CHECK(p99 < 1.05);
          CHECK(lengths.nearest_wall > 0.499);
          CHECK(lengths.only_ours + lengths.only_theirs <= 6);
        },
        {"MAP01"});
  }
}

TEST_CASE("ground: bounds and levels change no length: equal to Dijkstra over all links") {
  test::for_each_freedoom_map(
      [](const std::string& name, const Imported& imported) {
        const GroundGraph graph = built(cook_or_fail(imported.cells), {});
        GroundScratch fast, plain;
        plain.work().plain = true;
        NavPath a, b;
        Rng rng(7);
        int found = 0;
        std::uint64_t fewer = 0, all = 0;
        for (int i = 0; i < 300; ++i) {
          const GroundPlace from = sample_ground_point(graph, rng);
          const GroundPlace to = sample_ground_point(graph, rng);
          find_ground_path(graph, from, to, {}, fast, a);
          find_ground_path(graph, from, to, {}, plain, b);
          INFO(name, " pair ", i);
          REQUIRE(a.status == b.status);
          if (a.status != PathStatus::Found) continue;
          ++found;
          CHECK(a.length == doctest::Approx(b.length).epsilon(1e-6));
          fewer += fast.expanded();
          all += plain.expanded();
        }
        CHECK(found > 50);
        CHECK(3 * fewer < all);
      },
      {"MAP01", "MAP12", "MAP15"});
}

TEST_CASE("ground: closed doors are never on a path, open ones are listed in order") {
  test::for_each_freedoom_map(
      [](const std::string& name, const Imported& imported) {
        const Level level = cook_or_fail(imported.cells);
        const GroundGraph graph = built(level, {});
        GroundScratch scratch;
        NavPath path;
        Rng rng(9);
        int through = 0, cut_off = 0, detours = 0;
        for (int i = 0; i < 400; ++i) {
          const GroundPlace from = sample_ground_point(graph, rng);
          const GroundPlace to = sample_ground_point(graph, rng);
          DoorStates doors = initial_doors(level);
          for (std::uint32_t d = 0; d < level.door_count(); ++d) set_door(doors, d, false);
          if (find_ground_path(graph, from, to, {&doors}, scratch, path) != PathStatus::Found)
            continue;
          CHECK(path.doors_revision == doors.revision);
          const double open_length = path.length;
          while (path.status == PathStatus::Found && !path.doors.empty()) {
            ++through;
            const std::uint32_t shut = path.doors[path.doors.size() / 2];
            set_door(doors, shut, true);
            CHECK(is_blocked(path, doors));
            find_ground_path(graph, from, to, {&doors}, scratch, path);
            INFO(name, " pair ", i, " door ", shut);
            REQUIRE(std::find(path.doors.begin(), path.doors.end(), shut) == path.doors.end());
            REQUIRE_FALSE(is_blocked(path, doors));
            if (path.status == PathStatus::Found) {
              ++detours;
              CHECK(path.length >= open_length * (1.0 - 1e-9));
            } else {
              ++cut_off;
            }
          }
        }
        CHECK(through > 10);
        CHECK(cut_off > 0);
        MESSAGE(name, ": ", through, " doors closed on paths, ", detours, " ways round, ", cut_off,
                " cut off");
      },
      {"MAP01"});
}

TEST_CASE("ground: ways there and back are as long, on every level file") {
  std::size_t paths = 0;
  const std::size_t files = test::for_each_level_file([&](const std::string& name,
                                                          const Imported& imported) {
    const Result<Level> level = cook_level(imported.cells);
    if (!level) return;  // broken on purpose
    const GroundGraph graph = built(*level, {});
    Rng rng(3);
    GroundScratch scratch;
    NavPath there, back;
    for (int i = 0; i < 40; ++i) {
      const GroundPlace a = sample_ground_point(graph, rng), b = sample_ground_point(graph, rng);
      if (a.floor == kNone || b.floor == kNone) continue;
      INFO(name, " pair ", i);
      find_ground_path(graph, a, b, {}, scratch, there);
      find_ground_path(graph, b, a, {}, scratch, back);
      REQUIRE(there.status == back.status);
      CHECK(there.length == doctest::Approx(back.length).epsilon(1e-6));
      paths += there.status == PathStatus::Found ? 1 : 0;
      for (const PathPoint& point : there.points)
        CHECK(locate_point(*level, point.position + glm::dvec3(0, 0.05, 0), point.cell) != kNone);
    }
  });
  CHECK(paths >= 20 * std::min<std::size_t>(files, 1));
}

TEST_CASE("ground: starts and goals on walls, edges and corners move by a little, and lead on") {
  const GroundGraph graph = built(random_columns(9, 0.2f, 5), {});
  GroundScratch scratch;
  NavPath path;
  int found = 0;
  for (int x = 0; x <= 9; ++x)
    for (int z = 0; z <= 9; ++z) {
      const GroundPlace place = locate_on_ground(graph, {x, 0, z});  // a corner of up to 4 columns
      if (place.floor == kNone) continue;
      const double dx = place.position.x - x, dz = place.position.z - z;
      CHECK(std::sqrt(dx * dx + dz * dz) < 1.9);
      const GroundPlace again = locate_on_ground(graph, place.position);
      CHECK(again.floor != kNone);
      find_ground_path(graph, place, again, {}, scratch, path);
      CHECK(path.status == PathStatus::Found);
      CHECK(path.length < 0.01);
      ++found;
    }
  CHECK(found > 40);
}

TEST_CASE("ground: from the start of freedoom2 MAP01 most of it is walked") {
  test::for_each_freedoom_map(
      [](const std::string&, const Imported& imported) {
        const Level level = cook_or_fail(imported.cells);
        NavAgentConfig agent;
        agent.max_drop = 100.0f;
        const GroundGraph graph = built(level, agent);
        GroundPlace from;
        for (const CellSpawn& spawn : imported.cells.spawns)
          if (spawn.kind == "player_start") from = locate_on_ground(graph, spawn.position);
        REQUIRE(from.floor != kNone);
        GroundScratch scratch;
        Rng rng(2);
        int places = 0, things = 0, all_things = 0;
        for (int i = 0; i < 200; ++i)
          places += is_ground_reachable(graph, from, sample_ground_point(graph, rng), {}, scratch)
                        ? 1
                        : 0;
        for (const CellSpawn& spawn : imported.cells.spawns) {
          ++all_things;
          things +=
              is_ground_reachable(graph, from, locate_on_ground(graph, spawn.position), {}, scratch)
                  ? 1
                  : 0;
        }
        MESSAGE(places, " of 200 places, ", things, " of ", all_things, " things");
        CHECK(places > 100);
        CHECK(things > 0);
      },
      {"MAP01"});
}

TEST_CASE("ground: nearest goals are those of the shortest paths") {
  const GroundGraph graph = built(random_columns(14, 0.2f, 3), {});
  Rng rng(4);
  GroundScratch scratch;
  NavPath path;
  for (int round = 0; round < 20; ++round) {
    const GroundPlace from = sample_ground_point(graph, rng);
    std::vector<GroundPlace> goals;
    std::vector<double> lengths;
    for (int i = 0; i < 12; ++i) {
      goals.push_back(sample_ground_point(graph, rng));
      if (find_ground_path(graph, from, goals.back(), {}, scratch, path) == PathStatus::Found)
        lengths.push_back(path.length);
    }
    std::sort(lengths.begin(), lengths.end());
    std::vector<GroundGoal> nearest;
    find_nearest_goals(graph, from, goals, 4, {}, scratch, nearest);
    REQUIRE(nearest.size() == std::min<std::size_t>(4, lengths.size()));
    for (std::size_t i = 0; i < nearest.size(); ++i) CHECK(nearest[i].length == lengths[i]);
  }
}

TEST_CASE("ground: warm queries allocate nothing, and give the same bits again") {
  const GroundGraph graph = built(random_columns(16, 0.2f, 8), {});
  GroundScratch scratch;
  NavPath path;
  std::vector<double> first;
  for (int round = 0; round < 3; ++round) {
    Rng rng(6);
    const test::AllocationScope scope;
    for (std::size_t i = 0; i < 200; ++i) {
      const GroundPlace from = sample_ground_point(graph, rng);
      const GroundPlace to = sample_ground_point(graph, rng);
      find_ground_path(graph, from.position, to.position, {}, scratch, path);
      if (round == 0)
        first.push_back(path.length);
      else
        CHECK(path.length == first[i]);
    }
    if (round == 2) CHECK(scope.count() == 0);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("ground: every freedoom map builds, and players reach a share of it") {
    double least = 1.0, shares = 0.0;
    std::size_t maps = 0;
    test::for_each_freedoom_map([&](const std::string& name, const Imported& imported) {
      const Level level = cook_or_fail(imported.cells);
      NavAgentConfig agent;
      agent.max_drop = 100.0f;
      const GroundGraph graph = built(level, agent);
      const auto start = std::find_if(imported.cells.spawns.begin(), imported.cells.spawns.end(),
                                      [](const CellSpawn& s) { return s.kind == "player_start"; });
      REQUIRE(start != imported.cells.spawns.end());
      const GroundPlace from = locate_on_ground(graph, start->position);
      REQUIRE(from.floor != kNone);
      GroundScratch scratch;
      Rng rng(2);
      int reached = 0;
      for (int i = 0; i < 100; ++i)
        reached +=
            is_ground_reachable(graph, from, sample_ground_point(graph, rng), {}, scratch) ? 1 : 0;
      const GroundCounts counts = graph.counts();
      MESSAGE(name, ": floors ", counts.floors, " triangles ", counts.triangles, " corners ",
              counts.corners, " links ", counts.links, " components ", counts.components, " KiB ",
              counts.bytes / 1024, " reached % ", reached);
      least = std::min(least, reached / 100.0);
      shares += reached / 100.0;
      CHECK(counts.triangles < 2 * counts.floors + 100);
      CHECK(counts.links < 40 * (counts.corners + 100));
      ++maps;
    });
    MESSAGE("maps ", maps, " least share ", least, " mean ", shares / static_cast<double>(maps));
    // lifts, teleporters and stairs that rise are not walked, nor what is only looked at
    if (maps > 0) CHECK(shares / static_cast<double>(maps) > 0.4);
  }
}
