// src/asset/doom_extras.h - what comes along with a DOOM map's cells: doors, triggers, sector tags,
// things.
#pragma once

#include "asset/doom_cells.h"

namespace playset::doom {

struct DoomExtras {
  std::vector<std::uint32_t> sector_door, sector_tag;  // per sector, or kNone
  std::vector<std::uint32_t> line_trigger;             // per linedef, or kNone
};

// Refuses maps whose linedefs name more sectors by tag than a level can list in proportion to its
// file.
[[nodiscard]] Result<Done> check_doom_tags(const DoomMap& map);

// Adds doors, tags and triggers to `out`: every linedef with a special has a trigger, every sector
// closed at start that has cells and can open is a door.
[[nodiscard]] DoomExtras add_doom_triggers(const DoomMap& map, const std::vector<SectorSpan>& spans,
                                           const Plan& plan, CellComplex& out);

// Adds every thing. cell_of: cell per plan cell.
void add_doom_spawns(const DoomMap& map, const Plan& plan, const std::vector<SectorSpan>& spans,
                     const std::vector<std::uint32_t>& cell_of, double scale, CellComplex& out);

// Area of a plan cell in m2.
[[nodiscard]] double plan_area(const Plan& plan, std::uint32_t cell);

}  // namespace playset::doom
