// Directions and points without libm: rejection from the square and cube, then a square root.
#include "playset/core/rng.h"

#include <cmath>

namespace playset {
namespace {

float dot(glm::vec2 v) noexcept { return v.x * v.x + v.y * v.y; }
float dot(glm::vec3 v) noexcept { return v.x * v.x + v.y * v.y + v.z * v.z; }

float signed_unit(Rng& rng) noexcept {
  return static_cast<float>(static_cast<std::int32_t>(rng.next_u32()) >> 8) * 0x1p-23f;
}

}  // namespace

glm::vec2 Rng::in_unit_disc() noexcept {
  glm::vec2 p{0.0f};
  do {
    p.x = signed_unit(*this);
    p.y = signed_unit(*this);
  } while (dot(p) > 1.0f);
  return p;
}

glm::vec3 Rng::in_unit_ball() noexcept {
  glm::vec3 p{0.0f};
  do {
    p.x = signed_unit(*this);
    p.y = signed_unit(*this);
    p.z = signed_unit(*this);
  } while (dot(p) > 1.0f);
  return p;
}

glm::vec2 Rng::unit_vec2() noexcept {
  glm::vec2 p{0.0f};
  do p = in_unit_disc();
  while (dot(p) < 1e-6f);  // too short to divide by; one draw in three million
  return p / std::sqrt(dot(p));
}

glm::vec3 Rng::unit_vec3() noexcept {
  glm::vec2 p{0.0f};
  do p = in_unit_disc();
  while (dot(p) >= 1.0f);
  const float s = dot(p);
  const float r = 2.0f * std::sqrt(1.0f - s);
  return {p.x * r, p.y * r, 1.0f - 2.0f * s};
}

}  // namespace playset
