// playset/geom/grid.h - the integer grid on which level geometry lies, so that topology is decided
// exactly.
//
// Vertices are multiples of 1/1024 m within +-16,384 m; the ends of a traced segment are rounded to
// 2^-18 m first.
// Units   GridPoint counts 1/1024 m steps; metres elsewhere.
// Cost    a few flops.
// Threads pure functions.
// See     docs/geom.md, geom/predicates.h, tests/geom/grid_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

#include "playset/core/api.h"

namespace playset {

inline constexpr int kGridBits = 10;             // fraction bits of a vertex coordinate
inline constexpr double kGridPerMetre = 1024.0;  // steps in one metre
inline constexpr double kMetresPerGrid = 1.0 / 1024.0;
inline constexpr std::int32_t kGridLimit = 16384 * 1024;  // |coordinate| <= this, in steps
inline constexpr int kRayBits = 18;                       // fraction bits of a segment's ends
inline constexpr double kLevelLimit = 16384.0;            // m

using GridPoint = glm::ivec3;

// True when all three coordinates are finite and within +-kLevelLimit.
[[nodiscard]] PLAYSET_API bool inside_grid(glm::dvec3 metres) noexcept;

// The same for a grid point.
[[nodiscard]] constexpr bool on_grid(GridPoint p) noexcept {
  return p.x >= -kGridLimit && p.x <= kGridLimit && p.y >= -kGridLimit && p.y <= kGridLimit &&
         p.z >= -kGridLimit && p.z <= kGridLimit;
}

// Nearest grid point, halves to even. Requires inside_grid(metres).
[[nodiscard]] PLAYSET_API GridPoint to_grid(glm::dvec3 metres) noexcept;

// Points from lo to hi, both of them within.
struct GridBox {
  GridPoint lo{0}, hi{0};
};

// True where they share a point.
[[nodiscard]] constexpr bool boxes_touch(const GridBox& a, const GridBox& b) noexcept {
  return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
         a.lo.z <= b.hi.z && b.lo.z <= a.hi.z;
}

// Exact.
[[nodiscard]] inline glm::dvec3 to_metres(GridPoint p) noexcept {
  return {p.x * kMetresPerGrid, p.y * kMetresPerGrid, p.z * kMetresPerGrid};
}

}  // namespace playset
