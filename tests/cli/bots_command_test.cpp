// playset bots: counts, hashes and trails in a row of boxes.
#include "cli/bots_command.h"

#include <doctest/doctest.h>

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;
using nlohmann::json;

namespace {

std::vector<std::string> ask(const std::string& level, std::vector<std::string> more) {
  std::vector<std::string> arguments{"bots", level,       "--seconds", "2",     "--agents",
                                     "10",   "--bullets", "50",        "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

TEST_CASE("bots: the document has the counts, and threads do not change its hash") {
  const std::string level = save_box_row("bots_row.level", 12);
  const CommandOutput one = run_command(ask(level, {}));
  REQUIRE(one.code == 0);
  const json document = one.document();
  CHECK(document["ticks"] == 120);
  CHECK(document["left_level"] == 0);
  CHECK(document["agents"] == 10);
  CHECK(document["goals"].get<int>() >= 1);
  CHECK(document["ticks_per_second"].get<double>() > 0.0);
  CHECK(document["traces_per_second"].get<double>() > 0.0);
  CHECK(document["hash"].get<std::string>().size() == 16);
  const CommandOutput other = run_command(ask(level, {"--seed", "2"}));
  CHECK(other.document()["hash"] != document["hash"]);
}

TEST_SUITE("threads") {
  TEST_CASE("bots: two threads give the hash of one") {
    const std::string level = save_box_row("bots_threads.level", 12);
    CHECK(run_command(ask(level, {"--threads", "2"})).document()["hash"] ==
          run_command(ask(level, {})).document()["hash"]);
  }
}

TEST_CASE("bots: numbers out of range are refused, and a level without room is a no") {
  const std::string level = save_box_row("bots_bad.level", 2);
  for (const auto& [option, value] :
       std::vector<std::pair<std::string, std::string>>{{"--seconds", "0"},
                                                        {"--seconds", "nan"},
                                                        {"--agents", "0"},
                                                        {"--threads", "17"},
                                                        {"--radius", "9"},
                                                        {"--air-share", "2"},
                                                        {"--door-period", "0.5"}}) {
    CAPTURE(option);
    CHECK(run_command({"bots", level, option, value}).code == 2);
  }
  CHECK(run_command({"bots", level, "-o", "trails.txt"}).code == 2);
  CHECK(run_command({"bots", level, "--agents", "5000"}).code == 1);
}

TEST_CASE("bots: a level without cells is a no") {
  const std::string level = temporary_path("bots_none.scaffold");
  REQUIRE(run_command({"edit", "--new", "--run", "", "-o", level}).code == 0);
  const CommandOutput output = run_command({"bots", level, "--json"});
  CHECK(output.code == 1);
  CHECK(output.err.find("no cells") != std::string::npos);
}

TEST_CASE("bots: counts are told also where the picture cannot be saved") {
  const std::string level = save_box_row("bots_unsaved.level", 12);
  const std::string picture = temporary_path("no_such_folder/trails.svg");
  const CommandOutput output = run_command(ask(level, {"-o", picture}));
  CHECK(output.code == 2);
  CHECK(output.document()["hash"] == run_command(ask(level, {})).document()["hash"]);
  CHECK(output.document()["output"].is_null());
  CHECK(output.document()["error"]["file"] == picture);
  CHECK(output.err.find(picture) != std::string::npos);
  const CommandOutput text =
      run_command({"bots", level, "--seconds", "0.1", "--agents", "5", "-o", picture});
  CHECK(text.code == 2);
  CHECK(text.out.find("goals") != std::string::npos);
  CHECK(text.err.find(picture) != std::string::npos);
}

TEST_CASE("bots: a share that cannot be had is told, and what is refused names the level") {
  const std::string one = save_box_row("bots_one.level", 1);
  const CommandOutput walk = run_command({"bots", one, "--seconds", "0.1", "--agents", "1"});
  CHECK(walk.err.empty());
  const CommandOutput fly =
      run_command({"bots", one, "--seconds", "0.1", "--agents", "1", "--air-share", "1"});
  CHECK(fly.code == 0);
  CHECK(fly.err.find("all agents walk") != std::string::npos);
  CHECK(run_command({"bots", one, "--agents", "5000"}).err.find(one) != std::string::npos);
}

TEST_CASE("bots: -o draws trails, walkers, flyers and bullets") {
  const std::string level = save_box_row("bots_draw.level", 12);
  const std::string picture = temporary_path("trails.svg");
  CHECK(run_command(ask(level, {"-o", picture})).code == 0);
  const std::string svg = read_file_text(picture);
  for (const char* text : {"trail, by height", "walkers", "flyers", "bullet"})
    CHECK(svg.find(text) != std::string::npos);
}
