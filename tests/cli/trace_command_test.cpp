// playset trace: rays whose answers are known, and random ones.
#include "cli/trace_command.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;
using nlohmann::json;

namespace {

// True when t is one of the right answers.
bool is_right(double t, const json& right) {
  for (const json& one : right) {
    if (std::abs(t - one.get<double>()) <= 1e-4 * std::max(1.0, std::abs(one.get<double>())))
      return true;
  }
  return false;
}

void check_answers(const std::string& name, const std::string& level, const std::string& rays,
                   const json& file) {
  CAPTURE(name);
  const CommandOutput output = run_command({"trace", level, "--rays", rays, "--json"});
  REQUIRE(output.code == 0);
  const json answers = output.document()["rays"];
  std::size_t checked = 0;
  for (const json& answer : answers) {
    const json& ray = file[answer["index"].get<std::size_t>()];
    REQUIRE(ray["level"] == name);
    CAPTURE(ray.dump());
    CAPTURE(answer.dump());
    CHECK(answer["kind"] == "wall");
    CHECK(is_right(answer["t"], ray["t_ok"]));
    if (ray["ties"] == 0) {
      CHECK(answer["end"] == ray["end"]);
      CHECK(answer["side"] == ray["side"]);
      CHECK(answer["path"] == ray["path"]);
    }
    ++checked;
  }
  CHECK(checked > 0);
}

}  // namespace

TEST_CASE("trace: every ray of rays.json is right, in the source's units, axes and numbers") {
  const std::string rays = shared_path("levels/rays.json");
  if (rays.empty()) return;
  const json file = json::parse(read_file_text(rays))["rays"];
  std::set<std::string> names;
  for (const json& ray : file) names.insert(ray["level"].get<std::string>());
  for (const std::string& name : names) {
    const std::string level = shared_path("levels/descent/" + name);
    if (!level.empty()) check_answers(name, level, rays, file);
  }
}

TEST_CASE("trace: kinds, ends and sides in a row of boxes with a door") {
  const std::string level = save_box_row("trace.level", 3, true);
  const std::string rays = save_text("row_rays.json", R"([
    {"origin": [1, 1, 1], "dir": [2, 0, 0]},
    {"origin": [1, 1, 1], "dir": [0, -4, 0]},
    {"from": [1, 1, 1], "to": [1.5, 1, 1]},
    {"origin": [-5, 1, 1], "dir": [1, 0, 0]},
    {"origin": [1, 1, 1], "dir": [0, 0, 0]}])");
  const json open = run_command({"trace", level, "--rays", rays, "--json"}).document()["rays"];
  REQUIRE(open.size() == 5);
  CHECK(open[0] == json{{"kind", "wall"},
                        {"t", 2.5},
                        {"end", 102},
                        {"side", 1},
                        {"path", {100, 101, 102}},
                        {"index", 0}});
  CHECK(
      open[1] ==
      json{
          {"kind", "wall"}, {"t", 0.25}, {"end", 100}, {"side", 2}, {"path", {100}}, {"index", 1}});
  CHECK(open[2] == json{{"kind", "end"},
                        {"t", 1.0},
                        {"end", 100},
                        {"side", nullptr},
                        {"path", {100}},
                        {"index", 2}});
  CHECK(open[3]["kind"] == "outside");
  CHECK(open[3]["end"] == nullptr);
  CHECK(open[4]["kind"] == "end");
  CHECK(open[4]["t"] == 0.0);
  for (const char* choice : {"initial", "closed"}) {
    const json shut = run_command({"trace", level, "--rays", rays, "--doors", choice, "--json"})
                          .document()["rays"];
    CHECK(shut[0]["kind"] == "door");
    CHECK(shut[0]["t"] == 0.5);
    CHECK(shut[0]["end"] == 100);
    CHECK(shut[0]["side"] == 1);
  }
}

TEST_CASE("trace: random rays give the same hash for the same seed only") {
  const std::string level = save_box_row("random.level", 4);
  const json one =
      run_command({"trace", level, "--random", "2000", "--seed", "5", "--json"}).document();
  const json two =
      run_command({"trace", level, "--random", "2000", "--seed", "5", "--json"}).document();
  const json other =
      run_command({"trace", level, "--random", "2000", "--seed", "6", "--json"}).document();
  CHECK(one["rays"] == 2000);
  CHECK(one["hits"]["wall"] == 2000);
  CHECK(one["hash"] == two["hash"]);
  CHECK(one["hash"] != other["hash"]);
  CHECK(one["rays_per_second"].get<double>() > 0.0);
}

TEST_CASE("trace: the text of random rays names what they hit") {
  const std::string level = save_box_row("random_text.level", 2);
  const CommandOutput output = run_command({"trace", level, "--random", "500"});
  CHECK(output.code == 0);
  CHECK(output.out.find("500 rays in ") == 0);
  CHECK(output.out.find(" million a second\n  hits 500 wall\n  hash ") != std::string::npos);
}

TEST_CASE("trace: random segments start inside and leave the level") {
  const Result<Level> level = cook_level(make_box_row(3));
  REQUIRE(level.ok());
  for (const Segment& segment : random_segments(*level, 1000, 9)) {
    CHECK(locate_point(*level, glm::dvec3(segment.from)) != kNone);
    CHECK(locate_point(*level, glm::dvec3(segment.to)) == kNone);
  }
}

TEST_CASE("trace: a seed that is no whole number of 64 bits is refused, never cut to one") {
  const std::string level = save_box_row("seed.level", 1);
  for (const char* bad : {"-1", "1.5", "", "0x10", "18446744073709551616", "1e3"}) {
    const CommandOutput output = run_command({"trace", level, "--random", "5", "--seed", bad});
    CHECK(output.code == 2);
    CHECK(output.err.find("--seed") != std::string::npos);
  }
  CHECK(run_command({"trace", level, "--random", "5", "--seed", "18446744073709551615"}).code == 0);
}

TEST_CASE("trace: random rays in a level without cells are no answer") {
  const std::string path = temporary_path("no_cells.level");
  const Result<Level> level = cook_level(CellComplex{});
  REQUIRE(level.ok());
  REQUIRE(save_level(*level, path).ok());
  const CommandOutput output = run_command({"trace", path, "--random", "5"});
  CHECK(output.code == 1);
  CHECK(output.err.find("no cells") != std::string::npos);
}

TEST_CASE("trace: one ray between two places, told and drawn") {
  const std::string level = save_box_row("between.level", 3, true);
  const std::string svg = temporary_path("between.svg");
  const std::vector<std::string> ask{"trace", level, "--from", "1,1,1", "--to",
                                     "5,1,1", "-o",  svg,      "--json"};
  const json open = run_command(ask).document();
  CHECK(open["kind"] == "end");
  CHECK(open["path"] == json{100, 101, 102});
  CHECK(open["end_position"] == json{5.0, 1.0, 1.0});
  CHECK(read_file_text(svg).find("ray, 3 cells") != std::string::npos);
  std::vector<std::string> shut = ask;
  shut.insert(shut.end(), {"--doors", "closed"});
  const json door = run_command(shut).document();
  CHECK(door["kind"] == "door");
  CHECK(door["t"] == 0.25);
  CHECK(door["end_position"] == json{2.0, 1.0, 1.0});
  const CommandOutput text =
      run_command({"trace", level, "--from", "1,1,1", "--to", "1,-3,1", "--doors", "open"});
  CHECK(text.out.find("wall cell 100 side 2 after 1 m at 1,0,1, 1 cells") != std::string::npos);
}

TEST_CASE("trace: it needs exactly one of --from with --to, --rays and --random") {
  const std::string level = save_box_row("usage.level", 1);
  CHECK(run_command({"trace", level, "--from", "1,1,1"}).code == 2);
  CHECK(run_command({"trace", level, "--to", "1,1,1"}).code == 2);
  CHECK(run_command({"trace", level, "--from", "1,1,1", "--to", "nobody"}).code == 2);
  CHECK(run_command({"trace", level, "--from", "1,1,1", "--to", "1e9,1,1"}).code == 2);
  CHECK(run_command({"trace", level, "--from", "1,1,1", "--to", "2,1,1", "--random", "5"}).code ==
        2);
  CHECK(run_command({"trace", level, "--from", "1,1,1", "--to", "2,1,1", "-o", "x.jpg"}).code == 2);
  CHECK(run_command({"trace", level, "--random", "5", "-o", "x.svg"}).code == 2);
  CHECK(run_command({"trace", level}).code == 2);
  CHECK(run_command({"trace", level, "--random", "5", "--rays", "x.json"}).code == 2);
  CHECK(run_command({"trace", level, "--random", "-5"}).code == 2);
  CHECK(run_command({"trace", level, "--random", "4294967295"}).code == 2);
  CHECK(run_command({"trace", level, "--random", "5", "--doors", "ajar"}).code == 2);
  const CommandOutput missing = run_command({"trace", level, "--rays", "nowhere.json"});
  CHECK(missing.code == 2);
  CHECK(missing.err.find("nowhere.json") != std::string::npos);
}

TEST_CASE("trace: a folder in place of rays is refused") {
  const std::string level = save_box_row("folder_rays.level", 1);
  const CommandOutput output =
      run_command({"trace", level, "--rays", temporary_path(""), "--json"});
  CHECK(output.code == 2);
  CHECK(output.document().contains("error"));
}
