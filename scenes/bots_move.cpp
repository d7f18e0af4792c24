// How bots move: spheres swept through the level that slide along what they hit; walkers step from
// floor to floor.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "playset/geom/grid.h"
#include "playset/level/sweep.h"
#include "scenes/bots_parts.h"

namespace playset {
namespace {

constexpr double kSkin = 0.005;       // m, kept from what was hit
constexpr double kStandstill = 0.25;  // m
constexpr int kMostSlides = 4;

struct Ball {
  glm::dvec3 center{0.0};
  std::uint32_t cell = kNone;
};

// What is left of the motion after it met a wall, and before that others.
glm::dvec3 slide_along(glm::dvec3 motion, std::span<const glm::dvec3> normals) {
  const glm::dvec3 last = normals.back();
  glm::dvec3 left = motion - last * glm::dot(motion, last);
  for (std::size_t i = 0; i + 1 < normals.size(); ++i) {
    if (glm::dot(left, normals[i]) >= -1e-9) continue;
    const glm::dvec3 crease = glm::cross(normals[i], last);
    const double square = glm::dot(crease, crease);
    if (square < 1e-12) return glm::dvec3(0.0);
    left = crease * (glm::dot(motion, crease) / square);
    for (std::size_t j = 0; j + 1 < normals.size(); ++j) {
      if (j != i && glm::dot(left, normals[j]) < -1e-9) return glm::dvec3(0.0);
    }
    return left;
  }
  return left;
}

// Sweeps the ball by `motion`; flat: walls count as upright, so that it stays at its height.
Ball sweep_and_slide(const Level& level, const TraceOptions& options, Ball ball, float radius,
                     glm::dvec3 motion, bool flat) {
  std::array<glm::dvec3, kMostSlides> normals;
  for (std::size_t i = 0; i < kMostSlides; ++i) {
    const double length = glm::length(motion);
    if (length < 1e-6) return ball;
    const SphereSweep sweep{glm::vec3(ball.center), ball.cell, glm::vec3(ball.center + motion),
                            radius};
    const SweepHit hit = sweep_sphere(level, sweep, options);
    if (hit.kind == HitKind::End) return {glm::dvec3(sweep.to), hit.cell};
    if (hit.kind != HitKind::Wall && hit.kind != HitKind::Door) return ball;
    glm::dvec3 normal(hit.normal);
    const double against = -glm::dot(normal, motion) / length;
    const double back = against > 1e-3 ? kSkin / (against * length) : 0.0;
    const double t = std::max(static_cast<double>(hit.t) - back, 0.0);
    const glm::dvec3 there(glm::vec3(ball.center + t * motion));
    const std::uint32_t cell = locate_point(level, there, hit.cell);
    if (cell == kNone) return ball;
    ball = {there, cell};
    if (flat) {
      normal.y = 0.0;
      const double across = glm::length(normal);
      if (across < 1e-3) return ball;
      normal /= across;
    }
    normals[i] = normal;
    // a ball that comes in at a slant stops nearer than the skin; from there the next sweep would
    // start against the wall, and end
    const double kept = (static_cast<double>(hit.t) - t) * length * std::max(against, 0.0);
    motion = slide_along((1.0 - t) * motion, std::span(normals).first(i + 1));
    motion += normal * std::max(kSkin - kept, 0.0);
  }
  return ball;
}

glm::dvec2 plan_of(GridPoint p) noexcept { return glm::dvec2(p.x, p.z) / kGridPerMetre; }
double cross(glm::dvec2 a, glm::dvec2 b) noexcept { return a.x * b.y - a.y * b.x; }

// Where a straight step over the floors ends.
struct Step {
  glm::dvec2 at{0.0};
  std::uint32_t floor = kNone;
  glm::dvec2 along{0.0};  // of the wall or ledge that stopped it; zero where nothing did
};

// The edge that the step leaves its floor by, and where. Of several on one line it is the one that
// the step crosses between its ends.
struct Exit {
  std::uint32_t edge = kNone;
  double t = 2.0;
  double beside = 0.0;  // m, by which the crossing misses the edge
  glm::dvec2 along{0.0};
};

Exit find_exit(const GroundGraph& graph, const GroundFloor& floor, std::uint32_t entry,
               glm::dvec2 from, glm::dvec2 to) {
  constexpr double kSame = 1e-9;
  Exit exit;
  const std::span<const GroundEdge> edges = graph.edges();
  for (std::uint32_t i = 0; i < floor.edge_count; ++i) {
    const std::uint32_t edge = floor.first_edge + i;
    if (edge == entry) continue;
    const glm::dvec2 a = plan_of(edges[edge].from);
    const glm::dvec2 along = plan_of(edges[floor.first_edge + (i + 1) % floor.edge_count].from) - a;
    // counterclockwise seen from above: inside is on the right in (x, z)
    const double start = std::max(-cross(along, from - a), 0.0), end = -cross(along, to - a);
    if (end >= 0.0) continue;
    const double t = start / (start - end);
    const double length = glm::length(along);
    const double at = glm::dot(from + t * (to - from) - a, along) / length;
    const double beside = std::max({-at, at - length, 0.0});
    const bool nearer = t < exit.t - kSame || (t < exit.t + kSame && beside < exit.beside);
    if (nearer) exit = {edge, t, beside, along};
  }
  return exit;
}

Step step_over_floors(const GroundGraph& graph, const DoorStates* doors, std::uint32_t floor,
                      glm::dvec2 from, glm::dvec2 to) {
  std::uint32_t entry = kNone;
  const std::span<const GroundEdge> edges = graph.edges();
  for (int crossed = 0; crossed < 64; ++crossed) {
    const Exit exit = find_exit(graph, graph.floors()[floor], entry, from, to);
    if (exit.edge == kNone) return {to, floor};
    const GroundEdge& edge = edges[exit.edge];
    const bool closed = doors != nullptr && edge.door != kNone && is_closed(*doors, edge.door);
    if (edge.kind != GroundEdgeKind::Walk || closed) {
      const double t = std::max(exit.t - 1e-3, 0.0);
      return {from + t * (to - from), floor, exit.along};
    }
    entry = edge.across;
    floor = edges[entry].floor;
  }
  return {from, floor};
}

}  // namespace

void BotsScene::Parts::fly(std::uint32_t i) noexcept {
  AvoidAgent& agent = agents[i];
  const glm::dvec3 motion = glm::dvec3(chosen[i]) * static_cast<double>(config.dt);
  const Ball ball = sweep_and_slide(level, trace_options(), {agent.center, agent.cell},
                                    agent.radius, motion, false);
  agent.center = ball.center;
  agent.cell = ball.cell;
}

// Across at its height, then over the floors below that, then up or down to the new floor's height.
// Wherever one of these does not work, it stays.
void BotsScene::Parts::walk(std::uint32_t i) noexcept {
  AvoidAgent& agent = agents[i];
  Bot& bot = bots[i];
  glm::dvec3 motion = glm::dvec3(chosen[i]) * static_cast<double>(config.dt);
  const glm::dvec2 from(bot.place.position.x, bot.place.position.z);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const Ball across = sweep_and_slide(level, trace_options(), {agent.center, agent.cell},
                                        agent.radius, motion, true);
    const glm::dvec2 to(across.center.x, across.center.z);
    const Step step = step_over_floors(ground_graph, door_states(), bot.place.floor, from, to);
    if (step.along != glm::dvec2(0.0) && attempt == 0) {
      // along the ledge
      const glm::dvec2 wish(motion.x, motion.z);
      const glm::dvec2 along =
          step.along * (glm::dot(wish, step.along) / glm::dot(step.along, step.along));
      motion = {along.x, 0.0, along.y};
      continue;
    }
    if (step.along == glm::dvec2(0.0)) stand_on(i, step.floor, across.center, across.cell);
    return;
  }
}

// On that floor below `center`, if the way up or down to it is free.
void BotsScene::Parts::stand_on(std::uint32_t i, std::uint32_t floor, glm::dvec3 center,
                                std::uint32_t cell) noexcept {
  AvoidAgent& agent = agents[i];
  GroundPlace& place = bots[i].place;
  const GroundFloor& ground = ground_graph.floors()[floor];
  const double height = floor_height(ground, center.x, center.z);
  const glm::dvec3 up(0.0, height + middle_height() - center.y, 0.0);
  if (std::abs(up.y) > 1e-5) {
    const SphereSweep sweep{glm::vec3(center), cell, glm::vec3(center + up), agent.radius};
    const SweepHit hit = sweep_sphere(level, sweep, trace_options());
    if (hit.kind != HitKind::End) return;
    center = glm::dvec3(sweep.to);
    cell = hit.cell;
  }
  place.position = {center.x, height, center.z};
  place.floor = floor;
  place.cell = ground.cell;
  agent.center = center;
  agent.cell = cell;
}

void BotsScene::Parts::note_move(std::uint32_t i, glm::dvec3 from, BotsPart& part) noexcept {
  AvoidAgent& agent = agents[i];
  Bot& bot = bots[i];
  agent.velocity = glm::vec3((agent.center - from) / static_cast<double>(config.dt));
  if (agent.ground) agent.velocity.y = 0.0f;
  ++part.counts.agent_ticks;
  if (!cell_holds(level, agent.cell, agent.center)) ++part.counts.left_level;
  const bool waits = follows[i].need == FollowNeed::Door;
  if (waits || glm::length(glm::vec3(agent.center) - bot.anchor) > kStandstill) {
    bot.anchor = glm::vec3(agent.center);
    bot.still = 0.0;
  } else {
    bot.still += static_cast<double>(config.dt);
    part.counts.longest_standstill = std::max(part.counts.longest_standstill, bot.still);
  }
  if (config.trail_every == 0 || ticks % config.trail_every != 0) return;
  if (trail_counts[i] == config.trail_points) return;
  trails[std::size_t{i} * config.trail_points + trail_counts[i]++] = glm::vec3(agent.center);
}

void BotsScene::Parts::move(std::uint32_t first, std::uint32_t end, BotsPart& part) noexcept {
  for (std::uint32_t i = first; i < end; ++i) {
    const glm::dvec3 from = agents[i].center;
    if (walks(i))
      walk(i);
    else
      fly(i);
    note_move(i, from, part);
  }
}

}  // namespace playset
