// playset/scaffold/command_script.h - scripts of edit commands: "extrude side 1ytzrzvs.12/3 4m;
// bridge side a/front side b/back --steps 5".
//
// Commands end with ';' or the end of the line; '#' starts a comment; a line that ends with '\' goes
// on. Words in '...' or "..." are one word. `as NAME` at the end names the cubs that a command made,
// for later ones: cub NAME, side NAME/top, side NAME[2]/top. Where a command needs cubs or sides and
// none are named it takes what is selected; what a command made is selected afterwards.
// Units   as ArgumentType says.
// Cost    linear in the text, and what the commands do.
// Threads one session, one thread.
// See     docs/scaffold.md (Commands), scaffold/command_table.h,
//         tests/scaffold/command_script_test.cpp
#pragma once

#include "playset/scaffold/command_table.h"

namespace playset {

struct ScriptReport {
  std::uint32_t commands = 0;  // that ran
};

// Runs all of it, or nothing: where a command is wrong or refuses, what ran before is undone again,
// and the error has the file, line and column of it. Each command is a step to undo.
PLAYSET_API Result<ScriptReport> run_script(EditSession& session, std::string_view text,
                                            std::string_view file = {});

}  // namespace playset
