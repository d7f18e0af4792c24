// src/nav/air_windows.h - cuts from each portal what lies nearer to a wall than the agent's radius.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "nav/wall_flood.h"
#include "playset/level/level.h"
#include "playset/nav/air_graph.h"

namespace playset {

// What build_air_windows makes.
struct AirWindows {
  std::vector<AirWindow> windows;
  std::vector<glm::dvec3> corners;
  // for each corner: 1 where the edge behind it was cut along a wall, 0 where it is the portal's own
  std::vector<std::uint8_t> cut;
};

// One or more windows for each portal; a portal that vanishes gives one tight window. `radius` in m.
[[nodiscard]] AirWindows build_air_windows(const Level& level,
                                           const std::vector<GridBox>& side_boxes, double radius);

}  // namespace playset
