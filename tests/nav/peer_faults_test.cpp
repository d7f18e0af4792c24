// What users of other navigation libraries reported, tried on ours: ways that cut corners, edges
// whose vertices differ, portals in one line, walks and searches that go round for ever.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <set>
#include <string>
#include <vector>

#include "geom/box_cells.h"
#include "playset/core/rng.h"
#include "playset/nav/ground_graph.h"
#include "support/support.h"
#include "tests/nav/nav_levels.h"

using namespace playset;
using playset::test::cook_or_fail;
using playset::test::metres;

namespace {

// Columns of 1 m, 3 m high, one per character: '.' open, '#' solid. Rows run along +z.
Level columns_of(const std::vector<std::string>& rows) {
  playset_test::CellBuilder builder;
  for (int z = 0; z < static_cast<int>(rows.size()); ++z)
    for (int x = 0; x < static_cast<int>(rows[static_cast<std::size_t>(z)].size()); ++x)
      if (rows[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)] != '#')
        builder.add_box(metres(x, 0, z), metres(x + 1, 3, z + 1));
  link_sides(builder.complex);
  return cook_or_fail(builder.complex);
}

// size^3 boxes of 1 m.
Level block_of_cells(int size) {
  playset_test::CellBuilder builder;
  for (int z = 0; z < size; ++z)
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x) builder.add_box(metres(x, y, z), metres(x + 1, y + 1, z + 1));
  link_sides(builder.complex);
  return cook_or_fail(builder.complex);
}

// Every other column of an odd square is solid.
std::vector<std::string> pillars(int size) {
  std::vector<std::string> rows(static_cast<std::size_t>(size),
                                std::string(static_cast<std::size_t>(size), '.'));
  for (int z = 1; z < size; z += 2)
    for (int x = 1; x < size; x += 2)
      rows[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)] = '#';
  return rows;
}

GroundGraph graph_for(const Level& level, float radius) {
  NavAgentConfig agent;
  agent.radius = radius;
  Result<GroundGraph> graph = build_ground_graph(level, agent);
  if (!graph) FAIL(graph.error().text());
  return std::move(*graph);
}

double straight(glm::dvec3 a, glm::dvec3 b) { return glm::length(b - a); }

// From a point to the nearest wall among all of the graph's, seen from above.
double wall_distance(const GroundGraph& graph, glm::dvec2 p) {
  double least = 1e30;
  for (const GroundFloor& floor : graph.floors())
    for (std::uint32_t k = 0; k < floor.edge_count; ++k) {
      const GroundEdge& edge = graph.edges()[floor.first_edge + k];
      if (edge.kind != GroundEdgeKind::Wall) continue;
      const GridPoint to = graph.edges()[floor.first_edge + (k + 1) % floor.edge_count].from;
      const glm::dvec2 a = glm::dvec2(edge.from.x, edge.from.z) / 1024.0;
      const glm::dvec2 ab = glm::dvec2(to.x, to.z) / 1024.0 - a;
      const double t = std::clamp(glm::dot(p - a, ab) / glm::dot(ab, ab), 0.0, 1.0);
      least = std::min(least, glm::length(p - a - t * ab));
    }
  return least;
}

// The nearest that a path comes to a wall, every 2 cm of it.
double clearance(const GroundGraph& graph, const NavPath& path) {
  double least = 1e30;
  for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
    const glm::dvec3 a = path.points[i].position, b = path.points[i + 1].position;
    const int steps = 1 + static_cast<int>(straight(a, b) / 0.02);
    for (int k = 0; k <= steps; ++k) {
      const glm::dvec3 p = a + (b - a) * (static_cast<double>(k) / steps);
      least = std::min(least, wall_distance(graph, {p.x, p.z}));
    }
  }
  return least;
}

// A room of 4 x 4 m whose wall at x = 4 m is four portals into four chambers: along the border the
// room's floor has one edge where the chambers' have four.
Level room_with_chambers() {
  playset_test::CellBuilder builder;
  const auto side = [&](std::uint32_t face, std::initializer_list<GridPoint> corners) {
    builder.add_side(std::vector<GridPoint>(corners), face);
  };
  builder.begin_cell();
  side(0, {metres(0, 0, 0), metres(0, 3, 0), metres(0, 3, 4), metres(0, 0, 4)});
  for (int z = 0; z < 4; ++z)
    side(1, {metres(4, 0, z), metres(4, 0, z + 1), metres(4, 3, z + 1), metres(4, 3, z)});
  side(2, {metres(0, 0, 0), metres(0, 0, 4), metres(4, 0, 4), metres(4, 0, 0)});
  side(3, {metres(0, 3, 0), metres(4, 3, 0), metres(4, 3, 4), metres(0, 3, 4)});
  side(4, {metres(0, 0, 0), metres(4, 0, 0), metres(4, 3, 0), metres(0, 3, 0)});
  side(5, {metres(0, 0, 4), metres(0, 3, 4), metres(4, 3, 4), metres(4, 0, 4)});
  for (int z = 0; z < 4; ++z) builder.add_box(metres(4, 0, z), metres(8, 3, z + 1));
  link_sides(builder.complex);
  return cook_or_fail(builder.complex);
}

}  // namespace

TEST_CASE("peer faults: no way cuts a corner, every 2 cm of it keeps the radius from walls") {
  const GroundGraph graph = graph_for(columns_of(pillars(13)), 0.3f);
  Rng rng(51461);
  GroundScratch scratch;
  NavPath path;
  int turned = 0;
  for (int i = 0; i < 150; ++i) {
    const GroundPlace from = sample_ground_point(graph, rng);
    const GroundPlace to = sample_ground_point(graph, rng);
    REQUIRE(find_ground_path(graph, from, to, {}, scratch, path) == PathStatus::Found);
    turned += path.points.size() > 2 ? 1 : 0;
    CHECK(clearance(graph, path) > 0.3 - 0.002);
  }
  CHECK(turned > 100);
}

TEST_CASE("peer faults: where the vertices of a shared edge differ, ways stay straight") {
  const GroundGraph graph = graph_for(room_with_chambers(), 0.25f);
  Rng rng(735);
  GroundScratch scratch;
  NavPath path;
  int crossed = 0;
  for (int i = 0; i < 200; ++i) {
    const GroundPlace from = sample_ground_point(graph, rng);
    const GroundPlace to = sample_ground_point(graph, rng);
    REQUIRE(find_ground_path(graph, from, to, {}, scratch, path) == PathStatus::Found);
    crossed += (from.position.x < 4.0) != (to.position.x < 4.0) ? 1 : 0;
    CHECK(path.points.size() == 2);
    CHECK(path.length == doctest::Approx(straight(from.position, to.position)));
  }
  CHECK(crossed > 50);
}

TEST_CASE("peer faults: portals in one line with the way, and corners of four, make no turn") {
  const GroundGraph graph = graph_for(columns_of(std::vector<std::string>(7, ".......")), 0.25f);
  GroundScratch scratch;
  NavPath path;
  const auto goes_straight = [&](glm::dvec3 from, glm::dvec3 to) {
    return find_ground_path(graph, from, to, {}, scratch, path) == PathStatus::Found &&
           path.points.size() == 2 && std::abs(path.length - straight(from, to)) < 1e-9;
  };
  for (int k = 1; k < 7; ++k) {
    CHECK(goes_straight({k, 0, 1}, {k, 0, 6}));  // along the portals themselves
    CHECK(goes_straight({6, 0, k}, {1, 0, k}));
    CHECK(goes_straight({k, 0, 1}, {7 - k, 0, 6}));  // through corners of four cells
    CHECK(goes_straight({k, 0, k}, {k, 0, k}));
  }
}

TEST_CASE("peer faults: a ray through points where many cells meet enters none of them twice") {
  const Level level = block_of_cells(6);
  Rng rng(436);
  const auto corner = [&](int low, int high) {  // of a cell, so that rays run along edges as well
    const auto count = static_cast<std::uint32_t>(high - low + 1);
    const double x = low + static_cast<int>(rng.below(count));
    const double y = low + static_cast<int>(rng.below(count));
    const double z = low + static_cast<int>(rng.below(count));
    return glm::dvec3(x, y, z);
  };
  std::vector<std::uint32_t> path;
  std::size_t longest = 0;
  for (int i = 0; i < 4000; ++i) {
    const glm::dvec3 from = corner(1, 5), to = corner(1, 5);
    const LineHit hit = trace_line(level, from, to, kNone, {}, &path);
    CHECK(hit.kind == HitKind::End);
    CHECK(std::set<std::uint32_t>(path.begin(), path.end()).size() == path.size());
    longest = std::max(longest, path.size());
  }
  CHECK(longest > 10);
}

TEST_CASE("peer faults: among ways of one length searches end, and are as long there as back") {
  const GroundGraph graph = graph_for(columns_of(pillars(15)), 0.3f);
  GroundScratch scratch;
  NavPath there, back;
  for (int z = 0; z < 15; z += 2)
    for (int x = 0; x < 15; x += 2) {
      const glm::dvec3 from(0.5, 0.0, 0.5), to(x + 0.5, 0.0, z + 0.5);
      REQUIRE(find_ground_path(graph, from, to, {}, scratch, there) == PathStatus::Found);
      CHECK(scratch.expanded() <= graph.counts().corners);
      REQUIRE(find_ground_path(graph, to, from, {}, scratch, back) == PathStatus::Found);
      CHECK(scratch.expanded() <= graph.counts().corners);
      CHECK(there.length == doctest::Approx(back.length).epsilon(1e-6));
      CHECK(there.length >= straight(from, to) - 1e-9);
      for (std::size_t i = 0; i < there.points.size(); ++i)
        for (std::size_t k = i + 1; k < there.points.size(); ++k)
          CHECK((there.points.size() == 2 ||
                 straight(there.points[i].position, there.points[k].position) > 1e-6));
    }
}

TEST_CASE("ground: rooms that overlap without a portal are no way for each other") {
  playset_test::CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(4, 3, 4));
  builder.add_box(metres(2, 0, 1), metres(7, 3, 3));
  const Level level = cook_or_fail(builder.complex);
  const GroundGraph graph = graph_for(level, 0.25f);
  const std::uint32_t first = level.complex_cell(0) == 0 ? 0 : 1;
  const std::array<std::uint32_t, 2> rooms{first, 1 - first};
  const auto at = [&](std::size_t room, glm::dvec3 p) {
    return locate_on_ground(graph, p, rooms[room]);
  };
  GroundScratch scratch;
  NavPath path;
  const auto status = [&](const GroundPlace& from, const GroundPlace& to) {
    REQUIRE(from.floor != kNone);
    REQUIRE(to.floor != kNone);
    return find_ground_path(graph, from, to, {}, scratch, path);
  };
  CHECK(at(0, {3, 0, 2}).cell == rooms[0]);
  CHECK(at(1, {3, 0, 2}).cell == rooms[1]);
  CHECK(status(at(0, {1, 0, 2}), at(0, {3, 0, 2})) == PathStatus::Found);
  CHECK(status(at(1, {3, 0, 2}), at(1, {6, 0, 2})) == PathStatus::Found);
  CHECK(status(at(0, {3, 0, 2}), at(1, {3, 0, 2})) == PathStatus::NoPath);
  CHECK(status(at(0, {1, 0, 2}), at(1, {6, 0, 2})) == PathStatus::NoPath);
}

TEST_CASE("ground: parts that nothing joins have components, and ways, of their own") {
  const GroundGraph graph = graph_for(columns_of({"...#...", ".#.#.#.", "...#..."}), 0.25f);
  CHECK(graph.counts().components == 2);
  const GroundPlace west = locate_on_ground(graph, {0.5, 0, 0.5});
  const GroundPlace south_west = locate_on_ground(graph, {2.5, 0, 2.5});
  const GroundPlace east = locate_on_ground(graph, {4.5, 0, 0.5});
  const GroundPlace south_east = locate_on_ground(graph, {6.5, 0, 2.5});
  CHECK(west.component == south_west.component);
  CHECK(east.component == south_east.component);
  CHECK(west.component != east.component);
  GroundScratch scratch;
  CHECK(is_ground_reachable(graph, west, south_west, {}, scratch));
  CHECK(is_ground_reachable(graph, east, south_east, {}, scratch));
  CHECK(!is_ground_reachable(graph, west, east, {}, scratch));
}
