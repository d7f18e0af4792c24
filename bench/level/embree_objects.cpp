// Embree as a peer for moving objects: the same spheres, capsules and boxes as user geometry.
#include "bench/level/object_peers.h"

#if defined(PLAYSET_HAVE_EMBREE)
#include <embree3/rtcore.h>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace playset::bench {
namespace {

// A body ready for single-precision tests, as a game that uses Embree would hold it.
struct Shape {
  glm::vec3 center, half, x, y, z;
  float bound;
  ObjectKind kind;
};

Shape shape_of(const ObjectBody& body) {
  const glm::mat3 turn =
      glm::mat3_cast(glm::quat(body.rotation.w, body.rotation.x, body.rotation.y, body.rotation.z));
  const float bound = body.kind == ObjectKind::Sphere ? body.half.x
                      : body.kind == ObjectKind::Capsule
                          ? body.half.x + body.half.y
                          : std::sqrt(glm::dot(body.half, body.half));
  return {body.center, body.half, turn[0], turn[1], turn[2], bound, body.kind};
}

glm::vec3 extent_of(const Shape& s) {
  if (s.kind == ObjectKind::Sphere) return glm::vec3(s.half.x);
  if (s.kind == ObjectKind::Capsule) return glm::abs(s.y) * s.half.y + s.half.x;
  return glm::abs(s.x) * s.half.x + glm::abs(s.y) * s.half.y + glm::abs(s.z) * s.half.z;
}

void bounds(const RTCBoundsFunctionArguments* args) {
  const Shape& s = static_cast<const Shape*>(args->geometryUserPtr)[args->primID];
  const glm::vec3 extent = extent_of(s), low = s.center - extent, high = s.center + extent;
  *args->bounds_o = {low.x, low.y, low.z, 0.0f, high.x, high.y, high.z, 0.0f};
}

constexpr float kNo = 4.0f;

float enter_ball(glm::vec3 m, glm::vec3 d, float radius) {
  const float c = glm::dot(m, m) - radius * radius;
  if (c <= 0.0f) return 0.0f;
  const float dd = glm::dot(d, d), b = glm::dot(m, d);
  if (b >= 0.0f) return kNo;
  const float nearest = -b / dd;
  const glm::vec3 miss = m + d * nearest;
  const float h = radius * radius - glm::dot(miss, miss);
  return h < 0.0f ? kNo : nearest - std::sqrt(h / dd);
}

float enter_capsule(const Shape& s, glm::vec3 m, glm::vec3 d) {
  const float h = glm::dot(m, s.y), k = glm::dot(d, s.y);
  const glm::vec3 along = s.y * s.half.y;
  float t = enter_ball(m - s.y * h, d - s.y * k, s.half.x);
  if (t != kNo && std::fabs(h + k * t) <= s.half.y) return t;
  if (glm::dot(d - s.y * k, d - s.y * k) == 0.0f) t = kNo;
  return std::min(enter_ball(m - along, d, s.half.x), enter_ball(m + along, d, s.half.x));
}

float enter_box(const Shape& s, glm::vec3 m, glm::vec3 d) {
  const glm::vec3 at(glm::dot(m, s.x), glm::dot(m, s.y), glm::dot(m, s.z));
  const glm::vec3 dir(glm::dot(d, s.x), glm::dot(d, s.y), glm::dot(d, s.z));
  const glm::vec3 inverse = 1.0f / dir, a = (-s.half - at) * inverse, b = (s.half - at) * inverse;
  const glm::vec3 low = glm::min(a, b), high = glm::max(a, b);
  const float enter = std::max(0.0f, std::max(low.x, std::max(low.y, low.z)));
  return enter <= std::min(high.x, std::min(high.y, high.z)) ? enter : kNo;
}

void intersect(const RTCIntersectFunctionNArguments* args) {
  if (args->valid[0] == 0) return;
  auto* query = reinterpret_cast<RTCRayHit*>(args->rayhit);
  const Shape& s = static_cast<const Shape*>(args->geometryUserPtr)[args->primID];
  const glm::vec3 d(query->ray.dir_x, query->ray.dir_y, query->ray.dir_z);
  const glm::vec3 m = glm::vec3(query->ray.org_x, query->ray.org_y, query->ray.org_z) - s.center;
  const float t = s.kind == ObjectKind::Sphere    ? enter_ball(m, d, s.half.x)
                  : s.kind == ObjectKind::Capsule ? enter_capsule(s, m, d)
                                                  : enter_box(s, m, d);
  if (t > query->ray.tfar || t < query->ray.tnear) return;
  query->ray.tfar = t;
  query->hit.geomID = args->geomID;
  query->hit.primID = args->primID;
}

// Two scenes, so that the walls are built but once: in one dynamic scene every commit costs what the
// walls do as well. A ray asks the walls, then, as far as it came, the objects.
class EmbreeObjects final : public ObjectPeer {
 public:
  explicit EmbreeObjects(const WallSoup& soup)
      : device_(rtcNewDevice("threads=1")),
        wall_scene_(rtcNewScene(device_)),
        object_scene_(rtcNewScene(device_)) {
    rtcSetSceneFlags(wall_scene_, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(wall_scene_, RTC_BUILD_QUALITY_HIGH);
    const RTCGeometry walls = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    std::memcpy(rtcSetNewGeometryBuffer(walls, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                        3 * sizeof(float), soup.positions.size() / 3),
                soup.positions.data(), soup.positions.size() * sizeof(float));
    std::memcpy(rtcSetNewGeometryBuffer(walls, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                        3 * sizeof(std::uint32_t), soup.indices.size() / 3),
                soup.indices.data(), soup.indices.size() * sizeof(std::uint32_t));
    rtcCommitGeometry(walls);
    rtcAttachGeometry(wall_scene_, walls);
    rtcReleaseGeometry(walls);
    rtcCommitScene(wall_scene_);
    rtcSetSceneFlags(object_scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(object_scene_, RTC_BUILD_QUALITY_LOW);
    objects_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(objects_, RTC_BUILD_QUALITY_LOW);
    rtcSetGeometryBoundsFunction(
        objects_, [](const RTCBoundsFunctionArguments* args) { bounds(args); }, nullptr);
    rtcSetGeometryIntersectFunction(objects_, intersect);
    rtcAttachGeometry(object_scene_, objects_);
  }
  ~EmbreeObjects() override {
    rtcReleaseGeometry(objects_);
    rtcReleaseScene(object_scene_);
    rtcReleaseScene(wall_scene_);
    rtcReleaseDevice(device_);
  }

  void move(std::span<const ObjectBody> bodies) override {
    shapes_.resize(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) shapes_[i] = shape_of(bodies[i]);
    rtcSetGeometryUserPrimitiveCount(objects_, static_cast<unsigned>(shapes_.size()));
    rtcSetGeometryUserData(objects_, shapes_.data());
    rtcCommitGeometry(objects_);
    rtcCommitScene(object_scene_);
  }

  void trace(std::span<const Segment> segments, std::span<PeerHit> hits) override {
    for (std::size_t i = 0; i < segments.size(); ++i) {
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      const glm::vec3 d = segments[i].to - segments[i].from;
      RTCRayHit query;
      query.ray.org_x = segments[i].from.x, query.ray.org_y = segments[i].from.y,
      query.ray.org_z = segments[i].from.z;
      query.ray.dir_x = d.x, query.ray.dir_y = d.y, query.ray.dir_z = d.z;
      query.ray.tnear = 0, query.ray.tfar = 1, query.ray.time = 0;
      query.ray.mask = 0xFFFFFFFFu, query.ray.id = 0, query.ray.flags = 0;
      query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(wall_scene_, &context, &query);
      const bool wall = query.hit.geomID != RTC_INVALID_GEOMETRY_ID;
      query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(object_scene_, &context, &query);
      const bool object = query.hit.geomID != RTC_INVALID_GEOMETRY_ID;
      hits[i].t = wall || object ? query.ray.tfar : kMiss;
      hits[i].object = object ? query.hit.primID : 0xFFFFFFFFu;
    }
  }

 private:
  RTCDevice device_;
  RTCScene wall_scene_, object_scene_;
  RTCGeometry objects_;
  std::vector<Shape> shapes_;
};

}  // namespace

std::unique_ptr<ObjectPeer> make_embree_objects(const WallSoup& soup) {
  return std::make_unique<EmbreeObjects>(soup);
}

}  // namespace playset::bench
#else
namespace playset::bench {
std::unique_ptr<ObjectPeer> make_embree_objects(const WallSoup&) { return nullptr; }
}  // namespace playset::bench
#endif
