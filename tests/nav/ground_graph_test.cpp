// Ground graphs: floors, what joins them, and shortest ways, on hand-made floors and real maps.
#include "playset/nav/ground_graph.h"
#include "playset/core/rng.h"

#include <algorithm>
#include <cmath>

#include "geom/box_cells.h"
#include "support/support.h"
#include "tests/level/real_levels.h"
#include "tests/nav/nav_levels.h"

using namespace playset;
using playset::test::cook_or_fail;
using playset::test::metres;

namespace {

Level cooked(playset_test::CellBuilder builder) {
  link_sides(builder.complex);
  return cook_or_fail(builder.complex);
}

// A floor of unit columns, one per character: '.' open, '#' solid. North is up: +x runs right,
// rows run along +z.
Level columns(const std::vector<std::string>& rows, int height = 3) {
  playset_test::CellBuilder builder;
  for (int z = 0; z < static_cast<int>(rows.size()); ++z)
    for (int x = 0; x < static_cast<int>(rows[static_cast<std::size_t>(z)].size()); ++x)
      if (rows[static_cast<std::size_t>(z)][static_cast<std::size_t>(x)] != '#')
        builder.add_box(metres(x, 0, z), metres(x + 1, height, z + 1));
  return cooked(std::move(builder));
}

GroundGraph built(const Level& level, const NavAgentConfig& agent = {}) {
  Result<GroundGraph> graph = build_ground_graph(level, agent);
  if (!graph) FAIL(graph.error().text());
  return std::move(*graph);
}

NavPath found(const GroundGraph& graph, glm::dvec3 from, glm::dvec3 to,
              const PathOptions& options = {}) {
  GroundScratch scratch;
  NavPath path;
  find_ground_path(graph, from, to, options, scratch, path);
  return path;
}

}  // namespace

TEST_CASE("ground: one room is one straight way") {
  const GroundGraph graph = built(columns({"......", "......", "......"}));
  CHECK(graph.counts().triangles == 2);  // 18 cells, and nothing but four corners
  const NavPath path = found(graph, {1, 0, 1}, {5, 0, 2});
  REQUIRE(path.status == PathStatus::Found);
  CHECK(path.points.size() == 2);
  CHECK(path.length == doctest::Approx(std::sqrt(17.0)));
}

TEST_CASE("ground: a way round a block keeps the radius from its corners") {
  const GroundGraph graph = built(columns({".......", ".......", "...#...", "...#...", "...#..."}));
  const NavPath path = found(graph, {2, 0, 4.5}, {5, 0, 4.5});
  REQUIRE(path.status == PathStatus::Found);
  for (const PathPoint& point : path.points) {
    const double dx = std::max({3.0 - point.position.x, 0.0, point.position.x - 4.0});
    const double dz = std::max(2.0 - point.position.z, 0.0);
    CHECK(std::sqrt(dx * dx + dz * dz) > 0.4 - 1e-3);
  }
  // exact: two tangents from the ends to the circles about the corners, two arcs, the side between
  const double far = std::sqrt(7.25), tangent = std::sqrt(7.25 - 0.16);
  const double arc = 0.4 * (std::atan2(2.5, 1.0) + std::asin(0.4 / far));
  const double exact = 2.0 * tangent + 2.0 * arc + 1.0;
  CHECK(path.length >= exact);
  CHECK(path.length < 1.01 * exact);
}

TEST_CASE("ground: start and goal in one spot, outside, beyond walls, not finite") {
  const GroundGraph graph = built(columns({"..#..", "..#..", "..#.."}));
  const NavPath same = found(graph, {1, 0, 1}, {1, 0, 1});
  CHECK(same.status == PathStatus::Found);
  CHECK(same.length == 0.0);
  CHECK(found(graph, {1, 0, 1}, {4, 0, 1}).status == PathStatus::NoPath);
  CHECK(found(graph, {1, 0, 1}, {4, 0, 1}).points.empty());
  CHECK(found(graph, {-9, 0, 1}, {4, 0, 1}).status == PathStatus::StartOutside);
  CHECK(found(graph, {1, 0, 1}, {4, 0, 99}).status == PathStatus::GoalOutside);
  CHECK(found(graph, {1, 0, std::nan("")}, {4, 0, 1}).status == PathStatus::Refused);
}

TEST_CASE("ground: an agent that is too wide for a gap finds no way through it") {
  const Level level = columns({"...#...", ".......", "...#..."});
  NavAgentConfig agent;
  agent.radius = 0.45f;
  CHECK(found(built(level, agent), {1, 0, 1.5}, {6, 0, 1.5}).status == PathStatus::Found);
  agent.radius = 0.55f;
  CHECK(found(built(level, agent), {1, 0, 1.5}, {6, 0, 1.5}).status == PathStatus::NoPath);
}

TEST_CASE("ground: floors of a level without floors, without cells") {
  CHECK(built(Level()).counts().floors == 0);
  const GroundGraph graph = built(Level());
  CHECK(locate_on_ground(graph, {0, 0, 0}).floor == kNone);
  CHECK(found(graph, {0, 0, 0}, {1, 0, 0}).status == PathStatus::StartOutside);
  Rng rng(1);
  CHECK(sample_ground_point(graph, rng).floor == kNone);
}

TEST_CASE("ground: agents out of range are refused by field") {
  NavAgentConfig agent;
  agent.radius = -1.0f;
  const Result<GroundGraph> graph = build_ground_graph(columns({"."}), agent);
  REQUIRE(!graph);
  CHECK(graph.error().text().find("radius") != std::string::npos);
}

namespace {

// Two rooms side by side, 4 m each; the right one's floor lies `deep` metres lower.
Level ledge(int deep) {
  playset_test::CellBuilder builder;
  const auto side = [&](std::uint32_t face, std::initializer_list<GridPoint> corners) {
    builder.add_side(std::vector<GridPoint>(corners), face);
  };
  const int d = -deep;
  builder.begin_cell();
  side(0, {metres(0, 0, 0), metres(0, 3, 0), metres(0, 3, 4), metres(0, 0, 4)});
  side(1, {metres(4, 0, 0), metres(4, 0, 4), metres(4, 3, 4), metres(4, 3, 0)});
  side(2, {metres(0, 0, 0), metres(0, 0, 4), metres(4, 0, 4), metres(4, 0, 0)});
  side(3, {metres(0, 3, 0), metres(4, 3, 0), metres(4, 3, 4), metres(0, 3, 4)});
  side(4, {metres(0, 0, 0), metres(4, 0, 0), metres(4, 3, 0), metres(0, 3, 0)});
  side(5, {metres(0, 0, 4), metres(0, 3, 4), metres(4, 3, 4), metres(4, 0, 4)});
  builder.begin_cell();
  side(0, {metres(4, 0, 0), metres(4, 3, 0), metres(4, 3, 4), metres(4, 0, 4)});
  side(0, {metres(4, d, 0), metres(4, 0, 0), metres(4, 0, 4), metres(4, d, 4)});
  side(1, {metres(8, d, 0), metres(8, d, 4), metres(8, 3, 4), metres(8, 3, 0)});
  side(2, {metres(4, d, 0), metres(4, d, 4), metres(8, d, 4), metres(8, d, 0)});
  side(3, {metres(4, 3, 0), metres(8, 3, 0), metres(8, 3, 4), metres(4, 3, 4)});
  side(4, {metres(4, d, 0), metres(8, d, 0), metres(8, 3, 0), metres(4, 3, 0), metres(4, 0, 0)});
  side(5, {metres(4, d, 4), metres(4, 0, 4), metres(4, 3, 4), metres(8, 3, 4), metres(8, d, 4)});
  return cooked(std::move(builder));
}

}  // namespace

TEST_CASE("ground: a ledge is a drop one way, where the agent may drop so deep") {
  NavAgentConfig agent;
  const Level level = ledge(2);
  CHECK(found(built(level, agent), {1, 0, 2}, {7, -2, 2}).status == PathStatus::NoPath);
  agent.max_drop = 1.5f;
  CHECK(found(built(level, agent), {1, 0, 2}, {7, -2, 2}).status == PathStatus::NoPath);
  agent.max_drop = 2.0f;
  const GroundGraph graph = built(level, agent);
  CHECK(found(graph, {7, -2, 2}, {1, 0, 2}).status == PathStatus::NoPath);
  const NavPath path = found(graph, {1, 0, 2}, {7, -2, 2});
  REQUIRE(path.status == PathStatus::Found);
  CHECK(std::count_if(path.points.begin(), path.points.end(),
                      [](const PathPoint& p) { return p.drops; }) == 1);
  CHECK(path.length < 6.4);  // 6 m straight; drops are a metre aside at most
  CHECK(path.points.back().position.y == doctest::Approx(-2.0));
  // as high a step is none at all
  agent.max_drop = 0.0f;
  agent.step_height = 2.0f;
  CHECK(found(built(level, agent), {7, -2, 2}, {1, 0, 2}).length == doctest::Approx(6.0));
}
