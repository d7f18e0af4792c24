// Straight ways over the floors as the level has them: which floor, and so which cell and height,
// lies under a point.
#pragma once

#include "nav/ground_data.h"

namespace playset {

// The floor under `to`, walking straight from `from` on `floor`; kNone where a wall is between.
[[nodiscard]] std::uint32_t walk_floors(const GroundData& data, std::uint32_t floor,
                                        PlanVector from, PlanVector to) noexcept;

// The same from the corner that the floor edge `edge` starts at; all floors around it are tried.
[[nodiscard]] std::uint32_t walk_floors_from_corner(const GroundData& data, std::uint32_t edge,
                                                    PlanVector to) noexcept;

// Whether `at` lies on the floor seen from above, up to `slack` grid steps outside.
[[nodiscard]] bool is_on_floor(const GroundData& data, std::uint32_t floor, PlanVector at,
                               double slack) noexcept;

// The point of the floor nearest to `at` on the plan.
[[nodiscard]] PlanVector nearest_on_floor(const GroundData& data, std::uint32_t floor,
                                          PlanVector at) noexcept;

// On the floor, in metres.
[[nodiscard]] inline glm::dvec3 lift_to_floor(const GroundData& data, std::uint32_t floor,
                                              PlanVector at) noexcept {
  const double x = at.y * kMetresPerGrid, z = at.x * kMetresPerGrid;
  return {x, floor_height(data.floors[floor], x, z), z};
}

}  // namespace playset
