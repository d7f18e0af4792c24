// cli/draw_command.h - `playset draw`: a map of a level as SVG or PNG.
//
// See     cli/draw_map.h, tests/cli/draw_command_test.cpp, docs/cli.md
#pragma once

#include <functional>

#include "cli/command.h"
#include "cli/draw_map.h"
#include "cli/map_page.h"

namespace playset {

struct DrawRequest : CommandRequest {
  std::string output;  // x.svg or x.png
  std::string size;    // "WIDTHxHEIGHT" or "WIDTH", px; "" for 1600 and as high as needed
  std::string floors;  // "LOW:HIGH", m; "" for all
  std::string title;   // "" for the level's own name
  MapView view = MapView::Top;
  bool no_portals = false;
  bool no_things = false;
  bool no_sight = false;
  bool kits = false;          // draw a scaffold's decoration pieces
  std::uint32_t objects = 0;  // random bodies, to see how they are listed by cell
  std::uint64_t seed = 1;     // of those
};

// What the request asks for, read; what of the page depends on the level is still open.
struct MapSheet {
  MapOptions options;
  MapPage page;
};

// Refuses a request that cannot be met, whatever the level.
[[nodiscard]] Result<MapSheet> read_sheet(const DrawRequest& request);

// What is drawn over a map.
using MapOverlay = std::function<void(const MapHeights&, DebugCanvas&)>;

// The whole page for a level. `spec` gives the title where neither the request nor the level does.
[[nodiscard]] Picture draw_sheet(const LoadedLevel& loaded, const std::string& spec, MapSheet sheet,
                                 const MapOverlay& overlay = {});

// As SVG or PNG, by the name's ending.
[[nodiscard]] Result<Done> save_picture(const Picture& picture, const std::string& path);

// A quiet map of the level's inside, what `overlay` draws over it, saved.
using QuietOverlay = std::function<void(const LoadedLevel&, const MapHeights&, DebugCanvas&)>;
[[nodiscard]] Result<Done> save_over_map(const LoadedLevel& loaded, const std::string& spec,
                                         const std::string& output, const QuietOverlay& overlay);

int run_draw(const DrawRequest& request, const Console& console);

void add_draw_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
