// The fast walk in plain C++, one ray at a time: the reference for every other instruction set, and the only one elsewhere.
#include "level/trace_kernel.h"

namespace playset {
namespace {

struct Plain {
  static constexpr std::uint32_t kWidth = 1;
  static constexpr std::uint32_t kAllLanes = 1;
  using F = float;
  using Count = std::uint32_t;

  static F all(float x) noexcept { return x; }
  static F bits(std::uint32_t x) noexcept { return std::bit_cast<float>(x); }
  static F abs(F x) noexcept { return std::fabs(x); }
  static F min(F a, F b) noexcept { return a < b ? a : b; }
  static F max(F a, F b) noexcept { return a > b ? a : b; }
  static bool less(F a, F b) noexcept { return a < b; }
  static bool both(bool a, bool b) noexcept { return a && b; }
  static F select(bool mask, F yes, F no) noexcept {
    return std::bit_cast<float>(mask ? std::bit_cast<std::uint32_t>(yes) : std::bit_cast<std::uint32_t>(no));
  }
  static Count zero_count() noexcept { return 0; }
  static Count count_unless(bool mask, Count count) noexcept { return count + (mask ? 0u : 1u); }
  static Count add(Count a, Count b) noexcept { return a + b; }
  static bool is_one(Count count) noexcept { return count == 1; }
  static std::uint32_t below(F code, std::uint32_t limit) noexcept { return std::bit_cast<std::uint32_t>(code) < limit; }

  // Eight floats of each row, starting at `first`.
  static void load_rows(const float* const* rows, int first, F* out) noexcept {
    for (int i = 0; i < 8; ++i) out[i] = rows[0][first + i];
  }
  static void load_states(const float* const* rows, F* out) noexcept {
    for (int i = 0; i < 4; ++i) out[i] = rows[0][i];
  }
  static void store_states(F t, F code, F slack, F speed, RayState* const* rows) noexcept {
    *rows[0] = {t, std::bit_cast<std::uint32_t>(code), slack, speed};
  }

  // Signed 16-bit numbers, a tolerance and flags packed into a float's bits.
  static F low_half(F x) noexcept { return static_cast<float>(static_cast<std::int16_t>(std::bit_cast<std::uint32_t>(x))); }
  static F high_half(F x) noexcept {
    return static_cast<float>(static_cast<std::int16_t>(std::bit_cast<std::uint32_t>(x) >> 16));
  }
  static F tolerance_units(F x) noexcept {
    return static_cast<float>(std::bit_cast<std::uint32_t>(x) >> (16 + kBlockFaces));
  }
  static F where_flag(F x, int bit, float value) noexcept {
    return (std::bit_cast<std::uint32_t>(x) >> bit) & 1u ? value : 0.0f;
  }

  static void append(RayList<1>& list, const std::uint16_t* ids, std::uint32_t mask) noexcept {
    list.ray[list.count] = ids[0];
    list.count += mask;
  }
};

}  // namespace

void trace_batch_scalar(const Level& level, std::span<const Segment> segments, std::span<SegmentHit> hits,
                        const TraceOptions& options) noexcept {
  trace_all<Plain>(level, segments, hits, options);
}

}  // namespace playset
