// playset/geom/distance.h - closest points of points, segments and triangles.
//
// The ground of sweeps, overlaps and probes. Degenerate input (a segment that is a point, a
// triangle that is a line) gives the answer of what it has become.
// Units   metres; distance2 is squared.
// Cost    10 to 60 ns.
// Threads pure functions.
// Ref     Ericson, Real-Time Collision Detection, 5.1; Lumelsky 1985 (segments)
// See     geom/ray_tests.h, tests/geom/distance_test.cpp
#pragma once

#include <array>
#include <glm/vec3.hpp>

#include "playset/core/api.h"

namespace playset {

using Triangle =
    std::array<glm::dvec3, 3>;  // counterclockwise seen from the side its normal points to

// Unit; zero for a triangle that is a line or a point (an angle below 1e-8 rad).
[[nodiscard]] PLAYSET_API glm::dvec3 triangle_normal(const Triangle& triangle) noexcept;

struct LineSegment {
  glm::dvec3 from{0.0};
  glm::dvec3 to{0.0};
};

// Closest points of two shapes and the square of their distance.
struct ClosestPoints {
  glm::dvec3 on_first{0.0};
  glm::dvec3 on_second{0.0};
  double distance2 = 0.0;
};

// The parameter in [0, 1] of the point of the segment nearest to p; 0 for a segment that is a
// point.
[[nodiscard]] PLAYSET_API double nearest_parameter(const LineSegment& segment,
                                                   glm::dvec3 p) noexcept;
[[nodiscard]] PLAYSET_API glm::dvec3 nearest_point(const LineSegment& segment,
                                                   glm::dvec3 p) noexcept;
[[nodiscard]] PLAYSET_API glm::dvec3 nearest_point(const Triangle& triangle, glm::dvec3 p) noexcept;

// Parallel segments give one of the closest pairs.
[[nodiscard]] PLAYSET_API ClosestPoints nearest_points(const LineSegment& a,
                                                       const LineSegment& b) noexcept;
// Distance 0 where they cross.
[[nodiscard]] PLAYSET_API ClosestPoints nearest_points(const LineSegment& segment,
                                                       const Triangle& triangle) noexcept;
[[nodiscard]] PLAYSET_API ClosestPoints nearest_points(const Triangle& a,
                                                       const Triangle& b) noexcept;

}  // namespace playset
