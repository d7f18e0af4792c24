// bench/nav/air_bench.h - air graphs and paths through the air of networks and maps.
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

// pull/<windows>, build/air/<scene>, path/air/<scene>.
void bench_air(Runner& runner);

}  // namespace playset::bench
