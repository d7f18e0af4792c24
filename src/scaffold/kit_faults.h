// scaffold/kit_faults.h - the findings about kits: broken records, and sides that cannot wear what
// they ask for.
#pragma once

#include "scaffold/cell_builder.h"

namespace playset {

// About the lists of kits and materials.
void find_kit_faults(const Scaffold& level, std::vector<Fault>& out);

// About the sides of one cub of the part whose corners are placed.
void find_worn_kit_faults(const ScaffoldPart& part, const CubFacts& facts, std::vector<Fault>& out);

}  // namespace playset
