// playset/level/level_world.h - LevelWorld: levels placed in one space, as one World.
//
// A ship inside a station, a lift that moves: each level keeps its own coordinates and stands where
// a Placement puts it. Use it wherever a system asks for a World. For batches in one level,
// bring the rays into its space (to_level) once and call trace_segments: that is the fast way.
//
// A point belongs to the level placed last of those that hold it, so place the station first and
// the ship after it. A trace is answered by the level that holds its start; it never leaves that
// level.
//
// Units   metres, level and world alike: placements are rigid.
// Cost    one locate per level from the last to the first, then one exact trace, sweep or overlap.
// Threads const queries from any thread while nothing is placed or moved.
// See     geom/world.h, level/level.h, docs/level.md, tests/level/level_world_test.cpp
#pragma once

#include <vector>

#include "playset/geom/world.h"
#include "playset/level/level.h"

namespace playset {

// Where a level stands: world = origin + x * p.x + y * p.y + z * p.z for a point p of the level.
// The axes are orthonormal and right-handed.
struct Placement {
  glm::dvec3 x{1.0, 0.0, 0.0};
  glm::dvec3 y{0.0, 1.0, 0.0};
  glm::dvec3 z{0.0, 0.0, 1.0};
  glm::dvec3 origin{0.0};
};

// The first broken rule (finite, unit, perpendicular, right-handed, each within 1e-6), or nullptr.
[[nodiscard]] PLAYSET_API const char* check_placement(const Placement& placement) noexcept;

[[nodiscard]] PLAYSET_API glm::dvec3 to_level(const Placement& placement,
                                              glm::dvec3 world) noexcept;
[[nodiscard]] PLAYSET_API glm::dvec3 to_world(const Placement& placement,
                                              glm::dvec3 level) noexcept;

class PLAYSET_API LevelWorld {
 public:
  // Adds a level on top of those before; returns its number. `doors` may be nullptr (all open) and
  // must outlive the world. Requires a placement that check_placement accepts.
  std::uint32_t place(Level level, const Placement& placement = {},
                      const DoorStates* doors = nullptr);

  // Moves a placed level. Requires its number, and a placement that check_placement accepts.
  void move(std::uint32_t number, const Placement& placement) noexcept;

  struct Holder {
    std::uint32_t level = kNone;  // number given by place; kNone outside all
    std::uint32_t cell = kNone;
  };
  // Which level, and which of its cells, holds a point of the world.
  [[nodiscard]] Holder locate(glm::dvec3 world) const noexcept;

  // The first wall or closed door; id is the side in the level that holds the start.
  [[nodiscard]] WorldHit trace(const LineSegment& path) const noexcept;

  // The same for a capsule, in the level that holds its middle; and what it overlaps there, deepest
  // first: fills what fits and answers how many there are.
  [[nodiscard]] WorldHit sweep(const Capsule& body, glm::dvec3 motion) const noexcept;
  [[nodiscard]] std::size_t overlap(const Capsule& body,
                                    std::span<WorldContact> contacts) const noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(placed_.size());
  }
  [[nodiscard]] const Level& level(std::uint32_t number) const noexcept;
  [[nodiscard]] const Placement& placement(std::uint32_t number) const noexcept;

 private:
  struct Placed {
    Level level;
    Placement placement;
    const DoorStates* doors = nullptr;
  };
  std::vector<Placed> placed_;
};

static_assert(World<LevelWorld>);

}  // namespace playset
