// Cooking, step 3: the order of a level's cells: by how they are walked, then along a curve.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "level/cook_write.h"

namespace playset {

// Cells of six faces at most, wider ones, and those that only the exact walk crosses.
enum class WalkKind : std::uint32_t { Narrow, Wide, Rough };

// What decides a cell's place in a level.
struct OrderKey {
  WalkKind kind = WalkKind::Narrow;
  std::uint64_t position = 0;
  std::uint32_t cell = 0;
  auto operator<=>(const OrderKey&) const = default;
};

// Position along a Hilbert curve through `bounds`.
[[nodiscard]] std::uint64_t curve_position(GridPoint center, const GridBox& bounds) noexcept;

}  // namespace playset
