// bench/level/blockout_bench.h - the rows blockout/<scene> and hull/<scene>: the mesh of all walls,
// from inside and from outside, items being triangles.
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

void bench_blockout(Runner& runner);

}  // namespace playset::bench
