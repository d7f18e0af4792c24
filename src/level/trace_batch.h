// The fast walk's entry points: one per instruction set, all with the same bits. trace.cpp picks
// one at run time.
#pragma once

#include <span>

#include "level/format.h"

namespace playset {

// Answers every segment; those it is not sure of it gives to exact_line.
using TraceBatch = void (*)(const Level& level, std::span<const Segment> segments,
                            std::span<SegmentHit> hits, const TraceOptions& options) noexcept;

void trace_batch_scalar(const Level& level, std::span<const Segment> segments,
                        std::span<SegmentHit> hits, const TraceOptions& options) noexcept;
void trace_batch_avx2(const Level& level, std::span<const Segment> segments,
                      std::span<SegmentHit> hits,
                      const TraceOptions& options) noexcept;  // only where trace_has_avx2()

[[nodiscard]] bool trace_has_avx2() noexcept;

// The best for this processor.
[[nodiscard]] TraceBatch pick_trace_batch() noexcept;

// The same for one segment, without a batch's lists. Same bits again.
[[nodiscard]] SegmentHit trace_one(const Level& level, const Segment& segment,
                                   const TraceOptions& options) noexcept;

// Answers one segment exactly.
[[nodiscard]] SegmentHit exact_segment(const Level& level, const Segment& segment,
                                       const TraceOptions& options) noexcept;

}  // namespace playset
