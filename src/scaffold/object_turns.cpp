// Yaw, pitch and roll under quarter turns, mirrors and turns by any angle.
#include "object_turns.h"

#include <cmath>

#include "playset/core/math.h"

namespace playset {
namespace {

constexpr std::int64_t kHalfTurn = 180'000;
using Matrix = std::array<glm::dvec3, 3>;  // columns

std::int32_t wrapped(std::int64_t angle) {
  angle %= 2 * kHalfTurn;
  if (angle > kHalfTurn) angle -= 2 * kHalfTurn;
  if (angle <= -kHalfTurn) angle += 2 * kHalfTurn;
  return static_cast<std::int32_t>(angle);
}

glm::dvec3 times(const Matrix& m, glm::dvec3 v) { return m[0] * v.x + m[1] * v.y + m[2] * v.z; }
Matrix times(const Matrix& a, const Matrix& b) {
  return {times(a, b[0]), times(a, b[1]), times(a, b[2])};
}

Matrix about(std::uint32_t axis, std::int32_t angle) {
  const SineCosineDouble turn = sine_cosine(angle * (kPi / 180'000.0));
  Matrix m{glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1)};
  const std::size_t a = (axis + 1) % 3, b = (axis + 2) % 3;
  m[a][static_cast<int>(a)] = m[b][static_cast<int>(b)] = turn.cosine;
  m[a][static_cast<int>(b)] = turn.sine;
  m[b][static_cast<int>(a)] = -turn.sine;
  return m;
}

Matrix matrix_of(ObjectTurn turn) {
  return times(about(1, turn[0]), times(about(0, turn[1]), about(2, turn[2])));
}

std::int32_t angle_of(double sine_part, double cosine_part) {
  const double radians = arc_tangent(sine_part, cosine_part);
  return wrapped(static_cast<std::int64_t>(std::floor(radians * (180'000.0 / kPi) + 0.5)));
}

// Of Ry Rx Rz; where it looks straight up or down the roll is 0.
ObjectTurn turn_of(const Matrix& m) {
  const glm::dvec3 ahead = m[2];
  const double level = std::sqrt(ahead.x * ahead.x + ahead.z * ahead.z);
  if (level < 1e-7) return {angle_of(-m[0].z, m[0].x), angle_of(-ahead.y, level), 0};
  return {angle_of(ahead.x, ahead.z), angle_of(-ahead.y, level), angle_of(m[0].y, m[1].y)};
}

bool turns_about_y(const GridTransform& transform) {
  return transform.columns[1] == GridPoint(0, 1, 0) && !is_mirror(transform);
}

}  // namespace

ObjectTurn turn_about(std::uint32_t axis, std::int32_t angle, ObjectTurn turn) {
  if (axis == 1) return {wrapped(std::int64_t{turn[0]} + angle), turn[1], turn[2]};
  return turn_of(times(about(axis, angle), matrix_of(turn)));
}

ObjectTurn transform_turn(const GridTransform& transform, ObjectTurn turn) {
  const auto& c = transform.columns;
  if (turns_about_y(transform)) return turn_about(1, angle_of(-c[0].z, c[0].x), turn);
  if (c == GridTransform{}.columns) return turn;
  if (c == mirror_along(0, GridPoint(0)).columns)
    return {wrapped(-std::int64_t{turn[0]}), turn[1], wrapped(-std::int64_t{turn[2]})};
  if (c == mirror_along(2, GridPoint(0)).columns)
    return {wrapped(kHalfTurn - turn[0]), turn[1], wrapped(-std::int64_t{turn[2]})};
  if (c == mirror_along(1, GridPoint(0)).columns)
    return {turn[0], wrapped(-std::int64_t{turn[1]}), wrapped(kHalfTurn - turn[2])};
  Matrix m{glm::dvec3(c[0]), glm::dvec3(c[1]), glm::dvec3(c[2])};
  m = times(m, matrix_of(turn));
  if (is_mirror(transform)) m[0] = -m[0];
  return turn_of(m);
}

ObjectTurn turn_between_frames(const Matrix& from, const Matrix& to, ObjectTurn turn) {
  const Matrix back{glm::dvec3(from[0].x, from[1].x, from[2].x),
                    glm::dvec3(from[0].y, from[1].y, from[2].y),
                    glm::dvec3(from[0].z, from[1].z, from[2].z)};
  return turn_of(times(to, times(back, matrix_of(turn))));
}

}  // namespace playset
