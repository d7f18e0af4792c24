// scaffold/edit_reach.h - what a person can select and edit: hidden cubs are neither, locked ones
// are shown.
#pragma once

#include "playset/scaffold/command_table.h"

namespace playset {

// The part of a selection that is neither hidden nor locked. Corners and edges count as long as one
// of their cubs does.
[[nodiscard]] ScaffoldSelection within_reach(const EditSession& session,
                                             ScaffoldSelection selection);

// Refuses cubs, sides, edges, vertices and objects that are locked. Hidden ones may be named.
[[nodiscard]] Result<Done> check_unlocked(const ScaffoldDocument& document,
                                          const ArgumentValues& arguments);

}  // namespace playset
