// tests/level/real_levels.h - every real level at hand, imported: the shared files, and the maps of
// Debian's freedoom.
//
// Units   metres.
// Threads one.
// See     tests/level/ray_oracle_test.cpp, tests/level/all_maps_test.cpp
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "playset/geom/cell_complex.h"
#include "playset/level/level.h"

namespace playset::test {

using LevelVisit = std::function<void(const std::string& name, const Imported& imported)>;

// Descent, hex-mesh and DOOM files of shared/data/levels and our own sample level. Returns how
// many; says loudly what is missing.
std::size_t for_each_level_file(const LevelVisit& visit);

// The maps of /usr/share/games/doom/freedoom{1,2}.wad; with `only` just those of these names. Says
// loudly where they are missing.
std::size_t for_each_freedoom_map(const LevelVisit& visit,
                                  const std::vector<std::string_view>& only = {});

// Cooks or fails the running test.
[[nodiscard]] Level cook_or_fail(const CellComplex& complex, const CookOptions& options = {});

}  // namespace playset::test
