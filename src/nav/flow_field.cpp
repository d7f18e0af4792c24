// src/nav/flow_field.cpp - one search from the goal, and short strings pulled along it.
#include "playset/nav/flow_field.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <limits>

#include "nav/air_graph_data.h"
#include "playset/core/assert.h"
#include "playset/core/debug_canvas.h"

namespace playset {
namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();
constexpr double kBetweenCells = 1e-3;  // m
constexpr double kThere = 1e-4;         // m, from a bend: it is behind
constexpr int kAhead = 8;               // windows that a query pulls taut

class GoalFlood {
 public:
  GoalFlood(const AirGraphData& graph, const DoorStates* doors, AirScratchData& scratch,
            FlowField& field)
      : graph_(graph), doors_(doors), queue_(scratch.queue), field_(field) {
    reach_ = tight_reach(graph, field.goal_cell, field.goal, scratch.flood);
  }

  void run() {
    field_.distances.assign(graph_.nodes.size(), kNever);
    field_.next.assign(graph_.nodes.size(), kNone);
    field_.towards.assign(graph_.nodes.size(), kNone);
    queue_.clear();
    relax(field_.goal_cell, kNone, 0.0f, glm::vec3(field_.goal));
    while (!queue_.empty()) {
      const OpenItem top = queue_.pop();
      if (top.f > field_.distances[top.node]) continue;
      const AirNode& node = graph_.nodes[top.node];
      relax(node.cells[node.cells[0] == field_.towards[top.node] ? 1 : 0], top.node, top.f,
            node.center);
    }
  }

 private:
  // The windows of a cell from which one leaves through window `ahead`, or is at the goal. Nobody
  // passes a tight window but to get out of a tight place, or into the one where the goal is.
  void relax(std::uint32_t cell, std::uint32_t ahead, float distance, glm::vec3 at) {
    const bool from_tight = ahead != kNone && graph_.nodes[ahead].tight != 0 &&
                            window_distance(graph_, ahead, field_.goal) > reach_;
    for (const std::uint32_t w : graph_.windows_of(cell)) {
      const AirNode& node = graph_.nodes[w];
      if (from_tight && node.tight == 0) continue;
      if (node.door != kNone && doors_ != nullptr && is_closed(*doors_, node.door)) continue;
      const float through = distance + glm::distance(at, node.center);
      if (!(through < field_.distances[w])) continue;
      field_.distances[w] = through;
      field_.next[w] = ahead;
      field_.towards[w] = cell;
      queue_.push({through, w});
    }
  }

  const AirGraphData& graph_;
  const DoorStates* doors_;
  OpenList& queue_;
  FlowField& field_;
  double reach_ = 0.0;
};

// Where the way goes on behind a window.
glm::dvec3 beyond(const AirGraphData& graph, const FlowField& field, std::uint32_t w) noexcept {
  return field.next[w] == kNone ? field.goal : graph.windows[field.next[w]].center;
}

// The way from a position out of its cell.
struct Exit {
  double length = std::numeric_limits<double>::infinity();  // m, to the goal
  std::uint32_t window = kNone;
};

// Lists the next windows from `window` on and sets ends.to to where they lead; m that remain there.
double look_ahead(const AirGraphData& graph, const FlowField& field, AirEnds& ends,
                  std::uint32_t window, AirScratchData& scratch) {
  scratch.passes.clear();
  for (int i = 0; i < kAhead && window != kNone; ++i, window = field.next[window])
    scratch.passes.push_back({window, field.towards[window]});
  ends.to = window == kNone ? field.goal : graph.windows[window].center;
  return window == kNone ? 0.0 : static_cast<double>(field.distances[window]);
}

// Pulls the first `count` of those windows taut.
double pull_ahead(const AirGraphData& graph, const AirEnds& ends, std::size_t count,
                  AirScratchData& scratch) {
  scratch.puller.begin(ends.from, ends.to);
  for (std::size_t i = 0; i < std::min(count, scratch.passes.size()); ++i)
    scratch.puller.add_window(graph.polygon(scratch.passes[i].window));
  return scratch.puller.solve().length;
}

// The least over all windows that lead out of the cell. Whoever goes that way finds a way shorter by
// as much as it went: in this cell the same one, in the next one the same with a window more pulled
// taut. So nobody turns back, and all arrive. A string through the first window alone is never
// longer, so that most windows need no more.
Exit find_exit(const AirGraphData& graph, const FlowField& field, AirEnds& ends, std::uint32_t cell,
               AirScratchData& scratch) {
  OpenList& queue = scratch.queue;
  queue.clear();
  for (const std::uint32_t w : graph.windows_of(cell)) {
    if (!(field.distances[w] < kNever) || field.towards[w] == cell) continue;
    const double rest = look_ahead(graph, field, ends, w, scratch);
    queue.push({static_cast<float>(rest + pull_ahead(graph, ends, 1, scratch)), w});
  }
  Exit best;
  while (!queue.empty()) {
    const OpenItem top = queue.pop();
    if (static_cast<double>(top.f) * (1.0 - 1e-6) >= best.length) break;
    const double rest = look_ahead(graph, field, ends, top.node, scratch);
    const double length = rest + pull_ahead(graph, ends, kAhead, scratch);
    if (length < best.length) best = {length, top.node};
  }
  return best;
}

// The least over the cells that meet at the position: where it lies between two cells each may see
// a way that the other does not. Sets ends.from_cell.
Exit find_exit_around(const AirGraphData& graph, const FlowField& field, AirEnds& ends,
                      AirScratchData& scratch) {
  Exit best = find_exit(graph, field, ends, ends.from_cell, scratch);
  const glm::dvec3 position = ends.from;
  const CellRecord& record = LevelAccess::cells(graph.level)[ends.from_cell];
  for (std::uint32_t s = record.first_side; s < record.first_side + record.side_count; ++s) {
    const SideRecord& side = LevelAccess::sides(graph.level)[s];
    const SidePlane& plane = LevelAccess::planes(graph.level)[s];
    const double gap = glm::dot(plane.n, position) + plane.w;
    if (side.neighbor_cell == kNone || gap > kBetweenCells ||
        (side.door != kNone && is_closed(field.doors, side.door)) ||
        !cell_holds(graph.level, side.neighbor_cell, position - plane.n * (gap + kBetweenCells)))
      continue;
    const Exit other = side.neighbor_cell == field.goal_cell
                           ? Exit{glm::length(field.goal - position), kNone}
                           : find_exit(graph, field, ends, side.neighbor_cell, scratch);
    if (other.length >= best.length) continue;
    best = other;
    ends.from_cell = side.neighbor_cell;
  }
  return best;
}

// Pulls the chosen way again, round the edges of walls, and finds where it first bends.
glm::dvec3 first_corner(const AirGraphData& graph, const FlowField& field, AirEnds& ends,
                        const Exit& exit, AirScratchData& scratch) {
  if (exit.window == kNone) return field.goal;
  look_ahead(graph, field, ends, exit.window, scratch);
  lead_round_edges(graph, ends, scratch, pull_ahead(graph, ends, kAhead, scratch));
  for (const PulledPoint& p : scratch.puller.points())
    if (p.bends && glm::length(p.position - ends.from) > kThere) return p.position;
  return ends.to;
}

FlowDirection towards(glm::dvec3 position, glm::dvec3 corner, double distance, std::uint32_t cell) {
  const glm::dvec3 d = corner - position;
  const double length = glm::length(d);
  return {length > 1e-9 ? d / length : glm::dvec3(0.0), corner, distance, cell, PathStatus::Found};
}

}  // namespace

PathStatus build_flow_field(const AirGraph& graph, glm::dvec3 goal, const DoorStates* doors,
                            AirScratch& scratch, FlowField& field, std::uint32_t goal_cell) {
  const AirGraphData& data = *graph.data();
  PathOptions options;
  options.to_cell = goal_cell;
  options.from_cell = goal_cell;
  AirEnds ends;
  field.goal = goal;
  field.status = locate_ends(data, goal, goal, options, ends);
  if (field.status == PathStatus::StartOutside) field.status = PathStatus::GoalOutside;
  field.goal_cell = ends.to_cell;
  field.doors.closed.clear();
  field.doors.revision = 0;
  if (doors != nullptr) {
    field.doors.closed.assign(doors->closed.begin(), doors->closed.end());
    field.doors.revision = doors->revision;
  }
  if (field.status == PathStatus::Found) GoalFlood(data, doors, scratch.data(), field).run();
  return field.status;
}

bool update_flow_field(const AirGraph& graph, const DoorStates& doors, AirScratch& scratch,
                       FlowField& field) {
  if (field.doors.revision == doors.revision) return false;
  build_flow_field(graph, field.goal, &doors, scratch, field, field.goal_cell);
  return true;
}

FlowDirection find_flow_direction(const AirGraph& graph, const FlowField& field,
                                  const FlowQuery& query, AirScratch& scratch) {
  const AirGraphData& data = *graph.data();
  FlowDirection out;
  AirEnds ends;
  PathOptions options;
  options.from_cell = query.cell;
  options.to_cell = field.goal_cell;
  out.status = field.status == PathStatus::Found
                   ? locate_ends(data, query.position, field.goal, options, ends)
                   : field.status;
  if (out.status != PathStatus::Found) return out;
  if (ends.from_cell == field.goal_cell)
    return towards(query.position, field.goal, glm::length(field.goal - query.position),
                   ends.from_cell);
  AirScratchData& work = scratch.data();
  const Exit exit = find_exit_around(data, field, ends, work);
  out.cell = ends.from_cell;
  out.status = PathStatus::NoPath;
  if (!(exit.length < std::numeric_limits<double>::infinity())) return out;
  const glm::dvec3 corner = first_corner(data, field, ends, exit, work);
  return towards(query.position, corner, exit.length, ends.from_cell);
}

void find_flow_directions(const AirGraph& graph, const FlowField& field,
                          std::span<const FlowQuery> queries, std::span<FlowDirection> directions,
                          AirScratch& scratch) {
  PLAYSET_ASSERT(queries.size() == directions.size(), "a direction for each query");
  for (std::size_t i = 0; i < queries.size(); ++i)
    directions[i] = find_flow_direction(graph, field, queries[i], scratch);
}

void draw_flow_field(const AirGraph& graph, const FlowField& field, DebugCanvas& canvas) {
  float most = 1.0f;
  for (const float d : field.distances) most = d < kNever ? std::max(most, d) : most;
  for (std::uint32_t w = 0; w < field.distances.size(); ++w) {
    if (field.distances[w] == kNever) continue;
    const glm::dvec3 from = graph.windows()[w].center;
    const glm::dvec3 to = beyond(*graph.data(), field, w);
    canvas.arrow(glm::vec3(from), glm::vec3(from + 0.6 * (to - from)),
                 stroke_style(ramp_colour(field.distances[w] / most), 1.2f), 5.0f);
  }
  canvas.marker(glm::vec3(field.goal), 6.0f, fill_style(kVermilion, 2));
}

}  // namespace playset
