// playset/core/math.h - glm as playset uses it; sines, powers, angles with equal bits everywhere.
//
// libm's results differ between processors and versions, so library code calls these instead; glm
// functions that use libm (rotate, slerp, angleAxis, ...) are out as well: see core/rotation.h. The
// names differ from libm's on purpose: a forgotten include is an error, not another result.
// Space   right-handed, +Y up, characters face +Z so that +X is their left; column vectors;
//         quaternions x, y, z, w in memory.
// Units   radians.
// Cost    float 4 to 15 ns, double 5 to 15 ns; powers and sines beyond 1e6 25 to 35 ns. Never
//         allocates.
// Threads pure functions.
// Ref     W. Cody, W. Waite, "Software Manual for the Elementary Functions", 1980; M. Payne, R.
//         Hanek, "Radian reduction for trigonometric functions", 1983; P. Tang, "Table-driven
//         implementation of the exponential function", 1989; T. Dekker, "A floating-point technique
//         for extending the available precision", 1971
// See     tests/core/math_test.cpp, core/rotation.h
#pragma once

#include <cstddef>
#include <glm/ext/quaternion_float.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "playset/core/api.h"
#include "playset/core/glm_layout.h"

namespace playset {

static_assert(alignof(glm::vec2) == 4 && alignof(glm::vec4) == 4,
              "playset: GLM_FORCE_DEFAULT_ALIGNED_GENTYPES (or GLM_FORCE_ALIGNED) aligns glm's "
              "vectors: remove it");
static_assert(sizeof(glm::quat) == 16 && alignof(glm::quat) == 4,
              "playset: GLM_FORCE_DEFAULT_ALIGNED_GENTYPES (or GLM_FORCE_ALIGNED) aligns "
              "glm::quat: remove it");
static_assert(offsetof(glm::quat, x) == 0 && offsetof(glm::quat, w) == 12,
              "playset: GLM_FORCE_QUAT_DATA_WXYZ reorders glm::quat: remove it");

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kTwoPi = 6.28318530717958647693;
inline constexpr double kHalfPi = 1.57079632679489661923;

[[nodiscard]] constexpr float to_radians(float degrees) noexcept {
  return degrees * static_cast<float>(kPi / 180.0);
}
[[nodiscard]] constexpr double to_radians(double degrees) noexcept {
  return degrees * (kPi / 180.0);
}
[[nodiscard]] constexpr float to_degrees(float radians) noexcept {
  return radians * static_cast<float>(180.0 / kPi);
}
[[nodiscard]] constexpr double to_degrees(double radians) noexcept {
  return radians * (180.0 / kPi);
}

struct SineCosine {
  float sine = 0.0f;
  float cosine = 1.0f;
};
struct SineCosineDouble {
  double sine = 0.0;
  double cosine = 1.0;
};

// Within 1 ulp for every finite argument, however large; infinities and NaN give NaN.
[[nodiscard]] PLAYSET_API float sine(float x) noexcept;
[[nodiscard]] PLAYSET_API double sine(double x) noexcept;
[[nodiscard]] PLAYSET_API float cosine(float x) noexcept;
[[nodiscard]] PLAYSET_API double cosine(double x) noexcept;
// Both for the price of one; the same bits as each alone.
[[nodiscard]] PLAYSET_API SineCosine sine_cosine(float x) noexcept;
[[nodiscard]] PLAYSET_API SineCosineDouble sine_cosine(double x) noexcept;
// Within 1.2 ulp.
[[nodiscard]] PLAYSET_API float tangent(float x) noexcept;
[[nodiscard]] PLAYSET_API double tangent(double x) noexcept;

// Within 2 ulp. arc_sine and arc_cosine give NaN outside [-1, 1].
[[nodiscard]] PLAYSET_API float arc_sine(float x) noexcept;
[[nodiscard]] PLAYSET_API double arc_sine(double x) noexcept;
[[nodiscard]] PLAYSET_API float arc_cosine(float x) noexcept;
[[nodiscard]] PLAYSET_API double arc_cosine(double x) noexcept;
[[nodiscard]] PLAYSET_API float arc_tangent(float x) noexcept;
[[nodiscard]] PLAYSET_API double arc_tangent(double x) noexcept;
// The angle of the point (x, y) in [-pi, pi]; zeros and infinities as in IEEE 754 (C Annex F)
// atan2.
[[nodiscard]] PLAYSET_API float arc_tangent(float y, float x) noexcept;
[[nodiscard]] PLAYSET_API double arc_tangent(double y, double x) noexcept;

// Within 1 ulp; overflow gives infinity, underflow 0 or a subnormal. logarithm: of 0 -infinity, of
// negative numbers NaN.
[[nodiscard]] PLAYSET_API float exponential(float x) noexcept;
[[nodiscard]] PLAYSET_API double exponential(double x) noexcept;
[[nodiscard]] PLAYSET_API float logarithm(float x) noexcept;
[[nodiscard]] PLAYSET_API double logarithm(double x) noexcept;
// base^exponent within 1 ulp; special cases as in IEEE 754 (C Annex F) pow: power(x, 0) = power(1,
// y) = 1 even for NaN.
[[nodiscard]] PLAYSET_API float power(float base, float exponent) noexcept;
[[nodiscard]] PLAYSET_API double power(double base, double exponent) noexcept;

// The same direction in (-pi, pi]; exact where x lies there already, correct for any size. NaN for
// infinities and NaN.
[[nodiscard]] PLAYSET_API float wrap_angle(float x) noexcept;
[[nodiscard]] PLAYSET_API double wrap_angle(double x) noexcept;
// The short way round from one direction to the other, in (-pi, pi].
[[nodiscard]] PLAYSET_API float angle_between(float from, float to) noexcept;
[[nodiscard]] PLAYSET_API double angle_between(double from, double to) noexcept;

// a at 0 and b at 1, both exactly; t is not clamped.
[[nodiscard]] constexpr float lerp(float a, float b, float t) noexcept {
  return a * (1.0f - t) + b * t;
}
[[nodiscard]] constexpr double lerp(double a, double b, double t) noexcept {
  return a * (1.0 - t) + b * t;
}
// Into [0, 1]; NaN gives 0.
[[nodiscard]] constexpr float saturate(float x) noexcept {
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}
[[nodiscard]] constexpr double saturate(double x) noexcept {
  return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
}

}  // namespace playset
