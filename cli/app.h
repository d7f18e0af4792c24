// cli/app.h - run_playset: the whole `playset` command as a function of its arguments, so that
// tests can call it.
//
// See     cli/command.h, docs/cli.md, tests/cli/app_test.cpp
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace playset {

// Runs `arguments` (without the program's name) and answers the exit code. Results go to `out`,
// everything else to `err`.
int run_playset(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

// The word of `words` that takes the fewest edits to reach from `word`, or "" where none is near.
[[nodiscard]] std::string nearest_word(std::string_view word,
                                       const std::vector<std::string>& words);

}  // namespace playset
