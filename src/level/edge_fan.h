// Steps round an edge through a cell: from the side on one hand of it to the side on the other.
#pragma once

#include "level/cook_edges.h"

namespace playset {

// A stretch of an edge between two vertices.
struct Stretch {
  std::uint32_t a, b;
};

// What lies across an edge in one cell: the side, or a vertex that parts the stretch first. Neither
// where the cell is not closed there.
struct Across {
  std::uint32_t side = kNone;
  std::uint32_t split = kNone;
};

// `s` runs along an edge of `side`, as its corners do.
[[nodiscard]] Across find_across(const EdgeTables& tables, std::uint32_t side, Stretch s) noexcept;

}  // namespace playset
