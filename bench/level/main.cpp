// level_bench: traces, sweeps, overlaps, growth with the level's size, cooking, recooking, blockout
// meshes and moving objects, each beside its peers.
#include "bench/level/blockout_bench.h"
#include "bench/level/objects_bench.h"
#include "bench/level/recook_bench.h"
#include "bench/level/sweep_bench.h"
#include "bench/level/trace_bench.h"

int main(int argc, char** argv) {
  playset::bench::Runner runner(argc, argv);
  playset::bench::bench_traces(runner);
  playset::bench::bench_sweeps(runner);
  playset::bench::bench_overlaps(runner);
  playset::bench::bench_growth(runner);
  playset::bench::bench_builds(runner);
  playset::bench::bench_recook(runner);
  playset::bench::bench_blockout(runner);
  playset::bench::bench_objects(runner);
  return runner.finish();
}
