// src/nav/wall_flood.cpp - boxes of sides, and the distance to walls by a flood.
#include "nav/wall_flood.h"

#include <algorithm>
#include <cmath>

#include "playset/geom/distance.h"

namespace playset {

std::vector<GridBox> build_side_boxes(const Level& level) {
  const auto vertices = LevelAccess::vertices(level);
  std::vector<GridBox> boxes;
  boxes.reserve(level.side_count());
  for (std::uint32_t s = 0; s < level.side_count(); ++s) {
    GridBox box{GridPoint(kGridLimit), GridPoint(-kGridLimit)};
    for (const std::uint32_t v : level.side_corners(s)) {
      for (int axis = 0; axis < 3; ++axis) {
        box.lo[axis] = std::min(box.lo[axis], vertices[v][axis]);
        box.hi[axis] = std::max(box.hi[axis], vertices[v][axis]);
      }
    }
    boxes.push_back(box);
  }
  return boxes;
}

GridBox box_around(glm::dvec3 low, glm::dvec3 high, double margin) noexcept {
  GridBox box;
  const double edge = 2.0 * kLevelLimit;
  for (int axis = 0; axis < 3; ++axis) {
    const double from = std::clamp(low[axis] - margin, -edge, edge);
    const double to = std::clamp(high[axis] + margin, -edge, edge);
    box.lo[axis] = static_cast<std::int32_t>(std::floor(from * kGridPerMetre));
    box.hi[axis] = static_cast<std::int32_t>(std::ceil(to * kGridPerMetre));
  }
  return box;
}

double wall_distance(const Level& level, const std::vector<GridBox>& side_boxes, WallFlood& flood,
                     std::uint32_t cell, glm::dvec3 point, double most) {
  double least2 = most * most;
  flood.begin(level);
  flood.add_cell(cell);
  flood.run(level, side_boxes, box_around(point, point, most), [&](std::uint32_t side) {
    const auto corners = level.side_corners(side);
    const auto at = [&](std::size_t i) { return to_metres(level.vertex(corners[i])); };
    for (std::size_t i = 2; i < corners.size(); ++i) {
      const glm::dvec3 d = nearest_point(Triangle{at(0), at(i - 1), at(i)}, point) - point;
      least2 = std::min(least2, d.x * d.x + d.y * d.y + d.z * d.z);
    }
  });
  return std::sqrt(least2);
}

}  // namespace playset
