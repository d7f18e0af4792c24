// cli/edit_library.h - the user's own pieces for `keep` and `stamp`: a folder of .scaffold files, one
// a clip, called by its file's name.
#pragma once

#include <map>
#include <string>

#include "playset/core/result.h"
#include "playset/scaffold/scaffold.h"

namespace playset {

using ClipLibrary = std::map<std::string, Scaffold, std::less<>>;

// All x.scaffold of the folder; none where the folder is not there yet.
[[nodiscard]] Result<ClipLibrary> read_library(const std::string& folder);

// Saves those that are not as they were, making the folder if need be. Refuses names that are no
// file names before anything is written.
[[nodiscard]] Result<Done> save_library(const std::string& folder, const ClipLibrary& before,
                                        const ClipLibrary& now);

}  // namespace playset
