// playset/scaffold/cub_shape.h - measure_cub: says whether a cub is convex, bent, concave, flat,
// inverted or broken.
//
// While editing any shape is allowed and shown with its grade; build_cells refuses Concave, Flat,
// Inverted and Broken ones.
// Units   metres.
// Cost    at most 12 triangles against 8 corners; no allocation.
// Threads pure functions.
// Ref     dxx-rebirth (sides that bend); Johnen et al., arXiv 1706.01613 (valid hexahedra)
// See     scaffold/build_cells.h, tests/scaffold/cub_shape_test.cpp
#pragma once

#include "playset/scaffold/scaffold.h"

namespace playset {

enum class CubGrade : std::uint8_t {
  Good,      // convex, all sides planar
  Bent,      // convex with its bent sides bulging outwards; the exact trace handles bent sides
  Concave,   // a corner lies outside another side
  Flat,      // no volume
  Inverted,  // negative volume: its sides look outwards
  Broken,    // a missing vertex, a side with one twice, or fewer than four sides
};

// "good", "bent", ...
[[nodiscard]] PLAYSET_API const char* cub_grade_name(CubGrade grade) noexcept;

// Bends and corners outside up to this count as the grid's rounding.
inline constexpr double kCubTolerance = 1.5 * kMetresPerGrid;

struct CubShape {
  CubGrade grade = CubGrade::Good;
  std::uint32_t side =
      0;  // the worst one: bent most (Bent), with a corner outside (Concave), broken (Broken)
  double depth = 0.0;   // m: how far out of plane (Bent), or outside (Concave)
  double volume = 0.0;  // m3; bent sides count as fans from their first corner
};

[[nodiscard]] PLAYSET_API CubShape measure_cub(const Scaffold& scaffold,
                                               const ScaffoldCub& cub) noexcept;

// The same where the places of its corners are at hand (all exist, on the grid).
[[nodiscard]] PLAYSET_API CubShape
measure_cub(const ScaffoldCub& cub, const std::array<GridPoint, kCubCorners>& corners) noexcept;

}  // namespace playset
