// Quaternions from our own sines, and their change of axes.
#include "playset/core/rotation.h"

#include <cmath>

namespace playset {
namespace {

float dot3(glm::vec3 a, glm::vec3 b) noexcept { return a.x * b.x + a.y * b.y + a.z * b.z; }
float dot4(glm::quat a, glm::quat b) noexcept {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
glm::vec3 cross3(glm::vec3 a, glm::vec3 b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

glm::quat quat_of(glm::vec3 v, float w) noexcept { return glm::quat(w, v.x, v.y, v.z); }
glm::quat mixed(glm::quat a, float s, glm::quat b, float t) noexcept {
  return glm::quat(s * a.w + t * b.w, s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z);
}
glm::quat normalised(glm::quat q) noexcept {
  const float length = std::sqrt(dot4(q, q));
  return length > 0.0f ? mixed(q, 1.0f / length, q, 0.0f) : glm::quat(1, 0, 0, 0);
}

glm::dvec3 unit(glm::dvec3 v) noexcept { return v / std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

// A unit vector square to v, from the axis v has least of.
glm::vec3 any_perpendicular(glm::vec3 v) noexcept {
  const glm::vec3 size{std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)};
  glm::vec3 axis{0, 0, 1};
  if (size.x <= size.y && size.x <= size.z)
    axis = {1, 0, 0};
  else if (size.y <= size.z)
    axis = {0, 1, 0};
  const glm::vec3 p = cross3(v, axis);
  return p / std::sqrt(dot3(p, p));
}

}  // namespace

glm::quat rotation_about(glm::vec3 axis, float angle) noexcept {
  const SineCosine half = sine_cosine(0.5f * angle);
  return quat_of(axis * half.sine, half.cosine);
}

glm::quat rotation_between(glm::vec3 from, glm::vec3 to) noexcept {
  // The quaternion of the turn to the middle, twice. In double and normalised again, so that nearly
  // opposite vectors, whose sum is all rounding error in float, still find their plane.
  const glm::dvec3 a = unit(glm::dvec3(from));
  const glm::dvec3 sum = a + unit(glm::dvec3(to));
  if (!(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z > 1e-24))
    return quat_of(any_perpendicular(from), 0.0f);
  const glm::dvec3 m = unit(sum);
  const glm::dvec3 axis{a.y * m.z - a.z * m.y, a.z * m.x - a.x * m.z, a.x * m.y - a.y * m.x};
  return quat_of(glm::vec3(axis), static_cast<float>(a.x * m.x + a.y * m.y + a.z * m.z));
}

glm::quat slerp_rotation(glm::quat a, glm::quat b, float t) noexcept {
  if (dot4(a, b) < 0.0f) b = mixed(b, -1.0f, b, 0.0f);
  // The angle from the chord: acos of the dot product would lose small angles.
  const glm::quat difference = mixed(b, 1.0f, a, -1.0f);
  const glm::quat sum = mixed(b, 1.0f, a, 1.0f);
  const float angle =
      2.0f * arc_tangent(std::sqrt(dot4(difference, difference)), std::sqrt(dot4(sum, sum)));
  const float whole = sine(angle);
  if (whole < 1e-4f) return normalised(mixed(a, 1.0f - t, b, t));
  return normalised(mixed(a, sine((1.0f - t) * angle) / whole, b, sine(t * angle) / whole));
}

glm::vec3 rotate_vector(glm::quat rotation, glm::vec3 v) noexcept {
  const glm::vec3 axis{rotation.x, rotation.y, rotation.z};
  const glm::vec3 twice = 2.0f * cross3(axis, v);
  return v + rotation.w * twice + cross3(axis, twice);
}

float rotation_angle(glm::quat rotation) noexcept {
  const glm::vec3 axis{rotation.x, rotation.y, rotation.z};
  return 2.0f * arc_tangent(std::sqrt(dot3(axis, axis)), std::fabs(rotation.w));
}

glm::vec3 direction_of(YawPitch angles) noexcept {
  const SineCosine yaw = sine_cosine(angles.yaw);
  const SineCosine pitch = sine_cosine(angles.pitch);
  return {yaw.sine * pitch.cosine, pitch.sine, yaw.cosine * pitch.cosine};
}

YawPitch yaw_pitch_of(glm::vec3 direction) noexcept {
  const float flat = std::sqrt(direction.x * direction.x + direction.z * direction.z);
  if (flat == 0.0f) return {0.0f, arc_tangent(direction.y, 0.0f)};
  return {wrap_angle(arc_tangent(direction.x, direction.z)), arc_tangent(direction.y, flat)};
}

glm::quat rotation_of(YawPitch angles) noexcept {
  const SineCosine yaw = sine_cosine(0.5f * angles.yaw);
  const SineCosine pitch = sine_cosine(-0.5f * angles.pitch);  // up is a turn about -X
  return glm::quat(yaw.cosine * pitch.cosine, yaw.cosine * pitch.sine, yaw.sine * pitch.cosine,
                   -yaw.sine * pitch.sine);
}

// R' = P R P^-1: the axis goes through the map, and a mirror turns the sense of rotation round.
glm::quat rotation_from(const AxisMap& map, glm::quat theirs) noexcept {
  const glm::dvec3 axis = direction_from(map, {theirs.x, theirs.y, theirs.z});
  return quat_of((mirrors(map) ? -1.0f : 1.0f) * glm::vec3(axis), theirs.w);
}

glm::quat rotation_to(const AxisMap& map, glm::quat ours) noexcept {
  const glm::dvec3 axis = direction_to(map, {ours.x, ours.y, ours.z});
  return quat_of((mirrors(map) ? -1.0f : 1.0f) * glm::vec3(axis), ours.w);
}

}  // namespace playset
