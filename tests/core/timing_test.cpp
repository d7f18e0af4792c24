// Timing zones with a clock of the test's own: nesting, a full buffer, sums, and the trace's JSON.
#include "playset/core/timing.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "playset/core/json.h"
#include "support/support.h"

using namespace playset;

namespace {

// Advances by itself, 100 ns a call.
std::uint64_t counting_clock(void* context) noexcept {
  auto& now = *static_cast<std::uint64_t*>(context);
  return now += 100;
}

}  // namespace

TEST_CASE("timing: zones nest, and record beginnings and ends by the given clock") {
  std::array<TimingRecord, 8> storage{};
  std::uint64_t now = 1000;
  TimingBuffer buffer(storage, counting_clock, &now);
  {
    const TimingZone outer(&buffer, "cook");
    { const TimingZone inner(&buffer, "split"); }
    { const TimingZone inner(&buffer, "split"); }
    CHECK(buffer.records()[0].end_ns == 0);
  }
  REQUIRE(buffer.records().size() == 3);
  CHECK(std::string(buffer.records()[0].name) == "cook");
  CHECK(buffer.records()[0].begin_ns == 1100);
  CHECK(buffer.records()[0].end_ns == 1600);
  CHECK(buffer.records()[1].depth == 1);
  CHECK(buffer.records()[2].begin_ns == 1400);
  const auto totals = sum_timings(buffer.records());
  REQUIRE(totals.size() == 2);
  CHECK(totals[1].name == "split");
  CHECK(totals[1].count == 2);
  CHECK(totals[1].total_ns == 200);
  CHECK(totals[1].most_ns == 100);
  buffer.clear();
  CHECK(buffer.records().empty());
}

TEST_CASE(
    "timing: a full buffer drops zones and counts them; a null buffer does nothing; nothing "
    "allocates") {
  std::array<TimingRecord, 1> storage{};
  std::uint64_t now = 0;
  TimingBuffer buffer(storage, counting_clock, &now);
  const test::AllocationScope scope;
  {
    const TimingZone a(&buffer, "a");
    const TimingZone b(&buffer, "b");
    const TimingZone c(&buffer, "c");
    const TimingZone none(nullptr, "none");
  }
  CHECK(scope.count() == 0);
  CHECK(buffer.records().size() == 1);
  CHECK(buffer.records()[0].end_ns > buffer.records()[0].begin_ns);
  CHECK(buffer.dropped() == 2);
}

TEST_CASE("timing: the Chrome trace is valid JSON with a row per lane, from time 0 on") {
  std::array<TimingRecord, 4> storage{};
  std::uint64_t now = 5'000'000'000;
  TimingBuffer buffer(storage, counting_clock, &now);
  { const TimingZone zone(&buffer, "tr\"ace\n"); }
  const TimingZone open(&buffer, "still open");
  const std::array lanes{TimingLane{"main", buffer.records()}, TimingLane{"empty", {}}};
  const std::string text = write_chrome_trace(lanes);
  CHECK(
      text ==
      "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
      "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"main\"}},\n"
      "{\"name\":\"tr\\\"ace\\n\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":0.1},\n"
      "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"empty\"}}\n]"
      "}\n");
  CHECK(parse_json(text).ok());
  CHECK(parse_json(write_chrome_trace({})).ok());
}
