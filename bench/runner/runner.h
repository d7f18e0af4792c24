// bench/runner/runner.h - Runner: times a subject and its baselines in turns and prints ratios with
// hashes of the results.
//
// Use it for every bench: a row is a subject of ours and the contenders it is compared with, doing
// the same items. In each repeat every contender takes its turn, so that a slow moment of the
// machine hits all of them. A faster wrong answer shows: `run` returns a hash of its results, which
// must not change between repeats, nor differ where `same_hash` is set.
//
// Units   nanoseconds of thread CPU time per item; ratio = baseline / subject, above 1 where the
//         subject is faster.
// Cost    8 passes per contender (the first is discarded), each at least 2 ms; --quick 2 passes of
//         one call.
// Threads one.
// See     docs/benches.md
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace playset::bench {

// Does a row's items once and returns a hash of what came out. Same work, same hash, every time it
// is called.
using Run = std::function<std::uint64_t()>;

// Where hashing would cost as much as the work: `run` returns 0 and this, called outside the clock,
// hashes what it left.
using HashAfter = std::function<std::uint64_t()>;

struct Contender {
  std::string name;  // baseline: "bullet", "embree_robust", "naive", ...
  Run run;
  bool same_hash = false;  // true where it must give exactly the subject's results
  std::string note = {};   // shown in the table and in JSON, e.g. how far its answers differ
  HashAfter hash_after = {};
};

struct Row {
  std::string name;         // "trace/tunnels1000/short"
  std::uint64_t items = 1;  // what one call of run handles
  Run run;                  // the subject
  std::vector<Contender> baselines = {};
  HashAfter hash_after = {};
};

struct Options {
  std::string filter;  // substring of a row's name; empty: all
  bool quick = false;  // fewer items where the bench asks quick(), 1 measured pass
  bool json = false;   // one JSON object per line and baseline on stdout, nothing else there
  bool list = false;   // print names, run nothing
};

class Runner {
 public:
  // Reads --filter NAME, --quick, --json, --list, --help; leaves the process with status 2 on
  // anything else.
  Runner(int argc, char** argv);
  explicit Runner(const Options& options) : options_(options) {}

  [[nodiscard]] bool quick() const noexcept { return options_.quick; }

  // True where the filter picks this row; ask before building an expensive scene. With --list
  // prints it and says no.
  [[nodiscard]] bool wants(std::string_view name);

  // Measures and prints one row, unless the filter drops it.
  void measure(const Row& row);

  // 0, or 1 where a hash was unstable or differed where it must not. Return it from main.
  [[nodiscard]] int finish() const noexcept { return failures_ == 0 ? 0 : 1; }

 private:
  Options options_;
  int failures_ = 0;
  bool header_printed_ = false;
};

// CPU time of the calling thread, in nanoseconds.
[[nodiscard]] std::uint64_t thread_cpu_ns() noexcept;

}  // namespace playset::bench
