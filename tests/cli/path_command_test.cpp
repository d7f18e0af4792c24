// playset path: ways through rows of boxes, whose lengths are known.
#include "cli/path_command.h"

#include <doctest/doctest.h>

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;
using nlohmann::json;

TEST_CASE("path: on the ground and in the air, straight through a row of boxes") {
  const std::string level = save_box_row("path_row.level", 3);
  const CommandOutput output = run_command({"path", level, "--from", "1,0.5,2", "--to", "5,0.5,2",
                                            "--class", "both", "--radius", "0.3", "--json"});
  REQUIRE(output.code == 0);
  const json document = output.document();
  CHECK(document["found"] == true);
  REQUIRE(document["ways"].size() == 2);
  for (const json& way : document["ways"]) {
    CHECK(way["status"] == "found");
    CHECK(way["length_m"].get<double>() == doctest::Approx(4.0).epsilon(0.02));
    CHECK(way["points"].size() >= 2);
  }
  CHECK(document["ways"][0]["class"] == "ground");
  CHECK(document["ways"][0]["points"][0]["position"][1] == 0.0);
}

TEST_CASE("path: a closed door, and a goal outside, are a no with its reason") {
  const std::string level = save_box_row("path_door.level", 3, true);
  const std::vector<std::string> ask{"path", level, "--from", "1,0.5,2", "--to", "5,0.5,2"};
  CHECK(run_command(ask).code == 0);
  std::vector<std::string> closed = ask;
  closed.insert(closed.end(), {"--doors", "closed", "--json"});
  const CommandOutput blocked = run_command(closed);
  CHECK(blocked.code == 1);
  CHECK(blocked.document()["ways"][0]["status"] == "no_path");
  const CommandOutput outside =
      run_command({"path", level, "--from", "1,0.5,2", "--to", "500,0,0", "--json"});
  CHECK(outside.code == 1);
  CHECK(outside.document()["ways"][0]["status"] == "goal_outside");
  CHECK(outside.document()["ways"][0]["reason"].get<std::string>().find("--to") !=
        std::string::npos);
}

TEST_CASE("path: a spawn's kind is a place, other words are refused, and fields by their range") {
  const std::string level = save_box_row("path_spawn.level", 3);
  CHECK(run_command({"path", level, "--from", "player_start", "--to", "5,0.5,2"}).code == 0);
  CHECK(run_command({"path", level, "--from", "nobody", "--to", "5,0.5,2"}).code == 2);
  CHECK(run_command({"path", level, "--from", "1,2", "--to", "5,0.5,2"}).code == 2);
  CHECK(run_command({"path", level, "--from", "1,0,2", "--to", "5,0.5,2", "--radius", "99"}).code ==
        2);
  CHECK(run_command({"path", level, "--from", "1,0,2"}).code == 2);
}

TEST_CASE("path: a kind is its own before it is the beginning of another") {
  const std::string level = temporary_path("path_kinds.scaffold");
  REQUIRE(run_command({"edit", "--new", "--run",
                       "cube 0,0,0 4,4,4 as a; spawn guard_captain 1,1,1 cub a; "
                       "spawn guard 3,1,3 cub a",
                       "-o", level})
              .code == 0);
  const auto goal = [&](const char* kind) {
    const CommandOutput output =
        run_command({"path", level, "--class", "air", "--from", "2,2,2", "--to", kind, "--json"});
    return output.document()["ways"][0]["points"][1]["position"];
  };
  CHECK(goal("guard") == nlohmann::json{3.0, 1.0, 3.0});
  CHECK(goal("guard_") == nlohmann::json{1.0, 1.0, 1.0});
  const CommandOutput nobody = run_command({"path", level, "--from", "2,2,2", "--to", "nobody"});
  CHECK(nobody.err.find(level) != std::string::npos);
  CHECK(nobody.err.find("which has guard_captain, guard\n") != std::string::npos);
}

TEST_CASE("path: the agent's height, steps, drops and slopes decide") {
  const std::string level = temporary_path("path_step.scaffold");
  REQUIRE(run_command({"edit", "--new", "--run",
                       "cube 0,0,0 4,4,4 as low; cube 4,1,0 8,4,4 as high; "
                       "open side low/left side high/right",
                       "-o", level})
              .code == 0);
  const auto code = [&](const char* from, const char* to, std::vector<std::string> agent) {
    agent.insert(agent.begin(), {"path", level, "--from", from, "--to", to});
    return run_command(agent).code;
  };
  const char *low = "2,0.5,2", *high = "6,1.5,2";
  CHECK(code(low, high, {}) == 1);
  CHECK(code(low, high, {"--step-height", "1.1"}) == 0);
  CHECK(code(high, low, {}) == 1);
  CHECK(code(high, low, {"--max-drop", "1.5"}) == 0);
  CHECK(code(high, "7,1.5,3", {}) == 0);
  CHECK(code(high, "7,1.5,3", {"--height", "3.5"}) == 1);
  CHECK(code(high, "7,1.5,3", {"--max-slope", "0"}) == 0);
  CHECK(code(high, "7,1.5,3", {"--max-slope", "9"}) == 2);
}

TEST_CASE("path: -o draws the way, and names that are no picture are refused") {
  const std::string level = save_box_row("path_draw.level", 3);
  const std::string picture = temporary_path("way.svg");
  const std::vector<std::string> ask{"path", level, "--from", "1,0.5,2", "--to", "5,0.5,2", "-o"};
  std::vector<std::string> good = ask, bad = ask;
  good.push_back(picture);
  bad.push_back("way.txt");
  CHECK(run_command(good).code == 0);
  CHECK(read_file_text(picture).find("way on the ground") != std::string::npos);
  CHECK(run_command(bad).code == 2);
}
