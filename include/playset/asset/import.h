// playset/asset/import.h - import_level: the front door that takes any level file we can read, told
// apart by its content.
//
// Use it wherever a user names a file: "relay.scaffold", "test.rl2", "fichera.mesh",
// "freedoom2.wad:MAP01", "mission.hog:level1.rdl", "mission.mn2:level1.rl2". Each format's own
// header says what its parser does.
// Units   see each format; results are in metres, playset axes.
// Cost    the file is read whole; then as its format.
// Threads pure functions, but for reading files.
// Ref     docs/asset.md lists what each format begins with
// See     docs/asset.md, tests/asset/import_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

enum class LevelFormat : std::uint8_t {
  Unknown,
  Descent,
  Hog,
  Mission,
  Block,
  Wad,
  Overload,
  Mfem,
  Vtk,
  Scaffold
};

// By the first bytes (JSON and missions: by a word in them); names do not count.
[[nodiscard]] PLAYSET_API LevelFormat detect_format(std::span<const std::byte> bytes) noexcept;

// "Descent level", "HOG archive", ...; "unknown format".
[[nodiscard]] PLAYSET_API const char* format_name(LevelFormat format) noexcept;

// The maps in an archive or mission, in file order; empty for files that are one level.
[[nodiscard]] PLAYSET_API Result<std::vector<std::string>> list_levels(
    std::span<const std::byte> bytes, std::string_view name = {});

// Imports the level in `bytes`. `name` is for messages, for formats that its ending tells apart
// (.sdl), and to choose in archives: what stands behind its last colon is the map. Without it an
// archive must hold one map; the error lists them.
[[nodiscard]] PLAYSET_API Result<Imported> parse_level(std::span<const std::byte> bytes,
                                                       std::string_view name,
                                                       const ImportOptions& options = {});

// Reads a file and imports it: "path", or "path:MAP" for archives and missions (their levels lie
// beside the mission file, or in the .hog of the same name).
[[nodiscard]] PLAYSET_API Result<Imported> import_level(const std::string& path_or_spec,
                                                        const ImportOptions& options = {});

}  // namespace playset
