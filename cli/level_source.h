// cli/level_source.h - LevelSource: the level a command works on, named by any file we can read.
//
// `mission.hog:level1.rdl`, `freedoom2.wad:MAP01`, `station.scaffold`, `beam-hex.mesh`, or a cooked
// `x.level`.
// See     playset/asset/import.h, tests/cli/level_source_test.cpp
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/result.h"
#include "playset/level/level.h"

namespace playset {

// What the arguments say.
struct LevelSource {
  std::string spec;     // FILE or ARCHIVE:ENTRY
  bool strict = false;  // refuse what would need repair
  double scale = 1.0;   // multiplies the format's metres per unit, > 0
};

// What the file gave.
struct LoadedCells {
  CellComplex cells;
  std::vector<Repair> repairs;
  std::optional<Level> level;  // where the file was cooked already
  double seconds = 0.0;        // spent reading
};

struct LoadedLevel {
  CellComplex cells;
  std::vector<Repair> repairs;
  Level level;
  double read_seconds = 0.0;
  double cook_seconds = 0.0;  // 0 where it was cooked already
};

[[nodiscard]] Result<LoadedCells> load_cells(const LevelSource& source);

// Reads, and cooks unless it was cooked already.
[[nodiscard]] Result<LoadedLevel> load_cooked(const LevelSource& source);

// Takes away the space around a level, which would hide it; its gates are walls again.
[[nodiscard]] Result<Done> leave_out_exterior(LoadedLevel& loaded);

// A cooked level's polygons as a CellComplex again: sides are the level's (non-planar ones stay
// split), extras come along.
[[nodiscard]] CellComplex cells_of_level(const Level& level);

// The last name in a spec: "level1.rdl" of "missions/first.hog:level1.rdl"; "test.rdl" of
// "descent/test.rdl".
[[nodiscard]] std::string level_name_of(std::string_view spec);

// True where `path` ends in `extension` (with its dot), whatever the case of letters.
[[nodiscard]] bool has_extension(std::string_view path, std::string_view extension) noexcept;

}  // namespace playset
