// playset/geom/curves.h - cubic Bezier curves and Catmull-Rom splines: place, slope, split, bounds,
// length, constant speed.
//
// Paths of missiles, cameras and trails. For a frame that does not roll along the curve see
// geom/frames.h.
// Units   metres; t in [0, 1] and clamped to it; distances along the curve in metres.
// Cost    5 ns a point; build_arc_length 50 ns a segment; parameter_at 150 ns. Builders allocate.
// Threads plain values.
// Ref     Farin, Curves and Surfaces for CAGD; Barry and Goldman 1988, Yuksel et al. 2011
//         (Catmull-Rom)
// See     geom/frames.h, tests/geom/curves_test.cpp
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "playset/core/api.h"

namespace playset {

// B(t) = u^3 p0 + 3 u^2 t p1 + 3 u t^2 p2 + t^3 p3, u = 1 - t.
struct CubicBezier {
  glm::dvec3 p0{0.0};
  glm::dvec3 p1{0.0};
  glm::dvec3 p2{0.0};
  glm::dvec3 p3{0.0};
};

[[nodiscard]] PLAYSET_API glm::dvec3 curve_point(const CubicBezier& curve, double t) noexcept;

// d/dt; per second after division by the duration.
[[nodiscard]] PLAYSET_API glm::dvec3 curve_derivative(const CubicBezier& curve, double t) noexcept;
[[nodiscard]] PLAYSET_API glm::dvec3 curve_second_derivative(const CubicBezier& curve,
                                                             double t) noexcept;

// Unit direction of travel, also where the derivative is zero: control points that coincide are
// skipped, and at a cusp it is the direction in which the curve leaves (at t = 1: arrives). Zero
// when all four points coincide: keep what you had.
[[nodiscard]] PLAYSET_API glm::dvec3 curve_tangent(const CubicBezier& curve, double t) noexcept;

// The parts before and after t, each over its own [0, 1] (de Casteljau).
[[nodiscard]] PLAYSET_API std::array<CubicBezier, 2> split_curve(const CubicBezier& curve,
                                                                 double t) noexcept;

// The smallest axis-aligned box.
struct CurveBounds {
  glm::dvec3 low{0.0};
  glm::dvec3 high{0.0};
};
[[nodiscard]] PLAYSET_API CurveBounds curve_bounds(const CubicBezier& curve) noexcept;

// Distances from the start at evenly spaced t; made once per curve, for motion at constant speed.
struct ArcLength {
  std::vector<double>
      distance;  // m; distance[i] belongs to t = i / (size - 1); ascending, starts with 0
  [[nodiscard]] double length() const noexcept { return distance.empty() ? 0.0 : distance.back(); }
};

// More segments are needed only near cusps: with 16 the length of a smooth curve is right to 1e-7
// of itself. At least 1.
[[nodiscard]] PLAYSET_API ArcLength build_arc_length(const CubicBezier& curve,
                                                     std::uint32_t segments = 16);

// The t that lies `distance` metres along the curve, clamped to its ends; within 1e-6 of the
// length.
[[nodiscard]] PLAYSET_API double parameter_at(const CubicBezier& curve, const ArcLength& table,
                                              double distance) noexcept;

// elapsed / duration in [0, 1]; a duration of 0 or less (or not finite) means arrived: 1.
[[nodiscard]] PLAYSET_API double curve_progress(double elapsed, double duration) noexcept;

// How far apart in t the points of a Catmull-Rom spline are: evenly; by the root of their distance
// (no loops or cusps within a segment); by their distance.
enum class KnotSpacing : std::uint8_t { Uniform, Centripetal, Chordal };

// The curve from b to c, with a and d before and after. Points that coincide make no NaN.
[[nodiscard]] PLAYSET_API CubicBezier
catmull_rom(glm::dvec3 a, glm::dvec3 b, glm::dvec3 c, glm::dvec3 d,
            KnotSpacing spacing = KnotSpacing::Centripetal) noexcept;

// One curve between each two points (and from the last to the first when closed), joined with equal
// tangents. An open spline starts and ends as if the next point were mirrored. Fewer than two
// points give none.
[[nodiscard]] PLAYSET_API std::vector<CubicBezier> build_spline(
    std::span<const glm::dvec3> points, bool closed = false,
    KnotSpacing spacing = KnotSpacing::Centripetal);

}  // namespace playset
