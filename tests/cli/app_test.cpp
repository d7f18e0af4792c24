// The command as a whole: help, version, mistakes in its arguments.
#include "cli/app.h"

#include <doctest/doctest.h>

#include <sstream>

#include "playset/core/api.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using playset::test::CommandOutput;
using playset::test::run_command;

TEST_CASE("command: --version prints the library's version") {
  const CommandOutput output = run_command({"--version"});
  CHECK(output.code == 0);
  CHECK(output.out == "playset " PLAYSET_VERSION "\n");
  CHECK(output.err == "");
}

TEST_CASE("command: --help lists every sub-command and the exit codes") {
  const CommandOutput output = run_command({"--help"});
  CHECK(output.code == 0);
  for (const char* name :
       {"import", "check", "cook", "info", "trace", "export", "draw", "edit", "Exit codes"}) {
    CAPTURE(name);
    CHECK(output.out.find(name) != std::string::npos);
  }
}

TEST_CASE("command: every sub-command's help shows examples of its own use") {
  for (const std::string name : {"import", "check", "cook", "info", "trace", "export", "draw"}) {
    CAPTURE(name);
    const CommandOutput output = run_command({name, "--help"});
    CHECK(output.code == 0);
    CHECK(output.out.find("Examples:\n  playset " + name) != std::string::npos);
    CHECK(output.out.find("--json") != std::string::npos);
    CHECK(output.out.find("--strict") != std::string::npos);
    CHECK(output.out.find("--scale") != std::string::npos);
  }
}

TEST_CASE("command: an unknown sub-command is answered with the nearest one") {
  const CommandOutput output = run_command({"chek", "x.level"});
  CHECK(output.code == 2);
  CHECK(output.out == "");
  CHECK(output.err == "playset: there is no command 'chek'; did you mean 'check'?\n");
}

TEST_CASE("command: a word that is near nothing is answered with the list of commands") {
  const CommandOutput output = run_command({"frobnicate"});
  CHECK(output.code == 2);
  CHECK(output.err.find("commands are import check cook info trace path bots export draw edit") !=
        std::string::npos);
}

TEST_CASE("command: without arguments it says what is missing and how to get help") {
  const CommandOutput output = run_command({});
  CHECK(output.code == 2);
  CHECK(output.err.find("playset --help") != std::string::npos);
}

TEST_CASE("command: an unknown option names itself and the sub-command's help") {
  const CommandOutput output = run_command({"info", "x.level", "--colour"});
  CHECK(output.code == 2);
  CHECK(output.err.find("--colour") != std::string::npos);
  CHECK(output.err.find("playset info --help") != std::string::npos);
}

TEST_CASE("command: mistakes in arguments are a JSON document where one was asked for") {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"chek", "--json"},
                                                    {"info", "--json"},
                                                    {"info", "missing.level", "--json"}}) {
    const CommandOutput output = run_command(arguments);
    CHECK(output.code == 2);
    CHECK(output.document()["error"]["message"].is_string());
    CHECK(output.err != "");
  }
}

TEST_CASE("nearest_word: slips of a finger are found, strangers are not") {
  const std::vector<std::string> words{"import", "check",  "cook", "info",
                                       "trace",  "export", "draw"};
  CHECK(nearest_word("chekc", words) == "check");
  CHECK(nearest_word("imprt", words) == "import");
  CHECK(nearest_word("tracee", words) == "trace");
  CHECK(nearest_word("darw", words) == "draw");
  CHECK(nearest_word("cok", words) == "cook");
  CHECK(nearest_word("", words) == "");
  CHECK(nearest_word("xyzzy", words) == "");
  CHECK(nearest_word("check", {}) == "");
}

TEST_CASE("command: an answer that cannot be written is a failure") {
  std::ostream full(nullptr);  // what a full disk is to a stream
  std::ostringstream err;
  CHECK(run_playset({"info", playset::test::save_box_row("full.level", 1), "--json"}, full, err) ==
        2);
  CHECK(err.str().find("cannot write to standard output") != std::string::npos);
}
