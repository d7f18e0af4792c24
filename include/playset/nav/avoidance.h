// playset/nav/avoidance.h - update_avoidance: wished velocities in, velocities that do not collide
// out.
//
// Use it after update_followers, for many agents at once. Each takes the velocity nearest to its
// wish that keeps it clear of its neighbours for `horizon` seconds if they do the same (ORCA): a
// linear programme over half-planes on the ground, over half-spaces in the air. Where that would
// stand still for ever, who is longer under way has the right of way, and those before it hand that
// on (priority inheritance): two streams through one door keep flowing.
//
// Agents see each other along a straight line through the level's cells: not through walls or
// closed doors, nor where cells overlap in space without a way between them.
// Units   metres, seconds.
// Cost    about 1 us an agent with eight neighbours; see bench/nav. update_avoidance never
//         allocates, AgentGrid only where it holds more agents than ever before.
// Threads reads old states, writes new ones: any split of a batch over threads gives the same bits.
// Ref     J. van den Berg, S. Guy, M. Lin, D. Manocha, "Reciprocal n-body collision avoidance",
//         2011; M. de Berg et al., "Computational geometry", 2008, 4.4 (incremental linear
//         programmes); K. Okumura et al., "Priority inheritance with backtracking", 2019
// See     nav/follow_path.h, docs/nav.md, tests/nav/avoidance_test.cpp, bench/nav
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/level/level.h"

namespace playset {

struct BrokenRule;   // core/config.h
struct ConfigField;  // core/config.h

inline constexpr std::uint32_t kMostNeighbors = 16;
inline constexpr std::uint32_t kMostAvoidWalls = 8;

struct AvoidConfig {
  // s, 0.1 to 20: how far ahead collisions with agents are seen; too much and crowds freeze
  float horizon = 0.5f;
  // s, 0.02 to 10: with walls; too much keeps agents off walls
  float wall_horizon = 0.06f;
  // m, 0.5 to 100: farther agents are not looked at
  float reach = 4.0f;
  // m, 0 to 1: kept between bodies
  float margin = 0.04f;
  // s, 0.02 to 5: in which an overlap is undone; too little and agents jump apart
  float part_time = 0.1f;
  // 1 to 16: the nearest so many are avoided
  std::uint32_t neighbors = 6;
  // m, 0 to 10: between bodies, within which a blocked agent makes others give way
  float yield_gap = 0.3f;
  // s, 0 to 20: blocked so long in a narrow place, and others give way
  float patience = 0.2f;
  // s, 0 to 60: the same where there is room for two; too little and crowds shuffle to and fro
  float open_patience = 2.0f;
  // s, 0 to 600: blocked so long, an agent squeezes through those that come the other way; 0: never
  float squeeze_time = 4.0f;
};

[[nodiscard]] PLAYSET_API std::span<const ConfigField> config_fields(
    const AvoidConfig* config) noexcept;
[[nodiscard]] PLAYSET_API std::optional<BrokenRule> check_avoid(const AvoidConfig& config) noexcept;

// An upright capsule, or with half_height 0 a sphere.
struct AvoidAgent {
  glm::dvec3 center{0.0};
  glm::vec3 velocity{0.0f};    // m/s, what it moved at last
  glm::vec3 preferred{0.0f};   // m/s, of a follower
  float radius = 0.4f;         // m
  float half_height = 0.0f;    // m, of the axis, without the caps
  float max_speed = 3.0f;      // m/s
  float rank = 0.0f;           // the highest goes first; seconds under way are a fair rank
  std::uint32_t cell = kNone;  // that holds the center
  bool ground = false;         // moves in the plane: y of its velocity stays 0
};

// What is remembered between steps. 32 bytes.
struct AvoidState {
  glm::vec3 wish{0.0f};       // m/s: preferred, or of whom it gives way to
  std::uint32_t rank_of = 0;  // agent whose rank it has: itself, or of whom it must let pass
  std::uint32_t narrow = 0;   // 1: that one is in a narrow place, and goes first
  float yield_left = 0.0f;    // s, it still gives way
  float blocked = 0.0f;       // s, without going where it wishes
  float squeeze_left = 0.0f;  // s, it still passes through those that come the other way
};

// A wall in reach: the body may come nearer by `gap`.
struct AvoidWall {
  glm::vec3 normal{0.0f};  // unit, towards the agent
  float gap = 0.0f;        // m, from its surface
};
struct AvoidWalls {
  std::array<AvoidWall, kMostAvoidWalls> walls;
  std::uint32_t count = 0;
};

// Agents by place. Build it once a step, from all of them.
class PLAYSET_API AgentGrid {
 public:
  struct Entry {
    std::uint64_t key = 0;  // of its box
    glm::vec3 center{0.0f};
    std::uint32_t agent = 0;
  };

  // Boxes are `size` m wide, of all agents whose centers are finite.
  void build(std::span<const AvoidAgent> agents, float size);

  // The nearest agents within `reach` <= size of `center`, at most nearest.size() of them; nearest
  // first, equals by number. Returns how many.
  [[nodiscard]] std::size_t find_nearest(glm::dvec3 center, float reach,
                                         std::span<std::uint32_t> nearest) const noexcept;

 private:
  std::vector<Entry> entries_;         // by bucket
  std::vector<std::uint32_t> starts_;  // of each bucket, and the end
  std::uint64_t mask_ = 0;
  float size_ = 1.0f;
};

struct AvoidInput {
  std::span<const AvoidAgent> agents;
  std::span<const AvoidState> states;  // of the step before
  std::span<const AvoidWalls> walls;   // of each agent, or empty
  const AgentGrid* grid = nullptr;     // of these agents, boxes at least config.reach wide
  const Level* level = nullptr;        // nullptr: all see each other
  const DoorStates* doors = nullptr;   // nullptr: every door is open
};

struct AvoidResult {
  std::uint32_t yielding = 0;
  std::uint32_t squeezing = 0;
  std::uint32_t overlapping =
      0;                      // agents in reach of another's body by more than 1 cm, as they came
  std::uint32_t refused = 0;  // not finite, or beyond 1e6 m or m/s: velocity 0
};

// For agents [first, first + velocities.size()): their new states and velocities. `states` must not
// be input.states.
PLAYSET_API AvoidResult update_avoidance(const AvoidConfig& config, float dt,
                                         const AvoidInput& input, std::uint32_t first,
                                         std::span<AvoidState> states,
                                         std::span<glm::vec3> velocities) noexcept;

}  // namespace playset
