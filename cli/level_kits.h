// cli/level_kits.h - LevelKits: the kit pieces of a level that comes from a scaffold.
//
// See     playset/scaffold/place_kits.h, tests/cli/level_kits_test.cpp
#pragma once

#include "cli/level_source.h"
#include "playset/scaffold/place_kits.h"

namespace playset {

struct LevelKits {
  std::vector<ScaffoldKit> kits;
  KitPlan plan;                  // at the source's scale
  std::vector<ScaffoldId> cubs;  // in the order of the level's cells
  std::vector<ScaffoldMaterial> materials;
};

// Without kits where the source is no .scaffold file: other formats have none.
[[nodiscard]] Result<LevelKits> read_kits(const LevelSource& source);

// Placements by kit's key and piece, "plates/panel", in alphabetical order.
[[nodiscard]] std::vector<std::pair<std::string, std::size_t>> count_pieces(const LevelKits& kits);

}  // namespace playset
