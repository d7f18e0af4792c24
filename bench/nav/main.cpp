// nav_bench: what moves through a level, and which way.
#include "bench/nav/crowd_bench.h"

int main(int argc, char** argv) {
  playset::bench::Runner runner(argc, argv);
  playset::bench::bench_crowds(runner);
  return runner.finish();
}
