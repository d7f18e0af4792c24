// tests/geom/polygon_test.cpp - polygons: area, centroid, clipping, convexity, inside, and
// triangles that do not depend on order.
#include "playset/geom/polygon.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <random>
#include <set>
#include <vector>

using namespace playset;

namespace {

const std::vector<glm::dvec3> kSquare = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};

// A simple polygon in the plane z = x + 2y: corners by angle round the origin, radii at random.
std::vector<GridPoint> random_star(std::mt19937& random, int corners) {
  static const std::array<glm::ivec2, 16> kRound = {{{4, 0},
                                                     {4, 1},
                                                     {4, 3},
                                                     {3, 4},
                                                     {1, 4},
                                                     {0, 4},
                                                     {-1, 4},
                                                     {-3, 4},
                                                     {-4, 3},
                                                     {-4, 1},
                                                     {-4, 0},
                                                     {-4, -3},
                                                     {-1, -4},
                                                     {0, -4},
                                                     {3, -4},
                                                     {4, -2}}};
  std::set<std::size_t> chosen = {1, 6, 12};  // the origin stays inside
  while (chosen.size() < static_cast<std::size_t>(corners)) chosen.insert(random() % 16);
  std::vector<GridPoint> polygon;
  for (const std::size_t i : chosen) {
    const int radius = 1 + static_cast<int>(random() % 3000);
    const glm::ivec2 p = kRound[i] * radius;
    polygon.emplace_back(p.x, p.y, p.x + 2 * p.y);
  }
  return polygon;
}

using Triangle3 = std::array<std::array<int, 3>, 3>;

std::set<Triangle3> triangle_set(const std::vector<GridPoint>& polygon,
                                 const std::vector<PolygonTriangle>& triangles) {
  std::set<Triangle3> set;
  for (const PolygonTriangle& t : triangles) {
    Triangle3 key{};
    for (std::size_t k = 0; k < 3; ++k)
      key[k] = {polygon[t[k]].x, polygon[t[k]].y, polygon[t[k]].z};
    std::sort(key.begin(), key.end());
    set.insert(key);
  }
  return set;
}

std::int64_t area_z(const std::vector<GridPoint>& p) { return area_vector2(p).z; }

}  // namespace

TEST_CASE("polygon: area and centroid of known shapes") {
  CHECK(area_vector(kSquare) == glm::dvec3(0, 0, 4));
  CHECK(polygon_area(kSquare) == 4.0);
  CHECK(polygon_centroid(kSquare) == glm::dvec3(1, 1, 0));
  const std::vector<glm::dvec3> ell = {{0, 0, 0}, {3, 0, 0}, {3, 1, 0},
                                       {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
  CHECK(polygon_area(ell) == 5.0);
  CHECK(polygon_centroid(ell).x == doctest::Approx(1.1));
  CHECK(polygon_centroid(ell).y == doctest::Approx(1.1));
  CHECK(polygon_area({}) == 0.0);
  CHECK(polygon_centroid({}) == glm::dvec3(0.0));
  const std::vector<glm::dvec3> line = {{0, 0, 0}, {1, 0, 0}, {5, 0, 0}};
  CHECK(polygon_centroid(line) == glm::dvec3(2, 0, 0));
}

TEST_CASE(
    "clip_polygon: both halves add up, share the cut's bits, and nothing is left beyond the "
    "plane") {
  constexpr unsigned kSeed = 31;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  std::vector<glm::dvec3> kept, rest;
  for (int i = 0; i < 1000; ++i) {
    const auto point = [&] {
      return glm::dvec3(1.0 + draw(random), 1.0 + draw(random), draw(random));
    };
    const Plane plane = plane_through(point(), point(), point());
    clip_polygon(kSquare, plane, kept);
    clip_polygon(kSquare, flipped(plane), rest);
    REQUIRE(polygon_area(kept) + polygon_area(rest) == doctest::Approx(4.0));
    for (const glm::dvec3& p : kept) REQUIRE(signed_distance(plane, p) > -1e-12);
    const auto on_cut = [&](const glm::dvec3& p) {
      return std::find(rest.begin(), rest.end(), p) != rest.end();
    };
    if (!kept.empty() && !rest.empty())
      REQUIRE(std::count_if(kept.begin(), kept.end(), on_cut) == 2);
  }
}

TEST_CASE("clip_polygon: all inside stays, all outside and touching only give nothing") {
  std::vector<glm::dvec3> out;
  clip_polygon(kSquare, {{1, 0, 0}, -1.0}, out);
  CHECK(out == kSquare);
  clip_polygon(kSquare, {{1, 0, 0}, 3.0}, out);
  CHECK(out.empty());
  clip_polygon(kSquare, {{1, 0, 0}, 2.0}, out);
  CHECK(out.empty());
  clip_polygon({}, {{1, 0, 0}, 2.0}, out);
  CHECK(out.empty());
}

TEST_CASE("is_convex: straight corners pass; dents, spikes, double windings and lines do not") {
  CHECK(is_convex(std::vector<GridPoint>{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}}));
  CHECK(is_convex(std::vector<GridPoint>{{0, 4, 0}, {4, 4, 0}, {4, 0, 0}, {0, 0, 0}}));
  CHECK_FALSE(
      is_convex(std::vector<GridPoint>{{0, 0, 0}, {2, 1, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}}));
  CHECK_FALSE(
      is_convex(std::vector<GridPoint>{{0, 0, 0}, {6, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}}));
  CHECK_FALSE(is_convex(std::vector<GridPoint>{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}}));
  CHECK_FALSE(is_convex(std::vector<GridPoint>{{0, 0, 0}, {2, 0, 0}}));
  const std::vector<GridPoint> pentagram = {
      {0, 10, 0}, {-6, -8, 0}, {10, 3, 0}, {-10, 3, 0}, {6, -8, 0}};
  CHECK_FALSE(is_convex(pentagram));
}

TEST_CASE("place_in_polygon: equals the union of the triangles on random stars") {
  constexpr unsigned kSeed = 32;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  std::vector<PolygonTriangle> triangles;
  for (int i = 0; i < 1000; ++i) {
    const std::vector<GridPoint> star = random_star(random, 3 + static_cast<int>(random() % 12));
    std::vector<glm::ivec2> flat;
    for (const GridPoint p : star) flat.push_back(drop_axis(p, 2));
    REQUIRE(triangulate_polygon(star, triangles));
    const glm::ivec2 p(static_cast<int>(random() % 16000) - 8000,
                       static_cast<int>(random() % 16000) - 8000);
    bool in_triangle = false;
    for (const PolygonTriangle& t : triangles) {
      in_triangle = in_triangle || (orient2d(flat[t[0]], flat[t[1]], p) >= 0 &&
                                    orient2d(flat[t[1]], flat[t[2]], p) >= 0 &&
                                    orient2d(flat[t[2]], flat[t[0]], p) >= 0);
    }
    REQUIRE((place_in_polygon(flat, p) != PointPlace::Outside) == in_triangle);
    REQUIRE(place_in_polygon(flat, flat[0]) == PointPlace::OnEdge);
    REQUIRE(place_in_polygon(flat, {0, 0}) == PointPlace::Inside);
  }
}

TEST_CASE(
    "triangulate_polygon: positive triangles that fill the polygon, the same for any start and for "
    "the reverse") {
  constexpr unsigned kSeed = 33;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  std::vector<PolygonTriangle> triangles;
  for (int i = 0; i < 1000; ++i) {
    std::vector<GridPoint> star = random_star(random, 3 + static_cast<int>(random() % 12));
    REQUIRE(triangulate_polygon(star, triangles));
    REQUIRE(triangles.size() == star.size() - 2);
    std::int64_t sum = 0;
    for (const PolygonTriangle& t : triangles) {
      const std::int64_t area = area_z({star[t[0]], star[t[1]], star[t[2]]});
      REQUIRE(area > 0);
      sum += area;
    }
    REQUIRE(sum == area_z(star));
    const std::set<Triangle3> expected = triangle_set(star, triangles);
    std::rotate(star.begin(), star.begin() + static_cast<std::ptrdiff_t>(random() % star.size()),
                star.end());
    std::reverse(star.begin(), star.end());
    REQUIRE(triangulate_polygon(star, triangles));
    REQUIRE(triangle_set(star, triangles) == expected);
  }
}

TEST_CASE(
    "triangulate_polygon: straight corners get no empty triangle; lines and bow ties are told") {
  std::vector<PolygonTriangle> triangles;
  const std::vector<GridPoint> straight = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0},
                                           {3, 3, 0}, {0, 3, 0}, {0, 2, 0}, {0, 1, 0}};
  CHECK(triangulate_polygon(straight, triangles));
  for (const PolygonTriangle& t : triangles)
    CHECK(area_z({straight[t[0]], straight[t[1]], straight[t[2]]}) > 0);
  const std::vector<GridPoint> line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  CHECK_FALSE(triangulate_polygon(line, triangles));
  CHECK(triangles.size() == 2);
  CHECK_FALSE(triangulate_polygon(std::vector<GridPoint>{{0, 0, 0}, {4, 0, 0}}, triangles));
  CHECK(triangles.empty());
}

TEST_CASE("area_vector2: exact for the largest polygon of the grid") {
  const std::int32_t m = kGridLimit;
  const std::vector<GridPoint> big = {{-m, -m, 0}, {m, -m, 0}, {m, m, 0}, {-m, m, 0}};
  CHECK(area_vector2(big) == GridVector(0, 0, std::int64_t{8} * m * m));
}
