// tests/geom/partition_sides_test.cpp - partial windows: known layouts, closed cells, areas that
// add up, refusals.
#include "playset/geom/partition_sides.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "geom/box_cells.h"
#include "playset/geom/polygon.h"

using namespace playset;
using playset_test::CellBuilder;

namespace {

std::string problem(const CellComplex& complex) {
  const Result<Done> result = check_cells(complex);
  return result.ok() ? "" : result.error().message;
}

std::vector<GridPoint> corners(const CellComplex& c, std::uint32_t side) {
  std::vector<GridPoint> p;
  for (std::uint32_t i = 0; i < c.sides[side].corner_count; ++i)
    p.push_back(c.vertices[c.corners[c.sides[side].first_corner + i]]);
  return p;
}

// m2 of the sides of a cell's face that are portals or walls.
double face_area(const CellComplex& c, std::uint32_t cell, std::uint32_t face, bool portals) {
  double area = 0.0;
  for (const CellSide& s : c.sides) {
    if (s.cell != cell || s.face != face || (s.neighbor != kNone) != portals) continue;
    std::vector<glm::dvec3> p;
    for (const GridPoint q : corners(c, static_cast<std::uint32_t>(&s - c.sides.data())))
      p.push_back(to_metres(q));
    area += polygon_area(p);
  }
  return area;
}

bool all_convex(const CellComplex& c) {
  for (std::uint32_t s = 0; s < c.sides.size(); ++s) {
    if (!is_convex(corners(c, s))) return false;
  }
  return true;
}

constexpr int kM = 1024;

// A map of the grid that turns and skews, then rounds.
struct Skew {
  glm::dvec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  GridPoint operator()(GridPoint p) const {
    const glm::dvec3 m = to_metres(p);
    return to_grid(x * m.x + y * m.y + z * m.z);
  }
};

std::uint32_t add_box(CellBuilder& b, GridPoint low, GridPoint high, const Skew& map) {
  std::array<GridPoint, 8> p{};
  for (int i = 0; i < 8; ++i) {
    p[static_cast<std::size_t>(i)] =
        map({(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y,
             (i & 4) != 0 ? high.z : low.z});
  }
  return b.add_hex(p);
}

}  // namespace

TEST_CASE("partition_sides: a window inside a wall leaves a ring of convex walls") {
  CellBuilder b;
  b.add_box({0, 0, 0}, {4 * kM, 4 * kM, 4 * kM});
  b.add_box({4 * kM, kM, kM}, {6 * kM, 2 * kM, 2 * kM});
  CellComplex c = b.complex;
  const std::vector<SidePair> pairs = find_facing_sides(c);
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].a == 1);
  CHECK(pairs[0].b == 6);
  const PartitionReport report = partition_sides(c, pairs);
  CHECK(report.portals == 1);
  CHECK(report.refused.empty());
  CHECK(report.new_vertices == 0);
  CHECK(report.wall_pieces <= 5);
  CHECK(problem(c) == "");
  CHECK(all_convex(c));
  CHECK(face_area(c, 0, 1, true) == doctest::Approx(1.0));
  CHECK(face_area(c, 0, 1, false) == doctest::Approx(15.0));
  CHECK(face_area(c, 1, 0, true) == doctest::Approx(1.0));
  CHECK(face_area(c, 1, 0, false) == 0.0);
  CHECK(report.origin.size() == c.sides.size());
}

TEST_CASE(
    "partition_sides: two walls that overlap by a corner get two new vertices and an L of wall "
    "each") {
  CellBuilder b;
  b.add_box({0, 0, 0}, {2 * kM, 2 * kM, 2 * kM});
  b.add_box({2 * kM, kM, kM}, {4 * kM, 3 * kM, 3 * kM});
  CellComplex c = b.complex;
  const PartitionReport report = partition_sides(c, find_facing_sides(c));
  CHECK(report.portals == 1);
  CHECK(report.new_vertices == 2);
  CHECK(report.wall_pieces == 4);
  CHECK(problem(c) == "");
  for (const std::uint32_t cell : {0u, 1u}) {
    CHECK(face_area(c, cell, cell == 0 ? 1 : 0, true) == doctest::Approx(1.0));
    CHECK(face_area(c, cell, cell == 0 ? 1 : 0, false) == doctest::Approx(3.0));
  }
}

TEST_CASE("partition_sides: a corner on an edge is told to the edges along it that end elsewhere") {
  // The low cell's corners lie on the tall one's edge and, along it, on a part of the third's.
  CellBuilder b;
  b.add_box({0, 0, 0}, {4 * kM, 6 * kM, 4 * kM});
  b.add_box({0, 2 * kM, 4 * kM}, {4 * kM, 6 * kM, 8 * kM});
  b.add_box({4 * kM, 3 * kM, 0}, {8 * kM, 5 * kM, 4 * kM});
  CellComplex c = b.complex;
  const PartitionReport report = partition_sides(c, find_facing_sides(c));
  CHECK(report.portals == 2);
  CHECK(report.refused.empty());
  CHECK(problem(c) == "");
  CHECK(face_area(c, 0, 5, true) == doctest::Approx(16.0));
  CHECK(face_area(c, 0, 1, true) == doctest::Approx(8.0));
}

TEST_CASE("partition_sides: a coarse cell beside four fine ones, with hanging vertices") {
  CellBuilder b;
  b.add_box({0, 0, 0}, {2 * kM, 2 * kM, 2 * kM});
  for (int i = 0; i < 4; ++i) {
    const GridPoint low(2 * kM, (i & 1) * kM, (i >> 1) * kM);
    b.add_box(low, low + GridPoint(kM));
  }
  CellComplex c = b.complex;
  CHECK(link_sides(c).linked == 4);
  const std::vector<SidePair> pairs = find_facing_sides(c);
  CHECK(pairs.size() == 4);
  const PartitionReport report = partition_sides(c, pairs);
  CHECK(report.portals == 4);
  CHECK(report.wall_pieces == 0);
  CHECK(problem(c) == "");
  CHECK(face_area(c, 0, 1, false) == 0.0);
}

TEST_CASE("partition_sides: doors, materials and triggers go where they belong") {
  CellBuilder b;
  b.add_box({0, 0, 0}, {4 * kM, 4 * kM, 4 * kM});
  b.add_box({4 * kM, 0, kM}, {6 * kM, 2 * kM, 2 * kM});
  CellComplex c = b.complex;
  c.doors.push_back({"gate", true, "", 5});
  c.materials = {"rock", "steel"};
  for (CellSide& s : c.sides) s.material = 0;
  c.sides[6].door = 0;
  c.sides[6].material = 1;
  CHECK(partition_sides(c, find_facing_sides(c)).portals == 1);
  CHECK(problem(c) == "");
  for (const CellSide& s : c.sides) {
    if (s.neighbor == kNone) CHECK(s.door == kNone);
    if (s.neighbor == kNone) CHECK(s.material == 0);
    if (s.neighbor != kNone) CHECK(s.door == 0);
    if (s.neighbor != kNone) CHECK(s.material == (s.cell == 0 ? 0 : 1));
  }
}

TEST_CASE("partition_sides: pairs that do not fit are refused or apart, and change nothing") {
  CellBuilder b;
  b.add_box({0, 0, 0}, {kM, kM, kM});
  b.add_box({kM, 0, 0}, {2 * kM, kM, kM});
  b.add_box({kM, 5 * kM, 0}, {2 * kM, 6 * kM, kM});
  CellComplex c = b.complex;
  const std::array<SidePair, 5> pairs = {{{0, 1}, {1, 99}, {kNone, 3}, {1, 12}, {1, 1}}};
  const PartitionReport report = partition_sides(c, pairs);
  CHECK(report.portals == 0);
  CHECK(report.refused.size() == 4);
  CHECK(report.apart == 1);
  CHECK(c.sides.size() == b.complex.sides.size());
  CHECK(c.corners == b.complex.corners);
  link_sides(c);
  CHECK(partition_sides(c, std::array<SidePair, 1>{{{1, 6}}}).refused.size() == 1);
  CHECK(find_facing_sides(c).empty());
  CHECK(partition_sides(c, {}).portals == 0);
}

TEST_CASE(
    "partition_sides: walls that are not in one plane are refused, however they look from the "
    "front") {
  for (const int gap : {4, kM}) {
    CellBuilder b;
    b.add_box({0, 0, 0}, {kM, kM, kM});
    b.add_box({kM + gap, kM / 2, 0}, {3 * kM, 2 * kM, kM});
    CellComplex c = b.complex;
    CHECK(find_facing_sides(c).empty());
    const std::array<SidePair, 3> pairs = {
        {{1, 6}, {1, 8}, {1, 7}}};  // behind, at right angles, the same way
    CHECK(partition_sides(c, pairs).refused.size() == 3);
    CHECK(c.corners == b.complex.corners);
    CHECK(c.vertices == b.complex.vertices);
    CHECK(problem(c) == "");
  }
}

TEST_CASE("partition_sides: partners that overlap each other are refused together") {
  CellBuilder b;
  b.add_box({0, 0, 0}, {4 * kM, 4 * kM, 4 * kM});
  b.add_box({4 * kM, 0, 0}, {6 * kM, 2 * kM, 2 * kM});
  b.add_box({4 * kM, kM, kM}, {6 * kM, 3 * kM, 3 * kM});
  CellComplex c = b.complex;
  const PartitionReport report = partition_sides(c, find_facing_sides(c));
  CHECK(report.portals == 0);
  CHECK(report.refused.size() == 2);
  CHECK(problem(c) == "");
}

TEST_CASE(
    "partition_sides: any two boxes that share a plane, straight or turned, stay closed and keep "
    "their areas") {
  constexpr unsigned kSeed = 41;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  const Skew turned{{0.8, 0.36, -0.48}, {-0.6, 0.48, -0.64}, {0.0, 0.8, 0.6}};
  int cut = 0, refused = 0;
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const auto draw = [&](int low, int high) {
      return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    };
    const int unit = i % 3 == 0 ? kM : 1;  // on whole metres ties are common
    const auto place = [&] {
      return GridPoint(0, draw(0, 6 * kM / unit), draw(0, 6 * kM / unit)) * unit;
    };
    const auto size = [&] {
      return GridPoint(kM, draw(40, 4 * kM) / unit * unit + unit,
                       draw(40, 4 * kM) / unit * unit + unit);
    };
    const Skew map = i % 2 == 0 ? Skew{} : turned;
    CellBuilder b;
    const GridPoint p = place(), q = place() + GridPoint(kM, 0, 0);
    const GridPoint p_size = size(), q_size = size();
    add_box(b, p, p + p_size, map);
    add_box(b, q, q + q_size, map);
    CellComplex c = b.complex;
    const double before_a = face_area(c, 0, 1, false), before_b = face_area(c, 1, 0, false);
    const std::vector<SidePair> pairs = find_facing_sides(c);
    const double y = std::min(p.y + p_size.y, q.y + q_size.y) - std::max(p.y, q.y);
    const double z = std::min(p.z + p_size.z, q.z + q_size.z) - std::max(p.z, q.z);
    const bool meet = y > 8.0 && z > 8.0;
    if (meet) REQUIRE(pairs.size() == 1);
    if (y <= 0.0 || z <= 0.0) REQUIRE(pairs.empty());
    const PartitionReport report = partition_sides(c, pairs);
    REQUIRE_MESSAGE(problem(c) == "", problem(c));
    REQUIRE(face_area(c, 0, 1, true) + face_area(c, 0, 1, false) ==
            doctest::Approx(before_a).epsilon(0.02));
    REQUIRE(face_area(c, 1, 0, true) + face_area(c, 1, 0, false) ==
            doctest::Approx(before_b).epsilon(0.02));
    REQUIRE(face_area(c, 0, 1, true) == doctest::Approx(face_area(c, 1, 0, true)));
    if (meet && report.portals > 0) {
      ++cut;
      REQUIRE(std::fabs(face_area(c, 0, 1, true) - y * z / (kM * 1.0 * kM)) <
              8.0 * (y + z) / (kM * 1.0 * kM));
    }
    refused += meet && report.portals == 0 ? 1 : 0;
  }
  CHECK(cut > 250);
  CHECK(refused == 0);
}

TEST_CASE(
    "partition_sides: corners, edges and needles a few steps from each other never open a cell") {
  constexpr unsigned kSeed = 44;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  const Skew turned{{0.8, 0.36, -0.48}, {-0.6, 0.48, -0.64}, {0.0, 0.8, 0.6}};
  const Skew sharp{{1, 0, 0}, {0, 1, 0}, {0, 0.96, 0.28}};  // sides of 16 degrees
  std::uint32_t portals = 0;
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const Skew map = i % 3 == 0 ? Skew{} : i % 3 == 1 ? turned : sharp;
    const auto step = [&] { return static_cast<int>(random() % 13) - 6; };
    CellBuilder b;
    add_box(b, {0, 0, 0}, GridPoint(kM), map);
    const GridPoint low(kM, step() + (i % 2) * kM / 2, step()),
        high(2 * kM, kM + step(), kM + step());
    add_box(b, low, high, map);
    add_box(b, {kM, high.y + step(), step()}, {2 * kM, 3 * kM, kM + step()}, map);
    CellComplex c = b.complex;
    if (!check_cells(c).ok()) continue;
    portals += partition_sides(c, find_facing_sides(c)).portals;
    REQUIRE_MESSAGE(problem(c) == "", problem(c));
  }
  CHECK(portals >= 900);
}

TEST_CASE("partition_sides: cells that were cut before are cut again on their other sides") {
  constexpr unsigned kSeed = 43;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  const Skew turned{{0.8, 0.36, -0.48}, {-0.6, 0.48, -0.64}, {0.0, 0.8, 0.6}};
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const auto draw = [&](int low, int high) {
      return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    };
    CellBuilder b;
    add_box(b, {0, 0, 0}, GridPoint(2 * kM), turned);
    for (int axis = 0; axis < 3; ++axis) {
      GridPoint low(draw(-kM, kM), draw(-kM, kM), draw(-kM, kM));
      low[axis] = 2 * kM;
      GridPoint high = low + GridPoint(draw(kM, 2 * kM), draw(kM, 2 * kM), draw(kM, 2 * kM));
      add_box(b, low, high, turned);
    }
    CellComplex c = b.complex;
    const std::vector<SidePair> pairs = find_facing_sides(c);
    std::uint32_t portals = 0;
    for (std::size_t call = 0; call < 8; ++call) {  // one pair at a time, found anew
      const std::vector<SidePair> now = find_facing_sides(c);
      if (now.empty()) break;
      const PartitionReport report = partition_sides(c, std::span(now).first(1));
      REQUIRE(report.refused.empty());
      portals += report.portals;
      REQUIRE_MESSAGE(problem(c) == "", problem(c));
    }
    REQUIRE(portals >= pairs.size());
    REQUIRE(pairs.size() >= 3);
  }
}

TEST_CASE("partition_sides: a wall of random bricks, straight and turned, opens completely") {
  constexpr unsigned kSeed = 42;
  CAPTURE(kSeed);
  std::mt19937 random(kSeed);
  const Skew turned{{0.8, 0.36, -0.48}, {-0.6, 0.48, -0.64}, {0.0, 0.8, 0.6}};
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    const Skew map = i % 2 == 0 ? Skew{} : turned;
    CellBuilder b;
    bool gap = false;
    for (int layer = 0; layer < 2;
         ++layer) {  // rows of bricks; the joints of both layers are anywhere
      const int rows = 1 + static_cast<int>(random() % 4);
      std::vector<int> at = {0, 4 * kM};
      for (int r = 1; r < rows; ++r) at.push_back(64 + static_cast<int>(random() % (4 * kM - 128)));
      std::sort(at.begin(), at.end());
      for (std::size_t r = 0; r + 1 < at.size(); ++r) {
        gap = gap || at[r + 1] - at[r] < 16;
        if (at[r + 1] - at[r] < 16) continue;
        const int joint = 64 + static_cast<int>(random() % (4 * kM - 128));
        add_box(b, {layer * kM, at[r], 0}, {layer * kM + kM, at[r + 1], joint}, map);
        add_box(b, {layer * kM, at[r], joint}, {layer * kM + kM, at[r + 1], 4 * kM}, map);
      }
    }
    CellComplex c = b.complex;
    link_sides(c);
    const PartitionReport report = partition_sides(c, find_facing_sides(c));
    REQUIRE_MESSAGE(problem(c) == "", problem(c));
    double open = 0.0;
    for (std::uint32_t cell = 0; cell < c.cells.size(); ++cell) {
      const GridPoint corner =
          b.complex.vertices[b.complex.corners[b.complex.sides[6 * cell].first_corner]];
      if (corner.x * map.x.x + corner.y * map.x.y + corner.z * map.x.z < 0.5 * kM)
        open += face_area(c, cell, 1, true);
    }
    if (!gap) CHECK(open == doctest::Approx(16.0).epsilon(0.01));
    CHECK(report.portals > 0);
    CHECK(report.refused.empty());
  }
}
