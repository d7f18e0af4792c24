// NavGraph: classes ask their graphs, Both walks or flies, nearest goals against asking each.
#include "playset/nav/nav_graph.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "geom/box_cells.h"
#include "playset/core/debug_canvas.h"
#include "playset/core/rng.h"
#include "playset/geom/partition_sides.h"
#include "scenes/point_sampler.h"
#include "support/support.h"
#include "tests/level/real_levels.h"
#include "tests/nav/nav_levels.h"

using namespace playset;

namespace {

constexpr int kMetre = 1024;

// Two rooms of equal height, and behind them one whose floor is 3 m higher.
Level rooms() {
  playset_test::CellBuilder builder;
  builder.add_box({0, 0, 0}, {10 * kMetre, 8 * kMetre, 10 * kMetre});
  builder.add_box({10 * kMetre, 0, 0}, {20 * kMetre, 8 * kMetre, 10 * kMetre});
  builder.add_box({20 * kMetre, 3 * kMetre, 0}, {30 * kMetre, 8 * kMetre, 10 * kMetre});
  partition_sides(builder.complex, find_facing_sides(builder.complex));
  return test::cook_or_fail(builder.complex);
}

NavGraph graph_of(const Level& level, NavClass nav_class) {
  const Result<NavGraph> graph = build_nav_graph(level, {}, nav_class);
  REQUIRE(graph);
  return *graph;
}

}  // namespace

TEST_CASE(
    "nav graph: who walks stops at a ledge, who flies passes it, who does both walks where it "
    "can") {
  const Level level = rooms();
  const glm::dvec3 here{2, 1, 5}, beside{18, 1, 5}, above{28, 4, 5};
  NavScratch scratch;
  NavPath path;
  const NavGraph ground = graph_of(level, NavClass::Ground), air = graph_of(level, NavClass::Air),
                 both = graph_of(level, NavClass::Both);
  CHECK(find_path(ground, here, beside, {}, scratch, path) == PathStatus::Found);
  CHECK(path.points.front().position.y == doctest::Approx(0.0));
  CHECK(find_path(ground, here, above, {}, scratch, path) == PathStatus::NoPath);
  CHECK(find_path(air, here, above, {}, scratch, path) == PathStatus::Found);
  CHECK(find_path(both, here, beside, {}, scratch, path) == PathStatus::Found);
  CHECK(path.points.front().position.y == doctest::Approx(0.0));
  CHECK(find_path(both, here, above, {}, scratch, path) == PathStatus::Found);
  CHECK(path.points.front().position.y == doctest::Approx(1.0));
  CHECK(is_reachable(both, here, above, {}, scratch));
  CHECK(!is_reachable(ground, here, above, {}, scratch));
  CHECK(is_reachable(ground, here, beside, {}, scratch));
}

TEST_CASE("nav graph: configs out of range are refused by every class") {
  NavAgentConfig agent;
  agent.radius = 100.0f;
  for (const NavClass c : {NavClass::Ground, NavClass::Air, NavClass::Both})
    CHECK(!build_nav_graph(rooms(), agent, c));
}

TEST_CASE("nav graph: the nearest goals are those of asking for a path to each") {
  const Level level = test::tunnels(200);
  const NavGraph graph = graph_of(level, NavClass::Air);
  const PointSampler sampler(level);
  Rng rng(21);
  NavScratch scratch;
  NavPath path;
  std::vector<NavGoal> nearest;
  for (int i = 0; i < 10; ++i) {
    const glm::dvec3 from(sampler.draw(rng).point);
    std::vector<glm::dvec3> goals;
    for (int g = 0; g < 20; ++g) goals.emplace_back(sampler.draw(rng).point);
    goals.emplace_back(1e4, 0, 0);  // outside
    find_nearest_goals(graph, from, goals, 5, {}, scratch, nearest);
    std::vector<std::pair<double, std::uint32_t>> all;
    for (std::uint32_t g = 0; g < goals.size(); ++g)
      if (find_path(graph, from, goals[g], {}, scratch, path) == PathStatus::Found)
        all.emplace_back(path.length, g);
    std::sort(all.begin(), all.end());
    REQUIRE(nearest.size() == 5);
    for (std::size_t n = 0; n < 5; ++n) {
      CHECK(nearest[n].index == all[n].second);
      CHECK(nearest[n].length == all[n].first);
    }
  }
  const test::AllocationScope scope;
  find_nearest_goals(graph, {0, 0, 0}, {}, 5, {}, scratch, nearest);
  CHECK(nearest.empty());
  CHECK(scope.count() == 0);
}

TEST_CASE("nav graph: pictures hold windows, floors and the way") {
  const Level level = rooms();
  const NavGraph both = graph_of(level, NavClass::Both);
  NavScratch scratch;
  NavPath path;
  DebugCanvas graph_canvas, path_canvas, pull_canvas, empty;
  draw_nav_graph(both, graph_canvas);
  CHECK(graph_canvas.items().size() >= both.air.windows().size() + both.ground.floors().size());
  draw_path(path, empty);
  CHECK(empty.items().empty());
  find_path(both, {2, 1, 5}, {28, 4, 5}, {}, scratch, path);
  draw_path(path, path_canvas);
  CHECK(path_canvas.items().size() == path.points.size() + 3);
  draw_air_pull(both.air, {2, 1, 5}, {28, 4, 5}, {}, scratch.air, pull_canvas);
  CHECK(pull_canvas.items().size() > path_canvas.items().size());
  CHECK(pull_canvas.legends().size() == 3);
}
