// playset/nav/nav_path.h - NavPath: the way from one point to another, as every path query gives it.
//
// Keep one per agent and hand it to each query: its arrays are reused, so that after the first few
// queries nothing is allocated. A path knows which doors it leads through: when DoorStates moved
// on, ask is_blocked before you ask for a new path.
// Units   metres.
// Cost    is_blocked: one bit per door on the way.
// Threads a path belongs to one thread; const use from any.
// See     nav/ground_graph.h, nav/air_graph.h, nav/follow_path.h, docs/nav.md,
//         tests/nav/nav_path_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "playset/core/api.h"
#include "playset/level/level.h"

namespace playset {

enum class PathStatus : std::uint8_t {
  Found,
  NoPath,        // the goal is not reachable for this agent with these doors
  StartOutside,  // no place of the graph at the start
  GoalOutside,   // nor at the goal
  Refused,       // a point was not finite
};

// A corner of the path. From one to the next the way is straight (ground: straight seen from
// above, along the floor).
struct PathPoint {
  glm::dvec3 position{0.0};    // ground: on the floor; air: the agent's middle
  std::uint32_t cell = kNone;  // of the level, holds the position
  bool drops = false;          // ground: between the point before and this one is a ledge
};

struct NavPath {
  PathStatus status = PathStatus::NoPath;
  double length = 0.0;               // m, along the points
  std::vector<PathPoint> points;     // first the start, last the goal; empty unless Found
  std::vector<std::uint32_t> doors;  // that the path leads through, in order
  std::uint64_t doors_revision = 0;  // of the DoorStates it was made with
};

struct PathOptions {
  const DoorStates* doors = nullptr;  // nullptr: every door is open
  // of the level, where known: saves a search
  std::uint32_t from_cell = kNone;
  std::uint32_t to_cell = kNone;
};

// True where a door that the path leads through is closed now.
[[nodiscard]] PLAYSET_API bool is_blocked(const NavPath& path, const DoorStates& doors) noexcept;

}  // namespace playset
