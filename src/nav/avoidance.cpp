// src/nav/avoidance.cpp - what agents see of each other, who gives way, and the half-spaces of it.
#include "playset/nav/avoidance.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <optional>

#include "core/is_finite.h"
#include "playset/core/assert.h"
#include "playset/core/config.h"
#include "velocity_choice.h"

namespace playset {
namespace {

constexpr std::array kFields{
    config_field<&AvoidConfig::horizon>("horizon", "s", 0.1, 20.0,
                                        "collisions seen ahead; too much and crowds freeze"),
    config_field<&AvoidConfig::wall_horizon>("wall_horizon", "s", 0.02, 10.0,
                                             "with walls; too much keeps agents off walls"),
    config_field<&AvoidConfig::reach>("reach", "m", 0.5, 100.0, "farther agents are not looked at"),
    config_field<&AvoidConfig::margin>("margin", "m", 0.0, 1.0, "kept between bodies"),
    config_field<&AvoidConfig::part_time>(
        "part_time", "s", 0.02, 5.0,
        "in which an overlap is undone; too little and agents jump apart"),
    config_field<&AvoidConfig::neighbors>("neighbors", "", 1.0, kMostNeighbors,
                                          "the nearest so many are avoided"),
    config_field<&AvoidConfig::yield_gap>("yield_gap", "m", 0.0, 10.0,
                                          "within which a blocked agent makes others give way"),
    config_field<&AvoidConfig::patience>("patience", "s", 0.0, 20.0,
                                         "blocked so long in a narrow place, and others give way"),
    config_field<&AvoidConfig::open_patience>(
        "open_patience", "s", 0.0, 60.0,
        "the same where there is room for two; too little and crowds shuffle to and fro"),
    config_field<&AvoidConfig::squeeze_time>(
        "squeeze_time", "s", 0.0, 600.0,
        "blocked so long, an agent passes through those that come the other way; 0: never"),
};

constexpr float kTowards = 0.5f;        // cosine within which a wish points at somebody
constexpr float kSameWay = 0.3f;        // cosine above which two go the same way
constexpr float kBlocked = 0.25f;       // of its wish, slower than which an agent is blocked
constexpr float kKeepYielding = 0.5f;   // s
constexpr float kKeepSqueezing = 1.5f;  // s
constexpr float kKeepRight = 4.0f;      // m, from whom comes the other way
constexpr float kLane = 0.6f;           // m, beside whom comes the other way
constexpr float kMostRight = 0.6f;      // of the way ahead, that is to the right
constexpr float kFirst = 0.3f;          // share of the avoiding that who goes first does
constexpr float kOthersSqueeze = 1.4f;  // times as long wait those that are not first
constexpr float kOverlap = 0.01f;       // m: less is not counted
constexpr float kAside = 0.8f;          // of the way given, that is aside
constexpr float kAbsurd = 1e6f;         // m, m/s: agents beyond are refused

// So that no square overflows.
bool is_usual(glm::vec3 v) noexcept {
  return is_finite(v) && std::abs(v.x) <= kAbsurd && std::abs(v.y) <= kAbsurd &&
         std::abs(v.z) <= kAbsurd;
}

bool is_sound(const AvoidAgent& agent) noexcept {
  return is_finite(agent.center) && is_usual(agent.velocity) && is_usual(agent.preferred) &&
         is_usual({agent.radius, agent.half_height, agent.max_speed}) &&
         std::isfinite(agent.rank) && agent.radius >= 0.0f && agent.half_height >= 0.0f &&
         agent.max_speed >= 0.0f;
}

glm::vec3 unit_or_zero(glm::vec3 v) noexcept {
  const float length = glm::length(v);
  return length > 1e-6f ? v * (1.0f / length) : glm::vec3(0.0f);
}

// Another agent, as one sees it.
struct Neighbor {
  std::uint32_t agent = 0;
  glm::vec3 apart{0.0f};   // m, to it; along the axes of both nothing
  float sum = 0.0f;        // m, of the radii
  float gap = 0.0f;        // m, between the bodies; negative where they overlap
  bool one_sided = false;  // it does not see this one
  glm::vec3 n{0.0f};       // the relative velocity changes along n by change to avoid it
  float change = 0.0f;     // m/s; negative: so much is left
};

// The least change of relative velocity that ends in no collision within the horizon.
void find_change(const AvoidConfig& config, glm::vec3 velocity, Neighbor& other) noexcept {
  const float sum = other.sum + config.margin;
  const float square = glm::dot(other.apart, other.apart);
  const bool overlaps = square <= sum * sum;
  const float time = overlaps ? config.part_time : config.horizon;
  const float rate = 1.0f / time;
  glm::vec3 w = velocity - other.apart * rate;
  float radius = sum * rate;
  const float w_square = glm::dot(w, w), ahead = glm::dot(w, other.apart);
  if (!overlaps && !(ahead < 0.0f && ahead * ahead > sum * sum * w_square)) {
    const glm::vec3 cross = glm::cross(other.apart, velocity);
    const float b = glm::dot(other.apart, velocity);
    const float c = glm::dot(velocity, velocity) - glm::dot(cross, cross) / (square - sum * sum);
    const float t = (b + std::sqrt(std::max(b * b - square * c, 0.0f))) / square;
    w = velocity - t * other.apart;
    radius = sum * t;
  }
  const float length = glm::length(w);
  // straight at each other: each to its right
  const glm::vec3 right(-other.apart.z, 0.0f, other.apart.x);
  other.n = length > 1e-5f ? w * (1.0f / length) : unit_or_zero(right);
  if (other.n == glm::vec3(0.0f)) other.n = {1.0f, 0.0f, 0.0f};
  other.change = radius - length;
}

class Chooser {
 public:
  Chooser(const AvoidConfig& config, float dt, const AvoidInput& input, std::uint32_t self) noexcept
      : config_(config),
        dt_(dt),
        input_(input),
        self_(self),
        me_(input.agents[self]),
        old_(input.states[self]) {}

  void look_around() noexcept {
    std::array<std::uint32_t, kMostNeighbors + 1> nearest;
    const std::size_t most = std::min(config_.neighbors, kMostNeighbors) + 1;
    const std::size_t found =
        input_.grid->find_nearest(me_.center, config_.reach, std::span(nearest).first(most));
    for (std::size_t i = 0; i < found; ++i) {
      if (nearest[i] != self_ && is_sound(input_.agents[nearest[i]])) add_neighbor(nearest[i]);
    }
  }

  // Lines of sight to neighbours in other cells; returns how many.
  std::size_t ask_sights(std::span<Segment> sights) noexcept {
    asked_ = 0;
    for (std::size_t i = 0; i < seen_; ++i) {
      if (agent(others_[i]).cell == me_.cell) continue;
      sights[asked_++] = {glm::vec3(me_.center), me_.cell, glm::vec3(agent(others_[i]).center),
                          static_cast<std::uint32_t>(i)};
    }
    return asked_;
  }

  // Drops those behind walls, by the answers to what was asked.
  void keep_seen(std::span<const Segment> sights, std::span<const SegmentHit> hits) noexcept {
    std::array<bool, kMostNeighbors> hidden{};
    for (std::size_t i = 0; i < asked_; ++i) {
      const std::size_t at = sights[i].user;
      hidden[at] = !arrives(hits[i], agent(others_[at]));
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < seen_; ++i) {
      if (!hidden[i]) others_[kept++] = others_[i];
    }
    seen_ = kept;
  }
  [[nodiscard]] std::size_t asked() const noexcept { return asked_; }

  glm::vec3 choose(AvoidState& state) noexcept {
    state = AvoidState{keep_right(), self_, is_in_narrow() ? 1u : 0u};
    note_blocked(state);
    give_way(state);
    std::size_t count = add_walls();
    const std::size_t hard = count;
    for (std::size_t i = 0; i < seen_; ++i) {
      if (!squeezes(others_[i])) spaces_[count++] = space_of(others_[i]);
    }
    const std::span<const HalfSpace> spaces(spaces_.data(), count);
    return me_.ground ? choose_velocity_flat(spaces, hard, me_.max_speed, state.wish)
                      : choose_velocity(spaces, hard, me_.max_speed, state.wish);
  }

  [[nodiscard]] std::uint32_t self() const noexcept { return self_; }

  // Somebody, as they came.
  [[nodiscard]] bool overlaps() const noexcept {
    for (std::size_t i = 0; i < seen_; ++i) {
      if (others_[i].gap < -kOverlap) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] const AvoidAgent& agent(const Neighbor& n) const noexcept {
    return input_.agents[n.agent];
  }
  [[nodiscard]] const AvoidState& before(const Neighbor& n) const noexcept {
    return input_.states[n.agent];
  }

  void add_neighbor(std::uint32_t index) noexcept {
    const AvoidAgent& other = input_.agents[index];
    Neighbor n{index, glm::vec3(other.center - me_.center), me_.radius + other.radius};
    const float axes = me_.half_height + other.half_height;
    n.apart.y -= std::clamp(n.apart.y, -axes, axes);
    const bool beside = std::abs(n.apart.y) < n.sum;
    if (me_.ground && !beside) return;
    n.one_sided = other.ground && !beside;
    if (me_.ground) n.apart.y = 0.0f;
    n.gap = glm::length(n.apart) - n.sum;
    find_change(config_, me_.velocity - other.velocity, n);
    const bool matters = glm::dot(me_.velocity, n.n) + std::max(n.change, 0.0f) > -me_.max_speed;
    if (matters || n.gap < 2.0f * config_.yield_gap) others_[seen_++] = n;
  }

  // In the other's cell, or where that lies on a border, in one beside it.
  [[nodiscard]] bool arrives(const SegmentHit& hit, const AvoidAgent& other) const noexcept {
    if (hit.kind != HitKind::End) return false;
    return hit.cell == other.cell || is_beside(hit.cell, other.cell);
  }
  [[nodiscard]] bool is_beside(std::uint32_t a, std::uint32_t b) const noexcept {
    const Level& level = *input_.level;
    for (std::uint32_t i = 0; i < level.side_count(a); ++i) {
      if (level.side_neighbor(level.first_side(a) + i) == b) return true;
    }
    return false;
  }

  // Between walls that leave no room for two.
  [[nodiscard]] bool is_in_narrow() const noexcept {
    if (input_.walls.empty()) return false;
    const AvoidWalls& walls = input_.walls[self_];
    for (std::uint32_t i = 0; i < walls.count; ++i) {
      for (std::uint32_t j = 0; j < i; ++j) {
        if (glm::dot(walls.walls[i].normal, walls.walls[j].normal) < -0.5f &&
            walls.walls[i].gap + walls.walls[j].gap < 2.0f * me_.radius)
          return true;
      }
    }
    return false;
  }

  // The preferred velocity, a little to the right of those that come the other way.
  [[nodiscard]] glm::vec3 keep_right() const noexcept {
    const glm::vec3 ahead = unit_or_zero(me_.preferred);
    const glm::vec3 right(-ahead.z, 0.0f, ahead.x);
    float turn = 0.0f;
    for (std::size_t i = 0; i < seen_; ++i) {
      const Neighbor& n = others_[i];
      const float along = glm::dot(n.apart, ahead), across = glm::dot(n.apart, right);
      if (along < 0.0f || n.gap > kKeepRight || std::abs(across) > n.sum + kLane) continue;
      if (glm::dot(unit_or_zero(agent(n).preferred), ahead) > -kTowards) continue;
      turn = std::max(turn, kMostRight * (1.0f - std::max(n.gap, 0.0f) / kKeepRight));
    }
    return unit_or_zero(ahead + turn * right) * glm::length(me_.preferred);
  }

  void note_blocked(AvoidState& state) const noexcept {
    const float wish = glm::dot(old_.wish, old_.wish);
    const bool blocked = wish > 0.01f && glm::dot(me_.velocity, old_.wish) < kBlocked * wish;
    state.blocked = blocked ? old_.blocked + dt_ : 0.0f;
    state.squeeze_left = std::max(old_.squeeze_left - dt_, 0.0f);
    const float patience = config_.squeeze_time * (is_first(state) ? 1.0f : kOthersSqueeze);
    if (config_.squeeze_time > 0.0f && state.blocked > patience) {
      state.squeeze_left = kKeepSqueezing;
      state.blocked = 0.0f;
    }
  }

  // Nobody near has a higher rank.
  [[nodiscard]] bool is_first(const AvoidState& state) const noexcept {
    for (std::size_t i = 0; i < seen_; ++i) {
      if (others_[i].gap < config_.yield_gap && outranks(before(others_[i]), state)) return false;
    }
    return true;
  }

  [[nodiscard]] bool outranks(const AvoidState& other, const AvoidState& state) const noexcept {
    if (other.narrow != state.narrow) return other.narrow > state.narrow;
    const float theirs = input_.agents[other.rank_of].rank;
    const float ours = input_.agents[state.rank_of].rank;
    return theirs > ours || (theirs == ours && other.rank_of < state.rank_of);
  }

  // True where `n` wants to be where this agent is, and cannot, or has made it give way already.
  [[nodiscard]] bool presses(const Neighbor& n) const noexcept {
    const AvoidState& other = before(n);
    const bool given = old_.yield_left > 0.0f && old_.rank_of == other.rank_of;
    if (n.gap > (given ? 2.0f : 1.0f) * config_.yield_gap) return false;
    if (!given && other.yield_left <= 0.0f &&
        other.blocked < (other.narrow != 0 ? config_.patience : config_.open_patience))
      return false;
    const float wish = glm::length(other.wish), distance = glm::length(n.apart);
    return wish > 0.1f && -glm::dot(other.wish, n.apart) > kTowards * wish * distance;
  }

  void give_way(AvoidState& state) const noexcept {
    const Neighbor* first = nullptr;
    for (std::size_t i = 0; i < seen_; ++i) {
      const AvoidState& other = before(others_[i]);
      if (other.rank_of == self_ || !outranks(other, state) || !presses(others_[i])) continue;
      state.narrow = other.narrow;
      state.rank_of = other.rank_of;
      first = &others_[i];
    }
    if (first != nullptr && !goes_its_way(*first)) {
      state.wish = way_given_to(*first);
      state.yield_left = kKeepYielding;
    } else if (first == nullptr && old_.yield_left > dt_) {
      state.wish = old_.wish;
      state.narrow = old_.narrow;
      state.rank_of = old_.rank_of;
      state.yield_left = old_.yield_left - dt_;
    }
  }

  [[nodiscard]] bool goes_its_way(const Neighbor& n) const noexcept {
    return glm::dot(unit_or_zero(me_.preferred), unit_or_zero(before(n).wish)) > kSameWay;
  }

  // Ahead of it, and aside.
  [[nodiscard]] glm::vec3 way_given_to(const Neighbor& n) const noexcept {
    const glm::vec3 ahead = unit_or_zero(before(n).wish);
    glm::vec3 aside = unit_or_zero(-n.apart + ahead * glm::dot(n.apart, ahead));
    if (aside == glm::vec3(0.0f)) aside = unit_or_zero({-ahead.z, 0.0f, ahead.x});
    glm::vec3 way = ahead + kAside * aside;
    if (me_.ground) way.y = 0.0f;
    return unit_or_zero(way) * me_.max_speed;
  }

  std::size_t add_walls() noexcept {
    if (input_.walls.empty()) return 0;
    const AvoidWalls& walls = input_.walls[self_];
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < std::min(walls.count, kMostAvoidWalls); ++i) {
      const AvoidWall& wall = walls.walls[i];
      const float least = -std::max(wall.gap, 0.0f) / config_.wall_horizon;
      if (least > -me_.max_speed) spaces_[count++] = {wall.normal, least};
    }
    return count;
  }

  // Two that come from different ways, one of them blocked for long.
  [[nodiscard]] bool squeezes(const Neighbor& n) const noexcept {
    if (old_.squeeze_left <= 0.0f && before(n).squeeze_left <= 0.0f) return false;
    return glm::dot(unit_or_zero(me_.preferred), unit_or_zero(agent(n).preferred)) < kSameWay;
  }

  // Whoever gives way to the other does all that must be done, and leaves it all that is left.
  [[nodiscard]] HalfSpace space_of(const Neighbor& n) const noexcept {
    const AvoidState& other = before(n);
    float duty = outranks(other, old_) ? 1.0f - kFirst : kFirst;
    if (n.one_sided) {
      duty = 1.0f;
    } else if (old_.rank_of == other.rank_of) {
      if (old_.yield_left > 0.0f && other.yield_left <= 0.0f) duty = 1.0f;
      if (old_.yield_left <= 0.0f && other.yield_left > 0.0f) duty = 0.0f;
    }
    const float share = n.change > 0.0f ? duty : 1.0f - duty;
    return {n.n, glm::dot(me_.velocity, n.n) + (n.one_sided ? 1.0f : share) * n.change};
  }

  const AvoidConfig& config_;
  float dt_;
  const AvoidInput& input_;
  std::uint32_t self_;
  const AvoidAgent& me_;
  const AvoidState& old_;
  std::array<Neighbor, kMostNeighbors> others_;
  std::size_t seen_ = 0, asked_ = 0;
  std::array<HalfSpace, kMostHalfSpaces> spaces_;
};

// So many agents at once, that their lines of sight fill the lanes of a batch.
constexpr std::size_t kBlock = 16;

class Block {
 public:
  void add(const AvoidConfig& config, float dt, const AvoidInput& input,
           std::uint32_t self) noexcept {
    choosers_[count_++].emplace(config, dt, input, self);
  }
  [[nodiscard]] bool is_full() const noexcept { return count_ == kBlock; }

  void run(const AvoidInput& input, std::uint32_t first, std::span<AvoidState> states,
           std::span<glm::vec3> velocities, AvoidResult& result) noexcept {
    for (std::size_t i = 0; i < count_; ++i) choosers_[i]->look_around();
    if (input.level != nullptr) drop_hidden(input);
    for (std::size_t i = 0; i < count_; ++i) {
      Chooser& chooser = *choosers_[i];
      const std::size_t at = chooser.self() - first;
      velocities[at] = chooser.choose(states[at]);
      result.overlapping += chooser.overlaps() ? 1 : 0;
      result.yielding += states[at].yield_left > 0.0f ? 1 : 0;
      result.squeezing += states[at].squeeze_left > 0.0f ? 1 : 0;
    }
    count_ = 0;
  }

 private:
  void drop_hidden(const AvoidInput& input) noexcept {
    std::size_t asked = 0;
    for (std::size_t i = 0; i < count_; ++i)
      asked += choosers_[i]->ask_sights(std::span(sights_).subspan(asked));
    trace_segments(*input.level, std::span(sights_).first(asked), std::span(hits_).first(asked),
                   {input.doors});
    std::size_t at = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t own = choosers_[i]->asked();
      choosers_[i]->keep_seen(std::span(sights_).subspan(at, own),
                              std::span(hits_).subspan(at, own));
      at += own;
    }
  }

  std::array<std::optional<Chooser>, kBlock> choosers_;
  std::size_t count_ = 0;
  std::array<Segment, kBlock * kMostNeighbors> sights_;
  std::array<SegmentHit, kBlock * kMostNeighbors> hits_;
};

}  // namespace

std::span<const ConfigField> config_fields(const AvoidConfig*) noexcept { return kFields; }

std::optional<BrokenRule> check_avoid(const AvoidConfig& config) noexcept {
  return check_config(config);
}

AvoidResult update_avoidance(const AvoidConfig& config, float dt, const AvoidInput& input,
                             std::uint32_t first, std::span<AvoidState> states,
                             std::span<glm::vec3> velocities) noexcept {
  PLAYSET_ASSERT(input.grid != nullptr, "update_avoidance: needs a grid of the agents");
  PLAYSET_ASSERT(input.states.size() == input.agents.size() &&
                     (input.walls.empty() || input.walls.size() == input.agents.size()),
                 "update_avoidance: a state, and walls where given, for every agent");
  PLAYSET_ASSERT(
      states.size() == velocities.size() && first + velocities.size() <= input.agents.size(),
      "update_avoidance: outputs lie within the agents");
  AvoidResult result;
  Block block;
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const auto self = static_cast<std::uint32_t>(first + i);
    if (!is_sound(input.agents[self]) || !std::isfinite(dt) || dt < 0.0f) {
      velocities[i] = glm::vec3(0.0f);
      states[i] = input.states[self];
      ++result.refused;
      continue;
    }
    block.add(config, dt, input, self);
    if (block.is_full()) block.run(input, first, states, velocities, result);
  }
  block.run(input, first, states, velocities, result);
  return result;
}

}  // namespace playset
