// Embree as a peer: one robust triangle scene on one thread.
#include "bench/level/peers.h"

#if defined(PLAYSET_HAVE_EMBREE)
#include <embree3/rtcore.h>

#include <cstring>

namespace playset::bench {
namespace {

class EmbreePeer final : public TracePeer {
 public:
  explicit EmbreePeer(const WallSoup& soup)
      : device_(rtcNewDevice("threads=1")), scene_(rtcNewScene(device_)) {
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
    const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    std::memcpy(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                        3 * sizeof(float), soup.positions.size() / 3),
                soup.positions.data(), soup.positions.size() * sizeof(float));
    std::memcpy(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                        3 * sizeof(std::uint32_t), soup.indices.size() / 3),
                soup.indices.data(), soup.indices.size() * sizeof(std::uint32_t));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }
  ~EmbreePeer() override {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  void trace(std::span<const Segment> segments, std::span<float> t) override {
    for (std::size_t i = 0; i < segments.size(); ++i) {
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      RTCRayHit query;
      query.ray = to_ray(segments[i]);
      query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(scene_, &context, &query);
      t[i] = query.hit.geomID != RTC_INVALID_GEOMETRY_ID ? query.ray.tfar : kMiss;
    }
  }

  void trace_any(std::span<const Segment> segments, std::span<float> t) override {
    for (std::size_t i = 0; i < segments.size(); ++i) {
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      RTCRay ray = to_ray(segments[i]);
      rtcOccluded1(scene_, &context, &ray);
      t[i] = ray.tfar < 0 ? 1.0f : 0.0f;
    }
  }

 private:
  static RTCRay to_ray(const Segment& segment) {
    const glm::vec3 direction = segment.to - segment.from;
    RTCRay ray;
    ray.org_x = segment.from.x, ray.org_y = segment.from.y, ray.org_z = segment.from.z;
    ray.dir_x = direction.x, ray.dir_y = direction.y, ray.dir_z = direction.z;
    ray.tnear = 0, ray.tfar = 1, ray.time = 0;
    ray.mask = 0xFFFFFFFFu, ray.id = 0, ray.flags = 0;
    return ray;
  }

  RTCDevice device_;
  RTCScene scene_;
};

}  // namespace

std::unique_ptr<TracePeer> make_embree_peer(const WallSoup& soup) {
  return std::make_unique<EmbreePeer>(soup);
}

}  // namespace playset::bench
#else
namespace playset::bench {
std::unique_ptr<TracePeer> make_embree_peer(const WallSoup&) { return nullptr; }
}  // namespace playset::bench
#endif
