// bench/level/sweep_bench.h - the rows sweep/<scene>/<set> and overlap/<scene>: spheres of a tenth
// of a cell.
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

// sweep/<scene>/<set> in a batch, and sweep/<scene>/<set>/single one call each, beside Bullet.
void bench_sweeps(Runner& runner);

// overlap/<scene>: contacts of a sphere, and nearest/<scene>: the nearest wall.
void bench_overlaps(Runner& runner);

}  // namespace playset::bench
