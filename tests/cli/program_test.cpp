// The program itself, run by the shell: exit codes, and what goes to which stream.
#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset::test;

namespace {

// Runs build/<preset>/bin/playset with `arguments`, its streams kept apart.
CommandOutput run_program(const std::string& arguments) {
  const std::string out = temporary_path("program.out"), err = temporary_path("program.err");
  const std::string line = std::string("\"") + PLAYSET_PROGRAM + "\" " + arguments + " >\"" + out +
                           "\" 2>\"" + err + "\"";
  const int status = std::system(line.c_str());
  CommandOutput output;
  output.code = (status >> 8) & 255;
  output.out = read_file_text(out);
  output.err = read_file_text(err);
  return output;
}

}  // namespace

TEST_CASE("program: --version") {
  const CommandOutput output = run_program("--version");
  CHECK(output.code == 0);
  CHECK(output.out.substr(0, 8) == "playset ");
}

TEST_CASE("program: exit codes are 0 for done, 1 for no, 2 for bad usage or input") {
  const std::string level = save_box_row("program.level", 2);
  CHECK(run_program("check \"" + level + "\"").code == 0);
  CHECK(run_program("check nowhere.level").code == 2);
  CHECK(run_program("frobnicate").code == 2);
  std::string broken = read_file_text(level);
  broken.resize(broken.size() / 2);
  CHECK(run_program("info \"" + save_text("broken.level", broken) + "\"").code == 2);
}

TEST_CASE("program: with --json standard output holds one document and nothing else") {
  const std::string level = save_box_row("program_json.level", 2, true);
  const std::string rays =
      save_text("program_rays.json", R"([{"origin": [1, 1, 1], "dir": [1, 0, 0]}])");
  const std::string quoted = "\"" + level + "\" --json ";
  for (const std::string& arguments :
       {"import " + quoted, "check " + quoted, "info " + quoted,
        "cook " + quoted + "-o \"" + temporary_path("p.level") + "\"",
        "trace " + quoted + "--random 100", "trace " + quoted + "--rays \"" + rays + "\"",
        "export " + quoted + "-o \"" + temporary_path("p.glb") + "\"",
        "draw " + quoted + "-o \"" + temporary_path("p.svg") + "\""}) {
    CAPTURE(arguments);
    const CommandOutput output = run_program(arguments);
    CHECK(output.code == 0);
    CHECK(output.document().is_object());
  }
}
