// playset/level/overlap.h - which walls and closed doors of a level a body overlaps, and by which
// way it gets out; and the wall nearest to a point.
//
// Use it to push a body out of what it stands in, to probe for ground, to place things. Not to
// move: a sweep (level/sweep.h) finds what is on the way. What a body reaches, seams and rims
// included, follows the same rules as there.
// Units   metres.
// Cost    the cells within reach; see docs/level.md. Nothing is allocated while there are no more
//         than 256 of them.
// Threads const queries from any thread; DoorStates must not change meanwhile.
// Ref     Ericson, Real-Time Collision Detection, 5.1
// See     level/sweep.h, docs/level.md, tests/level/overlap_test.cpp
#pragma once

#include <cstdint>
#include <span>

#include "playset/geom/ray_tests.h"
#include "playset/geom/world.h"
#include "playset/level/level.h"

namespace playset {

// All contacts, deepest first: moving the body by depth along normal ends that one; id is the side.
// Fills what fits into `contacts` and answers how many there are. `cell` guesses at the cell that
// holds the body's middle; a middle in no cell, or a body that is not finite, overlaps nothing.
PLAYSET_API std::size_t overlap_sphere(const Level& level, const Sphere& body,
                                       std::span<WorldContact> contacts, std::uint32_t cell = kNone,
                                       const TraceOptions& options = {}) noexcept;
PLAYSET_API std::size_t overlap_capsule(const Level& level, const Capsule& body,
                                        std::span<WorldContact> contacts,
                                        std::uint32_t cell = kNone,
                                        const TraceOptions& options = {}) noexcept;
PLAYSET_API std::size_t overlap_box(const Level& level, const OrientedBox& body,
                                    std::span<WorldContact> contacts, std::uint32_t cell = kNone,
                                    const TraceOptions& options = {}) noexcept;

// The nearest point of a wall or closed door, among those joined with the point's cell by portals
// that are nearer than it.
struct ClosestPoint {
  std::uint32_t side = kNone;  // of the level; kNone: nothing within max_distance
  double distance = 0.0;       // m
  glm::dvec3 point{0.0};       // on the wall
  glm::dvec3 normal{0.0};      // unit, from there to the asker; the wall's own where he is on it
};
[[nodiscard]] PLAYSET_API ClosestPoint closest_point(const Level& level, glm::dvec3 point,
                                                     double max_distance,
                                                     std::uint32_t cell = kNone,
                                                     const TraceOptions& options = {}) noexcept;

}  // namespace playset
