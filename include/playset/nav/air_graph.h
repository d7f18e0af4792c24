// playset/nav/air_graph.h - AirGraph: the ways of flying agents through a level, and the shortest of
// them.
//
// A flyer passes from cell to cell through windows: the parts of portals at which its middle keeps
// its radius from every wall that it could touch there. Build one graph per agent class, once per
// level; doors lie beside it in a DoorStates. Not for walkers (nav/ground_graph.h) and not for
// dodging what moves (nav/avoidance.h).
// Units   metres.
// Cost    build: 9 us a portal, 11 ms with 1,300 windows and 140 ms with 14,000. A path: the search
//         takes 9 us and 145 us there, all of it 80 us and 440 us; see bench/nav. Queries allocate
//         nothing once their scratch and path have grown.
// Threads const queries from any thread, each with a scratch of its own.
// Ref     Hart, Nilsson, Raphael 1968 (A*); Goldberg, Harrelson 2005 (landmarks); docs/nav.md
// See     nav/nav_agent.h, nav/nav_path.h, nav/pull_string.h, tests/nav/air_graph_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <span>

#include "playset/core/api.h"
#include "playset/core/result.h"
#include "playset/level/level.h"
#include "playset/nav/nav_agent.h"
#include "playset/nav/nav_path.h"

namespace playset {

class DebugCanvas;

struct AirGraphData;    // src/nav/air_graph_data.h
struct AirScratchData;  // the same

// A convex planar piece of a portal between two cells; a node of the graph.
struct AirWindow {
  std::uint32_t cells[2] = {kNone, kNone};  // of the level; `normal` points into the first
  std::uint32_t side = kNone;               // of the level, of cells[0]
  std::uint32_t door = kNone;               // of the level; passable while it is open
  std::uint32_t first_corner = 0, corner_count = 0;
  // windows of one island reach each other while every door is open
  std::uint32_t island = 0;
  // the agent does not fit: only for agents that start or end nearer to a wall than their radius
  bool tight = false;
  glm::dvec3 normal{0.0};  // unit
  double offset = 0.0;     // dot(normal, p) of its points
  glm::dvec3 center{0.0};  // what the search measures from and to
};

class PLAYSET_API AirGraph {
 public:
  AirGraph();  // of a level without cells

  [[nodiscard]] const Level& level() const noexcept;
  [[nodiscard]] const NavAgentConfig& agent() const noexcept;
  [[nodiscard]] std::span<const AirWindow> windows() const noexcept;
  [[nodiscard]] std::span<const glm::dvec3> corners(const AirWindow& window) const noexcept;
  [[nodiscard]] std::span<const std::uint32_t> cell_windows(std::uint32_t cell) const noexcept;
  [[nodiscard]] std::size_t edge_count() const noexcept;  // pairs of windows of one cell
  [[nodiscard]] const AirGraphData* data() const noexcept { return data_.get(); }

 private:
  friend PLAYSET_API Result<AirGraph> build_air_graph(const Level&, const NavAgentConfig&);
  std::shared_ptr<const AirGraphData> data_;
};

// Uses radius alone of the agent. Refuses what check_nav_agent refuses. Keeps a copy of the level
// (which shares its bytes). Deterministic.
[[nodiscard]] PLAYSET_API Result<AirGraph> build_air_graph(const Level& level,
                                                           const NavAgentConfig& agent = {});

// What queries write to; one per thread, for any graph.
class PLAYSET_API AirScratch {
 public:
  AirScratch();
  ~AirScratch();
  AirScratch(AirScratch&& other) noexcept;
  AirScratch& operator=(AirScratch&& other) noexcept;
  [[nodiscard]] AirScratchData& data() noexcept { return *data_; }

 private:
  std::unique_ptr<AirScratchData> data_;
};

// The way from one point to another: search, then pulled taut, then improved over corridors nearby.
// It keeps kAirClearance of the radius from walls, but near ends that do not. Returns path.status.
inline constexpr double kAirClearance = 0.9;
PLAYSET_API PathStatus find_air_path(const AirGraph& graph, glm::dvec3 from, glm::dvec3 to,
                                     const PathOptions& options, AirScratch& scratch,
                                     NavPath& path);

// The search alone: least sum of distances over window centres, and the windows on that way.
struct AirSearchOptions {
  bool heuristic = true;  // false: Dijkstra; the same cost, slower
};
struct AirSearchResult {
  PathStatus status = PathStatus::NoPath;
  double cost = 0.0;                            // m
  std::uint32_t expanded = 0;                   // windows taken from the queue
  std::span<const std::uint32_t> windows = {};  // in the scratch, until its next use
};
PLAYSET_API AirSearchResult search_air_graph(const AirGraph& graph, glm::dvec3 from, glm::dvec3 to,
                                             const PathOptions& options, AirScratch& scratch,
                                             const AirSearchOptions& search = {});

// True where a path exists with these doors; the search's answer without a search where islands
// tell.
[[nodiscard]] PLAYSET_API bool is_air_reachable(const AirGraph& graph, glm::dvec3 from,
                                                glm::dvec3 to, const PathOptions& options,
                                                AirScratch& scratch);

// Windows as outlines (tight ones dashed).
PLAYSET_API void draw_air_graph(const AirGraph& graph, DebugCanvas& canvas);

}  // namespace playset
