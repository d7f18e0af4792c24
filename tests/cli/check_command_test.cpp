// playset check: verdicts, warnings and exit codes.
#include "cli/check_command.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;

namespace {

bool has_rule(const std::vector<Finding>& findings, const char* rule) {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding& finding) { return finding.rule == rule; });
}

}  // namespace

TEST_CASE("check: a sound level has no findings and exits with 0") {
  CHECK(find_faults(make_box_row(3, true), nullptr).empty());
  const CommandOutput output =
      run_command({"check", save_box_row("sound.level", 3, true), "--json"});
  CHECK(output.code == 0);
  CHECK(output.document()["valid"] == true);
  CHECK(output.document()["errors"].empty());
  CHECK(output.document()["warnings"].empty());
}

TEST_CASE("check: no cells is an error") {
  const std::vector<Finding> findings = find_faults({}, nullptr);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].rule == "empty");
  CHECK(findings[0].level == FindingLevel::Error);
}

TEST_CASE("check: a one-sided link is an error") {
  CellComplex cells = make_box_row(2);
  for (CellSide& side : cells.sides) {
    if (side.cell == 1) side.neighbor = kNone;
  }
  const std::vector<Finding> findings = find_faults(cells, nullptr);
  REQUIRE(!findings.empty());
  CHECK(findings[0].rule == "cells");
  CHECK(findings[0].level == FindingLevel::Error);
}

TEST_CASE("check: a cell turned inside out is an error") {
  CellComplex cells = make_box_row(1);
  for (const CellSide& side : cells.sides) {
    std::reverse(cells.corners.begin() + side.first_corner,
                 cells.corners.begin() + side.first_corner + side.corner_count);
  }
  const std::vector<Finding> findings = find_faults(cells, nullptr);
  REQUIRE(!findings.empty());
  CHECK(findings[0].level == FindingLevel::Error);
}

TEST_CASE("check: things outside, islands and idle doors are warnings") {
  CellComplex cells = make_box_row(3);
  cells.spawns.push_back({"thing", 9, {100, 0, 0}, 0.0, kNone, 42});
  cells.doors.push_back({"lost", true, "", 3});
  for (CellSide& side : cells.sides) {
    if (side.cell == 2 || (side.neighbor != kNone && cells.sides[side.neighbor].cell == 2))
      side.neighbor = kNone;
  }
  const std::vector<Finding> findings = find_faults(cells, nullptr);
  CHECK(has_rule(findings, "spawn_outside"));
  CHECK(has_rule(findings, "islands"));
  CHECK(has_rule(findings, "idle_door"));
  for (const Finding& finding : findings) CHECK(finding.level == FindingLevel::Warning);
}

TEST_CASE("check: a level without a player start says so") {
  CellComplex cells = make_box_row(1);
  cells.spawns.clear();
  CHECK(has_rule(find_faults(cells, nullptr), "no_start"));
}

TEST_CASE("check: a sliver is named by its source number") {
  CellComplex cells = make_box_row(1);
  for (GridPoint& vertex : cells.vertices) vertex.x = vertex.x == 0 ? 0 : 4;
  const std::vector<Finding> findings = find_faults(cells, nullptr);
  REQUIRE(has_rule(findings, "slivers"));
  for (const Finding& finding : findings) {
    if (finding.rule == "slivers") CHECK(finding.text.find("100") != std::string::npos);
  }
}

TEST_CASE("check: a file that is not there is bad input, not a verdict") {
  const CommandOutput output = run_command({"check", "nowhere.rdl", "--json"});
  CHECK(output.code == 2);
  CHECK(output.document()["error"]["code"] == "io");
}

TEST_CASE("check: real levels are valid") {
  for (const char* ending : {".rdl", ".rl2"}) {
    for_each_shared_file("levels/descent", ending, [](const SharedFile& file) {
      CAPTURE(file.name);
      const CommandOutput output = run_command({"check", file.path, "--json"});
      CAPTURE(output.out);
      CHECK(output.code == 0);
    });
  }
}
