// playset export: each format, by what its file begins with and holds.
#include "cli/export_command.h"

#include <doctest/doctest.h>

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset::test;

TEST_CASE("export: glb, gltf and obj by the output's name") {
  const std::string level = save_box_row("export.level", 3, true);
  const std::string glb = temporary_path("row.glb"), gltf = temporary_path("row.gltf"),
                    obj = temporary_path("row.obj");
  CHECK(run_command({"export", level, "-o", glb}).code == 0);
  CHECK(read_file_text(glb).substr(0, 4) == "glTF");
  CHECK(run_command({"export", level, "-o", gltf}).code == 0);
  CHECK(nlohmann::json::parse(read_file_text(gltf))["asset"]["version"] == "2.0");
  const CommandOutput output = run_command({"export", level, "-o", obj, "--json"});
  CHECK(output.code == 0);
  CHECK(output.document()["wall_triangles"] == 28);
  CHECK(read_file_text(obj).find("mtllib row.mtl") != std::string::npos);
  CHECK(read_file_text(temporary_path("row.mtl")).find("newmtl") != std::string::npos);
}

TEST_CASE("export: an unknown format is refused with those there are") {
  const CommandOutput output = run_command({"export", "x.level", "-o", "x.fbx"});
  CHECK(output.code == 2);
  CHECK(output.err.find("x.glb, x.gltf or x.obj") != std::string::npos);
}

TEST_CASE("export: a folder that is not there is named") {
  const CommandOutput output =
      run_command({"export", save_box_row("export_to.level", 1), "-o", "nowhere/x.glb"});
  CHECK(output.code == 2);
  CHECK(output.err.find("nowhere/x.glb") != std::string::npos);
}

TEST_CASE("export: --hull adds the walls from outside, and refuses what would meet itself") {
  const std::string level = save_box_row("hull.level", 3);
  const std::string obj = temporary_path("hull.obj");
  CHECK(run_command({"export", level, "--hull", "0.25", "-o", obj}).code == 0);
  CHECK(read_file_text(obj).find("o hull/") != std::string::npos);
  const std::string glb = temporary_path("hull.glb");
  CHECK(run_command({"export", level, "--hull", "0", "-o", glb}).code == 0);
  CHECK(read_file_text(glb).find("hull/") != std::string::npos);
  CHECK(run_command({"export", level, "-o", obj}).code == 0);
  CHECK(read_file_text(obj).find("o hull/") == std::string::npos);
  const std::string stairs = temporary_path("hull_stairs.scaffold");
  REQUIRE(run_command({"edit", "--new", "--run", "stairs", "-o", stairs}).code == 0);
  const CommandOutput thick = run_command({"export", stairs, "--hull", "0.2", "-o", obj});
  CHECK(thick.code == 2);
  CHECK(thick.err.find(stairs + ": a hull") != std::string::npos);
  const FpTrapsOff off;  // nan is compared
  for (const char* wrong : {"-1", "65", "nan"})
    CHECK(run_command({"export", level, "--hull", wrong, "-o", obj}).code == 2);
}
