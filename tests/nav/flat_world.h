// tests/nav/flat_world.h - agents on a plane among wall segments: crowds whose jams are known, in a
// few lines.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <vector>

#include "playset/core/hash.h"
#include "playset/nav/avoidance.h"
#include "playset/nav/follow_path.h"

namespace playset::test {

struct FlatWall {
  glm::vec2 a, b;  // x and z
};

// Agents follow paths drawn by hand; walls push bodies out as a mover would.
class FlatWorld {
 public:
  AvoidConfig avoid;
  FollowConfig follow;
  float radius = 0.3f;
  std::vector<FlatWall> walls;

  void add(const std::vector<glm::vec2>& points) {
    NavPath path;
    path.status = PathStatus::Found;
    for (const glm::vec2 p : points) path.points.push_back({{p.x, 0.0, p.y}, 0, false});
    paths.push_back(path);
    drawn.push_back(path);
    AvoidAgent agent;
    agent.center = path.points[0].position;
    agent.radius = radius;
    agent.max_speed = follow.speed;
    agent.half_height = 0.5f;
    agent.ground = true;
    agents.push_back(agent);
    states.emplace_back();
    follows.emplace_back();
    start_path(follow, paths.back(), agent.center, follows.back());
    arrived_at.push_back(-1.0);
    standing.push_back(0.0);
  }

  // Splits avoidance into batches of `batch` agents. Arrived agents vanish from the crowd when
  // `leave` is set.
  void step(float dt, std::size_t batch = 1000000, bool leave = true) {
    const std::size_t count = agents.size();
    std::vector<FollowInput> inputs(count);
    std::vector<FollowOutput> outputs(count);
    for (std::size_t i = 0; i < count; ++i) inputs[i] = {agents[i].center, &paths[i]};
    update_followers(follow, dt, nullptr, inputs, follows, outputs);
    for (std::size_t i = 0; i < count; ++i) {
      if (follows[i].status == FollowStatus::NeedsPath) replan(i);
    }
    std::vector<AvoidWalls> near(count);
    for (std::size_t i = 0; i < count; ++i) {
      agents[i].preferred = outputs[i].velocity;
      agents[i].rank = static_cast<float>(time);
      near[i] = walls_near(agents[i].center);
      if (follows[i].status == FollowStatus::Arrived && arrived_at[i] < 0.0) {
        arrived_at[i] = time;
        if (leave) agents[i].center = {1000.0 + 10.0 * static_cast<double>(i), 0.0, 0.0};
      }
    }
    grid.build(agents, avoid.reach);
    std::vector<AvoidState> next(count);
    std::vector<glm::vec3> velocities(count);
    const AvoidInput input{agents, states, near, &grid};
    for (std::size_t i = 0; i < count; i += batch) {
      const std::size_t n = std::min(batch, count - i);
      const AvoidResult result =
          update_avoidance(avoid, dt, input, static_cast<std::uint32_t>(i),
                           std::span(next).subspan(i, n), std::span(velocities).subspan(i, n));
      squeezed += result.squeezing;
    }
    states = next;
    for (std::size_t i = 0; i < count; ++i) move(i, velocities[i], dt);
    time += dt;
    count_overlaps();
  }

  // True where no agent's middle is nearer to a wall than its radius, less a millimetre.
  [[nodiscard]] bool is_clear() const {
    for (const AvoidAgent& agent : agents) {
      for (const FlatWall& wall : walls) {
        const glm::vec2 p(agent.center.x, agent.center.z);
        if (glm::length(p - closest(wall, p)) < radius - 0.001f) return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t arrived() const {
    return static_cast<std::size_t>(
        std::count_if(arrived_at.begin(), arrived_at.end(), [](double t) { return t >= 0.0; }));
  }

  [[nodiscard]] std::uint64_t hash() const {
    Hasher hasher;
    for (const AvoidAgent& agent : agents) {
      hasher.add(agent.center.x);
      hasher.add(agent.center.z);
    }
    return hasher.finish();
  }

  std::vector<NavPath> paths;
  std::vector<NavPath> drawn;
  std::vector<AvoidAgent> agents;
  std::vector<AvoidState> states;
  std::vector<FollowState> follows;
  std::vector<double> arrived_at;  // s, -1: not yet
  std::vector<double> standing;    // s, since it moved 0.1 m
  AgentGrid grid;
  double time = 0.0;
  double longest_standing = 0.0;    // s
  double deepest_overlap = 0.0;     // m
  std::uint64_t overlap_ticks = 0;  // agents that overlap another by more than 1 cm
  std::uint64_t agent_ticks = 0;
  std::uint64_t squeezed = 0;

 private:
  // The drawn path again from where the agent is; straight to the goal where it is past all corners
  // along x.
  void replan(std::size_t i) {
    NavPath path = drawn[i];
    const std::size_t last = path.points.size() - 1;
    const double goal = path.points[last].position.x, corner = path.points[last - 1].position.x;
    const double here = agents[i].center.x;
    if (goal > corner ? here > corner : here < corner)
      path.points.erase(path.points.begin() + 1, path.points.end() - 1);
    path.points[0].position = agents[i].center;
    paths[i] = path;
    start_path(follow, paths[i], agents[i].center, follows[i]);
  }

  static glm::vec2 closest(const FlatWall& wall, glm::vec2 p) {
    const glm::vec2 leg = wall.b - wall.a;
    const float t = std::clamp(glm::dot(p - wall.a, leg) / glm::dot(leg, leg), 0.0f, 1.0f);
    return wall.a + t * leg;
  }

  [[nodiscard]] AvoidWalls walls_near(glm::dvec3 center) const {
    AvoidWalls near;
    const glm::vec2 p(center.x, center.z);
    for (const FlatWall& wall : walls) {
      const glm::vec2 away = p - closest(wall, p);
      const float distance = glm::length(away);
      if (distance > radius + 1.0f || distance <= 0.0f || near.count == kMostAvoidWalls) continue;
      near.walls[near.count++] = {{away.x / distance, 0.0f, away.y / distance}, distance - radius};
    }
    return near;
  }

  void move(std::size_t i, glm::vec3 velocity, float dt) {
    AvoidAgent& agent = agents[i];
    const glm::vec2 start(agent.center.x, agent.center.z);
    glm::vec2 p = start + dt * glm::vec2(velocity.x, velocity.z);
    for (int round = 0; round < 3; ++round) {
      for (const FlatWall& wall : walls) {
        const glm::vec2 away = p - closest(wall, p);
        const float distance = glm::length(away);
        if (distance < radius && distance > 0.0f) p += away * ((radius - distance) / distance);
      }
    }
    agent.velocity = {(p.x - start.x) / dt, 0.0f, (p.y - start.y) / dt};
    agent.center = {p.x, 0.0, p.y};
    standing[i] =
        arrived_at[i] >= 0.0 || glm::length(p - start) > 0.1f * dt ? 0.0 : standing[i] + dt;
    longest_standing = std::max(longest_standing, standing[i]);
  }

  void count_overlaps() {
    for (std::size_t i = 0; i < agents.size(); ++i) {
      double deepest = 0.0;
      for (std::size_t j = 0; j < agents.size(); ++j) {
        if (i == j) continue;
        const double apart = glm::length(agents[i].center - agents[j].center);
        deepest = std::max(deepest, 2.0 * static_cast<double>(radius) - apart);
      }
      deepest_overlap = std::max(deepest_overlap, deepest);
      overlap_ticks += deepest > 0.01 ? 1 : 0;
      ++agent_ticks;
    }
  }
};

// Two rooms with a wall between them along x = 0 and a door of `width` in its middle; streams of
// `each` agents cross over both ways.
inline FlatWorld make_door_streams(float width, int each, float thickness = 0.3f) {
  FlatWorld world;
  const float h = 0.5f * width, t = 0.5f * thickness;
  for (const float side : {-1.0f, 1.0f}) {
    world.walls.push_back({{side * t, h}, {side * t, 30.0f}});
    world.walls.push_back({{side * t, -30.0f}, {side * t, -h}});
    world.walls.push_back({{-t, side * h}, {t, side * h}});
  }
  for (int i = 0; i < each; ++i) {
    for (const float side : {-1.0f, 1.0f}) {
      const float x = 3.0f + 0.9f * static_cast<float>(i / 6),
                  z = -2.5f + 0.9f * static_cast<float>(i % 6);
      world.add({{side * x, z},
                 {side * (t + 0.4f), 0.0f},
                 {-side * (t + 0.4f), 0.0f},
                 {-side * (x + 4.0f), -z}});
    }
  }
  return world;
}

}  // namespace playset::test
