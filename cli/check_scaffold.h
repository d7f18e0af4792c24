// cli/check_scaffold.h - `playset check` of an editable level: the findings of find_faults, and
// mending what can be mended.
//
// See     cli/check_command.h, tests/cli/check_scaffold_test.cpp
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/check_command.h"
#include "playset/scaffold/validate.h"

namespace playset {

// The text of an editable level; nothing where the file is not one, or cannot be read.
[[nodiscard]] std::optional<std::string> read_scaffold_text(const std::string& path);

// The findings about a level, worst first, with their place and what would mend them.
[[nodiscard]] std::vector<Finding> list_faults(const Scaffold& scaffold);

// Applies the fixes of errors until none is left that has one. What was done, in words.
std::vector<std::string> mend_errors(Scaffold& scaffold);

// Checks the file, and with request.fix mends and saves it.
int run_scaffold_check(const CheckRequest& request, const std::string& text,
                       const Console& console);

}  // namespace playset
