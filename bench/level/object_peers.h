// bench/level/object_peers.h - Embree with walls as triangles and moving objects as user geometry.
//
// Units   metres.
// Cost    that is what the bench finds out.
// Threads one.
// See     docs/benches.md
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "bench/level/peers.h"
#include "playset/level/object_buckets.h"

namespace playset::bench {

// What a peer says of a segment: the nearest object, or kNone: a wall or nothing.
struct PeerHit {
  float t = kMiss;
  std::uint32_t object = 0xFFFFFFFFu;
};

class ObjectPeer {
 public:
  virtual ~ObjectPeer() = default;
  // Takes the bodies of this tick and builds what it needs.
  virtual void move(std::span<const ObjectBody> bodies) = 0;
  virtual void trace(std::span<const Segment> segments, std::span<PeerHit> hits) = 0;
};

// A robust scene of walls of high build quality, and a dynamic one of objects that is committed anew
// each tick: faster than both in one scene. Null where built without Embree.
[[nodiscard]] std::unique_ptr<ObjectPeer> make_embree_objects(const WallSoup& soup);

}  // namespace playset::bench
