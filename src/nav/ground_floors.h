// From a level to floors and what lies behind their edges.
#pragma once

#include "nav/ground_data.h"

namespace playset {

// Fills floors, edges and cell_first_floor of `data`, whose level and agent are set.
void build_ground_floors(GroundData& data);

}  // namespace playset
