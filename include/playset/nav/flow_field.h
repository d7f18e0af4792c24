// playset/nav/flow_field.h - FlowField: which way to one goal, from everywhere, for many agents.
//
// Use it where many go to one place: one search from the goal serves them all, and each asks for
// its direction as it moves, without a path of its own. When not: for a few agents (find_air_path
// is shorter and costs less in all), or when every agent has its own goal.
// Units   metres.
// Cost    build: one Dijkstra, 0.2 us a window in the air. A query: 3 us on small maps, 16 us in the
//         air of the largest; see bench/nav. Neither allocates once field and scratch have grown.
// Threads a field is built by one thread; const queries from any, each with a scratch of its own.
//         Batches give the same bits however they are split.
// Ref     Dijkstra 1959; docs/nav.md (Flow fields)
// See     nav/air_graph.h, nav/pull_string.h, tests/nav/flow_field_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/nav/air_graph.h"
#include "playset/nav/ground_graph.h"

namespace playset {

class DebugCanvas;

struct FlowField {
  PathStatus status = PathStatus::NoPath;  // GoalOutside, Refused, or Found
  glm::dvec3 goal{0.0};
  std::uint32_t goal_cell = kNone;
  DoorStates doors;  // as they were; none closed where none were given
  // By window of an air graph: distance to the goal over window centres, m, infinite where there is
  // no way; the window after it, kNone at the goal; the cell behind it on the way. By corner of a
  // ground graph: the exact distance; the corner after it; the sides that lie towards the goal.
  std::vector<float> distances;
  std::vector<std::uint32_t> next;
  std::vector<std::uint32_t> towards;
};

// The search from the goal. `doors` as in PathOptions; goal_cell, where known, saves a search.
PLAYSET_API PathStatus build_flow_field(const AirGraph& graph, glm::dvec3 goal,
                                        const DoorStates* doors, AirScratch& scratch,
                                        FlowField& field, std::uint32_t goal_cell = kNone);

// Builds it anew where the doors' revision moved on. Returns whether it did.
PLAYSET_API bool update_flow_field(const AirGraph& graph, const DoorStates& doors,
                                   AirScratch& scratch, FlowField& field);

struct FlowQuery {
  glm::dvec3 position{0.0};
  std::uint32_t cell = kNone;  // that holds it, a guess, or kNone
};

struct FlowDirection {
  glm::dvec3 direction{0.0};   // unit; zero at the goal and where status is not Found
  glm::dvec3 corner{0.0};      // m, the next point at which the way bends, or the goal
  double distance = 0.0;       // m, of what remains; never less than the straight distance
  std::uint32_t cell = kNone;  // that holds the position
  PathStatus status = PathStatus::NoPath;
};

// The way from here on: the nearest windows ahead are pulled taut, so that agents do not zigzag from
// centre to centre.
[[nodiscard]] PLAYSET_API FlowDirection find_flow_direction(const AirGraph& graph,
                                                            const FlowField& field,
                                                            const FlowQuery& query,
                                                            AirScratch& scratch);
// The same for many. Requires spans of one size.
PLAYSET_API void find_flow_directions(const AirGraph& graph, const FlowField& field,
                                      std::span<const FlowQuery> queries,
                                      std::span<FlowDirection> directions, AirScratch& scratch);

// The same on the ground: distances are exact, and what is seen of corners is looked up on each
// query. Directions are level, straight to the next corner; field.goal is moved to where the agent
// can stand.
PLAYSET_API PathStatus build_flow_field(const GroundGraph& graph, glm::dvec3 goal,
                                        const DoorStates* doors, GroundScratch& scratch,
                                        FlowField& field, std::uint32_t goal_cell = kNone);
PLAYSET_API bool update_flow_field(const GroundGraph& graph, const DoorStates& doors,
                                   GroundScratch& scratch, FlowField& field);
[[nodiscard]] PLAYSET_API FlowDirection find_flow_direction(const GroundGraph& graph,
                                                            const FlowField& field,
                                                            const FlowQuery& query,
                                                            GroundScratch& scratch);
PLAYSET_API void find_flow_directions(const GroundGraph& graph, const FlowField& field,
                                      std::span<const FlowQuery> queries,
                                      std::span<FlowDirection> directions, GroundScratch& scratch);

// An arrow from each window to the next, coloured by distance.
PLAYSET_API void draw_flow_field(const AirGraph& graph, const FlowField& field,
                                 DebugCanvas& canvas);

}  // namespace playset
