// Prints hashes of what must have the same bits on every machine, and fails where one is not the
// committed value.
//
// A plain program without doctest, so that it also runs as WebAssembly
// (tests/portable/CMakeLists.txt).
#include <cinttypes>
#include <cstdio>
#include <vector>

#include "playset/core/hash.h"
#include "playset/core/math.h"
#include "playset/core/rng.h"
#include "playset/level/level.h"
#include "scenes/point_sampler.h"
#include "scenes/tunnels.h"

namespace playset {
namespace {

int wrong = 0;

void expect(const char* name, std::uint64_t actual, std::uint64_t committed) {
  const bool same = actual == committed;
  std::printf("%s %016" PRIx64 "%s\n", name, actual,
              same ? "" : "  DIFFERS FROM THE COMMITTED VALUE");
  if (!same) ++wrong;
}

std::uint64_t hash_of_draws() {
  Hasher hasher;
  Rng rng(7);
  for (int i = 0; i < 10000; ++i) {
    const glm::vec3 point = rng.in_unit_ball();
    hasher.add(point.x);
    hasher.add(point.y);
    hasher.add(point.z);
    hasher.add(rng.below(1000));
  }
  return hasher.finish();
}

std::uint64_t hash_of_functions() {
  Hasher hasher;
  Rng rng(8);
  for (int i = 0; i < 10000; ++i) {
    const double x = rng.range_double(-30.0, 30.0);
    const double y = rng.range_double(-3.0, 3.0);
    for (const double value :
         {sine(x), cosine(x), tangent(x), exponential(x), arc_tangent(y, x), power(2.0 + y, y)}) {
      hasher.add(value == 0.0 ? 0.0 : value);
      hasher.add(static_cast<float>(value));
    }
    hasher.add(sine(static_cast<float>(x)));
    hasher.add(exponential(static_cast<float>(y)));
  }
  return hasher.finish();
}

std::vector<Segment> segments_in(const Level& level, std::size_t count) {
  const PointSampler sampler(level);
  Rng rng(9);
  std::vector<Segment> segments(count);
  for (Segment& segment : segments) {
    const auto start = sampler.draw(rng);
    segment.from = start.point;
    segment.to = start.point + 40.0f * rng.unit_vec3();
    segment.cell = start.cell;
  }
  return segments;
}

std::uint64_t hash_of_traces(const Level& level) {
  const auto segments = segments_in(level, 20000);
  std::vector<SegmentHit> hits(segments.size());
  trace_segments(level, segments, hits);
  Hasher hasher;
  for (const SegmentHit& hit : hits) {
    hasher.add(hit.t);
    hasher.add(hit.side);
    hasher.add(hit.cell);
    hasher.add(hit.kind);
  }
  return hasher.finish();
}

int run() {
  expect("draws", hash_of_draws(), 0x035aa6295c331f4e);
  expect("functions", hash_of_functions(), 0xa05dbcf29d1fe00a);
  const auto level = cook_level(build_tunnels({.cells = 2000, .seed = 5}));
  if (!level) {
    std::printf("cook_level: %s\n", level.error().text().c_str());
    return 1;
  }
  expect("level", hash_bytes(level->bytes()), 0x3b59b310d5d84ffa);
  expect("traces", hash_of_traces(*level), 0x538b7c0eab669a34);
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace playset

int main() { return playset::run(); }
