// FlowField: Dijkstra's distances by an independent search, agents that follow it, doors.
#include "playset/nav/flow_field.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <vector>

#include "geom/box_cells.h"
#include "playset/core/debug_canvas.h"
#include "playset/core/rng.h"
#include "scenes/point_sampler.h"
#include "support/support.h"
#include "tests/level/real_levels.h"
#include "tests/nav/nav_levels.h"

using namespace playset;
using playset::test::graph_of;
using playset::test::tunnels;

namespace {

// Distances to the goal over window centres by relaxing everything until nothing changes.
std::vector<double> slow_distances(const AirGraph& graph, const FlowField& field) {
  const auto windows = graph.windows();
  std::vector<double> best(windows.size(), std::numeric_limits<double>::infinity());
  for (const std::uint32_t w : graph.cell_windows(field.goal_cell))
    if (!windows[w].tight) best[w] = glm::length(windows[w].center - field.goal);
  for (bool any = true; any;) {
    any = false;
    for (std::uint32_t w = 0; w < windows.size(); ++w)
      for (const std::uint32_t cell : windows[w].cells)
        for (const std::uint32_t v : graph.cell_windows(cell)) {
          const double through = best[w] + glm::length(windows[w].center - windows[v].center);
          if (windows[v].tight || windows[w].tight || !(through < best[v] - 1e-9)) continue;
          best[v] = through;
          any = true;
        }
  }
  return best;
}

// Follows the field in steps and returns how far it went; negative where it did not arrive.
double follow(const AirGraph& graph, const FlowField& field, FlowQuery at, double step,
              AirScratch& scratch, int most) {
  double gone = 0.0;
  for (int i = 0; i < most; ++i) {
    const FlowDirection d = find_flow_direction(graph, field, at, scratch);
    if (d.status != PathStatus::Found) return -1.0;
    const double left = glm::length(field.goal - at.position);
    if (d.cell == field.goal_cell) return gone + left;
    const double pace = std::min(step, glm::length(d.corner - at.position));
    at = {at.position + d.direction * pace, d.cell};
    gone += pace;
  }
  return -1.0;
}

}  // namespace

TEST_CASE("flow field: distances are those of an independent search") {
  const Level level = tunnels(300);
  const AirGraph graph = graph_of(level, 0.5f);
  const PointSampler sampler(level);
  Rng rng(4);
  AirScratch scratch;
  FlowField field;
  for (int i = 0; i < 5; ++i) {
    const auto goal = sampler.draw(rng);
    REQUIRE(build_flow_field(graph, glm::dvec3(goal.point), nullptr, scratch, field, goal.cell) ==
            PathStatus::Found);
    const std::vector<double> slow = slow_distances(graph, field);
    for (std::size_t w = 0; w < slow.size(); ++w) {
      if (graph.windows()[w].tight) continue;
      CHECK(double{field.distances[w]} == doctest::Approx(slow[w]).epsilon(1e-5));
    }
  }
}

TEST_CASE("flow field: who follows it arrives, by a way within a tenth of the path's") {
  const Level level = tunnels(400);
  const AirGraph graph = graph_of(level, 0.5f);
  const PointSampler sampler(level);
  Rng rng(5);
  AirScratch scratch;
  FlowField field;
  NavPath path;
  const auto goal = sampler.draw(rng);
  build_flow_field(graph, glm::dvec3(goal.point), nullptr, scratch, field, goal.cell);
  double worst = 0.0;
  for (int i = 0; i < 40; ++i) {
    const auto from = sampler.draw(rng);
    find_air_path(graph, glm::dvec3(from.point), glm::dvec3(goal.point), {}, scratch, path);
    REQUIRE(path.status == PathStatus::Found);
    const double gone =
        follow(graph, field, {glm::dvec3(from.point), from.cell}, 1.0, scratch, 5000);
    CHECK(gone >= path.length * 0.98);
    worst = std::max(worst, gone / path.length);
  }
  CAPTURE(worst);
  CHECK(worst < 1.1);
}

TEST_CASE("flow field: on real maps everybody arrives or is told that there is no way") {
  const auto visit = [](const std::string&, const Imported& imported) {
    const Level level = test::cook_or_fail(imported.cells);
    const AirGraph graph = graph_of(level, 0.3f);
    const PointSampler sampler(level);
    Rng rng(6);
    AirScratch scratch;
    FlowField field;
    NavPath path;
    int lost = 0, disagree = 0;
    double longer = 0.0, paths = 0.0;
    for (int g = 0; g < 3; ++g) {
      const auto goal = sampler.draw(rng);
      build_flow_field(graph, glm::dvec3(goal.point), nullptr, scratch, field, goal.cell);
      for (int i = 0; i < 30; ++i) {
        const auto from = sampler.draw(rng);
        PathOptions options;
        options.from_cell = from.cell;
        options.to_cell = goal.cell;
        find_air_path(graph, glm::dvec3(from.point), glm::dvec3(goal.point), options, scratch,
                      path);
        const FlowQuery query{glm::dvec3(from.point), from.cell};
        const FlowDirection d = find_flow_direction(graph, field, query, scratch);
        disagree += (d.status == PathStatus::Found) != (path.status == PathStatus::Found);
        if (d.status != PathStatus::Found) continue;
        const double gone = follow(graph, field, query, 0.3, scratch, 20000);
        lost += gone < 0.0;
        if (gone < 0.0 || path.status != PathStatus::Found) continue;
        longer += gone;
        paths += path.length;
      }
    }
    CHECK(lost == 0);
    CHECK(disagree == 0);
    CAPTURE(longer / paths);
    CHECK(paths > 0.0);
    CHECK(longer <= 1.12 * paths);
  };
  test::for_each_freedoom_map(visit, {"MAP01", "E1M1"});
}

TEST_CASE("flow field: its picture has an arrow for each window that leads to the goal") {
  const Level level = tunnels(100);
  const AirGraph graph = graph_of(level, 0.5f);
  Rng rng(12);
  const auto goal = PointSampler(level).draw(rng);
  AirScratch scratch;
  FlowField field;
  build_flow_field(graph, glm::dvec3(goal.point), nullptr, scratch, field, goal.cell);
  const auto leading = std::count_if(field.distances.begin(), field.distances.end(),
                                     [](float d) { return std::isfinite(d); });
  DebugCanvas canvas;
  draw_flow_field(graph, field, canvas);
  CHECK(leading > 10);
  CHECK(std::ssize(canvas.items()) == leading + 1);  // and the goal
}

TEST_CASE("flow field: a door that closes turns the flow, once update is asked") {
  playset_test::CellBuilder builder;  // a ring of four rooms; door 0 between the first two
  const int m = 1024;
  builder.add_box({0, 0, 0}, {10 * m, 4 * m, 10 * m});
  builder.add_box({10 * m, 0, 0}, {20 * m, 4 * m, 10 * m});
  builder.add_box({0, 0, 10 * m}, {10 * m, 4 * m, 20 * m});
  builder.add_box({10 * m, 0, 10 * m}, {20 * m, 4 * m, 20 * m});
  link_sides(builder.complex);
  builder.complex.doors.push_back({"gate", false, "", -1});
  for (CellSide& side : builder.complex.sides) {
    if (side.neighbor == kNone) continue;
    const std::uint32_t other = builder.complex.sides[side.neighbor].cell;
    if (side.cell + other == 1) side.door = 0;
  }
  const Level level = test::cook_or_fail(builder.complex);
  const AirGraph graph = graph_of(level, 0.5f);
  AirScratch scratch;
  FlowField field;
  DoorStates doors = initial_doors(level);
  const FlowQuery here{{5, 2, 5}, kNone};
  REQUIRE(build_flow_field(graph, {15, 2, 5}, &doors, scratch, field) == PathStatus::Found);
  FlowDirection d = find_flow_direction(graph, field, here, scratch);
  CHECK(d.direction.x == doctest::Approx(1.0));
  CHECK(d.distance == doctest::Approx(10.0));
  CHECK(!update_flow_field(graph, doors, scratch, field));
  set_door(doors, 0, true);
  CHECK(update_flow_field(graph, doors, scratch, field));
  CHECK(field.doors.revision == doors.revision);
  d = find_flow_direction(graph, field, here, scratch);
  CHECK(d.direction.z > 0.5);
  CHECK(d.distance > 14.0);
  CHECK(d.distance < 18.0);
}

TEST_CASE("flow field: outside, not finite, at the goal; no allocations; any split of a batch") {
  const Level level = tunnels(200);
  const AirGraph graph = graph_of(level, 0.5f);
  const PointSampler sampler(level);
  Rng rng(8);
  AirScratch scratch, other;
  FlowField field;
  const auto goal = sampler.draw(rng);
  {
    const test::FpTrapsOff off;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(build_flow_field(graph, {nan, 0, 0}, nullptr, scratch, field) == PathStatus::Refused);
  }
  CHECK(build_flow_field(graph, {1e4, 1e4, 1e4}, nullptr, scratch, field) ==
        PathStatus::GoalOutside);
  CHECK(find_flow_direction(graph, field, {{0, 0, 0}, kNone}, scratch).status ==
        PathStatus::GoalOutside);
  build_flow_field(graph, glm::dvec3(goal.point), nullptr, scratch, field, goal.cell);
  const FlowDirection at =
      find_flow_direction(graph, field, {glm::dvec3(goal.point), goal.cell}, scratch);
  CHECK(at.distance == 0.0);
  CHECK(at.direction == glm::dvec3(0.0));
  std::vector<FlowQuery> queries;
  for (int i = 0; i < 200; ++i) {
    const auto s = sampler.draw(rng);
    queries.push_back({glm::dvec3(s.point), s.cell});
  }
  std::vector<FlowDirection> all(queries.size()), parts(queries.size());
  find_flow_directions(graph, field, queries, all, scratch);
  const test::AllocationScope scope;
  find_flow_directions(graph, field, queries, all, scratch);
  build_flow_field(graph, glm::dvec3(goal.point), nullptr, scratch, field, goal.cell);
  CHECK(scope.count() == 0);
  for (std::size_t i = 0; i < queries.size(); ++i)
    find_flow_directions(graph, field, std::span(queries).subspan(i, 1),
                         std::span(parts).subspan(i, 1), other);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    CHECK(all[i].direction == parts[i].direction);
    CHECK(all[i].distance == parts[i].distance);
  }
}

TEST_CASE(
    "flow field: on the ground it leads as far as the shortest path, and whoever follows arrives") {
  const auto visit = [](const std::string&, const Imported& imported) {
    const Level level = test::cook_or_fail(imported.cells);
    const Result<GroundGraph> graph = build_ground_graph(level, {});
    REQUIRE(graph);
    Rng rng(9);
    GroundScratch scratch;
    FlowField field;
    NavPath path;
    const GroundPlace goal = sample_ground_point(*graph, rng);
    REQUIRE(build_flow_field(*graph, goal.position, nullptr, scratch, field, goal.cell) ==
            PathStatus::Found);
    int lost = 0, differ = 0, arrived = 0;
    for (int i = 0; i < 40; ++i) {
      const GroundPlace from = sample_ground_point(*graph, rng, goal.component);
      if (from.floor == kNone) continue;
      find_ground_path(*graph, from, goal, {}, scratch, path);
      FlowQuery at{from.position, from.cell};
      FlowDirection d = find_flow_direction(*graph, field, at, scratch);
      differ += d.status != path.status || std::fabs(d.distance - path.length) > 0.01;
      for (int step = 0; step < 4000 && d.distance > 0.3 && d.status == PathStatus::Found; ++step) {
        glm::dvec3 leg = d.corner - at.position;
        leg.y = 0.0;
        const glm::dvec3 next = at.position + d.direction * std::min(0.2, glm::length(leg));
        const GroundPlace place = locate_on_ground(*graph, next + glm::dvec3(0, 0.8, 0), d.cell);
        at = {place.position, place.cell};
        d = find_flow_direction(*graph, field, at, scratch);
      }
      if (path.status != PathStatus::Found) continue;
      const bool there = d.status == PathStatus::Found && d.distance <= 0.3;
      ++(there ? arrived : lost);
    }
    CHECK(differ == 0);
    CHECK(lost == 0);
    CHECK(arrived > 10);
    std::vector<FlowQuery> queries;
    for (int i = 0; i < 50; ++i) {
      const GroundPlace from = sample_ground_point(*graph, rng);
      queries.push_back({from.position, from.cell});
    }
    std::vector<FlowDirection> directions(queries.size());
    find_flow_directions(*graph, field, queries, directions, scratch);
    const test::AllocationScope scope;
    find_flow_directions(*graph, field, queries, directions, scratch);
    CHECK(scope.count() == 0);
  };
  test::for_each_freedoom_map(visit, {"MAP01"});
}
