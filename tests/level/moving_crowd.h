// tests/level/moving_crowd.h - MovingCrowd: bodies of all kinds and sizes that wander through a
// level, and the same crowd for the oracle.
//
// Units   metres.
// Threads one.
// See     tests/level/object_buckets_test.cpp
#pragma once

#include <cstdint>
#include <vector>

#include "playset/core/rng.h"
#include "scenes/point_sampler.h"
#include "tests/level/object_oracle.h"

namespace playset::test {

struct CrowdConfig {
  std::uint32_t count = 500;
  std::uint64_t seed = 1;
  float least = 0.05f, most = 0.4f;  // sizes, in mean cells
  float step = 0.2f;                 // how far one moves in a tick at most, in mean cells
};

class MovingCrowd {
 public:
  MovingCrowd(const Level& level, const CrowdConfig& config);

  // Inserts all; fails the running test where one is not placed.
  void insert_into(ObjectBuckets& buckets);
  // Everybody takes a step and turns; a step ends before walls. The moves say no cells when
  // `hints` is off.
  const std::vector<ObjectMove>& move(bool hints = true);

  [[nodiscard]] ObjectOracle oracle() const { return {level_, objects_}; }
  [[nodiscard]] const std::vector<OracleObject>& objects() const { return objects_; }

 private:
  const Level& level_;
  CrowdConfig config_;
  PointSampler sampler_;
  double cell_size_;
  Rng rng_;
  std::vector<OracleObject> objects_;
  std::vector<ObjectMove> moves_;
};

// A random turn, unit.
[[nodiscard]] glm::vec4 random_turn(Rng& rng);

}  // namespace playset::test
