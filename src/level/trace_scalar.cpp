// The fast walk in plain C++, one ray at a time: the reference for every other instruction set, and
// the only one elsewhere.
#include "level/trace_wave.h"

namespace playset {

void trace_batch_scalar(const Level& level, std::span<const Segment> segments,
                        std::span<SegmentHit> hits, const TraceOptions& options) noexcept {
  trace_all<Plain>(level, segments, hits, options);
}

}  // namespace playset
