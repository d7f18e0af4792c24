// Maps: heights, what is drawn for walls, portals, doors, things and sight.
#include "cli/draw_map.h"
#include "playset/core/debug_canvas.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cli/map_page.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;

namespace {

std::size_t count_layer(const DebugCanvas& canvas, std::int32_t layer) {
  return static_cast<std::size_t>(
      std::count_if(canvas.items().begin(), canvas.items().end(),
                    [&](const CanvasItem& item) { return item.style.layer == layer; }));
}

}  // namespace

TEST_CASE("map: the scale of heights is half height and half share of the floor below") {
  const MapHeights flat = measure_heights(make_box_row(2));
  CHECK(flat.floors == std::vector<double>{0.0, 0.0});
  CHECK(height_rank(flat, 0.0) == 0.5);
  MapHeights stairs;
  stairs.sorted = {-10.0, 0.0, 1.0, 2.0};
  stairs.share = {0.1, 0.4, 0.7, 1.0};
  CHECK(height_rank(stairs, -11.0) == 0.0);
  CHECK(height_rank(stairs, -10.0) == 0.0);
  CHECK(height_rank(stairs, 0.0) == doctest::Approx(0.5 * 10.0 / 12.0 + 0.5 / 3.0));
  CHECK(height_rank(stairs, 2.0) == doctest::Approx(1.0));
  CHECK(height_rank(stairs, 3.0) == 1.0);
}

TEST_CASE("map: a rank's height has that rank") {
  MapHeights stairs;
  stairs.sorted = {-10.0, 0.0, 1.0, 2.0};
  stairs.share = {0.1, 0.4, 0.7, 1.0};
  for (int i = 0; i <= 20; ++i) {
    const double rank = i / 20.0;
    CHECK(height_rank(stairs, height_at_rank(stairs, rank)) == doctest::Approx(rank));
  }
}

TEST_CASE("map: colours grow lighter with rank") {
  int before = -1;
  for (int i = 0; i <= 20; ++i) {
    const Colour colour = rank_colour(i / 20.0);
    const int light = 2 * colour.red + 5 * colour.green + colour.blue;
    CHECK(light > before);
    before = light;
  }
}

TEST_CASE("map: the plan of a row of boxes has one floor each, walls around, portals between") {
  const CellComplex cells = make_box_row(3);
  const MapHeights heights = measure_heights(cells);
  CHECK(!has_storeys(cells));
  DebugCanvas canvas;
  draw_map(cells, heights, {}, canvas);
  CHECK(count_layer(canvas, kLayerFloor) == 3);
  CHECK(count_layer(canvas, kLayerWall) == 8);
  CHECK(count_layer(canvas, kLayerPortal) == 2);
  CHECK(count_layer(canvas, kLayerDoor) == 0);
  CHECK(canvas.refused() == 0);
  DebugCanvas without;
  MapOptions options;
  options.portals = false;
  draw_map(cells, heights, options, without);
  CHECK(count_layer(without, kLayerPortal) == 0);
}

TEST_CASE("map: a door is drawn instead of its portal") {
  const CellComplex cells = make_box_row(3, true);
  DebugCanvas canvas;
  draw_map(cells, measure_heights(cells), {}, canvas);
  CHECK(count_layer(canvas, kLayerDoor) == 1);
  CHECK(count_layer(canvas, kLayerPortal) == 1);
}

TEST_CASE("map: cells with floors outside the range are left out") {
  const CellComplex cells = make_box_row(3);
  MapOptions options;
  options.floor_low = 1.0;
  DebugCanvas canvas;
  draw_map(cells, measure_heights(cells), options, canvas);
  draw_things(cells, measure_heights(cells), options, canvas);
  CHECK(canvas.items().empty());
}

TEST_CASE("map: a box on a box has storeys, and what lies above is drawn later") {
  CHECK(!has_storeys(make_box_row(3)));
  CellComplex tower = make_box_row(3);
  for (GridPoint& vertex : tower.vertices) vertex = {-vertex.y, vertex.x, vertex.z};
  REQUIRE(check_cells(tower).ok());
  CHECK(has_storeys(tower));
  MapOptions options;
  options.view = MapView::Iso;
  DebugCanvas canvas;
  draw_map(tower, measure_heights(tower), options, canvas);
  float before = -1.0f;
  std::size_t walls = 0;
  for (const CanvasItem& item : canvas.items()) {
    if (item.shape != CanvasShape::Polygon) continue;
    const auto corners = canvas.points().subspan(item.first_point, item.point_count);
    if (std::any_of(corners.begin(), corners.end(), [](glm::vec3 p) { return p.z > 0.0f; }))
      continue;
    float middle = 0.0f;  // of the walls at z = 0, one above the other
    for (const glm::vec3& corner : corners) middle += corner.y / static_cast<float>(corners.size());
    CHECK(middle > before);
    before = middle;
    ++walls;
  }
  CHECK(walls == 3);
}

TEST_CASE("map: a doll's house shows floors and far walls, not ceilings and near walls") {
  const CellComplex cells = make_box_row(1);
  MapOptions options;
  options.view = MapView::Iso;
  DebugCanvas canvas;
  draw_map(cells, measure_heights(cells), options, canvas);
  std::size_t polygons = 0;
  for (const CanvasItem& item : canvas.items()) {
    if (item.shape != CanvasShape::Polygon) continue;
    ++polygons;
    for (const glm::vec3& point : canvas.points().subspan(item.first_point, item.point_count))
      CHECK(point.y < 2.0f);
  }
  CHECK(polygons == 3);
}

TEST_CASE("map: a start is a marker with an arrow and a line of the legend") {
  const CellComplex cells = make_box_row(1);
  DebugCanvas canvas;
  draw_things(cells, measure_heights(cells), {}, canvas);
  CHECK(std::count_if(canvas.items().begin(), canvas.items().end(), [](const CanvasItem& item) {
          return item.shape == CanvasShape::Marker;
        }) == 1);
  REQUIRE(canvas.legends().size() == 1);
  CHECK(canvas.legends()[0].text == "player start");
}

TEST_CASE("map: sight stays inside the walls and stops at a closed door") {
  for (const bool door : {false, true}) {
    CAPTURE(door);
    const CellComplex cells = make_box_row(3, door);
    const Result<Level> level = cook_level(cells);
    REQUIRE(level.ok());
    DebugCanvas canvas;
    draw_sight(*level, cells, {}, canvas);
    REQUIRE(!canvas.items().empty());
    float farthest = 0.0f;
    for (const glm::vec3& point : canvas.points()) {
      CHECK(point.x >= -1e-3f);
      CHECK(point.z >= -1e-3f);
      CHECK(point.z <= 4.001f);
      farthest = std::max(farthest, point.x);
    }
    CHECK(farthest == doctest::Approx(door ? 2.0 : 6.0));
  }
}

TEST_CASE("map: without a start nothing is seen") {
  CellComplex cells = make_box_row(1);
  cells.spawns.clear();
  const Result<Level> level = cook_level(cells);
  REQUIRE(level.ok());
  DebugCanvas canvas;
  draw_sight(*level, cells, {}, canvas);
  CHECK(canvas.items().empty());
}

TEST_CASE("map: the page has the title, the facts and the legend beside the map") {
  const CellComplex cells = make_box_row(2);
  const MapHeights heights = measure_heights(cells);
  DebugCanvas canvas;
  draw_map(cells, heights, {}, canvas);
  draw_things(cells, heights, {}, canvas);
  MapPage page;
  page.width = 1000.0f;
  page.title = "Row";
  page.facts = {"2 cells"};
  const Picture picture = lay_out_map(canvas, heights, {}, page);
  CHECK(picture.width == 1000.0f);
  CHECK(picture.height >= 500.0f);
  for (const char* text : {"Row", "2 cells", "wall", "player start"}) {
    CAPTURE(text);
    CHECK(std::find(picture.texts.begin(), picture.texts.end(), text) != picture.texts.end());
  }
  for (const glm::vec2& point : picture.points) {
    CHECK(point.x >= 0.0f);
    CHECK(point.x <= 1000.0f);
    CHECK(point.y <= picture.height);
  }
}
