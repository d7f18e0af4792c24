// bench/level/peers.h - other people's ray casters over the same wall triangles, each behind the
// same three calls.
//
// Each takes its library's plain way of asking one ray at a time; t is the fraction of the segment,
// kMiss where it hits nothing.
// Units   metres.
// Cost    that is what the bench finds out.
// Threads one.
// See     docs/benches.md
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "bench/level/trace_scene.h"
#include "playset/level/sweep.h"

namespace playset::bench {

inline constexpr float kMiss = 2.0f;

class TracePeer {
 public:
  virtual ~TracePeer() = default;
  virtual void trace(std::span<const Segment> segments, std::span<float> t) = 0;
  // Any hit, where the library has such a call: 1 or 0.
  virtual void trace_any(std::span<const Segment> segments, std::span<float> t) {
    trace(segments, t);
  }
  // Moving spheres, all of the first one's radius; nothing where the library has no such call.
  virtual void sweep(std::span<const SphereSweep> sweeps, std::span<float> t) {
    static_cast<void>(sweeps);
    static_cast<void>(t);
  }
};

// btCollisionWorld::rayTest and convexSweepTest with the closest-hit callbacks; one btBvhTriangleMeshShape. Null where
// built without Bullet.
[[nodiscard]] std::unique_ptr<TracePeer> make_bullet_peer(const WallSoup& soup);

// rtcIntersect1 and rtcOccluded1 on a robust scene of high build quality. Null where built without
// Embree.
[[nodiscard]] std::unique_ptr<TracePeer> make_embree_peer(const WallSoup& soup);

}  // namespace playset::bench
