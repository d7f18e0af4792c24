// cli/cook_command.h - `playset cook`: turns a level into the .level file that a game maps and
// traces.
//
// See     tests/cli/cook_command_test.cpp, docs/cli.md
#pragma once

#include "cli/command.h"

namespace playset {

struct CookRequest : CommandRequest {
  std::string output;  // x.level
};

int run_cook(const CookRequest& request, const Console& console);

void add_cook_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
