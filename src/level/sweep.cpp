// The sweeps' public side: refuses odd numbers, finds the start cell, and follows the middle
// exactly to where the body stops.
#include "playset/level/sweep.h"

#include <array>
#include <cmath>
#include <cstdint>

#include "core/is_finite.h"
#include "level/sweep_fast.h"
#include "level/trace_batch.h"

namespace playset {
namespace {

BodyHit refused(HitKind kind, std::uint32_t cell) noexcept {
  BodyHit hit;
  hit.t = 0.0;
  hit.kind = kind;
  hit.cell = cell;
  return hit;
}

// Quiet about what is no number.
bool within_grid(glm::vec3 p) noexcept {
  constexpr auto limit = static_cast<float>(kLevelLimit);
  return std::islessequal(std::fabs(p.x), limit) && std::islessequal(std::fabs(p.y), limit) &&
         std::islessequal(std::fabs(p.z), limit);
}

// The cell of the middle where the body stops. It never passes a wall, so a wall that the exact
// walk meets before is the answer.
void end_exactly(const Level& level, const Motion& motion, std::uint32_t cell,
                 const TraceOptions& options, BodyHit& hit) noexcept {
  const LineHit line =
      exact_line(level, motion.from, motion.from + motion.by * hit.t, cell, options, nullptr);
  hit.cell = line.cell;
  if (line.kind == HitKind::End || (line.t >= 1.0 && hit.side != kNone)) return;
  hit.t *= line.t;
  hit.kind = line.kind;
  hit.side = line.side;
  if (line.side == kNone) return;
  hit.normal = LevelAccess::planes(level)[line.side].n;
  hit.point = motion.from + motion.by * hit.t;
}

// The same by the fast walk.
void end_in_floats(const Level& level, const SphereSweep& sweep, const TraceOptions& options,
                   BodyHit& hit) noexcept {
  Segment path{sweep.from, sweep.cell, sweep.to, 0};
  if (hit.side != kNone)
    path.to =
        glm::vec3(glm::dvec3(sweep.from) + (glm::dvec3(sweep.to) - glm::dvec3(sweep.from)) * hit.t);
  const SegmentHit end = trace_one(level, path, options);
  hit.cell = end.cell;
  if (end.kind == HitKind::End || (end.t >= 1.0f && hit.side != kNone)) return;
  hit.t *= double{end.t};
  hit.kind = end.kind;
  hit.side = end.side;
  if (end.side == kNone) return;
  hit.normal = LevelAccess::planes(level)[end.side].n;
  hit.point = glm::dvec3(sweep.from) + (glm::dvec3(path.to) - glm::dvec3(sweep.from)) * hit.t;
}

SweepFast pick_sweep_fast() noexcept {
  static const SweepFast best = trace_has_avx2() ? sweep_fast_avx2 : sweep_fast_scalar;
  return best;
}

template <class Shape>
BodyHit sweep_shape(const Level& level, const Shape& shape, const Motion& motion,
                    std::uint32_t cell, const TraceOptions& options) noexcept {
  const std::uint32_t start = locate_point(level, motion.from, cell);
  if (start == kNone) return refused(HitKind::Outside, kNone);
  BodyHit hit;
  if (motion.length > kLeastMotion) hit = BodySweep(level, shape, motion, options).run(start);
  end_exactly(level, motion, start, options, hit);
  return hit;
}

// False where the numbers are no motion within the grid.
bool make_motion(glm::dvec3 from, glm::dvec3 by, Motion& out) noexcept {
  if (!is_finite(from) || !is_finite(by) || !inside_grid(from) || !inside_grid(from + by))
    return false;
  out = {from, by, std::sqrt(glm::dot(by, by))};
  return true;
}

std::uint32_t known(const Level& level, std::uint32_t cell) noexcept {
  return cell < level.cell_count() ? cell : kNone;
}

constexpr std::size_t kSome = 64;  // sweeps that the fast walk takes at a time

// `found`: room for as many.
void sweep_some(const Level& level, std::span<const SphereSweep> sweeps, std::span<BodyHit> found,
                std::span<SweepHit> hits, const TraceOptions& options) noexcept {
  std::uint64_t sound = 0, fast = 0;
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    const SphereSweep& sweep = sweeps[i];
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (!within_grid(sweep.from) || !within_grid(sweep.to) || !is_size(double{sweep.radius}))
      continue;
    sound |= bit;
    if (sweep.cell < level.cell_count()) fast |= bit;
  }
  if (fast != 0) fast = pick_sweep_fast()(level, sweeps, fast, options, found.data());
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    const SphereSweep& sweep = sweeps[i];
    const glm::dvec3 from(sweep.from);
    if (((sound >> i) & 1u) == 0)
      found[i] = refused(HitKind::BadCell, known(level, sweep.cell));
    else if (((fast >> i) & 1u) == 0)
      found[i] = sweep_body(level, Capsule{{from, from}, double{sweep.radius}},
                            glm::dvec3(sweep.to) - from, sweep.cell, options);
    else if (found[i].cell == kNone)
      end_in_floats(level, sweep, options, found[i]);
    hits[i] = pack_hit(found[i]);
  }
}

}  // namespace

SweepHit pack_hit(const BodyHit& hit) noexcept {
  SweepHit packed;
  packed.t = static_cast<float>(hit.t);
  packed.side = hit.side;
  packed.cell = hit.cell;
  packed.kind = hit.kind;
  packed.started_in = hit.started_in;
  packed.point = glm::vec3(hit.point);
  packed.normal = glm::vec3(hit.normal);
  return packed;
}

BodyHit sweep_body(const Level& level, const Capsule& body, glm::dvec3 motion, std::uint32_t cell,
                   const TraceOptions& options) noexcept {
  Motion path;
  const glm::dvec3 half = (body.axis.to - body.axis.from) * 0.5;
  if (!is_finite(body.axis.from) || !is_finite(body.axis.to) || !inside_grid(half) ||
      !is_size(body.radius) || !make_motion(body.axis.from + half, motion, path))
    return refused(HitKind::BadCell, known(level, cell));
  if (half == glm::dvec3(0.0))
    return sweep_shape(level, SphereShape{body.radius}, path, cell, options);
  return sweep_shape(level, CapsuleShape{half, body.radius}, path, cell, options);
}

BodyHit sweep_body(const Level& level, const OrientedBox& body, glm::dvec3 motion,
                   std::uint32_t cell, const TraceOptions& options) noexcept {
  Motion path;
  bool sound = is_size(body.half.x) && is_size(body.half.y) && is_size(body.half.z);
  for (const glm::dvec3& axis : body.axes) sound = sound && is_finite(axis);
  if (!sound || !make_motion(body.center, motion, path))
    return refused(HitKind::BadCell, known(level, cell));
  return sweep_shape(level, BoxShape{body.axes, body.half}, path, cell, options);
}

SweepHit sweep_sphere(const Level& level, const SphereSweep& sweep,
                      const TraceOptions& options) noexcept {
  BodyHit found;
  SweepHit hit;
  sweep_some(level, {&sweep, 1}, {&found, 1}, {&hit, 1}, options);
  return hit;
}

void sweep_spheres(const Level& level, std::span<const SphereSweep> sweeps,
                   std::span<SweepHit> hits, const TraceOptions& options) noexcept {
  PLAYSET_ASSERT(sweeps.size() == hits.size(), "hits must be as many as sweeps");
  std::array<BodyHit, kSome> found;
  for (std::size_t i = 0; i < sweeps.size(); i += kSome) {
    const std::size_t count = std::min(kSome, sweeps.size() - i);
    sweep_some(level, sweeps.subspan(i, count), found, hits.subspan(i, count), options);
  }
}

SweepHit sweep_capsule(const Level& level, const Capsule& body, glm::dvec3 motion,
                       std::uint32_t cell, const TraceOptions& options) noexcept {
  return pack_hit(sweep_body(level, body, motion, cell, options));
}

SweepHit sweep_box(const Level& level, const OrientedBox& body, glm::dvec3 motion,
                   std::uint32_t cell, const TraceOptions& options) noexcept {
  return pack_hit(sweep_body(level, body, motion, cell, options));
}

}  // namespace playset
