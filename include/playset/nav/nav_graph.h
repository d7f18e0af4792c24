// playset/nav/nav_graph.h - NavGraph: one door to ways on the ground and in the air.
//
// Use it where the class of an agent is data: bots, spawners, tools. Code that knows its class can
// ask GroundGraph or AirGraph itself and gets the same answers.
// Units   metres.
// Cost    that of the graphs within; Both asks both.
// Threads const queries from any thread, each with a NavScratch and a NavPath of its own. Queries
//         allocate nothing once those have grown.
// See     nav/ground_graph.h, nav/air_graph.h, nav/flow_field.h, tests/nav/nav_graph_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/debug_canvas.h"
#include "playset/core/result.h"
#include "playset/level/level.h"
#include "playset/nav/air_graph.h"
#include "playset/nav/ground_graph.h"
#include "playset/nav/nav_agent.h"
#include "playset/nav/nav_path.h"

namespace playset {

enum class NavClass : std::uint8_t {
  Ground,  // walks
  Air,     // flies
  Both,    // walks, but flies where that is shorter by more than a quarter or the only way
};

// The graphs of a class; those it does not need are empty.
struct NavGraph {
  NavClass nav_class = NavClass::Ground;
  GroundGraph ground;
  AirGraph air;
};

[[nodiscard]] PLAYSET_API Result<NavGraph> build_nav_graph(const Level& level,
                                                           const NavAgentConfig& agent,
                                                           NavClass nav_class);

struct NavScratch {
  GroundScratch ground;
  AirScratch air;
  NavPath other;  // Both: the way that was not taken
  NavPath way;    // to one of several goals
};

// Both: path.points are on the floor where the agent walks, and its middle where it flies.
PLAYSET_API PathStatus find_path(const NavGraph& graph, glm::dvec3 from, glm::dvec3 to,
                                 const PathOptions& options, NavScratch& scratch, NavPath& path);

[[nodiscard]] PLAYSET_API bool is_reachable(const NavGraph& graph, glm::dvec3 from, glm::dvec3 to,
                                            const PathOptions& options, NavScratch& scratch);

struct NavGoal {
  std::uint32_t index = 0;  // in the goals asked for
  double length = 0.0;      // m, of the way
};

// The k nearest goals by length of the way that find_path gives, nearest first, equals by index;
// fewer where fewer can be reached. Goals farther in a straight line than the k-th are not searched.
// options.to_cell is not used.
PLAYSET_API void find_nearest_goals(const NavGraph& graph, glm::dvec3 from,
                                    std::span<const glm::dvec3> goals, std::uint32_t k,
                                    const PathOptions& options, NavScratch& scratch,
                                    std::vector<NavGoal>& nearest);

// Windows and floors; the way as a line with its corners, start and goal marked.
PLAYSET_API void draw_nav_graph(const NavGraph& graph, DebugCanvas& canvas);
PLAYSET_API void draw_path(const NavPath& path, DebugCanvas& canvas, Colour colour = kVermilion);

// How an air path is pulled: the windows of its corridor, the way over their centres, and the
// string. What `playset path` shows of a flyer.
PLAYSET_API void draw_air_pull(const AirGraph& graph, glm::dvec3 from, glm::dvec3 to,
                               const PathOptions& options, AirScratch& scratch,
                               DebugCanvas& canvas);

}  // namespace playset
