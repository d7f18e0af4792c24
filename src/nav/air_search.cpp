// src/nav/air_search.cpp - A* over windows: least sum of distances between their centres.
#include <algorithm>
#include <cmath>
#include <limits>

#include "nav/air_graph_data.h"
#include "playset/geom/distance.h"

namespace playset {
namespace {

float distance(glm::vec3 a, glm::vec3 b) noexcept {
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return std::sqrt(x * x + y * y + z * z);
}

double window_distance(const AirGraphData& graph, std::uint32_t window, glm::dvec3 p) noexcept {
  const auto corners = graph.polygon(window);
  double least2 = std::numeric_limits<double>::infinity();
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const glm::dvec3 d = nearest_point(Triangle{corners[0], corners[i - 1], corners[i]}, p) - p;
    least2 = std::min(least2, d.x * d.x + d.y * d.y + d.z * d.z);
  }
  return std::sqrt(least2);
}

// How far from a point its agent may pass tight windows: it has to get away from a wall that is
// nearer than its radius, and in a corner that takes a few times as far.
double tight_reach(const AirGraphData& graph, std::uint32_t cell, glm::dvec3 p, WallFlood& flood) {
  const double radius = static_cast<double>(graph.agent.radius) * kAirFit;
  const double room = wall_distance(graph.level, graph.side_boxes, flood, cell, p, radius);
  return room < radius ? 4.0 * (radius - room) + 0.05 * radius : -1.0;
}

// True where a window of one cell and a window of the other belong to one island.
bool share_island(const AirGraphData& graph, std::uint32_t a, std::uint32_t b) noexcept {
  for (const std::uint32_t i : graph.windows_of(a)) {
    if (graph.nodes[i].tight != 0) continue;
    for (const std::uint32_t j : graph.windows_of(b))
      if (graph.nodes[j].tight == 0 && graph.nodes[i].island == graph.nodes[j].island) return true;
  }
  return false;
}

// A heap of four children a node, least f first; equal f by window number, so that the order of
// insertion does not matter.
struct Heap {
  std::vector<AirQueued>& items;

  [[nodiscard]] static bool before(const AirQueued& a, const AirQueued& b) noexcept {
    return a.f < b.f || (a.f == b.f && a.window < b.window);
  }
  void push(AirQueued item) {
    std::size_t i = items.size();
    items.push_back(item);
    while (i > 0) {
      const std::size_t up = (i - 1) / 4;
      if (!before(item, items[up])) break;
      items[i] = items[up];
      i = up;
    }
    items[i] = item;
  }
  AirQueued pop() noexcept {
    const AirQueued top = items.front(), last = items.back();
    items.pop_back();
    const std::size_t n = items.size();
    if (n == 0) return top;
    std::size_t i = 0;
    for (std::size_t child = 1; child < n; child = 4 * i + 1) {
      std::size_t least = child;
      const std::size_t end = std::min(child + 4, n);
      for (std::size_t k = child + 1; k < end; ++k)
        if (before(items[k], items[least])) least = k;
      if (!before(items[least], last)) break;
      items[i] = items[least];
      i = least;
    }
    items[i] = last;
    return top;
  }
};

class Search {
 public:
  Search(const AirGraphData& graph, const AirEnds& ends, bool heuristic, AirScratchData& scratch)
      : graph_(graph),
        ends_(ends),
        heuristic_(heuristic),
        scratch_(scratch),
        heap_{scratch.queue},
        to_(ends.to),
        goal_(static_cast<std::uint32_t>(graph.nodes.size())) {}

  double run() {
    begin();
    relax_cell(ends_.from_cell, kNone, 0.0f, glm::vec3(ends_.from));
    while (!scratch_.queue.empty()) {
      const AirQueued top = heap_.pop();
      if (top.window == goal_) return finish();
      AirVisit& visit = scratch_.visits[top.window];
      if (visit.stamp != scratch_.stamp) continue;
      ++visit.stamp;
      ++scratch_.expanded;
      relax_cell(visit.into, top.window, visit.g, graph_.nodes[top.window].center);
    }
    return -1.0;
  }

 private:
  void begin() {
    const std::size_t size = graph_.nodes.size() + 1;
    if (scratch_.visits.size() < size) scratch_.visits.resize(size);
    scratch_.stamp += 2;
    if (scratch_.stamp == 0) {
      for (AirVisit& visit : scratch_.visits) visit.stamp = 0;
      scratch_.stamp = 2;
    }
    scratch_.queue.clear();
    scratch_.found.clear();
    scratch_.expanded = 0;
  }

  [[nodiscard]] bool passable(const AirNode& node) const noexcept {
    if (node.tight != 0 && !fits_near_ends(node)) return false;
    return node.door == kNone || ends_.doors == nullptr || !is_closed(*ends_.doors, node.door);
  }

  [[nodiscard]] bool fits_near_ends(const AirNode& node) const noexcept {
    if (ends_.tight_from < 0.0 && ends_.tight_to < 0.0) return false;
    const auto window = static_cast<std::uint32_t>(&node - graph_.nodes.data());
    return window_distance(graph_, window, ends_.from) <= ends_.tight_from ||
           window_distance(graph_, window, ends_.to) <= ends_.tight_to;
  }

  // Every window of the cell that `from` led into. Leaving a window by the cell it was reached
  // through would be a detour: both windows are in that cell.
  void relax_cell(std::uint32_t cell, std::uint32_t from, float g, glm::vec3 at) {
    if (cell == ends_.to_cell) reach_goal(from, g + distance(at, to_));
    for (const std::uint32_t next : graph_.windows_of(cell)) {
      const AirNode& node = graph_.nodes[next];
      AirVisit& visit = scratch_.visits[next];
      if (visit.stamp == scratch_.stamp + 1 || !passable(node)) continue;
      const float through = g + distance(at, node.center);
      if (visit.stamp == scratch_.stamp && visit.g <= through) continue;
      visit = {through, from, node.cells[node.cells[0] == cell ? 1 : 0], scratch_.stamp};
      heap_.push({through + (heuristic_ ? distance(node.center, to_) : 0.0f), next});
    }
  }

  void reach_goal(std::uint32_t from, float g) {
    AirVisit& visit = scratch_.visits[goal_];
    if (visit.stamp == scratch_.stamp && visit.g <= g) return;
    visit = {g, from, kNone, scratch_.stamp};
    heap_.push({g, goal_});
  }

  double finish() {
    for (std::uint32_t w = scratch_.visits[goal_].parent; w != kNone; w = scratch_.visits[w].parent)
      scratch_.found.push_back(w);
    std::reverse(scratch_.found.begin(), scratch_.found.end());
    return static_cast<double>(scratch_.visits[goal_].g);
  }

  const AirGraphData& graph_;
  const AirEnds& ends_;
  bool heuristic_;
  AirScratchData& scratch_;
  Heap heap_;
  glm::vec3 to_;
  std::uint32_t goal_;
};

}  // namespace

double search_air(const AirGraphData& graph, const AirEnds& ends, bool heuristic,
                  AirScratchData& scratch) {
  return Search(graph, ends, heuristic, scratch).run();
}

double search_air_from_anywhere(const AirGraphData& graph, AirEnds& ends, bool heuristic,
                                AirScratchData& scratch) {
  ends.tight_from = ends.tight_to = -1.0;
  if (ends.from_cell == ends.to_cell || share_island(graph, ends.from_cell, ends.to_cell))
    return search_air(graph, ends, heuristic, scratch);
  ends.tight_from = tight_reach(graph, ends.from_cell, ends.from, scratch.flood);
  ends.tight_to = tight_reach(graph, ends.to_cell, ends.to, scratch.flood);
  if (ends.tight_from < 0.0 && ends.tight_to < 0.0) return -1.0;
  return search_air(graph, ends, heuristic, scratch);
}

}  // namespace playset
