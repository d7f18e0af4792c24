// src/nav/nav_graph.cpp - which graph answers, and pictures.
#include "playset/nav/nav_graph.h"
#include "playset/core/debug_canvas.h"

#include <glm/geometric.hpp>

namespace playset {
namespace {

constexpr double kWalkPreference = 1.25;  // Both: a walk at most so much longer than the flight

void draw_windows(const AirGraph& graph, std::span<const std::uint32_t> windows,
                  DebugCanvas& canvas) {
  std::vector<glm::vec3> outline;
  CanvasStyle style = stroke_style(kSky, 1.2f);
  style.fill = with_alpha(kSky, 0.25f);
  for (const std::uint32_t w : windows) {
    outline.clear();
    for (const glm::dvec3 p : graph.corners(graph.windows()[w])) outline.emplace_back(p);
    canvas.polygon(outline, style);
  }
}

}  // namespace

Result<NavGraph> build_nav_graph(const Level& level, const NavAgentConfig& agent,
                                 NavClass nav_class) {
  NavGraph graph;
  graph.nav_class = nav_class;
  if (nav_class != NavClass::Air) {
    Result<GroundGraph> ground = build_ground_graph(level, agent);
    if (!ground) return ground.error();
    graph.ground = std::move(*ground);
  }
  if (nav_class != NavClass::Ground) {
    Result<AirGraph> air = build_air_graph(level, agent);
    if (!air) return air.error();
    graph.air = std::move(*air);
  }
  return graph;
}

PathStatus find_path(const NavGraph& graph, glm::dvec3 from, glm::dvec3 to,
                     const PathOptions& options, NavScratch& scratch, NavPath& path) {
  if (graph.nav_class == NavClass::Ground)
    return find_ground_path(graph.ground, from, to, options, scratch.ground, path);
  find_air_path(graph.air, from, to, options, scratch.air, path);
  if (graph.nav_class == NavClass::Air) return path.status;
  NavPath& walk = scratch.other;
  find_ground_path(graph.ground, from, to, options, scratch.ground, walk);
  if (walk.status == PathStatus::Found &&
      (path.status != PathStatus::Found || walk.length <= kWalkPreference * path.length))
    std::swap(path, walk);
  return path.status;
}

bool is_reachable(const NavGraph& graph, glm::dvec3 from, glm::dvec3 to, const PathOptions& options,
                  NavScratch& scratch) {
  if (graph.nav_class != NavClass::Ground &&
      is_air_reachable(graph.air, from, to, options, scratch.air))
    return true;
  if (graph.nav_class == NavClass::Air) return false;
  const GroundPlace start = locate_on_ground(graph.ground, from, options.from_cell);
  const GroundPlace goal = locate_on_ground(graph.ground, to, options.to_cell);
  return is_ground_reachable(graph.ground, start, goal, options, scratch.ground);
}

void find_nearest_goals(const NavGraph& graph, glm::dvec3 from, std::span<const glm::dvec3> goals,
                        std::uint32_t k, const PathOptions& options, NavScratch& scratch,
                        std::vector<NavGoal>& nearest) {
  nearest.clear();
  if (k == 0) return;
  PathOptions each = options;
  each.to_cell = kNone;
  NavPath& path = scratch.way;
  for (std::uint32_t i = 0; i < goals.size(); ++i) {
    const bool full = nearest.size() == k;
    if (full && glm::length(goals[i] - from) >= nearest.back().length) continue;
    if (find_path(graph, from, goals[i], each, scratch, path) != PathStatus::Found) continue;
    if (full && path.length >= nearest.back().length) continue;
    if (full) nearest.pop_back();
    std::size_t at = nearest.size();
    nearest.push_back({i, path.length});
    for (; at > 0 && nearest[at - 1].length > path.length; --at) nearest[at] = nearest[at - 1];
    nearest[at] = {i, path.length};
  }
}

void draw_nav_graph(const NavGraph& graph, DebugCanvas& canvas) {
  if (graph.nav_class != NavClass::Air) draw_ground_graph(graph.ground, canvas);
  if (graph.nav_class != NavClass::Ground) draw_air_graph(graph.air, canvas);
}

void draw_path(const NavPath& path, DebugCanvas& canvas, Colour colour) {
  if (path.points.empty()) return;
  std::vector<glm::vec3> line;
  for (const PathPoint& p : path.points) line.emplace_back(p.position);
  canvas.polyline(line, stroke_style(colour, 2.5f, 3));
  for (const glm::vec3 p : line) canvas.marker(p, 2.5f, fill_style(colour, 3));
  canvas.marker(line.front(), 6.0f, fill_style(kGreen, 4));
  canvas.marker(line.back(), 6.0f, fill_style(kInk, 4));
}

void draw_air_pull(const AirGraph& graph, glm::dvec3 from, glm::dvec3 to,
                   const PathOptions& options, AirScratch& scratch, DebugCanvas& canvas) {
  const AirSearchResult found = search_air_graph(graph, from, to, options, scratch);
  draw_windows(graph, found.windows, canvas);
  std::vector<glm::vec3> centres{glm::vec3(from)};
  for (const std::uint32_t w : found.windows) centres.emplace_back(graph.windows()[w].center);
  centres.emplace_back(to);
  CanvasStyle dashed = stroke_style(kGrey, 1.2f, 2);
  dashed.dash = 4.0f;
  if (found.status == PathStatus::Found) canvas.polyline(centres, dashed);
  NavPath path;
  if (find_air_path(graph, from, to, options, scratch, path) == PathStatus::Found)
    draw_path(path, canvas);
  canvas.legend("windows", stroke_style(kSky, 1.2f));
  canvas.legend("over their centres", dashed);
  canvas.legend("pulled taut", stroke_style(kVermilion, 2.5f));
}

}  // namespace playset
