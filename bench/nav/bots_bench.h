// bench/nav/bots_bench.h - the rows bots/<map>, items being ticks of 500 agents and 20,000 bullets,
// and walls/<map>/<class>, items being agents.
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

void bench_bots(Runner& runner);

}  // namespace playset::bench
