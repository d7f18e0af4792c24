// playset info: its numbers for a level known by hand.
#include "cli/info_command.h"

#include <doctest/doctest.h>

#include "tests/cli/command_fixture.h"

using namespace playset::test;

TEST_CASE("info: a row of boxes as JSON") {
  const CommandOutput output = run_command({"info", save_box_row("info.level", 3, true), "--json"});
  CHECK(output.code == 0);
  const nlohmann::json document = output.document();
  CHECK(document["name"] == "row");
  CHECK(document["cells"] == 3);
  CHECK(document["portals"] == 2);
  CHECK(document["walls"] == 14);
  CHECK(document["components"] == 1);
  CHECK(document["cells_by_sides"]["6"] == 3);
  CHECK(document["bounds_m"]["max"] == nlohmann::json({6.0, 3.0, 4.0}));
  CHECK(document["volume_m3"] == doctest::Approx(72.0));
  CHECK(document["doors"][0]["name"] == "gate");
  CHECK(document["doors"][0]["key"] == "red");
  CHECK(document["spawns"]["player_start"] == 1);
  CHECK(document["bytes"].get<double>() / 3 ==
        doctest::Approx(document["bytes_per_cell"].get<double>()));
}

TEST_CASE("info: --materials lists wall areas, largest first") {
  const CommandOutput output =
      run_command({"info", save_box_row("materials.level", 3, true), "--materials"});
  CHECK(output.code == 0);
  CHECK(output.out.find("materials   1\n         108.0 m2  stone\n") != std::string::npos);
}

TEST_CASE("info: the text names size, cells, doors and spawns") {
  const CommandOutput output = run_command({"info", save_box_row("info_text.level", 2, true)});
  CHECK(output.code == 0);
  CHECK(output.err == "");
  for (const char* part : {"4.0 x 4.0 m, 3.0 m high", "2 in 1 connected", "2 with 6",
                           "1 player_start", "doors       1"}) {
    CAPTURE(part);
    CHECK(output.out.find(part) != std::string::npos);
  }
}
