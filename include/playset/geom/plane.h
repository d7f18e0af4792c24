// playset/geom/plane.h - Plane: unit normal and offset in metres, for measuring. What decides
// topology is in predicates.h.
//
// Units   metres.
// Cost    a few flops.
// Threads plain values.
// See     geom/polygon.h (clipping), tests/geom/plane_test.cpp
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <span>

#include "playset/core/api.h"

namespace playset {

// The points p with dot(normal, p) = offset; the positive side is where the normal points.
struct Plane {
  glm::dvec3 normal{0.0, 1.0, 0.0};  // unit; zero where the points given had no plane
  double offset = 0.0;               // m
};

// Through three points, normal along (b-a)x(c-a). The normal is zero when they lie on a line.
[[nodiscard]] PLAYSET_API Plane plane_through(glm::dvec3 a, glm::dvec3 b, glm::dvec3 c) noexcept;

// Of a polygon that is planar or nearly so: Newell's normal, through the mean of the corners.
[[nodiscard]] PLAYSET_API Plane fit_plane(std::span<const glm::dvec3> polygon) noexcept;

// m, positive on the normal's side.
[[nodiscard]] inline double signed_distance(const Plane& plane, glm::dvec3 p) noexcept {
  return plane.normal.x * p.x + plane.normal.y * p.y + plane.normal.z * p.z - plane.offset;
}

[[nodiscard]] inline Plane flipped(const Plane& plane) noexcept {
  return {-plane.normal, -plane.offset};
}

// The point three planes share; nothing when two are parallel or all meet in a line (determinant
// below 1e-12).
[[nodiscard]] PLAYSET_API std::optional<glm::dvec3> meet(const Plane& a, const Plane& b,
                                                         const Plane& c) noexcept;

}  // namespace playset
