// scenes/to_float.h - rounding to float that is done.
//
// g++ 12 turns glm::dvec3(glm::vec3(p)) into p where it vectorises the two (-fno-tree-slp-vectorize
// does not); other compilers round. What must be the same everywhere is rounded by this.
#pragma once

#include <glm/vec3.hpp>

namespace playset {

[[nodiscard]] inline glm::vec3 to_float(glm::dvec3 p) noexcept {
  const volatile float x = static_cast<float>(p.x), y = static_cast<float>(p.y),
                       z = static_cast<float>(p.z);
  return {x, y, z};
}

}  // namespace playset
