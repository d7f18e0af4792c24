// Exposed edges: known ones of hand-made levels, and on real levels what a little circle round a
// point of an edge says.
#include <doctest/doctest.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "level/format.h"
#include "playset/core/math.h"
#include "playset/core/rng.h"
#include "tests/level/hand_made.h"

using namespace playset;
using namespace playset::test;

namespace {

std::vector<ExposedEdge> edges_of(const Level& level) {
  std::vector<ExposedEdge> all;
  for (std::uint32_t c = 0; c < level.cell_count(); ++c)
    for (const ExposedEdge& edge : LevelAccess::edges(level, c)) {
      CHECK(level.side_cell(edge.side) == c);
      all.push_back(edge);
    }
  return all;
}

glm::dvec3 to_vec(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

bool lists(std::span<const ExposedEdge> edges, std::uint32_t side, glm::dvec3 point) {
  for (const ExposedEdge& edge : edges) {
    if (edge.side != side) continue;
    const glm::dvec3 a = to_metres(edge.a), run = to_metres(edge.b) - a;
    const double s = glm::dot(point - a, run) / glm::dot(run, run);
    if (s > 0.0 && s < 1.0 && glm::length(a + run * s - point) < 1e-9) return true;
  }
  return false;
}

// The share of a small circle round an edge that is open, from the face of one wall onwards: `in`
// points into the wall, `normal` away from it.
double open_share(const Level& level, glm::dvec3 point, glm::dvec3 in, glm::dvec3 normal,
                  std::uint32_t cell, double radius) {
  constexpr int kSteps = 90;
  const auto at = [&](int i) {
    const double angle = 2.0 * 3.14159265358979 * (i + 0.5) / kSteps;
    return point + (in * cosine(angle) + normal * sine(angle)) * radius;
  };
  cell = locate_point(level, at(0), cell);
  for (int i = 0; i + 1 < kSteps; ++i) {
    const LineHit hit = trace_line(level, at(i), at(i + 1), cell);
    if (hit.kind != HitKind::End) return (i + 1.0) / kSteps;
    cell = hit.cell;
  }
  return 1.0;
}

}  // namespace

TEST_CASE("exposed edges: a room, and a straight row of rooms, have none") {
  CHECK(edges_of(cook_or_fail(boxes({{0, 0, 0}}))).empty());
  CHECK(edges_of(cook_or_fail(boxes(lattice(4, 1, 1)))).empty());
  CHECK(edges_of(cook_or_fail(boxes(lattice(3, 3, 3)))).empty());
}

TEST_CASE("exposed edges: the inner edge of a bend, listed with both walls that meet there") {
  const Level level = cook_or_fail(boxes({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}));
  const std::vector<ExposedEdge> edges = edges_of(level);
  REQUIRE(edges.size() == 2);
  for (const ExposedEdge& edge : edges) {
    CHECK(to_metres(edge.a).x == 1.0);
    CHECK(to_metres(edge.b).z == 1.0);
    CHECK(std::fabs(to_metres(edge.a).y - to_metres(edge.b).y) == 1.0);
    CHECK(edge.corners == (kCornerA | kCornerB));
    const glm::dvec3 mine = to_vec(edge.mine), other = to_vec(edge.other);
    // One wall goes on along +x from the edge, the other along +z.
    CHECK(mine + other == glm::dvec3(1, 0, 1));
    CHECK(std::fabs(glm::dot(mine, level.side_normal(edge.side))) < 1e-12);
  }
}

TEST_CASE("exposed edges: a pillar has four, a plate without thickness one at its end") {
  std::vector<GridPoint> ring;
  for (const GridPoint p : lattice(3, 1, 3))
    if (p.x != 1 || p.z != 1) ring.push_back(p);
  CHECK(edges_of(cook_or_fail(boxes(ring))).size() == 8);

  CellComplex plate = boxes(lattice(2, 1, 2));
  for (CellSide& side : plate.sides) {
    if (side.neighbor == kNone) continue;
    const std::uint32_t other = plate.sides[side.neighbor].cell;
    if (side.cell + other == 1) side.neighbor = kNone;  // between the first two rooms
  }
  const std::vector<ExposedEdge> edges = edges_of(cook_or_fail(plate));
  REQUIRE(edges.size() == 2);
  CHECK(to_vec(edges[0].mine) == to_vec(edges[0].other));  // all the way round
}

TEST_CASE("exposed edges: a door in the open has its rim on both faces, one in a frame has none") {
  CellComplex open = boxes(lattice(2, 1, 3));
  open.doors = {{"gate", true, "", 0}};
  std::uint32_t portals = 0;
  for (CellSide& side : open.sides) {
    if (side.neighbor == kNone || side.cell + open.sides[side.neighbor].cell != 5) continue;
    if (std::min(side.cell, open.sides[side.neighbor].cell) != 2) continue;
    side.door = 0;
    ++portals;
  }
  REQUIRE(portals == 2);
  const Level level = cook_or_fail(open);
  const std::vector<ExposedEdge> edges = edges_of(level);
  CHECK(edges.size() == 4);
  for (const ExposedEdge& edge : edges) CHECK(level.side_door(edge.side) == 0);

  CellComplex framed = boxes(lattice(3, 1, 1));
  framed.doors = open.doors;
  for (CellSide& side : framed.sides)
    if (side.neighbor != kNone && side.cell + framed.sides[side.neighbor].cell == 1) side.door = 0;
  CHECK(edges_of(cook_or_fail(framed)).empty());
}

TEST_CASE(
    "exposed edges: on real levels those round which a little circle is more than half open") {
  std::size_t asked = 0, exposed = 0, wrong = 0, unclear = 0;
  const auto check = [&](const std::string& name, const Imported& imported) {
    const Level level = cook_or_fail(imported.cells);
    Rng rng(31);
    for (int i = 0; i < 3000; ++i) {
      const std::uint32_t side = rng.below(level.side_count());
      if (level.side_neighbor(side) != kNone) continue;
      const auto corners = level.side_corners(side);
      const std::uint32_t k = rng.below(static_cast<std::uint32_t>(corners.size()));
      const glm::dvec3 a = to_metres(level.vertex(corners[k]));
      const glm::dvec3 b = to_metres(level.vertex(corners[(k + 1) % corners.size()]));
      if (glm::length(b - a) < 0.1) continue;
      const glm::dvec3 point = a + (b - a) * rng.range_double(0.1, 0.9);
      const std::uint32_t cell = level.side_cell(side);
      const glm::dvec3 normal = level.side_normal(side);
      const glm::dvec3 in = glm::cross(normal, glm::normalize(b - a));
      const double share = open_share(level, point, in, normal, cell, 0.008);
      const double nearer = open_share(level, point, in, normal, cell, 0.003);
      if (std::fabs(share - 0.5) < 0.05 || std::fabs(share - nearer) > 0.15) {
        ++unclear;
        continue;
      }
      const bool listed = lists(LevelAccess::edges(level, cell), side, point);
      if (listed != (share > 0.5)) {
        ++wrong;
        INFO(name, " side ", side, " corner ", k, " open ", share, " listed ", listed);
        CHECK(wrong < 1);
      }
      exposed += listed ? 1 : 0;
      ++asked;
    }
  };
  for_each_freedoom_map(check, {"MAP01", "MAP12"});
  MESSAGE(asked, " points of wall edges, ", exposed, " exposed, ", wrong, " wrong, ", unclear,
          " nearly flat or beside something tiny");
  CHECK(wrong == 0);
  if (asked > 0) CHECK(exposed > 200);
}
