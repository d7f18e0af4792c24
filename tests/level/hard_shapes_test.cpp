// The hard cases of shapes: bent windows, slivers, overlaps, rings, the flat and the huge, each on
// the smallest level that has it.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "playset/core/rng.h"
#include "support/support.h"
#include "tests/level/hand_made.h"
#include "tests/level/random_rays.h"

using namespace playset;
using namespace playset::test;
using playset_test::CellBuilder;
using playset_test::kBoxSides;

namespace {

// Two cubs of 4 m whose common side has one corner pulled 1.5 m towards the second.
CellComplex bent_window() {
  CellBuilder builder;
  const GridPoint pulled(4 * kMetre + 1536, 4 * kMetre, 4 * kMetre);
  std::array<GridPoint, 8> left{}, right{};
  for (int i = 0; i < 8; ++i) {
    const auto k = static_cast<std::size_t>(i);
    left[k] = metres((i & 1) * 4, (i >> 1 & 1) * 4, (i >> 2) * 4);
    right[k] = metres(4 + (i & 1) * 4, (i >> 1 & 1) * 4, (i >> 2) * 4);
  }
  left[7] = pulled;
  right[6] = pulled;
  builder.add_hex(left);
  builder.add_hex(right);
  return linked(std::move(builder));
}

// A box of these eight vertices in kBoxSides' numbering, whose places may coincide.
CellComplex box_of(const std::array<GridPoint, 8>& places) {
  CellComplex complex = boxes({{0, 0, 0}});
  complex.vertices.assign(places.begin(), places.end());
  complex.cells[0].source_id = 77;
  for (std::uint32_t s = 0; s < 6; ++s)
    std::copy(kBoxSides[s].begin(), kBoxSides[s].end(),
              complex.corners.begin() + complex.sides[s].first_corner);
  return complex;
}

// A box from (0, 0, 0) to (2, 2, 2) beside two of half its height: its side x = 2 m is cut in two
// at y = 1 m.
CellComplex one_beside_two() {
  CellBuilder b;
  b.begin_cell();
  const auto add = [&](const std::vector<GridPoint>& corners, std::uint32_t face) {
    b.add_side(corners, face);
  };
  add({metres(0, 0, 0), metres(0, 2, 0), metres(0, 2, 2), metres(0, 0, 2)}, 0);
  add({metres(2, 0, 0), metres(2, 0, 2), metres(2, 1, 2), metres(2, 1, 0)}, 1);
  add({metres(2, 1, 0), metres(2, 1, 2), metres(2, 2, 2), metres(2, 2, 0)}, 1);
  add({metres(0, 0, 0), metres(0, 0, 2), metres(2, 0, 2), metres(2, 0, 0)}, 2);
  add({metres(0, 2, 0), metres(2, 2, 0), metres(2, 2, 2), metres(0, 2, 2)}, 3);
  add({metres(0, 0, 0), metres(2, 0, 0), metres(2, 2, 0), metres(0, 2, 0)}, 4);
  add({metres(0, 0, 2), metres(0, 2, 2), metres(2, 2, 2), metres(2, 0, 2)}, 5);
  b.add_box(metres(2, 0, 0), metres(4, 1, 2));
  b.add_box(metres(2, 1, 0), metres(4, 2, 2));
  return linked(std::move(b));
}

// Wedges round the axis x = z = 0 from radius 2 m to 4 m, 1 m high: a ring of `count`.
CellComplex ring(int count) {
  CellBuilder builder;
  const auto at = [&](int i, double radius, int y) {
    const double turn = 6.283185307179586 * (i % count) / count;
    return GridPoint(static_cast<int>(std::lround(radius * kMetre * std::cos(turn))), y * kMetre,
                     static_cast<int>(std::lround(radius * kMetre * std::sin(turn))));
  };
  for (int i = 0; i < count; ++i)
    builder.add_hex({at(i, 2, 0), at(i, 4, 0), at(i, 2, 1), at(i, 4, 1), at(i + 1, 2, 0),
                     at(i + 1, 4, 0), at(i + 1, 2, 1), at(i + 1, 4, 1)});
  return linked(std::move(builder));
}

void link(CellComplex& complex, std::uint32_t a, std::uint32_t b) {
  complex.sides[a].neighbor = b;
  complex.sides[b].neighbor = a;
}

// Five boxes that turn back into the first: A, B to its right, C above B, D above A, and E below D,
// which lies inside A.
CellComplex folded() {
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(4, 4, 4));
  builder.add_box(metres(4, 0, 0), metres(8, 4, 4));
  builder.add_box(metres(4, 4, 0), metres(8, 8, 4));
  builder.add_box(metres(0, 4, 0), metres(4, 8, 4));
  builder.add_box(metres(0, 1, 0), metres(4, 4, 4));
  CellComplex complex = builder.complex;
  link(complex, 0 * 6 + 1, 1 * 6 + 0);
  link(complex, 1 * 6 + 3, 2 * 6 + 2);
  link(complex, 2 * 6 + 0, 3 * 6 + 1);
  link(complex, 3 * 6 + 2, 4 * 6 + 3);
  return complex;
}

}  // namespace

TEST_CASE(
    "hard: a window that is concave for one cub is left and entered again in the order of t") {
  const Level level = cook_or_fail(bent_window());
  check_against_oracle(level, 4000, 31);
  std::size_t returned = 0;
  for (const Segment& ray : random_rays(level, 20000, 32)) {
    std::vector<std::uint32_t> path;
    const LineHit hit =
        trace_line(level, glm::dvec3(ray.from), glm::dvec3(ray.to), ray.cell, {}, &path);
    CHECK((hit.kind == HitKind::Wall || hit.kind == HitKind::End));
    CHECK(path.size() <= 3);
    returned += path.size() == 3 && path[0] == path[2] ? 1u : 0u;
  }
  CHECK(returned > 10);
}

TEST_CASE("hard: both cubs of a bent window see the same two triangles") {
  const Level level = cook_or_fail(bent_window());
  std::vector<std::vector<std::uint32_t>> portals[2];
  for (std::uint32_t s = 0; s < level.side_count(); ++s) {
    if (level.side_neighbor(s) == kNone) continue;
    const auto corners = level.side_corners(s);
    std::vector<std::uint32_t> loop(corners.begin(), corners.end());
    const bool second = level.complex_cell(level.side_cell(s)) == 1;
    if (second) std::reverse(loop.begin(), loop.end());
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
    portals[second ? 1 : 0].push_back(loop);
  }
  for (auto& side : portals) std::sort(side.begin(), side.end());
  CHECK(portals[0].size() == 2);
  CHECK(portals[0] == portals[1]);
}

TEST_CASE("hard: a cub without volume is refused by name") {
  std::array<GridPoint, 8> places{};
  for (int i = 0; i < 8; ++i) places[static_cast<std::size_t>(i)] = metres(1, i >> 1 & 1, i >> 2);
  CHECK(contains(refusal(box_of(places)), "cell 0 (source 77) is flat"));
}

TEST_CASE("hard: wedges and pyramids are legal cells, a side with two equal corners is refused") {
  CellBuilder b;  // a cube, a wedge on its right, a pyramid on its top
  b.add_box(metres(0, 0, 0), metres(2, 2, 2));
  b.begin_cell();
  const auto add = [&](const std::vector<GridPoint>& corners, std::uint32_t face) {
    b.add_side(corners, face);
  };
  add({metres(2, 0, 0), metres(2, 2, 0), metres(2, 2, 2), metres(2, 0, 2)}, 0);
  add({metres(2, 0, 0), metres(2, 0, 2), metres(4, 0, 2), metres(4, 0, 0)}, 1);
  add({metres(2, 2, 0), metres(4, 0, 0), metres(4, 0, 2), metres(2, 2, 2)}, 2);
  add({metres(2, 0, 0), metres(4, 0, 0), metres(2, 2, 0)}, 3);
  add({metres(2, 0, 2), metres(2, 2, 2), metres(4, 0, 2)}, 4);
  b.begin_cell();
  const GridPoint tip = metres(1, 4, 1);
  add({metres(0, 2, 0), metres(0, 2, 2), metres(2, 2, 2), metres(2, 2, 0)}, 0);
  add({metres(0, 2, 0), tip, metres(0, 2, 2)}, 1);
  add({metres(0, 2, 2), tip, metres(2, 2, 2)}, 2);
  add({metres(2, 2, 2), tip, metres(2, 2, 0)}, 3);
  add({metres(2, 2, 0), tip, metres(0, 2, 0)}, 4);
  CellComplex complex = linked(b);
  const Level level = cook_or_fail(complex);
  CHECK(level.cell_count() == 3);
  CHECK(shoot(level, {1, 1, 1}, {9, 1, 1}).t == doctest::Approx(2.0 / 8.0));
  CHECK(shoot(level, {1, 1, 1}, {1, 9, 1}).t == doctest::Approx(3.0 / 8.0));  // into the tip
  check_against_oracle(level, 2000, 35);
  complex.corners[complex.sides[6].first_corner + 1] =
      complex.corners[complex.sides[6].first_corner];
  CHECK(contains(refusal(complex), "twice"));
}

TEST_CASE("hard: a cub shrunk to a point is refused by name") {
  CHECK(contains(refusal(box_of({})), "cell 0 (source 77) is flat"));
}

TEST_CASE("hard: an inverted cub is refused by name") {
  CellComplex complex = boxes({{0, 0, 0}});
  for (const CellSide& side : complex.sides)
    std::reverse(complex.corners.begin() + side.first_corner,
                 complex.corners.begin() + side.first_corner + side.corner_count);
  CHECK(contains(refusal(complex), "cell 0 (source 100) is inverted"));
}

TEST_CASE("hard: cubs that overlap without a link do not see each other") {
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(2, 2, 2));
  builder.add_box(metres(2, 0, 0), metres(4, 2, 2));
  builder.add_box(metres(1, 0, 0), metres(3, 2, 1));
  const Level level = cook_or_fail(linked(builder));
  const std::uint32_t a = cell_of(level, 0), b = cell_of(level, 1), c = cell_of(level, 2);
  const glm::vec3 shared(1.5f, 1, 0.5f);
  CHECK(locate_point(level, glm::dvec3(shared), a) == a);
  CHECK(locate_point(level, glm::dvec3(shared), c) == c);
  CHECK(locate_point(level, glm::dvec3(shared)) != kNone);
  const SegmentHit through = shoot(level, shared, {9.5f, 1, 0.5f}, a);
  CHECK(through.cell == b);
  CHECK(through.t == doctest::Approx(2.5 / 8.0));
  const SegmentHit within = shoot(level, shared, {9.5f, 1, 0.5f}, c);
  CHECK(within.cell == c);
  CHECK(within.t == doctest::Approx(1.5 / 8.0));
}

TEST_CASE("hard: a chain of cubs that folds back into its first one follows its links") {
  const Level level = cook_or_fail(folded());
  const std::uint32_t a = cell_of(level, 0), d = cell_of(level, 3), e = cell_of(level, 4);
  const SegmentHit down =
      shoot(level, {2, 6, 2}, {2, -2, 2}, d);  // through D into E, whose floor is at 1 m
  CHECK(down.cell == e);
  CHECK(down.t == doctest::Approx(5.0 / 8.0));
  const SegmentHit up = shoot(level, {2, 2, 2}, {2, 10, 2}, a);  // A's ceiling is a wall
  CHECK(up.cell == a);
  CHECK(up.t == doctest::Approx(2.0 / 8.0));
  const SegmentHit up_in_e = shoot(level, {2, 2, 2}, {2, 10, 2}, e);
  CHECK(up_in_e.cell == d);
  CHECK(up_in_e.t == doctest::Approx(6.0 / 8.0));
}

TEST_CASE(
    "hard: two windows to the same neighbour are both open, and a T-vertex on the edge between two "
    "is no crack") {
  CellComplex complex = one_beside_two();
  const Level split = cook_or_fail(complex);
  CHECK(split.cell_count() == 3);
  for (const float y : {0.25f, 0.999f, 1.0f, 1.001f, 1.75f}) {
    CAPTURE(y);
    CHECK(shoot(split, {1, y, 1}, {9, y, 1}).t == doctest::Approx(3.0 / 8.0));
    CHECK(shoot(split, {3, y, 1}, {-5, y, 1}).t == doctest::Approx(3.0 / 8.0));
  }
  check_against_oracle(split, 3000, 36);
  CellBuilder b;  // two boxes, the side between them cut in two
  for (const int x : {0, 2}) {
    const bool left = x == 0;
    b.begin_cell();
    const auto add = [&](std::vector<GridPoint> corners, std::uint32_t face, bool flip) {
      if (flip) std::reverse(corners.begin(), corners.end());
      b.add_side(corners, face);
    };
    add({metres(2, 0, 0), metres(2, 0, 2), metres(2, 1, 2), metres(2, 1, 0)}, 1, !left);
    add({metres(2, 1, 0), metres(2, 1, 2), metres(2, 2, 2), metres(2, 2, 0)}, 1, !left);
    const int far = left ? 0 : 4;
    add({metres(far, 0, 0), metres(far, 2, 0), metres(far, 2, 2), metres(far, 0, 2)}, 0, !left);
    add({metres(x, 0, 0), metres(x, 0, 2), metres(x + 2, 0, 2), metres(x + 2, 0, 0)}, 2, false);
    add({metres(x, 2, 0), metres(x + 2, 2, 0), metres(x + 2, 2, 2), metres(x, 2, 2)}, 3, false);
    add({metres(x, 0, 0), metres(x + 2, 0, 0), metres(x + 2, 2, 0), metres(x, 2, 0)}, 4, false);
    add({metres(x, 0, 2), metres(x, 2, 2), metres(x + 2, 2, 2), metres(x + 2, 0, 2)}, 5, false);
  }
  const CellComplex twice = linked(b);
  CHECK(std::count_if(twice.sides.begin(), twice.sides.end(),
                      [](const CellSide& s) { return s.neighbor != kNone; }) == 4);
  check_against_oracle(cook_or_fail(twice), 2000, 37);
}

TEST_CASE("hard: a ring leads round to its start, and rays in it are the oracle's") {
  for (const int count : {3, 6, 17}) {
    CAPTURE(count);
    const Level level = cook_or_fail(ring(count));
    std::uint32_t cell = 0, from = kNone;
    for (int i = 0; i < count; ++i) {
      std::uint32_t next = kNone;
      for (std::uint32_t s = level.first_side(cell);
           s < level.first_side(cell) + level.side_count(cell); ++s)
        if (level.side_neighbor(s) != kNone && level.side_neighbor(s) != from)
          next = level.side_neighbor(s);
      from = std::exchange(cell, next);
      REQUIRE(cell != kNone);
    }
    CHECK(cell == 0);
    if (count > 3) check_against_oracle(level, 1000, 38);
  }
}

TEST_CASE("hard: the torus of MFEM, whose last link is turned a quarter, is a ring of six") {
  bool there = false;
  for_each_level_file([&](const std::string& name, const Imported& imported) {
    if (name.find("toroid-hex") == std::string::npos) return;
    there = true;
    const Level level = cook_or_fail(imported.cells);
    CHECK(level.cell_count() == 6);
    check_against_oracle(level, 3000, 39);
  });
  if (!there) MESSAGE("SKIPPED: no toroid-hex.mesh");
}

TEST_CASE("hard: slivers a grid step thin and cubs of a kilometre keep the walk right") {
  CellBuilder builder;  // slices along x: 1 step, 1 km, 2 steps, 1 m, ...
  int x = 0;
  for (const int width : {1, 1000 * kMetre, 2, kMetre, 1, 1, 7, 300 * kMetre, 3}) {
    builder.add_box({x, 0, 0}, {x + width, 2 * kMetre, 5});
    x += width;
  }
  const Level level = cook_or_fail(linked(builder));
  check_against_oracle(level, 3000, 40);
  std::vector<std::uint32_t> path;
  const LineHit hit = trace_line(level, {0.5 / 1024, 1.0, 2.0 / 1024},
                                 {x / 1024.0 + 1.0, 1.0, 2.0 / 1024}, kNone, {}, &path);
  CHECK(hit.kind == HitKind::Wall);
  CHECK(path.size() == 9);
}

TEST_CASE("hard: cubs of 2 mm at the edge of the grid beside cubs of kilometres are exact") {
  constexpr int kEdge = kGridLimit;
  CellBuilder builder;
  builder.add_box({-kEdge, -kEdge, -kEdge}, {kEdge - 4, kEdge, kEdge});
  builder.add_box({kEdge - 4, -kEdge, -kEdge}, {kEdge - 2, kEdge, kEdge});
  builder.add_box({kEdge - 2, -kEdge, -kEdge}, {kEdge, kEdge, kEdge});
  const Level level = cook_or_fail(linked(builder));
  std::vector<std::uint32_t> path;
  const double last = kLevelLimit - 1.0 / 1024;
  const LineHit end = trace_line(level, {-kLevelLimit, -kLevelLimit, -kLevelLimit},
                                 {last, 16000.0, 0.5}, kNone, {}, &path);
  CHECK(end.kind == HitKind::End);
  CHECK(path.size() == 3);
  const LineHit wall = trace_line(level, {0.0, 0.0, 0.0}, {kLevelLimit, 1.0, 1.0});
  CHECK((wall.kind == HitKind::Wall || wall.kind == HitKind::End));
  CHECK(wall.t == doctest::Approx(1.0));
  check_against_oracle(level, 1000, 41);
  CellComplex outside = boxes({{0, 0, 0}});
  outside.vertices[0].x = -kEdge - 1;
  CHECK(contains(refusal(outside), "outside the grid"));
}

TEST_CASE("hard: a level without cells answers Outside to everything") {
  const Level cooked = cook_or_fail(CellComplex{});
  for (const Level& level : {Level{}, cooked}) {
    CHECK(level.cell_count() == 0);
    CHECK(trace_segment(level, {{0, 0, 0}, 0, {1, 1, 1}, 0}).kind == HitKind::Outside);
    CHECK(trace_line(level, {0, 0, 0}, {1, 1, 1}).kind == HitKind::Outside);
    CHECK(locate_point(level, {0, 0, 0}) == kNone);
    CHECK(locate_point(level, {0, 0, 0}, 3) == kNone);
    std::uint8_t blocked = 9;
    const Segment segment{{0, 0, 0}, kNone, {1, 1, 1}, 0};
    trace_segments_any(level, {&segment, 1}, {&blocked, 1});
    CHECK(blocked == 2);
    CHECK(initial_doors(level).closed.empty());
  }
  CHECK(open_level(cooked.bytes()).ok());
}

TEST_CASE("hard: one cell, and two that do not touch, locate and trace each for itself") {
  const Level one = cook_or_fail(boxes({{0, 0, 0}}));
  CHECK(one.wall_triangle_count() == 12);
  check_against_oracle(one, 1000, 42);
  const Level two = cook_or_fail(boxes({{0, 0, 0}, {5, 0, 0}}));
  const std::uint32_t left = cell_of(two, 0), right = cell_of(two, 1);
  CHECK(locate_point(two, {0.5, 0.5, 0.5}) == left);
  CHECK(locate_point(two, {5.5, 0.5, 0.5}) == right);
  CHECK(locate_point(two, {5.5, 0.5, 0.5}, left) == right);
  CHECK(locate_point(two, {3.0, 0.5, 0.5}) == kNone);
  const SegmentHit hit = shoot(two, {0.5f, 0.5f, 0.5f}, {5.5f, 0.5f, 0.5f});
  CHECK(hit.cell == left);
  CHECK(hit.t == doctest::Approx(0.1));
  check_against_oracle(two, 1000, 43);
}

TEST_CASE("hard: a block of 100,000 cubs cooks, locates and is crossed from corner to corner") {
  const Level level = cook_or_fail(boxes(lattice(50, 50, 40)));
  REQUIRE(level.cell_count() == 100000);
  CHECK(level.wall_triangle_count() == 2 * 2 * (50 * 50 + 50 * 40 + 50 * 40));
  Rng rng(44);
  for (int i = 0; i < 300; ++i) {
    const glm::dvec3 at{rng.range_double(0, 50), rng.range_double(0, 50), rng.range_double(0, 40)};
    const std::uint32_t cell = locate_point(level, at);
    REQUIRE(cell != kNone);
    CHECK(cell_holds(level, cell, at));
  }
  std::vector<std::uint32_t> path;
  const LineHit hit = trace_line(level, {0.5, 0.5, 0.5}, {64.5, 64.5, 64.5}, kNone, {},
                                 &path);  // through vertices only
  CHECK(hit.kind == HitKind::Wall);
  CHECK(hit.t == doctest::Approx(39.5 / 64.0));
  const Oracle oracle(level);
  const Tally tally = try_rays(level, oracle, random_rays(level, 2000, 45));
  CHECK(tally.wrong + tally.orphans + tally.wrong_cell + tally.other_side == 0);
}
