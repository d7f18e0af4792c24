// playset/geom/ray_tests.h - rays and moving spheres and capsules against single shapes: where they
// touch first.
//
// Building blocks for worlds, bullets and cameras; whole levels are traced by level/level.h. A path
// is a segment: t runs from 0 at `from` to 1 at `to`. trace_x moves a point, sweep_x a shape. Start
// inside: trace_x of a solid hits at t = 0. sweep_x of a shape that overlaps or touches hits at t =
// 0 when it moves nearer and passes when it moves away, so that a body can leave what it stands in.
// Paths that are not finite hit nothing.
// Units   metres.
// Cost    5 to 30 ns a trace, 0.15 us a swept sphere, 1 us a swept capsule; see bench/geom.
// Threads pure functions.
// Ref     Ericson, Real-Time Collision Detection, 5.3 and 5.5; Nettle 2000, Fauerby 2003 (sphere
//         and triangle)
// See     geom/distance.h, tests/geom/ray_tests_test.cpp
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <optional>

#include "playset/core/api.h"
#include "playset/geom/distance.h"
#include "playset/geom/plane.h"

namespace playset {

struct Sphere {
  glm::dvec3 center{0.0};
  double radius = 0.5;  // m, >= 0
};

// All points within `radius` of the segment.
struct Capsule {
  LineSegment axis;
  double radius = 0.5;  // m, >= 0
};

// Axis-aligned.
struct Box {
  glm::dvec3 low{0.0};
  glm::dvec3 high{0.0};  // >= low
};

// A box in any pose. The axes are unit, perpendicular and right-handed.
struct OrientedBox {
  glm::dvec3 center{0.0};
  std::array<glm::dvec3, 3> axes = {glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1)};
  glm::dvec3 half{0.5};  // m along each axis, >= 0
};

struct ShapeHit {
  double t = 0.0;           // fraction of the path
  glm::dvec3 point{0.0};    // of the shape that stands still
  glm::dvec3 normal{0.0};   // unit, from that shape towards what moves; zero where nothing moves
  bool started_in = false;  // t is 0 because the start was inside or touching
};

// Planes and triangles have two sides; the normal is on the start's.
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> trace_plane(const LineSegment& path,
                                                              const Plane& plane) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> trace_triangle(const LineSegment& path,
                                                                 const Triangle& triangle) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> trace_sphere(const LineSegment& path,
                                                               const Sphere& sphere) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> trace_capsule(const LineSegment& path,
                                                                const Capsule& capsule) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> trace_box(const LineSegment& path,
                                                            const Box& box) noexcept;

// A sphere whose centre moves along the path.
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> sweep_sphere(const LineSegment& path,
                                                               double radius,
                                                               const Plane& plane) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> sweep_sphere(const LineSegment& path,
                                                               double radius,
                                                               const Triangle& triangle) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> sweep_sphere(const LineSegment& path,
                                                               double radius,
                                                               const Sphere& sphere) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> sweep_sphere(const LineSegment& path,
                                                               double radius,
                                                               const Capsule& capsule) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> sweep_sphere(const LineSegment& path,
                                                               double radius,
                                                               const Box& box) noexcept;

// A capsule that moves by `motion` without turning.
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> sweep_capsule(const Capsule& moving,
                                                                glm::dvec3 motion,
                                                                const Plane& plane) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> sweep_capsule(const Capsule& moving,
                                                                glm::dvec3 motion,
                                                                const Triangle& triangle) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> sweep_capsule(const Capsule& moving,
                                                                glm::dvec3 motion,
                                                                const Sphere& sphere) noexcept;
[[nodiscard]] PLAYSET_API std::optional<ShapeHit> sweep_capsule(const Capsule& moving,
                                                                glm::dvec3 motion,
                                                                const Capsule& capsule) noexcept;

}  // namespace playset
