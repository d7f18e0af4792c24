// bench/nav/flow_bench.h - flow fields: the search from the goal, and directions of many agents.
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

// flow/<scene> (air), flow/ground/<scene>; build/flow/<scene>.
void bench_flow(Runner& runner);

}  // namespace playset::bench
