// playset/core/rotation.h - rotations without libm; yaw and pitch; other engines' quaternions.
//
// glm's angleAxis, rotate, slerp and eulerAngles call libm, whose bits differ by machine; these do
// not.
// Units   radians; quaternions are of unit length unless said otherwise. Yaw turns about +Y, 0
//         faces +Z, positive turns left (towards +X); pitch is positive upwards.
// Cost    10 to 60 ns.
// Threads pure functions.
// Ref     K. Shoemake, "Animating rotation with quaternion curves", 1985
// See     tests/core/rotation_test.cpp, core/axes.h
#pragma once

#include "playset/core/axes.h"
#include "playset/core/math.h"

namespace playset {

// A turn by `angle` about `axis` (unit length), counterclockwise seen with the axis pointing at the
// viewer.
[[nodiscard]] PLAYSET_API glm::quat rotation_about(glm::vec3 axis, float angle) noexcept;

// The shortest turn that takes unit vector `from` to `to`; about any perpendicular axis where they
// are opposite.
[[nodiscard]] PLAYSET_API glm::quat rotation_between(glm::vec3 from, glm::vec3 to) noexcept;

// From a at 0 to b at 1 at constant angular speed, the short way round; t is not clamped.
[[nodiscard]] PLAYSET_API glm::quat slerp_rotation(glm::quat a, glm::quat b, float t) noexcept;

// The vector turned; as q * v, with the same bits everywhere.
[[nodiscard]] PLAYSET_API glm::vec3 rotate_vector(glm::quat rotation, glm::vec3 v) noexcept;

// The turn back.
[[nodiscard]] inline glm::quat inverse_rotation(glm::quat q) noexcept {
  return glm::quat(q.w, -q.x, -q.y, -q.z);
}

// The angle of the turn, in [0, pi], well conditioned for tiny angles too.
[[nodiscard]] PLAYSET_API float rotation_angle(glm::quat rotation) noexcept;

struct YawPitch {
  float yaw = 0.0f;    // rad, (-pi, pi]
  float pitch = 0.0f;  // rad, [-pi/2, pi/2]
};

[[nodiscard]] PLAYSET_API glm::vec3 direction_of(YawPitch angles) noexcept;  // unit length
[[nodiscard]] PLAYSET_API YawPitch
yaw_pitch_of(glm::vec3 direction) noexcept;  // any length but 0 (which gives 0, 0)
[[nodiscard]] PLAYSET_API glm::quat rotation_of(
    YawPitch angles) noexcept;  // takes +Z to direction_of(angles)

// Another engine's rotation (of its directions, in its axes) as one of ours, and back. Exact:
// components move and change sign.
[[nodiscard]] PLAYSET_API glm::quat rotation_from(const AxisMap& map, glm::quat theirs) noexcept;
[[nodiscard]] PLAYSET_API glm::quat rotation_to(const AxisMap& map, glm::quat ours) noexcept;

}  // namespace playset
