// Recording zones, summing them, and the Chrome trace.
#include "playset/core/timing.h"

#include <algorithm>

#include "playset/core/assert.h"
#include "playset/core/json.h"
#include "playset/core/text_number.h"

namespace playset {
namespace {

constexpr std::uint32_t kDropped = 0xffffffffu;

// The format counts microseconds.
void append_microseconds(std::string& out, std::uint64_t ns) {
  append_fixed(out, static_cast<double>(ns) / 1000.0, 3);
}

void append_lane_name(std::string& out, std::string_view name, std::uint64_t lane) {
  out += R"({"name":"thread_name","ph":"M","pid":1,"tid":)";
  append_number(out, lane);
  out += R"(,"args":{"name":)";
  write_json_string(out, name);
  out += "}}";
}

void append_record(std::string& out, const TimingRecord& record, std::uint64_t origin,
                   std::uint64_t lane) {
  out += R"(,
{"name":)";
  write_json_string(out, record.name);
  out += R"(,"ph":"X","pid":1,"tid":)";
  append_number(out, lane);
  out += R"(,"ts":)";
  append_microseconds(out, record.begin_ns - origin);
  out += R"(,"dur":)";
  append_microseconds(out, record.end_ns - record.begin_ns);
  out += '}';
}

}  // namespace

std::uint32_t TimingBuffer::open(const char* name) noexcept {
  ++depth_;
  if (used_ == storage_.size()) {
    ++dropped_;
    return kDropped;
  }
  storage_[used_] = {name, clock_(context_), 0, depth_ - 1, 0};
  return used_++;
}

void TimingBuffer::close(std::uint32_t index) noexcept {
  --depth_;
  if (index == kDropped) return;
  TimingRecord& record = storage_[index];
  record.end_ns = std::max(clock_(context_), record.begin_ns);
  if (record.end_ns == 0)
    record.end_ns = 1;  // 0 means open; only a clock that stands at 0 gets here
}

void TimingBuffer::clear() noexcept {
  PLAYSET_ASSERT(depth_ == 0, "TimingBuffer::clear needs all zones closed");
  used_ = 0;
  dropped_ = 0;
}

std::string write_chrome_trace(std::span<const TimingLane> lanes) {
  std::uint64_t origin = UINT64_MAX;
  for (const TimingLane& lane : lanes)
    for (const TimingRecord& record : lane.records) origin = std::min(origin, record.begin_ns);
  std::string out = R"({"displayTimeUnit":"ns","traceEvents":[)";
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    append_lane_name(out, lanes[i].name, i + 1);
    for (const TimingRecord& record : lanes[i].records)
      if (record.end_ns != 0) append_record(out, record, origin, i + 1);
  }
  return out += "\n]}\n";
}

std::vector<TimingTotal> sum_timings(std::span<const TimingRecord> records) {
  std::vector<TimingTotal> totals;
  for (const TimingRecord& record : records) {
    if (record.end_ns == 0) continue;
    const std::string_view name = record.name;
    auto total = std::find_if(totals.begin(), totals.end(),
                              [name](const TimingTotal& t) { return t.name == name; });
    if (total == totals.end()) total = totals.insert(totals.end(), TimingTotal{name, 0, 0, 0});
    const std::uint64_t ns = record.end_ns - record.begin_ns;
    ++total->count;
    total->total_ns += ns;
    total->most_ns = std::max(total->most_ns, ns);
  }
  return totals;
}

}  // namespace playset
