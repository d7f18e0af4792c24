// cli/edit_command.h - `playset edit`: runs edit commands on a .scaffold level, from the line or a
// script, and saves it whole or not at all.
//
// See     playset/scaffold/command_table.h (the commands), tests/cli/edit_command_test.cpp,
//         docs/cli.md
#pragma once

#include "cli/command.h"

namespace playset {

struct EditRequest {
  std::string level;             // x.scaffold
  std::vector<std::string> run;  // commands, one text after the other
  std::string script;            // a file of commands, "-" for standard input
  std::string output;            // where to save; "": nowhere
  std::string library;           // folder of clips for keep and stamp, or ""
  std::string session;           // names the new ids; "": from the level and the commands
  bool fresh = false;            // begins with an empty level
  bool in_place = false;
  bool recover = false;   // begins with the unsaved work that lies beside the level
  bool commands = false;  // prints the table and does nothing else
  bool json = false;
};

int run_edit(const EditRequest& request, const Console& console);

void add_edit_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
