// The findings about cubs, windows and vertices of a level, or of a part of one: all that depends on
// a place and what lies round it.
#pragma once

#include "scaffold/cell_builder.h"

namespace playset {

void sort_unique(std::vector<ScaffoldId>& ids);

// Appends what is wrong with the part, in any order, without spawns and names. Every fault names the
// cubs it depends on: those alone, and the windows between them.
void find_part_faults(const ScaffoldPart& part, const FaultOptions& options,
                      std::vector<Fault>& out);

}  // namespace playset
