// Ways on a map: what is drawn for paths, for trails, and for whom the box leaves out.
#include "cli/map_ways.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "playset/core/debug_canvas.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;

namespace {

std::size_t count_layer(const DebugCanvas& canvas, std::int32_t layer) {
  return static_cast<std::size_t>(
      std::count_if(canvas.items().begin(), canvas.items().end(),
                    [&](const CanvasItem& item) { return item.style.layer == layer; }));
}

NavPath make_path() {
  NavPath path;
  path.status = PathStatus::Found;
  path.points = {{{0, 0, 0}, 0, false}, {{4, 0, 0}, 0, false}, {{4, -2, 6}, 0, true}};
  return path;
}

std::unique_ptr<BotsScene> make_scene(const Level& level) {
  BotsConfig config;
  config.agents = 6;
  config.bullets = 20;
  config.trail_every = 6;
  config.trail_points = 20;
  Result<std::unique_ptr<BotsScene>> scene = BotsScene::build(level, config);
  REQUIRE_MESSAGE(scene, scene.error().text());
  for (int i = 0; i < 60; ++i) (*scene)->tick();
  return std::move(*scene);
}

}  // namespace

TEST_CASE("ways: every leg is drawn over a light one, drops dashed, with its corners and ends") {
  for (const bool ground : {true, false}) {
    DebugCanvas canvas;
    draw_way(make_path(), ground, canvas);
    CHECK(count_layer(canvas, kLayerTrace) == 2);
    CHECK(std::count_if(canvas.items().begin(), canvas.items().end(), [](const CanvasItem& item) {
            return item.style.layer == kLayerThing && item.style.dash > 0.0f;
          }) == 1);
    CHECK(count_layer(canvas, kLayerThing) == 5);  // the legs, a corner, start and goal
    CHECK(canvas.refused() == 0);
  }
}

TEST_CASE(
    "ways: a path of nothing draws no leg and no ends, where there is no way the ends alone") {
  DebugCanvas none, ends;
  draw_way(NavPath{}, true, none);
  CHECK(none.items().empty());
  draw_no_way({0, 0, 0}, {5, 0, 0}, ends);
  CHECK(!ends.items().empty());
  CHECK(count_layer(ends, kLayerTrace) == 0);
}

TEST_CASE("ways: bots are drawn where they are, and those outside the box are left out") {
  const CellComplex cells = make_box_row(12);
  const Result<Level> level = cook_level(cells);
  REQUIRE(level);
  const auto scene = make_scene(*level);
  const MapHeights heights = measure_heights(cells);
  const Box all{level->bounds_min(), level->bounds_max()};
  DebugCanvas canvas;
  draw_bots(*scene, heights, all, canvas);
  CHECK(count_layer(canvas, kLayerThing + 1) == 6);
  CHECK(count_layer(canvas, kLayerTrace) >= 6);
  CHECK(canvas.refused() == 0);

  const glm::dvec3 middle = 0.5 * (level->bounds_min() + level->bounds_max());
  for (int axis = 0; axis < 3; axis += 2) {
    Box half = all;
    half.high[axis] = middle[axis];
    const auto agents = scene->agents();
    const auto inside = std::count_if(agents.begin(), agents.end(), [&](const AvoidAgent& agent) {
      return agent.center[axis] <= middle[axis];
    });
    DebugCanvas part;
    draw_bots(*scene, heights, half, part);
    CHECK(count_layer(part, kLayerThing + 1) == static_cast<std::size_t>(inside));
  }
  DebugCanvas nothing;
  draw_bots(*scene, heights, {glm::dvec3(1000.0), glm::dvec3(1001.0)}, nothing);
  CHECK(nothing.items().empty());
}
