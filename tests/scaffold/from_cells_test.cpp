// build_scaffold on cells made for it: every shape it knows, names, and what it refuses.
#include "playset/scaffold/from_cells.h"

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>
#include <glm/vec2.hpp>

#include "data/relay_station.h"
#include "playset/core/math.h"
#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/validate.h"
#include "scaffold/cell_cutter.h"

using namespace playset;

namespace {

double volume_of(const CellComplex& c) {
  double sum = 0.0;
  for (const CellSide& side : c.sides) {
    const auto at = [&](std::uint32_t i) {
      return to_metres(c.vertices[c.corners[side.first_corner + i]]);
    };
    for (std::uint32_t i = 2; i < side.corner_count; ++i) {
      const glm::dvec3 a = at(0), b = at(i - 1), d = at(i);
      sum -= a.x * (b.y * d.z - b.z * d.y) + a.y * (b.z * d.x - b.x * d.z) +
             a.z * (b.x * d.y - b.y * d.x);
    }
  }
  return sum / 6.0;
}

// An upright prism over a polygon of the plan, counterclockwise seen from below (+X left, +Z up):
// corners run so that the floor looks up.
CellComplex prism(const std::vector<glm::ivec2>& plan, std::int32_t low, std::int32_t high) {
  CellComplex c;
  const auto n = static_cast<std::uint32_t>(plan.size());
  for (const glm::ivec2& p : plan) c.vertices.emplace_back(p.x, low, p.y);
  for (const glm::ivec2& p : plan) c.vertices.emplace_back(p.x, high, p.y);
  const auto add = [&](const std::vector<std::uint32_t>& loop) {
    CellSide side;
    side.first_corner = static_cast<std::uint32_t>(c.corners.size());
    side.corner_count = static_cast<std::uint32_t>(loop.size());
    side.face = static_cast<std::uint32_t>(c.sides.size());
    c.corners.insert(c.corners.end(), loop.begin(), loop.end());
    c.sides.push_back(side);
  };
  std::vector<std::uint32_t> floor, ceiling;
  for (std::uint32_t i = 0; i < n; ++i) floor.push_back(i);
  for (std::uint32_t i = n; i-- > 0;) ceiling.push_back(n + i);
  add(floor);
  add(ceiling);
  for (std::uint32_t i = 0; i < n; ++i) add({(i + 1) % n, i, n + i, n + (i + 1) % n});
  c.cells.push_back({0, static_cast<std::uint32_t>(c.sides.size()), 7, kNone, kNone});
  return c;
}

std::vector<glm::ivec2> ring(std::uint32_t corners, double radius) {
  std::vector<glm::ivec2> plan;
  for (std::uint32_t i = 0; i < corners; ++i) {
    // A rational walk round the circle, clockwise in (x, z) so that the floor looks up.
    const double t = 2.0 * i / corners, u = t < 1.0 ? 2.0 * t - 1.0 : 2.0 * (t - 1.0) - 1.0;
    const double d = 1.0 + u * u, sign = t < 1.0 ? 1.0 : -1.0;
    plan.emplace_back(static_cast<int>(sign * radius * 2.0 * u / d),
                      static_cast<int>(sign * radius * (1.0 - u * u) / d));
  }
  return plan;
}

}  // namespace

TEST_CASE("from cells: the sample level goes to cells and back as the same cells") {
  const Result<CellComplex> cells = build_cells(make_relay_station());
  REQUIRE(cells.ok());
  const Result<ScaffoldImport> import = build_scaffold(*cells, "test");
  REQUIRE(import.ok());
  for (const Repair& repair : import->repairs) MESSAGE(repair.text);
  CHECK(import->scaffold.cubs.size() == cells->cells.size());
  CHECK(import->scaffold.doors.size() == cells->doors.size());
  CHECK(import->scaffold.triggers.size() == cells->triggers.size());
  CHECK(import->scaffold.spawns.size() + import->scaffold.props.size() == cells->spawns.size());
  const Result<CellComplex> again = build_cells(import->scaffold);
  REQUIRE(again.ok());
  CHECK(volume_of(*again) == doctest::Approx(volume_of(*cells)).epsilon(1e-9));
  CHECK(again->tags == cells->tags);
  for (std::size_t i = 0; i < cells->spawns.size(); ++i) {
    CHECK(again->spawns[i].kind == cells->spawns[i].kind);
    CHECK(again->spawns[i].cell == cells->spawns[i].cell);
    const double turns = (again->spawns[i].yaw - cells->spawns[i].yaw) / (2.0 * kPi);
    CHECK(std::fabs(turns - std::floor(turns + 0.5)) < 1e-5);
  }
}

TEST_CASE("from cells: a prism of n corners becomes (n - 1) / 2 cubs with its volume") {
  for (std::uint32_t n = 3; n <= 40; ++n) {
    CAPTURE(n);
    const CellComplex cell = prism(ring(n, 20'000.0), 0, 3000);
    REQUIRE_MESSAGE(check_cells(cell).ok(), check_cells(cell).error().message);
    const Result<ScaffoldImport> import = build_scaffold(cell, "test");
    REQUIRE(import.ok());
    CHECK(import->repairs.empty());
    CHECK(import->scaffold.cubs.size() == (n - 1) / 2);
    CHECK(import->scaffold.windows.size() == (n - 1) / 2 - 1);
    CHECK(import->scaffold.vertices.size() == 2 * n);
    const Result<CellComplex> again = build_cells(import->scaffold);
    REQUIRE_MESSAGE(again.ok(), again.error().message);
    CHECK(volume_of(*again) == doctest::Approx(volume_of(cell)).epsilon(1e-12));
  }
}

TEST_CASE("from cells: straight corners of a plan stay, no piece is without area") {
  const std::vector<glm::ivec2> plan = {{0, 0},       {0, 1000},    {0, 4000},    {2000, 4000},
                                        {4000, 4000}, {4000, 3000}, {4000, 1000}, {4000, 0}};
  const CellComplex cell = prism(plan, 0, 3000);
  REQUIRE_MESSAGE(check_cells(cell).ok(), check_cells(cell).error().message);
  const Result<ScaffoldImport> import = build_scaffold(cell, "test");
  REQUIRE(import.ok());
  CHECK(import->repairs.empty());
  CHECK(import->scaffold.vertices.size() == 16);
  const Result<CellComplex> again = build_cells(import->scaffold);
  REQUIRE_MESSAGE(again.ok(), again.error().message);
  CHECK(volume_of(*again) == doctest::Approx(volume_of(cell)).epsilon(1e-12));
}

TEST_CASE("from cells: an octagonal prism laid on its side is cut into pyramids") {
  CellComplex cell = prism(ring(8, 20'000.0), 0, 3000);
  for (GridPoint& p : cell.vertices) p = GridPoint(p.y, p.z, p.x);  // a rotation
  REQUIRE_MESSAGE(check_cells(cell).ok(), check_cells(cell).error().message);
  const Result<ScaffoldImport> import = build_scaffold(cell, "test");
  REQUIRE(import.ok());
  CHECK(import->repairs.empty());
  CHECK(import->scaffold.cubs.size() > 4);
  const Result<CellComplex> again = build_cells(import->scaffold);
  REQUIRE_MESSAGE(again.ok(), again.error().message);
  CHECK(volume_of(*again) == doctest::Approx(volume_of(cell)).epsilon(1e-9));
}

TEST_CASE("from cells: cut_polygon pairs triangles into quads and keeps the area") {
  const auto pieces = cut_polygon({{0, 0, 0}, {0, 0, 5}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}});
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[0].size() + pieces[1].size() == 7);
  CHECK(cut_polygon({{0, 0, 0}, {0, 0, 5}, {0, 0, 10}}).empty());
}

TEST_CASE("from cells: a complex that breaks its rules is refused") {
  CellComplex cell = prism(ring(6, 20'000.0), 0, 3000);
  cell.sides[0].neighbor = 0;
  CHECK(!build_scaffold(cell, "test").ok());
  CHECK(build_scaffold(CellComplex{}, "test")->scaffold.cubs.empty());
}

TEST_CASE("from cells: strict refuses what lenient lists") {
  // Two materials one above the other on a wall of one face.
  CellComplex cell = prism({{0, 0}, {0, 4000}, {4000, 4000}, {4000, 0}}, 0, 4000);
  cell.vertices.emplace_back(0, 2000, 0);
  cell.vertices.emplace_back(0, 2000, 4000);
  const std::vector<std::uint32_t> low = {1, 0, 8, 9}, high = {9, 8, 4, 5};
  CellSide side = cell.sides[2];
  cell.materials = {"low", "high"};
  std::copy(low.begin(), low.end(), cell.corners.begin() + side.first_corner);
  cell.sides[2].material = 0;
  side.material = 1;
  side.first_corner = static_cast<std::uint32_t>(cell.corners.size());
  cell.corners.insert(cell.corners.end(), high.begin(), high.end());
  cell.sides.push_back(side);
  ++cell.cells[0].side_count;
  REQUIRE_MESSAGE(check_cells(cell).ok(), check_cells(cell).error().message);
  const Result<ScaffoldImport> lenient = build_scaffold(cell, "test");
  REQUIRE(lenient.ok());
  CHECK(lenient->repairs.size() == 1);
  CHECK(lenient->repairs[0].area == doctest::Approx(8000.0 * 1000.0 / 1024.0 / 1024.0));
  FromCellsOptions strict;
  strict.strict = true;
  CHECK(!build_scaffold(cell, "test", strict).ok());
}
