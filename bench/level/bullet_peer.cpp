// Bullet as a peer: a collision world with the level as one static triangle mesh, as its own demos
// do it.
#include "bench/level/peers.h"

#if defined(PLAYSET_HAVE_BULLET)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wextra"
#endif
#include <btBulletCollisionCommon.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace playset::bench {
namespace {

btVector3 to_bullet(glm::vec3 p) { return {p.x, p.y, p.z}; }

class BulletPeer final : public TracePeer {
 public:
  explicit BulletPeer(const WallSoup& soup)
      : soup_(soup),
        triangles_(static_cast<int>(soup_.indices.size() / 3),
                   reinterpret_cast<int*>(soup_.indices.data()), 3 * static_cast<int>(sizeof(int)),
                   static_cast<int>(soup_.positions.size() / 3), soup_.positions.data(),
                   3 * static_cast<int>(sizeof(float))),
        shape_(&triangles_, true),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &configuration_) {
    body_.setCollisionShape(&shape_);
    world_.addCollisionObject(&body_);
  }
  ~BulletPeer() override { world_.removeCollisionObject(&body_); }

  void trace(std::span<const Segment> segments, std::span<float> t) override {
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const btVector3 from = to_bullet(segments[i].from), to = to_bullet(segments[i].to);
      btCollisionWorld::ClosestRayResultCallback closest(from, to);
      world_.rayTest(from, to, closest);
      t[i] = closest.hasHit() ? closest.m_closestHitFraction : kMiss;
    }
  }

  void sweep(std::span<const SphereSweep> sweeps, std::span<float> t) override {
    if (sweeps.empty()) return;
    const btSphereShape ball(sweeps[0].radius);
    btTransform from = btTransform::getIdentity(), to = from;
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      from.setOrigin(to_bullet(sweeps[i].from));
      to.setOrigin(to_bullet(sweeps[i].to));
      btCollisionWorld::ClosestConvexResultCallback closest(from.getOrigin(), to.getOrigin());
      world_.convexSweepTest(&ball, from, to, closest);
      t[i] = closest.hasHit() ? closest.m_closestHitFraction : kMiss;
    }
  }

 private:
  WallSoup soup_;
  btTriangleIndexVertexArray triangles_;
  btBvhTriangleMeshShape shape_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btCollisionWorld world_;
  btCollisionObject body_;
};

}  // namespace

std::unique_ptr<TracePeer> make_bullet_peer(const WallSoup& soup) {
  return std::make_unique<BulletPeer>(soup);
}

}  // namespace playset::bench
#else
namespace playset::bench {
std::unique_ptr<TracePeer> make_bullet_peer(const WallSoup&) { return nullptr; }
}  // namespace playset::bench
#endif
