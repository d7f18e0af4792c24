// tests/scaffold/random_commands.h - random edit commands, for tests of what must hold after any.
#pragma once

#include <string>

#include "playset/core/rng.h"
#include "playset/scaffold/command_table.h"

namespace playset::test {

// A line for run_script that names records of the level, or nothing that is there.
[[nodiscard]] std::string random_command(const EditSession& session, Rng& rng);

}  // namespace playset::test
