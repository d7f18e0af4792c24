// playset edit: what it saves, all or nothing, scripts, the table.
#include "cli/edit_command.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "playset/scaffold/command_script.h"
#include "playset/scaffold/scaffold_text.h"
#include "support/support.h"
#include "tests/cli/command_fixture.h"
#include "workshop/core/level_file.h"

using namespace playset;
using namespace playset::test;

namespace {

std::string station() { return source_path("data/levels/relay_station.scaffold"); }

// A new level of two rooms, saved under that name; answers its path.
std::string save_rooms(const std::string& name) {
  const std::string path = temporary_path(name);
  REQUIRE(run_command({"edit", "--new", "--run", "cube 0,0,0 4,3,4 as a; extrude side a/front 4m",
                       "-o", path})
              .code == 0);
  return path;
}

}  // namespace

TEST_CASE("edit: a new level from commands can be cooked, edited again, and is the same twice") {
  const std::string path = save_rooms("edit_rooms.scaffold");
  CHECK(read_file_text(path) == read_file_text(save_rooms("edit_again.scaffold")));
  CHECK(run_command({"check", path, "--json"}).document()["valid"] == true);
  const CommandOutput more =
      run_command({"edit", path, "--run", "select-all walls; role ceiling; extrude 1m",
                   "--in-place", "--json"});
  CHECK(more.code == 0);
  CHECK(more.document()["commands"] == 3);
  CHECK(more.document()["cubs"] == 4);
  CHECK(more.document()["builds"] == true);
  CHECK(run_command({"check", path, "--json"}).document()["valid"] == true);
}

TEST_CASE("edit: --session says what new ids are made of") {
  const auto made_in = [](const char* session) {
    const std::string path = temporary_path("edit_session.scaffold");
    REQUIRE(run_command(
                {"edit", "--new", "--run", "cube 0,0,0 4,3,4", "--session", session, "-o", path})
                .code == 0);
    return read_file_text(path);
  };
  const std::string mine = made_in("mine");
  CHECK(made_in("mine") == mine);
  CHECK(made_in("yours") != mine);
}

TEST_CASE("edit: what two people did to different cubs merges in git, and is valid") {
  if (std::system("git --version > /dev/null 2>&1") != 0) {
    MESSAGE("SKIPPED: there is no git");
    return;
  }
  const std::string base = temporary_path("merge_base.scaffold"),
                    mine = temporary_path("merge_mine.scaffold"),
                    theirs = temporary_path("merge_theirs.scaffold");
  REQUIRE(
      run_command({"edit", "--new", "--run", "cube 0,0,0 4,3,4; cube 20,0,0 24,3,4", "-o", base})
          .code == 0);
  const Result<Scaffold> before = parse_scaffold(read_file_text(base));
  REQUIRE(before.ok());
  REQUIRE(before->cubs.size() == 2);
  const std::string first = id_text(before->cubs[0].id), second = id_text(before->cubs[1].id);
  // Makes `mine` the merge of both edits of the base.
  const auto merge = [&](const std::string& mine_run, const std::string& their_run,
                         const std::string& how) {
    for (const auto& [run, to] : {std::pair(mine_run, mine), std::pair(their_run, theirs)})
      REQUIRE(run_command({"edit", base, "--run", run, "-o", to}).code == 0);
    return std::system(
        ("git merge-file " + how + "'" + mine + "' '" + base + "' '" + theirs + "'").c_str());
  };
  CHECK(merge("tag hub cub " + first, "tag store cub " + second, "") == 0);
  Result<Scaffold> merged = parse_scaffold(read_file_text(mine));
  REQUIRE(merged.ok());
  CHECK(merged->cubs[0].tags == std::vector<std::string>{"hub"});
  CHECK(merged->cubs[1].tags == std::vector<std::string>{"store"});
  // new records, by the driver that .gitattributes names
  CHECK(merge("extrude side " + first + "/top 2m", "extrude side " + second + "/top 2m",
              "--union ") == 0);
  merged = parse_scaffold(read_file_text(mine));
  REQUIRE(merged.ok());
  CHECK(merged->cubs.size() == 4);
  CHECK(merged->windows.size() == 2);
  CHECK(run_command({"check", mine}).code == 0);
}

TEST_CASE("edit: without -o nothing is saved, with it the source stays as it was") {
  const std::string before = read_file_text(station());
  const CommandOutput dry = run_command({"edit", station(), "--run", "select-all; move 0,1,0"});
  CHECK(dry.code == 0);
  CHECK(dry.out.find("not saved") != std::string::npos);
  const std::string copy = temporary_path("edit_copy.scaffold");
  CHECK(run_command({"edit", station(), "--run", "select-all; move 0,1,0; move 0,-1,0", "-o", copy})
            .code == 0);
  CHECK(read_file_text(station()) == before);
  CHECK(read_file_text(copy) == before);
}

TEST_CASE("edit: a library keeps pieces as files, for other levels") {
  const std::string folder = temporary_path("edit_library");
  std::filesystem::remove_all(folder);
  const std::string path = temporary_path("edit_pieces.scaffold");
  REQUIRE(run_command({"edit", "--new", "--library", folder, "--run",
                       "cube 10,2,10 14,5,14 as a; extrude side a/front 4m as b; "
                       "keep stub cub a cub b; material red --color ff0000; paint red cub a; "
                       "keep stub-red cub a",
                       "-o", path})
              .code == 0);
  CHECK(parse_scaffold(read_file_text(folder + "/stub.scaffold"))->cubs.size() == 2);
  const CommandOutput used =
      run_command({"edit", "--new", "--library", folder, "--run",
                   "stamp stub 100,0,0; stamp stub 100,0,50 --turns 1; stamp stub-red 0,0,0", "-o",
                   path, "--json"});
  CHECK(used.code == 0);
  CHECK(used.document()["cubs"] == 5);
  const Result<Scaffold> level = parse_scaffold(read_file_text(path));
  REQUIRE(level.ok());
  CHECK(level->materials.size() == 1);
  CHECK(level->windows.size() == 2);
  // the middle of its floor lies at the origin of a piece: 2 m to each side, 0 to 3 m up
  CHECK(std::count_if(level->vertices.begin(), level->vertices.end(), [](const auto& v) {
          return std::abs(v.at.x) == 2048 && std::abs(v.at.z) == 2048;
        }) == 8);
  const CommandOutput odd = run_command(
      {"edit", "--new", "--library", folder, "--run", "cube 0,0,0 1,1,1; keep '../x'", "-o", path});
  CHECK(odd.code == 2);
  CHECK(odd.err.find("no name for a file") != std::string::npos);
  CHECK(run_command({"edit", "--new", "--library", folder, "--run", "stamp nothing 0,0,0"})
            .err.find("the library has no 'nothing'") != std::string::npos);
  (void)save_text("edit_library/broken.scaffold", "{");
  CHECK(run_command({"edit", "--new", "--library", folder, "--run", "select-all"})
            .err.find("broken.scaffold") != std::string::npos);
}

TEST_CASE("edit: a mistake names file, line and column, and what was there stays") {
  const std::string path = save_rooms("edit_kept.scaffold");
  const std::string before = read_file_text(path);
  const std::string script = save_text("bad.edit", "select-all\nmove 0,1,0\nextrud 4m\n");
  const CommandOutput bad = run_command({"edit", path, "--script", script, "--in-place", "--json"});
  CHECK(bad.code == 2);
  CHECK(bad.document()["error"]["line"] == 3);
  CHECK(bad.document()["error"]["column"] == 1);
  CHECK(bad.document()["error"]["file"] == script);
  CHECK(read_file_text(path) == before);
  const CommandOutput refused = run_command({"edit", path, "--run", "push 9999m", "--in-place"});
  CHECK(refused.code == 2);
  CHECK(refused.err.find("--run:1:1: push:") != std::string::npos);
}

TEST_CASE("edit: a level that no longer cooks is saved, and says so") {
  const std::string path = save_rooms("edit_flat.scaffold");
  const CommandOutput flat = run_command(
      {"edit", path, "--run", "select-all walls; role ceiling; push -3m", "--in-place"});
  CHECK(flat.code == 0);
  CHECK(flat.err.find("cannot be cooked") != std::string::npos);
  CHECK(run_command({"check", path}).code != 0);
}

TEST_CASE("edit: unsaved work beside a level is told, and recovered where asked for") {
  const std::string path = save_rooms("edit_unsaved.scaffold");
  const std::string saved = read_file_text(path);
  const std::string output = temporary_path("edit_recovered.scaffold");
  const CommandOutput none = run_command({"edit", path, "--recover", "-o", output});
  CHECK(none.code == 2);
  CHECK(none.err.find("no unsaved work") != std::string::npos);
  std::string unsaved;
  {
    Result<OpenedLevel> opened = open_level(path);
    REQUIRE(opened.ok());
    ScaffoldDocument document(opened->level, "unsaved");
    EditSession session(document);
    for (const char* line : {"cube 40,0,0 44,3,4", "cube 60,0,0 64,3,4"}) {
      REQUIRE(run_script(session, line).ok());
      REQUIRE(opened->file.keep(document).ok());
    }
    unsaved = write_scaffold(document.level());
  }
  const CommandOutput warned = run_command({"edit", path, "--run", "select-all"});
  CHECK(warned.code == 0);
  CHECK(warned.err.find("2 steps of unsaved work") != std::string::npos);
  const CommandOutput recovered = run_command({"edit", path, "--recover", "-o", output});
  CHECK(recovered.code == 0);
  CHECK(recovered.err.find("recovered 2 steps") != std::string::npos);
  CHECK(read_file_text(output) == unsaved);
  CHECK(read_file_text(path) == saved);
  CHECK(run_command({"edit", path, "--recover", "-o", path}).code == 2);
  CHECK(run_command({"edit", path, "--recover"}).code == 2);

  std::string journal = read_file_text(journal_path_of(path));
  journal[journal.find('\n') + 20] ^= 1;  // in the first step
  {
    std::ofstream file(journal_path_of(path), std::ios::binary);
    file << journal;
  }
  const CommandOutput damaged = run_command({"edit", path, "--recover", "-o", output});
  CHECK(damaged.code == 2);
  CHECK(damaged.err.find("damaged before its first step") != std::string::npos);
  CHECK(read_file_text(journal_path_of(path)) == journal);
}

TEST_CASE("edit: wrong uses are refused with what to do") {
  const auto says = [](const std::vector<std::string>& arguments, std::string_view part) {
    const CommandOutput output = run_command(arguments);
    CAPTURE(output.err);
    CHECK(output.code == 2);
    CHECK(output.err.find(part) != std::string::npos);
  };
  says({"edit"}, "name the level to edit");
  says({"edit", station()}, "either by --run or by --script");
  says({"edit", station(), "--run", "undo", "--script", "x"}, "either by --run or by --script");
  says({"edit", "x.rl2", "--run", "undo"}, "only .scaffold levels");
  says({"edit", station(), "--run", "copy", "-o", "x.level"}, "name the output x.scaffold");
  says({"edit", station(), "--run", "copy", "-o", "x.scaffold", "--in-place"}, "either in place");
  says({"edit", station(), "--new", "--run", "copy"}, "takes no other");
  says({"edit", "missing.scaffold", "--run", "copy"}, "missing.scaffold");
  says({"edit", station(), "--script", "missing.edit"}, "missing.edit");
}

TEST_CASE("edit: the table of commands, for people and programs") {
  const CommandOutput page = run_command({"edit", "--commands"});
  CHECK(page.code == 0);
  CHECK(page.out == describe_commands());
  const CommandOutput json = run_command({"edit", "--commands", "--json"});
  CHECK(json.document()["commands"].size() == edit_commands().size());
  const CommandOutput help = run_command({"edit", "--help"});
  CHECK(help.out.find("Examples:\n  playset edit") != std::string::npos);
}
