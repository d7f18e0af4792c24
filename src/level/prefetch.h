// Asks memory for what will be read soon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "playset/geom/cell_complex.h"

namespace playset {

inline void prefetch(const void* place) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(place);
#else
  static_cast<void>(place);
#endif
}

// All lines of memory that these bytes lie in, but for the last where they begin within a line.
inline void prefetch(const void* place, std::size_t bytes) noexcept {
  for (std::size_t i = 0; i < bytes; i += 64) prefetch(static_cast<const char*>(place) + i);
}

// Cells that come some steps behind order[i], in an order that memory knows nothing of. Indices may
// be anything.
inline void prefetch_cells(const CellComplex& complex, std::span<const std::uint32_t> order,
                           std::size_t i) noexcept {
  const auto at = [&](std::size_t ahead) {
    return i + ahead < order.size() ? order[i + ahead] : kNone;
  };
  if (const std::uint32_t c = at(24); c < complex.cells.size()) prefetch(&complex.cells[c]);
  if (const std::uint32_t c = at(12); c < complex.cells.size()) {
    const std::uint32_t first = complex.cells[c].first_side;
    for (std::uint32_t s = first; s < complex.sides.size() && s < first + 8; s += 2)
      prefetch(&complex.sides[s]);
  }
  if (const std::uint32_t c = at(4);
      c < complex.cells.size() && complex.cells[c].first_side < complex.sides.size()) {
    const std::uint32_t first = complex.sides[complex.cells[c].first_side].first_corner;
    for (std::uint32_t k = first; k < complex.corners.size() && k < first + 32; k += 16)
      prefetch(&complex.corners[k]);
  }
}

}  // namespace playset
