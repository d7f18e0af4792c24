// src/geom/facing.h - whether two sides look at each other in one plane, for those who find and
// those who cut such pairs.
#pragma once

#include <cstdint>

#include "playset/geom/cell_complex.h"

namespace playset {

enum class Facing : std::uint8_t {
  No,     // not opposite, or not in one plane where they overlap
  Apart,  // overlap by no more than a strip two steps wide
  Overlap,
};

// Requires corners in range.
[[nodiscard]] Facing facing_of(const CellComplex& complex, std::uint32_t x, std::uint32_t y);

}  // namespace playset
