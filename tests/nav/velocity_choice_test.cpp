// The linear programmes of avoidance beside a dense search over velocities.
#include "src/nav/velocity_choice.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <vector>

#include "playset/core/rng.h"

using namespace playset;

namespace {

constexpr float kSpeed = 2.0f;

float worst(const std::vector<HalfSpace>& spaces, std::size_t from, glm::vec3 v) {
  float most = 0.0f;
  for (std::size_t i = from; i < spaces.size(); ++i)
    most = std::max(most, spaces[i].d - glm::dot(spaces[i].n, v));
  return most;
}

struct Problem {
  std::vector<HalfSpace> spaces;
  std::size_t hard = 0;
  glm::vec3 wish{0.0f};
};

Problem random_problem(Rng& rng, bool flat) {
  Problem problem;
  const std::uint32_t count = 1 + rng.below(10);
  problem.hard = rng.below(std::min(count, 4u));
  const auto unit = [&] {
    if (!flat) return rng.unit_vec3();
    const glm::vec2 v = rng.unit_vec2();
    return glm::vec3(v.x, 0.0f, v.y);
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    const float d = i < problem.hard ? -rng.range_float(0.0f, 1.0f) : rng.range_float(-1.5f, 1.0f);
    problem.spaces.push_back({unit(), d});
  }
  const float speed = rng.range_float(0.0f, 3.0f);
  problem.wish = unit() * speed;
  return problem;
}

// The best of a lattice of velocities: least violation of the soft, then nearest to the wish.
struct Best {
  float violation = 1e9f;
  float distance = 1e9f;
};

Best search(const Problem& problem, bool flat) {
  constexpr int kSteps = 40;
  Best best;
  for (int x = -kSteps; x <= kSteps; ++x) {
    for (int y = flat ? 0 : -kSteps; y <= (flat ? 0 : kSteps); ++y) {
      for (int z = -kSteps; z <= kSteps; ++z) {
        const glm::vec3 v = glm::vec3(x, y, z) * (kSpeed / kSteps);
        if (glm::dot(v, v) > kSpeed * kSpeed) continue;
        bool allowed = true;
        for (std::size_t i = 0; i < problem.hard; ++i)
          allowed = allowed && glm::dot(problem.spaces[i].n, v) >= problem.spaces[i].d;
        if (!allowed) continue;
        const float violation = worst(problem.spaces, problem.hard, v);
        const float distance = glm::length(v - problem.wish);
        if (violation < best.violation - 1e-6f ||
            (violation <= best.violation + 1e-6f && distance < best.distance)) {
          best = {violation, distance};
        }
      }
    }
  }
  return best;
}

void check_problem(const Problem& problem, bool flat) {
  const glm::vec3 v = flat
                          ? choose_velocity_flat(problem.spaces, problem.hard, kSpeed, problem.wish)
                          : choose_velocity(problem.spaces, problem.hard, kSpeed, problem.wish);
  CHECK(glm::length(v) <= kSpeed * 1.0001f);
  if (flat) CHECK(v.y == 0.0f);
  for (std::size_t i = 0; i < problem.hard; ++i)
    CHECK(glm::dot(problem.spaces[i].n, v) >= problem.spaces[i].d - 1e-4f);
  const Best best = search(problem, flat);
  const float violation = worst(problem.spaces, problem.hard, v);
  CHECK(violation <= best.violation + 1e-3f);
  if (best.violation == 0.0f) CHECK(glm::length(v - problem.wish) <= best.distance + 1e-3f);
}

}  // namespace

TEST_CASE("velocity choice: without spaces it is the wish, at most at top speed") {
  CHECK(choose_velocity_flat({}, 0, 2.0f, {1, 5, 0}) == glm::vec3(1, 0, 0));
  CHECK(choose_velocity({}, 0, 2.0f, {0, 4, 0}) == glm::vec3(0, 2, 0));
}

TEST_CASE("velocity choice: a wall ahead leaves what is along it") {
  const std::vector<HalfSpace> wall{{{-1, 0, 0}, 0.0f}};
  const glm::vec3 v = choose_velocity_flat(wall, 1, 2.0f, {1, 0, 1});
  CHECK(v.x == doctest::Approx(0.0));
  CHECK(v.z == doctest::Approx(1.0));
}

TEST_CASE("velocity choice: two that cannot both be had are violated alike, walls never") {
  const std::vector<HalfSpace> spaces{{{0, 0, 1}, 0.0f}, {{1, 0, 0}, 0.5f}, {{-1, 0, 0}, 0.5f}};
  for (const bool flat : {true, false}) {
    const glm::vec3 v = flat ? choose_velocity_flat(spaces, 1, 2.0f, {1, 0, -1})
                             : choose_velocity(spaces, 1, 2.0f, {1, 0, -1});
    CHECK(v.x == doctest::Approx(0.0).epsilon(1e-4));
    CHECK(v.z >= -1e-5f);
  }
}

TEST_CASE("velocity choice: in the plane no lattice velocity is better, over 1,000 problems") {
  Rng rng(11);
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    check_problem(random_problem(rng, true), true);
  }
}

TEST_CASE("velocity choice: in space no lattice velocity is better, over 60 problems") {
  Rng rng(12);
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    check_problem(random_problem(rng, false), false);
  }
}
