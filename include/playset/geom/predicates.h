// playset/geom/predicates.h - exact signs: which side of a line or plane a grid point is on, and
// how lines pass each other.
//
// Use these wherever a comparison decides topology; use plain doubles where a length is wanted.
// Every answer is exact for all points of the grid and all segment ends on the 2^-18 m lattice.
// Units   GridPoint: 1/1024 m steps; RayPoint: 2^-18 m steps. Signs are -1, 0, 1.
// Cost    2D 64-bit, 3D one to three 64 x 64 -> 128 products; no branches on the data.
// Threads pure functions.
// Ref     Shewchuk 1997 (the predicates); Platis and Theoharis 2003 (side product); Edelsbrunner
// and Muecke 1990 (perturbation) See     tests/geom/predicates_test.cpp, docs/geom.md
#pragma once

#include <array>
#include <cstdint>
#include <glm/ext/vector_int3_sized.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "playset/core/api.h"
#include "playset/core/int128.h"
#include "playset/geom/grid.h"

namespace playset {

using RayPoint = glm::i64vec3;    // an end of a segment
using GridVector = glm::i64vec3;  // a difference or cross product of grid points

// Nearest lattice point, halves to even, and a grid point as one. Requires inside_grid(metres).
[[nodiscard]] PLAYSET_API RayPoint to_ray_point(glm::dvec3 metres) noexcept;
[[nodiscard]] constexpr RayPoint to_ray_point(GridPoint p) noexcept {
  return RayPoint(p) * std::int64_t{256};
}

// b - a without overflow.
[[nodiscard]] constexpr GridVector grid_vector(GridPoint a, GridPoint b) noexcept {
  return GridVector(b) - GridVector(a);
}

// Requires components below 2^31 in size.
[[nodiscard]] constexpr GridVector cross_grid(GridVector a, GridVector b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] constexpr Int128 dot_wide(GridVector a, GridVector b) noexcept {
  return multiply_64(a.x, b.x) + multiply_64(a.y, b.y) + multiply_64(a.z, b.z);
}
[[nodiscard]] constexpr int sign_64(std::int64_t a) noexcept { return (a > 0) - (a < 0); }

// (b-a) x (c-a): twice the signed area; positive when a, b, c turn left.
[[nodiscard]] constexpr std::int64_t area2(glm::ivec2 a, glm::ivec2 b, glm::ivec2 c) noexcept {
  const std::int64_t ux = std::int64_t{b.x} - a.x, uy = std::int64_t{b.y} - a.y;
  const std::int64_t vx = std::int64_t{c.x} - a.x, vy = std::int64_t{c.y} - a.y;
  return ux * vy - uy * vx;
}
[[nodiscard]] constexpr int orient2d(glm::ivec2 a, glm::ivec2 b, glm::ivec2 c) noexcept {
  return sign_64(area2(a, b, c));
}

// Six times the signed volume of a, b, c, d; positive when d lies on the side (b-a)x(c-a) points
// to.
[[nodiscard]] constexpr Int128 volume6(GridPoint a, GridPoint b, GridPoint c,
                                       GridPoint d) noexcept {
  return dot_wide(cross_grid(grid_vector(a, b), grid_vector(a, c)), grid_vector(a, d));
}
[[nodiscard]] constexpr int orient3d(GridPoint a, GridPoint b, GridPoint c, GridPoint d) noexcept {
  return sign_of(volume6(a, b, c, d));
}
// The same with a segment's end for d.
[[nodiscard]] constexpr int orient3d(GridPoint a, GridPoint b, GridPoint c, RayPoint d) noexcept {
  return sign_of(dot_wide(cross_grid(grid_vector(a, b), grid_vector(a, c)), d - to_ray_point(a)));
}

// How the line from `from` along `to - from` passes the line a-b: the sign of (to-from) . ((a-from)
// x (b-from)). Swapping a and b flips it; 0 when the lines meet or are parallel.
[[nodiscard]] constexpr int line_side(RayPoint from, RayPoint to, GridPoint a,
                                      GridPoint b) noexcept {
  // (a-o) x (b-o) = (a-o) x (b-a); with b-a left in grid steps (1/256 of the scale) this fits 64
  // bits.
  const GridVector moment = cross_grid(to_ray_point(a) - from, grid_vector(a, b));
  return sign_of(dot_wide(to - from, moment));
}

[[nodiscard]] constexpr bool collinear(GridPoint a, GridPoint b, GridPoint c) noexcept {
  const GridVector n = cross_grid(grid_vector(a, b), grid_vector(a, c));
  return n.x == 0 && n.y == 0 && n.z == 0;
}
// True when p lies on the segment a-b between its ends, ends excluded.
[[nodiscard]] PLAYSET_API bool strictly_between(GridPoint a, GridPoint b, GridPoint p) noexcept;

// orient3d of points[i[0..3]] that is never 0: points are thought to be moved by infinitesimal
// amounts that depend on their index alone, so that all answers about one set of points fit
// together. Requires four different indices.
[[nodiscard]] PLAYSET_API int orient3d_perturbed(
    const std::array<GridPoint, 4>& points, const std::array<std::uint32_t, 4>& indices) noexcept;

// The axis of n's largest component (the lowest of equals), and a point without that axis. The two
// that remain are in cyclic order, so that a polygon that turns left about n turns left in 2D when
// n[axis] > 0, and right otherwise.
[[nodiscard]] PLAYSET_API int dominant_axis(GridVector n) noexcept;
[[nodiscard]] constexpr glm::ivec2 drop_axis(GridPoint p, int axis) noexcept {
  return axis == 0 ? glm::ivec2(p.y, p.z) : axis == 1 ? glm::ivec2(p.z, p.x) : glm::ivec2(p.x, p.y);
}

}  // namespace playset
