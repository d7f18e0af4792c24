// Whether two convex cubs share space: separating axes, with a tolerance that never reports
// neighbours whose common side bends.
#pragma once

#include "scaffold/cell_builder.h"

namespace playset {

// A cub as separating axes see it.
struct CubHull {
  std::array<glm::dvec3, kCubCorners> points{};     // m
  std::array<glm::dvec3, 2 * kCubSides> normals{};  // unit, into the cub
  std::array<glm::dvec3, 2 * kCubSides> edges{};    // not unit; of 12 corner pairs
  std::uint32_t normal_count = 0, edge_count = 0;
  double bend = 0.0;  // m: how far its sides stray from the hull of its corners
};
[[nodiscard]] CubHull hull_of(const CubFacts& facts);

// m: the least way that one must move so that they no longer share space, or 0 where they do not.
// Depths up to the bends and the grid's rounding count as 0.
[[nodiscard]] double overlap_depth(const CubHull& a, const CubHull& b);

// m: how far p (m) lies outside the worst of its planes; 0 inside.
[[nodiscard]] double distance_outside(const CubHull& hull, glm::dvec3 p);

}  // namespace playset
