// cli/files.h - whole files in and out, with errors that name the file and say what to do.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "playset/core/result.h"

namespace playset {

[[nodiscard]] Result<std::string> read_text_file(const std::string& path);

// Replace what is there, whole or not at all.
[[nodiscard]] Result<Done> write_file(const std::string& path, std::span<const std::byte> bytes);
[[nodiscard]] Result<Done> write_text_file(const std::string& path, std::string_view text);

}  // namespace playset
