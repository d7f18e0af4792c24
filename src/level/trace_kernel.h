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
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "level/exact_walk.h"
#include "level/format.h"
#include "level/trace_batch.h"

namespace playset {
namespace {

inline constexpr std::size_t kWave = 256;                   // rays under way at a time
inline constexpr float kFar = 1e15f;                        // beyond every plane and cut
inline constexpr float kParallel = -1e-20f;                 // n.dir above this never leaves
inline constexpr int kMaxWideBlocks = 8;                    // cells of more faces are rough
inline constexpr float kRayRounding = 0x1p-18f;             // m: the ends' own
inline constexpr float kDrift = 0x1p-20f;                   // m of error per m along the ray: 16 roundings
inline constexpr float kRefineNear = 16384.0f;               // t from floats needs this many tolerances to the plane

// What a wave keeps of each ray. Arrays per field.
struct Wave {
  std::array<std::uint32_t, kWave> cell;  // where it is
  std::array<std::uint32_t, kWave> code;  // what its last step found
  std::array<float, kWave> t;             // where it leaves the cell
  std::array<float, kWave> slack;         // m: how far off its exit plane may be
  std::array<float, kWave> speed;         // m per t towards that plane
};

template <class F>
struct Lanes3 {
  F x, y, z;
};

// A segment with its direction in every lane.
template <class F>
struct RayLanes {
  const Segment* segment;
  Lanes3<F> dir;
  float drift;  // m per t: rounding of floats that grows on the way
};

template <class F>
[[gnu::always_inline]] inline RayLanes<F> ray_lanes(const Segment& s) noexcept {
  const float length = std::fabs(s.to.x - s.from.x) + std::fabs(s.to.y - s.from.y) + std::fabs(s.to.z - s.from.z);
  return {&s, F::direction(s), length * kDrift};
}

// Lists of rays by what they need next.
enum Need : std::uint32_t { kNeedCell, kNeedWide, kNeedNode, kNeedDoor, kNeedNothing, kNeedCount };
struct Lists {
  std::array<std::array<std::uint16_t, kWave>, kNeedCount> ray;
  std::array<std::uint32_t, kNeedCount> count{};
};

// One block seen by one ray: distance of its faces at t is a + t * b, give or take tolerance + drift * t.
template <class F>
struct BlockView {
  F a, b, tolerance;
};

template <class F>
[[gnu::always_inline]] inline BlockView<F> view_block(const HotBlock& block, const RayLanes<F>& ray, float bend) noexcept {
  const Lanes3<F> from = F::local(*ray.segment, block.ref.data());
  const F nx = F::load(block.nx.data());
  const F ny = F::load(block.ny.data());
  const F nz = F::load_or(block.nz.data(), 0.0f);
  const F w = F::load_or(block.w.data(), kFar);
  const float rounding = static_cast<float>(block.tolerance >> kBlockFaces) * kToleranceStep + kRayRounding;
  return {nx * from.x + ny * from.y + nz * from.z + w, nx * ray.dir.x + ny * ray.dir.y + nz * ray.dir.z,
          F::all(rounding) + F::where_bits(block.tolerance, bend)};
}

// `yes` where `mask` is all ones, `no` where it is zero; never a branch.
inline std::uint32_t choose(std::uint32_t mask, std::uint32_t yes, std::uint32_t no) noexcept {
  return (yes & mask) | (no & ~mask);
}
inline std::uint32_t mask_of(bool condition) noexcept { return 0u - static_cast<std::uint32_t>(condition); }

struct Step {
  std::uint32_t code;
  float t, slack, speed;
};

// Leaves a cell of `count` blocks. kFirst: the start must lie inside for sure.
//
// With exit face k at t = a_k / speed, face i is cleared by (a_i + t b_i - tolerance) > |b_i| slack / speed; both sides are
// taken times speed, so that nothing waits for a second division.
template <class F, bool kFirst, int kBlocks>
[[gnu::always_inline]] inline Step step_cell(const HotBlock* blocks, int count, const RayLanes<F>& ray,
                                             float bend) noexcept {
  std::array<BlockView<F>, kBlocks> view;
  const F drift = F::all(ray.drift);
  std::uint32_t start_inside = F::kFull;
  std::uint32_t end_inside = F::kFull;
  F first_key = F::all(kFar);
  int exit_block = 0;
  for (int i = 0; i < (kBlocks == 1 ? 1 : count); ++i) {
    BlockView<F>& v = view[static_cast<std::size_t>(i)];
    v = view_block<F>(blocks[i], ray, bend);
    if (kFirst) start_inside &= v.a.greater(v.tolerance);
    end_inside &= (v.a + v.b).greater(v.tolerance + drift);
    const F key = F::exit_keys(v.a, v.b, kParallel, kFar).least();
    if (kBlocks == 1 || key.one() < first_key.one()) {
      first_key = key;
      exit_block = i;
    }
  }
  const BlockView<F>& exit = view[static_cast<std::size_t>(exit_block)];
  const std::uint32_t lane = first_key.key_lane();
  const F a = exit.a.pick(first_key);
  const F speed = F::all(0.0f) - exit.b.pick(first_key);
  const F drifted = drift * first_key;
  const F slack = exit.tolerance.pick(first_key) + drifted;
  std::uint32_t inside = F::kFull;
  for (int i = 0; i < (kBlocks == 1 ? 1 : count); ++i) {
    const BlockView<F>& v = view[static_cast<std::size_t>(i)];
    inside &= ((v.a - (v.tolerance + drifted)) * speed + a * v.b).greater(v.b.abs() * slack) |
              (i == exit_block ? 1u << lane : 0u);
  }
  const float past = a.one() - speed.one() + slack.one() + ray.drift;
  const std::uint32_t ends = mask_of(end_inside == F::kFull);
  const std::uint32_t leaves = mask_of(inside == F::kFull) & mask_of(past < 0.0f) & mask_of(first_key.one() < 1.0f);
  const std::uint32_t starts = kFirst ? mask_of(start_inside == F::kFull) : ~0u;
  const std::uint32_t code = choose(ends, kExitEnd, blocks[exit_block].exit[lane]);
  return {choose((ends | leaves) & starts, code, kExitExact), a.one() / speed.one(), slack.one(), speed.one()};
}

// Follows one node of a face; the hit is at from + t * dir.
inline std::uint32_t step_node(const FaceNode& node, const Segment& segment, float t, float slack,
                               float speed) noexcept {
  float at = 0.0f;
  float along = 0.0f;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const float dir = segment.to[i] - segment.from[i];
    at += node.n[k] * (segment.from[i] - static_cast<float>(node.ref[k]) + t * dir);
    along += node.n[k] * dir;
  }
  const float margin = slack + std::fabs(along) * slack / speed;
  std::uint32_t child = 0;
  std::uint32_t sure = 1;
  for (const float cut : node.cut) {
    child += static_cast<std::uint32_t>(at >= cut);
    sure &= static_cast<std::uint32_t>(std::fabs(at - cut) > margin);
  }
  return choose(0u - sure, node.child[child], kExitExact);
}

// What a ray needs next, by the tag of its code and, behind Cell, by the kind of cell. Rough cells, doubts and ends need
// nothing here: finish_wave answers them.
inline constexpr std::array<std::uint8_t, 32> kNeeds = {
    kNeedCell,    kNeedWide,    kNeedNothing, kNeedNothing,  // Cell
    kNeedNothing, kNeedNothing, kNeedNothing, kNeedNothing,  // Wall
    kNeedNode,    kNeedNode,    kNeedNode,    kNeedNode,     // Node
    kNeedDoor,    kNeedDoor,    kNeedDoor,    kNeedDoor,     // Door
    kNeedNothing, kNeedNothing, kNeedNothing, kNeedNothing,  // End
    kNeedNothing, kNeedNothing, kNeedNothing, kNeedNothing,  // Exact
    kNeedNothing, kNeedNothing, kNeedNothing, kNeedNothing, kNeedNothing, kNeedNothing, kNeedNothing, kNeedNothing};

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
  std::uint32_t need_of(std::uint32_t code) const noexcept {
    return kNeeds[(code >> kExitTagShift) * 4 + static_cast<std::uint32_t>(code >= first_wide) +
                  static_cast<std::uint32_t>(code >= first_rough)];
  }
};

// Files ray i under what its code asks for and fetches the cell it enters.
[[gnu::always_inline]] inline void file_ray(const Tables& tables, Wave& wave, Lists& lists, std::uint32_t i) noexcept {
  const std::uint32_t code = wave.code[i];
  const std::uint32_t need = tables.need_of(code);
  lists.ray[need][lists.count[need]++] = static_cast<std::uint16_t>(i);
#if defined(__GNUC__)
  const HotBlock* block = tables.blocks + (code & mask_of(need == kNeedCell));
  __builtin_prefetch(block);
  __builtin_prefetch(reinterpret_cast<const char*>(block) + 64);
#endif
}

[[gnu::always_inline]] inline void keep_step(Wave& wave, std::uint32_t i, const Step& step) noexcept {
  wave.code[i] = step.code;
  wave.t[i] = step.t;
  wave.slack[i] = step.slack;
  wave.speed[i] = step.speed;
}

// One batch of at most kWave rays.
struct WaveRays {
  const Level& level;
  const Tables& tables;
  const TraceOptions& options;
  const Segment* segments;
  SegmentHit* hits;
  std::uint32_t count;
};

template <class F, bool kFirst>
void step_cells(const WaveRays& rays, Wave& wave, const Lists& now, Lists& next) noexcept {
  const Tables tables = rays.tables;
  const Segment* const segments = rays.segments;
  const std::uint32_t count = now.count[kNeedCell];
  const std::uint16_t* const list = now.ray[kNeedCell].data();
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint32_t i = list[j];
    const std::uint32_t cell = wave.code[i];
    wave.cell[i] = cell;
    keep_step(wave, i, step_cell<F, kFirst, 1>(tables.blocks + cell, 1, ray_lanes<F>(segments[i]), tables.bend));
  }
  for (std::uint32_t j = 0; j < count; ++j) file_ray(tables, wave, next, list[j]);
}

template <class F, bool kFirst>
void step_wide_cells(const WaveRays& rays, Wave& wave, const Lists& now, Lists& next) noexcept {
  for (std::uint32_t j = 0; j < now.count[kNeedWide]; ++j) {
    const std::uint32_t i = now.ray[kNeedWide][j];
    wave.cell[i] = wave.code[i];
    const WideCell wide = rays.tables.wide[wave.cell[i] - rays.tables.first_wide];
    keep_step(wave, i, step_cell<F, kFirst, kMaxWideBlocks>(rays.tables.blocks + wide.first_block,
                                                            static_cast<int>(wide.block_count),
                                                            ray_lanes<F>(rays.segments[i]), rays.tables.bend));
    file_ray(rays.tables, wave, next, i);
  }
}

inline void step_nodes(const WaveRays& rays, Wave& wave, const Lists& now, Lists& next) noexcept {
  for (std::uint32_t j = 0; j < now.count[kNeedNode]; ++j) {
    const std::uint32_t i = now.ray[kNeedNode][j];
    const FaceNode& node = rays.tables.nodes[wave.code[i] & kExitIndexMask];
    const std::uint32_t code = step_node(node, rays.segments[i], wave.t[i], wave.slack[i], wave.speed[i]);
    wave.code[i] = code;
    if (node.bent != 0 && exit_tag(code) == ExitTag::Wall) wave.slack[i] = kFar;  // t must come from the wall's own plane
    file_ray(rays.tables, wave, next, i);
  }
}

// Open doors lead on; a closed one is the hit and needs nothing more.
inline void step_doors(const WaveRays& rays, Wave& wave, const Lists& now, Lists& next) noexcept {
  for (std::uint32_t j = 0; j < now.count[kNeedDoor]; ++j) {
    const std::uint32_t i = now.ray[kNeedDoor][j];
    const DoorPortal& portal = rays.tables.portals[wave.code[i] & kExitIndexMask];
    if (rays.tables.doors != nullptr && is_closed(*rays.tables.doors, portal.door)) continue;
    wave.code[i] = portal.cell;
    file_ray(rays.tables, wave, next, i);
  }
}

// Every ray starts as if it had just entered its cell; what is no cell goes to the exact walk.
inline void start_wave(const WaveRays& rays, Wave& wave, Lists& lists) noexcept {
  for (std::uint32_t i = 0; i < rays.count; ++i) {
    const std::uint32_t cell = rays.segments[i].cell;
    wave.code[i] = choose(mask_of(cell < rays.tables.first_rough), cell, kExitExact);
    file_ray(rays.tables, wave, lists, i);
  }
}

// What a code means for a hit, by tag.
inline constexpr std::array<std::uint32_t, 8> kHitKinds = {0, static_cast<std::uint32_t>(HitKind::Wall), 0,
                                                           static_cast<std::uint32_t>(HitKind::Door), 0, 0, 0, 0};
static_assert(std::endian::native == std::endian::little && offsetof(SegmentHit, reserved) == 13);

// Answers ray i as far as floats can. True where more is to be done: a closed door, a doubt, a time from too near a plane.
inline std::uint32_t write_hit(const Wave& wave, std::uint32_t i, SegmentHit& hit) noexcept {
  const std::uint32_t code = wave.code[i];
  const std::uint32_t tag = code >> kExitTagShift;
  const std::uint32_t wall = mask_of(tag == static_cast<std::uint32_t>(ExitTag::Wall));
  const std::uint32_t end = mask_of(tag == static_cast<std::uint32_t>(ExitTag::End));
  hit.t = std::bit_cast<float>(choose(end, std::bit_cast<std::uint32_t>(1.0f), std::bit_cast<std::uint32_t>(wave.t[i])));
  hit.side = choose(wall, code & kExitIndexMask, kNone);
  hit.cell = wave.cell[i];
  std::memcpy(&hit.kind, &kHitKinds[tag], 4);
  const std::uint32_t near = mask_of(!(wave.t[i] * wave.speed[i] >= kRefineNear * wave.slack[i]));
  return ((wall & near) | ~(wall | end)) & 1u;
}

inline void finish_ray(const WaveRays& rays, const Wave& wave, std::uint32_t i) noexcept {
  SegmentHit& hit = rays.hits[i];
  const Segment& segment = rays.segments[i];
  const ExitTag tag = exit_tag(wave.code[i]);
  if (tag == ExitTag::Door) hit.side = rays.tables.portals[wave.code[i] & kExitIndexMask].side;
  if (tag == ExitTag::Door || tag == ExitTag::Wall)
    hit.t = static_cast<float>(plane_t(rays.level, hit.side, glm::dvec3(segment.from), glm::dvec3(segment.to)));
  else
    hit = exact_segment(rays.level, segment, rays.options);
}

inline void finish_wave(const WaveRays& rays, const Wave& wave) noexcept {
  std::array<std::uint16_t, kWave> unfinished;
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < rays.count; ++i) {
    unfinished[count] = static_cast<std::uint16_t>(i);
    count += write_hit(wave, i, rays.hits[i]);
  }
  for (std::uint32_t j = 0; j < count; ++j) finish_ray(rays, wave, unfinished[j]);
}

// Rays that still need a step of the fast walk.
inline std::uint32_t under_way(const Lists& lists) noexcept {
  return lists.count[kNeedCell] + lists.count[kNeedWide] + lists.count[kNeedNode] + lists.count[kNeedDoor];
}

// One step for every ray in `now`; `next` says what each needs then.
template <class F, bool kFirst>
void step_wave(const WaveRays& rays, Wave& wave, const Lists& now, Lists& next) noexcept {
  step_cells<F, kFirst>(rays, wave, now, next);
  step_wide_cells<F, kFirst>(rays, wave, now, next);
  step_nodes(rays, wave, now, next);
  step_doors(rays, wave, now, next);
}

template <class F>
void trace_wave(const WaveRays& rays) noexcept {
  Wave wave;
  std::array<Lists, 2> lists;
  const std::uint32_t limit = step_limit(rays.level, rays.options);
  start_wave(rays, wave, lists[0]);
  step_wave<F, true>(rays, wave, lists[0], lists[1]);
  std::uint32_t now = 1;
  for (std::uint32_t steps = 1; under_way(lists[now]) > 0 && steps < limit; ++steps, now ^= 1u) {
    lists[now ^ 1u].count = {};
    step_wave<F, false>(rays, wave, lists[now], lists[now ^ 1u]);
  }
  for (const Need need : {kNeedCell, kNeedWide, kNeedNode, kNeedDoor})  // out of steps: let the exact walk count them
    for (std::uint32_t j = 0; j < lists[now].count[need]; ++j) wave.code[lists[now].ray[need][j]] = kExitExact;
  finish_wave(rays, wave);
}

template <class F>
void trace_all(const Level& level, std::span<const Segment> segments, std::span<SegmentHit> hits,
               const TraceOptions& options) noexcept {
  const Tables tables(level, options);
  for (std::size_t first = 0; first < segments.size(); first += kWave) {
    const std::size_t count = std::min(kWave, segments.size() - first);
    trace_wave<F>({level, tables, options, segments.data() + first, hits.data() + first,
                   static_cast<std::uint32_t>(count)});
  }
}

}  // namespace
}  // namespace playset
