// src/core/is_finite.h - whether all of a vector is finite: asked of what callers hand in.
#pragma once

#include <cmath>
#include <glm/vec3.hpp>

namespace playset {

[[nodiscard]] inline bool is_finite(glm::vec3 v) noexcept {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
[[nodiscard]] inline bool is_finite(glm::dvec3 v) noexcept {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace playset
