// The fast walk, written once for any 8-lane float type F: each step finds the exit of one cell for one ray, or says "not sure".
//
// A cell's faces are planes; the exit is the nearest plane ahead. The step is sure when the exit point, anywhere within the
// rounding and bend of its plane, lies inside every other plane by more than theirs: then the exact ray leaves through that
// face too. Rays in doubt are answered by the exact walk from their start.
//
// A batch goes in waves: all rays take one step, and each is listed for what it needs next, without a branch.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "level/exact_walk.h"
#include "level/format.h"
#include "level/trace_batch.h"

namespace playset {
namespace {

inline constexpr std::uint32_t kExitEnd = kExitExact - 1;   // the segment ends in this cell
inline constexpr std::size_t kWave = 256;                   // rays under way at a time
inline constexpr float kFar = 1e15f;                        // beyond every plane and cut
inline constexpr float kParallel = -1e-20f;                 // n.dir above this never leaves
inline constexpr int kMaxWideBlocks = 8;                    // cells of more faces are rough
inline constexpr float kRefineNear = 2048.0f;               // t from floats needs this many tolerances to the plane

// What a wave keeps of each ray. Arrays per field.
struct Wave {
  std::array<std::uint32_t, kWave> cell;     // where it is
  std::array<std::uint32_t, kWave> code;     // what its last step found
  std::array<float, kWave> t;                // where it left the cell
  std::array<float, kWave> slack;            // m: how far off its exit plane may be
  std::array<float, kWave> time_slack;       // the same in t
  std::array<std::uint8_t, kWave> refine;    // t must come from the side's own plane
};

// Lists of rays by what they need next.
enum Need : std::uint32_t { kNeedNothing, kNeedCell, kNeedWide, kNeedNode, kNeedDoor, kNeedExact, kNeedCount };
struct Lists {
  std::array<std::array<std::uint16_t, kWave>, kNeedCount> ray;
  std::array<std::uint32_t, kNeedCount> count{};
};

struct Ray {
  float from[3];
  float dir[3];
  float slack;  // m: rounding of the ends to 2^-18 m and of floats along the way
};

inline Ray make_ray(const Segment& s) noexcept {
  Ray r;
  float length = 0.0f;
  for (int i = 0; i < 3; ++i) {
    r.from[i] = s.from[i];
    r.dir[i] = s.to[i] - s.from[i];
    length += std::fabs(r.dir[i]);
  }
  r.slack = 0x1p-18f + length * 0x1p-20f;
  return r;
}

// One block seen by one ray: distance of its faces at t is a + t * b.
template <class F>
struct BlockView {
  F a, b, tolerance;
};

template <class F>
BlockView<F> view_block(const HotBlock& block, const Ray& ray, float bend) noexcept {
  const float x = ray.from[0] - static_cast<float>(block.ref[0]);
  const float y = ray.from[1] - static_cast<float>(block.ref[1]);
  const float z = ray.from[2] - static_cast<float>(block.ref[2]);
  const F nx = F::load(block.nx.data());
  const F ny = F::load(block.ny.data());
  const F nz = F::load(block.nz.data());
  const F w = F::load_or(block.w.data(), kFar);
  const float base = static_cast<float>(block.tolerance >> kBlockFaces) * kToleranceStep + ray.slack;
  return {nx * F::all(x) + ny * F::all(y) + nz * F::all(z) + w,
          nx * F::all(ray.dir[0]) + ny * F::all(ray.dir[1]) + nz * F::all(ray.dir[2]),
          F::all(base) + F::where_bits(block.tolerance, bend)};
}

struct Step {
  std::uint32_t code;
  float t, slack, time_slack;
  std::uint8_t refine;
};

// Leaves a cell of `count` blocks. kFirst: the start must lie inside for sure.
template <class F, bool kFirst, int kBlocks>
Step step_cell(const HotBlock* blocks, int count, const Ray& ray, float bend) noexcept {
  std::array<BlockView<F>, kBlocks> view;
  std::uint32_t start_inside = F::kFull;
  std::uint32_t end_inside = F::kFull;
  float t = kFar;
  int exit_block = 0;
  for (int i = 0; i < (kBlocks == 1 ? 1 : count); ++i) {
    BlockView<F>& v = view[static_cast<std::size_t>(i)];
    v = view_block<F>(blocks[i], ray, bend);
    if (kFirst) start_inside &= v.a.greater(v.tolerance);
    end_inside &= (v.a + v.b).greater(v.tolerance);
    const float nearest = F::exit_times(v.a, v.b, kParallel, kFar).min();
    exit_block = nearest < t ? i : exit_block;
    t = std::min(nearest, t);
  }
  const BlockView<F>& exit = view[static_cast<std::size_t>(exit_block)];
  const std::uint32_t lane = F::exit_times(exit.a, exit.b, kParallel, kFar).first_equal(t);
  const float a = exit.a.lane(lane);
  const float b = exit.b.lane(lane);
  const float slack = exit.tolerance.lane(lane);
  const float time_slack = b < kParallel ? slack / -b : kFar;
  std::uint32_t inside = F::kFull;
  for (int i = 0; i < (kBlocks == 1 ? 1 : count); ++i) {
    const BlockView<F>& v = view[static_cast<std::size_t>(i)];
    const F margin = v.tolerance + v.b.abs() * F::all(time_slack);
    inside &= (v.a + F::all(t) * v.b).greater(margin) | (i == exit_block ? 1u << lane : 0u);
  }
  const bool past = a + b < -slack;
  const bool ends = end_inside == F::kFull;
  const bool sure = ((inside == F::kFull) & past) | ends;
  std::uint32_t code = blocks[exit_block].exit[lane < kBlockFaces ? lane : 0];
  code = ends ? kExitEnd : code;
  code = sure & (!kFirst | (start_inside == F::kFull)) ? code : kExitExact;
  return {code, t, slack, time_slack, static_cast<std::uint8_t>(a < kRefineNear * slack)};
}

// Follows one node of a face; the hit is at from + t * dir.
inline std::uint32_t step_node(const FaceNode& node, const Ray& ray, float t, float slack, float time_slack) noexcept {
  float at = 0.0f;
  float along = 0.0f;
  for (std::size_t i = 0; i < 3; ++i) {
    at += node.n[i] * (ray.from[i] - static_cast<float>(node.ref[i]) + t * ray.dir[i]);
    along += node.n[i] * ray.dir[i];
  }
  const float margin = slack + std::fabs(along) * time_slack;
  std::uint32_t child = 0;
  bool sure = true;
  for (const float cut : node.cut) {
    child += at >= cut ? 1u : 0u;
    sure &= std::fabs(at - cut) > margin;
  }
  return sure ? node.child[child] : kExitExact;
}

struct Tables {
  const HotBlock* blocks;
  const WideCell* wide;
  const FaceNode* nodes;
  const DoorPortal* portals;
  const DoorStates* doors;
  std::uint32_t first_wide, first_rough;
  float bend;

  Tables(const Level& level, const TraceOptions& options) noexcept {
    const LevelHeader& h = *level.header();
    blocks = LevelAccess::table<HotBlock>(h, h.blocks).data();
    wide = LevelAccess::table<WideCell>(h, h.wide).data();
    nodes = LevelAccess::table<FaceNode>(h, h.nodes).data();
    portals = LevelAccess::table<DoorPortal>(h, h.door_portals).data();
    doors = options.doors;
    first_wide = h.first_wide;
    first_rough = h.first_rough;
    bend = h.bend;
  }
  // What a ray in `cell` needs: a step, a wide step or the exact walk.
  std::uint32_t need_of_cell(std::uint32_t cell) const noexcept {
    static_assert(kNeedWide == kNeedCell + 1 && kNeedExact == kNeedWide + 3);
    return kNeedCell + static_cast<std::uint32_t>(cell >= first_wide) +
           3u * static_cast<std::uint32_t>(cell >= first_rough);
  }
  std::uint32_t need_of(std::uint32_t code) const noexcept {
    constexpr std::array<std::uint8_t, 4> by_tag = {kNeedCell, kNeedNothing, kNeedNode, kNeedDoor};
    const std::uint32_t tag = code >> kExitTagShift;
    const std::uint32_t in_cell = need_of_cell(code);
    std::uint32_t need = by_tag[tag];
    need = tag == 0 ? in_cell : need;
    need = code == kExitEnd ? std::uint32_t{kNeedNothing} : need;
    return code == kExitExact ? std::uint32_t{kNeedExact} : need;
  }
};

// Files ray i under what `code` asks for; enters the next cell.
inline void file_ray(const Tables& tables, Wave& wave, Lists& lists, std::uint32_t i, std::uint32_t code) noexcept {
  const std::uint32_t need = tables.need_of(code);
  const bool moves = code >> kExitTagShift == 0;
  wave.code[i] = need == kNeedExact ? kExitExact : code;
  wave.cell[i] = moves ? code : wave.cell[i];
  lists.ray[need][lists.count[need]++] = static_cast<std::uint16_t>(i);
#if defined(__GNUC__)
  const HotBlock* next = tables.blocks + (need == kNeedCell ? code : 0);
  __builtin_prefetch(next);
  __builtin_prefetch(reinterpret_cast<const char*>(next) + 64);
#endif
}

inline void keep_step(Wave& wave, std::uint32_t i, const Step& step) noexcept {
  wave.t[i] = step.t;
  wave.slack[i] = step.slack;
  wave.time_slack[i] = step.time_slack;
  wave.refine[i] = step.refine;
}

template <class F, bool kFirst>
void step_cells(const Tables& tables, const Segment* segments, Wave& wave, Lists& lists, const std::uint16_t* rays,
                std::uint32_t count) noexcept {
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint32_t i = rays[j];
    const Step step = step_cell<F, kFirst, 1>(tables.blocks + wave.cell[i], 1, make_ray(segments[i]), tables.bend);
    keep_step(wave, i, step);
    file_ray(tables, wave, lists, i, step.code);
  }
}

template <class F, bool kFirst>
void step_wide_cells(const Tables& tables, const Segment* segments, Wave& wave, Lists& lists, const std::uint16_t* rays,
                     std::uint32_t count) noexcept {
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint32_t i = rays[j];
    const WideCell wide = tables.wide[wave.cell[i] - tables.first_wide];
    const Step step = step_cell<F, kFirst, kMaxWideBlocks>(
        tables.blocks + wide.first_block, static_cast<int>(wide.block_count), make_ray(segments[i]), tables.bend);
    keep_step(wave, i, step);
    file_ray(tables, wave, lists, i, step.code);
  }
}

inline void step_nodes(const Tables& tables, const Segment* segments, Wave& wave, Lists& lists,
                       const std::uint16_t* rays, std::uint32_t count) noexcept {
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint32_t i = rays[j];
    const FaceNode& node = tables.nodes[wave.code[i] & kExitIndexMask];
    wave.refine[i] = static_cast<std::uint8_t>(wave.refine[i] | node.bent);
    file_ray(tables, wave, lists, i,
             step_node(node, make_ray(segments[i]), wave.t[i], wave.slack[i], wave.time_slack[i]));
  }
}

// Closed doors keep the portal's code: the ray needs nothing more. Open ones lead on.
inline void step_doors(const Tables& tables, Wave& wave, Lists& lists, const std::uint16_t* rays,
                       std::uint32_t count) noexcept {
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint32_t i = rays[j];
    const DoorPortal& portal = tables.portals[wave.code[i] & kExitIndexMask];
    const bool closed = tables.doors != nullptr && is_closed(*tables.doors, portal.door);
    if (!closed) file_ray(tables, wave, lists, i, portal.cell);
  }
}

// Files the wave's rays by the kind of their start cell.
inline void start_wave(const Tables& tables, const Segment* segments, std::size_t count, Wave& wave,
                       Lists& lists) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    wave.cell[i] = segments[i].cell;
    wave.refine[i] = 0;
    wave.code[i] = kExitExact;
    const std::uint32_t need = tables.need_of_cell(segments[i].cell);
    lists.ray[need][lists.count[need]++] = static_cast<std::uint16_t>(i);
#if defined(__GNUC__)
    const HotBlock* block = tables.blocks + (need == kNeedCell ? segments[i].cell : 0);
    __builtin_prefetch(block);
    __builtin_prefetch(reinterpret_cast<const char*>(block) + 64);
#endif
  }
}

inline SegmentHit finish_ray(const Level& level, const Tables& tables, const Segment& segment, const Wave& wave,
                             std::size_t i) noexcept {
  const std::uint32_t code = wave.code[i];
  SegmentHit hit{1.0f, kNone, wave.cell[i], HitKind::End};
  if (code == kExitEnd) return hit;
  const bool wall = exit_tag(code) == ExitTag::Wall;
  const std::uint32_t index = code & kExitIndexMask;
  hit.side = wall ? index : tables.portals[index].side;
  hit.kind = wall ? HitKind::Wall : HitKind::Door;
  hit.t = std::min(std::max(wave.t[i], 0.0f), 1.0f);
  if (wave.refine[i] != 0)
    hit.t = static_cast<float>(plane_t(level, hit.side, glm::dvec3(segment.from), glm::dvec3(segment.to)));
  return hit;
}

// Rays that still need a step of the fast walk.
inline std::uint32_t under_way(const Lists& lists) noexcept {
  return lists.count[kNeedCell] + lists.count[kNeedWide] + lists.count[kNeedNode] + lists.count[kNeedDoor];
}

// One step for every ray in `now`; `next` says what each needs then.
template <class F, bool kFirst>
void step_wave(const Tables& tables, const Segment* segments, Wave& wave, const Lists& now, Lists& next) noexcept {
  const auto list = [&](Need need) { return now.ray[need].data(); };
  step_cells<F, kFirst>(tables, segments, wave, next, list(kNeedCell), now.count[kNeedCell]);
  step_wide_cells<F, kFirst>(tables, segments, wave, next, list(kNeedWide), now.count[kNeedWide]);
  step_nodes(tables, segments, wave, next, list(kNeedNode), now.count[kNeedNode]);
  step_doors(tables, wave, next, list(kNeedDoor), now.count[kNeedDoor]);
}

template <class F>
void trace_wave(const Level& level, const Tables& tables, std::span<const Segment> segments, std::span<SegmentHit> hits,
                const TraceOptions& options) noexcept {
  Wave wave;
  std::array<Lists, 2> lists;
  const std::uint32_t limit = step_limit(level, options);
  start_wave(tables, segments.data(), segments.size(), wave, lists[0]);
  step_wave<F, true>(tables, segments.data(), wave, lists[0], lists[1]);
  std::uint32_t now = 1;
  for (std::uint32_t steps = 1; under_way(lists[now]) > 0 && steps < limit; ++steps, now ^= 1u) {
    lists[now ^ 1u].count = {};
    step_wave<F, false>(tables, segments.data(), wave, lists[now], lists[now ^ 1u]);
  }
  for (const Need need : {kNeedCell, kNeedWide, kNeedNode, kNeedDoor})  // out of steps: let the exact walk count them
    for (std::uint32_t j = 0; j < lists[now].count[need]; ++j) wave.code[lists[now].ray[need][j]] = kExitExact;
  for (std::size_t i = 0; i < segments.size(); ++i)
    hits[i] = wave.code[i] == kExitExact ? exact_segment(level, segments[i], options)
                                         : finish_ray(level, tables, segments[i], wave, i);
}

template <class F>
void trace_all(const Level& level, std::span<const Segment> segments, std::span<SegmentHit> hits,
               const TraceOptions& options) noexcept {
  const Tables tables(level, options);
  for (std::size_t first = 0; first < segments.size(); first += kWave) {
    const std::size_t count = std::min(kWave, segments.size() - first);
    trace_wave<F>(level, tables, segments.subspan(first, count), hits.subspan(first, count), options);
  }
}

}  // namespace
}  // namespace playset
