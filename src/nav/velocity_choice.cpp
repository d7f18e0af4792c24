// src/nav/velocity_choice.cpp - linear programmes over velocities, in the plane and in space.
#include "velocity_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

namespace playset {
namespace {

constexpr float kParallel = 1e-5f;

using Spaces = std::span<const HalfSpace>;

// What is best: the nearest to a point, or the farthest along a direction.
struct Aim {
  glm::vec3 at{0.0f};
  bool farthest = false;  // along `at`, a unit vector
};

glm::vec3 best_in_ball(const Aim& aim, float radius) noexcept {
  if (aim.farthest) return aim.at * radius;
  const float square = glm::dot(aim.at, aim.at);
  return square > radius * radius ? aim.at * (radius / std::sqrt(square)) : aim.at;
}

// The best on a line in the ball, where `before` allow.
bool best_on_line(glm::vec3 point, glm::vec3 direction, Spaces before, float radius, const Aim& aim,
                  glm::vec3& best) noexcept {
  const float along = glm::dot(point, direction);
  const float inside = along * along + radius * radius - glm::dot(point, point);
  if (inside < 0.0f) return false;
  const float root = std::sqrt(inside);
  float low = -along - root, high = -along + root;
  for (const HalfSpace& space : before) {
    const float slope = glm::dot(space.n, direction), need = space.d - glm::dot(space.n, point);
    if (std::abs(slope) <= kParallel) {
      if (need > kParallel) return false;
      continue;
    }
    if (slope > 0.0f)
      low = std::max(low, need / slope);
    else
      high = std::min(high, need / slope);
    if (low > high) return false;
  }
  const float wanted = aim.farthest ? (glm::dot(direction, aim.at) > 0.0f ? high : low)
                                    : std::clamp(glm::dot(direction, aim.at - point), low, high);
  best = point + wanted * direction;
  return true;
}

// The best on a plane in the ball, before other spaces are asked.
glm::vec3 best_on_disc(const HalfSpace& plane, float radius, const Aim& aim) noexcept {
  const glm::vec3 middle = plane.n * plane.d;
  const glm::vec3 in_plane = aim.at - plane.n * glm::dot(plane.n, aim.at);
  const float square = glm::dot(in_plane, in_plane);
  const float rim = radius * radius - plane.d * plane.d;
  if (!aim.farthest && square <= rim) return middle + in_plane;
  if (square <= kParallel * kParallel) return middle;
  return middle + in_plane * std::sqrt(rim / square);
}

bool best_on_plane(const HalfSpace& plane, Spaces before, float radius, const Aim& aim,
                   glm::vec3& best) noexcept {
  if (plane.d * plane.d > radius * radius) return false;
  glm::vec3 found = best_on_disc(plane, radius, aim);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (glm::dot(before[i].n, found) >= before[i].d) continue;
    const glm::vec3 cross = glm::cross(before[i].n, plane.n);
    const float square = glm::dot(cross, cross);
    if (square <= kParallel * kParallel) return false;
    const glm::vec3 direction = cross / std::sqrt(square);
    const glm::vec3 across = glm::cross(direction, plane.n);
    const glm::vec3 middle = plane.n * plane.d;
    const float t = (before[i].d - glm::dot(before[i].n, middle)) / glm::dot(before[i].n, across);
    if (!best_on_line(middle + t * across, direction, before.first(i), radius, aim, found))
      return false;
  }
  best = found;
  return true;
}

// One more space than before: the best lies on its border.
template <bool Flat>
bool best_on_border(const HalfSpace& border, Spaces before, float radius, const Aim& aim,
                    glm::vec3& best) noexcept {
  if constexpr (Flat) {
    const glm::vec3 direction(border.n.z, 0.0f, -border.n.x);
    return best_on_line(border.n * border.d, direction, before, radius, aim, best);
  } else {
    return best_on_plane(border, before, radius, aim, best);
  }
}

// Returns how many spaces, from the first on, `best` satisfies: all, or the one that cannot be.
template <bool Flat>
std::size_t find_best(Spaces spaces, float radius, const Aim& aim, glm::vec3& best) noexcept {
  best = best_in_ball(aim, radius);
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    if (glm::dot(spaces[i].n, best) >= spaces[i].d) continue;
    if (!best_on_border<Flat>(spaces[i], spaces.first(i), radius, aim, best)) return i;
  }
  return spaces.size();
}

// Violates soft spaces by as little as can be: while the worst so far is minimised, each earlier one
// may be violated as much as it, which is a half-space again.
template <bool Flat>
void find_least_bad(Spaces spaces, std::size_t hard, std::size_t failed, float radius,
                    glm::vec3& best) noexcept {
  std::array<HalfSpace, kMostHalfSpaces> equal;
  float worst = 0.0f;
  for (std::size_t i = std::max(failed, hard); i < spaces.size(); ++i) {
    const float violation = spaces[i].d - glm::dot(spaces[i].n, best);
    if (violation <= worst) continue;
    std::size_t count = static_cast<std::size_t>(
        std::copy(spaces.begin(), spaces.begin() + static_cast<std::ptrdiff_t>(hard),
                  equal.begin()) -
        equal.begin());
    for (std::size_t j = hard; j < i; ++j) {
      const glm::vec3 apart = spaces[j].n - spaces[i].n;
      const float length = glm::length(apart);
      if (length <= kParallel) continue;
      equal[count++] = {apart / length, (spaces[j].d - spaces[i].d) / length};
    }
    glm::vec3 better;
    if (find_best<Flat>(Spaces(equal.data(), count), radius, {spaces[i].n, true}, better) == count)
      best = better;
    worst = std::max(worst, spaces[i].d - glm::dot(spaces[i].n, best));
  }
}

template <bool Flat>
glm::vec3 choose(Spaces spaces, std::size_t hard, float max_speed, glm::vec3 wish) noexcept {
  glm::vec3 best;
  const std::size_t count = find_best<Flat>(spaces, max_speed, {wish, false}, best);
  if (count == spaces.size()) return best;
  if (count < hard) best = glm::vec3(0.0f);  // rounding alone: standing still satisfies them
  find_least_bad<Flat>(spaces, hard, count, max_speed, best);
  return best;
}

}  // namespace

glm::vec3 choose_velocity_flat(std::span<const HalfSpace> spaces, std::size_t hard, float max_speed,
                               glm::vec3 wish) noexcept {
  return choose<true>(spaces, hard, max_speed, {wish.x, 0.0f, wish.z});
}

glm::vec3 choose_velocity(std::span<const HalfSpace> spaces, std::size_t hard, float max_speed,
                          glm::vec3 wish) noexcept {
  return choose<false>(spaces, hard, max_speed, wish);
}

}  // namespace playset
