// playset/geom/world.h - World: what motion, camera and pose ask of their surroundings, whoever
// answers.
//
// Write systems against the concepts, not against a level: a level, a few triangles (TriangleWorld)
// or your engine's physics can answer. Rules of an answer are those of geom/ray_tests.h: a start
// that touches blocks only what comes nearer.
// Units   metres; t is the fraction of the path or motion.
// Cost    the world's.
// Threads const queries from any thread.
// See     geom/ray_tests.h, tests/geom/world_test.cpp
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/geom/cell_complex.h"
#include "playset/geom/ray_tests.h"

namespace playset {

enum class WorldHitKind : std::uint8_t {
  None,     // nothing on the way: t is 1
  Surface,  // wall, floor, ceiling
  Door,     // a closed door
  Object,   // something that moves
  Outside,  // the start lies where the world is not
  Refused,  // the query was not finite
};

struct WorldHit {
  double t = 1.0;
  glm::dvec3 point{0.0};     // of what was hit
  glm::dvec3 normal{0.0};    // unit, towards the asker
  std::uint32_t id = kNone;  // the world's own: side of a level, triangle, object
  WorldHitKind kind = WorldHitKind::None;
  bool started_in = false;  // touched or overlapped at the start; t is 0
};

// One thing a body overlaps: moving the body by depth along normal ends that overlap.
struct WorldContact {
  glm::dvec3 point{0.0};
  glm::dvec3 normal{
      0.0};  // unit, towards the body; zero where the body's axis passes through the surface
  double depth = 0.0;  // m, > 0
  std::uint32_t id = kNone;
};

// trace: what a point meets first.
template <typename W>
concept TraceWorld = requires(const W& world, const LineSegment& path) {
  { world.trace(path) }
  noexcept->std::same_as<WorldHit>;
};

// sweep: what a capsule meets first. overlap: what it overlaps, deepest first; fills what fits into
// the span and returns how many there are.
template <typename W>
concept World = TraceWorld<W> && requires(const W& world, const Capsule& body, glm::dvec3 motion,
                                          std::span<WorldContact> contacts) {
  { world.sweep(body, motion) }
  noexcept->std::same_as<WorldHit>;
  { world.overlap(body, contacts) }
  noexcept->std::same_as<std::size_t>;
};

// A World of a few hundred triangles without any index: test scenes, props, and the oracle of
// faster worlds.
class PLAYSET_API TriangleWorld {
 public:
  TriangleWorld() = default;
  explicit TriangleWorld(std::vector<Triangle> triangles) : triangles_(std::move(triangles)) {}

  [[nodiscard]] std::span<const Triangle> triangles() const noexcept { return triangles_; }
  [[nodiscard]] WorldHit trace(const LineSegment& path) const noexcept;
  [[nodiscard]] WorldHit sweep(const Capsule& body, glm::dvec3 motion) const noexcept;
  [[nodiscard]] std::size_t overlap(const Capsule& body,
                                    std::span<WorldContact> contacts) const noexcept;

 private:
  std::vector<Triangle> triangles_;
};

static_assert(World<TriangleWorld>);

}  // namespace playset
