// src/nav/velocity_choice.h - the velocity nearest to a wish that half-spaces and a top speed allow.
//
// Incremental linear programmes as in ORCA: 2D for agents on the ground, 3D in the air. Where
// nothing satisfies all, the soft ones are violated by as little as possible, the hard ones never.
#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <span>

namespace playset {

// Allows v where dot(n, v) >= d.
struct HalfSpace {
  glm::vec3 n{0.0f};  // unit; flat: y is 0
  float d = 0.0f;
};

inline constexpr std::size_t kMostHalfSpaces = 32;

// The first `hard` spaces must have d <= 0, so that standing still satisfies them. At most
// kMostHalfSpaces.
[[nodiscard]] glm::vec3 choose_velocity_flat(std::span<const HalfSpace> spaces, std::size_t hard,
                                             float max_speed, glm::vec3 wish) noexcept;
[[nodiscard]] glm::vec3 choose_velocity(std::span<const HalfSpace> spaces, std::size_t hard,
                                        float max_speed, glm::vec3 wish) noexcept;

}  // namespace playset
