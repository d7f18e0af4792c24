// CubGrid: finds the cubs whose boxes meet a box, while cubs come and go.
//
// A loose grid for each size of box (powers of two): an entry lies in one cell, that of its low
// corner, and reaches at most into the next.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "playset/geom/grid.h"

namespace playset {

struct CubBox {
  GridPoint low{kGridLimit}, high{-kGridLimit};  // inclusive; empty where low > high
  friend bool operator==(const CubBox&, const CubBox&) = default;
};

[[nodiscard]] inline bool boxes_meet(const CubBox& a, const CubBox& b,
                                     std::int32_t margin) noexcept {
  for (int k = 0; k < 3; ++k) {
    if (a.low[k] - margin > b.high[k] || b.low[k] - margin > a.high[k]) return false;
  }
  return true;
}

class CubGrid {
 public:
  // Entries are numbers of the caller's; an entry is in at most once.
  void insert(std::uint32_t entry, const CubBox& box);
  void remove(std::uint32_t entry, const CubBox& box);

  // Calls visit(entry) for all entries whose boxes may meet `box`, some that do not too.
  template <typename Visit>
  void visit(const CubBox& box, Visit&& visit) const {
    for (const Level& level : levels_) {
      if (level.cells.empty()) continue;
      const GridPoint low = cell_of(box.low, level.shift) - 1,
                      high = cell_of(box.high, level.shift);
      const GridPoint size = high - low + 1;
      const double asked = double(size.x) * double(size.y) * double(size.z);
      if (asked > double(level.cells.size())) {
        for (const auto& [key, entries] : level.cells)
          for (const std::uint32_t entry : entries) visit(entry);
        continue;
      }
      for (std::int32_t x = low.x; x <= high.x; ++x)
        for (std::int32_t y = low.y; y <= high.y; ++y)
          for (std::int32_t z = low.z; z <= high.z; ++z) {
            const auto found = level.cells.find(key_of(GridPoint(x, y, z)));
            if (found == level.cells.end()) continue;
            for (const std::uint32_t entry : found->second) visit(entry);
          }
    }
  }

 private:
  struct Mix {
    std::size_t operator()(std::uint64_t key) const noexcept {
      key = (key ^ key >> 32) * 0x9E3779B97F4A7C15u;
      return static_cast<std::size_t>(key ^ key >> 29);
    }
  };
  struct Level {
    int shift = 0;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>, Mix> cells;
  };
  static GridPoint cell_of(GridPoint p, int shift) noexcept {
    return {p.x >> shift, p.y >> shift, p.z >> shift};
  }
  static std::uint64_t key_of(GridPoint cell) noexcept {
    constexpr std::uint64_t kMask = 0x1FFFFF;
    return (static_cast<std::uint64_t>(cell.x) & kMask) << 42 |
           (static_cast<std::uint64_t>(cell.y) & kMask) << 21 |
           (static_cast<std::uint64_t>(cell.z) & kMask);
  }
  Level& level_of(const CubBox& box);

  std::vector<Level> levels_;  // by shift
};

}  // namespace playset
