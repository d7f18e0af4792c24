// Hulls: closed by topology, of the right genus and volume, outward, and never through themselves.
#include "playset/level/hull.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "data/relay_station.h"
#include "playset/core/config.h"
#include "playset/geom/distance.h"
#include "playset/level/exterior.h"
#include "playset/scaffold/build_cells.h"
#include "scenes/point_sampler.h"
#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/hand_made.h"

using namespace playset;
using namespace playset::test;

namespace {

HullShell hull_of(const Level& level, double thickness = 0.0, bool cap = true) {
  Result<HullShell> hull = build_hull(level, {thickness, cap});
  REQUIRE_MESSAGE(hull.ok(), hull.error().text());
  CHECK(check_mesh(hull->mesh).ok());
  CHECK(hull->surface_vertices.size() == hull->mesh.positions.size());
  return *hull;
}

// Every edge of the surface has two triangles that run along it in opposite ways.
bool is_closed_surface(const HullShell& hull) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  const auto& index = hull.mesh.indices;
  for (std::size_t i = 0; i < index.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k)
      ++edges[{hull.surface_vertices[index[i + k]], hull.surface_vertices[index[i + (k + 1) % 3]]}];
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    const auto back = edges.find({edge.first.second, edge.first.first});
    return edge.second == 1 && back != edges.end() && back->second == 1;
  });
}

double volume_inside(const Level& level) { return PointSampler(level).volume(); }

Triangle triangle_of(const HullShell& hull, std::size_t t) {
  const auto at = [&](std::size_t k) {
    return glm::dvec3(hull.mesh.positions[hull.mesh.indices[3 * t + k]]);
  };
  return {{at(0), at(1), at(2)}};
}

// Triangles that share no vertex of the surface and touch.
std::size_t crossings(const HullShell& hull) {
  std::size_t count = 0;
  const std::size_t n = hull.mesh.indices.size() / 3;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      bool shared = false;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          shared |= hull.surface_vertices[hull.mesh.indices[3 * a + i]] ==
                    hull.surface_vertices[hull.mesh.indices[3 * b + j]];
      if (!shared)
        count += nearest_points(triangle_of(hull, a), triangle_of(hull, b)).distance2 < 1e-12;
    }
  }
  return count;
}

CellComplex ring_of_boxes() {
  std::vector<GridPoint> places;
  for (const GridPoint p : lattice(3, 3, 1))
    if (p != GridPoint(1, 1, 0)) places.push_back(p);
  return boxes(places);
}

}  // namespace

TEST_CASE("hull: a box, a chain, a ring and a hollow ball have the right genus and volume") {
  struct Shape {
    CellComplex cells;
    std::int64_t euler;
    std::uint32_t sheets;
  };
  std::vector<GridPoint> hollow;
  for (const GridPoint p : lattice(3, 3, 3))
    if (p != GridPoint(1, 1, 1)) hollow.push_back(p);
  for (const Shape& shape : {Shape{boxes(lattice(1, 1, 1)), 2, 1},
                             Shape{boxes(lattice(5, 1, 1)), 2, 1}, Shape{ring_of_boxes(), 0, 1},
                             Shape{boxes(hollow), 4, 2}, Shape{build_tunnels({200, 4}), 2, 1}}) {
    const Level level = cook_or_fail(shape.cells);
    const HullShell hull = hull_of(level);
    CHECK(is_closed_surface(hull));
    CHECK(euler_number(hull) == shape.euler);
    CHECK(hull.sheet_count == shape.sheets);
    CHECK(hull.volume == doctest::Approx(volume_inside(level)).epsilon(1e-9));
  }
}

TEST_CASE("hull: cells that touch at an edge or a corner alone get sheets of their own") {
  for (const GridPoint second : {GridPoint(1, 1, 0), GridPoint(1, 1, 1)}) {
    const Level level = cook_or_fail(boxes({{0, 0, 0}, second}));
    const HullShell hull = hull_of(level);
    CHECK(is_closed_surface(hull));
    CHECK(hull.sheet_count == 2);
    CHECK(euler_number(hull) == 4);
    CHECK(hull.safe_thickness == 0.0);
    const Result<HullShell> thick = build_hull(level, {0.1, true});
    REQUIRE(!thick.ok());
    CHECK(contains(thick.error().message, "meet itself"));
  }
}

TEST_CASE("hull: a thickness outside its range is refused by name") {
  CHECK(!check_hull({}));
  CHECK(!check_hull({64.0, false}));
  const FpTrapsOff off;  // the last is compared
  for (const double wrong : {-0.1, 64.5, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(check_hull({wrong, true}));
    const Result<HullShell> hull = build_hull(cook_or_fail(boxes({{0, 0, 0}})), {wrong, true});
    REQUIRE(!hull.ok());
    CHECK(contains(hull.error().message, "thickness"));
  }
}

TEST_CASE("hull: walls of two cells on each other are inside, joined or not") {
  CellComplex apart = boxes(lattice(2, 1, 1));
  for (CellSide& side : apart.sides) side.neighbor = kNone;
  const HullShell hull = hull_of(cook_or_fail(apart));
  CHECK(hull.sheet_count == 1);
  CHECK(euler_number(hull) == 2);
  CHECK(hull.volume == doctest::Approx(2.0));
  CHECK(hull_of(cook_or_fail(apart), 0.4).volume == doctest::Approx(2.8 * 1.8 * 1.8));
}

TEST_CASE("hull: overlapping cells are closed at thickness 0 and refused beyond") {
  playset_test::CellBuilder builder;
  builder.add_box({0, 0, 0}, {2048, 2048, 2048});
  builder.add_box({1024, 1024, 1024}, {4096, 4096, 4096});
  const Level level = cook_or_fail(builder.complex);
  CHECK(is_closed_surface(hull_of(level)));
  CHECK(!build_hull(level, {0.01, true}).ok());
}

TEST_CASE("hull: a convex room moves out by exactly the thickness, however thick") {
  const Level level = cook_or_fail(boxes(lattice(2, 1, 1)));
  double last = 0.0;
  for (const double t : {0.0, 0.25, 1.0, 3.0, 10.0}) {
    const HullShell hull = hull_of(level, t);
    CHECK(hull.volume == doctest::Approx((2 + 2 * t) * (1 + 2 * t) * (1 + 2 * t)));
    CHECK(hull.volume > last);
    CHECK(hull.safe_thickness >= t);
    last = hull.volume;
  }
}

TEST_CASE("hull: up to the safe thickness nothing crosses, volume grows, and inside stays inside") {
  for (const CellComplex& cells : {ring_of_boxes(), build_tunnels({40, 7}), build_tunnels({40, 8}),
                                   boxes({{0, 0, 0}, {3, 0, 0}, {0, 3, 0}})}) {
    const Level level = cook_or_fail(cells);
    const double safe = hull_of(level).safe_thickness;
    MESSAGE("safe thickness " << safe << " m");
    CHECK(safe > 0.01);
    double last = hull_of(level).volume;
    for (const double part : {0.3, 0.6, 0.99}) {
      const HullShell hull = hull_of(level, part * safe);
      CHECK(is_closed_surface(hull));
      CHECK(crossings(hull) == 0);
      CHECK(hull.volume > last);
      last = hull.volume;
    }
  }
}

TEST_CASE("hull: a ring's hole and two rooms' gap bound the thickness") {
  const Level ring = cook_or_fail(ring_of_boxes());
  CHECK(hull_of(ring).safe_thickness <= 0.5);
  const Level rooms = cook_or_fail(boxes({{0, 0, 0}, {3, 0, 0}}));
  const double safe = build_hull(rooms, {0.9, true})->safe_thickness;
  CHECK(safe == doctest::Approx(1.0));
  const Result<HullShell> thick = build_hull(rooms, {1.1, true});
  REQUIRE(!thick.ok());
  CHECK(contains(thick.error().message, "near"));
}

TEST_CASE("hull: the station's gate is capped or a hole with a rim, and its exterior left out") {
  const Scaffold scaffold = make_relay_station();
  const Result<CellComplex> inside = build_cells(scaffold);
  REQUIRE(inside.ok());
  const std::vector<std::uint32_t> sides = find_gates(scaffold, *inside);
  REQUIRE(sides.size() == 1);
  const std::vector<ExteriorGate> gates = {{sides[0], kNone}};
  const Result<CellComplex> all = add_exterior(*inside, gates);
  REQUIRE(all.ok());
  const Level level = cook_or_fail(*all);
  const HullShell hull = hull_of(level), bare = hull_of(cook_or_fail(*inside));
  MESSAGE("station: euler " << euler_number(hull) << ", safe thickness " << hull.safe_thickness
                            << " m");
  CHECK(is_closed_surface(hull));
  CHECK(hull.volume == doctest::Approx(bare.volume));
  CHECK(euler_number(hull) == euler_number(bare));
  CHECK(std::any_of(hull.mesh.parts.begin(), hull.mesh.parts.end(),
                    [](const MeshPart& part) { return part.material == "gate"; }));
  const double thickness = 0.5 * hull.safe_thickness;
  const HullShell open = hull_of(level, thickness, false);
  CHECK(!is_closed_surface(open));
  CHECK(open.triangle_sides.size() > hull.triangle_sides.size());
}

TEST_CASE("hull: bad thickness is refused, and a level without cells has no hull") {
  const Level level = cook_or_fail(boxes(lattice(1, 1, 1)));
  CHECK(!build_hull(level, {-1.0, true}).ok());
  CHECK(!build_hull(level, {65.0, true}).ok());
  CHECK(!build_hull(level, {std::nan(""), true}).ok());
  CHECK(hull_of(Level()).mesh.positions.empty());
}
