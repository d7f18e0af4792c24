// playset/core/save_file.h - save_file: writes a file whole, or leaves what was there.
//
// Use it wherever a file that somebody needs is written: a crash, a full disk or a second program
// that saves the same file leaves the old file or a new one, never half of one.
//
// Units   bytes.
// Cost    one write, one flush to the disk, one rename.
// Threads any; of two that save one path, the one that renames last wins.
// See     docs/core.md, tests/core/save_file_test.cpp
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "playset/core/api.h"
#include "playset/core/result.h"

namespace playset {

// Writes a temporary file beside `path` that was not there (path.tmp, path.tmp2, ...), flushes it
// and gives it the name. On failure the temporary file is removed and Io says why.
[[nodiscard]] PLAYSET_API Result<Done> save_file(const std::string& path,
                                                 std::span<const std::byte> bytes);

}  // namespace playset
