// playset/nav/ground_graph.h - GroundGraph: where an agent can stand in a level, and the shortest
// ways between two such places.
//
// Build one per level and class of agents, off the frame; ask it from any thread, each with its own
// GroundScratch. Paths are shortest over the whole floor, not over the cells they lead through, and
// keep the agent's radius from walls; corners are rounded by tangents 45 degrees apart at most.
// Doors are asked of PathOptions::doors on each query.
// Units   metres, radians.
// Cost    building: linear in the floors, then in what corners see of each other. A query: what
//         start and goal see, then a few corners; bench/nav. Queries do not allocate once their
//         scratch is warm.
// Threads const queries from any thread, one GroundScratch and one NavPath each.
// Ref     Lawson 1977 (flips); Kallmann 2010 (clearance in triangulations); Oh and Leong 2017
//         (taut visibility graphs); Goldberg and Harrelson 2005 (landmarks)
// See     nav/nav_path.h, docs/nav.md, tests/nav/ground_graph_test.cpp, bench/nav
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/result.h"
#include "playset/level/level.h"
#include "playset/nav/nav_agent.h"
#include "playset/nav/nav_path.h"

namespace playset {

class DebugCanvas;
class Rng;

// A floor: a side of the level on which the agent stands, seen from above a convex polygon.
struct GroundFloor {
  std::uint32_t cell = kNone;  // of the level
  std::uint32_t side = kNone;
  std::uint32_t first_edge = 0;  // in edges(), contiguous, counterclockwise seen from above
  std::uint32_t edge_count = 0;
  glm::dvec3 plane{0.0};  // height at (x, z): plane.x * x + plane.y + plane.z * z
};

enum class GroundEdgeKind : std::uint8_t {
  Wall,  // nothing to walk on behind it, or too high, too low, too deep
  Walk,  // both ways
  Drop,  // the floor behind it lies deeper than a step: one way down
};

// An edge of a floor: from this corner to the next edge's.
struct GroundEdge {
  GridPoint from{0};
  std::uint32_t floor = kNone;   // in floors(), whose edge it is
  std::uint32_t across = kNone;  // edge of the floor behind it; kNone at walls
  std::uint32_t door = kNone;    // of the level, where it leads through one
  GroundEdgeKind kind = GroundEdgeKind::Wall;
};

// A place on the ground.
struct GroundPlace {
  glm::dvec3 position{0.0};         // on the floor
  std::uint32_t floor = kNone;      // in floors(); kNone: no such place
  std::uint32_t cell = kNone;       // of the level
  std::uint32_t component = kNone;  // places of different ones are not joined, whatever the doors;
                                    // kNone: not known, or narrower than the agent
};

struct GroundCounts {
  std::uint32_t floors = 0;
  std::uint32_t triangles = 0;   // of the floor seen from above, all corners on obstacles
  std::uint32_t corners = 0;     // points where paths can turn
  std::uint32_t links = 0;       // pairs of corners with a taut straight way between them
  std::uint32_t components = 0;  // of corners
  std::size_t bytes = 0;
};

struct GroundData;  // src/nav/ground_data.h

// Copies share the data. The graph keeps its level.
class PLAYSET_API GroundGraph {
 public:
  GroundGraph() = default;  // no floors

  [[nodiscard]] Level level() const noexcept;  // shares its block
  [[nodiscard]] NavAgentConfig agent() const noexcept;
  [[nodiscard]] std::span<const GroundFloor> floors() const noexcept;
  [[nodiscard]] std::span<const GroundEdge> edges() const noexcept;
  [[nodiscard]] GroundCounts counts() const noexcept;
  [[nodiscard]] const GroundData* data() const noexcept { return data_.get(); }

 private:
  friend struct GroundAccess;
  std::shared_ptr<const GroundData> data_;
};

struct GroundOptions {
  // false: floors and triangles alone. Such a graph locates, samples and draws, but finds only
  // straight ways.
  bool corners = true;
};

// Refuses what check_nav_agent refuses. A level without floors gives an empty graph.
[[nodiscard]] PLAYSET_API Result<GroundGraph> build_ground_graph(const Level& level,
                                                                 const NavAgentConfig& agent,
                                                                 const GroundOptions& options = {});

// Height of a floor above (x, z).
[[nodiscard]] inline double floor_height(const GroundFloor& floor, double x, double z) noexcept {
  return floor.plane.x * x + floor.plane.y + floor.plane.z * z;
}

// What queries write while they work; keep one per thread. Its memory grows with the largest graph
// it was used on, never during a query on a graph that it has served before.
class PLAYSET_API GroundScratch {
 public:
  GroundScratch();
  ~GroundScratch();
  GroundScratch(GroundScratch&&) noexcept;
  GroundScratch& operator=(GroundScratch&&) noexcept;
  struct Work;  // src/nav/ground_work.h
  [[nodiscard]] Work& work() noexcept { return *work_; }
  // Corners that the last path search settled.
  [[nodiscard]] std::uint32_t expanded() const noexcept;

 private:
  std::unique_ptr<Work> work_;
};

// The place where the agent's middle can stand, nearest to what lies under `point`: at most 4
// agent heights below it, moved by at most twice the radius plus a metre. The cell, where known,
// saves a search. floor is kNone where there is no such place.
[[nodiscard]] PLAYSET_API GroundPlace locate_on_ground(const GroundGraph& graph, glm::dvec3 point,
                                                       std::uint32_t cell = kNone) noexcept;

// Fills `path` with a shortest way from one point to another. Start and goal are located first; the
// path runs between the places found.
PLAYSET_API PathStatus find_ground_path(const GroundGraph& graph, glm::dvec3 from, glm::dvec3 to,
                                        const PathOptions& options, GroundScratch& scratch,
                                        NavPath& path);
// The same between places that are known: saves locating them.
PLAYSET_API PathStatus find_ground_path(const GroundGraph& graph, const GroundPlace& from,
                                        const GroundPlace& to, const PathOptions& options,
                                        GroundScratch& scratch, NavPath& path);

// Whether a path exists. With every door open it compares components; else it searches.
[[nodiscard]] PLAYSET_API bool is_ground_reachable(const GroundGraph& graph,
                                                   const GroundPlace& from, const GroundPlace& to,
                                                   const PathOptions& options,
                                                   GroundScratch& scratch);

// One of several goals, and how far the way to it is.
struct GroundGoal {
  std::uint32_t index = 0;  // in the goals asked for
  double length = 0.0;      // m
};
// The k nearest of `goals` by length of way, nearest first, equals by index; fewer where fewer can
// be reached. Goals without a floor are left out.
PLAYSET_API void find_nearest_goals(const GroundGraph& graph, const GroundPlace& from,
                                    std::span<const GroundPlace> goals, std::uint32_t k,
                                    const PathOptions& options, GroundScratch& scratch,
                                    std::vector<GroundGoal>& nearest);

// A random place, uniform over the floor, where the agent can stand; within `component` unless that
// is kNone. floor is kNone where 64 draws found none.
[[nodiscard]] PLAYSET_API GroundPlace sample_ground_point(const GroundGraph& graph, Rng& rng,
                                                          std::uint32_t component = kNone) noexcept;

// Floors (filled, by height), walls, drops and doors; with `links` also where paths can turn and
// what those points see.
PLAYSET_API void draw_ground_graph(const GroundGraph& graph, DebugCanvas& canvas,
                                   bool links = false);

}  // namespace playset
