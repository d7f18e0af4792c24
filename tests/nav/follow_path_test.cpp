// Followers: corners, goals, doors, standing still and being pushed away, on paths drawn by hand.
#include "playset/nav/follow_path.h"

#include <doctest/doctest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <vector>

#include "playset/core/config.h"
#include "playset/core/rng.h"
#include "support/support.h"

using namespace playset;
using playset::test::AllocationScope;

namespace {

constexpr float kStep = 1.0f / 60.0f;

NavPath make_path(const std::vector<glm::dvec3>& points) {
  NavPath path;
  path.status = PathStatus::Found;
  for (std::size_t i = 0; i < points.size(); ++i) {
    path.points.push_back({points[i], 0, false});
    if (i > 0) path.length += glm::length(points[i] - points[i - 1]);
  }
  return path;
}

struct Walk {
  double seconds = 0.0;
  double way = 0.0;       // m
  double farthest = 0.0;  // m, from the path
  FollowState state;
  glm::dvec3 position{0.0};
};

double distance_to(const NavPath& path, glm::dvec3 p) {
  double least = 1e30;
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    const glm::dvec3 a = path.points[i - 1].position, leg = path.points[i].position - a;
    const double t = std::clamp(glm::dot(p - a, leg) / glm::dot(leg, leg), 0.0, 1.0);
    least = std::min(least, glm::length(p - a - t * leg));
  }
  return least;
}

// An agent that does what the follower says, alone in the world.
Walk walk(const FollowConfig& config, const NavPath& path, double seconds) {
  Walk walk;
  walk.position = path.points.front().position;
  start_path(config, path, walk.position, walk.state);
  while (walk.seconds < seconds && walk.state.status == FollowStatus::Following) {
    const FollowInput input{walk.position, &path};
    FollowOutput output;
    update_followers(config, kStep, nullptr, {&input, 1}, {&walk.state, 1}, {&output, 1});
    walk.position += glm::dvec3(output.velocity) * static_cast<double>(kStep);
    walk.way += glm::length(output.velocity) * kStep;
    walk.farthest = std::max(walk.farthest, distance_to(path, walk.position));
    walk.seconds += kStep;
  }
  return walk;
}

FollowOutput step(const FollowConfig& config, const NavPath& path, glm::dvec3 position,
                  FollowState& state, const DoorStates* doors = nullptr) {
  const FollowInput input{position, &path};
  FollowOutput output;
  update_followers(config, kStep, doors, {&input, 1}, {&state, 1}, {&output, 1});
  return output;
}

NavPath random_path(Rng& rng) {
  std::vector<glm::dvec3> points{glm::dvec3(0.0)};
  const std::uint32_t corners = 1 + rng.below(8);
  for (std::uint32_t i = 0; i < corners; ++i) {
    const double leg = rng.range_double(0.8, 12.0);
    points.push_back(points.back() + glm::dvec3(rng.unit_vec3()) * leg);
  }
  return make_path(points);
}

}  // namespace

TEST_CASE("follow: every field is refused outside its range, and the defaults are valid") {
  CHECK(!check_follow(FollowConfig{}));
  for (const ConfigField& field : config_fields(static_cast<const FollowConfig*>(nullptr))) {
    if (field.kind == FieldKind::Flag) continue;
    FollowConfig config;
    field.write(&config, field.high + 1.0);
    REQUIRE(check_follow(config));
    CHECK(std::string(check_follow(config)->field->name) == field.name);
  }
}

TEST_CASE("follow: a straight way takes its length over the speed, and the end of it slowly") {
  const FollowConfig config;
  const Walk walked = walk(config, make_path({{0, 0, 0}, {30, 0, 0}}), 60.0);
  CHECK(walked.state.status == FollowStatus::Arrived);
  CHECK(walked.position.x == doctest::Approx(30.0).epsilon(0.02));
  CHECK(walked.seconds > 29.0 / 3.0);
  CHECK(walked.seconds < 30.0 / 3.0 + 0.5);
}

TEST_CASE("follow: a corner is swung out for, never cut by more than its radius") {
  FollowConfig config;
  const NavPath path = make_path({{0, 0, 0}, {10, 0, 0}, {10, 0, 10}});
  const Walk walked = walk(config, path, 60.0);
  CHECK(walked.state.status == FollowStatus::Arrived);
  CHECK(walked.way < path.length * 1.03);
  CHECK(walked.farthest < 0.5);
  config.look_ahead = 0.0f;
  CHECK(walk(config, path, 60.0).farthest <= config.corner_radius);
}

TEST_CASE("follow: random ways in the air and on the ground are walked to their ends, on time") {
  Rng rng(7);
  for (int i = 0; i < 1000; ++i) {
    FollowConfig config;
    config.ground = rng.chance(0.5f);
    config.height = 100.0f;
    const NavPath path = random_path(rng);
    CAPTURE(i);
    NavPath flat = path;
    for (PathPoint& point : flat.points) {
      if (config.ground) point.position.y = 0.0;
    }
    const Walk walked = walk(config, flat, 100.0);
    REQUIRE(walked.state.status == FollowStatus::Arrived);
    CHECK(walked.seconds < 1.1 * path.length / config.speed + 0.8);
    CHECK(walked.farthest < config.look_ahead);
  }
}

TEST_CASE("follow: on the ground heights do not matter on the way, but at the goal they do") {
  const FollowConfig config;
  const NavPath path = make_path({{0, 0, 0}, {5, 3, 0}, {10, 6, 0}});
  FollowState state;
  start_path(config, path, {0, 0, 0}, state);
  CHECK(step(config, path, {3, 1.2, 0}, state).velocity.y == 0.0f);
  CHECK(state.status == FollowStatus::Following);
  step(config, path, {5, 3, 0}, state);
  step(config, path, {10, 0, 0}, state);  // a storey below
  CHECK(state.status == FollowStatus::Following);
  step(config, path, {10, 6, 0}, state);
  CHECK(state.status == FollowStatus::Arrived);
}

TEST_CASE(
    "follow: a door that closes on the way stops the agent, and lets it go on when it opens") {
  const FollowConfig config;
  DoorStates doors{{0}, 0};
  NavPath path = make_path({{0, 0, 0}, {30, 0, 0}});
  path.doors = {3};
  FollowState state;
  start_path(config, path, {0, 0, 0}, state);
  CHECK(step(config, path, {1, 0, 0}, state, &doors).velocity.x == doctest::Approx(3.0));
  set_door(doors, 5, true);
  CHECK(step(config, path, {1, 0, 0}, state, &doors).velocity.x == doctest::Approx(3.0));
  set_door(doors, 3, true);
  for (int i = 0; i < 3; ++i) {
    CHECK(step(config, path, {1, 0, 0}, state, &doors).velocity == glm::vec3(0.0f));
    CHECK(state.status == FollowStatus::NeedsPath);
    CHECK(state.need == FollowNeed::Door);
  }
  set_door(doors, 3, false);
  CHECK(step(config, path, {1, 0, 0}, state, &doors).velocity.x == doctest::Approx(3.0));
  CHECK(state.status == FollowStatus::Following);
}

TEST_CASE("follow: a door that was closed before the path was made is noticed at the first step") {
  const FollowConfig config;
  const DoorStates doors{{1}, 0};
  NavPath path = make_path({{0, 0, 0}, {30, 0, 0}});
  path.doors = {0};
  FollowState state;
  start_path(config, path, {0, 0, 0}, state);
  step(config, path, {0, 0, 0}, state, &doors);
  CHECK(state.need == FollowNeed::Door);
}

TEST_CASE("follow: an agent that is held for stuck_time asks for a path, and keeps trying") {
  FollowConfig config;
  config.stuck_time = 1.0f;
  const NavPath path = make_path({{0, 0, 0}, {30, 0, 0}});
  FollowState state;
  start_path(config, path, {0, 0, 0}, state);
  int steps = 0;
  while (state.status == FollowStatus::Following && steps < 1000) {
    step(config, path, {0.0, 0, 0}, state);
    ++steps;
  }
  CHECK(steps == doctest::Approx(60).epsilon(0.05));
  CHECK(state.need == FollowNeed::Stuck);
  CHECK(step(config, path, {0, 0, 0}, state).velocity.x > 2.9f);
  step(config, path, {1, 0, 0}, state);
  CHECK(state.status == FollowStatus::Following);
}

TEST_CASE("follow: an agent that is pushed away asks for a path") {
  const FollowConfig config;
  const NavPath path = make_path({{0, 0, 0}, {30, 0, 0}});
  FollowState state;
  start_path(config, path, {0, 0, 0}, state);
  step(config, path, {5, 0, 2.4}, state);
  CHECK(state.status == FollowStatus::Following);
  step(config, path, {5, 0, 2.6}, state);
  CHECK(state.need == FollowNeed::OffPath);
}

TEST_CASE("follow: an agent that is pushed back before a corner heads round it again") {
  FollowConfig config;
  config.look_ahead = 0.0f;
  const NavPath path = make_path({{0, 0, 0}, {10, 0, 0}, {10, 0, 10}});  // turns right
  FollowState state;
  start_path(config, path, {0, 0, 0}, state);
  const FollowOutput passed = step(config, path, {10.1, 0, 0.4}, state);
  CHECK(state.next == 2);
  CHECK(passed.velocity.z > 2.9f);
  const FollowOutput near = step(config, path, {9.8, 0, 0.0}, state);  // within the radius it stays
  CHECK(state.next == 2);
  CHECK(near.left == doctest::Approx(std::sqrt(0.04 + 100.0)));
  const FollowOutput back = step(config, path, {8.0, 0, 0.0}, state);
  CHECK(state.next == 1);
  CHECK(back.velocity.x > 2.9f);
  CHECK(back.left == doctest::Approx(12.0));
}

TEST_CASE("follow: who comes along outside a left turn stays outside, a right turn is cut close") {
  FollowConfig config;
  config.look_ahead = 0.0f;
  for (const double side : {-1.0, 1.0}) {  // +X ahead and +Y up: -Z is left
    const NavPath path = make_path({{0, 0, 0}, {10, 0, 0}, {10, 0, 10 * side}});
    FollowState state;
    start_path(config, path, {0, 0, 0}, state);
    const glm::dvec3 outside{5.0, 0.0, -1.5 * side};
    const glm::vec3 velocity = step(config, path, outside, state).velocity;
    const double at_corner = outside.z + 5.0 * velocity.z / velocity.x;
    CAPTURE(side);
    if (side < 0.0)
      CHECK(at_corner > 0.5);
    else
      CHECK(at_corner == doctest::Approx(0.0));
  }
}

TEST_CASE("follow: stuck on three paths in a row, it heads for the corner itself") {
  FollowConfig config;
  config.look_ahead = 0.0f;
  config.stuck_time = 0.3f;
  const NavPath path = make_path({{0, 0, 0}, {10, 0, 0}, {10, 0, -10}});  // turns left
  FollowState state;
  for (int paths = 0; paths < 4; ++paths) {
    start_path(config, path, {5, 0, 0}, state);
    const glm::vec3 velocity = step(config, path, {5, 0, 0}, state).velocity;
    CAPTURE(paths);
    CHECK((velocity.z > 0.1f) == (paths < 3));
    for (int i = 0; i < 30; ++i) step(config, path, {5, 0, 0}, state);
    CHECK(state.need == FollowNeed::Stuck);
  }
  step(config, path, {6, 0, 0}, state);
  start_path(config, path, {6, 0, 0}, state);
  CHECK(step(config, path, {6, 0, 0}, state).velocity.z > 0.1f);
}

TEST_CASE("follow: no path, a path of one point, and a path cut short under way are told apart") {
  const FollowConfig config;
  FollowState state;
  start_path(config, NavPath{}, {0, 0, 0}, state);
  CHECK(state.status == FollowStatus::Idle);
  const NavPath point = make_path({{1, 2, 3}});
  start_path(config, point, {1, 2, 3}, state);
  CHECK(state.status == FollowStatus::Arrived);
  NavPath path = make_path({{0, 0, 0}, {1, 0, 0}, {9, 0, 0}});
  start_path(config, path, {0, 0, 0}, state);
  path.points.resize(1);
  CHECK(step(config, path, {0, 0, 0}, state).velocity == glm::vec3(0.0f));
  CHECK(state.need == FollowNeed::BadPath);
}

TEST_CASE("follow: what is not finite is refused, counted, and changes nothing") {
  const FollowConfig config;
  const NavPath path = make_path({{0, 0, 0}, {30, 0, 0}});
  FollowState state;
  start_path(config, path, {0, 0, 0}, state);
  const FollowState before = state;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const FollowInput input{{nan, 0, 0}, &path};
  FollowOutput output;
  const auto update = [&](const FollowInput& in, float dt) {
    return update_followers(config, dt, nullptr, {&in, 1}, {&state, 1}, {&output, 1}).refused;
  };
  CHECK(update(input, kStep) == 1);
  CHECK(update({{0, 0, 0}, &path}, std::numeric_limits<float>::quiet_NaN()) == 1);
  CHECK(update({{0, 0, 0}, &path}, -1.0f) == 1);
  CHECK(output.velocity == glm::vec3(0.0f));
  CHECK(state.waited == before.waited);
  CHECK(state.next == before.next);
}

TEST_CASE("follow: a batch is as good as one by one, and allocates nothing") {
  Rng rng(3);
  const FollowConfig config;
  std::vector<NavPath> paths;
  for (int i = 0; i < 100; ++i) paths.push_back(random_path(rng));
  std::vector<FollowState> together(paths.size()), alone(paths.size());
  std::vector<FollowInput> inputs(paths.size());
  std::vector<FollowOutput> outputs(paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    start_path(config, paths[i], {0, 0, 0}, together[i]);
    alone[i] = together[i];
  }
  for (int round = 0; round < 100; ++round) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      inputs[i] = {paths[i].points[0].position + glm::dvec3(rng.in_unit_ball()), &paths[i]};
    }
    const AllocationScope scope;
    update_followers(config, kStep, nullptr, inputs, together, outputs);
    CHECK(scope.count() == 0);
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const FollowOutput output = step(config, paths[i], inputs[i].position, alone[i]);
      CHECK(output.velocity == outputs[i].velocity);
      CHECK(alone[i].waited == together[i].waited);
    }
  }
}
