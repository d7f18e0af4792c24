// Moves the body of a play session.
#include "workshop/core/play_body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "playset/core/math.h"
#include "playset/level/sweep.h"

namespace playset {
namespace {

constexpr double kSkin = 0.005;  // m, kept from walls along the way
constexpr int kMostPlanes = 4;

// The body at a place of its feet.
Capsule capsule_at(const PlayConfig& config, PlayMode mode, glm::dvec3 feet) {
  const double top = mode == PlayMode::Walk ? config.height - config.radius : config.radius;
  return {{feet + glm::dvec3(0.0, config.radius, 0.0), feet + glm::dvec3(0.0, top, 0.0)},
          config.radius};
}

class Mover {
 public:
  Mover(PlaySession& session, std::uint32_t& bumped)
      : session_(session), bumped_(bumped), options_{&session.doors} {}

  [[nodiscard]] SweepHit sweep(glm::dvec3 feet, glm::dvec3 way) const {
    const Capsule body = capsule_at(session_.config, session_.state.mode, feet);
    return sweep_capsule(session_.level, body, way, session_.state.cell, options_);
  }

  [[nodiscard]] bool blocks(const SweepHit& hit) const { return hit.kind != HitKind::End; }

  // As far as it goes, less the skin; the hit says what stopped it.
  SweepHit go(glm::dvec3& feet, glm::dvec3 way) {
    const double length = glm::length(way);
    const SweepHit hit = sweep(feet, way);
    if (length == 0.0 || hit.kind == HitKind::BadCell || hit.kind == HitKind::Outside) return hit;
    const double t = blocks(hit) ? std::max(0.0, double{hit.t} - kSkin / length) : 1.0;
    feet += way * t;
    if (hit.kind == HitKind::Door) bumped_ = session_.level.side_door(hit.side);
    relocate(feet);
    return hit;
  }

  // Slides along what it meets; true where a wall took part of the way. `velocity` loses what runs
  // into walls.
  bool slide(glm::dvec3& feet, glm::dvec3 way, glm::dvec3& velocity) {
    std::array<glm::dvec3, kMostPlanes> planes{};
    int count = 0;
    bool blocked = false;
    while (glm::length(way) > 1e-6) {
      const glm::dvec3 before = feet;
      const SweepHit hit = go(feet, way);
      if (!blocks(hit)) return blocked;
      blocked = true;
      if (count == kMostPlanes) return true;
      planes[static_cast<std::size_t>(count++)] = glm::dvec3(hit.normal);
      way = along(way - (feet - before), std::span(planes.data(), static_cast<std::size_t>(count)));
      velocity = along(velocity, std::span(planes.data(), static_cast<std::size_t>(count)));
    }
    return blocked;
  }

  [[nodiscard]] bool stands_on(const SweepHit& hit) const {
    return blocks(hit) && double{hit.normal.y} > cosine(session_.config.slope);
  }

 private:
  // v without what runs into the planes: along the one, the crease of two, or nothing.
  static glm::dvec3 along(glm::dvec3 v, std::span<const glm::dvec3> planes) {
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const glm::dvec3 slid = v - planes[i] * std::min(0.0, glm::dot(v, planes[i]));
      if (free_of(slid, planes)) return slid;
    }
    for (std::size_t i = 0; i < planes.size(); ++i) {
      for (std::size_t j = i + 1; j < planes.size(); ++j) {
        const glm::dvec3 crease = glm::cross(planes[i], planes[j]);
        const double length = glm::length(crease);
        if (length < 1e-9) continue;
        const glm::dvec3 slid = crease * (glm::dot(v, crease) / (length * length));
        if (free_of(slid, planes)) return slid;
      }
    }
    return glm::dvec3(0.0);
  }

  static bool free_of(glm::dvec3 v, std::span<const glm::dvec3> planes) {
    return std::all_of(planes.begin(), planes.end(),
                       [&](const glm::dvec3& n) { return glm::dot(v, n) > -1e-9; });
  }

  void relocate(glm::dvec3 feet) {
    PlayState moved = session_.state;
    moved.position = feet;
    const std::uint32_t cell =
        locate_point(session_.level, body_middle(session_.config, moved), session_.state.cell);
    if (cell != kNone) session_.state.cell = cell;
  }

  PlaySession& session_;
  std::uint32_t& bumped_;
  TraceOptions options_;
};

// Towards what is wanted, most of the way in a tenth of a second.
glm::dvec3 approach(glm::dvec3 now, glm::dvec3 wanted) {
  constexpr double kShare = 12.0 * kPlayTick;
  return now + (wanted - now) * kShare;
}

// The wish in the world: left, up, ahead of where the player looks.
glm::dvec3 wish(const PlayState& state, const PlayInput& input, bool with_pitch) {
  const SineCosineDouble yaw = sine_cosine(state.yaw),
                         pitch = sine_cosine(with_pitch ? state.pitch : 0.0);
  const glm::dvec3 left(yaw.cosine, 0.0, -yaw.sine);
  const glm::dvec3 ahead(yaw.sine * pitch.cosine, pitch.sine, yaw.cosine * pitch.cosine);
  const auto part = [](float value) {
    return std::isfinite(value) ? std::clamp(double{value}, -1.0, 1.0) : 0.0;
  };
  glm::dvec3 result = left * part(input.move.x) + ahead * part(input.move.z);
  if (with_pitch) result.y += part(input.move.y);
  const double length = glm::length(result);
  return length > 1.0 ? result / length : result;
}

// Up a step where the way along the ground was blocked: up, along, down again; kept where it ends
// on ground and further on.
void step_up(Mover& mover, const PlayConfig& config, PlayState& state, glm::dvec3 start,
             glm::dvec3 way) {
  const glm::dvec3 up(0.0, config.step_height, 0.0);
  const PlayState before = state;
  glm::dvec3 feet = start, velocity = state.velocity;
  (void)mover.go(feet, up);
  const double risen = feet.y - start.y;
  (void)mover.slide(feet, way, velocity);
  const SweepHit ground = mover.go(feet, {0.0, -(risen + kSkin), 0.0});
  const auto gone = [&](glm::dvec3 to) {
    return glm::dot(to - start, way) / std::max(glm::length(way), 1e-12);
  };
  const bool further = gone(feet) > gone(before.position) + 1e-4;
  if (mover.stands_on(ground) && further) {
    state.position = feet;
    state.velocity.x = velocity.x;
    state.velocity.z = velocity.z;
  } else {
    state = before;
  }
}

void walk(Mover& mover, const PlayConfig& config, PlayState& state, const PlayInput& input) {
  const glm::dvec3 wanted = wish(state, input, false) * config.walk_speed;
  const glm::dvec3 level = approach({state.velocity.x, 0.0, state.velocity.z}, wanted);
  state.velocity.x = level.x;
  state.velocity.z = level.z;
  const bool jumps = input.jump && state.grounded;
  if (jumps) state.velocity.y = config.jump_speed;
  const bool was_grounded = state.grounded && !jumps;
  if (!was_grounded) state.velocity.y -= config.gravity * kPlayTick;
  const glm::dvec3 start = state.position, way = glm::dvec3(level.x, 0.0, level.z) * kPlayTick;
  glm::dvec3 feet = start;
  const bool blocked = mover.slide(feet, way, state.velocity);
  state.position = feet;
  if (blocked && was_grounded) step_up(mover, config, state, start, way);
  feet = state.position;
  // down stairs as well, or as far as it falls; up in a jump
  const double fall = was_grounded ? -config.step_height : state.velocity.y * kPlayTick;
  glm::dvec3 under = feet;
  const SweepHit hit = mover.go(under, {0.0, fall, 0.0});
  const bool lands = fall < 0.0 && mover.stands_on(hit);
  if (!was_grounded || lands) feet = under;
  if (mover.blocks(hit) && (lands || fall > 0.0)) state.velocity.y = 0.0;
  if (!lands && fall < 0.0 && mover.blocks(hit))  // down a slope too steep to stand on
    (void)mover.slide(feet, state.velocity * kPlayTick, state.velocity);
  state.grounded = lands;
  state.position = feet;
}

void fly(Mover& mover, const PlayConfig& config, PlayState& state, const PlayInput& input) {
  state.velocity = approach(state.velocity, wish(state, input, true) * config.fly_speed);
  glm::dvec3 feet = state.position;
  (void)mover.slide(feet, state.velocity * kPlayTick, state.velocity);
  state.position = feet;
  state.grounded = false;
}

void pass_through(const PlaySession& session, PlayState& state, const PlayInput& input) {
  state.velocity = wish(state, input, true) * session.config.fly_speed;
  state.position += state.velocity * kPlayTick;
  state.cell = locate_point(session.level, body_middle(session.config, state), state.cell);
  state.grounded = false;
}

}  // namespace

glm::dvec3 body_middle(const PlayConfig& config, const PlayState& state) noexcept {
  const double half = state.mode == PlayMode::Walk ? 0.5 * config.height : config.radius;
  return state.position + glm::dvec3(0.0, half, 0.0);
}

void move_body(PlaySession& session, const PlayInput& input, std::uint32_t& bumped) noexcept {
  PlayState& state = session.state;
  Mover mover(session, bumped);
  if (state.mode == PlayMode::Noclip || state.cell == kNone)
    pass_through(session, state, input);  // outside there is nothing to meet
  else if (state.mode == PlayMode::Fly)
    fly(mover, session.config, state, input);
  else
    walk(mover, session.config, state, input);
}

}  // namespace playset
