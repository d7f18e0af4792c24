// What can be seen from the player's start: a fan of level traces.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "cli/draw_map.h"
#include "playset/core/debug_canvas.h"

namespace playset {
namespace {

constexpr std::uint32_t kTraces = 1440;
constexpr std::uint32_t kTracesPerLine = 40;  // one in so many is drawn as a line
constexpr int kRings = 12;                    // the fan fades outwards in this many steps
constexpr float kReach = 80.0f;               // m
constexpr double kEyeHeight = 1.25;           // m above where the start lies
constexpr float kTurn = 6.2831853f;
constexpr Colour kSightColour{255, 236, 150, 255};
constexpr Colour kTraceColour{196, 104, 0, 255};

struct Viewpoint {
  glm::vec3 eye{0.0f};
  glm::vec3 feet{0.0f};  // below the eye, where the fan is drawn
  std::uint32_t cell = kNone;
};

// The first start that lies inside, at eye height where that is inside too.
Viewpoint find_viewpoint(const Level& level, const CellComplex& cells) {
  for (const CellSpawn& spawn : cells.spawns) {
    if (spawn.kind.find("player") == std::string::npos &&
        spawn.kind.find("start") == std::string::npos)
      continue;
    for (const double height : {kEyeHeight, 0.5, 0.01, 0.0}) {
      const glm::dvec3 eye = spawn.position + glm::dvec3(0.0, height, 0.0);
      const std::uint32_t cell = locate_point(level, eye);
      if (cell != kNone) return {glm::vec3(eye), glm::vec3(spawn.position), cell};
    }
  }
  return {};
}

std::vector<SegmentHit> look_around(const Level& level, const Viewpoint& view,
                                    std::vector<glm::vec3>& directions) {
  std::vector<Segment> segments(kTraces);
  for (std::uint32_t i = 0; i < kTraces; ++i) {
    const float angle = kTurn * static_cast<float>(i) / static_cast<float>(kTraces);
    directions.push_back({std::sin(angle), 0.0f, std::cos(angle)});
    segments[i] = {view.eye, view.cell, view.eye + kReach * directions[i], i};
  }
  const DoorStates doors = initial_doors(level);
  std::vector<SegmentHit> hits(kTraces);
  trace_segments(level, segments, hits, {.doors = &doors});
  return hits;
}

}  // namespace

void draw_sight(const Level& level, const CellComplex& cells, const MapOptions& options,
                DebugCanvas& canvas) {
  if (options.view == MapView::Front || options.view == MapView::Side) return;
  const Viewpoint view = find_viewpoint(level, cells);
  if (view.cell == kNone) return;
  std::vector<glm::vec3> directions;
  const std::vector<SegmentHit> hits = look_around(level, view, directions);
  float farthest = 0.0f;
  for (const SegmentHit& hit : hits) farthest = std::max(farthest, kReach * hit.t);
  std::vector<glm::vec3> outline(kTraces);
  for (int ring = kRings; ring > 0; --ring) {
    const float reach = farthest * static_cast<float>(ring) / static_cast<float>(kRings);
    for (std::uint32_t i = 0; i < kTraces; ++i)
      outline[i] = view.feet + std::min(reach, kReach * hits[i].t) * directions[i];
    CanvasStyle style =
        fill_style(with_alpha(kSightColour, ring == kRings ? 0.34f : 0.05f), kLayerSight);
    if (ring == kRings) {
      style.stroke = with_alpha(kTraceColour, 0.6f);
      style.width = 0.8f;
    }
    canvas.polygon(outline, style);
  }
  const CanvasStyle line = stroke_style(with_alpha(kTraceColour, 0.5f), 0.7f, kLayerTrace);
  for (std::uint32_t i = 0; i < kTraces; i += kTracesPerLine) {
    const glm::vec3 end = view.feet + kReach * hits[i].t * directions[i];
    canvas.line(view.feet, end, line);
    canvas.marker(end, 1.9f, fill_style(kTraceColour, kLayerTrace));
  }
  canvas.legend("seen from the start", fill_style(kSightColour, kLayerSight));
}

}  // namespace playset
