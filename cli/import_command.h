// cli/import_command.h - `playset import`: reads a level, lists what had to be repaired, and may
// save it cooked or as an editable level.
//
// See     tests/cli/import_command_test.cpp, docs/cli.md
#pragma once

#include "cli/command.h"

namespace playset {

struct ImportRequest : CommandRequest {
  std::string output;  // x.level, x.scaffold, or "" to report only
};

int run_import(const ImportRequest& request, const Console& console);

void add_import_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
