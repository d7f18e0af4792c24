// bench/nav/ground_bench.h - rows of the ground graph: build/<map>, path/<map>, locate/<map>.
//
// Units   ns per build, path or place.
// Cost    a minute.
// Threads one.
// See     docs/benches.md
#pragma once

#include "bench/runner/runner.h"

namespace playset::bench {

// build/<map>/floors: which floor leads where; /plan: triangulated as well; build/<map>: with corners,
// links and landmarks, all that paths use.
void bench_ground_builds(Runner& runner);

// The same random reachable pairs for everybody, places known; locate/<map> is finding them.
void bench_ground_paths(Runner& runner);

}  // namespace playset::bench
