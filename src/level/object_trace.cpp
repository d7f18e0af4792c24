// Traces among objects in plain C++, and which instruction set answers.
#include "level/object_trace.h"

namespace playset {

void trace_objects_scalar(const ObjectStore& store, std::span<const Segment> segments,
                          std::span<ObjectHit> hits, const ObjectTraceOptions& options) noexcept {
  trace_objects_in_waves<Plain>(store, segments, hits, options);
}

void trace_objects(const ObjectBuckets& buckets, std::span<const Segment> segments,
                   std::span<ObjectHit> hits, const ObjectTraceOptions& options) noexcept {
  PLAYSET_ASSERT(segments.size() == hits.size(), "hits must be as many as segments");
  PLAYSET_ASSERT(options.ignore.empty() || options.ignore.size() == segments.size(),
                 "ignore must be empty or as many as segments");
  const ObjectStore& store = ObjectAccess::store(buckets);
  if (store.level.cell_count() == 0) {
    for (std::size_t i = 0; i < hits.size(); ++i)
      hits[i] = {0.0f, kNone, kNone, WorldHitKind::Outside, {}, {}, 0, segments[i].user};
    return;
  }
  static const ObjectBatch best = trace_has_avx2() ? trace_objects_avx2 : trace_objects_scalar;
  best(store, segments, hits, options);
}

ObjectHit trace_object(const ObjectBuckets& buckets, const Segment& segment,
                       const ObjectTraceOptions& options) noexcept {
  ObjectHit hit;
  trace_objects(buckets, {&segment, 1}, {&hit, 1}, options);
  return hit;
}

}  // namespace playset
