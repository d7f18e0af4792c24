// src/nav/air_graph_data.h - what an AirGraph holds, and what its queries write to.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "nav/open_list.h"
#include "nav/wall_flood.h"
#include "playset/level/level.h"
#include "playset/nav/air_graph.h"
#include "playset/nav/pull_string.h"

namespace playset {

// Of the radius that windows keep from walls: a tunnel of exactly two radii fits.
inline constexpr double kAirFit = 0.995;

inline constexpr std::size_t kAirLandmarks = 8;
using AirMarks = std::array<float, kAirLandmarks>;

// A window as the search reads it: one cache line.
struct alignas(64) AirNode {
  glm::vec3 center{0.0f};
  std::uint32_t door = kNone;
  std::uint32_t cells[2] = {kNone, kNone};
  std::uint32_t tight = 0;
  std::uint32_t island = 0;
  AirMarks marks{};  // m, distances over windows to landmarks; 0 where there is no way
};
static_assert(sizeof(AirNode) == 64);

// An edge of walls round which more than half a turn is open, m.
struct AirEdge {
  glm::vec3 a{0.0f}, b{0.0f};
};

struct AirGraphData {
  Level level;
  NavAgentConfig agent;
  std::vector<AirWindow> windows;
  std::vector<AirNode> nodes;
  std::vector<glm::dvec3> corners;
  std::vector<std::uint8_t> cut;  // by corner
  std::vector<std::uint32_t> cell_first, cell_windows;
  bool landmarks = false;       // false: too few windows for them
  float landmark_slack = 0.0f;  // m, rounding of their distances
  std::vector<GridBox> side_boxes;
  std::uint32_t island_count = 0;
  std::size_t edge_count = 0;
  std::vector<AirEdge> edges;  // within the radius of a cell, cell by cell
  std::vector<std::uint32_t> edge_first;

  [[nodiscard]] std::span<const glm::dvec3> polygon(std::uint32_t window) const noexcept {
    return {corners.data() + windows[window].first_corner, windows[window].corner_count};
  }
  [[nodiscard]] std::span<const AirEdge> edges_of(std::uint32_t cell) const noexcept {
    return {edges.data() + edge_first[cell], edge_first[cell + 1] - edge_first[cell]};
  }
  [[nodiscard]] std::span<const std::uint32_t> windows_of(std::uint32_t cell) const noexcept {
    return {cell_windows.data() + cell_first[cell], cell_first[cell + 1] - cell_first[cell]};
  }
};

// State of one window in a search; old where stamp is not the scratch's.
struct AirVisit {
  float g = 0.0f;
  std::uint32_t parent = kNone;  // a window, or kNone from the start
  std::uint32_t into = kNone;    // the cell behind it, seen from the parent
  std::uint32_t stamp = 0;       // the scratch's while open, one more when closed
};
static_assert(sizeof(AirVisit) == 16);

// A window of a corridor, and the cell behind it.
struct AirStep {
  std::uint32_t window = 0, into = 0;
};

// A polygon that keeps a string off an edge, in front of a window of the string.
struct AirGate {
  std::size_t before = 0;
  std::uint32_t cell = 0, first = 0, count = 0;  // corners in gate_corners
};

// A bend of the string before, where the next one will most likely bend too.
struct AirHeld {
  std::size_t step = 0;
  glm::dvec3 at{0.0};
};

struct AirScratchData {
  std::vector<AirVisit> visits;
  OpenList queue;
  std::vector<std::uint32_t> found;  // windows from start to goal
  std::uint32_t stamp = 0;
  std::uint32_t expanded = 0;
  WallFlood flood;
  StringPuller puller;
  std::vector<AirStep> corridor, tried, straight;
  std::vector<AirHeld> held;
  std::vector<AirStep> passes;  // by window of the puller; gates have window kNone
  std::vector<AirGate> gates;
  std::vector<glm::dvec3> gate_corners, clipped, clip_rest;
};

// Ends of a query, located.
struct AirEnds {
  glm::dvec3 from{0.0}, to{0.0};
  std::uint32_t from_cell = kNone, to_cell = kNone;
  const DoorStates* doors = nullptr;
  // m: tight windows as near as this to an end may be passed; below 0 none
  double tight_from = -1.0, tight_to = -1.0;
};

// Fills landmarks and their slack.
void place_landmarks(AirGraphData& graph);

// Locates both ends; Found where both lie in cells.
[[nodiscard]] PathStatus locate_ends(const AirGraphData& graph, glm::dvec3 from, glm::dvec3 to,
                                     const PathOptions& options, AirEnds& ends) noexcept;

// m, from a point to a window.
[[nodiscard]] double window_distance(const AirGraphData& graph, std::uint32_t window,
                                     glm::dvec3 p) noexcept;

// How far from a point its agent may pass tight windows, m; negative where it keeps its radius from
// walls.
[[nodiscard]] double tight_reach(const AirGraphData& graph, std::uint32_t cell, glm::dvec3 p,
                                 WallFlood& flood);

// The search over windows; fills scratch.found. Least cost, or a negative number where there is no
// way.
[[nodiscard]] double search_air(const AirGraphData& graph, const AirEnds& ends, bool heuristic,
                                AirScratchData& scratch);

// The same, through tight windows near ends that need them. May set ends.tight_*.
[[nodiscard]] double search_air_from_anywhere(const AirGraphData& graph, AirEnds& ends,
                                              bool heuristic, AirScratchData& scratch);

// Pulls scratch.corridor taut, moving it to neighbouring windows where that is shorter. Length in m;
// the points are the puller's, one for each step of the corridor.
double tighten_corridor(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch);

// Fills the lists of edges by cell.
void list_edges(AirGraphData& graph);

// Leads the puller's taut string round edges that it comes too near to; scratch.passes are its
// windows. The new length.
double lead_round_edges(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch,
                        double length);

// The same for the string of the corridor, checked by traces. Sets scratch.passes.
double keep_clear(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch,
                  double length);

}  // namespace playset
