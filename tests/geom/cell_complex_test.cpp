// tests/geom/cell_complex_test.cpp - check_cells names each broken rule; link_sides joins what fits
// and nothing else.
#include "playset/geom/cell_complex.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "geom/box_cells.h"

using namespace playset;
using playset_test::CellBuilder;

namespace {

// Two boxes side by side along x, linked.
CellComplex two_boxes() {
  CellBuilder builder;
  builder.add_box({0, 0, 0}, {1024, 1024, 1024});
  builder.add_box({1024, 0, 0}, {2048, 1024, 1024});
  link_sides(builder.complex);
  return builder.complex;
}

// n x n x n unit boxes.
CellComplex block(int n) {
  CellBuilder builder;
  for (int z = 0; z < n; ++z) {
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x)
        builder.add_box(GridPoint(x, y, z) * 1024, GridPoint(x + 1, y + 1, z + 1) * 1024);
    }
  }
  return builder.complex;
}

std::string problem(const CellComplex& complex) {
  const Result<Done> result = check_cells(complex);
  return result.ok() ? "" : result.error().message;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Two cells under a step: the left one's +x plane is a wall below and a portal above; the side
// walls keep their long edges.
CellComplex step() {
  CellBuilder b;
  const int m = 1024;
  b.begin_cell();
  const auto add = [&](std::vector<GridPoint> corners, std::uint32_t face) {
    return b.add_side(corners, face);
  };
  add({{0, 0, 0}, {0, 2 * m, 0}, {0, 2 * m, m}, {0, 0, m}}, 0);
  add({{m, 0, 0}, {m, 0, m}, {m, m, m}, {m, m, 0}}, 1);          // riser
  add({{m, m, 0}, {m, m, m}, {m, 2 * m, m}, {m, 2 * m, 0}}, 1);  // opening
  add({{0, 0, 0}, {0, 0, m}, {m, 0, m}, {m, 0, 0}}, 2);
  add({{0, 2 * m, 0}, {m, 2 * m, 0}, {m, 2 * m, m}, {0, 2 * m, m}}, 3);
  add({{0, 0, 0}, {m, 0, 0}, {m, 2 * m, 0}, {0, 2 * m, 0}},
      4);  // its right edge has a T-vertex at (m, m, 0)
  add({{0, 0, m}, {0, 2 * m, m}, {m, 2 * m, m}, {m, 0, m}}, 5);
  b.add_box({m, m, 0}, {2 * m, 2 * m, m});
  link_sides(b.complex);
  return b.complex;
}

}  // namespace

TEST_CASE("check_cells: an empty complex and linked boxes are valid") {
  CHECK(problem(CellComplex{}) == "");
  const CellComplex boxes = two_boxes();
  CHECK(problem(boxes) == "");
  CHECK(boxes.sides[1].neighbor == 6);
  CHECK(boxes.sides[6].neighbor == 1);
}

TEST_CASE(
    "check_cells: a T-junction on an exactly straight edge is closed, one beside it is open") {
  CellComplex steps = step();
  CHECK(problem(steps) == "");
  CHECK(std::count_if(steps.sides.begin(), steps.sides.end(),
                      [](const CellSide& s) { return s.neighbor != kNone; }) == 2);
  for (GridPoint& v : steps.vertices) {
    if (v == GridPoint(1024, 1024, 0)) v.x += 1;  // off the long edge of side 5 by one step
  }
  const std::string text = problem(steps);
  CHECK(contains(text, "cell 0 (source 100), side"));
  CHECK(contains(text, "not closed"));
}

TEST_CASE("check_cells: every broken rule is found and named") {
  struct Fault {
    const char* part;
    std::function<void(CellComplex&)> apply;
  };
  const std::vector<Fault> faults = {
      {"outside the grid", [](CellComplex& c) { c.vertices[0].x = kGridLimit + 1; }},
      {"outside the grid", [](CellComplex& c) { c.vertices[3].z = -kGridLimit - 1; }},
      {"beyond the end of sides", [](CellComplex& c) { c.cells[1].side_count = 7; }},
      {"beyond the end of sides", [](CellComplex& c) { c.cells[1].first_side = kNone; }},
      {"is owned by cell 1", [](CellComplex& c) { c.sides[3].cell = 1; }},
      {"is owned by cell 4000000000", [](CellComplex& c) { c.sides[3].cell = 4000000000u; }},
      {"needs 4 or more", [](CellComplex& c) { c.cells[0].side_count = 3; }},
      {"belongs to no cell", [](CellComplex& c) { c.cells[0].side_count = 5; }},
      {"a polygon needs 3 or more", [](CellComplex& c) { c.sides[2].corner_count = 2; }},
      {"beyond the end of corners", [](CellComplex& c) { c.sides[11].corner_count = 5; }},
      {"beyond the end of corners", [](CellComplex& c) { c.sides[2].first_corner = kNone; }},
      {"which does not exist", [](CellComplex& c) { c.corners[5] = 12; }},
      {"twice: drop the repeated corner", [](CellComplex& c) { c.corners[1] = c.corners[0]; }},
      {"has neighbor 12", [](CellComplex& c) { c.sides[1].neighbor = 12; }},
      {"is a portal to itself", [](CellComplex& c) { c.sides[1].neighbor = 1; }},
      {"does not lead back", [](CellComplex& c) { c.sides[6].neighbor = kNone; }},
      {"same corners in reverse",
       [](CellComplex& c) { c.sides[0].neighbor = 7, c.sides[7].neighbor = 0; }},
      {"different doors (0 and -1)",
       [](CellComplex& c) {
         c.doors.push_back({"gate", true, "", -1}), c.sides[1].door = 0;
       }},
      {"has door 0", [](CellComplex& c) { c.sides[1].door = 0; }},
      {"has material 3", [](CellComplex& c) { c.sides[1].material = 3; }},
      {"has trigger 0", [](CellComplex& c) { c.sides[1].trigger = 0; }},
      {"has tag 0", [](CellComplex& c) { c.cells[1].tag = 0; }},
      {"has trigger 5", [](CellComplex& c) { c.cells[1].trigger = 5; }},
      {"two doors are named 'gate'",
       [](CellComplex& c) {
         c.doors = {{"gate", true, "", 1}, {"gate", false, "", 2}};
       }},
      {"moves door 2 of 0",
       [](CellComplex& c) {
         c.triggers.push_back({"walk", 9, 1, {2}, {}});
       }},
      {"names cell 2",
       [](CellComplex& c) {
         c.spawns.push_back({"thing", 1, {0, 0, 0}, 0.0, 2, 4});
       }},
      {"not finite",
       [](CellComplex& c) {
         c.spawns.push_back(
             {"thing", 1, {0, std::numeric_limits<double>::quiet_NaN(), 0}, 0.0, 0, 4});
       }},
      {"permutation",
       [](CellComplex& c) {
         c.source_axes.from = {1, -1, 3};
       }},
      {"metres_per_unit", [](CellComplex& c) { c.source_axes.metres_per_unit = 0.0; }},
  };
  for (const Fault& fault : faults) {
    CellComplex complex = two_boxes();
    fault.apply(complex);
    CAPTURE(fault.part);
    CHECK_MESSAGE(contains(problem(complex), fault.part), problem(complex));
  }
}

TEST_CASE("check_cells: flat and inverted cells are named with their source numbers") {
  CellBuilder flat;
  flat.add_box({0, 0, 0}, {1024, 1024, 1024});
  flat.add_box({1024, 0, 0}, {2048, 1024, 1024});
  for (GridPoint& v : flat.complex.vertices) {
    if (v.x == 2048) v.x = 1024;
  }
  CHECK(contains(problem(flat.complex), "cell 1 (source 101) is flat"));

  CellComplex inverted = two_boxes();
  for (CellSide& side : inverted.sides)
    std::reverse(inverted.corners.begin() + side.first_corner,
                 inverted.corners.begin() + side.first_corner + side.corner_count);
  CHECK(contains(problem(inverted), "cell 0 (source 100) is inverted"));
}

TEST_CASE("check_cells: volume is exact for the thinnest and the largest cell") {
  CellBuilder thin;  // a tetrahedron of six-fold volume 1
  thin.begin_cell();
  const GridPoint o(kGridLimit - 1, -kGridLimit, 7),
      x = o + GridPoint(1, 0, 0), y = o + GridPoint(0, 1, 0), z = o + GridPoint(0, 0, 1);
  const std::array<std::array<GridPoint, 3>, 4> sides = {
      {{o, x, y}, {o, y, z}, {o, z, x}, {x, z, y}}};
  for (std::uint32_t s = 0; s < 4; ++s) thin.add_side(sides[s], s);
  CHECK(problem(thin.complex) == "");
  CellBuilder huge;
  huge.add_box(GridPoint(-kGridLimit), GridPoint(kGridLimit));
  CHECK(problem(huge.complex) == "");
}

TEST_CASE(
    "check_cells: any single corner, neighbor or vertex changed at random never crashes and is "
    "mostly refused") {
  constexpr unsigned kSeed = 3;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  CellComplex good = block(2);
  link_sides(good);
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    CellComplex bad = good;
    const std::uint32_t value = random() % 3 == 0 ? static_cast<std::uint32_t>(random())
                                                  : static_cast<std::uint32_t>(random() % 60);
    CellSide& side = bad.sides[random() % bad.sides.size()];
    switch (random() % 5) {
      case 0:
        bad.corners[random() % bad.corners.size()] = value;
        break;
      case 1:
        side.neighbor = value;
        break;
      case 2:
        side.first_corner = value;
        break;
      case 3:
        side.corner_count = value;
        break;
      default:
        bad.cells[random() % bad.cells.size()].first_side = value;
        break;
    }
    refused += problem(bad).empty() ? 0 : 1;
  }
  CHECK(refused > 900);
}

TEST_CASE("link_sides: joins a block of boxes completely") {
  CellComplex complex = block(3);
  const LinkReport report = link_sides(complex);
  CHECK(report.linked == 3 * 2 * 9);
  CHECK(report.same_winding == 0);
  CHECK(report.crowded == 0);
  CHECK(problem(complex) == "");
  const LinkReport again = link_sides(complex);
  CHECK(again.linked == 0);
}

TEST_CASE("link_sides: is found whatever corner the polygons start at") {
  constexpr unsigned kSeed = 4;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  for (int i = 0; i < 1000; ++i) {
    CellComplex complex = two_boxes();
    for (CellSide& side : complex.sides) {
      side.neighbor = kNone;
      const auto first = complex.corners.begin() + side.first_corner;
      std::rotate(first, first + static_cast<std::ptrdiff_t>(random() % 4), first + 4);
    }
    REQUIRE(link_sides(complex).linked == 1);
    REQUIRE(problem(complex) == "");
  }
}

TEST_CASE("link_sides: an inverted neighbor is counted and stays a wall") {
  CellComplex complex = two_boxes();
  for (CellSide& side : complex.sides) side.neighbor = kNone;
  const CellSide& side = complex.sides[6];
  std::reverse(complex.corners.begin() + side.first_corner,
               complex.corners.begin() + side.first_corner + 4);
  const LinkReport report = link_sides(complex);
  CHECK(report.same_winding == 1);
  CHECK(report.linked == 0);
  CHECK(complex.sides[6].neighbor == kNone);
}

TEST_CASE("link_sides: three cells on one polygon are listed and none is linked there") {
  CellBuilder builder;
  builder.add_box({0, 0, 0}, {1024, 1024, 1024});
  builder.add_box({1024, 0, 0}, {2048, 1024, 1024});
  builder.add_box({1024, 0, 0}, {4096, 1024, 1024});
  const LinkReport report = link_sides(builder.complex);
  CHECK(report.crowded == 1);
  CHECK(report.crowded_sides == std::vector<std::uint32_t>{1, 6, 12});
  CHECK(report.linked == 0);
}

TEST_CASE("link_sides: a polygon and its reverse in one cell are not joined") {
  CellBuilder builder;
  builder.begin_cell();
  const std::array<GridPoint, 3> front = {{{0, 0, 0}, {1024, 0, 0}, {0, 1024, 0}}};
  const std::array<GridPoint, 3> back = {{front[0], front[2], front[1]}};
  builder.add_side(front, 0);
  builder.add_side(back, 1);
  const LinkReport report = link_sides(builder.complex);
  CHECK(report.linked == 0);
  CHECK(report.crowded_sides.size() == 2);
}

TEST_CASE("check_changed_cells: answers as the whole check where the changed cell is named") {
  CellBuilder builder;
  builder.add_box({0, 0, 0}, {10, 10, 10});
  builder.add_box({10, 0, 0}, {20, 10, 10});
  builder.add_box({20, 0, 0}, {30, 10, 10});
  CellComplex good = builder.complex;
  link_sides(good);
  const auto both = [&](auto damage) {
    CellComplex c = good;
    damage(c);
    const std::array<std::uint32_t, 1> changed = {1};
    CHECK(check_cells(c).ok() == check_changed_cells(c, changed).ok());
    return check_changed_cells(c, changed).ok();
  };
  CHECK(both([](CellComplex&) {}));
  CHECK(both([](CellComplex& c) { c.sides[c.cells[1].first_side].face = 9; }));
  CHECK(!both([](CellComplex& c) { c.corners[c.sides[c.cells[1].first_side].first_corner] = 77; }));
  CHECK(!both([](CellComplex& c) { c.sides[c.cells[1].first_side].neighbor = kNone; }));
  CHECK(!both([](CellComplex& c) { c.sides[c.cells[1].first_side + 2].material = 0; }));
  CHECK(!both([](CellComplex& c) { c.sides[c.cells[1].first_side + 3].corner_count = 3; }));
  CHECK(!both([](CellComplex& c) { c.vertices[0].x = kGridLimit + 1; }));
  CHECK(!both([](CellComplex& c) { c.spawns.push_back({"x", 0, {}, 0.0, 3, 0}); }));
  CHECK(!both([](CellComplex& c) { c.cells[2].tag = 0; }));
  CHECK(check_changed_cells(good, {}).ok());
}
