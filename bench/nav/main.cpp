// nav_bench: what moves through a level, and which way.
#include "bench/nav/crowd_bench.h"
#ifdef PLAYSET_FREEDOOM2_WAD
#include "bench/nav/air_bench.h"
#include "bench/nav/bots_bench.h"
#include "bench/nav/flow_bench.h"
#include "bench/nav/ground_bench.h"
#endif

int main(int argc, char** argv) {
  playset::bench::Runner runner(argc, argv);
  playset::bench::bench_crowds(runner);
#ifdef PLAYSET_FREEDOOM2_WAD
  playset::bench::bench_ground_builds(runner);
  playset::bench::bench_ground_paths(runner);
  playset::bench::bench_air(runner);
  playset::bench::bench_flow(runner);
  playset::bench::bench_bots(runner);
#endif
  return runner.finish();
}
