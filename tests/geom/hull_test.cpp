// tests/geom/hull_test.cpp - hulls: known solids, everything degenerate, and the defining
// properties on random points.
#include "playset/geom/hull.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "playset/geom/polygon.h"
#include "playset/geom/predicates.h"

using namespace playset;

namespace {

// Closed, strictly convex, holds all points, Euler's number 2, faces planar with outward normals.
void require_hull(const Hull& hull, const std::vector<GridPoint>& points) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const HullFace& face : hull.faces) {
    const std::uint32_t* c = hull.corners.data() + face.first_corner;
    REQUIRE(face.corner_count >= 3);
    for (std::uint32_t i = 0; i < face.corner_count; ++i) {
      ++edges[{c[i], c[(i + 1) % face.corner_count]}];
      const GridPoint a = points[c[i]], b = points[c[(i + 1) % face.corner_count]],
                      d = points[c[(i + 2) % face.corner_count]];
      REQUIRE_FALSE(collinear(a, b, d));
    }
    for (const GridPoint p : points)
      REQUIRE(orient3d(points[c[0]], points[c[1]], points[c[2]], p) <= 0);
  }
  for (const auto& [edge, uses] : edges) {
    REQUIRE(uses == 1);
    REQUIRE(edges.count({edge.second, edge.first}) == 1);
  }
  REQUIRE(hull.vertices.size() + hull.faces.size() == edges.size() / 2 + 2);
  REQUIRE(std::is_sorted(hull.vertices.begin(), hull.vertices.end()));
}

std::vector<GridPoint> lattice(int n) {
  std::vector<GridPoint> points;
  for (int z = 0; z < n; ++z) {
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x) points.emplace_back(x * 1024, y * 1024, z * 1024);
    }
  }
  return points;
}

}  // namespace

TEST_CASE("build_hull: a full lattice gives a cube of six squares, in any order of points") {
  constexpr unsigned kSeed = 51;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  std::vector<GridPoint> points = lattice(5);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(points.begin(), points.end(), random);
    const Result<Hull> hull = build_hull(points);
    REQUIRE(hull.ok());
    require_hull(*hull, points);
    REQUIRE(hull->faces.size() == 6);
    REQUIRE(hull->vertices.size() == 8);
    REQUIRE(hull_volume(*hull, points) == 64.0);
  }
}

TEST_CASE("build_hull: tetrahedron, octahedron and a pyramid with points on its edges") {
  const std::vector<GridPoint> tetra = {{0, 0, 0}, {6, 0, 0}, {0, 6, 0}, {0, 0, 6}};
  CHECK(build_hull(tetra)->faces.size() == 4);
  const std::vector<GridPoint> octa = {{9, 0, 0}, {-9, 0, 0}, {0, 9, 0}, {0, -9, 0},
                                       {0, 0, 9}, {0, 0, -9}, {0, 0, 0}};
  const Result<Hull> hull = build_hull(octa);
  require_hull(*hull, octa);
  CHECK(hull->faces.size() == 8);
  CHECK(hull->vertices.size() == 6);
  const std::vector<GridPoint> pyramid = {{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {8, 8, 0},
                                          {0, 8, 0}, {4, 4, 8}, {2, 2, 4}, {4, 4, 0}};
  const Result<Hull> p = build_hull(pyramid);
  require_hull(*p, pyramid);
  CHECK(p->faces.size() == 5);
  CHECK(p->vertices == std::vector<std::uint32_t>{0, 2, 3, 4, 5});
}

TEST_CASE(
    "build_hull: too few, flat, collinear and equal points are refused, and so are points off the "
    "grid") {
  CHECK(build_hull({}).error().code == ErrorCode::Invalid);
  CHECK_FALSE(build_hull(std::vector<GridPoint>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).ok());
  CHECK_FALSE(build_hull(std::vector<GridPoint>(7, GridPoint(3, 3, 3))).ok());
  CHECK_FALSE(
      build_hull(std::vector<GridPoint>{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}})
          .ok());
  CHECK_FALSE(
      build_hull(std::vector<GridPoint>{{0, 0, 5}, {9, 0, 5}, {9, 9, 5}, {0, 9, 5}, {4, 5, 5}})
          .ok());
  CHECK(build_hull(std::vector<GridPoint>(4, GridPoint(0, kGridLimit + 1, 0))).error().code ==
        ErrorCode::OutOfRange);
  CHECK(build_hull(std::vector<GridPoint>(4, GridPoint(0, INT32_MIN, 0))).error().code ==
        ErrorCode::OutOfRange);
}

TEST_CASE("build_hull: random points with few places, on a ball, and over the whole grid") {
  constexpr unsigned kSeed = 52;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  int solid = 0;
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const std::size_t count = 4 + random() % 40;
    const int range = i % 4 == 0 ? 2 : i % 4 == 1 ? 5 : i % 4 == 2 ? 3000 : kGridLimit;
    std::vector<GridPoint> points;
    const auto draw = [&] {
      return static_cast<int>(random() % (2u * static_cast<unsigned>(range) + 1)) - range;
    };
    for (std::size_t k = 0; k < count; ++k) points.emplace_back(draw(), draw(), draw());
    const Result<Hull> hull = build_hull(points);
    if (!hull.ok()) continue;
    ++solid;
    require_hull(*hull, points);
    REQUIRE(hull_volume(*hull, points) > 0.0);
    GridPoint middle(0);
    for (const GridPoint p : points) middle += p / static_cast<int>(count);
    if (range > 100) REQUIRE(hull_holds(*hull, points, middle));
    REQUIRE(hull_holds(*hull, points, points[0]));
    REQUIRE_FALSE(hull_holds(*hull, points, {range + 1, 0, 0}));
  }
  CHECK(solid > 950);
}

TEST_CASE(
    "build_hull: points on a sphere all become corners, and half of an equal set changes nothing") {
  constexpr unsigned kSeed = 53;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  std::vector<GridPoint> points;
  while (points.size() < 500) {
    const glm::dvec3 p(draw(random), draw(random), draw(random));
    const double length = std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    if (length > 0.2 && length < 1.0) points.push_back(to_grid(p * (1000.0 / length)));
  }
  const Result<Hull> hull = build_hull(points);
  require_hull(*hull, points);
  CHECK(hull->vertices.size() == 500);
  std::vector<GridPoint> twice = points;
  twice.insert(twice.end(), points.begin(), points.end());
  const Result<Hull> same = build_hull(twice);
  CHECK(same->vertices == hull->vertices);
  CHECK(same->corners == hull->corners);
}
