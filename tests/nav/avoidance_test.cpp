// Avoidance: two agents, crowds, doors of every width, walls and cells between agents, batches.
#include "playset/nav/avoidance.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "playset/core/config.h"
#include "playset/core/rng.h"
#include "support/support.h"
#include "tests/geom/box_cells.h"
#include "tests/nav/flat_world.h"

using namespace playset;
using playset::test::AllocationScope;
using playset::test::FlatWorld;
using playset::test::make_door_streams;

namespace {

constexpr float kStep = 1.0f / 60.0f;

FlatWorld make_ring(int count, float ring) {
  FlatWorld world;
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * 3.141592653589793 * i / count;
    const glm::vec2 p(ring * std::cos(angle), ring * std::sin(angle));
    world.add({p, -p});
  }
  return world;
}

void run(FlatWorld& world, double seconds) {
  while (world.time < seconds && world.arrived() < world.agents.size()) world.step(kStep);
}

AvoidAgent make_air(glm::dvec3 center, glm::vec3 velocity) {
  AvoidAgent agent;
  agent.center = center;
  agent.velocity = agent.preferred = velocity;
  agent.radius = 0.3f;
  return agent;
}

std::vector<glm::vec3> choose(const std::vector<AvoidAgent>& agents, const Level* level = nullptr,
                              const DoorStates* doors = nullptr, const AvoidConfig& config = {}) {
  AgentGrid grid;
  grid.build(agents, config.reach);
  std::vector<AvoidState> before(agents.size()), after(agents.size());
  std::vector<glm::vec3> velocities(agents.size());
  const AvoidInput input{agents, before, {}, &grid, level, doors};
  update_avoidance(config, kStep, input, 0, after, velocities);
  return velocities;
}

// Two rooms of 4 x 4 x 4 m beside each other, that a portal (with a closed door) joins or none; or
// both at the same place.
Level make_rooms(bool joined, bool overlapping) {
  playset_test::CellBuilder builder;
  const auto m = [](std::int32_t metres) { return metres * (1 << kGridBits); };
  builder.add_box({0, 0, 0}, {m(4), m(4), m(4)});
  if (overlapping)
    builder.add_box({1, 0, 0}, {m(4) + 1, m(4), m(4)});
  else
    builder.add_box({m(4), 0, 0}, {m(8), m(4), m(4)});
  if (joined) {
    const std::uint32_t a = 1, b = 6;  // +x of the first, -x of the second
    builder.complex.sides[a].neighbor = b;
    builder.complex.sides[b].neighbor = a;
    builder.complex.doors.push_back({});
    builder.complex.sides[a].door = builder.complex.sides[b].door = 0;
  }
  const Result<Level> level = cook_level(builder.complex, {.renumber = false});
  REQUIRE_MESSAGE(level, level.error().text());
  return *level;
}

}  // namespace

TEST_CASE("avoid: every field is refused outside its range, and the defaults are valid") {
  CHECK(!check_avoid(AvoidConfig{}));
  for (const ConfigField& field : config_fields(static_cast<const AvoidConfig*>(nullptr))) {
    AvoidConfig config;
    field.write(&config, field.high + 1.0);
    REQUIRE(check_avoid(config));
    CHECK(std::string(check_avoid(config)->field->name) == field.name);
  }
}

TEST_CASE("avoid: an agent alone does what it likes") {
  const auto velocities = choose({make_air({0, 0, 0}, {1, 2, 2})});
  CHECK(velocities[0] == glm::vec3(1, 2, 2));
}

TEST_CASE("avoid: two that fly straight at each other pass each other, both to their right") {
  std::vector<AvoidAgent> agents{make_air({-1, 0, 0}, {2, 0, 0}), make_air({1, 0, 0}, {-2, 0, 0})};
  const auto velocities = choose(agents);
  CHECK(velocities[0].z > 0.1f);  // +X ahead and +Y up: +Z is right
  CHECK(velocities[1].z < -0.1f);
  double nearest = 10.0;
  for (int i = 0; i < 120; ++i) {
    const auto chosen = choose(agents);
    for (std::size_t k = 0; k < 2; ++k) {
      agents[k].velocity = chosen[k];
      agents[k].center += glm::dvec3(chosen[k]) * static_cast<double>(kStep);
    }
    nearest = std::min(nearest, glm::length(agents[0].center - agents[1].center));
  }
  CHECK(nearest > 0.6);
  CHECK(agents[0].center.x > 0.5);
}

TEST_CASE("avoid: walkers stay in the plane, and mind flyers at the height of their bodies alone") {
  AvoidAgent walker = make_air({0, 0.9, 0}, {2, 0, 0});
  walker.ground = true;
  walker.half_height = 0.6f;
  AvoidAgent low = make_air({1.2, 1.1, 0}, {-2, 0, 0});
  const auto met = choose({walker, low});
  CHECK(met[0].y == 0.0f);
  CHECK(met[0] != walker.preferred);
  CHECK(met[1] != low.preferred);
  low.center.y = 2.6;
  CHECK(choose({walker, low})[0] == walker.preferred);
}

TEST_CASE("avoid: a ring of agents that all want to the other side gets there without overlaps") {
  FlatWorld world = make_ring(40, 10.0f);
  world.avoid.squeeze_time = 0.0f;
  run(world, 60.0);
  CHECK(world.arrived() == 40);
  CHECK(world.longest_standing < 2.0);
  CHECK(static_cast<double>(world.overlap_ticks) < 0.01 * static_cast<double>(world.agent_ticks));
  CHECK(world.deepest_overlap < 0.15);
}

TEST_CASE("avoid: two streams through one door keep flowing, whatever its width and depth") {
  for (const float width : {0.8f, 1.0f, 1.5f, 2.0f, 3.0f}) {
    for (const float depth : {0.2f, 3.0f}) {
      CAPTURE(width);
      CAPTURE(depth);
      FlatWorld world = make_door_streams(width, 10, depth);
      world.avoid.squeeze_time = 0.0f;  // nobody may pass through anybody
      run(world, 90.0);
      CHECK(world.arrived() == 20);
      CHECK(world.longest_standing < 5.0);
      CHECK(static_cast<double>(world.overlap_ticks) <
            0.015 * static_cast<double>(world.agent_ticks));
      CHECK(world.is_clear());
    }
  }
}

TEST_CASE("avoid: in a blind alley as wide as one agent, two that want to change places squeeze") {
  FlatWorld world;
  world.walls = {{{-0.4f, 0.0f}, {-0.4f, 8.0f}},
                 {{0.4f, 0.0f}, {0.4f, 8.0f}},
                 {{-0.4f, 0.0f}, {0.4f, 0.0f}},
                 {{-0.4f, 8.0f}, {0.4f, 8.0f}}};
  world.add({{0.0f, 0.31f}, {0.0f, 7.69f}});
  world.add({{0.0f, 7.69f}, {0.0f, 0.31f}});
  world.follow.stuck_time = 60.0f;
  run(world, 30.0);
  CHECK(world.arrived() == 2);
  CHECK(world.squeezed > 0);
}

TEST_CASE("avoid: any split of the batch gives the same bits") {
  std::vector<std::uint64_t> hashes;
  for (const std::size_t batch : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
    FlatWorld world = make_door_streams(1.5f, 12);
    for (int i = 0; i < 300; ++i) world.step(kStep, batch);
    hashes.push_back(world.hash());
  }
  CHECK(hashes[0] == hashes[1]);
  CHECK(hashes[0] == hashes[2]);
}

TEST_CASE("avoid: agents in rooms that nothing joins do not see each other, joined ones do") {
  for (const bool overlapping : {false, true}) {
    const Level level = make_rooms(false, overlapping);
    std::vector<AvoidAgent> agents{make_air({3.4, 2, 2}, {2, 0, 0}),
                                   make_air({4.6, 2, 2}, {-2, 0, 0})};
    if (overlapping) agents[1].center.x = 3.9;
    agents[0].cell = 0;
    agents[1].cell = 1;
    REQUIRE(cell_holds(level, 0, agents[0].center));
    REQUIRE(cell_holds(level, 1, agents[1].center));
    CAPTURE(overlapping);
    CHECK(choose(agents, &level)[0] == agents[0].preferred);
    CHECK(choose(agents)[0] != agents[0].preferred);
  }
}

TEST_CASE("avoid: a closed door hides what is behind it") {
  const Level level = make_rooms(true, false);
  std::vector<AvoidAgent> agents{make_air({3.4, 2, 2}, {2, 0, 0}),
                                 make_air({4.6, 2, 2}, {-2, 0, 0})};
  agents[0].cell = 0;
  agents[1].cell = 1;
  DoorStates doors{{1}, 0};
  CHECK(choose(agents, &level, &doors)[0] == agents[0].preferred);
  set_door(doors, 0, false);
  CHECK(choose(agents, &level, &doors)[0] != agents[0].preferred);
}

TEST_CASE("avoid: what is not finite stands still, is counted, and is not seen by others") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<AvoidAgent> agents{make_air({0, 0, 0}, {1, 0, 0}), make_air({0.7, 0, 0}, {-1, 0, 0})};
  agents[1].velocity.y = nan;
  AgentGrid grid;
  const AvoidConfig config;
  const auto update = [&](float dt) {
    grid.build(agents, config.reach);
    std::vector<AvoidState> before(2), after(2);
    std::vector<glm::vec3> velocities(2);
    const AvoidInput input{agents, before, {}, &grid};
    const AvoidResult result = update_avoidance(config, dt, input, 0, after, velocities);
    return std::pair(result.refused, velocities);
  };
  CHECK(update(kStep).first == 1);
  CHECK(update(kStep).second[1] == glm::vec3(0.0f));
  CHECK(update(kStep).second[0] == agents[0].preferred);
  CHECK(update(nan).first == 2);
  agents[1].center.x = std::numeric_limits<double>::infinity();
  CHECK(update(kStep).first == 1);
  agents[1] = make_air({0.7, 0, 0}, {-1e20f, 0, 0});
  CHECK(update(kStep).first == 1);
  CHECK(update(kStep).second[0] == agents[0].preferred);
  agents[1] = make_air({0.7, 0, 0}, {-1, 0, 0});
  agents[1].radius = 3e38f;
  CHECK(update(kStep).first == 1);
  CHECK(update(kStep).second[0] == agents[0].preferred);
}

TEST_CASE("avoid: of more agents at one point than are looked at, every one finds a velocity") {
  AvoidConfig config;
  config.neighbors = kMostNeighbors;
  const std::vector<AvoidAgent> heap(3 * kMostNeighbors, make_air({1, 2, 3}, {1, 0, 0}));
  for (const glm::vec3 v : choose(heap, nullptr, nullptr, config)) {
    CHECK(glm::length(v) <= 1.001f * heap[0].max_speed);
    CHECK(v != glm::vec3(0.0f));  // all overlap, and part
  }
}

TEST_CASE("avoid: nothing is allocated, and the grid only grows") {
  FlatWorld world = make_door_streams(1.5f, 30);
  std::vector<AvoidState> before(world.agents.size()), after(world.agents.size());
  std::vector<glm::vec3> velocities(world.agents.size());
  AgentGrid grid;
  grid.build(world.agents, world.avoid.reach);
  const AvoidInput input{world.agents, before, {}, &grid};
  const AllocationScope scope;
  grid.build(world.agents, world.avoid.reach);
  update_avoidance(world.avoid, kStep, input, 0, after, velocities);
  CHECK(scope.count() == 0);
}

TEST_CASE("agent grid: the nearest are those of a sorted list, equals by number") {
  Rng rng(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<AvoidAgent> agents(1 + rng.below(200));
    for (AvoidAgent& agent : agents) {
      // on whole metres, so that many are equally far, also at the border of the world
      agent.center = glm::dvec3(glm::ivec3(rng.in_unit_ball() * 6.0f));
      if (round % 10 == 0) agent.center += glm::dvec3(16384.0, -16384.0, 16384.0);
    }
    AgentGrid grid;
    const float reach = rng.range_float(0.5f, 4.0f);
    grid.build(agents, reach);
    const glm::dvec3 center = agents[0].center;
    std::vector<std::uint32_t> expected(agents.size()), found(1 + rng.below(kMostNeighbors));
    std::iota(expected.begin(), expected.end(), 0u);
    const auto square = [&](std::uint32_t i) {
      const glm::dvec3 apart = agents[i].center - center;
      return glm::dot(apart, apart);
    };
    std::erase_if(expected, [&](std::uint32_t i) { return square(i) > reach * reach; });
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return square(a) < square(b); });
    expected.resize(std::min(expected.size(), found.size()));
    found.resize(grid.find_nearest(center, reach, found));
    CHECK(found == expected);
  }
}
