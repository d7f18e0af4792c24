// The fast walk on AVX2, eight rays side by side. Compiled with -mavx2 and without FMA; same bits
// as the scalar one.
#include "level/lanes_avx2.h"
#include "level/trace_wave.h"

#if defined(__AVX2__)

namespace playset {

void trace_batch_avx2(const Level& level, std::span<const Segment> segments,
                      std::span<SegmentHit> hits, const TraceOptions& options) noexcept {
  trace_all<Avx2>(level, segments, hits, options);
}

bool trace_has_avx2() noexcept { return __builtin_cpu_supports("avx2") != 0; }

}  // namespace playset

#else

namespace playset {

void trace_batch_avx2(const Level& level, std::span<const Segment> segments,
                      std::span<SegmentHit> hits, const TraceOptions& options) noexcept {
  trace_batch_scalar(level, segments, hits, options);
}

bool trace_has_avx2() noexcept { return false; }

}  // namespace playset

#endif
