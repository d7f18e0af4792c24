// The table of commands: names, defaults that read, help; and random commands, after each of which
// every rule holds.
#include "playset/scaffold/command_table.h"

#include <doctest/doctest.h>
#include <algorithm>

#include <set>

#include "data/relay_station.h"
#include "playset/core/rng.h"
#include "playset/scaffold/command_script.h"
#include "playset/scaffold/cub_shape.h"
#include "playset/scaffold/edit_join.h"
#include "support/support.h"
#include "tests/scaffold/edit_levels.h"
#include "tests/scaffold/random_commands.h"

using namespace playset;
using namespace playset::test;

namespace {

// Cubs whose record and places did not change keep their grade: nothing else may move them.
struct Witness {
  std::map<ScaffoldId, CubGrade> grades;
  std::map<ScaffoldId, std::array<ScaffoldId, kCubCorners>> corners;
  std::map<ScaffoldId, GridPoint> places;

  explicit Witness(const Scaffold& level) {
    for (const ScaffoldVertex& vertex : level.vertices) places[vertex.id] = vertex.at;
    for (const ScaffoldCub& cub : level.cubs) {
      grades[cub.id] = measure_cub(level, cub).grade;
      corners[cub.id] = cub.corners;
    }
  }
};

// Commands that move, turn or cut whole cubs as they are: good ones stay right side in.
bool keeps_winding(std::string_view name) {
  for (const char* kept : {"rotate", "mirror", "extrude", "bridge", "slice", "split", "merge",
                           "paste", "separate", "open", "close", "delete", "join"}) {
    if (name == kept) return name != "rotate" && name != "mirror" && name != "join";
  }
  return false;
}

// "" or what is wrong after a command that began at `before`.
std::string broken_winding(const Witness& before, const Scaffold& level, std::string_view name) {
  const Witness after(level);
  for (const auto& [id, grade] : after.grades) {
    const auto was = before.grades.find(id);
    if (was == before.grades.end()) {
      if (keeps_winding(name) && name != "paste" && grade == CubGrade::Inverted) {
        const bool all_right =
            std::all_of(before.grades.begin(), before.grades.end(),
                        [](const auto& pair) { return pair.second <= CubGrade::Concave; });
        if (all_right) return "new cub " + id_text(id) + " is inverted";
      }
      continue;
    }
    if (keeps_winding(name) && was->second == CubGrade::Good && grade == CubGrade::Inverted)
      return "cub " + id_text(id) + " was good and is inverted";
  }
  return "";
}

std::vector<Scaffold> starting_levels() {
  Scaffold wedge = make_single();
  ScaffoldDocument document(wedge, "wedge");
  REQUIRE(make_wedge(document, {wedge.cubs[0].id, 4}).ok());
  return {make_corridor(3), make_ring(5), make_hall(3), document.level(), make_relay_station()};
}

struct Tally {
  int ran = 0, refused = 0, built = 0, unbuilt = 0;
  std::set<std::string> succeeded;
};

// Runs `count` random commands on one level and checks everything after each.
void run_random(const Scaffold& start, std::uint64_t seed, int count, Tally& tally) {
  INFO("seed " << seed);
  Rng rng(seed);
  EditDraft draft(start, "random");
  EditSession session(draft.document);
  int unsound = 0;
  for (int i = 0; i < count; ++i) {
    if (draft.document.level().cubs.size() > 150 || draft.document.level().cubs.empty()) {
      while (draft.document.undo()) {
      }
      REQUIRE(draft.text() == draft.start);
    }
    const std::string line = random_command(session, rng);
    CAPTURE(i);
    CAPTURE(line);
    const std::string name = line.substr(0, line.find(' '));
    const bool big = draft.document.level().cubs.size() > 60;
    const Witness before(draft.document.level());
    const std::string text = draft.text();
    const Result<ScriptReport> ran = run_script(session, line);
    if (ran.ok()) {
      ++tally.ran;
      tally.succeeded.insert(name);
      const std::string winding = name == "undo" || name == "redo"
                                      ? ""
                                      : broken_winding(before, draft.document.level(), name);
      REQUIRE(winding == "");
      if (!big || i % 4 == 0) REQUIRE(broken_rule(draft.document) == "");
    } else {
      ++tally.refused;
      REQUIRE(draft.text() == text);
      REQUIRE(ran.error().message.size() > 10);
    }
    if (!ran.ok() || (big && i % 8 != 0)) continue;
    std::string verdict = build_verdict(draft.document);
    REQUIRE(!verdict.empty());
    ++(verdict == "ok" ? tally.built : tally.unbuilt);
    unsound = verdict == "ok" ? 0 : unsound + 1;
    // Not for ever in a level that is broken beyond use.
    while (unsound >= 4 && verdict != "ok" && draft.document.undo())
      verdict = build_verdict(draft.document);
  }
  const std::string end = draft.text();
  const std::size_t redone = draft.document.redo_count();
  while (draft.document.undo()) {
  }
  REQUIRE(draft.text() == draft.start);
  while (draft.document.redo_count() > redone) draft.document.redo();
  REQUIRE(draft.text() == end);
}

}  // namespace

TEST_CASE("commands: names and keys are unique, every command has help and a usage") {
  std::set<std::string> names, keys;
  for (const EditCommand& command : edit_commands()) {
    CAPTURE(command.name);
    CHECK(names.insert(command.name).second);
    if (command.key[0] != '\0') CHECK(keys.insert(command.key).second);
    CHECK(std::string(command.help).size() > 5);
    CHECK(command_usage(command).find(command.name) == 0);
    CHECK(find_command(command.name) == &command);
    std::set<std::string> arguments;
    for (const CommandArgument& argument : command.arguments)
      CHECK(arguments.insert(argument.name).second);
  }
  CHECK(find_command("frobnicate") == nullptr);
  CHECK(command_usage(*find_command("push")) == "push --distance <length> [side...]");
  CHECK(std::string(argument_type_name(ArgumentType::Flag)) == "flag");
}

TEST_CASE("commands: every default is a value that the command reads") {
  for (const EditCommand& command : edit_commands()) {
    std::string line = command.name;
    for (const CommandArgument& argument : command.arguments) {
      const std::string usual = argument.usual;
      const bool given =
          usual != "selected" && usual != "-" && usual != "" && argument.type != ArgumentType::Flag;
      if (given) line += std::string(" --") + argument.name + " '" + usual + "'";
    }
    EditDraft draft(make_single());
    EditSession session(draft.document);
    const Result<ScriptReport> ran = run_script(session, line);
    CAPTURE(line);
    // Whatever it lacks, its defaults read: "argument is ..., not ..." is what bad ones give.
    if (!ran.ok()) CHECK(ran.error().message.find(", not '") == std::string::npos);
  }
}

TEST_CASE("commands: the table in the documentation is the table") {
  const std::string page = read_file_text(source_path("docs/scaffold.md"));
  const std::string begin = "<!-- playset edit --commands -->\n", end = "<!-- end of commands -->";
  const std::size_t from = page.find(begin), to = page.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  const bool same =
      page.substr(from + begin.size(), to - from - begin.size()) == describe_commands();
  CHECK_MESSAGE(same, "put what `playset edit --commands` prints between the marks");
}

TEST_CASE("commands: what a command made is selected, errors begin with its name") {
  EditDraft draft(make_single());
  EditSession session(draft.document);
  REQUIRE(run_script(session, "cube 10,0,0 12,3,4").ok());
  REQUIRE(session.selection.cubs.size() == 1);
  CHECK(session.selection.cursor.cub == session.selection.cubs[0]);
  REQUIRE(run_script(session, "move 0,1,0").ok());  // what is selected
  CHECK(draft.document.undo_name() == "move");
  const Result<ScriptReport> bad = run_script(session, "extrude 4m");
  REQUIRE_FALSE(bad.ok());
  CHECK(bad.error().message == "extrude: there is nothing to extrude; name or select sides");
  check_round_trip(draft);
}

TEST_CASE("commands: 2,000 random ones on five levels keep every rule, undo and redo to the byte") {
  const std::vector<Scaffold> levels = starting_levels();
  Tally tally;
  for (std::size_t n = 0; n < levels.size(); ++n) run_random(levels[n], 330 + n, 400, tally);
  MESSAGE(tally.ran << " ran, " << tally.refused << " refused, " << tally.built << " built, "
                    << tally.unbuilt << " did not build");
  CHECK(tally.ran > 600);
  CHECK(tally.built > 300);
  CHECK(tally.succeeded.size() > edit_commands().size() * 3 / 4);
}

TEST_SUITE("slow") {
  TEST_CASE("commands: 100,000 random ones on five levels keep every rule") {
    const std::vector<Scaffold> levels = starting_levels();
    Tally tally;
    for (std::size_t n = 0; n < levels.size(); ++n) {
      for (std::uint64_t part = 0; part < 10; ++part)
        run_random(levels[n], 33'000 + 10 * n + part, 2'000, tally);
    }
    MESSAGE(tally.ran << " ran, " << tally.refused << " refused, " << tally.built << " built, "
                      << tally.unbuilt << " did not build");
    std::string never;  // a few need arguments that random ones seldom are
    for (const EditCommand& command : edit_commands())
      if (tally.succeeded.count(command.name) == 0) never += std::string(command.name) + " ";
    MESSAGE("never done: " << never);
    CHECK(tally.succeeded.size() + 3 >= edit_commands().size());
  }
}
