// Exact arithmetic on one ray: edge signs and crossings that never err, on integers of 2^-18 m.
//
// A double-precision test with an error bound answers nearly always; 128-bit integers answer the
// rest. A zero is decided by moving the ray's start by e*push0 + e^2*push1 + ... (Edelsbrunner and
// Muecke 1990), never by who asks.
#pragma once

#include <array>
#include <cstdint>

#include "playset/core/int128.h"
#include "playset/geom/grid.h"

namespace playset {

using Wide3 = std::array<std::int64_t, 3>;

// Components must keep |a| * |b| below 2^62.
[[nodiscard]] inline Wide3 cross(const Wide3& a, const Wide3& b) noexcept {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

[[nodiscard]] inline Int128 dot(const Wide3& a, const Wide3& b) noexcept {
  return multiply_64(a[0], b[0]) + multiply_64(a[1], b[1]) + multiply_64(a[2], b[2]);
}

// The segment from + t * dir, t in [0, 1], in 2^-18 m.
struct ExactRay {
  Wide3 from{};
  Wide3 dir{};
  std::array<Wide3, 4> push{};  // directions of the symbolic perturbation, most important first
  std::uint32_t ties = 0;       // signs decided by it so far
};

inline constexpr int kRayPerGrid = 1 << (kRayBits - kGridBits);

// Rounds metres to 2^-18 m. Requires inside_grid.
[[nodiscard]] Wide3 to_ray_units(glm::dvec3 metres) noexcept;
[[nodiscard]] glm::dvec3 from_ray_units(const Wide3& v) noexcept;

// Fills push: first towards `inside` (a point strictly inside the start cell) where given, then
// three fixed directions.
void set_push(ExactRay& ray, const GridPoint* inside) noexcept;

// Sign of dir . ((a - from) x (b - from)): which side of the line a->b the ray passes on. 0 only
// where a->b is parallel to dir. Callers pass the ends in the order of their vertex ids, so that
// every polygon round an edge gets the same answer.
[[nodiscard]] int edge_sign(ExactRay& ray, GridPoint a, GridPoint b) noexcept;

// A plane with integer normal, as seen by one ray: t = num / den.
struct Crossing {
  Int128 num;  // normal . (point - from)
  Int128 den;  // normal . dir
  Wide3 normal{};
};

// `normal` in grid steps squared (components below 2^55).
[[nodiscard]] Crossing cross_plane(const ExactRay& ray, const Wide3& normal,
                                   GridPoint point) noexcept;

// Order of two crossings along the perturbed ray: -1, 0 (the same plane), 1. Requires den != 0 in
// both.
[[nodiscard]] int compare_crossings(const ExactRay& ray, const Crossing& a,
                                    const Crossing& b) noexcept;

// Sign of t - 1, without perturbation. Requires den != 0.
[[nodiscard]] int sign_at_end(const Crossing& c) noexcept;

[[nodiscard]] double crossing_t(const Crossing& c) noexcept;

// Sign of normal . (p - point) for p in ray units.
[[nodiscard]] int plane_side(const Wide3& normal, GridPoint point, const Wide3& p) noexcept;

}  // namespace playset
