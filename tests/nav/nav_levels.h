// tests/nav/nav_levels.h - levels and graphs that several tests of navigation fly through.
#pragma once

#include <doctest/doctest.h>

#include "playset/nav/air_graph.h"
#include "scenes/tunnels.h"
#include "tests/level/real_levels.h"

namespace playset::test {

[[nodiscard]] inline GridPoint metres(int x, int y, int z) { return GridPoint(x, y, z) * 1024; }

[[nodiscard]] inline Level tunnels(std::uint32_t cells) {
  return cook_or_fail(build_tunnels({.cells = cells}));
}

[[nodiscard]] inline AirGraph graph_of(const Level& level, float radius) {
  NavAgentConfig agent;
  agent.radius = radius;
  const Result<AirGraph> graph = build_air_graph(level, agent);
  REQUIRE(graph);
  return *graph;
}

}  // namespace playset::test
