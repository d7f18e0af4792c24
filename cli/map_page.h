// cli/map_page.h - lay_out_map: a map on a page, with title, heights, legend and scale.
//
// Units   pixels.
// See     cli/draw_map.h, tests/cli/draw_map_test.cpp
#pragma once

#include <string>
#include <vector>

#include "cli/draw_map.h"

namespace playset {

struct MapPage {
  float width = 1600.0f;  // px
  float height = 0.0f;    // px; 0: as the map needs, between half and the whole of the width
  std::string title;
  std::vector<std::string> facts;  // lines below the title
};

// The canvas beside a column with the title, the facts, the scale of heights and the legend.
[[nodiscard]] Picture lay_out_map(const DebugCanvas& canvas, const MapHeights& heights,
                                  const MapOptions& options, const MapPage& page);

}  // namespace playset
