// src/nav/air_graph.cpp - an AirGraph's making and its queries.
#include "playset/nav/air_graph.h"
#include "playset/core/config.h"
#include "playset/core/debug_canvas.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>

#include "core/is_finite.h"
#include "nav/air_graph_data.h"
#include "nav/air_windows.h"

namespace playset {
namespace {

void list_cell_windows(AirGraphData& graph) {
  graph.cell_first.assign(graph.level.cell_count() + 1, 0);
  for (const AirWindow& window : graph.windows)
    for (const std::uint32_t cell : window.cells) ++graph.cell_first[cell + 1];
  std::partial_sum(graph.cell_first.begin(), graph.cell_first.end(), graph.cell_first.begin());
  graph.cell_windows.resize(graph.cell_first.back());
  std::vector<std::uint32_t> next(graph.cell_first.begin(), graph.cell_first.end() - 1);
  for (std::uint32_t w = 0; w < graph.windows.size(); ++w)
    for (const std::uint32_t cell : graph.windows[w].cells) graph.cell_windows[next[cell]++] = w;
  for (std::uint32_t c = 0; c < graph.level.cell_count(); ++c) {
    const std::size_t count = graph.cell_first[c + 1] - graph.cell_first[c];
    graph.edge_count += count * (count - 1) / 2;
  }
}

// Islands of windows that are not tight, numbered as they come; each tight window is one of its own.
void number_islands(AirGraphData& graph) {
  std::vector<bool> seen(graph.windows.size(), false);
  std::vector<std::uint32_t> stack;
  for (std::uint32_t first = 0; first < graph.windows.size(); ++first) {
    if (seen[first]) continue;
    seen[first] = true;
    stack.assign(1, first);
    while (!stack.empty()) {
      AirWindow& window = graph.windows[stack.back()];
      stack.pop_back();
      window.island = graph.island_count;
      if (window.tight) break;
      for (const std::uint32_t cell : window.cells)
        for (const std::uint32_t other : graph.windows_of(cell)) {
          if (seen[other] || graph.windows[other].tight) continue;
          seen[other] = true;
          stack.push_back(other);
        }
    }
    ++graph.island_count;
  }
}

void make_nodes(AirGraphData& graph) {
  graph.nodes.reserve(graph.windows.size());
  for (const AirWindow& w : graph.windows)
    graph.nodes.push_back(
        {glm::vec3(w.center), w.door, {w.cells[0], w.cells[1]}, w.tight ? 1u : 0u, w.island, {}});
}

}  // namespace

AirGraph::AirGraph() {
  auto data = std::make_shared<AirGraphData>();
  data->cell_first.assign(1, 0);
  data_ = std::move(data);
}
const Level& AirGraph::level() const noexcept { return data_->level; }
const NavAgentConfig& AirGraph::agent() const noexcept { return data_->agent; }
std::span<const AirWindow> AirGraph::windows() const noexcept { return data_->windows; }
std::span<const glm::dvec3> AirGraph::corners(const AirWindow& window) const noexcept {
  return {data_->corners.data() + window.first_corner, window.corner_count};
}
std::span<const std::uint32_t> AirGraph::cell_windows(std::uint32_t cell) const noexcept {
  return data_->windows_of(cell);
}
std::size_t AirGraph::edge_count() const noexcept { return data_->edge_count; }

Result<AirGraph> build_air_graph(const Level& level, const NavAgentConfig& agent) {
  if (const auto broken = check_nav_agent(agent))
    return Error{ErrorCode::OutOfRange, "agent: " + broken->message(), {}, 0, 0, 0};
  AirGraph graph;
  if (level.cell_count() == 0) return graph;
  auto data = std::make_shared<AirGraphData>();
  data->level = level;
  data->agent = agent;
  data->side_boxes = build_side_boxes(level);
  AirWindows made =
      build_air_windows(level, data->side_boxes, static_cast<double>(agent.radius) * kAirFit);
  data->windows = std::move(made.windows);
  data->corners = std::move(made.corners);
  data->cut = std::move(made.cut);
  list_cell_windows(*data);
  number_islands(*data);
  make_nodes(*data);
  place_landmarks(*data);
  list_edges(*data);
  graph.data_ = std::move(data);
  return graph;
}

AirScratch::AirScratch() : data_(std::make_unique<AirScratchData>()) {}
AirScratch::~AirScratch() = default;
AirScratch::AirScratch(AirScratch&& other) noexcept = default;
AirScratch& AirScratch::operator=(AirScratch&& other) noexcept = default;

PathStatus locate_ends(const AirGraphData& graph, glm::dvec3 from, glm::dvec3 to,
                       const PathOptions& options, AirEnds& ends) noexcept {
  if (!is_finite(from) || !is_finite(to)) return PathStatus::Refused;
  ends.from = from;
  ends.to = to;
  ends.doors = options.doors;
  ends.from_cell = locate_point(graph.level, from, options.from_cell);
  if (ends.from_cell == kNone) return PathStatus::StartOutside;
  ends.to_cell = locate_point(graph.level, to, options.to_cell);
  return ends.to_cell == kNone ? PathStatus::GoalOutside : PathStatus::Found;
}

AirSearchResult search_air_graph(const AirGraph& graph, glm::dvec3 from, glm::dvec3 to,
                                 const PathOptions& options, AirScratch& scratch,
                                 const AirSearchOptions& search) {
  AirSearchResult result;
  AirEnds ends;
  result.status = locate_ends(*graph.data(), from, to, options, ends);
  if (result.status != PathStatus::Found) return result;
  const double cost =
      search_air_from_anywhere(*graph.data(), ends, search.heuristic, scratch.data());
  result.expanded = scratch.data().expanded;
  result.windows = scratch.data().found;
  result.status = cost >= 0.0 ? PathStatus::Found : PathStatus::NoPath;
  result.cost = std::max(cost, 0.0);
  return result;
}

bool is_air_reachable(const AirGraph& graph, glm::dvec3 from, glm::dvec3 to,
                      const PathOptions& options, AirScratch& scratch) {
  return search_air_graph(graph, from, to, options, scratch).status == PathStatus::Found;
}

namespace {

void set_corridor(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch) {
  scratch.corridor.clear();
  std::uint32_t cell = ends.from_cell;
  for (const std::uint32_t window : scratch.found) {
    const AirNode& node = graph.nodes[window];
    cell = node.cells[node.cells[0] == cell ? 1 : 0];
    scratch.corridor.push_back({window, cell});
  }
}

void write_path(const AirGraphData& graph, const AirEnds& ends, const AirScratchData& scratch,
                NavPath& path) {
  path.points.push_back({ends.from, ends.from_cell, false});
  const auto points = scratch.puller.points();
  for (std::size_t i = 0; i < scratch.passes.size(); ++i) {
    const AirStep& step = scratch.passes[i];
    if (points[i].bends) path.points.push_back({points[i].position, step.into, false});
    if (step.window == kNone) continue;
    const std::uint32_t door = graph.nodes[step.window].door;
    if (door != kNone && (path.doors.empty() || path.doors.back() != door))
      path.doors.push_back(door);
  }
  path.points.push_back({ends.to, ends.to_cell, false});
}

}  // namespace

PathStatus find_air_path(const AirGraph& graph, glm::dvec3 from, glm::dvec3 to,
                         const PathOptions& options, AirScratch& scratch, NavPath& path) {
  const AirGraphData& data = *graph.data();
  path.points.clear();
  path.doors.clear();
  path.length = 0.0;
  path.doors_revision = options.doors != nullptr ? options.doors->revision : 0;
  AirEnds ends;
  path.status = locate_ends(data, from, to, options, ends);
  if (path.status != PathStatus::Found) return path.status;
  if (search_air_from_anywhere(data, ends, true, scratch.data()) < 0.0)
    return path.status = PathStatus::NoPath;
  set_corridor(data, ends, scratch.data());
  const double taut = tighten_corridor(data, ends, scratch.data());
  path.length = keep_clear(data, ends, scratch.data(), taut);
  write_path(data, ends, scratch.data(), path);
  return path.status;
}

void draw_air_graph(const AirGraph& graph, DebugCanvas& canvas) {
  std::vector<glm::vec3> outline;
  for (const AirWindow& window : graph.windows()) {
    outline.clear();
    for (const glm::dvec3 p : graph.corners(window)) outline.emplace_back(p);
    CanvasStyle style = stroke_style(window.tight ? kVermilion : kSky, 1.0f);
    if (window.tight) style.dash = 3.0f;
    canvas.polygon(outline, style);
  }
}

}  // namespace playset
