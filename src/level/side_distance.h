// How far a side's polygon is from points, segments and boxes: what floods through portals ask.
#pragma once

#include <array>

#include "level/format.h"
#include "playset/geom/distance.h"

namespace playset {

// m; exact up to double's rounding. Sides without area are the segments they have become.
[[nodiscard]] double side_distance(const Level& level, std::uint32_t side, glm::dvec3 p) noexcept;
[[nodiscard]] double side_distance(const Level& level, std::uint32_t side,
                                   const LineSegment& segment) noexcept;

// How deep a box reaches into the side: a box with every half size less by less than this still
// meets it. Negative where they do not meet.
[[nodiscard]] double side_depth(const Level& level, std::uint32_t side, glm::dvec3 center,
                                const std::array<glm::dvec3, 3>& axes, glm::dvec3 half) noexcept;

}  // namespace playset
