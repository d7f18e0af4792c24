// Bots: what a scene is built of, the order of its phases, and what it says about itself.
#include "scenes/bots.h"

#include <algorithm>
#include <cmath>

#include "playset/core/hash.h"
#include "scenes/bots_parts.h"

namespace playset {
namespace {

constexpr float kLane = 1.2f;       // m: crowds need more room beside who comes the other way
constexpr float kStuckTime = 0.4f;  // s: searches are cheap, and the way from where one was pushed
                                    // to is another one

struct Range {
  std::uint32_t first, end;
};

Range range_of(std::size_t count, std::uint32_t part, std::uint32_t parts) noexcept {
  return {static_cast<std::uint32_t>(count * part / parts),
          static_cast<std::uint32_t>(count * (part + 1) / parts)};
}

void add(BotsCounts& sum, const BotsCounts& part) noexcept {
  sum.agent_ticks += part.agent_ticks;
  sum.left_level += part.left_level;
  sum.overlap_ticks += part.overlap_ticks;
  sum.squeeze_ticks += part.squeeze_ticks;
  sum.yield_ticks += part.yield_ticks;
  sum.goals += part.goals;
  sum.reached += part.reached;
  sum.on_time += part.on_time;
  sum.given_up += part.given_up;
  sum.paths += part.paths;
  sum.traces += part.traces;
  sum.bullet_hits += part.bullet_hits;
  sum.door_hits += part.door_hits;
  sum.longest_standstill = std::max(sum.longest_standstill, part.longest_standstill);
}

}  // namespace

BotsScene::BotsScene() = default;
BotsScene::~BotsScene() = default;

Result<std::unique_ptr<BotsScene>> BotsScene::build(const Level& level, const BotsConfig& config) {
  std::unique_ptr<BotsScene> scene(new BotsScene);
  scene->parts_ = std::make_unique<Parts>(level, config);
  const Result<Done> built = scene->parts_->build();
  if (!built) return built.error();
  return scene;
}

double BotsScene::Parts::middle_height() const noexcept {
  const NavAgentConfig& walker = config.ground;
  const double above_steps = static_cast<double>(walker.step_height) + walker.radius + 0.02;
  const double radius = walker.radius;
  return std::clamp(above_steps, radius, std::max(radius, walker.height - radius - 0.02));
}

Result<Done> BotsScene::Parts::build() {
  if (level.cell_count() == 0)
    return Error{ErrorCode::OutOfRange, "the level has no cells: nobody can be in it", ""};
  const Result<GroundGraph> ground = build_ground_graph(level, config.ground);
  if (!ground) return ground.error();
  const Result<AirGraph> air = build_air_graph(level, config.air);
  if (!air) return air.error();
  ground_graph = *ground;
  air_graph = *air;
  find_outside();
  doors = initial_doors(level);
  std::fill(doors.closed.begin(), doors.closed.end(), 0);
  if (!choose_regions())
    return Error{ErrorCode::OutOfRange, "nobody of this size can stand or fly in this level", ""};
  const std::size_t count = config.agents;
  if (!has_ground)
    ground_count = 0;
  else if (island == kNone)
    ground_count = config.agents;
  else
    ground_count = config.agents - static_cast<std::uint32_t>(config.air_share * config.agents);
  ground_follow.speed = config.ground_speed;
  ground_follow.height = config.ground.height;
  air_follow.speed = config.air_speed;
  air_follow.ground = false;
  for (FollowConfig* follow : {&ground_follow, &air_follow}) {
    follow->lane = kLane;
    follow->stuck_time = kStuckTime;
  }
  bots.resize(count);
  agents.resize(count);
  walls.resize(count);
  before.resize(count);
  after.resize(count);
  chosen.resize(count);
  paths.resize(count);
  inputs.resize(count);
  follows.resize(count);
  wishes.resize(count);
  trails.resize(count * config.trail_points);
  trail_counts.resize(count);
  parts = std::vector<BotsPart>(kMostParts);
  for (std::uint32_t i = 0; i < count; ++i) {
    paths[i].points.reserve(512);
    paths[i].doors.reserve(256);
    before[i].rank_of = i;
    if (!place_agent(i))
      return Error{ErrorCode::OutOfRange, "the level has no room for so many; ask for less", ""};
  }
  placed.clear();
  bullets.resize(config.bullets);
  bullet_steps.resize(config.bullets);
  bullet_draws.resize(config.bullets);
  for (BotsPart& part : parts) part.hits.resize(config.bullets);
  for (std::uint32_t i = 0; i < config.bullets; ++i) fire(i);
  return Done{};
}

void BotsScene::run_phase(BotsPhase phase, std::uint32_t part, std::uint32_t parts) noexcept {
  parts_->run(phase, part, parts);
}

void BotsScene::Parts::run(BotsPhase phase, std::uint32_t part, std::uint32_t count) noexcept {
  const Range some = range_of(agents.size(), part, count);
  BotsPart& own = parts[part];
  switch (phase) {
    case BotsPhase::Plan:
      return plan(some.first, some.end, own);
    case BotsPhase::Meet:
      return meet();
    case BotsPhase::Avoid:
      return avoid(some.first, some.end, own);
    case BotsPhase::Move:
      return move(some.first, some.end, own);
    case BotsPhase::Shoot: {
      const Range shots = range_of(bullets.size(), part, count);
      return shoot(shots.first, shots.end, own);
    }
  }
}

// Every door once a period, closed for a third of it; neighbours in number at different times.
void BotsScene::Parts::move_doors() noexcept {
  if (config.door_period <= 0.0f) return;
  const double turns = static_cast<double>(ticks) * config.dt / config.door_period;
  for (std::uint32_t door = 0; door < level.door_count(); ++door) {
    const double phase = turns + 0.618034 * door;
    const bool closed = phase - std::floor(phase) > 2.0 / 3.0;
    if (closed != is_closed(doors, door)) set_door(doors, door, closed);
  }
}

void BotsScene::Parts::meet() noexcept {
  if (ticks++ > 0) std::swap(before, after);
  move_doors();
  grid.build(agents, config.avoid.reach);
}

void BotsScene::Parts::avoid(std::uint32_t first, std::uint32_t end, BotsPart& part) noexcept {
  const AvoidInput input{agents, before, walls, &grid, &level, door_states()};
  const AvoidResult result = update_avoidance(config.avoid, config.dt, input, first,
                                              std::span(after).subspan(first, end - first),
                                              std::span(chosen).subspan(first, end - first));
  part.counts.overlap_ticks += result.overlapping;
  part.counts.squeeze_ticks += result.squeezing;
  part.counts.yield_ticks += result.yielding;
}

BotsCounts BotsScene::counts() const noexcept {
  BotsCounts sum;
  for (const BotsPart& part : parts_->parts) add(sum, part.counts);
  for (const Bot& bot : parts_->bots) sum.overdue += bot.under_way > bot.allowed ? 1 : 0;
  return sum;
}

std::uint64_t BotsScene::hash() const noexcept {
  Hasher hasher;
  for (const AvoidAgent& agent : parts_->agents) {
    for (int axis = 0; axis < 3; ++axis) {
      hasher.add(agent.center[axis]);
      hasher.add(agent.velocity[axis]);
    }
    hasher.add(agent.cell);
  }
  for (const Segment& bullet : parts_->bullets) {
    for (int axis = 0; axis < 3; ++axis) hasher.add(bullet.from[axis]);
    hasher.add(bullet.cell);
  }
  const BotsCounts sum = counts();
  hasher.add(sum.goals);
  hasher.add(sum.reached);
  hasher.add(sum.bullet_hits);
  return hasher.finish();
}

double BotsScene::time() const noexcept {
  return static_cast<double>(parts_->ticks) * parts_->config.dt;
}
std::uint32_t BotsScene::ground_count() const noexcept { return parts_->ground_count; }
std::span<const AvoidAgent> BotsScene::agents() const noexcept { return parts_->agents; }
std::span<const NavPath> BotsScene::paths() const noexcept { return parts_->paths; }
std::span<const glm::vec3> BotsScene::trail(std::uint32_t agent) const noexcept {
  return std::span<const glm::vec3>(parts_->trails)
      .subspan(std::size_t{agent} * parts_->config.trail_points, parts_->trail_counts[agent]);
}
std::span<const Segment> BotsScene::bullets() const noexcept { return parts_->bullets; }
const DoorStates& BotsScene::doors() const noexcept { return parts_->doors; }

}  // namespace playset
