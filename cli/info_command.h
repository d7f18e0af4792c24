// cli/info_command.h - `playset info`: how large a level is, what is in it, and what it costs in
// memory.
//
// See     tests/cli/info_command_test.cpp, docs/cli.md
#pragma once

#include "cli/command.h"

namespace playset {

struct InfoRequest : CommandRequest {
  bool materials = false;  // list each material's wall area too
};

int run_info(const InfoRequest& request, const Console& console);

void add_info_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
