// src/nav/wall_flood.h - the walls that something could touch: a flood through portals near it, as
// space is joined and not as it merely lies.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "level/format.h"
#include "playset/level/level.h"

namespace playset {

// Of each side of the level.
[[nodiscard]] std::vector<GridBox> build_side_boxes(const Level& level);

// The box of these metres, grown by the margin (m) and by rounding.
[[nodiscard]] GridBox box_around(glm::dvec3 low, glm::dvec3 high, double margin) noexcept;

// Reused from flood to flood.
class WallFlood {
 public:
  // Forgets everything; then add where it starts.
  void begin(const Level& level) {
    if (seen_.size() < level.cell_count()) seen_.resize(level.cell_count(), 0);
    if (++stamp_ == 0) {
      seen_.assign(seen_.size(), 0);
      stamp_ = 1;
    }
    queue_.clear();
  }
  void add_cell(std::uint32_t cell) {
    if (seen_[cell] == stamp_) return;
    seen_[cell] = stamp_;
    queue_.push_back(cell);
  }
  // Calls on_wall(side) for each wall whose box meets this one, in order of the flood.
  template <typename OnWall>
  void run(const Level& level, const std::vector<GridBox>& side_boxes, const GridBox& box,
           OnWall&& on_wall) {
    const auto cells = LevelAccess::cells(level);
    const auto sides = LevelAccess::sides(level);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const CellRecord& cell = cells[queue_[i]];
      for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
        if (!boxes_touch(side_boxes[s], box)) continue;
        if (sides[s].neighbor_cell == kNone)
          on_wall(s);
        else
          add_cell(sides[s].neighbor_cell);
      }
    }
  }
  // The cells that the last flood reached.
  [[nodiscard]] const std::vector<std::uint32_t>& cells() const noexcept { return queue_; }

 private:
  std::vector<std::uint32_t> seen_, queue_;
  std::uint32_t stamp_ = 0;
};

// Distance of a point in a cell to the nearest wall it could touch, at most `most` (m).
[[nodiscard]] double wall_distance(const Level& level, const std::vector<GridBox>& side_boxes,
                                   WallFlood& flood, std::uint32_t cell, glm::dvec3 point,
                                   double most);

}  // namespace playset
