// Areas, volumes and counts against numbers worked out by hand.
#include "cli/level_measures.h"

#include <doctest/doctest.h>

#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;

TEST_CASE("measures: a row of three boxes") {
  const LevelMeasures measures = measure_cells(make_box_row(3));
  CHECK(measures.walls == 14);
  CHECK(measures.portals == 2);
  CHECK(measures.components == 1);
  CHECK(measures.floor_area == doctest::Approx(3 * 2.0 * 4.0));
  CHECK(measures.volume == doctest::Approx(3 * 24.0));
  CHECK(measures.wall_area == doctest::Approx(2 * (6.0 * 3.0 + 6.0 * 4.0 + 3.0 * 4.0)));
  CHECK(measures.min == glm::dvec3(0.0));
  CHECK(measures.max == glm::dvec3(6.0, 3.0, 4.0));
  CHECK(measures.cells_by_sides == std::map<std::uint32_t, std::uint32_t>{{6, 3}});
  CHECK(measures.area_by_material.at("stone") == doctest::Approx(measures.wall_area));
  CHECK(measures.spawns_by_kind.at("player_start") == 1);
}

TEST_CASE("measures: a side's area vector points into its cell") {
  const CellComplex cells = make_box_row(1);
  const glm::dvec3 expected[6] = {{12, 0, 0}, {-12, 0, 0}, {0, 8, 0},
                                  {0, -8, 0}, {0, 0, 6},   {0, 0, -6}};
  for (std::size_t i = 0; i < 6; ++i) CHECK(side_area_vector(cells, cells.sides[i]) == expected[i]);
}

TEST_CASE("measures: shortest edge of a box") {
  const CellComplex cells = make_box_row(1);
  CHECK(shortest_edge(cells, cells.cells[0]) == doctest::Approx(2.0));
}

TEST_CASE("measures: cells that no portal joins are parts of their own") {
  CellComplex cells = make_box_row(3);
  for (CellSide& side : cells.sides) {
    if (side.cell == 2 || (side.neighbor != kNone && cells.sides[side.neighbor].cell == 2))
      side.neighbor = kNone;
  }
  CHECK(component_of_cells(cells) == std::vector<std::uint32_t>{0, 0, 1});
  CHECK(measure_cells(cells).components == 2);
}

TEST_CASE("measures: a level without cells has no size") {
  const LevelMeasures measures = measure_cells({});
  CHECK(measures.volume == 0.0);
  CHECK(measures.components == 0);
  CHECK(measures.min == glm::dvec3(0.0));
  CHECK(measures.max == glm::dvec3(0.0));
}
