// playset/level/sweep.h - thick bodies on their way through a level: which wall or closed door a
// moving sphere, capsule or box touches first.
//
// Use it for characters, flyers, cameras, thrown things: whatever has a size. A bullet without one
// is cheaper as a segment (level/level.h). Bodies see what they can reach: cells joined by portals
// that come nearer than the body's size; cells that only overlap in space are not seen. Seams
// between coplanar walls and rims of windows are not felt. A start that touches follows
// geom/ray_tests.h: t = 0 where the body comes nearer, no hit where it leaves or slides along.
// Units   metres; t is the fraction of the motion in [0, 1].
// Cost    the cells within reach; see docs/level.md. Nothing is allocated while no more than 256
//         cells are within reach of one motion.
// Threads const queries from any thread; DoorStates must not change during a batch.
// Ref     Nettle 2000, Fauerby 2003 (sphere and triangle); Gottschalk 1996 (boxes)
// See     level/overlap.h, level/level_world.h, docs/level.md, tests/level/sweep_test.cpp
#pragma once

#include <cstdint>
#include <span>

#include "playset/geom/ray_tests.h"
#include "playset/level/level.h"

namespace playset {

// A sphere's motion. 32 bytes.
struct SphereSweep {
  glm::vec3 from{0.0f};
  // the cell that holds `from`, a guess at it, or kNone: then it is located
  std::uint32_t cell = kNone;
  glm::vec3 to{0.0f};
  float radius = 0.5f;  // m, >= 0; 0 asks what a segment asks
};

// What a body met first. 40 bytes.
struct SweepHit {
  float t = 1.0f;              // 1 for End; the body fits at from + t * (to - from)
  std::uint32_t side = kNone;  // of the level, for Wall and Door
  std::uint32_t cell = kNone;  // that holds the body's centre at t
  // as of a segment; a body that is not finite, or has a negative size, is BadCell at t = 0
  HitKind kind = HitKind::End;
  bool started_in = false;  // touched or overlapped `side` at the start and came nearer; t is 0
  std::uint8_t reserved[2] = {};
  glm::vec3 point{0.0f};   // that was touched, on the wall; zero for End
  glm::vec3 normal{0.0f};  // unit, from that point towards the body; zero for End
};

[[nodiscard]] PLAYSET_API SweepHit sweep_sphere(const Level& level, const SphereSweep& sweep,
                                                const TraceOptions& options = {}) noexcept;

// The same for many: fastest, in any order. hits.size() == sweeps.size(). Bit-equal to one by one
// on every machine.
PLAYSET_API void sweep_spheres(const Level& level, std::span<const SphereSweep> sweeps,
                               std::span<SweepHit> hits, const TraceOptions& options = {}) noexcept;

// A capsule, and a box, that move without turning. `cell` guesses at the cell that holds the
// middle, which must lie in the level.
[[nodiscard]] PLAYSET_API SweepHit sweep_capsule(const Level& level, const Capsule& body,
                                                 glm::dvec3 motion, std::uint32_t cell = kNone,
                                                 const TraceOptions& options = {}) noexcept;
[[nodiscard]] PLAYSET_API SweepHit sweep_box(const Level& level, const OrientedBox& body,
                                             glm::dvec3 motion, std::uint32_t cell = kNone,
                                             const TraceOptions& options = {}) noexcept;

}  // namespace playset
