// Wanders by random steps, each cut short by the level's own trace.
#include "tests/level/moving_crowd.h"

#include <doctest/doctest.h>

#include <cmath>

namespace playset::test {

glm::vec4 random_turn(Rng& rng) {
  double x, y, z, w, norm;
  do {
    x = rng.range_double(-1.0, 1.0), y = rng.range_double(-1.0, 1.0);
    z = rng.range_double(-1.0, 1.0), w = rng.range_double(-1.0, 1.0);
    norm = std::sqrt(x * x + y * y + z * z + w * w);
  } while (norm < 0.1 || norm > 1.0);
  return {static_cast<float>(x / norm), static_cast<float>(y / norm), static_cast<float>(z / norm),
          static_cast<float>(w / norm)};
}

MovingCrowd::MovingCrowd(const Level& level, const CrowdConfig& config)
    : level_(level),
      config_(config),
      sampler_(level),
      cell_size_(sampler_.mean_cell_size()),
      rng_(config.seed) {
  constexpr ObjectKind kinds[] = {ObjectKind::Sphere, ObjectKind::Capsule, ObjectKind::Box};
  for (std::uint32_t i = 0; i < config.count; ++i) {
    const PointSampler::Sample at = sampler_.draw(rng_);
    ObjectBody body{.center = at.point, .cell = at.cell, .rotation = random_turn(rng_)};
    const auto size = [&] {
      return static_cast<float>(cell_size_ *
                                rng_.range_double(double{config.least}, double{config.most}));
    };
    body.half = {size(), size(), size()};
    body.kind = kinds[i % 3];
    body.mask = 1u << (i % 5);
    body.user = i;
    objects_.push_back({{}, body});
  }
}

void MovingCrowd::insert_into(ObjectBuckets& buckets) {
  for (OracleObject& object : objects_) {
    const ObjectInsert placed = buckets.insert(object.body);
    REQUIRE(placed.status == ObjectStatus::Placed);
    object.id = placed.object;
  }
}

const std::vector<ObjectMove>& MovingCrowd::move(bool hints) {
  moves_.clear();
  for (OracleObject& object : objects_) {
    ObjectBody& body = object.body;
    const double far = cell_size_ * rng_.range_double(0.0, double{config_.step});
    const glm::vec3 step(glm::dvec3(rng_.unit_vec3()) * far);
    const Segment way{body.center, body.cell, body.center + step, 0};
    const SegmentHit hit = trace_segment(level_, way);
    const float part = hit.kind == HitKind::End ? 1.0f : 0.5f * hit.t;
    const glm::vec3 to = body.center + step * part;
    const std::uint32_t cell = locate_point(level_, glm::dvec3(to), hit.cell);
    if (cell != kNone) body.center = to, body.cell = cell;
    if (rng_.range_double(0.0, 1.0) < 0.5) body.rotation = random_turn(rng_);
    moves_.push_back({object.id, body.center, hints ? body.cell : kNone, body.rotation});
  }
  return moves_;
}

}  // namespace playset::test
