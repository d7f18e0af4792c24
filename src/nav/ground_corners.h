// Where paths turn, what those points see of each other, and how far they are from landmarks.
#pragma once

#include "nav/ground_mesh.h"

namespace playset {

// Fill corners, links and landmarks of `data`, whose plan is built.
void build_ground_corners(GroundData& data, std::span<const WallPoint> points);
void build_ground_landmarks(GroundData& data);

// Clear ways keep this far from walls: the graph's radius but for rounding.
[[nodiscard]] inline double clear_radius(const GroundData& data) noexcept {
  return data.radius - 0.02;
}

// Which sides of a corner something in direction `d` of it lies on, for a way between both to be
// taut: bit 0 where left turns lead, bit 1 where right turns lead.
inline constexpr std::uint8_t kLeftSide = 1, kRightSide = 2, kBothSides = 3;
[[nodiscard]] inline std::uint8_t corner_sides(const GroundCorner& corner, PlanVector d) noexcept {
  if (corner.fixed_side != 0) return corner.fixed_side;
  const double right_of = cross_plan(corner.first, d), left_of = cross_plan(d, corner.last);
  if (right_of >= 0.0 && left_of >= 0.0) return kLeftSide;
  return right_of <= 0.0 && left_of <= 0.0 ? kRightSide : 0;
}

// Between a circle and the tangents about it a way may have to turn back: what is nearer to a
// corner than those reach beyond the circle may lie on any side of it.
[[nodiscard]] inline double cap_reach(const GroundData& data) noexcept {
  return 0.42 * data.radius;
}
[[nodiscard]] inline std::uint8_t possible_sides(const GroundCorner& corner, PlanVector d,
                                                 double cap) noexcept {
  const std::uint8_t sides = corner_sides(corner, d);
  return sides != 0 || dot_plan(d, d) > cap * cap ? sides : kBothSides;
}

// Where a taut way leaves a corner that came from there.
[[nodiscard]] constexpr std::uint8_t opposite_sides(std::uint8_t sides) noexcept {
  return sides == kBothSides ? kBothSides : static_cast<std::uint8_t>(sides ^ kBothSides);
}

// Whether a link of corner c leads down a ledge.
[[nodiscard]] inline bool is_drop(const GroundData& data, std::uint32_t c,
                                  const GroundLink& link) noexcept {
  return data.corners[c].fixed_side == kLeftSide &&
         data.corners[link.to].fixed_side == kRightSide && link.lands_left;
}

}  // namespace playset
