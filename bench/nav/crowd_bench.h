// bench/nav/crowd_bench.h - the rows follow, neighbors/<agents> and avoid/<crowd>, items being agents.
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

void bench_crowds(Runner& runner);

}  // namespace playset::bench
