// cli/ray_file.h - RayQuery: rays and segments as `playset trace --rays` reads them from JSON.
//
// A list, or {"rays": [...]}, of {"origin", "dir", "start"?, "level"?} (no end) or {"from", "to",
// "start"?, "level"?}.
// Units   the source file's own units and axes.
// See     docs/cli.md, tests/cli/ray_file_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/result.h"

namespace playset {

struct RayQuery {
  glm::dvec3 origin{0.0};
  glm::dvec3 direction{0.0};
  bool endless = true;      // false: ends at origin + direction
  std::int32_t start = -1;  // source number of the cell that holds the origin; -1: unknown
  std::uint32_t index = 0;  // place in the file, from 0
};

struct RayFile {
  std::vector<RayQuery> rays;
  std::uint32_t skipped = 0;  // rays of other levels
};

// Keeps rays whose "level" is `level` (whatever the case of letters) and those that name none.
// Refuses a file in which every ray names another level.
[[nodiscard]] Result<RayFile> parse_rays(std::string json, const std::string& file,
                                         std::string_view level);

}  // namespace playset
