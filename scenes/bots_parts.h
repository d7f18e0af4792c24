// scenes/bots_parts.h - what a BotsScene is made of: for its own files.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "scenes/bots.h"

namespace playset {

// What an agent of the scene knows beside the library's states.
struct Bot {
  glm::dvec3 goal{0.0};
  std::uint32_t goal_cell = kNone;  // flyers
  GroundPlace goal_place;           // walkers
  GroundPlace place;                // walkers: where they stand
  double allowed = 0.0;             // s, in which the goal is to be reached
  double under_way = 0.0;           // s, since it set out for it
  double retry_in = 0.0;            // s, until it may search again
  std::uint32_t draws = 0;          // of goals, so far
  glm::dvec3 walls_from{0.0};       // m, where its walls count from
  glm::vec3 anchor{0.0f};           // where it last was 0.25 m from
  double still = 0.0;               // s, there
};

// One part's counters and scratch, on cache lines of their own.
struct alignas(128) BotsPart {
  BotsCounts counts;
  GroundScratch ground;
  AirScratch air;
  std::vector<SegmentHit> hits;
};

using PlaceBox = std::array<std::int32_t, 3>;

struct BotsScene::Parts {
  explicit Parts(const Level& l, const BotsConfig& c) : level(l), config(c), sampler(l) {}

  // bots.cpp
  Result<Done> build();
  void run(BotsPhase phase, std::uint32_t part, std::uint32_t parts) noexcept;
  // bots_goals.cpp
  bool choose_regions();
  bool place_agent(std::uint32_t i);
  void plan(std::uint32_t first, std::uint32_t end, BotsPart& part) noexcept;
  // bots_move.cpp
  void move(std::uint32_t first, std::uint32_t end, BotsPart& part) noexcept;
  // bots_bullets.cpp
  void fire(std::uint32_t bullet) noexcept;
  void shoot(std::uint32_t first, std::uint32_t end, BotsPart& part) noexcept;
  void shoot_some(std::uint32_t first, std::uint32_t count, BotsPart& part) noexcept;

  [[nodiscard]] bool walks(std::uint32_t i) const noexcept { return i < ground_count; }
  [[nodiscard]] TraceOptions trace_options() const noexcept { return {door_states()}; }
  [[nodiscard]] const DoorStates* door_states() const noexcept {
    return config.door_period > 0.0f ? &doors : nullptr;
  }
  // m, from a walker's foot to the middle of the sphere that it sweeps: above what it steps over
  [[nodiscard]] double middle_height() const noexcept;

  Level level;
  BotsConfig config;
  PointSampler sampler;
  GroundGraph ground_graph;
  AirGraph air_graph;
  std::uint32_t component = kNone;  // where walkers are
  bool has_ground = false;
  std::vector<bool> outside;  // cells, tagged "exterior"
  bool has_outside = false;
  std::uint32_t island = kNone;  // and flyers
  FollowConfig ground_follow, air_follow;
  DoorStates doors;
  std::uint64_t ticks = 0;
  std::uint32_t ground_count = 0;

  std::vector<Bot> bots;
  std::vector<AvoidAgent> agents;
  std::vector<AvoidWalls> walls;
  std::vector<AvoidState> before, after;
  std::vector<glm::vec3> chosen;  // velocities
  std::vector<NavPath> paths;
  std::vector<FollowInput> inputs;
  std::vector<FollowState> follows;
  std::vector<FollowOutput> wishes;
  AgentGrid grid;
  std::map<PlaceBox, std::vector<std::uint32_t>> placed;  // agents, while places are drawn

  std::vector<Segment> bullets;
  std::vector<glm::vec3> bullet_steps;  // m a tick
  std::vector<std::uint32_t> bullet_draws;

  std::vector<glm::vec3> trails;  // trail_points per agent
  std::vector<std::uint32_t> trail_counts;
  std::vector<BotsPart> parts;

 private:
  void move_doors() noexcept;
  void meet() noexcept;
  void avoid(std::uint32_t first, std::uint32_t end, BotsPart& part) noexcept;
  void set_out(std::uint32_t i, BotsPart& part) noexcept;
  void search(std::uint32_t i, BotsPart& part) noexcept;
  bool draw_goal(std::uint32_t i) noexcept;
  bool draw_place(std::uint32_t i, Rng& rng);
  [[nodiscard]] PlaceBox box_of(glm::dvec3 center) const noexcept;
  [[nodiscard]] bool is_taken(const AvoidAgent& agent, const PlaceBox& box) const;
  void find_outside();
  [[nodiscard]] GroundPlace draw_ground(Rng& rng) const noexcept;
  [[nodiscard]] PointSampler::Sample draw_air(Rng& rng) const;
  [[nodiscard]] glm::vec3 away_from_walls(std::uint32_t i) const noexcept;
  void look_at_walls(std::uint32_t i) noexcept;
  [[nodiscard]] bool is_in_island(std::uint32_t cell) const noexcept;
  [[nodiscard]] bool fits(glm::dvec3 center, std::uint32_t cell, float radius) const noexcept;
  void follow(const FollowConfig& follow_config, std::uint32_t first, std::uint32_t end) noexcept;
  void look_after(std::uint32_t i, BotsPart& part) noexcept;
  void back_off(std::uint32_t i, BotsPart& part) noexcept;
  void walk(std::uint32_t i) noexcept;
  void stand_on(std::uint32_t i, std::uint32_t floor, glm::dvec3 center,
                std::uint32_t cell) noexcept;
  void fly(std::uint32_t i) noexcept;
  void note_move(std::uint32_t i, glm::dvec3 from, BotsPart& part) noexcept;
};

}  // namespace playset
