// playset/core/glm_layout.h - refuses the client's glm macros that change playset's types.
//
// A program built with other vector types than the library would link and then crash. GLM_FORCE_*
// macros that leave size, order and precision alone (SIZE_T_LENGTH, DEPTH_ZERO_TO_ONE, LEFT_HANDED,
// SILENT_WARNINGS, XYZW_ONLY, INLINE, ...) are welcome.
// Units / Cost / Threads: none, checks at compile time only; glm::vec3 alone, since every header
//       pays for it.
// See     tests/consumer, core/math.h (quaternions)
#pragma once

#include <glm/vec3.hpp>
#include <type_traits>

#if defined(GLM_FORCE_QUAT_DATA_WXYZ)
#error "playset: GLM_FORCE_QUAT_DATA_WXYZ is set, but quaternions are x, y, z, w here: remove it"
#endif
#if defined(GLM_FORCE_SINGLE_ONLY)
#error "playset: GLM_FORCE_SINGLE_ONLY is set, but glm::dvec3 is used here: remove it"
#endif
#if defined(GLM_FORCE_EXPLICIT_CTOR)
#error "playset: GLM_FORCE_EXPLICIT_CTOR is set, but vectors convert implicitly here: remove it"
#endif

namespace playset::glm_layout {

static_assert(
    sizeof(glm::vec3) == 12 && sizeof(glm::dvec3) == 24 && sizeof(glm::ivec3) == 12,
    "playset: GLM_FORCE_DEFAULT_ALIGNED_GENTYPES (or GLM_FORCE_ALIGNED) pads glm::vec3: remove it");
static_assert(alignof(glm::vec3) == 4 && alignof(glm::dvec3) == 8,
              "playset: GLM_FORCE_DEFAULT_ALIGNED_GENTYPES (or GLM_FORCE_ALIGNED) aligns glm's "
              "vectors: remove it");
static_assert(std::is_same_v<glm::vec3, glm::vec<3, float, glm::highp>>,
              "playset: GLM_FORCE_PRECISION_*_FLOAT changes the type of glm::vec3: remove it");
static_assert(std::is_same_v<glm::dvec3, glm::vec<3, double, glm::highp>>,
              "playset: GLM_FORCE_PRECISION_*_DOUBLE changes the type of glm::dvec3: remove it");
static_assert(std::is_same_v<glm::ivec3, glm::vec<3, int, glm::highp>>,
              "playset: GLM_FORCE_PRECISION_*_INT changes the type of glm::ivec3: remove it");

}  // namespace playset::glm_layout
