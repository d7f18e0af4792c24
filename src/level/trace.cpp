// The public queries: pick the instruction set once, hand over batches, answer doubts exactly.
#include "level/exact_walk.h"
#include "level/trace_batch.h"
#include "playset/level/level.h"

namespace playset {

SegmentHit exact_segment(const Level& level, const Segment& segment,
                         const TraceOptions& options) noexcept {
  const LineHit hit = exact_line(level, glm::dvec3(segment.from), glm::dvec3(segment.to),
                                 segment.cell, options, nullptr);
  return {static_cast<float>(hit.t), hit.side, hit.cell, hit.kind, {}};
}

TraceBatch pick_trace_batch() noexcept {
  static const TraceBatch best = trace_has_avx2() ? trace_batch_avx2 : trace_batch_scalar;
  return best;
}

void trace_segments(const Level& level, std::span<const Segment> segments,
                    std::span<SegmentHit> hits, const TraceOptions& options) noexcept {
  PLAYSET_ASSERT(segments.size() == hits.size(), "hits must be as many as segments");
  if (level.cell_count() == 0) {
    for (SegmentHit& hit : hits) hit = {0.0f, kNone, kNone, HitKind::Outside, {}};
    return;
  }
  pick_trace_batch()(level, segments, hits, options);
}

SegmentHit trace_segment(const Level& level, const Segment& segment,
                         const TraceOptions& options) noexcept {
  if (level.cell_count() == 0) return {0.0f, kNone, kNone, HitKind::Outside, {}};
  return trace_one(level, segment, options);
}

void trace_segments_any(const Level& level, std::span<const Segment> segments,
                        std::span<std::uint8_t> blocked, const TraceOptions& options) noexcept {
  PLAYSET_ASSERT(segments.size() == blocked.size(), "blocked must be as many as segments");
  constexpr std::size_t kChunk = 256;
  std::array<SegmentHit, kChunk> hits;
  for (std::size_t first = 0; first < segments.size(); first += kChunk) {
    const std::size_t count = segments.size() - first < kChunk ? segments.size() - first : kChunk;
    trace_segments(level, segments.subspan(first, count), std::span(hits).first(count), options);
    constexpr std::array<std::uint8_t, 6> meaning = {0, 1, 1, 2, 2, 2};  // by HitKind
    for (std::size_t i = 0; i < count; ++i)
      blocked[first + i] = meaning[static_cast<std::size_t>(hits[i].kind)];
  }
}

LineHit trace_line(const Level& level, glm::dvec3 from, glm::dvec3 to, std::uint32_t cell,
                   const TraceOptions& options, std::vector<std::uint32_t>* path) {
  if (path != nullptr) path->clear();
  if (level.cell_count() == 0) return {0.0, kNone, kNone, HitKind::Outside, 0};
  return exact_line(level, from, to, cell, options, path);
}

}  // namespace playset
