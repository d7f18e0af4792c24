// playset/core/timing.h - timing zones into a buffer of yours, and their Chrome trace JSON.
//
//   TimingBuffer timing(storage, clock);   // std::array<TimingRecord, 4096>, a function of yours
//   { TimingZone zone(&timing, "cook"); ... }
//   write_file("trace.json", write_chrome_trace(lanes));   // open in a trace viewer:
//   chrome://tracing, Perfetto
//
// No globals, no macros: who wants figures passes a buffer; a null buffer costs one branch.
// Systems' update_ functions take none.
// Units   nanoseconds of the given clock.
// Cost    two calls of the clock and 32 bytes a zone; never allocates. A full buffer drops zones
//         and counts them.
// Threads one buffer per thread.
// See     tests/core/timing_test.cpp
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/api.h"

namespace playset {

// Nanoseconds from any fixed moment on, never running backwards; the library reads no clock of its
// own.
using ClockNs = std::uint64_t (*)(void* context);

struct TimingRecord {
  const char* name = "";  // must outlive the record: a literal
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;  // 0: still open
  std::uint32_t depth = 0;   // zones around it
  std::uint32_t padding = 0;
};

class TimingBuffer {
 public:
  TimingBuffer(std::span<TimingRecord> storage, ClockNs clock, void* context = nullptr) noexcept
      : storage_(storage), clock_(clock), context_(context) {}

  // In order of their beginnings; some may be open.
  [[nodiscard]] std::span<const TimingRecord> records() const noexcept {
    return storage_.first(used_);
  }
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_; }
  // Forgets all records. Requires that no zone is open.
  PLAYSET_API void clear() noexcept;

 private:
  friend class TimingZone;
  PLAYSET_API std::uint32_t open(const char* name) noexcept;
  PLAYSET_API void close(std::uint32_t index) noexcept;

  std::span<TimingRecord> storage_;
  ClockNs clock_;
  void* context_;
  std::uint64_t dropped_ = 0;
  std::uint32_t used_ = 0;
  std::uint32_t depth_ = 0;
};

// A zone lasts as long as this object. `buffer` may be null.
class TimingZone {
 public:
  TimingZone(TimingBuffer* buffer, const char* name) noexcept : buffer_(buffer) {
    if (buffer_ != nullptr) index_ = buffer_->open(name);
  }
  ~TimingZone() {
    if (buffer_ != nullptr) buffer_->close(index_);
  }
  TimingZone(const TimingZone&) = delete;
  TimingZone& operator=(const TimingZone&) = delete;

 private:
  TimingBuffer* buffer_;
  std::uint32_t index_ = 0;
};

// A thread's records, for the viewer's rows.
struct TimingLane {
  std::string_view name;
  std::span<const TimingRecord> records;
};

// The Trace Event Format's JSON object; open zones are left out. Times count from the earliest
// beginning.
[[nodiscard]] PLAYSET_API std::string write_chrome_trace(std::span<const TimingLane> lanes);

struct TimingTotal {
  std::string_view name;
  std::uint64_t count = 0;
  std::uint64_t total_ns = 0;  // zones within zones of the same name count twice
  std::uint64_t most_ns = 0;
};

// Closed zones summed by name, in order of first appearance.
[[nodiscard]] PLAYSET_API std::vector<TimingTotal> sum_timings(
    std::span<const TimingRecord> records);

}  // namespace playset
