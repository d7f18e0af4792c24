// playset/core/axes.h - AxisMap: points and directions to and from other engines' spaces.
//
// playset: right-handed, +Y up, characters face +Z, metres. A map is a signed permutation of the
// axes and a scale.
// Units   metres_per_unit: metres in one unit of the other space.
// Cost    three multiplications.
// Threads plain values.
// See     tests/core/axes_test.cpp
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>

#include "playset/core/api.h"
#include "playset/core/glm_layout.h"

namespace playset {

// ours[i] = sign(from[i]) * theirs[|from[i]| - 1] * metres_per_unit. Entries are a permutation of
// 1, 2, 3 with signs.
struct AxisMap {
  std::array<std::int8_t, 3> from = {1, 2, 3};
  double metres_per_unit = 1.0;  // > 0
};

// A point of the other space in playset metres, and back. The two undo each other exactly for
// scales that are powers of two.
[[nodiscard]] PLAYSET_API glm::dvec3 point_from(const AxisMap& map, glm::dvec3 theirs) noexcept;
[[nodiscard]] PLAYSET_API glm::dvec3 point_to(const AxisMap& map, glm::dvec3 ours) noexcept;

// The same for directions and normals: no scale.
[[nodiscard]] PLAYSET_API glm::dvec3 direction_from(const AxisMap& map, glm::dvec3 theirs) noexcept;
[[nodiscard]] PLAYSET_API glm::dvec3 direction_to(const AxisMap& map, glm::dvec3 ours) noexcept;

// True where the map mirrors (left-handed sources): polygon winding must be reversed.
[[nodiscard]] PLAYSET_API bool mirrors(const AxisMap& map) noexcept;

inline constexpr AxisMap kPlaysetAxes{};
inline constexpr AxisMap kUnrealAxes{{-2, 3, 1},
                                     0.01};  // theirs: +X forward, +Y right, +Z up, cm, left-handed
inline constexpr AxisMap kUnityAxes{{-1, 2, 3},
                                    1.0};  // theirs: +X right, +Y up, +Z forward, left-handed
inline constexpr AxisMap kGodotAxes{{-1, 2, -3},
                                    1.0};  // theirs: +X right, +Y up, -Z forward, right-handed
inline constexpr AxisMap kDescentAxes{{-1, 2, 3},
                                      1.0};  // theirs: +X right, +Y up, +Z forward, left-handed
inline constexpr AxisMap kDoomAxes{
    {1, 3, -2}, 1.0 / 32};  // theirs: +X east, +Y north, +Z up, right-handed; 32 units a metre

}  // namespace playset
