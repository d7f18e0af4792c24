// Traces among objects on AVX2. Compiled with -mavx2 and without FMA; same bits as the scalar ones.
#include "level/lanes_avx2.h"
#include "level/object_trace.h"

namespace playset {

#if defined(__AVX2__)
using BestLanes = Avx2;
#else
using BestLanes = Plain;
#endif

void trace_objects_avx2(const ObjectStore& store, std::span<const Segment> segments,
                        std::span<ObjectHit> hits, const ObjectTraceOptions& options) noexcept {
  trace_objects_in_waves<BestLanes>(store, segments, hits, options);
}

}  // namespace playset
