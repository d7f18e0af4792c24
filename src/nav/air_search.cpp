// src/nav/air_search.cpp - A* over windows: least sum of distances between their centres.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "nav/air_graph_data.h"
#include "playset/geom/distance.h"

namespace playset {

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

namespace {

// True where a window of one cell and a window of the other belong to one island.
bool share_island(const AirGraphData& graph, std::uint32_t a, std::uint32_t b) noexcept {
  for (const std::uint32_t i : graph.windows_of(a)) {
    if (graph.nodes[i].tight != 0) continue;
    for (const std::uint32_t j : graph.windows_of(b))
      if (graph.nodes[j].tight == 0 && graph.nodes[i].island == graph.nodes[j].island) return true;
  }
  return false;
}

class Search {
 public:
  Search(const AirGraphData& graph, const AirEnds& ends, bool heuristic, AirScratchData& scratch)
      : graph_(graph),
        ends_(ends),
        heuristic_(heuristic),
        scratch_(scratch),
        queue_(scratch.queue),
        to_(ends.to),
        goal_(static_cast<std::uint32_t>(graph.nodes.size())) {}

  double run() {
    begin();
    mark_goal();
    relax_cell(ends_.from_cell, kNone, 0.0f, glm::vec3(ends_.from));
    while (!queue_.empty()) {
      const OpenItem top = queue_.pop();
      if (top.node == goal_) return finish();
      AirVisit& visit = scratch_.visits[top.node];
      if (visit.stamp != scratch_.stamp) continue;
      ++visit.stamp;
      ++scratch_.expanded;
      relax_cell(visit.into, top.node, visit.g, graph_.nodes[top.node].center);
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
    queue_.clear();
    scratch_.found.clear();
    scratch_.expanded = 0;
  }

  // Never more than the rest of the way: the straight distance, and differences of distances to
  // landmarks, which doors that close and windows that are tight can only make longer.
  [[nodiscard]] float bound(const AirNode& node) const noexcept {
    if (!heuristic_) return 0.0f;
    const float straight = glm::distance(node.center, to_);
    if (!landmarks_) return straight;
    float best = 0.0f;
    for (std::size_t i = 0; i < kAirLandmarks; ++i)
      best = std::max(best, std::fabs(node.marks[i] - goal_marks_[i]));
    return std::max(straight, best - graph_.landmark_slack);
  }

  // The goal's distances to landmarks, through the windows of its cell. Windows that a landmark does
  // not reach have 0, as the goal has then: a search without tight windows stays in one island.
  void mark_goal() noexcept {
    landmarks_ = heuristic_ && graph_.landmarks && ends_.tight_from < 0.0 && ends_.tight_to < 0.0;
    if (!landmarks_) return;
    goal_marks_.fill(std::numeric_limits<float>::infinity());
    for (const std::uint32_t w : graph_.windows_of(ends_.to_cell)) {
      if (graph_.nodes[w].tight != 0) continue;
      const float last = glm::distance(graph_.nodes[w].center, to_);
      for (std::size_t i = 0; i < kAirLandmarks; ++i) {
        const float d = graph_.nodes[w].marks[i];
        goal_marks_[i] = std::min(goal_marks_[i], d + last);
      }
    }
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
    if (cell == ends_.to_cell) reach_goal(from, g + glm::distance(at, to_));
    for (const std::uint32_t next : graph_.windows_of(cell)) {
      const AirNode& node = graph_.nodes[next];
      AirVisit& visit = scratch_.visits[next];
      if (visit.stamp == scratch_.stamp + 1 || !passable(node)) continue;
      const float through = g + glm::distance(at, node.center);
      if (visit.stamp == scratch_.stamp && visit.g <= through) continue;
      visit = {through, from, node.cells[node.cells[0] == cell ? 1 : 0], scratch_.stamp};
      queue_.push({through + bound(node), next});
    }
  }

  void reach_goal(std::uint32_t from, float g) {
    AirVisit& visit = scratch_.visits[goal_];
    if (visit.stamp == scratch_.stamp && visit.g <= g) return;
    visit = {g, from, kNone, scratch_.stamp};
    queue_.push({g, goal_});
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
  bool landmarks_ = false;
  AirMarks goal_marks_{};
  AirScratchData& scratch_;
  OpenList& queue_;
  glm::vec3 to_;
  std::uint32_t goal_;
};

// Distances over windows from one of them to all of its island.
void flood_distances(const AirGraphData& graph, std::uint32_t first, std::vector<float>& distances,
                     OpenList& queue) {
  distances.assign(graph.nodes.size(), std::numeric_limits<float>::infinity());
  distances[first] = 0.0f;
  queue.clear();
  queue.push({0.0f, first});
  while (!queue.empty()) {
    const OpenItem top = queue.pop();
    const AirNode& node = graph.nodes[top.node];
    if (top.f > distances[top.node]) continue;
    for (const std::uint32_t cell : node.cells)
      for (const std::uint32_t next : graph.windows_of(cell)) {
        if (graph.nodes[next].tight != 0) continue;
        const float through = top.f + glm::distance(node.center, graph.nodes[next].center);
        if (!(through < distances[next])) continue;
        distances[next] = through;
        queue.push({through, next});
      }
  }
}

}  // namespace

// Each landmark is as far as can be from those before it, in the island with most windows.
void place_landmarks(AirGraphData& graph) {
  std::vector<std::uint32_t> sizes(graph.island_count, 0);
  for (const AirNode& node : graph.nodes) sizes[node.island] += node.tight != 0 ? 0 : 1;
  const auto largest = std::max_element(sizes.begin(), sizes.end());
  if (largest == sizes.end() || *largest < kAirLandmarks) return;
  graph.landmarks = true;
  const auto island = static_cast<std::uint32_t>(largest - sizes.begin());
  std::uint32_t next = 0;
  while (graph.nodes[next].island != island) ++next;
  std::vector<float> distances, nearest(graph.nodes.size(), 1e30f);
  OpenList queue;
  for (std::size_t i = 0; i <= kAirLandmarks; ++i) {  // the first only finds a far one
    flood_distances(graph, next, distances, queue);
    float farthest = -1.0f;
    for (std::uint32_t w = 0; w < graph.nodes.size(); ++w) {
      if (graph.nodes[w].island != island) continue;
      if (i > 0) graph.nodes[w].marks[i - 1] = distances[w];
      nearest[w] = i > 0 ? std::min(nearest[w], distances[w]) : distances[w];
      if (nearest[w] > farthest) {
        farthest = nearest[w];
        next = w;
      }
      graph.landmark_slack = std::max(graph.landmark_slack, 2e-6f * distances[w]);
    }
    if (i == 0) nearest.assign(nearest.size(), 1e30f);
  }
}

double search_air(const AirGraphData& graph, const AirEnds& ends, bool heuristic,
                  AirScratchData& scratch) {
  return Search(graph, ends, heuristic, scratch).run();
}

double search_air_from_anywhere(const AirGraphData& graph, AirEnds& ends, bool heuristic,
                                AirScratchData& scratch) {
  scratch.found.clear();
  scratch.expanded = 0;
  ends.tight_from = ends.tight_to = -1.0;
  if (ends.from_cell == ends.to_cell || share_island(graph, ends.from_cell, ends.to_cell))
    return search_air(graph, ends, heuristic, scratch);
  ends.tight_from = tight_reach(graph, ends.from_cell, ends.from, scratch.flood);
  ends.tight_to = tight_reach(graph, ends.to_cell, ends.to, scratch.flood);
  if (ends.tight_from < 0.0 && ends.tight_to < 0.0) return -1.0;
  return search_air(graph, ends, heuristic, scratch);
}

}  // namespace playset
