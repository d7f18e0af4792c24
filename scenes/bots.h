// scenes/bots.h - BotsScene: walkers and flyers on their ways through a level, and bullets, made of
// the public API alone.
//
// Everybody paths to random goals (nav graphs), follows the path, avoids the others, and moves by
// sweeping a sphere in the level. Every step of the bullets is one batch trace; a bullet that hits
// is fired again. For the command, tests and benches.
//
// A tick is a row of phases. Run them in order; a phase that is_parallel may run its parts on
// different threads, and the state is the same whatever the number of parts (BotsCrew does it).
// Units   metres, seconds.
// Cost    see docs/nav.md; no allocation in a tick once paths have found their size.
// Threads run_phase with different parts of one phase from different threads.
// See     scenes/bots_crew.h, cli/bots_command.h, tests/nav/bots_test.cpp
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "playset/core/result.h"
#include "playset/core/rng.h"
#include "playset/nav/air_graph.h"
#include "playset/nav/avoidance.h"
#include "playset/nav/follow_path.h"
#include "playset/nav/ground_graph.h"
#include "scenes/point_sampler.h"

namespace playset {

struct BotsConfig {
  std::uint32_t agents = 500;
  std::uint32_t bullets = 20000;
  double air_share = 0.6;  // of the agents; fewer where the level has room for one kind alone
  std::uint64_t seed = 1;
  float dt = 1.0f / 60.0f;
  NavAgentConfig ground{.radius = 0.25f};
  NavAgentConfig air{.radius = 0.25f};
  float ground_speed = 3.0f;  // m/s
  float air_speed = 4.0f;
  float bullet_speed = 60.0f;
  float least_way = 6.0f;         // m: goals with shorter ways are drawn again
  float door_period = 0.0f;       // s in which every door closes and opens once; 0: doors stay open
  std::uint32_t trail_every = 0;  // ticks between two points of the trails; 0: no trails
  std::uint32_t trail_points = 0;  // at most, per agent
  // crowds at corners: who is blocked makes others give way later, and only who stands close
  AvoidConfig avoid{.reach = 2.5f, .yield_gap = 0.08f, .patience = 1.5f};
};

// On time is the share of goals that were decided: on_time / (reached + overdue + given_up).
struct BotsCounts {
  std::uint64_t agent_ticks = 0;
  std::uint64_t left_level = 0;     // agent ticks that end where the level is not
  std::uint64_t overlap_ticks = 0;  // agent ticks that overlap another by more than 1 cm
  std::uint64_t squeeze_ticks = 0;
  std::uint64_t yield_ticks = 0;
  std::uint64_t goals = 0;     // set out for
  std::uint64_t reached = 0;   // of those
  std::uint64_t on_time = 0;   // of those, within 1.5 x length / speed
  std::uint64_t overdue = 0;   // under way for longer than that; counted at the end
  std::uint64_t given_up = 0;  // stood too long on the way; another goal was drawn
  std::uint64_t paths = 0;     // searched
  std::uint64_t traces = 0;    // bullet steps
  std::uint64_t bullet_hits = 0;
  std::uint64_t door_hits = 0;      // of those, on closed doors
  double longest_standstill = 0.0;  // s within 0.25 m, of an agent that waits at no door
};

enum class BotsPhase : std::uint8_t { Plan, Meet, Avoid, Move, Shoot };
inline constexpr std::array kBotsPhases = {BotsPhase::Plan, BotsPhase::Meet, BotsPhase::Avoid,
                                           BotsPhase::Move, BotsPhase::Shoot};

class BotsScene {
 public:
  // Most parts that a phase may be split into.
  static constexpr std::uint32_t kMostParts = 16;

  // Refuses levels in which nobody of either kind finds a place.
  [[nodiscard]] static Result<std::unique_ptr<BotsScene>> build(const Level& level,
                                                                const BotsConfig& config);
  ~BotsScene();

  [[nodiscard]] static constexpr bool is_parallel(BotsPhase phase) noexcept {
    return phase != BotsPhase::Meet;
  }
  void run_phase(BotsPhase phase, std::uint32_t part, std::uint32_t parts) noexcept;
  void tick() noexcept {
    for (const BotsPhase phase : kBotsPhases) run_phase(phase, 0, 1);
  }

  [[nodiscard]] BotsCounts counts() const noexcept;
  [[nodiscard]] std::uint64_t hash() const noexcept;  // of everything that moves
  [[nodiscard]] double time() const noexcept;         // s

  [[nodiscard]] std::uint32_t ground_count() const noexcept;  // agents [0, this) walk, others fly
  [[nodiscard]] std::span<const AvoidAgent> agents() const noexcept;
  [[nodiscard]] std::span<const NavPath> paths() const noexcept;
  [[nodiscard]] std::span<const glm::vec3> trail(std::uint32_t agent) const noexcept;
  [[nodiscard]] std::span<const Segment> bullets() const noexcept;  // their next steps
  [[nodiscard]] const DoorStates& doors() const noexcept;

 private:
  BotsScene();
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace playset
