// OBJ export, read back with a few lines: counts, ranges, materials, and the blockout's area.
#include "playset/asset/export_obj.h"

#include <doctest/doctest.h>

#include <glm/geometric.hpp>
#include <set>
#include <sstream>

#include "asset/export_scene.h"
#include "playset/level/blockout.h"

using namespace playset;

namespace {

struct ObjText {
  std::vector<glm::dvec3> positions;
  std::vector<glm::dvec3> normals;
  std::size_t uvs = 0;
  std::vector<std::array<std::size_t, 3>> faces;
  std::set<std::string> objects, used, library;
};

ObjText read_obj(const std::string& text) {
  ObjText out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    glm::dvec3 v(0.0);
    if (word == "v" || word == "vn") {
      words >> v.x >> v.y >> v.z;
      (word == "v" ? out.positions : out.normals).push_back(v);
    } else if (word == "vt") {
      ++out.uvs;
    } else if (word == "f") {
      std::array<std::size_t, 3> face{};
      for (std::size_t& corner : face) {
        std::size_t uv = 0, normal = 0;
        char slash = 0;
        words >> corner >> slash >> uv >> slash >> normal;
        CHECK((corner == uv && corner == normal));
      }
      out.faces.push_back(face);
    } else if (word == "o" || word == "usemtl" || word == "mtllib") {
      std::string name, rest;
      words >> name;
      CHECK_FALSE(static_cast<bool>(words >> rest));
      (word == "o" ? out.objects : word == "usemtl" ? out.used : out.library).insert(name);
    } else {
      CHECK(word == "#");
    }
  }
  return out;
}

double area(const ObjText& obj, std::size_t first, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = first; i < first + count; ++i) {
    const auto& f = obj.faces[i];
    const glm::dvec3 a = obj.positions[f[0] - 1], b = obj.positions[f[1] - 1],
                     c = obj.positions[f[2] - 1];
    sum += 0.5 * glm::length(glm::cross(b - a, c - a));
  }
  return sum;
}

}  // namespace

TEST_CASE(
    "export obj: the relay station's walls and doors, every number in range, every material "
    "defined") {
  const Level level = test::cook_relay_station();
  const ObjFiles files = write_obj(level, "relay.mtl");
  const ObjText obj = read_obj(files.obj);
  CHECK(obj.library == std::set<std::string>{"relay.mtl"});
  CHECK(obj.normals.size() == obj.positions.size());
  CHECK(obj.uvs == obj.positions.size());
  for (const auto& face : obj.faces) {
    for (const std::size_t corner : face) CHECK((corner >= 1 && corner <= obj.positions.size()));
    const glm::dvec3 a = obj.positions[face[0] - 1], b = obj.positions[face[1] - 1],
                     c = obj.positions[face[2] - 1];
    CHECK(glm::dot(glm::cross(b - a, c - a), obj.normals[face[0] - 1]) > 0.0);
  }
  const Mesh walls = build_blockout(level);
  double wall_area = 0.0;
  for (std::size_t i = 0; i < walls.indices.size(); i += 3) {
    const glm::dvec3 a(walls.positions[walls.indices[i]]), b(walls.positions[walls.indices[i + 1]]),
        c(walls.positions[walls.indices[i + 2]]);
    wall_area += 0.5 * glm::length(glm::cross(b - a, c - a));
  }
  CHECK(area(obj, 0, walls.indices.size() / 3) == doctest::Approx(wall_area));
  CHECK(obj.objects.size() == walls.parts.size() + level.door_count());
  CHECK(obj.objects.count("walls/deck") == 1);
  CHECK(obj.objects.count("door/hangar_gate") == 1);
  for (const std::string& material : obj.used)
    CHECK(files.mtl.find("newmtl " + material + "\n") != std::string::npos);
}

TEST_CASE("export obj: a level without cells is an empty drawing") {
  const ObjFiles files = write_obj(Level{}, "x.mtl");
  CHECK(read_obj(files.obj).positions.empty());
}
