// src/nav/follow_path.cpp - corners, headway and doors of agents on their paths.
#include "playset/nav/follow_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "core/is_finite.h"
#include "playset/core/assert.h"
#include "playset/core/config.h"

namespace playset {
namespace {

constexpr std::array kFields{
    config_field<&FollowConfig::speed>("speed", "m/s", 0.1, 100.0, "on the straight"),
    config_field<&FollowConfig::slow_distance>(
        "slow_distance", "m", 0.0, 20.0,
        "from the goal, where slowing begins; too little overshoots, too much creeps"),
    config_field<&FollowConfig::arrive_radius>("arrive_radius", "m", 0.01, 10.0,
                                               "reached; too little never arrives in a crowd"),
    config_field<&FollowConfig::corner_radius>(
        "corner_radius", "m", 0.01, 10.0,
        "from a corner, where the next is headed for; too much cuts corners"),
    config_field<&FollowConfig::look_ahead>(
        "look_ahead", "m", 0.0, 20.0,
        "before a corner, where the agent swings out; 0 turns on the spot"),
    config_field<&FollowConfig::lane>(
        "lane", "m", 0.0, 10.0,
        "left of which others come the other way; 0 and all want the inside of a turn"),
    config_field<&FollowConfig::off_path>(
        "off_path", "m", 0.1, 100.0,
        "beside the path, where a new one is asked for; too little asks all the time"),
    config_field<&FollowConfig::stuck_time>("stuck_time", "s", 0.1, 60.0,
                                            "without headway, after which a new path is asked for"),
    config_flag<&FollowConfig::ground>("ground", "paths are seen from above"),
    config_field<&FollowConfig::height>("height", "m", 0.1, 20.0,
                                        "ground: a goal is reached at most this far up or down"),
};

constexpr double kHeadway = 0.05;       // m: less counts as standing
constexpr double kSwing = 0.5;          // of the way to the corner, at most, that it swings out
constexpr double kMostOfLeg = 0.5;      // that a corner is moved out by
constexpr double kSpread = 0.8;         // of how far out an agent comes, that it stays out
constexpr double kFarthest = 2.0;       // m, that it stays out by
constexpr float kOwnTime = 0.6f;        // s without headway, that it keeps beside the corner
constexpr int kMostInVain = 3;          // paths begun without headway, before it goes straight
constexpr double kPushedBack = 0.1;     // m, beyond the corner's radius
constexpr double kHairpin = -0.7;       // cosine of a turn that leads back
constexpr float kLeastApproach = 0.2f;  // of the speed, at the goal

// As the config sees it: ground paths from above.
glm::dvec3 seen(const FollowConfig& config, glm::dvec3 p) noexcept {
  return config.ground ? glm::dvec3(p.x, 0.0, p.z) : p;
}

double square_to_leg(glm::dvec3 p, glm::dvec3 a, glm::dvec3 b) noexcept {
  const glm::dvec3 leg = b - a;
  const double square = glm::dot(leg, leg);
  const double t = square > 0.0 ? std::clamp(glm::dot(p - a, leg) / square, 0.0, 1.0) : 0.0;
  const glm::dvec3 apart = p - (a + t * leg);
  return glm::dot(apart, apart);
}

// One agent's path as its config sees it.
struct Follower {
  const FollowConfig& config;
  const NavPath& path;
  FollowState& state;
  glm::dvec3 position;

  [[nodiscard]] glm::dvec3 point(std::size_t i) const noexcept {
    return seen(config, path.points[i].position);
  }
  [[nodiscard]] std::size_t last() const noexcept { return path.points.size() - 1; }

  // Unit legs before and after corner i; zero where a leg has no length.
  struct Turn {
    glm::dvec3 in{0.0}, out{0.0};
    double shortest = 0.0;  // m, of both legs
  };
  [[nodiscard]] Turn turn_at(std::size_t i) const noexcept {
    Turn turn{point(i) - point(i - 1), point(i + 1) - point(i)};
    const double in = glm::length(turn.in), out = glm::length(turn.out);
    turn.shortest = std::min(in, out);
    turn.in = in > 0.0 ? turn.in / in : glm::dvec3(0.0);
    turn.out = out > 0.0 ? turn.out / out : glm::dvec3(0.0);
    return turn;
  }

  // Where corner i is passed: where the way turns left, as far out as the lane is wide, so that
  // those who come the other way, for whom it turns right, have the inside; farther out, where the
  // agent comes along farther out. Without headway there it heads for the corner itself.
  [[nodiscard]] glm::dvec3 aim_at(std::size_t i) const noexcept {
    if (i == last() || state.direct != 0) return point(i);
    const Turn turn = turn_at(i);
    const glm::dvec3 outwards(turn.in.x - turn.out.x, 0.0, turn.in.z - turn.out.z);
    const double length = glm::length(outwards);
    if (glm::cross(turn.in, turn.out).y <= 0.0 || length < 1e-6) return point(i);
    const glm::dvec3 out = outwards / length;
    const double own = std::min(kSpread * distance_out(i, turn.in, out), kFarthest);
    const double far = std::max(static_cast<double>(config.lane), own);
    return point(i) + out * std::min(far, kMostOfLeg * turn.shortest);
  }

  // m, beside the line of the leg that leads to corner i, on the side of `out`.
  [[nodiscard]] double distance_out(std::size_t i, glm::dvec3 in, glm::dvec3 out) const noexcept {
    const glm::dvec3 side = out - in * glm::dot(out, in);
    const double length = glm::length(side);
    if (length < 1e-6) return 0.0;
    return glm::dot(seen(config, position) - point(i), side) / length;
  }

  // From a corner: too far to pass it, or to be pushed back before it.
  [[nodiscard]] bool is_far(glm::dvec3 apart) const noexcept {
    const double out = std::max(static_cast<double>(config.lane), kFarthest);
    const double most = std::max(out + config.corner_radius, static_cast<double>(config.off_path));
    return glm::dot(apart, apart) > most * most;
  }

  // Near the corner, or past it: beyond the plane that halves the turn. A hairpin has none that
  // means anything.
  [[nodiscard]] bool passed_corner() const noexcept {
    const double near = static_cast<double>(config.corner_radius) * config.corner_radius;
    const glm::dvec3 here = seen(config, position);
    if (is_far(here - point(state.next))) return false;
    const glm::dvec3 to_aim = here - aim_at(state.next);
    if (glm::dot(to_aim, to_aim) <= near) return true;
    const glm::dvec3 to_agent = here - point(state.next);
    const double square = glm::dot(to_agent, to_agent);
    if (square <= near) return true;
    if (square > static_cast<double>(config.off_path) * config.off_path) return false;
    const Turn turn = turn_at(state.next);
    return glm::dot(turn.in, turn.out) > kHairpin &&
           glm::dot(to_agent, turn.in + turn.out) >= 0.0 && glm::dot(to_agent, turn.in) >= -0.5;
  }

  // Pushed back before corner i, which it had passed: the straight way on may lead into a wall.
  [[nodiscard]] bool is_before(std::size_t i) const noexcept {
    const glm::dvec3 here = seen(config, position);
    if (is_far(here - point(i))) return false;
    const Turn turn = turn_at(i);
    if (glm::dot(turn.in, turn.out) <= kHairpin) return false;
    const glm::dvec3 across = turn.in + turn.out;
    const double beyond =
        std::max(glm::dot(here - point(i), across), glm::dot(here - aim_at(i), across));
    const double least = static_cast<double>(config.corner_radius) + kPushedBack;
    return beyond < -least * glm::length(across);
  }

  void advance() noexcept {
    while (state.next > 1 && is_before(state.next - 1)) {
      --state.next;
      state.left_after += glm::length(point(state.next + 1) - point(state.next));
    }
    while (state.next < last() && passed_corner()) {
      state.left_after -= glm::length(point(state.next + 1) - point(state.next));
      ++state.next;
      state.direct = 0;
    }
    if (state.next == last()) state.left_after = 0.0;
  }

  // Farther than off_path from the leg that it is on, and from the next.
  [[nodiscard]] bool is_off_path() const noexcept {
    const glm::dvec3 here = seen(config, position);
    const double most = static_cast<double>(config.off_path) * config.off_path;
    if (square_to_leg(here, point(state.next - 1), point(state.next)) <= most) return false;
    return state.next == last() ||
           square_to_leg(here, point(state.next), point(state.next + 1)) > most;
  }

  // Where to head: the next corner; near it also a little away from where the way turns to, so
  // that the turn is wide.
  [[nodiscard]] glm::dvec3 heading() const noexcept {
    glm::dvec3 ahead = aim_at(state.next) - seen(config, position);
    const double distance = glm::length(ahead);
    if (distance <= 0.0) return ahead;
    ahead /= distance;
    if (state.next == last() || distance >= config.look_ahead) return ahead;
    const glm::dvec3 turn = point(state.next + 1) - point(state.next);
    const double length = glm::length(turn);
    if (length <= 0.0) return ahead;
    const double nearness = 1.0 - distance / config.look_ahead;
    const glm::dvec3 side = turn / length - ahead * glm::dot(ahead, turn / length);
    return glm::normalize(ahead - side * (kSwing * nearness * (1.0 - nearness) * 4.0));
  }

  [[nodiscard]] float speed_at(double left, float dt) const noexcept {
    float speed = config.speed;
    if (left < config.slow_distance) {
      const float part = static_cast<float>(left) / config.slow_distance;
      speed *= std::max(part, kLeastApproach);
    }
    // not beyond the goal within this step
    if (dt > 0.0f && state.next == last()) speed = std::min(speed, static_cast<float>(left) / dt);
    return speed;
  }

  [[nodiscard]] bool is_arrived(double left) const noexcept {
    if (state.next != last() || left > config.arrive_radius) return false;
    return !config.ground || std::abs(position.y - path.points[last()].position.y) <= config.height;
  }

  void note_headway(double left, float dt) noexcept {
    if (left < state.least_left - kHeadway) {
      state.least_left = static_cast<float>(left);
      state.waited = 0.0f;
      state.in_vain = 0;
    } else {
      state.waited += dt;
    }
    if (state.waited >= kOwnTime) state.direct = 1;
  }
};

bool is_sound(const NavPath& path, const FollowState& state) noexcept {
  const std::size_t count = path.points.size();
  if (path.status != PathStatus::Found || state.next == 0 || state.next >= count) return false;
  return is_finite(path.points[state.next].position) &&
         is_finite(path.points[state.next - 1].position);
}

FollowNeed find_need(const Follower& follower, const DoorStates* doors) noexcept {
  FollowState& state = follower.state;
  if (doors != nullptr && doors->revision != state.doors_revision) {
    state.doors_revision = doors->revision;
    if (is_blocked(follower.path, *doors)) return FollowNeed::Door;
    if (state.need == FollowNeed::Door) return FollowNeed::None;  // it opened again
  }
  if (state.need == FollowNeed::Door) return FollowNeed::Door;
  if (follower.is_off_path()) return FollowNeed::OffPath;
  return state.waited < follower.config.stuck_time ? FollowNeed::None : FollowNeed::Stuck;
}

// True where the status is one to walk in.
bool update_follower(Follower follower, const DoorStates* doors, float dt,
                     FollowOutput& output) noexcept {
  FollowState& state = follower.state;
  if (!is_sound(follower.path, state)) {
    state.status = FollowStatus::NeedsPath;
    state.need = FollowNeed::BadPath;
    return false;
  }
  follower.advance();
  const glm::dvec3 to_corner =
      follower.point(state.next) - seen(follower.config, follower.position);
  const double distance = glm::length(to_corner);
  const double left = distance + state.left_after;
  output.left = static_cast<float>(left);
  output.drops = follower.path.points[state.next].drops;
  if (follower.is_arrived(left)) {
    state.status = FollowStatus::Arrived;
    state.need = FollowNeed::None;
    return false;
  }
  follower.note_headway(left, dt);
  state.need = find_need(follower, doors);
  state.status = state.need == FollowNeed::None ? FollowStatus::Following : FollowStatus::NeedsPath;
  if (state.need == FollowNeed::Door) return true;
  output.velocity = glm::vec3(follower.heading()) * follower.speed_at(left, dt);
  return true;
}

}  // namespace

std::span<const ConfigField> config_fields(const FollowConfig*) noexcept { return kFields; }

std::optional<BrokenRule> check_follow(const FollowConfig& config) noexcept {
  return check_config(config);
}

void start_path(const FollowConfig& config, const NavPath& path, glm::dvec3 position,
                FollowState& state) noexcept {
  const bool held = state.need == FollowNeed::Stuck;
  const auto in_vain =
      static_cast<std::uint8_t>(held ? std::min(state.in_vain + 1, kMostInVain) : 0);
  state = FollowState{};
  state.in_vain = in_vain;
  state.direct = in_vain == kMostInVain ? 1 : 0;  // there is no room beside the corner
  if (path.status != PathStatus::Found || path.points.empty()) return;
  state.status = path.points.size() == 1 ? FollowStatus::Arrived : FollowStatus::Following;
  if (state.status == FollowStatus::Arrived) return;
  state.next = 1;
  state.doors_revision = ~std::uint64_t{0};  // compare doors at the first step, whoever made it
  const Follower follower{config, path, state, position};
  for (std::size_t i = 1; i < follower.last(); ++i) {
    state.left_after += glm::length(follower.point(i + 1) - follower.point(i));
  }
  const double first = glm::length(follower.point(1) - seen(config, position));
  state.least_left = static_cast<float>(first + state.left_after);
}

FollowResult update_followers(const FollowConfig& config, float dt, const DoorStates* doors,
                              std::span<const FollowInput> inputs, std::span<FollowState> states,
                              std::span<FollowOutput> outputs) noexcept {
  PLAYSET_ASSERT(inputs.size() == states.size() && inputs.size() == outputs.size(),
                 "update_followers: spans have one size");
  FollowResult result;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    FollowState& state = states[i];
    outputs[i] = {};
    if (inputs[i].path == nullptr || state.status == FollowStatus::Idle) continue;
    if (!is_finite(inputs[i].position) || !std::isfinite(dt) || dt < 0.0f) {
      ++result.refused;
      continue;
    }
    if (state.status == FollowStatus::Arrived) continue;
    const Follower follower{config, *inputs[i].path, state, inputs[i].position};
    if (update_follower(follower, doors, dt, outputs[i])) ++result.following;
    if (state.status == FollowStatus::Arrived) ++result.arrived;
    if (state.status == FollowStatus::NeedsPath) ++result.need_paths;
  }
  return result;
}

}  // namespace playset
