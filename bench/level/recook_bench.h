// bench/level/recook_bench.h - the rows recook/<scene>: a level after an edit of one cub, beside
// cooking it anew.
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

void bench_recook(Runner& runner);

}  // namespace playset::bench
