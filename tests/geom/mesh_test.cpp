// tests/geom/mesh_test.cpp - check_mesh names each broken rule; is_closed tells solids from sheets.
#include "playset/geom/mesh.h"

#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <utility>

using namespace playset;

namespace {

// A tetrahedron with three vertices a face, as exporters need it for flat shading.
Mesh tetrahedron() {
  const glm::vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  const glm::vec3 faces[4][3] = {{o, y, x}, {o, x, z}, {o, z, y}, {x, y, z}};
  const float d = 0.57735027f;
  const glm::vec3 normals[4] = {{0, 0, -1}, {0, -1, 0}, {-1, 0, 0}, {d, d, d}};
  Mesh mesh;
  for (int f = 0; f < 4; ++f) {
    for (const glm::vec3& p : faces[f]) {
      mesh.indices.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
      mesh.positions.push_back(p);
      mesh.normals.push_back(normals[f]);
      mesh.uvs.emplace_back(p.x, p.y);
    }
  }
  mesh.parts = {{"rock", 0, 6}, {"steel", 6, 6}};
  return mesh;
}

std::string problem(const Mesh& mesh) {
  const Result<Done> result = check_mesh(mesh);
  return result.ok() ? "" : result.error().message;
}

}  // namespace

TEST_CASE("check_mesh: a good mesh and an empty one pass") {
  CHECK(problem(tetrahedron()) == "");
  CHECK(problem(Mesh{}) == "");
}

TEST_CASE("check_mesh: every broken rule is found and named") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::pair<const char*, std::function<void(Mesh&)>> faults[] = {
      {"one of each per vertex", [](Mesh& m) { m.normals.pop_back(); }},
      {"one of each per vertex", [](Mesh& m) { m.uvs.clear(); }},
      {"vertex 3 has a position", [=](Mesh& m) { m.positions[3].y = nan; }},
      {"vertex 2 has a normal", [](Mesh& m) { m.normals[2] *= 1.1f; }},
      {"vertex 2 has a normal", [=](Mesh& m) { m.normals[2].x = nan; }},
      {"vertex 0 has a UV", [=](Mesh& m) { m.uvs[0].x = nan; }},
      {"index 4 names vertex 12", [](Mesh& m) { m.indices[4] = 12; }},
      {"does not start where", [](Mesh& m) { m.parts[1].first_index = 3; }},
      {"not whole triangles", [](Mesh& m) { m.parts[0].index_count = 5; }},
      {"the parts cover 6 of 12", [](Mesh& m) { m.parts.pop_back(); }},
  };
  for (const auto& [part, apply] : faults) {
    Mesh mesh = tetrahedron();
    apply(mesh);
    CHECK_MESSAGE(problem(mesh).find(part) != std::string::npos, problem(mesh));
  }
}

TEST_CASE(
    "is_closed: a solid is, also with a zero written as -0; with a face missing, turned or doubled "
    "it is not") {
  CHECK(is_closed(tetrahedron()));
  Mesh signed_zero = tetrahedron();
  signed_zero.positions[0].x = -0.0f;
  CHECK(is_closed(signed_zero));
  Mesh open = tetrahedron();
  open.indices.resize(9);
  CHECK_FALSE(is_closed(open));
  Mesh turned = tetrahedron();
  std::swap(turned.indices[0], turned.indices[1]);
  CHECK_FALSE(is_closed(turned));
  Mesh doubled = tetrahedron();
  doubled.indices.insert(doubled.indices.end(), doubled.indices.begin(),
                         doubled.indices.begin() + 3);
  CHECK_FALSE(is_closed(doubled));
  Mesh sliver = tetrahedron();
  sliver.indices.insert(sliver.indices.end(), {0, 0, 1});
  CHECK(is_closed(sliver));
}
