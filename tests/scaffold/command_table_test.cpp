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

using namespace playset;
using namespace playset::test;

namespace {

template <typename Record>
const Record& any_of(const std::vector<Record>& records, Rng& rng) {
  return records[rng.below(static_cast<std::uint32_t>(records.size()))];
}

// Words that a person might write for a value, wrong ones among them.
std::string random_value(const CommandArgument& argument, Rng& rng) {
  const auto pick = [&](std::initializer_list<const char*> words) {
    return std::string(words.begin()[rng.below(static_cast<std::uint32_t>(words.size()))]);
  };
  const auto length = [&] {
    return rng.below(40) == 0 ? pick({"1e9", "-0", "x", "16384m", "0"})
                              : std::to_string(static_cast<int>(rng.below(8000)) - 2000) + "g";
  };
  switch (argument.type) {
    case ArgumentType::Length:
      return length();
    case ArgumentType::Point: {
      const std::string z = length(), y = length(), x = length();
      return x + "," + y + "," + z;
    }
    case ArgumentType::Points:
      return pick(
          {"'0,0,0 0,0,9'", "'0,0,0 6,0,6 12,3,0'", "'1,1,1'", "'0,9,0 0,0,0 9,9,9'", "'x'"});
    case ArgumentType::Angle:
      return pick({"90", "180", "-90", "22.5", "360", "270deg", "7"});
    case ArgumentType::Count:
      return pick({"0", "1", "2", "3", "4", "5", "9", "100001"});
    case ArgumentType::Factor:
      return pick({"0.5", "2", "1", "0.25", "0.9,1.1,1", "0", "-1"});
    case ArgumentType::Choice: {
      const std::string choices = argument.choices;
      std::vector<std::string> words;
      for (std::size_t at = 0; at < choices.size();) {
        const std::size_t end = std::min(choices.find(' ', at), choices.size());
        words.push_back(choices.substr(at, end - at));
        at = end + 1;
      }
      return any_of(words, rng);
    }
    case ArgumentType::Key:
      return pick({"deck", "hull", "pipes", "gate", "alarm", "detail", "none", "nothing"});
    default:
      return pick({"word", "'two words'", "808080", "a\"b", "hub"});
  }
}

std::string random_side(const Scaffold& level, Rng& rng) {
  return "side " + side_text({any_of(level.cubs, rng).id, static_cast<std::uint8_t>(rng.below(6))});
}

// A neighbouring pair of sides or cubs, where there are windows: what joins and merges want.
std::string random_pair(const Scaffold& level, Rng& rng, bool cubs) {
  if (level.windows.empty()) return "";
  const ScaffoldWindow& window = any_of(level.windows, rng);
  if (cubs) return " cub " + id_text(window.sides[0].cub) + " cub " + id_text(window.sides[1].cub);
  return " side " + side_text(window.sides[0]) + " side " + side_text(window.sides[1]);
}

std::string random_targets(const Scaffold& level, ArgumentType type, Rng& rng) {
  std::string out;
  if (level.cubs.empty()) return out;
  if (rng.below(3) == 0 && type <= ArgumentType::Sides)
    return random_pair(level, rng, type == ArgumentType::Cubs);
  for (std::uint32_t n = 1 + rng.below(2); n-- > 0;) {
    const ScaffoldCub& cub = any_of(level.cubs, rng);
    const std::uint32_t corner = rng.below(8), side = rng.below(6), k = rng.below(4);
    const auto vertex = [&](std::uint32_t c) { return id_text(cub.id) + ":" + std::to_string(c); };
    if (type == ArgumentType::Cubs) out += " cub " + id_text(cub.id);
    if (type == ArgumentType::Sides) out += " " + random_side(level, rng);
    if (type == ArgumentType::Vertices) out += " vertex " + vertex(corner);
    if (type == ArgumentType::Edges)
      out +=
          " edge " + vertex(kSideCorners[side][k]) + " " + vertex(kSideCorners[side][(k + 1) % 4]);
    if (type == ArgumentType::Objects && !level.props.empty())
      out += " object " + id_text(any_of(level.props, rng).id);
  }
  return out;
}

std::string random_command(const EditSession& session, Rng& rng) {
  const Scaffold& level = session.document->level();
  const auto commands = edit_commands();
  const EditCommand& command = commands[rng.below(static_cast<std::uint32_t>(commands.size()))];
  std::string line = command.name;
  if (line == "paste-on" && !session.clip.cubs.empty()) {  // a side of what was copied comes first
    const std::string onto = random_side(level, rng);
    return line + " " + random_side(session.clip, rng) + " " + onto;
  }
  for (const CommandArgument& argument : command.arguments) {
    const std::string_view usual = argument.usual;
    if (usual == "selected") {
      if (rng.below(3) > 0) line += random_targets(level, argument.type, rng);
    } else if (argument.type == ArgumentType::Flag) {
      if (rng.below(2) == 0) line += std::string(" --") + argument.name;
    } else if (line.starts_with("kit --key") && argument.type == ArgumentType::Text) {
      const std::vector<std::string> pieces = {"panel", "trim", "none", "5,2,1", "word"};
      if (rng.below(4) == 0) line += std::string(" --") + argument.name + " " + any_of(pieces, rng);
    } else if (usual.empty() || rng.below(2) == 0) {
      line += std::string(" --") + argument.name + " " + random_value(argument, rng);
    }
  }
  return line;
}

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
