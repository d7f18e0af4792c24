// Followers on random paths; neighbours by grid beside asking every agent; avoidance in crowds of 1
// to 4 m2 an agent.
#include "bench/nav/crowd_bench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>
#include <utility>
#include <vector>

#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "playset/nav/avoidance.h"
#include "playset/nav/follow_path.h"

namespace playset::bench {
namespace {

constexpr float kStep = 1.0f / 60.0f;

NavPath random_path(Rng& rng) {
  NavPath path;
  path.status = PathStatus::Found;
  glm::dvec3 at(0.0);
  for (int i = 0; i < 12; ++i) {
    path.points.push_back({at, 0, false});
    const double leg = rng.range_double(1.0, 10.0);
    at += glm::dvec3(rng.unit_vec3()) * leg;
  }
  return path;
}

void bench_follow(Runner& runner) {
  if (!runner.wants("follow")) return;
  Rng rng(1);
  constexpr std::size_t kCount = 1000;
  const FollowConfig config;
  std::vector<NavPath> paths;
  std::vector<FollowInput> inputs(kCount);
  std::vector<FollowState> start(kCount), states(kCount);
  std::vector<FollowOutput> outputs(kCount);
  for (std::size_t i = 0; i < kCount; ++i) paths.push_back(random_path(rng));
  for (std::size_t i = 0; i < kCount; ++i) {
    inputs[i] = {glm::dvec3(rng.in_unit_ball()), &paths[i]};
    start_path(config, paths[i], inputs[i].position, start[i]);
  }
  Row row;
  row.name = "follow";
  row.items = kCount;
  row.run = [&] {
    states = start;
    update_followers(config, kStep, nullptr, inputs, states, outputs);
    Hasher hasher;
    for (const FollowOutput& output : outputs) hasher.add(output.velocity.x);
    return hasher.finish();
  };
  runner.measure(row);
}

std::vector<AvoidAgent> make_crowd(std::size_t count, double area, bool ground) {
  Rng rng(2);
  std::vector<AvoidAgent> agents(count);
  const double side = std::sqrt(area * static_cast<double>(count));
  for (AvoidAgent& agent : agents) {
    agent.center = {rng.range_double(0, side), ground ? 0.9 : rng.range_double(0, 6.0),
                    rng.range_double(0, side)};
    agent.radius = 0.3f;
    agent.ground = ground;
    agent.half_height = ground ? 0.6f : 0.0f;
    glm::vec3 wish = rng.unit_vec3() * 3.0f;
    if (ground) wish.y = 0.0f;
    agent.preferred = agent.velocity = wish;
  }
  return agents;
}

constexpr std::size_t kMost = 11;

std::uint64_t nearest_by_grid(const std::vector<AvoidAgent>& agents, float reach, AgentGrid& grid) {
  Hasher hasher;
  std::array<std::uint32_t, kMost> nearest{};
  grid.build(agents, reach);
  for (const AvoidAgent& agent : agents) {
    const std::size_t found = grid.find_nearest(agent.center, reach, nearest);
    for (std::size_t i = 0; i < found; ++i) hasher.add(nearest[i]);
  }
  return hasher.finish();
}

// The obvious way: every other agent's distance, the least of them.
std::uint64_t nearest_of_all(const std::vector<AvoidAgent>& agents, float reach) {
  Hasher hasher;
  std::vector<std::pair<float, std::uint32_t>> all;
  for (const AvoidAgent& agent : agents) {
    all.clear();
    for (std::uint32_t i = 0; i < agents.size(); ++i) {
      const glm::vec3 apart = glm::vec3(agents[i].center) - glm::vec3(agent.center);
      const float square = glm::dot(apart, apart);
      if (square <= reach * reach) all.emplace_back(square, i);
    }
    const std::size_t found = std::min(all.size(), kMost);
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(found), all.end());
    for (std::size_t i = 0; i < found; ++i) hasher.add(all[i].second);
  }
  return hasher.finish();
}

void bench_neighbors(Runner& runner, const std::string& name, std::size_t count) {
  if (!runner.wants("neighbors/" + name)) return;
  const std::vector<AvoidAgent> agents = make_crowd(count, 4.0, true);
  const float reach = AvoidConfig{}.reach;
  AgentGrid grid;
  Row row;
  row.name = "neighbors/" + name;
  row.items = count;
  row.run = [&] { return nearest_by_grid(agents, reach, grid); };
  row.baselines.push_back({"naive", [&] { return nearest_of_all(agents, reach); }, true});
  runner.measure(row);
}

void bench_avoid(Runner& runner, const std::string& name, double area, bool ground) {
  if (!runner.wants("avoid/" + name)) return;
  constexpr std::size_t kCount = 500;
  const AvoidConfig config;
  const std::vector<AvoidAgent> agents = make_crowd(kCount, area, ground);
  std::vector<AvoidState> before(kCount), after(kCount);
  std::vector<glm::vec3> velocities(kCount);
  AgentGrid grid;
  Row row;
  row.name = "avoid/" + name;
  row.items = kCount;
  row.run = [&] {
    grid.build(agents, config.reach);
    update_avoidance(config, kStep, {agents, before, {}, &grid}, 0, after, velocities);
    Hasher hasher;
    for (const glm::vec3 velocity : velocities) hasher.add(velocity.x);
    return hasher.finish();
  };
  runner.measure(row);
}

}  // namespace

void bench_crowds(Runner& runner) {
  bench_follow(runner);
  bench_neighbors(runner, "500", 500);
  bench_neighbors(runner, "5000", 5000);
  bench_avoid(runner, "ground", 4.0, true);
  bench_avoid(runner, "dense", 1.0, true);
  bench_avoid(runner, "air", 4.0, false);
}

}  // namespace playset::bench
