// src/asset/doom_cells.h - from a DOOM map and its plan to cells: heights, steps, doors, triggers,
// things.
#pragma once

#include "asset/doom_plan.h"

namespace playset::doom {

// How high each sector's cells are, and which door it is.
struct SectorSpan {
  std::int32_t floor = 0, ceiling = 0;  // map units, as open as the sector can be
  bool closed = false;                  // at start
  bool solid = false;                   // can never open
  std::int32_t opened = 0;              // in which round of opening; 0 where it was open
};

// Opens closed sectors as the game would: to 4 below the lowest neighbouring ceiling, else down to
// the lowest floor.
[[nodiscard]] std::vector<SectorSpan> open_sectors(const DoomMap& map);

// Lists in `repairs` what is solid or lost.
[[nodiscard]] CellComplex build_doom_cells(const DoomMap& map, const Plan& plan, double scale,
                                           RepairLog& repairs);

}  // namespace playset::doom
