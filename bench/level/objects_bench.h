// bench/level/objects_bench.h - rows of level_bench about moving objects.
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

// objects/<scene>/{tick,move,trace,brute,triggers}: 10,000 moving objects among the walls; a tick
// moves all and traces a segment of five cells for each. Against Embree with the same walls and
// user geometry that is committed anew; brute: two ticks against every object asked.
void bench_objects(Runner& runner);

}  // namespace playset::bench
