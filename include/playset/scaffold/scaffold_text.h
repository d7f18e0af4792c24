// playset/scaffold/scaffold_text.h - parse_scaffold and write_scaffold: the `*.scaffold` file, made
// for git.
//
// JSON with one record per line in id order. Each list ends with null, so that every record's line
// ends with a comma, and an empty line lies between records, so that git merges edits of
// neighbours. Members this version does not know are kept. Records may come in any order (as git's
// union merge leaves them); saving sorts them.
// Units   grid steps (1/1024 m), thousandths of a degree, as in the model.
// Cost    linear but for the sorting; memory at most a constant times the text.
// Threads pure functions.
// Ref     design.md Formats: source formats load for ever
// See     docs/scaffold.md (every member), tests/scaffold/scaffold_text_test.cpp,
//         fuzz/fuzz_scaffold.cpp
#pragma once

#include <string>
#include <string_view>

#include "playset/scaffold/scaffold.h"

namespace playset {

inline constexpr int kScaffoldVersion = 1;

// Reads a level. Refuses, with line and column: what is not JSON (Syntax, Truncated), a newer
// version (Unsupported), places outside the grid (OutOfRange), and wrong types, missing members, an
// id twice, an id that names nothing (Invalid). Shapes are not judged: a level with flat or concave
// cubs loads. `file` is for messages.
[[nodiscard]] PLAYSET_API Result<Scaffold> parse_scaffold(std::string_view text,
                                                          std::string_view file = {});

// The file's text. Writing what was parsed, parsing and writing again gives the same bytes.
// References by key to records that do not exist are left out; requires that vertices and cubs
// referred to exist, else the text will not load.
[[nodiscard]] PLAYSET_API std::string write_scaffold(const Scaffold& scaffold);

}  // namespace playset
