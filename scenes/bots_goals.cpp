// Where bots are put, where they go, and when they search for a way.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <string>
#include <vector>

#include "playset/core/rng.h"
#include "playset/level/exterior.h"
#include "playset/level/overlap.h"
#include "playset/nav/near_walls.h"
#include "scenes/bots_parts.h"

namespace playset {
namespace {

// of the radius that ways keep from walls: room to be pushed about, and to round corners
constexpr float kBodyShare = 0.93f;
constexpr double kLateFactor = 1.5;  // of length / speed, within which a goal is reached on time
constexpr float kOutside = 0.15f;    // of flyers' goals, where a level has an outside
constexpr int kDraws = 2000;         // until one lies where it should
// ticks between two looks at walls, while gaps follow the agent's own motion: floors are cheap to
// look at, and in crowds of walkers walls count
constexpr std::uint64_t kWalkerLooks = 2;
constexpr std::uint64_t kFlyerLooks = 8;
constexpr int kGoalDraws = 64;    // until one has room, where flyers can get to
constexpr double kGiveUp = 3.0;   // s in one place, after which a goal is given up
constexpr double kRetry = 0.5;    // s, after a search in vain
constexpr double kRetreat = 1.0;  // s out of a wedge, before another goal is drawn

// The most frequent key; kNone where there is none.
std::uint32_t most_frequent(const std::map<std::uint32_t, int>& counts) {
  std::uint32_t best = kNone;
  int most = 0;
  for (const auto& [key, count] : counts) {
    if (count <= most) continue;
    most = count;
    best = key;
  }
  return best;
}

}  // namespace

// Cells of the space around a level, where nobody walks and few fly.
void BotsScene::Parts::find_outside() {
  const std::vector<std::string> tags = level.extras().tags;
  const auto tag =
      static_cast<std::uint32_t>(std::find(tags.begin(), tags.end(), kExteriorTag) - tags.begin());
  outside.assign(level.cell_count(), false);
  for (std::uint32_t i = 0; i < level.cell_count() && tag < tags.size(); ++i)
    outside[i] = level.cell_tag(i) == tag;
  has_outside = tag < tags.size();
}

GroundPlace BotsScene::Parts::draw_ground(Rng& rng) const noexcept {
  for (int i = 0; i < kDraws; ++i) {
    const GroundPlace place = sample_ground_point(ground_graph, rng, component);
    if (place.floor == kNone || !outside[place.cell]) return place;
  }
  return {};
}

PointSampler::Sample BotsScene::Parts::draw_air(Rng& rng) const {
  const bool out = has_outside && rng.chance(kOutside);
  PointSampler::Sample sample = sampler.draw(rng);
  for (int i = 0; i < kDraws && outside[sample.cell] != out; ++i) sample = sampler.draw(rng);
  return sample;
}

// The part of the level that most of the floor, and most of the air, belongs to.
bool BotsScene::Parts::choose_regions() {
  Rng rng = keyed_rng(config.seed, 1, 0);
  std::map<std::uint32_t, int> components, islands;
  for (int i = 0; i < 400; ++i) {
    const GroundPlace place = draw_ground(rng);
    if (place.floor != kNone) ++components[place.component];
    const PointSampler::Sample sample = draw_air(rng);
    for (const std::uint32_t window : air_graph.cell_windows(sample.cell)) {
      if (air_graph.windows()[window].tight) continue;
      ++islands[air_graph.windows()[window].island];
      break;
    }
  }
  component = most_frequent(components);  // kNone also where floors without corners are one
  has_ground = !components.empty();
  island = most_frequent(islands);
  return has_ground || island != kNone;
}

// Wider than two agents must be apart.
PlaceBox BotsScene::Parts::box_of(glm::dvec3 center) const noexcept {
  const double width = 1.1 + 2.4 * std::max(config.ground.radius, config.air.radius);
  return {static_cast<std::int32_t>(std::floor(center.x / width)),
          static_cast<std::int32_t>(std::floor(center.y / width)),
          static_cast<std::int32_t>(std::floor(center.z / width))};
}

// By somebody in its box or one beside it.
bool BotsScene::Parts::is_taken(const AvoidAgent& agent, const PlaceBox& box) const {
  for (int k = 0; k < 27; ++k) {
    const auto near = placed.find({box[0] + k % 3 - 1, box[1] + k / 3 % 3 - 1, box[2] + k / 9 - 1});
    if (near == placed.end()) continue;
    for (const std::uint32_t j : near->second) {
      const double apart = glm::length(agents[j].center - agent.center);
      if (apart <= 1.2 * (static_cast<double>(agents[j].radius) + agent.radius) +
                       (agent.ground != agents[j].ground ? 1.0 : 0.0))
        return true;
    }
  }
  return false;
}

// A free place that nobody else stands in.
bool BotsScene::Parts::place_agent(std::uint32_t i) {
  AvoidAgent& agent = agents[i];
  agent.ground = walks(i);
  const NavAgentConfig& body = agent.ground ? config.ground : config.air;
  agent.radius = kBodyShare * body.radius;
  agent.half_height = agent.ground ? std::max(0.5f * body.height - agent.radius, 0.0f) : 0.0f;
  agent.max_speed = agent.ground ? config.ground_speed : config.air_speed;
  Rng rng = keyed_rng(config.seed, i, 0);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    if (!draw_place(i, rng)) continue;
    const PlaceBox box = box_of(agent.center);
    if (is_taken(agent, box)) continue;
    placed[box].push_back(i);
    bots[i].anchor = glm::vec3(agent.center);
    return true;
  }
  return false;
}

// Sets center, cell and place where the body fits.
bool BotsScene::Parts::draw_place(std::uint32_t i, Rng& rng) {
  AvoidAgent& agent = agents[i];
  glm::dvec3 center;
  std::uint32_t cell;
  if (agent.ground) {
    bots[i].place = draw_ground(rng);
    if (bots[i].place.floor == kNone) return false;
    center = bots[i].place.position + glm::dvec3(0.0, middle_height(), 0.0);
    cell = locate_point(level, center, bots[i].place.cell);
  } else {
    const PointSampler::Sample sample = draw_air(rng);
    if (!is_in_island(sample.cell)) return false;
    center = sample.point;
    cell = sample.cell;
  }
  if (cell == kNone || !fits(center, cell, agent.radius)) return false;
  agent.center = center;
  agent.cell = cell;
  return true;
}

bool BotsScene::Parts::is_in_island(std::uint32_t cell) const noexcept {
  for (const std::uint32_t window : air_graph.cell_windows(cell)) {
    const AirWindow& w = air_graph.windows()[window];
    if (!w.tight && w.island == island) return true;
  }
  return false;
}

// No wall is touched, whichever way it would move.
bool BotsScene::Parts::fits(glm::dvec3 center, std::uint32_t cell, float radius) const noexcept {
  std::array<WorldContact, 1> contact;
  return overlap_sphere(level, {center, radius}, contact, cell, trace_options()) == 0;
}

// A new goal with a way to it; the search is the draw's test.
void BotsScene::Parts::set_out(std::uint32_t i, BotsPart& part) noexcept {
  Bot& bot = bots[i];
  follows[i] = {};
  bot.retry_in = kRetry;
  if (!draw_goal(i)) return;
  search(i, part);
  const float speed = walks(i) ? config.ground_speed : config.air_speed;
  if (paths[i].status != PathStatus::Found ||
      paths[i].length < static_cast<double>(config.least_way)) {
    follows[i] = {};
    bot.retry_in = 0.0;
    return;
  }
  ++part.counts.goals;
  bot.under_way = 0.0;
  bot.allowed = kLateFactor * paths[i].length / static_cast<double>(speed);
}

bool BotsScene::Parts::draw_goal(std::uint32_t i) noexcept {
  Bot& bot = bots[i];
  Rng rng = keyed_rng(config.seed, i, ++bot.draws);
  if (walks(i)) {
    const GroundPlace place = draw_ground(rng);
    bot.goal = place.position;
    bot.goal_place = place;
    return place.floor != kNone;
  }
  for (int attempt = 0; attempt < kGoalDraws; ++attempt) {
    const PointSampler::Sample sample = draw_air(rng);
    bot.goal = sample.point;
    bot.goal_cell = sample.cell;
    if (is_in_island(sample.cell) && fits(bot.goal, sample.cell, config.air.radius)) return true;
  }
  return false;
}

void BotsScene::Parts::search(std::uint32_t i, BotsPart& part) noexcept {
  const AvoidAgent& agent = agents[i];
  Bot& bot = bots[i];
  PathOptions options;
  options.doors = door_states();
  ++part.counts.paths;
  if (walks(i)) {
    find_ground_path(ground_graph, bot.place, bot.goal_place, options, part.ground, paths[i]);
    if (paths[i].status == PathStatus::NoPath) {  // pushed nearer to a wall than ways are
      const GroundPlace off = locate_on_ground(ground_graph, bot.place.position, bot.place.cell);
      find_ground_path(ground_graph, off, bot.goal_place, options, part.ground, paths[i]);
    }
    start_path(ground_follow, paths[i], bot.place.position, follows[i]);
  } else {
    options.from_cell = agent.cell;
    options.to_cell = bot.goal_cell;
    find_air_path(air_graph, agent.center, bot.goal, options, part.air, paths[i]);
    start_path(air_follow, paths[i], agent.center, follows[i]);
  }
  if (paths[i].status != PathStatus::Found) bot.retry_in = kRetry;
}

void BotsScene::Parts::look_after(std::uint32_t i, BotsPart& part) noexcept {
  Bot& bot = bots[i];
  bot.retry_in -= static_cast<double>(config.dt);
  switch (follows[i].status) {
    case FollowStatus::Following:
      return;
    case FollowStatus::Arrived:
      ++part.counts.reached;
      if (bot.under_way <= bot.allowed) ++part.counts.on_time;
      return set_out(i, part);
    case FollowStatus::NeedsPath:
      if (follows[i].need == FollowNeed::Stuck && bot.still > kGiveUp) {
        ++part.counts.given_up;
        return back_off(i, part);
      }
      if (bot.retry_in <= 0.0) {
        bot.retry_in = kRetry;
        search(i, part);
      }
      return;
    case FollowStatus::Idle:
      if (bot.retry_in <= 0.0) set_out(i, part);
  }
}

// A new goal; flyers between walls first go away from them for a second, or the next way might lead into
// them again.
void BotsScene::Parts::back_off(std::uint32_t i, BotsPart& part) noexcept {
  if (walks(i) || away_from_walls(i) == glm::vec3(0.0f)) return set_out(i, part);
  follows[i] = {};
  bots[i].under_way = 0.0;
  bots[i].retry_in = kRetreat;
}

void BotsScene::Parts::plan(std::uint32_t first, std::uint32_t end, BotsPart& part) noexcept {
  for (std::uint32_t i = first; i < end; ++i) look_after(i, part);
  for (std::uint32_t i = first; i < end; ++i)
    inputs[i] = {walks(i) ? bots[i].place.position : agents[i].center, &paths[i]};
  const std::uint32_t middle = std::clamp(ground_count, first, end);
  follow(ground_follow, first, middle);
  follow(air_follow, middle, end);
  for (std::uint32_t i = first; i < end; ++i) {
    agents[i].preferred =
        follows[i].status == FollowStatus::Idle ? away_from_walls(i) : wishes[i].velocity;
    agents[i].rank = static_cast<float>(bots[i].under_way);
    bots[i].under_way += static_cast<double>(config.dt);
    look_at_walls(i);
  }
}

// Where nobody finds a way from, at the wall or in a wedge: out of there, at half speed.
glm::vec3 BotsScene::Parts::away_from_walls(std::uint32_t i) const noexcept {
  const float radius = agents[i].radius;
  glm::vec3 away(0.0f);
  for (std::uint32_t k = 0; k < walls[i].count; ++k) {
    const AvoidWall& wall = walls[i].walls[k];
    away += wall.normal * std::max(1.0f - wall.gap / radius, 0.0f);
  }
  const float length = glm::length(away);
  return length > 1e-3f ? away * (0.5f * agents[i].max_speed / length) : glm::vec3(0.0f);
}

// Agents take turns. Planes stay, so that a gap changes by how far the agent went along the normal.
void BotsScene::Parts::look_at_walls(std::uint32_t i) noexcept {
  const AvoidAgent& agent = agents[i];
  const glm::vec3 moved(agent.center - bots[i].walls_from);
  bots[i].walls_from = agent.center;
  const std::uint64_t every = walks(i) ? kWalkerLooks : kFlyerLooks;
  if (ticks > 0 && (ticks + i) % every != 0) {
    for (std::uint32_t k = 0; k < walls[i].count; ++k)
      walls[i].walls[k].gap += glm::dot(walls[i].walls[k].normal, moved);
    return;
  }
  const float reach = 3.0f * agent.radius + static_cast<float>(every) * config.dt * agent.max_speed;
  if (walks(i))
    find_ground_walls(ground_graph, bots[i].place, agent.radius, reach, door_states(), walls[i]);
  else
    find_air_walls(level, agent.center, agent.cell, agent.radius, reach, door_states(), walls[i]);
}

void BotsScene::Parts::follow(const FollowConfig& follow_config, std::uint32_t first,
                              std::uint32_t end) noexcept {
  const std::size_t count = end - first;
  update_followers(follow_config, config.dt, door_states(), std::span(inputs).subspan(first, count),
                   std::span(follows).subspan(first, count),
                   std::span(wishes).subspan(first, count));
}

}  // namespace playset
