// playset/asset/hog.h - Descent's HOG archives, and the mission files (.msn, .mn2) that name their
// levels.
//
// Use it to look into an archive; import_level (asset/import.h) takes "mission.hog:level1.rdl"
// directly.
// Units   bytes.
// Cost    one pass over the entries; their bytes stay where they are.
// Threads pure functions.
// Ref     the archives that DLE.NET and D2X-XL read
// See     docs/asset.md (HOG), tests/asset/hog_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/result.h"

namespace playset {

// One file in an archive. D2X-XL's archives allow names of up to 255 bytes, others 12.
struct HogEntry {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

// All entries in file order. Refuses what starts with neither DHF nor D2X, and entries that reach
// beyond the end.
[[nodiscard]] PLAYSET_API Result<std::vector<HogEntry>> list_hog(std::span<const std::byte> bytes,
                                                                 std::string_view name = {});

// The bytes of the entry called `entry`, whatever the case; the error lists the levels there are.
[[nodiscard]] PLAYSET_API Result<std::span<const std::byte>> hog_entry(
    std::span<const std::byte> bytes, std::string_view entry, std::string_view name = {});

// True for .rdl, .rl2 and .sdl, whatever the case.
[[nodiscard]] PLAYSET_API bool is_level_name(std::string_view entry) noexcept;

// What a mission file says.
struct Mission {
  std::string name;
  std::string type;                       // "normal", "anarchy"
  std::vector<std::string> levels;        // file names in playing order
  std::vector<std::string> secrets;       // file names of secret levels
  std::vector<std::int32_t> secret_from;  // the level from which each is reached, counting from 1
};

// Refuses a text without num_levels, or with fewer names than it announces.
[[nodiscard]] PLAYSET_API Result<Mission> parse_mission(std::string_view text,
                                                        std::string_view name = {});

}  // namespace playset
