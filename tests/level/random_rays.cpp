// Random and aimed rays, and the judging of a whole batch.
#include "tests/level/random_rays.h"

#include <cmath>
#include <cstring>

#include "scenes/point_sampler.h"

namespace playset::test {
namespace {

double diagonal_of(const Level& level) {
  const glm::dvec3 box = level.bounds_max() - level.bounds_min();
  return std::sqrt(box.x * box.x + box.y * box.y + box.z * box.z);
}

std::uint32_t any_side(const Level& level, std::uint32_t cell, Rng& rng) {
  return level.first_side(cell) + rng.below(level.side_count(cell));
}

// The cell itself, or one behind a portal of it.
std::uint32_t near_cell(const Level& level, std::uint32_t cell, Rng& rng) {
  const std::uint32_t next = level.side_neighbor(any_side(level, cell, rng));
  return next == kNone ? cell : next;
}

glm::dvec3 corner_of(const Level& level, std::uint32_t side, std::size_t i) {
  const auto corners = level.side_corners(side);
  return to_metres(level.vertex(corners[i % corners.size()]));
}

glm::dvec3 target_of(const Level& level, std::uint32_t side, Aim aim, Rng& rng) {
  const std::size_t i = rng.below(static_cast<std::uint32_t>(level.side_corners(side).size()));
  if (aim == Aim::Vertex) return corner_of(level, side, i);
  return (corner_of(level, side, i) +
          corner_of(level, side, i + (aim == Aim::EdgeMiddle ? 1 : 2))) *
         0.5;
}

bool same(const SegmentHit& a, const SegmentHit& b) {
  return std::memcmp(&a.t, &b.t, sizeof a.t) == 0 && a.side == b.side && a.cell == b.cell &&
         a.kind == b.kind;
}

std::size_t count_differences(const std::vector<SegmentHit>& a, const std::vector<SegmentHit>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += !same(a[i], b[i]);
  return count;
}

// The batch against pieces of 7, and against single calls for some.
std::size_t split_differences(const Level& level, const std::vector<Segment>& rays,
                              const std::vector<SegmentHit>& whole, const TraceOptions& options) {
  std::vector<SegmentHit> pieces(rays.size());
  for (std::size_t i = 0; i < rays.size(); i += 7) {
    const std::size_t n = std::min<std::size_t>(7, rays.size() - i);
    trace_segments(level, std::span(rays).subspan(i, n), std::span(pieces).subspan(i, n), options);
  }
  std::size_t count = count_differences(whole, pieces);
  for (std::size_t i = 0; i < rays.size(); i += 5)
    count += !same(whole[i], trace_segment(level, rays[i], options));
  std::vector<std::uint8_t> blocked(rays.size());
  trace_segments_any(level, rays, blocked, options);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const HitKind kind = whole[i].kind;
    const int expected = kind == HitKind::End                             ? 0
                         : kind == HitKind::Wall || kind == HitKind::Door ? 1
                                                                          : 2;
    count += blocked[i] != expected;
  }
  return count;
}

}  // namespace

std::vector<Segment> random_rays(const Level& level, std::size_t count, std::uint64_t seed) {
  const PointSampler sampler(level);
  const double cell = sampler.mean_cell_size(), diagonal = diagonal_of(level);
  Rng rng(seed);
  std::vector<Segment> rays;
  while (rays.size() < count) {
    const PointSampler::Sample start = sampler.draw(rng);
    const double lengths[] = {cell * rng.range_double(0.2, 1.0), cell * 5, diagonal};
    glm::dvec3 along = glm::dvec3(rng.unit_vec3()) * lengths[rays.size() % 3];
    while (!inside_grid(glm::dvec3(start.point) + along * 1.0001)) along *= 0.5;
    rays.push_back({start.point, start.cell, start.point + glm::vec3(along), 0});
  }
  return rays;
}

std::vector<Segment> aimed_rays(const Level& level, Aim aim, std::size_t count,
                                std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Segment> rays;
  for (std::size_t tries = 0; rays.size() < count && tries < 4 * count; ++tries) {
    const std::uint32_t cell = rng.below(level.cell_count());
    const glm::dvec3 from = level.cell_center(cell);
    glm::dvec3 to = from;
    if (aim == Aim::Axis)
      to[static_cast<int>(rng.below(3))] += rng.below(2) ? 512.0 : -512.0;
    else
      to = 2.0 * target_of(level, any_side(level, near_cell(level, cell, rng), rng), aim, rng) -
           from;
    if (!inside_grid(to) || !cell_holds(level, cell, from)) continue;
    rays.push_back({glm::vec3(from), cell, glm::vec3(to), 0});
  }
  return rays;
}

std::vector<Segment> ending_rays(const Level& level, std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Segment> rays;
  for (std::size_t tries = 0; rays.size() < count && tries < 4 * count; ++tries) {
    const std::uint32_t cell = rng.below(level.cell_count());
    const glm::dvec3 from = level.cell_center(cell);
    const std::uint32_t side = any_side(level, near_cell(level, cell, rng), rng);
    const glm::dvec3 to = target_of(level, side, kAims[rng.below(3)], rng);
    if (!cell_holds(level, cell, from)) continue;
    rays.push_back({glm::vec3(from), cell, glm::vec3(to), 0});
  }
  return rays;
}

std::vector<Segment> boundary_rays(const Level& level, std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  const double diagonal = diagonal_of(level);
  std::vector<Segment> rays;
  for (std::size_t tries = 0; rays.size() < count && tries < 4 * count; ++tries) {
    const std::uint32_t cell = rng.below(level.cell_count());
    const std::uint32_t side = any_side(level, cell, rng);
    const Aim aim = kAims[rng.below(3)];
    const glm::dvec3 from = target_of(level, side, aim, rng);
    glm::dvec3 along = glm::dvec3(rng.unit_vec3()) * diagonal;
    if (rng.below(4) == 0) along = 3.0 * (corner_of(level, side, 1) - corner_of(level, side, 0));
    const Segment ray{glm::vec3(from), cell, glm::vec3(from + along), 0};
    if (inside_grid(glm::dvec3(ray.to)) && cell_holds(level, cell, glm::dvec3(ray.from)))
      rays.push_back(ray);
  }
  return rays;
}

Tally try_rays(const Level& level, const Oracle& oracle, const std::vector<Segment>& rays,
               const DoorStates* doors, bool any_answer) {
  TraceOptions options;
  options.doors = doors;
  std::vector<SegmentHit> hits(rays.size());
  trace_segments(level, rays, hits, options);
  Tally tally;
  for (std::size_t i = 0; i < rays.size(); ++i)
    judge(level, oracle, rays[i], hits[i], tally, any_answer);
  const std::size_t split = split_differences(level, rays, hits, options);
  if (split > 0 && tally.first_wrong.empty())
    tally.first_wrong = "answers depend on how the batch is split";
  tally.wrong += split;
  return tally;
}

}  // namespace playset::test
