// Kit pieces on the command line: info counts them, export writes them as instances, draw shows them.
#include "cli/level_kits.h"

#include <doctest/doctest.h>

#include <glm/geometric.hpp>

#include "cli/draw_kits.h"
#include "playset/geom/polygon.h"

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;

namespace {

// One room of 4 x 3 x 4 m: 48 panels on its walls, trims along twelve edges.
std::string save_room(const char* name) {
  const std::string path = temporary_path(name);
  REQUIRE(run_command({"edit", "--new", "--run",
                       "kit plates --fill panel --concave_edge trim --color 8090a0; "
                       "material hull --kit plates; material deck; "
                       "cube 0,0,0 4,3,4 --wall hull --floor deck --ceiling deck",
                       "-o", path})
              .code == 0);
  return path;
}

}  // namespace

TEST_CASE("level kits: pieces are counted by kit and name, at the source's scale") {
  LevelSource source;
  source.spec = save_room("kits_room.scaffold");
  const Result<LevelKits> kits = read_kits(source);
  REQUIRE(kits.ok());
  const std::vector<std::pair<std::string, std::size_t>> counts = count_pieces(*kits);
  REQUIRE(counts.size() == 2);
  CHECK(counts[0] == std::pair<std::string, std::size_t>("plates/panel", 48));
  CHECK(counts[1] == std::pair<std::string, std::size_t>("plates/trim", 44));
  source.scale = 2.0;
  const Result<LevelKits> twice = read_kits(source);
  REQUIRE(twice.ok());
  CHECK(twice->plan.placements[5].position == 2.0f * kits->plan.placements[5].position);
  CHECK(twice->plan.placements[5].scale == 2.0f * kits->plan.placements[5].scale);
  source.spec = save_box_row("kits_none.level", 2);
  CHECK(read_kits(source)->plan.placements.empty());
}

TEST_CASE("level kits: info prints and lists them") {
  const std::string level = save_room("kits_info.scaffold");
  const CommandOutput json = run_command({"info", level, "--json"});
  CHECK(json.document()["kit_pieces"] == 92);
  CHECK(json.document()["kits"]["plates/panel"] == 48);
  CHECK(run_command({"info", level}).out.find("92: 48 plates/panel, 44 plates/trim") !=
        std::string::npos);
  const CommandOutput none = run_command({"info", save_box_row("info_none.level", 2), "--json"});
  CHECK(none.document()["kit_pieces"] == 0);
}

TEST_CASE("level kits: export writes one mesh per piece and a node per placement") {
  const std::string level = save_room("kits_export.scaffold"), out = temporary_path("kits.gltf");
  const CommandOutput output = run_command({"export", level, "-o", out, "--json"});
  CHECK(output.code == 0);
  CHECK(output.document()["kit_pieces"] == 92);
  const auto gltf = nlohmann::json::parse(read_file_text(out));
  std::size_t meshes = 0, nodes = 0;
  for (const auto& mesh : gltf["meshes"])
    meshes += mesh["name"].get<std::string>().starts_with("kit/") ? 1 : 0;
  for (const auto& node : gltf["nodes"])
    nodes += node.contains("extras") && node["extras"]["playset"]["kind"] == "kit_piece" ? 1 : 0;
  CHECK(meshes == 2);
  CHECK(nodes == 92);
  CHECK(run_command({"export", level, "-o", out, "--no-kits"}).code == 0);
  CHECK(read_file_text(out).find("kit_piece") == std::string::npos);
}

TEST_CASE("level kits: draw shows them on walls that are seen, in the materials' colours") {
  const std::string level = save_room("kits_draw.scaffold");
  const std::string plain = temporary_path("plain.svg"), out = temporary_path("kits.svg");
  CHECK(run_command({"draw", level, "--view", "iso", "-o", plain}).code == 0);
  const CommandOutput output =
      run_command({"draw", level, "--view", "iso", "--kits", "-o", out, "--json"});
  CHECK(output.code == 0);
  // Two of four walls, 24 panels, each with a sunk field and bevels.
  CHECK(output.document()["shapes"].get<int>() > 24 * 9);
  const std::string svg = read_file_text(out), before = read_file_text(plain);
  CHECK(svg.find("92 kit pieces") != std::string::npos);
  CHECK(svg.find("floor height") == std::string::npos);
  CHECK(before.find("kit pieces") == std::string::npos);
}

TEST_CASE("level kits: faces of pieces are flat, outward and where the placement is") {
  LevelSource source;
  source.spec = save_room("kits_faces.scaffold");
  const Result<LevelKits> kits = read_kits(source);
  REQUIRE(kits.ok());
  const std::vector<PieceFace> faces = faces_of_kits(*kits);
  CHECK(faces.size() > 92 * 8);
  for (const PieceFace& face : faces) {
    REQUIRE(face.corners.size() >= 3);
    REQUIRE(face.cell == 0);
    const glm::dvec3 area = area_vector(face.corners);
    REQUIRE(glm::dot(area, face.normal) > 0.99 * glm::length(area));
    for (const glm::dvec3 p : face.corners) {
      REQUIRE((p.x > -1e-4 && p.x < 4.0001 && p.y > -1e-4 && p.y < 3.0001));
      REQUIRE((p.z > -1e-4 && p.z < 4.0001));
    }
  }
}
