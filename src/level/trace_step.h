// One step of the fast walk: finds the exit of a cell for V::kWidth rays side by side, or doubts.
//
// A cell's faces are planes; the exit is the nearest plane ahead. The step is sure when the exit
// point, anywhere within the rounding and bend of its plane, lies inside every other plane by more
// than theirs: then the exact ray leaves through that face too. Rays in doubt are answered by the
// exact walk from their start.
#pragma once

#include "level/trace_lanes.h"

namespace playset {
namespace {

// A group of rays in their cell: start, direction and error growth, one lane each.
template <class V>
struct Group {
  typename V::F fx, fy, fz, dx, dy, dz, drift;

  [[gnu::always_inline]] inline explicit Group(const float* const* segments) noexcept {
    typename V::F s[8];
    V::load_rows(segments, 0, s);
    fx = V::to_ray_grid(s[0]), fy = V::to_ray_grid(s[1]), fz = V::to_ray_grid(s[2]);
    dx = V::to_ray_grid(s[4]) - fx, dy = V::to_ray_grid(s[5]) - fy, dz = V::to_ray_grid(s[6]) - fz;
    drift = V::all(kDrift) * V::max(V::max(V::abs(dx), V::abs(dy)), V::abs(dz));
  }
  // Rounded already: x, y, z of each.
  Group(const typename V::F* from, const typename V::F* dir, typename V::F error) noexcept
      : fx(from[0]), fy(from[1]), fz(from[2]), dx(dir[0]), dy(dir[1]), dz(dir[2]), drift(error) {}
};

// The faces of one block for a group: distance at t is a + t * b, give or take tolerance.
template <class V>
struct Faces {
  typename V::F a[kBlockFaces], b[kBlockFaces], tolerance[kBlockFaces];
};

// The exit so far.
template <class V>
struct Exit {
  typename V::F a = V::all(kFar), speed = V::all(1.0f), tolerance = V::all(0.0f),
                code = V::bits(kExitExact);
  typename V::F start_clear = V::all(kFar),
                end_clear = V::all(kFar);  // least distance inside, less the tolerance
};

// Looks at one block's six faces; the nearest exit is kept by comparing a / speed crosswise,
// without a division.
template <class V, bool kBent>
[[gnu::always_inline]] inline void look_at_block(const float* const* blocks, const Group<V>& ray,
                                                 float bend, Faces<V>& faces,
                                                 Exit<V>& exit) noexcept {
  using F = typename V::F;
  F p[24], tail[8];
  V::load_rows(blocks, 0, p);
  V::load_rows(blocks, 8, p + 8);
  V::load_rows(blocks, 16, p + 16);
  V::load_rows(blocks, 24, tail);  // six exits, then ref.x | ref.y << 16, ref.z | tolerance << 16
  const F x = ray.fx - V::low_half(tail[6]);
  const F y = ray.fy - V::high_half(tail[6]);
  const F z = ray.fz - V::low_half(tail[7]);
  const F rounding = V::tolerance_units(tail[7]) * V::all(kToleranceStep);
  for (int f = 0; f < kBlockFaces; ++f) {
    const F a = p[f] * x + p[6 + f] * y + p[12 + f] * z + p[18 + f];
    const F b = p[f] * ray.dx + p[6 + f] * ray.dy + p[12 + f] * ray.dz;
    const F tolerance = kBent ? rounding + V::where_flag(tail[7], 16 + f, bend)
                              : rounding;  // one for all where none is bent
    const F speed = V::all(0.0f) - b;
    const auto nearer =
        V::both(V::less(b, V::all(kParallel)), V::less(a * exit.speed, exit.a * speed));
    exit.code = V::select(nearer, tail[f], exit.code);
    exit.a = V::select(nearer, a, exit.a);
    exit.speed = V::select(nearer, speed, exit.speed);
    exit.tolerance = kBent ? V::select(nearer, tolerance, exit.tolerance) : exit.tolerance;
    exit.start_clear = V::min(exit.start_clear, kBent ? a - tolerance : a);
    exit.end_clear = V::min(exit.end_clear, kBent ? a + b - tolerance : a + b);
    faces.a[f] = a;
    faces.b[f] = b;
    faces.tolerance[f] = tolerance;
  }
}

// How many faces the exit point is not surely inside of; the exit's own is always one. With the
// exit at t = a / speed, face i is cleared by (a_i + t b_i - tolerance) > |b_i| slack / speed; both
// sides are taken times speed.
template <class V>
[[gnu::always_inline]] inline typename V::Count count_unclear(const Faces<V>& faces,
                                                              const Exit<V>& exit,
                                                              typename V::F drifted,
                                                              typename V::F slack) noexcept {
  using F = typename V::F;
  typename V::Count unclear = V::zero_count();
  for (int f = 0; f < kBlockFaces; ++f) {
    const F inside =
        (faces.a[f] - (faces.tolerance[f] + drifted)) * exit.speed + exit.a * faces.b[f];
    unclear = V::count_not_above(inside, V::abs(faces.b[f]) * slack, unclear);
  }
  return unclear;
}

template <class V>
struct Step {
  typename V::F t, code, slack, speed;
};

// Leaves the cells of a group. kFirst: the start must lie inside for sure. blocks[i] are the rows
// of the i-th block.
template <class V, bool kFirst, bool kBent, int kMaxBlocks>
[[gnu::always_inline]] inline Step<V> leave_cells(const float* const (*blocks)[V::kWidth],
                                                  int count, const Group<V>& ray,
                                                  float bend) noexcept {
  using F = typename V::F;
  Faces<V> faces[kMaxBlocks];
  Exit<V> exit;
  const int n = kMaxBlocks == 1 ? 1 : count;  // at least one
  int block = 0;
  do look_at_block<V, kBent>(blocks[block], ray, bend, faces[block], exit);
  while (++block < n);
  if (!kBent) {
    exit.tolerance = faces[0].tolerance[0];
    exit.start_clear = exit.start_clear - exit.tolerance;
    exit.end_clear = exit.end_clear - exit.tolerance;
  }
  const F t = exit.a / exit.speed;
  const F drifted = ray.drift * V::min(t, V::all(1.0f));
  const F slack = exit.tolerance + drifted;
  typename V::Count unclear = V::zero_count();
  for (int i = 0; i < n; ++i)
    unclear = V::add(unclear, count_unclear<V>(faces[i], exit, drifted, slack));
  const F past = exit.a - exit.speed + slack + ray.drift;
  const auto leaves = V::both(V::both(V::is_one(unclear), V::less(past, V::all(0.0f))),
                              V::less(exit.a, exit.speed));
  const auto ends = V::less(ray.drift, exit.end_clear);
  F code = V::select(ends, V::bits(kExitEnd), V::select(leaves, exit.code, V::bits(kExitExact)));
  if (kFirst) code = V::select(V::less(V::all(0.0f), exit.start_clear), code, V::bits(kExitExact));
  return {t, code, slack, exit.speed};
}

// Follows one node of a face for a group; the hit is at from + t * dir.
template <class V>
[[gnu::always_inline]] inline typename V::F follow_nodes(const float* const* nodes,
                                                         const Group<V>& ray,
                                                         const Step<V>& last) noexcept {
  using F = typename V::F;
  F p[16];
  V::load_rows(nodes, 0, p);  // n, four cuts, child 0
  V::load_rows(nodes, 8,
               p + 8);  // children 1 to 4, ref.x | ref.y << 16, ref.z | bent << 16, unused
  const F x = ray.fx - V::low_half(p[12]) + last.t * ray.dx;
  const F y = ray.fy - V::high_half(p[12]) + last.t * ray.dy;
  const F z = ray.fz - V::low_half(p[13]) + last.t * ray.dz;
  const F at = p[0] * x + p[1] * y + p[2] * z;
  const F along = p[0] * ray.dx + p[1] * ray.dy + p[2] * ray.dz;
  const F margin = last.slack + V::abs(along) * last.slack / last.speed;
  F code = p[7];
  auto sure = V::less(V::all(0.0f), V::all(1.0f));
  for (int i = 0; i < kNodeCuts; ++i) {
    code = V::select(V::less(at, p[3 + i]), code, p[8 + i]);
    sure = V::both(sure, V::less(margin, V::abs(at - p[3 + i])));
  }
  return V::select(sure, code, V::bits(kExitExact));
}

}  // namespace
}  // namespace playset
