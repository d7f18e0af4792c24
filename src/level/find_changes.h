// Recooking, step 1: which cells of an edited complex are still as they lie in a level.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "playset/level/level.h"

namespace playset {

struct Changes {
  std::vector<std::uint32_t> changed;   // cells of the edited complex, ascending
  std::vector<std::uint32_t> origin;    // by cell of the complex: the level's, kNone: new
  std::vector<std::uint32_t> now;       // by cell of the level: the complex's, kNone: gone
  std::vector<std::uint32_t> vertices;  // by vertex of the level: the complex's
  // unchanged cells, and their vertices, have kept their order
  bool cells_in_order = true, vertices_in_order = true;
};

// A cell is unchanged where all that cooking reads of it, numbers aside, is as it was: the places
// and order of its corners, faces, what it leads to, and through which doors. `dirty` is not
// looked at. Indices in `complex` may be anything.
[[nodiscard]] Changes find_changes(const Level& level, const CellComplex& complex,
                                   std::span<const std::uint32_t> dirty,
                                   std::span<const std::uint32_t> was);

}  // namespace playset
