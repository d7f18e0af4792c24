// bench/scaffold/kit_bench.h - the rows of scaffold_bench about kit pieces.
#pragma once

#include "bench/runner/runner.h"
#include "playset/scaffold/scaffold.h"

namespace playset::bench {

// All placements of a level that is dressed throughout, those that one vertex changes, and our
// pieces' meshes.
void measure_kits(Runner& runner, Scaffold level);

}  // namespace playset::bench
