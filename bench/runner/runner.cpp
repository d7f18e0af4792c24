// The runner: option parsing, interleaved repeats, medians, and the two ways of printing a row.
#include "bench/runner/runner.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace playset::bench {
namespace {

constexpr int kRepeats = 7;
constexpr std::uint64_t kShortestSampleNs = 2'000'000;

// One contender's measurements.
struct Samples {
  const Run* run = nullptr;
  const HashAfter* hash_after = nullptr;
  std::uint64_t calls = 1;  // per sample
  std::uint64_t hash = 0;
  bool stable = true;      // every call gave the same hash
  std::vector<double> ns;  // per item, sorted at the end

  double median() const { return ns[ns.size() / 2]; }
};

// Runs `calls` times; returns the time of one call in ns and the last hash.
double time_calls(const Samples& samples, std::uint64_t& hash) {
  const std::uint64_t before = thread_cpu_ns();
  for (std::uint64_t i = 0; i < samples.calls; ++i) hash = (*samples.run)();
  const std::uint64_t spent = thread_cpu_ns() - before;
  if (*samples.hash_after) hash = (*samples.hash_after)();
  return static_cast<double>(spent) / static_cast<double>(samples.calls);
}

void add_sample(Samples& samples, std::uint64_t items) {
  std::uint64_t hash = 0;
  samples.ns.push_back(time_calls(samples, hash) / static_cast<double>(items));
  samples.stable &= hash == samples.hash;
}

// The discarded first pass: warms caches, fixes the hash and how many calls a sample needs.
void size_sample(Samples& samples, bool quick) {
  const double one_call_ns = std::max(1.0, time_calls(samples, samples.hash));
  if (!quick)
    samples.calls =
        1 + static_cast<std::uint64_t>(static_cast<double>(kShortestSampleNs) / one_call_ns);
}

std::vector<Samples> measure_in_turns(const Row& row, bool quick) {
  std::vector<Samples> all(1 + row.baselines.size());
  all[0].run = &row.run;
  all[0].hash_after = &row.hash_after;
  for (std::size_t i = 0; i < row.baselines.size(); ++i) {
    all[i + 1].run = &row.baselines[i].run;
    all[i + 1].hash_after = &row.baselines[i].hash_after;
  }
  for (Samples& samples : all) size_sample(samples, quick);
  for (int repeat = 0; repeat < (quick ? 1 : kRepeats); ++repeat) {
    for (Samples& samples : all) add_sample(samples, row.items);
  }
  for (Samples& samples : all) std::sort(samples.ns.begin(), samples.ns.end());
  return all;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "\"";
}

// Without a baseline `baseline` and `ratio` are null.
void print_json(const Row& row, const Samples& subject, const Contender* baseline,
                const Samples* other) {
  std::printf("{\"name\":%s,\"items\":%" PRIu64 ",\"ns_per_item\":%.6g,\"min\":%.6g,\"max\":%.6g,",
              json_string(row.name).c_str(), row.items, subject.median(), subject.ns.front(),
              subject.ns.back());
  if (baseline != nullptr) {
    std::printf(
        "\"baseline\":%s,\"ratio\":%.6g,\"baseline_ns\":%.6g,\"baseline_hash\":\"%016" PRIx64
        "\",\"note\":%s,",
        json_string(baseline->name).c_str(), other->median() / subject.median(), other->median(),
        other->hash, json_string(baseline->note).c_str());
  } else {
    std::printf("\"baseline\":null,\"ratio\":null,");
  }
  std::printf("\"hash\":\"%016" PRIx64 "\"}\n", subject.hash);
  std::fflush(stdout);
}

void print_table(const Row& row, const std::vector<Samples>& all, bool header) {
  if (header)
    std::printf("%-32s %10s %12s %12s %12s %9s  %-16s\n", "name", "items", "ns/item", "min", "max",
                "ratio", "hash");
  const auto line = [&](const std::string& name, const Samples& s, const char* ratio,
                        const std::string& note) {
    std::printf("%-32s %10" PRIu64 " %12.4g %12.4g %12.4g %9s  %016" PRIx64 "  %s\n", name.c_str(),
                row.items, s.median(), s.ns.front(), s.ns.back(), ratio, s.hash, note.c_str());
  };
  line(row.name, all[0], "", "");
  for (std::size_t i = 0; i < row.baselines.size(); ++i) {
    char ratio[32];
    std::snprintf(ratio, sizeof ratio, "%.4gx", all[i + 1].median() / all[0].median());
    line("  " + row.baselines[i].name, all[i + 1], ratio, row.baselines[i].note);
  }
  std::fflush(stdout);
}

int count_failures(const Row& row, const std::vector<Samples>& all) {
  int failures = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string who = i == 0 ? std::string("the subject") : row.baselines[i - 1].name;
    if (!all[i].stable) {
      std::fprintf(stderr, "%s: %s gave different results on the same input\n", row.name.c_str(),
                   who.c_str());
      ++failures;
    }
    if (i > 0 && row.baselines[i - 1].same_hash && all[i].hash != all[0].hash) {
      std::fprintf(stderr, "%s: %s must give the subject's results and does not\n",
                   row.name.c_str(), who.c_str());
      ++failures;
    }
  }
  return failures;
}

constexpr const char* kUsage =
    "usage: <module>_bench [--json] [--filter NAME] [--quick] [--list]\n"
    "  --filter NAME  only rows whose name contains NAME\n"
    "  --quick        fewer items, one pass: does it run, is it right\n"
    "  --json         one JSON object per line on stdout\n"
    "  --list         names only\n";

[[noreturn]] void leave_with_usage(std::FILE* where, int status) {
  std::fputs(kUsage, where);
  std::exit(status);
}

Options parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json")
      options.json = true;
    else if (argument == "--quick")
      options.quick = true;
    else if (argument == "--list")
      options.list = true;
    else if (argument == "--filter" && i + 1 < argc)
      options.filter = argv[++i];
    else if (argument == "--help")
      leave_with_usage(stdout, 0);
    else
      leave_with_usage(stderr, 2);
  }
  return options;
}

}  // namespace

Runner::Runner(int argc, char** argv) : options_(parse_options(argc, argv)) {}

bool Runner::wants(std::string_view name) {
  if (name.find(options_.filter) == std::string_view::npos) return false;
  if (options_.list) std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
  return !options_.list;
}

void Runner::measure(const Row& row) {
  if (!wants(row.name)) return;
  const std::vector<Samples> all = measure_in_turns(row, options_.quick);
  failures_ += count_failures(row, all);
  if (!options_.json) {
    print_table(row, all, !header_printed_);
    header_printed_ = true;
    return;
  }
  if (row.baselines.empty()) print_json(row, all[0], nullptr, nullptr);
  for (std::size_t i = 0; i < row.baselines.size(); ++i)
    print_json(row, all[0], &row.baselines[i], &all[i + 1]);
}

}  // namespace playset::bench
