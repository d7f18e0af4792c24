// Where paths turn, what those points see of each other, and how far they are from landmarks.
#pragma once

#include "nav/ground_data.h"

namespace playset {

// Fills corners, links and landmarks of `data`, whose mesh is built.
void build_ground_corners(GroundData& data);
void build_ground_landmarks(GroundData& data);

// Clear ways keep this far from walls: the graph's radius but for rounding.
[[nodiscard]] inline double clear_radius(const GroundData& data) noexcept {
  return data.radius - 0.02;
}

// Which side of a corner `d` (away from it) leaves by for a path to be taut.
enum class CornerSide : std::uint8_t { Neither, Left, Right };
[[nodiscard]] inline CornerSide corner_side(const GroundCorner& corner, PlanVector d) noexcept {
  const double right_of = corner.first.x * d.y - corner.first.y * d.x;
  const double left_of = d.x * corner.last.y - d.y * corner.last.x;
  if (right_of >= 0.0 && left_of >= 0.0) return CornerSide::Left;
  if (right_of <= 0.0 && left_of <= 0.0) return CornerSide::Right;
  return CornerSide::Neither;
}

}  // namespace playset
