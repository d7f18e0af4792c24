// bench/level/trace_bench.h - the rows of level_bench.
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

// trace/<scene>/<set>, and for two scenes trace/<scene>/<set>/{single,sorted,any,unknown}.
void bench_traces(Runner& runner);

// growth/tunnels/<set>: 100,000 cells against 1,000; the ratio is how much of the speed is left.
void bench_growth(Runner& runner);

// build/<scene>: cook_level against the peers' acceleration structures.
void bench_builds(Runner& runner);

}  // namespace playset::bench
