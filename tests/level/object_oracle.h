// tests/level/object_oracle.h - ObjectOracle: the slow, obvious answers about objects in a level.
//
// Every object is asked. Which cells a body touches is found anew for each, by the distance of its
// shape to the triangles of portals; the way of a ray is the exact walk's list of cells, and where it
// leaves each is cut anew from planes. An object is met where the ray is inside it and in a cell that
// it touches.
//
// Units   metres.
// Cost    objects x queries.
// Threads one.
// See     docs/level.md (Objects), tests/level/object_buckets_test.cpp
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "playset/level/object_buckets.h"

namespace playset::test {

struct OracleObject {
  ObjectId id;
  ObjectBody body;
};

struct OracleMet {
  double t = 2.0;
  ObjectId object;
};

class ObjectOracle {
 public:
  // Objects whose center lies in no cell are not allowed.
  ObjectOracle(const Level& level, std::vector<OracleObject> objects);

  // The nearest object up to where walls and doors end the segment; t = 2: none.
  [[nodiscard]] OracleMet trace(const Segment& segment, const ObjectTraceOptions& options,
                                LineHit& wall) const;
  [[nodiscard]] std::vector<ObjectId> overlap(const ObjectQuery& query) const;
  [[nodiscard]] OracleMet nearest(const ObjectQuery& query) const;  // t: the distance
  [[nodiscard]] OracleMet sweep(const Segment& path, double radius, double limit) const;

  [[nodiscard]] const std::set<std::uint32_t>& touched(std::size_t object) const;

 private:
  [[nodiscard]] std::vector<std::size_t> near_segment(glm::vec3 from, glm::vec3 to,
                                                      float radius) const;

  const Level& level_;
  std::vector<OracleObject> objects_;
  std::vector<float> x_, y_, z_, bound_;
  mutable std::vector<std::optional<std::set<std::uint32_t>>> touched_;
};

// How answers compare with the oracle's.
struct ObjectTally {
  std::size_t asked = 0, wrong = 0, on_objects = 0, several_cells = 0;
  std::string first_wrong;
};

// Asks the buckets all segments in one batch and judges every answer.
void judge_traces(const ObjectBuckets& buckets, const ObjectOracle& oracle,
                  const std::vector<Segment>& segments, const ObjectTraceOptions& options,
                  ObjectTally& tally);

}  // namespace playset::test
