// cli/draw_map.h - draw_map: a level as a map. Floors by height, walls, steps, doors, things, and what the player sees first.
//
// A wall is drawn where its inside faces the viewer, so that every view looks into the rooms: the plan sees floors, the
// others a doll's house with the near walls gone. All goes to a DebugCanvas; lay_out_map puts that on a page.
// Units   metres; widths in pixels of the picture.
// Cost    one pass over the sides and a sort by depth.
// See     cli/map_page.h, cli/draw_command.h, tests/cli/draw_map_test.cpp
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "playset/core/debug_canvas.h"
#include "playset/geom/cell_complex.h"
#include "playset/level/level.h"

namespace playset {

enum class MapView : std::uint8_t { Top, Front, Side, Iso };

struct MapOptions {
  MapView view = MapView::Top;
  double floor_low = -std::numeric_limits<double>::infinity();   // m; cells with floors outside are left out
  double floor_high = std::numeric_limits<double>::infinity();   // m
  bool portals = true;  // faint lines between the cells
  bool things = true;   // symbols where something is placed
  bool sight = true;    // what is seen from the player's start
};

// The heights between which colours run, and a cell's own.
struct MapHeights {
  std::vector<double> floors;  // m, one per cell: mean height of what one stands on, else of its lowest corner
  double low = 0.0;            // m; nearly all floor area lies between low and high
  double high = 0.0;
};

[[nodiscard]] MapHeights measure_heights(const CellComplex& cells);

// Colour of a height; light enough for dark lines on it.
[[nodiscard]] Colour height_colour(const MapHeights& heights, double height) noexcept;

[[nodiscard]] CanvasView map_canvas_view(MapView view) noexcept;

// True where cells lie above each other, so that lower ones must be hidden by upper ones.
[[nodiscard]] bool has_storeys(const CellComplex& cells);

// Floors, walls, steps, portals, doors.
void draw_map(const CellComplex& cells, const MapHeights& heights, const MapOptions& options, DebugCanvas& canvas);

// Spawns, by what they are.
void draw_things(const CellComplex& cells, const MapHeights& heights, const MapOptions& options, DebugCanvas& canvas);

// The area seen from the player's start, level at eye height with doors as they are at the start, and some of the traces
// that found it. Draws nothing where there is no start.
void draw_sight(const Level& level, const CellComplex& cells, const MapOptions& options, DebugCanvas& canvas);

// Layers of the canvas, from back to front.
enum MapLayer : std::int32_t {
  kLayerShadow,
  kLayerFloor,
  kLayerPortal,
  kLayerSight,
  kLayerStep,
  kLayerWall,
  kLayerDoor,
  kLayerTrace,
  kLayerThing,
};

}  // namespace playset
