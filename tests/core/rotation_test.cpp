// Rotations: known turns, opposite vectors, constant speed of slerp, yaw and pitch, and other
// engines' quaternions.
#include "playset/core/rotation.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "playset/core/rng.h"

using namespace playset;

namespace {

float length(glm::vec3 v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }
float norm(glm::quat q) { return std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w); }

constexpr float kQuarter = static_cast<float>(kHalfPi);

// The axis first: compilers differ in which argument they evaluate first.
glm::quat random_rotation(Rng& rng) {
  const glm::vec3 axis = rng.unit_vec3();
  return rotation_about(axis, rng.range_float(-3.1f, 3.1f));
}

}  // namespace

#define CHECK_NEAR(a, b) CHECK_MESSAGE(length((a) - (b)) < 2e-6f, #a)

TEST_CASE("rotation: quarter turns follow the right hand") {
  CHECK_NEAR(rotate_vector(rotation_about({0, 1, 0}, kQuarter), {0, 0, 1}), glm::vec3(1, 0, 0));
  CHECK_NEAR(rotate_vector(rotation_about({1, 0, 0}, kQuarter), {0, 1, 0}), glm::vec3(0, 0, 1));
  CHECK_NEAR(rotate_vector(rotation_about({0, 0, 1}, kQuarter), {1, 0, 0}), glm::vec3(0, 1, 0));
  CHECK(rotation_angle(rotation_about({0, 1, 0}, 1e-6f)) == doctest::Approx(1e-6));
  CHECK(rotation_angle(rotation_about({0, 1, 0}, 3.0f)) == doctest::Approx(3.0));
  CHECK(rotation_angle(rotation_about({0, 1, 0}, -3.0f)) == doctest::Approx(3.0));
}

TEST_CASE(
    "rotation: the shortest turn between 1,000 pairs of directions, nearly opposite ones "
    "included") {
  Rng rng(3);
  for (int i = 0; i < 1000; ++i) {
    const glm::vec3 a = rng.unit_vec3();
    glm::vec3 b = rng.unit_vec3();
    if (i % 3 == 0) {
      b = -a + 1e-4f * rng.unit_vec3();
      b = b / length(b);
    }
    const glm::quat q = rotation_between(a, b);
    REQUIRE(std::fabs(norm(q) - 1.0f) < 1e-6f);
    REQUIRE(length(rotate_vector(q, a) - b) < 1e-6f);
    const float cosine_ab = a.x * b.x + a.y * b.y + a.z * b.z;
    REQUIRE(std::fabs(rotation_angle(q) - std::acos(std::fmin(std::fmax(cosine_ab, -1.0f), 1.0f))) <
            2e-3f);
  }
  const glm::vec3 up{0, 1, 0};
  CHECK_NEAR(rotate_vector(rotation_between(up, -up), up), -up);
  CHECK(rotation_angle(rotation_between(up, up)) == 0.0f);
}

TEST_CASE("rotation: slerp meets its ends, keeps its speed and goes the short way") {
  Rng rng(5);
  for (int i = 0; i < 1000; ++i) {
    const glm::quat a = random_rotation(rng);
    glm::quat b =
        i % 4 == 0 ? glm::quat(rotation_about(rng.unit_vec3(), 1e-5f) * a) : random_rotation(rng);
    if (i % 2 == 0) b = -b;
    const glm::vec3 v = rng.unit_vec3();
    REQUIRE(length(rotate_vector(slerp_rotation(a, b, 0.0f), v) - rotate_vector(a, v)) < 2e-6f);
    REQUIRE(length(rotate_vector(slerp_rotation(a, b, 1.0f), v) - rotate_vector(b, v)) < 2e-6f);
    const glm::quat back = inverse_rotation(a);
    const float whole = rotation_angle(back * b);
    const float third = rotation_angle(back * slerp_rotation(a, b, 1.0f / 3.0f));
    REQUIRE(whole <= static_cast<float>(kPi) + 2e-6f);
    REQUIRE(std::fabs(third - whole / 3.0f) < 2e-6f);
  }
}

TEST_CASE("rotation: yaw turns left, pitch looks up, and directions lead back to them") {
  CHECK_NEAR(direction_of({0, 0}), glm::vec3(0, 0, 1));
  CHECK_NEAR(direction_of({kQuarter, 0}), glm::vec3(1, 0, 0));
  CHECK_NEAR(direction_of({0, kQuarter}), glm::vec3(0, 1, 0));
  CHECK(yaw_pitch_of({0, 0, 0}).yaw == 0.0f);
  CHECK(yaw_pitch_of({0, -5, 0}).pitch == doctest::Approx(-kHalfPi));
  CHECK(yaw_pitch_of({-0.0f, 0, -1}).yaw == doctest::Approx(kPi));
  Rng rng(6);
  for (int i = 0; i < 1000; ++i) {
    const YawPitch angles{rng.range_float(-3.1f, 3.1f), rng.range_float(-1.5f, 1.5f)};
    const YawPitch back = yaw_pitch_of(7.0f * direction_of(angles));
    REQUIRE(std::fabs(angle_between(back.yaw, angles.yaw)) < 2e-5f);
    REQUIRE(std::fabs(back.pitch - angles.pitch) < 2e-6f);
    REQUIRE(length(rotate_vector(rotation_of(angles), {0, 0, 1}) - direction_of(angles)) < 1e-6f);
    REQUIRE(std::fabs(rotate_vector(rotation_of(angles), {1, 0, 0}).y) < 1e-6f);  // no roll
  }
}

TEST_CASE(
    "rotation: another engine's turn does to its directions what ours does to ours, both ways "
    "exactly") {
  Rng rng(7);
  const std::array maps{kUnrealAxes, kUnityAxes, kGodotAxes, kDescentAxes, kDoomAxes, kPlaysetAxes};
  for (const AxisMap& map : maps)
    for (int i = 0; i < 200; ++i) {
      const glm::quat theirs = random_rotation(rng);
      const glm::quat ours = rotation_from(map, theirs);
      const glm::vec3 v = rng.unit_vec3();
      const glm::vec3 turned_there{direction_from(map, glm::dvec3(rotate_vector(theirs, v)))};
      REQUIRE(length(turned_there -
                     rotate_vector(ours, glm::vec3(direction_from(map, glm::dvec3(v))))) < 1e-6f);
      REQUIRE(rotation_to(map, ours) == theirs);
    }
  // Unity: yaw of +90 degrees about +Y turns forward to the right; ours turns left for positive
  // angles.
  const glm::quat unity = rotation_about({0, 1, 0}, kQuarter);
  CHECK_NEAR(rotate_vector(rotation_from(kUnityAxes, unity), {0, 0, 1}), glm::vec3(-1, 0, 0));
}
