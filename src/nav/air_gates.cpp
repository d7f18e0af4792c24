// src/nav/air_gates.cpp - leads a string round the edges of walls: where a straight piece comes
// nearer to one than the radius, a gate across it keeps it away.
//
// Within a convex cell a string between windows that keep the radius can be too near to a wall only
// at an exposed edge, one round which more than half a turn is open.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "level/format.h"
#include "nav/air_graph_data.h"
#include "playset/geom/distance.h"
#include "playset/geom/polygon.h"

namespace playset {
namespace {

constexpr int kGateRounds = 4;
constexpr double kGateReach = 4.0;       // of the radius: a gate's size
constexpr double kLeastPiece = 1e-6;     // m
constexpr std::size_t kMostGates = 256;  // of a path

// False where the boxes of an edge and of a piece, grown by the radius, are apart.
bool may_touch(const AirEdge& e, glm::vec3 low, glm::vec3 high) noexcept {
  return std::max(e.a.x, e.b.x) >= low.x && std::min(e.a.x, e.b.x) <= high.x &&
         std::max(e.a.y, e.b.y) >= low.y && std::min(e.a.y, e.b.y) <= high.y &&
         std::max(e.a.z, e.b.z) >= low.z && std::min(e.a.z, e.b.z) <= high.z;
}

class GateKeeper {
 public:
  GateKeeper(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch)
      : graph_(graph),
        ends_(ends),
        scratch_(scratch),
        radius_(static_cast<double>(graph.agent.radius) * kAirFit) {}

  // `strict`: gates lie within their cell; else only walls bound them.
  double run(double length, bool strict) {
    strict_ = strict;
    for (int round = 0; round < kGateRounds && add_gates(); ++round)
      length = scratch_.puller.solve().length;
    return length;
  }

 private:
  [[nodiscard]] glm::dvec3 point(std::size_t i) const noexcept {  // 0: from, i: window i - 1
    if (i == 0) return ends_.from;
    const auto points = scratch_.puller.points();
    return i > points.size() ? ends_.to : points[i - 1].position;
  }
  [[nodiscard]] std::uint32_t cell_behind(std::size_t i) const noexcept {
    return i == 0 ? ends_.from_cell : scratch_.passes[i - 1].into;
  }

  // A gate wherever a piece between two windows is too near to an edge; false where none is.
  bool add_gates() {
    scratch_.gates.clear();
    const std::size_t pieces = scratch_.puller.window_count() + 1;
    for (std::size_t i = 0; i < pieces; ++i) look_at_piece(i, point(i), point(i + 1));
    if (scratch_.gates.empty() || pieces > kMostGates + scratch_.corridor.size()) return false;
    for (std::size_t g = scratch_.gates.size(); g-- > 0;) {  // from behind: numbers stay right
      const AirGate& gate = scratch_.gates[g];
      scratch_.puller.insert_window(gate.before,
                                    {scratch_.gate_corners.data() + gate.first, gate.count});
      scratch_.passes.insert(scratch_.passes.begin() + static_cast<std::ptrdiff_t>(gate.before),
                             {kNone, gate.cell});
    }
    scratch_.gate_corners.clear();
    return true;
  }

  void look_at_piece(std::size_t i, glm::dvec3 a, glm::dvec3 b) {
    const glm::dvec3 d = b - a;
    if (glm::dot(d, d) < kLeastPiece) return;
    const glm::vec3 low(glm::min(a, b) - radius_), high(glm::max(a, b) + radius_);
    double least2 = kAirClearance * kAirClearance * radius_ * radius_;
    ClosestPoints nearest;
    bool found = false;
    for (const AirEdge& edge : graph_.edges_of(cell_behind(i))) {
      if (!may_touch(edge, low, high)) continue;
      const ClosestPoints near =
          nearest_points(LineSegment{a, b}, LineSegment{glm::dvec3(edge.a), glm::dvec3(edge.b)});
      if (near.distance2 >= least2) continue;
      least2 = near.distance2;
      nearest = near;
      found = true;
    }
    if (found) make_gate(i, a, d / std::sqrt(glm::dot(d, d)), b, nearest);
  }

  // Across the piece where it is nearest to the edge, from a radius off the edge outwards. None at
  // an end of the piece: that is a window's own distance, or the agent's own place.
  void make_gate(std::size_t i, glm::dvec3 a, glm::dvec3 along, glm::dvec3 b,
                 const ClosestPoints& near) {
    const double at = glm::dot(near.on_first - a, along), end = glm::dot(b - a, along);
    if (at < 0.05 * radius_ || at > end - 0.05 * radius_) return;
    const std::uint32_t cell = cell_behind(i);
    glm::dvec3 out = near.on_first - near.on_second;
    if (near.distance2 < 1e-8) out = graph_.level.cell_center(cell) - near.on_second;
    out -= along * glm::dot(out, along);
    const double l = std::sqrt(glm::dot(out, out));
    if (l < 1e-9) return;
    out /= l;
    const glm::dvec3 side = glm::cross(along, out) * (kGateReach * radius_);
    const glm::dvec3 first = near.on_second + out * radius_;
    const glm::dvec3 last = near.on_second + out * ((1.0 + kGateReach) * radius_);
    polygon_ = {first - side, first + side, last + side, last - side};
    if (!clip(cell, radius_) && !clip(cell, 0.0)) return;
    scratch_.gates.push_back({i, cell, static_cast<std::uint32_t>(scratch_.gate_corners.size()),
                              static_cast<std::uint32_t>(scratch_.clipped.size())});
    scratch_.gate_corners.insert(scratch_.gate_corners.end(), scratch_.clipped.begin(),
                                 scratch_.clipped.end());
  }

  // The part of the gate that is in the cell, `inset` from its walls; false where nothing is.
  bool clip(std::uint32_t cell, double inset) {
    scratch_.clipped.assign(polygon_.begin(), polygon_.end());
    const CellRecord& record = LevelAccess::cells(graph_.level)[cell];
    for (std::uint32_t s = record.first_side; s < record.first_side + record.side_count; ++s) {
      const bool wall = LevelAccess::sides(graph_.level)[s].neighbor_cell == kNone;
      if (!wall && !strict_) continue;
      const SidePlane& plane = LevelAccess::planes(graph_.level)[s];
      clip_polygon(scratch_.clipped, Plane{plane.n, -plane.w + (wall ? inset : 0.0)},
                   scratch_.clip_rest);
      scratch_.clipped.swap(scratch_.clip_rest);
      if (scratch_.clipped.size() < 3) return false;
    }
    return true;
  }

  const AirGraphData& graph_;
  const AirEnds& ends_;
  AirScratchData& scratch_;
  double radius_;
  bool strict_ = false;
  std::array<glm::dvec3, 4> polygon_{};
};

// True where no wall is between one bend of the string and the next. Pieces between windows of convex
// cells are not asked; those at gates may leave their cell, and are traced. Sets the cells of bends.
bool is_clear(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch) {
  const auto points = scratch.puller.points();
  const std::uint32_t first_rough = graph.level.header()->first_rough;
  std::uint32_t cell = ends.from_cell;
  glm::dvec3 at = ends.from;
  bool ask = cell >= first_rough;
  for (std::size_t i = 0; i <= points.size(); ++i) {
    const bool last = i == points.size();
    const bool gate = !last && scratch.passes[i].window == kNone;
    ask = ask || gate;
    if (last || points[i].bends) {
      const glm::dvec3 next = last ? ends.to : points[i].position;
      if (ask) {
        const SegmentHit hit =
            trace_segment(graph.level, {glm::vec3(at), cell, glm::vec3(next), 0}, {ends.doors, 0});
        if (hit.kind != HitKind::End) return false;
        if (gate) scratch.passes[i].into = hit.cell;
      }
      at = next;
      ask = gate;
      if (!last) cell = scratch.passes[i].into;
    }
    ask = ask || (!last && scratch.passes[i].into >= first_rough);
  }
  return true;
}

}  // namespace

double lead_round_edges(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch,
                        double length) {
  return GateKeeper(graph, ends, scratch).run(length, false);
}

double keep_clear(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch,
                  double length) {
  const auto begin = [&] {
    scratch.passes.assign(scratch.corridor.begin(), scratch.corridor.end());
  };
  begin();
  GateKeeper keeper(graph, ends, scratch);
  const double gated = keeper.run(length, false);
  if (is_clear(graph, ends, scratch)) return gated;
  for (const bool strict : {true, false}) {
    begin();
    scratch.puller.begin(ends.from, ends.to);
    for (const AirStep& step : scratch.corridor)
      scratch.puller.add_window(graph.polygon(step.window));
    double again = scratch.puller.solve().length;
    if (!strict) return again;
    again = keeper.run(again, true);
    if (is_clear(graph, ends, scratch)) return again;
  }
  return length;
}

void list_edges(AirGraphData& graph) {
  const Level& level = graph.level;
  const auto radius = static_cast<double>(graph.agent.radius);
  WallFlood flood;
  std::vector<std::uint32_t> cells;
  std::vector<AirEdge> edges;
  for (std::uint32_t c = 0; c < level.cell_count(); ++c)
    for (const ExposedEdge& edge : LevelAccess::edges(level, c)) {
      const glm::dvec3 a = to_metres(edge.a), b = to_metres(edge.b);
      flood.begin(level);
      flood.add_cell(c);
      flood.run(level, graph.side_boxes, box_around(glm::min(a, b), glm::max(a, b), radius),
                [](std::uint32_t) {});
      for (const std::uint32_t cell : flood.cells()) {
        cells.push_back(cell);
        edges.push_back({glm::vec3(a), glm::vec3(b)});
      }
    }
  graph.edge_first.assign(level.cell_count() + 1, 0);
  for (const std::uint32_t cell : cells) ++graph.edge_first[cell + 1];
  for (std::size_t c = 1; c < graph.edge_first.size(); ++c)
    graph.edge_first[c] += graph.edge_first[c - 1];
  graph.edges.resize(cells.size());
  std::vector<std::uint32_t> next(graph.edge_first.begin(), graph.edge_first.end() - 1);
  for (std::size_t i = 0; i < cells.size(); ++i) graph.edges[next[cells[i]]++] = edges[i];
}

}  // namespace playset
