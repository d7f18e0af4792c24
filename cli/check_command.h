// cli/check_command.h - `playset check`: is this level valid, and what would a designer want to
// know about it?
//
// See     tests/cli/check_command_test.cpp, docs/cli.md
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "cli/command.h"

namespace playset {

struct CheckRequest : CommandRequest {
  bool fix = false;  // mend a .scaffold's errors where a fix is known, and save it
};

enum class FindingLevel { Error, Warning, Note };

// One thing about the level that is wrong, or looks wrong.
struct Finding {
  FindingLevel level = FindingLevel::Error;
  std::string rule;              // short name, for programs: "cells", "cook", "spawn_outside", ...
  std::string text;              // for people, with the source's own numbers
  std::string fix;               // what would mend it, or ""
  nlohmann::ordered_json place;  // ids and metres, for programs; null where there is none
};

// All that a check has to say.
struct CheckReport {
  std::string spec;
  std::vector<Finding> findings;
  std::vector<std::string> fixed;  // what --fix did
  std::span<const Repair> repairs;
};

// Prints it; the exit code is whether the level is valid.
int print_report(const Console& console, const CheckReport& report);

// A file that is a level but a broken one is an answer, not bad input.
[[nodiscard]] bool is_verdict(ErrorCode code) noexcept;

// Broken rules first, then what looks odd: spawns outside, islands, slivers, doors that move
// nothing.
[[nodiscard]] std::vector<Finding> find_faults(const CellComplex& cells, const Level* cooked);

int run_check(const CheckRequest& request, const Console& console);

void add_check_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
