// The blockout mesh: known boxes, areas and normals on the sample level, shared corners, UVs that
// run on.
#include "playset/level/blockout.h"

#include <doctest/doctest.h>

#include <glm/geometric.hpp>
#include <set>
#include <tuple>

#include "data/level_maker.h"
#include "data/relay_station.h"
#include "playset/scaffold/build_cells.h"

using namespace playset;

namespace {

using enum CubSideName;

Level cook(const Scaffold& scaffold) {
  const Result<CellComplex> cells = build_cells(scaffold);
  REQUIRE_MESSAGE(cells.ok(), cells.error().text());
  Result<Level> level = cook_level(*cells);
  REQUIRE_MESSAGE(level.ok(), level.error().text());
  return std::move(level).value();
}

struct Triangle {
  glm::dvec3 a, b, c;
  [[nodiscard]] glm::dvec3 area_vector() const { return 0.5 * glm::cross(b - a, c - a); }
};

Triangle triangle(const Mesh& mesh, std::size_t index) {
  return {glm::dvec3(mesh.positions[mesh.indices[index]]),
          glm::dvec3(mesh.positions[mesh.indices[index + 1]]),
          glm::dvec3(mesh.positions[mesh.indices[index + 2]])};
}

double mesh_area(const Mesh& mesh) {
  double sum = 0.0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
    sum += glm::length(triangle(mesh, i).area_vector());
  return sum;
}

double uv_area(const Mesh& mesh) {
  double sum = 0.0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const glm::dvec2 a(mesh.uvs[mesh.indices[i]]), b(mesh.uvs[mesh.indices[i + 1]]),
        c(mesh.uvs[mesh.indices[i + 2]]);
    sum += 0.5 * std::abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  }
  return sum;
}

// Every rule that holds for any mesh of a level.
void check_rules_of(const Mesh& mesh) {
  REQUIRE(mesh.normals.size() == mesh.positions.size());
  REQUIRE(mesh.uvs.size() == mesh.positions.size());
  std::uint32_t next = 0;
  for (const MeshPart& part : mesh.parts) {
    CHECK(part.first_index == next);
    CHECK(part.index_count > 0);
    CHECK(part.index_count % 3 == 0);
    next += part.index_count;
  }
  CHECK(next == mesh.indices.size());
  std::set<std::tuple<float, float, float, float, float, float>> corners;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const glm::vec3 p = mesh.positions[i], n = mesh.normals[i];
    CHECK(glm::length(n) == doctest::Approx(1.0));
    CHECK(corners.emplace(p.x, p.y, p.z, n.x, n.y, n.z).second);
  }
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const glm::dvec3 face = glm::normalize(triangle(mesh, i).area_vector());
    for (std::size_t k = 0; k < 3; ++k)
      CHECK(glm::dot(face, glm::dvec3(mesh.normals[mesh.indices[i + k]])) > 0.999);
  }
}

double wall_area(const Level& level) {
  double sum = 0.0;
  for (std::uint32_t side = 0; side < level.side_count(); ++side) {
    if (level.side_neighbor(side) != kNone) continue;
    const auto corners = level.side_corners(side);
    glm::dvec3 twice(0.0);
    for (std::size_t i = 2; i < corners.size(); ++i) {
      const glm::dvec3 at = to_metres(level.vertex(corners[0]));
      twice += glm::cross(to_metres(level.vertex(corners[i - 1])) - at,
                          to_metres(level.vertex(corners[i])) - at);
    }
    sum += 0.5 * glm::length(twice);
  }
  return sum;
}

}  // namespace

TEST_CASE("blockout: a level without cells gives an empty mesh") {
  const Mesh mesh = build_blockout(Level{});
  CHECK(mesh.indices.empty());
  CHECK(mesh.parts.empty());
  CHECK(build_door_meshes(Level{}).empty());
}

TEST_CASE("blockout: a box is twelve triangles seen from inside, with UVs in metres") {
  LevelMaker make("box", "blockout_test");
  make.material("all", "wall", 0);
  make.box("room", {1, 0, 2}, {5, 3, 9}, {"all", "all", "all"});
  const Level level = cook(make.level());
  const Mesh mesh = build_blockout(level);
  check_rules_of(mesh);
  CHECK(mesh.indices.size() == 36);
  CHECK(mesh.positions.size() == 24);
  REQUIRE(mesh.parts.size() == 1);
  CHECK(mesh.parts[0].material == "all");
  CHECK(mesh_area(mesh) == doctest::Approx(2 * (4 * 3 + 4 * 7 + 3 * 7)));
  CHECK(uv_area(mesh) == doctest::Approx(mesh_area(mesh)));
  const glm::dvec3 middle(3, 1.5, 5.5);
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const Triangle t = triangle(mesh, i);
    CHECK(glm::dot(t.area_vector(), middle - t.a) > 0.0);
  }
}

TEST_CASE(
    "blockout: coplanar neighbours share corners and UVs, parts follow the order of materials") {
  LevelMaker make("two", "blockout_test");
  make.material("b_floor", "floor", 0);
  make.material("a_rest", "wall", 0);
  const RoomStyle style{"b_floor", "a_rest", ""};
  const ScaffoldId a = make.box("a", {0, 0, 0}, {4, 3, 4}, style);
  const ScaffoldId b = make.box("b", {0, 0, 4}, {4, 3, 8}, style);
  make.open(a, Front, b, Back);
  const Level level = cook(make.level());
  const Mesh mesh = build_blockout(level);
  check_rules_of(mesh);
  CHECK(mesh.positions.size() ==
        6 * 4 + 8);  // floor, ceiling and two walls of 6 corners, two ends of 4
  REQUIRE(mesh.parts.size() == 3);
  const std::vector<std::string> materials = level.extras().materials;
  CHECK(mesh.parts[0].material == materials[0]);
  CHECK(mesh.parts[1].material == materials[1]);
  CHECK(mesh.parts[2].material.empty());
  CHECK(mesh_area(mesh) == doctest::Approx(2 * (4 * 8 + 3 * 8 + 4 * 3)));
}

TEST_CASE("blockout: walls read from inside, u to the right and v down") {
  LevelMaker make("box", "blockout_test");
  make.box("room", {0, 0, 0}, {4, 3, 5}, {"", "", ""});
  const Mesh mesh = build_blockout(cook(make.level()));
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const glm::vec3 n = mesh.normals[mesh.indices[i]];
    if (std::abs(n.y) > 0.5f) continue;
    const glm::vec3 right = glm::cross(-n, glm::vec3(0, 1, 0));  // of one who looks at the wall
    for (std::size_t k = 1; k < 3; ++k) {
      const std::uint32_t from = mesh.indices[i], to = mesh.indices[i + k];
      const glm::vec3 step = mesh.positions[to] - mesh.positions[from];
      CHECK(mesh.uvs[to].x - mesh.uvs[from].x == doctest::Approx(glm::dot(step, right)));
      CHECK(mesh.uvs[to].y - mesh.uvs[from].y == doctest::Approx(-step.y));
    }
  }
}

TEST_CASE("blockout: the relay station's walls, all of them, and each of its doors") {
  const Level level = cook(make_relay_station());
  const Mesh mesh = build_blockout(level);
  check_rules_of(mesh);
  CHECK(mesh_area(mesh) == doctest::Approx(wall_area(level)).epsilon(1e-4));
  CHECK(mesh.parts.size() >= 10);
  const std::vector<Mesh> doors = build_door_meshes(level);
  REQUIRE(doors.size() == level.door_count());
  for (const Mesh& door : doors) {
    CHECK_FALSE(door.indices.empty());
    std::uint32_t next = 0;
    for (const MeshPart& part : door.parts) next += part.index_count;
    CHECK(next == door.indices.size());
  }
}

TEST_CASE("blockout: equal levels give equal meshes") {
  const Mesh a = build_blockout(cook(make_relay_station()));
  const Mesh b = build_blockout(cook(make_relay_station()));
  CHECK(a.positions == b.positions);
  CHECK(a.normals == b.normals);
  CHECK(a.uvs == b.uvs);
  CHECK(a.indices == b.indices);
}
