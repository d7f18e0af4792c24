// measure_cub: exact sign of the volume, then each side's outward-bulging triangles against all
// other corners.
#include "playset/scaffold/cub_shape.h"

#include <algorithm>

#include "playset/geom/plane.h"
#include "playset/geom/predicates.h"

namespace playset {
namespace {

// A side's loop with places.
struct Loop {
  std::array<ScaffoldId, 4> ids{};
  std::array<GridPoint, 4> at{};
  std::uint32_t count = 0;

  [[nodiscard]] bool has(ScaffoldId id) const noexcept {
    return std::find(ids.begin(), ids.begin() + count, id) != ids.begin() + count;
  }
};

struct Loops {
  std::array<Loop, kCubSides> sides;
  std::array<GridPoint, kCubCorners> corners{};
  std::uint32_t broken = kCubSides;  // a side that is not a polygon, or kCubSides
};

bool repeats(const SideLoop& loop) {
  return loop.count == 4 &&
         (loop.vertices[0] == loop.vertices[2] || loop.vertices[1] == loop.vertices[3]);
}

// `missing` has a bit for each corner whose vertex does not exist.
Loops gather_loops(const ScaffoldCub& cub, const std::array<GridPoint, kCubCorners>& corners,
                   std::uint32_t missing) {
  Loops loops;
  loops.corners = corners;
  std::uint32_t alive = 0;
  for (std::uint32_t side = 0; side < kCubSides; ++side) {
    const SideLoop ids = side_loop(cub, side);
    if (repeats(ids)) loops.broken = std::min(loops.broken, side);
    if (ids.count < 3) continue;
    ++alive;
    Loop& loop = loops.sides[side];
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t corner = kSideCorners[side][i];
      if (cub.corners[corner] == cub.corners[kSideCorners[side][(i + 1) % 4]]) continue;
      loop.ids[loop.count] = cub.corners[corner];
      loop.at[loop.count++] = corners[corner];
      if ((missing >> corner & 1u) != 0) loops.broken = std::min(loops.broken, side);
    }
  }
  if (alive < 4) loops.broken = std::min(loops.broken, kCubSides - 1);
  return loops;
}

// Positive for sides that look inwards.
Int128 volume_of(const Loops& loops) {
  Int128 sum(0);
  const GridPoint apex = loops.corners[0];
  for (const Loop& loop : loops.sides) {
    for (std::uint32_t i = 2; i < loop.count; ++i)
      sum = sum - volume6(apex, loop.at[0], loop.at[i - 1], loop.at[i]);
  }
  return sum;
}

double volume_in_metres(const Loops& loops) {
  double sum = 0.0;
  const glm::dvec3 apex = to_metres(loops.corners[0]);
  for (const Loop& loop : loops.sides) {
    for (std::uint32_t i = 2; i < loop.count; ++i) {
      const glm::dvec3 a = to_metres(loop.at[0]) - apex, b = to_metres(loop.at[i - 1]) - apex,
                       c = to_metres(loop.at[i]) - apex;
      sum -= a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
             a.z * (b.x * c.y - b.y * c.x);
    }
  }
  return sum / 6.0;
}

Plane plane_of(const Loop& loop, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return plane_through(to_metres(loop.at[a]), to_metres(loop.at[b]), to_metres(loop.at[c]));
}

bool has_area(const Plane& plane) { return plane.normal != glm::dvec3(0.0); }

// How far the farthest corner that is not the side's own lies behind the plane, at least 0.
double depth_behind(const Plane& plane, const ScaffoldCub& cub, const Loops& loops,
                    const Loop& loop) {
  double depth = 0.0;
  for (std::size_t i = 0; i < kCubCorners; ++i) {
    if (!loop.has(cub.corners[i]))
      depth = std::max(depth, -signed_distance(plane, to_metres(loops.corners[i])));
  }
  return depth;
}

struct SideShape {
  double bend = 0.0;   // m, of the fourth corner out of the plane of the others
  double depth = 0.0;  // m, of the farthest corner outside
};

SideShape measure_side(const ScaffoldCub& cub, const Loops& loops, const Loop& loop) {
  SideShape shape;
  if (loop.count < 3) return shape;
  const Plane first = plane_of(loop, 0, 1, 2);
  if (loop.count == 3) {
    if (has_area(first)) shape.depth = depth_behind(first, cub, loops, loop);
    return shape;
  }
  // The diagonal whose two triangles bulge outwards: the fourth corner then lies in front of the
  // first triangle.
  const bool straight = has_area(first) && signed_distance(first, to_metres(loop.at[3])) >= 0.0;
  const std::uint32_t turn = straight ? 0 : 1;
  for (const std::uint32_t start : {turn, turn + 2}) {
    const Plane plane = plane_of(loop, start, (start + 1) % 4, (start + 2) % 4);
    if (!has_area(plane)) continue;
    const double fourth = signed_distance(plane, to_metres(loop.at[(start + 3) % 4]));
    shape.bend = std::max(shape.bend, fourth < 0.0 ? -fourth : fourth);
    shape.depth = std::max(shape.depth, depth_behind(plane, cub, loops, loop));
  }
  return shape;
}

CubShape grade(const ScaffoldCub& cub, const Loops& loops) {
  if (loops.broken < kCubSides) return {CubGrade::Broken, loops.broken, 0.0, 0.0};
  const int sign = sign_of(volume_of(loops));
  CubShape shape{CubGrade::Good, 0, 0.0, volume_in_metres(loops)};
  if (sign <= 0) {
    shape.grade = sign == 0 ? CubGrade::Flat : CubGrade::Inverted;
    return shape;
  }
  for (std::uint32_t side = 0; side < kCubSides; ++side) {
    const SideShape s = measure_side(cub, loops, loops.sides[side]);
    const bool concave = s.depth > kCubTolerance;
    const CubGrade found = concave                  ? CubGrade::Concave
                           : s.bend > kCubTolerance ? CubGrade::Bent
                                                    : CubGrade::Good;
    const double depth = concave ? s.depth : s.bend;
    if (found == CubGrade::Good || found < shape.grade ||
        (found == shape.grade && depth <= shape.depth))
      continue;
    shape.grade = found;
    shape.side = side;
    shape.depth = depth;
  }
  return shape;
}

}  // namespace

const char* cub_grade_name(CubGrade grade) noexcept {
  constexpr const char* kNames[] = {"good", "bent", "concave", "flat", "inverted", "broken"};
  return kNames[static_cast<std::size_t>(grade)];
}

CubShape measure_cub(const Scaffold& scaffold, const ScaffoldCub& cub) noexcept {
  std::array<GridPoint, kCubCorners> corners{};
  std::uint32_t missing = 0;
  for (std::uint32_t i = 0; i < kCubCorners; ++i) {
    const ScaffoldVertex* vertex = find_record(scaffold.vertices, cub.corners[i]);
    if (vertex == nullptr)
      missing |= 1u << i;
    else
      corners[i] = vertex->at;
  }
  return grade(cub, gather_loops(cub, corners, missing));
}

CubShape measure_cub(const ScaffoldCub& cub,
                     const std::array<GridPoint, kCubCorners>& corners) noexcept {
  return grade(cub, gather_loops(cub, corners, 0));
}

}  // namespace playset
