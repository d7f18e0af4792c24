// playset/nav/near_walls.h - what stands in an agent's way nearby: walls and ledges on the ground,
// walls in the air, for avoidance.
//
// Use it once a step before update_avoidance, so that agents do not push each other into walls, nor
// off ledges. What is found is what the agent can reach: floors joined by steps it can walk, cells
// joined by portals. The nearest kMostAvoidWalls are kept, of parallel ones the nearest.
// Units   metres.
// Cost    0.1 us on the ground, 0.5 us in the air; see bench/nav. Never allocates.
// Threads pure functions of const data.
// See     nav/avoidance.h, nav/ground_graph.h, level/overlap.h, docs/nav.md,
//         tests/nav/near_walls_test.cpp, bench/nav
#pragma once

#include "playset/core/api.h"
#include "playset/nav/avoidance.h"
#include "playset/nav/ground_graph.h"

namespace playset {

// Edges of floors within `reach` of a walker's middle that it cannot walk over: walls, ledges,
// closed doors. Gaps count from `radius`. None where place.floor is kNone.
PLAYSET_API void find_ground_walls(const GroundGraph& graph, const GroundPlace& place, float radius,
                                   float reach, const DoorStates* doors,
                                   AvoidWalls& walls) noexcept;

// Walls and closed doors within `reach` of a flyer's middle, which `cell` holds.
PLAYSET_API void find_air_walls(const Level& level, glm::dvec3 center, std::uint32_t cell,
                                float radius, float reach, const DoorStates* doors,
                                AvoidWalls& walls) noexcept;

}  // namespace playset
