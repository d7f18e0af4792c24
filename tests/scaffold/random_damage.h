// Levels for tests of validation, and seeded ways to break them.
#pragma once

#include "playset/core/rng.h"
#include "playset/scaffold/fault_watch.h"

namespace playset::test {

// Rooms of 4 m in a block, all open to their neighbours; every third window along x is partial, as
// those rooms are lower. A player start in the first.
[[nodiscard]] Scaffold make_block(int nx, int ny, int nz);

// Breaks, or merely changes, one thing: any record may be moved, deleted, doubled, swapped or made
// to name what is not there. Gives the records it touched.
std::vector<ScaffoldChange> damage(Scaffold& level, Rng& rng, ScaffoldIds& ids);

// The same for one kit, or what a material or side wears; nothing where there is no kit.
void damage_kits(Scaffold& level, Rng& rng, std::vector<ScaffoldChange>& edited);

}  // namespace playset::test
