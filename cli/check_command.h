// cli/check_command.h - `playset check`: is this level valid, and what would a designer want to
// know about it?
//
// See     tests/cli/check_command_test.cpp, docs/cli.md
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace playset {

using CheckRequest = CommandRequest;

enum class FindingLevel { Error, Warning };

// One thing about the level that is wrong, or looks wrong.
struct Finding {
  FindingLevel level = FindingLevel::Error;
  std::string rule;  // short name, for programs: "cells", "cook", "spawn_outside", ...
  std::string text;  // for people, with the source's own numbers
};

// Broken rules first, then what looks odd: spawns outside, islands, slivers, doors that move
// nothing.
[[nodiscard]] std::vector<Finding> find_faults(const CellComplex& cells, const Level* cooked);

int run_check(const CheckRequest& request, const Console& console);

void add_check_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
