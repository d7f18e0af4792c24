// playset import on real and small levels.
#include "cli/import_command.h"

#include <doctest/doctest.h>

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;

TEST_CASE("import: a Descent level's counts as JSON") {
  const std::string path = shared_path("levels/descent/test.rdl");
  if (path.empty()) return;
  const CommandOutput output = run_command({"import", path, "--json"});
  CHECK(output.code == 0);
  const nlohmann::json document = output.document();
  CHECK(document["counts"]["cells"] == 18);
  CHECK(document["counts"]["spawns"] == 5);
  CHECK(document["repairs"].is_array());
}

TEST_CASE("import: -o saves a level that loads again") {
  const std::string path = shared_path("levels/descent/test.rdl");
  if (path.empty()) return;
  const std::string saved = temporary_path("imported.level");
  CHECK(run_command({"import", path, "-o", saved}).code == 0);
  const CommandOutput output = run_command({"info", saved, "--json"});
  CHECK(output.code == 0);
  CHECK(output.document()["cells"] == 18);
}

TEST_CASE("import: -o saves an editable level that opens again") {
  const std::string path = shared_path("levels/doom/freedoom_map30.wad");
  if (path.empty()) return;
  const std::string saved = temporary_path("map30.scaffold");
  const CommandOutput import = run_command({"import", path, "-o", saved, "--json"});
  CHECK(import.code == 0);
  CHECK(import.document()["counts"]["cells"] == 190);
  const CommandOutput info = run_command({"info", saved, "--json"});
  CHECK(info.code == 0);
  CHECK(info.document()["cells"] == 403);
  CHECK(run_command({"check", saved, "--json"}).document()["errors"].empty());
  CHECK(run_command({"import", path, "-o", saved, "--strict"}).code == 2);  // mixed materials
  CHECK(run_command({"import", saved, "-o", saved}).code == 2);             // is one already
}

TEST_CASE("import: a cooked level with an outside is editable again, but for its gates") {
  const std::string source = source_path("data/levels/relay_station.scaffold");
  const std::string cooked = temporary_path("station_out.level");
  const std::string back = temporary_path("station_in.scaffold");
  REQUIRE(run_command({"cook", source, "-o", cooked}).code == 0);
  const CommandOutput import = run_command({"import", cooked, "-o", back});
  CHECK(import.code == 0);
  CHECK(import.err.find("to the outside cannot be kept") != std::string::npos);
  CHECK(run_command({"check", back, "--json"}).document()["errors"].empty());
  const CommandOutput strict = run_command({"import", cooked, "-o", back, "--strict"});
  CHECK(strict.code == 2);
  CHECK(strict.err.find(cooked) != std::string::npos);
}

TEST_CASE("import: saving as anything else says what to do instead") {
  const std::string path = save_box_row("import_formats.level", 1);
  const CommandOutput other = run_command({"import", path, "-o", "x.txt"});
  CHECK(other.code == 2);
  CHECK(other.err.find("x.scaffold") != std::string::npos);
}

TEST_CASE("import: a file that is no level is bad input") {
  const std::string path = save_text("not_a_level.rdl", "this is no level");
  const CommandOutput output = run_command({"import", path});
  CHECK(output.code == 2);
  CHECK(output.out == "");
  CHECK(output.err.find("not_a_level.rdl") != std::string::npos);
}

TEST_CASE("import: every shared level reads leniently") {
  for (const char* ending : {".rdl", ".rl2", ".blk", ".blx"}) {
    for_each_shared_file("levels/descent", ending, [](const SharedFile& file) {
      CAPTURE(file.name);
      CHECK(run_command({"import", file.path, "--json"}).code == 0);
    });
  }
}
