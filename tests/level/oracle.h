// tests/level/oracle.h - Oracle: the slow, obvious and exact answer to a segment, from all of a
// level's wall polygons.
//
// It knows nothing of cells and portals: every wall (and closed door) is a polygon, cut into a fan
// of triangles; the first one that the segment leaves through is the answer. All signs are 128-bit
// integers, ties are decided by moving the start as the level's own rule says (towards the start
// cell's center, then along fixed directions). A tree of boxes only spares work: brute() asks every
// polygon and must say the same.
//
// Units   metres outside, 2^-18 m integers inside.
// Cost    some microseconds a segment through the tree.
// Threads const use from any thread.
// See     docs/level.md, tests/level/ray_oracle_test.cpp
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "playset/level/level.h"

namespace playset::test {

using Int3 = std::array<std::int64_t, 3>;

// A segment in 2^-18 m and the directions that its start is moved by, most important first.
struct OracleRay {
  Int3 from{}, dir{};
  std::vector<Int3> push;
};

// Rounds the ends; pushes towards the center of `cell` (kNone: none) and then along three fixed
// directions.
[[nodiscard]] OracleRay oracle_ray(const Level& level, glm::dvec3 from, glm::dvec3 to,
                                   std::uint32_t cell);

struct OracleHit {
  double t = 1.0;
  std::uint32_t side = kNone;  // kNone: nothing on the way
};

class Oracle {
 public:
  explicit Oracle(const Level& level, const DoorStates* doors = nullptr);

  [[nodiscard]] OracleHit first_hit(const OracleRay& ray) const;  // through the tree
  [[nodiscard]] OracleHit brute(const OracleRay& ray) const;      // every polygon

  // Every answer that some small move of the start may give, by increasing t: what a ray that
  // grazes an edge may say.
  [[nodiscard]] std::vector<OracleHit> all_answers(OracleRay ray) const;

  // True where `point` lies in `cell` or on its boundary, by counting crossings; for cells of any
  // shape.
  [[nodiscard]] bool holds(std::uint32_t cell, glm::dvec3 point) const;


 private:
  struct Box {
    glm::dvec3 lo{0}, hi{0};
  };
  struct Node {
    Box box;
    // count > 0: leaf over polygons_[first, first + count); else children first, first + 1
    std::uint32_t first = 0, count = 0;
  };
  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count);
  [[nodiscard]] Box box_of(std::uint32_t side) const;

  const Level* level_;
  std::vector<std::uint32_t> polygons_;  // sides that block, in the tree's order
  std::vector<Node> nodes_;
};

// How a trace's answers compare with the oracle's.
struct Tally {
  std::size_t asked = 0;
  std::size_t wrong = 0;       // hit instead of miss or the reverse, or a distance that is off
  std::size_t orphans = 0;     // BadCell, Outside or StepLimit where there is an answer
  std::size_t other_side = 0;  // right kind and distance, another side
  std::size_t wrong_cell = 0;  // End outside its cell; a hit whose cell is not the side's
  double worst_t = 0.0;     // largest |t - exact t| / max(exact t, 1 m / length)
  std::string first_wrong;  // one line that reproduces it

  void add(const Tally& other);
};

// Compares one answer; `any_answer` accepts all_answers() where the exact one differs.
void judge(const Level& level, const Oracle& oracle, const Segment& segment, const SegmentHit& hit,
           Tally& tally, bool any_answer = false);

}  // namespace playset::test
