// CubGrid: which level and cell a box belongs to.
#include "scaffold/cub_grid.h"

#include <algorithm>
#include <bit>

namespace playset {
namespace {

constexpr int kSmallest = 5;  // cells of 32 steps, so that cell numbers fit 21 bits

}  // namespace

CubGrid::Level& CubGrid::level_of(const CubBox& box) {
  const GridPoint size = box.high - box.low;
  const auto extent = static_cast<std::uint32_t>(std::max({size.x, size.y, size.z, 1}));
  const int shift = std::max(kSmallest, static_cast<int>(std::bit_width(extent)));
  for (Level& level : levels_) {
    if (level.shift == shift) return level;
  }
  levels_.push_back({shift, {}});
  std::sort(levels_.begin(), levels_.end(),
            [](const Level& a, const Level& b) { return a.shift < b.shift; });
  return level_of(box);
}

void CubGrid::insert(std::uint32_t entry, const CubBox& box) {
  Level& level = level_of(box);
  level.cells[key_of(cell_of(box.low, level.shift))].push_back(entry);
}

void CubGrid::remove(std::uint32_t entry, const CubBox& box) {
  Level& level = level_of(box);
  const auto cell = level.cells.find(key_of(cell_of(box.low, level.shift)));
  if (cell == level.cells.end()) return;
  std::erase(cell->second, entry);
  if (cell->second.empty()) level.cells.erase(cell);
}

}  // namespace playset
