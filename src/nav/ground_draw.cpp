// src/nav/ground_draw.cpp - ground graphs as drawings.
#include <algorithm>

#include "nav/floor_walk.h"
#include "playset/core/debug_canvas.h"

namespace playset {
namespace {

void draw_floors(const GroundData& data, DebugCanvas& canvas) {
  double low = 1e300, high = -1e300;
  for (const GroundEdge& edge : data.edges) {
    low = std::min(low, edge.from.y * kMetresPerGrid);
    high = std::max(high, edge.from.y * kMetresPerGrid);
  }
  std::vector<glm::vec3> corners;
  for (const GroundFloor& floor : data.floors) {
    corners.clear();
    double y = 0.0;
    for (std::uint32_t e = floor.first_edge; e < floor.first_edge + floor.edge_count; ++e) {
      corners.emplace_back(to_metres(data.edges[e].from));
      y += static_cast<double>(corners.back().y) / floor.edge_count;
    }
    const auto t = static_cast<float>(high > low ? (y - low) / (high - low) : 0.5);
    canvas.polygon(corners, fill_style(with_alpha(ramp_colour(t), 0.35f), 0));
  }
}

void draw_edges(const GroundData& data, DebugCanvas& canvas) {
  const CanvasStyle wall = stroke_style(kInk, 1.2f, 2), drop = stroke_style(kVermilion, 1.5f, 2),
                    door = stroke_style(kPurple, 2.5f, 3);
  for (const GroundFloor& floor : data.floors) {
    for (std::uint32_t i = 0; i < floor.edge_count; ++i) {
      const GroundEdge& edge = data.edges[floor.first_edge + i];
      const GroundEdge& next = data.edges[floor.first_edge + (i + 1) % floor.edge_count];
      const glm::vec3 a(to_metres(edge.from)), b(to_metres(next.from));
      if (edge.door != kNone)
        canvas.line(a, b, door);
      else if (edge.kind == GroundEdgeKind::Drop)
        canvas.line(a, b, drop);
      else if (edge.kind == GroundEdgeKind::Wall)
        canvas.line(a, b, wall);
    }
  }
}

void draw_links(const GroundData& data, DebugCanvas& canvas) {
  for (std::uint32_t c = 0; c < data.corners.size(); ++c) {
    const GroundCorner& corner = data.corners[c];
    const glm::vec3 at(lift_to_floor(data, corner.floor, corner.at));
    canvas.marker(at, 1.6f, fill_style(kOrange, 4));
    for (std::uint32_t l = corner.first_link; l < corner.first_link + corner.link_count; ++l) {
      const GroundCorner& other = data.corners[data.links[l].to];
      if (data.links[l].to > c)
        canvas.line(at, glm::vec3(lift_to_floor(data, other.floor, other.at)),
                    stroke_style(with_alpha(kBlue, 0.25f), 0.6f, 1));
    }
  }
}

}  // namespace

void draw_ground_graph(const GroundGraph& graph, DebugCanvas& canvas, bool links) {
  if (graph.data() == nullptr) return;
  draw_floors(*graph.data(), canvas);
  draw_edges(*graph.data(), canvas);
  if (links) draw_links(*graph.data(), canvas);
  canvas.legend("wall", stroke_style(kInk, 1.2f));
  canvas.legend("door", stroke_style(kPurple, 2.5f));
  if (links) canvas.legend("corner that paths turn at", fill_style(kOrange));
}

}  // namespace playset
