// playset check of a .scaffold: findings by record, fixes in words, and --fix.
#include "cli/check_scaffold.h"

#include <doctest/doctest.h>

#include "data/relay_station.h"
#include "playset/scaffold/scaffold_text.h"
#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;

namespace {

// The sample level with a window to a side that has another, and a room pushed flat.
Scaffold make_damaged() {
  Scaffold level = make_relay_station();
  ScaffoldWindow again = level.windows[0];
  again.id += 900;
  (void)add_record(level.windows, again);
  const ScaffoldCub& cub = level.cubs.back();
  for (std::size_t i = 0; i < 4; ++i) {
    find_record(level.vertices, cub.corners[i])->at =
        find_record(level.vertices, cub.corners[i + 4])->at;
  }
  return level;
}

}  // namespace

TEST_CASE("check: the sample level is valid, and its notes are listed apart") {
  const CommandOutput output =
      run_command({"check", source_path("data/levels/relay_station.scaffold"), "--json"});
  CHECK(output.code == 0);
  const nlohmann::json document = output.document();
  CHECK(document["valid"] == true);
  CHECK(document["errors"].empty());
  CHECK(document["warnings"].empty());
  CHECK(document["notes"].is_array());
}

TEST_CASE("check: a damaged .scaffold is not valid; errors have a place and a fix") {
  const std::string path = save_text("damaged.scaffold", write_scaffold(make_damaged()));
  const CommandOutput output = run_command({"check", path, "--json"});
  CHECK(output.code == 1);
  const nlohmann::json errors = output.document()["errors"];
  bool flat = false, twice = false;
  for (const nlohmann::json& error : errors) {
    flat = flat || (error["rule"] == "flat" && error["place"]["cubs"].size() == 1 &&
                    error["fix"].get<std::string>().starts_with("delete cub "));
    twice = twice || (error["rule"] == "window_twice" && error["place"]["windows"].size() == 1);
  }
  CHECK(flat);
  CHECK(twice);
  const CommandOutput text = run_command({"check", path});
  CHECK(text.out.find("[window_twice]\n          fix: delete window ") != std::string::npos);
}

TEST_CASE("check: --fix mends and saves, and a second look finds nothing to do") {
  const std::string path = save_text("to_fix.scaffold", write_scaffold(make_damaged()));
  const CommandOutput output = run_command({"check", path, "--fix", "--json"});
  CAPTURE(output.out);
  CHECK(output.code == 0);
  CHECK(output.document()["fixed"].size() >= 2);
  const std::string saved = read_file_text(path);
  CHECK(run_command({"check", path, "--fix"}).code == 0);
  CHECK(read_file_text(path) == saved);
}

TEST_CASE("check: --fix is for .scaffold files alone") {
  const CommandOutput output = run_command({"check", save_box_row("fix.level", 1), "--fix"});
  CHECK(output.code == 2);
  CHECK(output.err.find(".scaffold") != std::string::npos);
}

TEST_CASE(
    "check: a .scaffold that does not load is a verdict where it is well formed, bad input where "
    "it is not") {
  std::string text = write_scaffold(make_relay_station());
  const std::string cut = save_text("cut.scaffold", text.substr(0, text.size() / 2));
  CHECK(run_command({"check", cut}).code == 2);
  const std::string id = id_text(make_relay_station().cubs[0].id);
  text.replace(text.find("\"id\":\"" + id), 6 + id.size(), "\"id\":\"00000001.9");
  CHECK(run_command({"check", save_text("dangling.scaffold", text)}).code == 1);
}
