// AirGraph: windows by hand, statuses, doors, and the search against Dijkstra on real levels.
#include "playset/nav/air_graph.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <vector>

#include "geom/box_cells.h"
#include "nav/air_graph_data.h"
#include "playset/core/rng.h"
#include "playset/geom/partition_sides.h"
#include "scenes/point_sampler.h"
#include "support/support.h"
#include "tests/level/real_levels.h"
#include "tests/nav/nav_levels.h"

using namespace playset;
using playset::test::graph_of;
using playset::test::metres;
using playset::test::tunnels;
using playset_test::CellBuilder;

namespace {

Level cooked(CellBuilder builder, std::uint32_t doors = 0) {
  link_sides(builder.complex);
  if (doors != 0) builder.complex.doors.push_back({"gate", false, "", -1});
  for (CellSide& side : builder.complex.sides)
    if (doors != 0 && side.neighbor != kNone) side.door = 0;
  const Result<Level> level = cook_level(builder.complex);
  REQUIRE(level);
  return *level;
}

// Boxes from x = 0 on, each 10 m long, 4 m high and as wide as given, centred about z = 0.
Level corridor(const std::vector<int>& widths) {
  CellBuilder builder;
  int x = 0;
  for (const int w : widths) {
    builder.add_box(metres(x, 0, -w), metres(x + 10, 4, w));
    x += 10;
  }
  partition_sides(builder.complex, find_facing_sides(builder.complex));
  const Result<Level> level = cook_level(builder.complex);
  if (!level) FAIL(level.error().text());
  return *level;
}

}  // namespace

TEST_CASE("air graph: a window keeps the radius from its rim") {
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(10, 4, 4));
  builder.add_box(metres(10, 0, 0), metres(20, 4, 4));
  const AirGraph graph = graph_of(cooked(std::move(builder)), 0.5f);
  REQUIRE(graph.windows().size() == 1);
  const AirWindow& window = graph.windows()[0];
  CHECK(!window.tight);
  for (const glm::dvec3 p : graph.corners(window)) {
    CHECK(p.x == doctest::Approx(10.0));
    CHECK(std::fabs(p.y - 2.0) == doctest::Approx(1.5).epsilon(0.01));
    CHECK(std::fabs(p.z - 2.0) == doctest::Approx(1.5).epsilon(0.01));
  }
}

TEST_CASE("air graph: an agent of twice the window's width is refused by it, a smaller one not") {
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(10, 4, 4));
  builder.add_box(metres(10, 0, 0), metres(20, 4, 4));
  const Level level = cooked(std::move(builder));
  AirScratch scratch;
  NavPath path;
  const glm::dvec3 from{3, 2, 2}, to{17, 2, 2};
  CHECK(find_air_path(graph_of(level, 2.0f), from, to, {}, scratch, path) == PathStatus::Found);
  CHECK(path.length == doctest::Approx(14.0).epsilon(1e-3));
  CHECK(find_air_path(graph_of(level, 2.1f), from, to, {}, scratch, path) == PathStatus::NoPath);
  CHECK(path.points.empty());
}

TEST_CASE(
    "air path: statuses name the end that is outside, points that are no numbers are refused") {
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(10, 4, 4));
  builder.add_box(metres(20, 0, 0), metres(30, 4, 4));
  const AirGraph graph = graph_of(cooked(std::move(builder)), 0.5f);
  AirScratch scratch;
  NavPath path;
  const glm::dvec3 here{3, 2, 2}, there{25, 2, 2}, nowhere{15, 2, 2};
  CHECK(find_air_path(graph, here, there, {}, scratch, path) == PathStatus::NoPath);
  CHECK(find_air_path(graph, nowhere, there, {}, scratch, path) == PathStatus::StartOutside);
  CHECK(find_air_path(graph, here, nowhere, {}, scratch, path) == PathStatus::GoalOutside);
  const test::FpTrapsOff off;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(find_air_path(graph, {nan, 0, 0}, there, {}, scratch, path) == PathStatus::Refused);
  CHECK(find_air_path(graph, here, {0, 0, std::numeric_limits<double>::infinity()}, {}, scratch,
                      path) == PathStatus::Refused);
  CHECK(path.points.empty());
  CHECK(find_air_path(graph, here, here, {}, scratch, path) == PathStatus::Found);
  CHECK(path.length == 0.0);
  CHECK(find_air_path(graph, here, {9, 3, 3}, {}, scratch, path) == PathStatus::Found);
  CHECK(path.points.size() == 2);
  CHECK(path.length == doctest::Approx(std::sqrt(36.0 + 1.0 + 1.0)));
}

TEST_CASE("air graph: a level without cells has no windows and every query starts outside") {
  const Result<AirGraph> graph = build_air_graph(Level{});
  REQUIRE(graph);
  CHECK(graph->windows().empty());
  AirScratch scratch;
  NavPath path;
  CHECK(find_air_path(*graph, {0, 0, 0}, {1, 0, 0}, {}, scratch, path) == PathStatus::StartOutside);
  NavAgentConfig agent;
  agent.radius = -1.0f;
  CHECK(!build_air_graph(Level{}, agent));
}

TEST_CASE("air path: a closed door is no way, an open one is listed") {
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(10, 4, 4));
  builder.add_box(metres(10, 0, 0), metres(20, 4, 4));
  const Level level = cooked(std::move(builder), 1);
  const AirGraph graph = graph_of(level, 0.5f);
  AirScratch scratch;
  NavPath path;
  DoorStates doors = initial_doors(level);
  PathOptions options;
  options.doors = &doors;
  const glm::dvec3 from{3, 2, 2}, to{17, 2, 2};
  CHECK(find_air_path(graph, from, to, options, scratch, path) == PathStatus::Found);
  CHECK(path.doors == std::vector<std::uint32_t>{0});
  CHECK(!is_blocked(path, doors));
  set_door(doors, 0, true);
  CHECK(is_blocked(path, doors));
  CHECK(find_air_path(graph, from, to, options, scratch, path) == PathStatus::NoPath);
  CHECK(path.doors_revision == doors.revision);
}

TEST_CASE("air path: through a narrow middle it is the shortest broken line") {
  const Level level = corridor({5, 1, 5});
  const AirGraph graph = graph_of(level, 0.5f);
  AirScratch scratch;
  NavPath path;
  const glm::dvec3 from{5, 2, 4}, to{25, 2, 4};
  REQUIRE(find_air_path(graph, from, to, {}, scratch, path) == PathStatus::Found);
  // bends at z = 0.5 on both ends of the middle, half a metre from its walls
  const double legs = 2.0 * std::sqrt(25.0 + 3.5 * 3.5) + 10.0;
  CHECK(path.length == doctest::Approx(legs).epsilon(0.02));
  CHECK(path.length >= legs - 0.02);
}

TEST_CASE("air search: A* costs what Dijkstra costs, on a network of tunnels") {
  const Level level = tunnels(500);
  const AirGraph graph = graph_of(level, 0.5f);
  const PointSampler sampler(level);
  Rng rng(3);
  AirScratch scratch;
  std::uint64_t expanded = 0, expanded_by_dijkstra = 0;
  for (int i = 0; i < 300; ++i) {
    const auto from = sampler.draw(rng), to = sampler.draw(rng);
    PathOptions options;
    options.from_cell = from.cell;
    options.to_cell = to.cell;
    const auto fast =
        search_air_graph(graph, glm::dvec3(from.point), glm::dvec3(to.point), options, scratch);
    const auto slow = search_air_graph(graph, glm::dvec3(from.point), glm::dvec3(to.point), options,
                                       scratch, {false});
    CHECK(fast.status == slow.status);
    CHECK(fast.cost == doctest::Approx(slow.cost).epsilon(1e-5));
    expanded += fast.expanded;
    expanded_by_dijkstra += slow.expanded;
  }
  CHECK(expanded < expanded_by_dijkstra);
}

TEST_CASE("air search: where islands say no, nothing of the search before is told") {
  AirScratch scratch;
  const AirGraph row = graph_of(corridor({5, 5, 5}), 0.5f);
  CHECK(search_air_graph(row, {5, 2, 0}, {25, 2, 0}, {}, scratch).windows.size() == 2);
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(10, 4, 4));
  builder.add_box(metres(20, 0, 0), metres(30, 4, 4));
  const AirGraph apart = graph_of(cooked(std::move(builder)), 0.5f);
  const AirSearchResult none = search_air_graph(apart, {5, 2, 2}, {25, 2, 2}, {}, scratch);
  CHECK(none.status == PathStatus::NoPath);
  CHECK(none.windows.empty());
  CHECK(none.expanded == 0);
}

TEST_CASE("air path: cubs that overlap without a link are no way for each other") {
  CellBuilder builder;  // a corridor, and a room that lies across it in the same space
  builder.add_box(metres(0, 0, 0), metres(10, 4, 4));
  builder.add_box(metres(10, 0, 0), metres(20, 4, 4));
  builder.add_box(metres(8, 1, -10), metres(12, 3, 14));
  const Level level = cooked(std::move(builder));
  const AirGraph graph = graph_of(level, 0.4f);
  std::uint32_t across = kNone, behind = kNone;
  for (std::uint32_t c = 0; c < level.cell_count(); ++c) {
    if (level.complex_cell(c) == 1) behind = c;
    if (level.complex_cell(c) == 2) across = c;
  }
  CHECK(graph.cell_windows(across).empty());
  CHECK(graph.windows().size() == 1);
  AirScratch scratch;
  NavPath path;
  PathOptions options;  // the same point, once in the corridor and once in the room
  options.to_cell = behind;
  CHECK(find_air_path(graph, {3, 2, 2}, {11, 2, 2}, options, scratch, path) == PathStatus::Found);
  options.to_cell = across;
  CHECK(find_air_path(graph, {3, 2, 2}, {11, 2, 2}, options, scratch, path) == PathStatus::NoPath);
  // the room's walls lie across the corridor and take nothing away from its window
  for (const glm::dvec3 p : graph.corners(graph.windows()[0]))
    CHECK(std::fabs(p.z - 2.0) == doctest::Approx(1.6).epsilon(0.01));
}

TEST_CASE("air path: nothing is allocated once scratch and path have grown") {
  const Level level = tunnels(300);
  const AirGraph graph = graph_of(level, 0.5f);
  const PointSampler sampler(level);
  Rng rng(31);
  AirScratch scratch;
  NavPath path;
  std::vector<glm::dvec3> points;
  for (int i = 0; i < 100; ++i) points.emplace_back(sampler.draw(rng).point);
  const auto find_all = [&] {
    double sum = 0.0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      find_air_path(graph, points[i], points[i + 1], {}, scratch, path);
      sum += path.length;
    }
    return sum;
  };
  const double first = find_all();
  const test::AllocationScope scope;
  CHECK(find_all() == first);
  CHECK(scope.count() == 0);
}

TEST_CASE("air path: on every level it stays in the open and keeps its radius from walls") {
  std::size_t pieces = 0, near = 0, blocked = 0;
  const auto visit = [&](const std::string&, const Imported& imported) {
    const Result<Level> cooked_level = cook_level(imported.cells);
    if (!cooked_level || cooked_level->cell_count() < 8) return;
    const Level& level = *cooked_level;
    const double radius = 0.4;
    const AirGraph graph = graph_of(level, static_cast<float>(radius));
    const PointSampler sampler(level);
    Rng rng(41);
    AirScratch scratch;
    NavPath path;
    WallFlood flood;
    for (int i = 0; i < 60; ++i) {
      const auto from = sampler.draw(rng), to = sampler.draw(rng);
      const PathOptions options{nullptr, from.cell, to.cell};
      if (find_air_path(graph, glm::dvec3(from.point), glm::dvec3(to.point), options, scratch,
                        path) != PathStatus::Found)
        continue;
      for (std::size_t p = 0; p + 1 < path.points.size(); ++p) {
        const glm::dvec3 a = path.points[p].position, b = path.points[p + 1].position;
        const std::uint32_t start = path.points[p].cell;
        blocked +=
            trace_segment(level, {glm::vec3(a), start, glm::vec3(b), 0}).kind != HitKind::End;
        std::uint32_t cell = start;
        double least = radius;
        for (double t = 0.0; t <= 1.0; t += 0.1) {
          const glm::dvec3 x = a + (b - a) * t;
          cell = locate_point(level, x, cell);
          if (cell == kNone) break;
          const auto far = [&](const PathPoint& end) {
            return std::sqrt(glm::dot(x - end.position, x - end.position)) > 4.0 * radius;
          };
          if (!far(path.points.front()) || !far(path.points.back())) continue;
          least = std::min(least,
                           wall_distance(level, graph.data()->side_boxes, flood, cell, x, radius));
        }
        ++pieces;
        near += least < 0.85 * radius;
      }
    }
  };
  const std::size_t levels = test::for_each_level_file(visit) +
                             test::for_each_freedoom_map(visit, {"MAP01", "MAP15", "E1M1"});
  CAPTURE(pieces);
  CHECK(pieces >= 60 * std::min<std::size_t>(levels, 1));
  CHECK(blocked == 0);
  CHECK(near * 50 <= pieces);
}

TEST_SUITE("slow") {
  TEST_CASE("air graph: a block of 20,000 cubs is flown through straight") {
    CellBuilder builder;
    for (int z = 0; z < 20; ++z)
      for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 50; ++x)
          builder.add_box(metres(4 * x, 4 * y, 4 * z), metres(4 * x + 4, 4 * y + 4, 4 * z + 4));
    const Level level = cooked(std::move(builder));
    const AirGraph graph = graph_of(level, 0.5f);
    CHECK(graph.windows().size() == 49 * 400 + 2 * 50 * 19 * 20);
    AirScratch scratch;
    NavPath path;
    const glm::dvec3 from{1, 1, 1}, to{199, 78, 79};
    REQUIRE(find_air_path(graph, from, to, {}, scratch, path) == PathStatus::Found);
    CHECK(path.length == doctest::Approx(std::sqrt(glm::dot(to - from, to - from))).epsilon(1e-3));
  }
}
