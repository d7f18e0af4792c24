// The curve that keeps neighbours close in memory.
#include "level/cook_order.h"

#include <algorithm>
#include <array>

namespace playset {
namespace {

// Position along a 3D Hilbert curve of order 16 (J. Skilling, AIP Conf. Proc. 707, 2004).
std::uint64_t hilbert_index(std::array<std::uint32_t, 3> x) noexcept {
  constexpr int kOrder = 16;
  for (std::uint32_t bit = 1u << (kOrder - 1); bit > 1; bit >>= 1)
    for (std::uint32_t& axis : x) {
      const std::uint32_t low = bit - 1;
      if (axis & bit) {
        x[0] ^= low;
      } else {
        const std::uint32_t swap = (x[0] ^ axis) & low;
        x[0] ^= swap;
        axis ^= swap;
      }
    }
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t fix = 0;
  for (std::uint32_t bit = 1u << (kOrder - 1); bit > 1; bit >>= 1)
    if (x[2] & bit) fix ^= bit - 1;
  for (std::uint32_t& axis : x) axis ^= fix;
  std::uint64_t index = 0;
  for (int bit = kOrder - 1; bit >= 0; --bit)
    for (const std::uint32_t axis : x) index = index << 1 | ((axis >> bit) & 1u);
  return index;
}

}  // namespace

std::uint64_t curve_position(GridPoint center, const GridBox& bounds) noexcept {
  std::int64_t extent = 1;
  for (int i = 0; i < 3; ++i)
    extent = std::max(extent, std::int64_t{bounds.hi[i]} - bounds.lo[i] + 1);
  std::array<std::uint32_t, 3> x{};
  for (int i = 0; i < 3; ++i)
    x[static_cast<std::size_t>(i)] =
        static_cast<std::uint32_t>((std::int64_t{center[i]} - bounds.lo[i]) * 65535 / extent);
  return hilbert_index(x);
}

}  // namespace playset
