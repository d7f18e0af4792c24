// Grades of cubs: boxes, wedges, pyramids, bent, concave, flat, inverted and broken ones.
#include "playset/scaffold/cub_shape.h"

#include <doctest/doctest.h>

#include "playset/core/rng.h"

using namespace playset;

namespace {

// A cub of 2 m at the origin; vertex ids 1 to 8 for corners 0 to 7.
struct OneCub {
  Scaffold scaffold;

  OneCub() {
    ScaffoldCub cub;
    cub.id = 100;
    for (std::uint32_t i = 0; i < kCubCorners; ++i) {
      ScaffoldVertex vertex;
      vertex.id = i + 1;
      vertex.at = GridPoint(kCornerPlaces[i][0], kCornerPlaces[i][1], kCornerPlaces[i][2]) * 2048;
      scaffold.vertices.push_back(vertex);
      cub.corners[i] = vertex.id;
    }
    scaffold.cubs.push_back(cub);
  }
  ScaffoldCub& cub() { return scaffold.cubs[0]; }
  GridPoint& at(std::size_t corner) { return scaffold.vertices[corner].at; }
  CubShape shape() { return measure_cub(scaffold, cub()); }
  CubGrade grade() { return shape().grade; }
};

}  // namespace

TEST_CASE("cub shape: a box is good, and its volume is known") {
  OneCub box;
  CHECK(box.grade() == CubGrade::Good);
  CHECK(box.shape().volume == doctest::Approx(8.0));
  CHECK(std::string(cub_grade_name(CubGrade::Concave)) == "concave");
}

TEST_CASE(
    "cub shape: wedges and pyramids of repeated vertices are good, a point or a folded side is "
    "broken") {
  OneCub wedge;
  wedge.cub().corners[4] = wedge.cub().corners[5];
  wedge.cub().corners[7] = wedge.cub().corners[6];
  CHECK(wedge.grade() == CubGrade::Good);
  CHECK(wedge.shape().volume == doctest::Approx(4.0));
  OneCub pyramid;
  for (std::size_t i = 5; i < 8; ++i) pyramid.cub().corners[i] = pyramid.cub().corners[4];
  CHECK(pyramid.grade() == CubGrade::Good);
  CHECK(pyramid.shape().volume == doctest::Approx(8.0 / 3.0));
  OneCub point;
  for (ScaffoldId& corner : point.cub().corners) corner = 1;
  CHECK(point.grade() == CubGrade::Broken);
  OneCub folded;
  folded.cub().corners[0] = folded.cub().corners[2];
  CHECK(folded.grade() == CubGrade::Broken);
  OneCub missing;
  missing.cub().corners[6] = 77;
  CHECK(missing.grade() == CubGrade::Broken);
}

TEST_CASE(
    "cub shape: a corner pulled outwards bends three sides, pushed deep inside makes it concave") {
  OneCub bent;
  bent.at(7) += GridPoint(300, 300, 300);
  CHECK(bent.grade() == CubGrade::Bent);
  CHECK(bent.shape().depth > 0.1);
  OneCub pushed;  // beyond the plane of the three corners next to it
  pushed.at(7) = GridPoint(600, 600, 600);
  CHECK(pushed.grade() == CubGrade::Concave);
  OneCub rounding;
  rounding.at(7) += GridPoint(1, 1, 1);
  CHECK(rounding.grade() == CubGrade::Good);
}

TEST_CASE("cub shape: flat and inverted cubs are told apart") {
  OneCub flat;
  for (const std::size_t top : {0u, 3u, 4u, 7u}) flat.at(top).y = 0;
  CHECK(flat.grade() == CubGrade::Flat);
  OneCub inverted;
  for (const std::size_t top : {0u, 3u, 4u, 7u}) inverted.at(top).y = -2048;
  CHECK(inverted.grade() == CubGrade::Inverted);
  CHECK(inverted.shape().volume == doctest::Approx(-8.0));
  OneCub swapped;
  std::swap(swapped.cub().corners[0], swapped.cub().corners[7]);
  CHECK(swapped.grade() >= CubGrade::Concave);
}

TEST_CASE(
    "cub shape: moving one vertex makes a far cub that shares it concave (scaffold case 28)") {
  OneCub two;
  ScaffoldCub& near_cub = two.cub();
  ScaffoldCub far_cub;
  far_cub.id = 101;
  for (std::uint32_t i = 0; i < 4; ++i) {  // its back is the first one's front
    far_cub.corners[i] = near_cub.corners[i + 4];
    ScaffoldVertex vertex;
    vertex.id = 20 + i;
    vertex.at = two.at(i + 4) + GridPoint(0, 0, 2048);
    two.scaffold.vertices.push_back(vertex);
    far_cub.corners[i + 4] = vertex.id;
  }
  two.scaffold.cubs.push_back(far_cub);
  CHECK(measure_cub(two.scaffold, two.scaffold.cubs[1]).grade == CubGrade::Good);
  two.at(7).z += 1900;
  two.at(7).x -= 1900;
  CHECK(measure_cub(two.scaffold, two.scaffold.cubs[1]).grade >= CubGrade::Concave);
}

TEST_CASE(
    "cub shape: stretched and sheared boxes are good, their mirror images inverted; 1,000 seeded "
    "cases") {
  const std::uint64_t seed = 28;
  INFO("seed " << seed);
  Rng rng(seed);
  for (int n = 0; n < 1000; ++n) {
    OneCub box;
    const GridPoint x{rng.range_int(1, 40'000), rng.range_int(-900, 900), 0};
    const GridPoint y{0, rng.range_int(1'000, 40'000), 0};
    const GridPoint z{rng.range_int(-900, 900), 0, rng.range_int(1, 40'000)};
    const GridPoint origin{rng.range_int(-16'000'000, 16'000'000), 0,
                           rng.range_int(-16'000'000, 16'000'000)};
    for (std::size_t i = 0; i < kCubCorners; ++i) {
      box.at(i) = origin + x * int{kCornerPlaces[i][0]} + y * int{kCornerPlaces[i][1]} +
                  z * int{kCornerPlaces[i][2]};
    }
    const double volume = double(x.x) * y.y * z.z / (1024.0 * 1024.0 * 1024.0);
    REQUIRE(box.grade() == CubGrade::Good);
    REQUIRE(box.shape().volume == doctest::Approx(volume));
    for (std::size_t i = 0; i < kCubCorners; ++i) box.at(i).x = -box.at(i).x;
    REQUIRE(box.grade() == CubGrade::Inverted);
  }
}
