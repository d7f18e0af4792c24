// cli/draw_map.h - draw_map: a level as a map. Floors by height, walls, steps, doors, things, and
// what the player sees first.
//
// A wall is drawn where its inside faces the viewer, so that every view looks into the rooms: the
// plan sees floors, the others a doll's house with the near walls gone. All goes to a DebugCanvas;
// lay_out_map puts that on a page.
// Units   metres; widths in pixels of the picture.
// Cost    one pass over the sides and a sort by depth.
// See     cli/map_page.h, cli/draw_command.h, tests/cli/draw_map_test.cpp
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "cli/draw_kits.h"
#include "playset/core/debug_canvas.h"
#include "playset/geom/cell_complex.h"
#include "playset/level/level.h"

namespace playset {

enum class MapView : std::uint8_t { Top, Front, Side, Iso };

struct MapOptions {
  MapView view = MapView::Top;
  double floor_low =
      -std::numeric_limits<double>::infinity();  // m; cells with floors outside are left out
  double floor_high = std::numeric_limits<double>::infinity();  // m
  bool portals = true;                                          // faint lines between the cells
  bool things = true;                                           // symbols where something is placed
  bool sight = true;                    // what is seen from the player's start
  bool quiet = false;                   // pale floors and thin walls, for what is drawn over them
  std::span<const PieceFace> pieces{};  // of kits, drawn on the walls that are seen
  std::span<const Colour> material_colours{};  // of the cells' materials; none: by height
};

// A quiet map of floors, walls and doors alone.
void make_quiet(MapOptions& options) noexcept;

// The height of every cell's floor, and the scale of colours over them.
struct MapHeights {
  std::vector<double>
      floors;  // m, one per cell: mean height of what one stands on, else of its lowest corner
  std::vector<double> sorted;  // m, rising: heights that floors have
  std::vector<double> share;   // of the floor area at or below each of those, 0 to 1
};

[[nodiscard]] MapHeights measure_heights(const CellComplex& cells);

// Where a height lies on the scale of colours, 0 lowest to 1 highest. Half of it is height, half is
// how much of the level lies below, so that one deep pit does not take all colours; and the height
// that lies there.
[[nodiscard]] double height_rank(const MapHeights& heights, double height) noexcept;
[[nodiscard]] double height_at_rank(const MapHeights& heights, double rank) noexcept;

// Colour of a rank; light enough for dark lines on it.
[[nodiscard]] Colour rank_colour(double rank) noexcept;

// a at t = 0, b at 1, with a's alpha.
[[nodiscard]] Colour mix_colours(Colour a, Colour b, double t) noexcept;

// What line widths are multiplied by: 1 for levels of few cells, less where lines would crowd.
[[nodiscard]] float line_scale(const CellComplex& cells) noexcept;

[[nodiscard]] CanvasView map_canvas_view(MapView view) noexcept;

// True where cells lie above each other, so that lower ones must be hidden by upper ones.
[[nodiscard]] bool has_storeys(const CellComplex& cells);

// Floors, walls, steps, portals and doors, with a line of the legend for each kind of line.
void draw_map(const CellComplex& cells, const MapHeights& heights, const MapOptions& options,
              DebugCanvas& canvas);

// Spawns, by what they are.
void draw_things(const CellComplex& cells, const MapHeights& heights, const MapOptions& options,
                 DebugCanvas& canvas);

// The area seen from the player's start, level at eye height with doors as they are at the start,
// and some of the traces that found it. Draws nothing where there is no start, nor in views from
// the front and the side.
void draw_sight(const Level& level, const CellComplex& cells, const MapOptions& options,
                DebugCanvas& canvas);

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
