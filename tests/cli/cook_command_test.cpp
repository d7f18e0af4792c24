// playset cook: the file it writes, and equal bytes for equal input.
#include "cli/cook_command.h"

#include <doctest/doctest.h>

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;

TEST_CASE("cook: twice the same level gives the same bytes") {
  const std::string source = shared_path("levels/descent/test.rl2");
  if (source.empty()) return;
  const std::string one = temporary_path("one.level"), two = temporary_path("two.level");
  const CommandOutput first = run_command({"cook", source, "-o", one, "--json"});
  CHECK(first.code == 0);
  CHECK(first.document()["cells"] == 75);
  CHECK(first.document()["bytes"] == read_file_bytes(one).size());
  CHECK(run_command({"cook", source, "-o", two}).code == 0);
  CHECK(read_file_bytes(one) == read_file_bytes(two));
}

TEST_CASE("cook: the output must be called .level") {
  const CommandOutput output = run_command({"cook", "x.rdl", "-o", "x.bin"});
  CHECK(output.code == 2);
  CHECK(output.err.find("x.level") != std::string::npos);
}

TEST_CASE("cook: a folder that is not there is named") {
  const CommandOutput output =
      run_command({"cook", save_box_row("cook_row.level", 1), "-o", "nowhere/x.level"});
  CHECK(output.code == 2);
  CHECK(output.err.find("nowhere/x.level") != std::string::npos);
}
