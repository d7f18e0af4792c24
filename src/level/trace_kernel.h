// The fast walk, written once for any number of rays side by side (V::kWidth): each step finds the exit of a cell, or doubts.
//
// A cell's faces are planes; the exit is the nearest plane ahead. The step is sure when the exit point, anywhere within the
// rounding and bend of its plane, lies inside every other plane by more than theirs: then the exact ray leaves through that
// face too. Rays in doubt are answered by the exact walk from their start.
//
// A batch goes in waves. All rays of a wave take one step, V::kWidth at a time, and are listed for what they need next: a
// step of a cell, of a wide cell, of a face's node, a door, or nothing. Hardly a branch depends on a ray.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "level/exact_walk.h"
#include "level/format.h"
#include "level/trace_batch.h"

namespace playset {
namespace {

inline constexpr std::uint32_t kWave = 256;      // rays under way at a time
inline constexpr float kFar = 1e15f;             // beyond every plane and cut
inline constexpr float kParallel = -1e-20f;      // n.dir above this never leaves
inline constexpr int kMaxWideBlocks = 8;         // cells of more faces are rough
inline constexpr float kDrift = 0x1.8p-19f;      // m of error per m along the ray's longest axis: 16 roundings on each axis
inline constexpr float kRefineNear = 1536.0f;    // t from floats needs this many tolerances to the plane

// Stands in where a wide cell has fewer blocks than its neighbours in the group: no face, never an exit.
inline constexpr HotBlock kNoFaces = [] {
  HotBlock block{};
  block.w.fill(kFar);
  block.exit.fill(kExitExact);
  return block;
}();

// What the last step said of a ray.
struct RayState {
  float t;             // where it leaves the cell
  std::uint32_t code;  // where to
  float slack;         // m: how far off its exit plane may be
  float speed;         // m per t towards that plane
};

template <int kWidth>
struct RayList {
  std::array<std::uint16_t, kWave + kWidth> ray;
  std::uint32_t count = 0;
};

// Rays by what they need next.
template <int kWidth>
struct Lists {
  RayList<kWidth> cell, wide, node, door;
  [[nodiscard]] bool empty() const noexcept { return (cell.count | wide.count | node.count | door.count) == 0; }
};

// One ray at a time in plain C++: the reference for every other instruction set, and what ends a batch.
struct Plain {
  static constexpr std::uint32_t kWidth = 1;
  static constexpr std::uint32_t kAllLanes = 1;
  using F = float;
  using Count = std::uint32_t;

  static F all(float x) noexcept { return x; }
  static F bits(std::uint32_t x) noexcept { return std::bit_cast<float>(x); }
  static F abs(F x) noexcept { return std::fabs(x); }
  // Finite and within +-kLevelLimit; quiet about what is no number.
  static bool in_grid(const Segment& s) noexcept {
    constexpr auto limit = static_cast<float>(kLevelLimit);
    bool ok = true;
    for (const glm::vec3& p : {s.from, s.to})
      ok = ok && std::islessequal(std::fabs(p.x), limit) && std::islessequal(std::fabs(p.y), limit) &&
           std::islessequal(std::fabs(p.z), limit);
    return ok;
  }
  static bool all_true(bool mask) noexcept { return mask; }
  // Nearest multiple of 2^-18 m: the segment that is answered, here as in to_ray_units.
  static F to_ray_grid(F x) noexcept { return std::nearbyint(x * 0x1p18f) * 0x1p-18f; }
  static F min(F a, F b) noexcept { return a < b ? a : b; }
  static F max(F a, F b) noexcept { return a > b ? a : b; }
  static bool less(F a, F b) noexcept { return a < b; }
  static bool both(bool a, bool b) noexcept { return a && b; }
  static F select(bool mask, F yes, F no) noexcept {
    return std::bit_cast<float>(mask ? std::bit_cast<std::uint32_t>(yes) : std::bit_cast<std::uint32_t>(no));
  }
  static Count zero_count() noexcept { return 0; }
  static Count count_not_above(F a, F b, Count count) noexcept { return count + (a > b ? 0u : 1u); }
  static Count add(Count a, Count b) noexcept { return a + b; }
  static bool is_one(Count count) noexcept { return count == 1; }
  static bool in_range(F code, std::uint32_t first, std::uint32_t limit) noexcept {
    const auto x = std::bit_cast<std::uint32_t>(code);
    return x >= first && x < limit;
  }
  static std::uint32_t mask(bool lanes) noexcept { return lanes ? 1u : 0u; }
  static F index_bits(F code) noexcept { return bits(std::bit_cast<std::uint32_t>(code) & kExitIndexMask); }
  static F load_bits(const std::uint32_t* p) noexcept { return bits(*p); }
  static void store_hits(F t, F side, F cell, F kind, SegmentHit* hits) noexcept {
    *hits = {t, std::bit_cast<std::uint32_t>(side), std::bit_cast<std::uint32_t>(cell),
             static_cast<HitKind>(std::bit_cast<std::uint32_t>(kind)), {}};
  }
  static std::uint32_t below(F code, std::uint32_t limit) noexcept { return std::bit_cast<std::uint32_t>(code) < limit; }

  // Eight floats of each row, starting at `first`.
  static void load_rows(const float* const* rows, int first, F* out) noexcept {
    for (int i = 0; i < 8; ++i) out[i] = rows[0][first + i];
  }
  static void load_states(const float* const* rows, F* out) noexcept {
    for (int i = 0; i < 4; ++i) out[i] = rows[0][i];
  }
  static void store_states(F t, F code, F slack, F speed, RayState* const* rows) noexcept {
    *rows[0] = {t, std::bit_cast<std::uint32_t>(code), slack, speed};
  }

  // Signed 16-bit numbers, a tolerance and flags packed into a float's bits.
  static F low_half(F x) noexcept { return static_cast<float>(static_cast<std::int16_t>(std::bit_cast<std::uint32_t>(x))); }
  static F high_half(F x) noexcept {
    return static_cast<float>(static_cast<std::int16_t>(std::bit_cast<std::uint32_t>(x) >> 16));
  }
  static F tolerance_units(F x) noexcept {
    return static_cast<float>(std::bit_cast<std::uint32_t>(x) >> (16 + kBlockFaces));
  }
  static F where_flag(F x, int bit, float value) noexcept {
    return (std::bit_cast<std::uint32_t>(x) >> bit) & 1u ? value : 0.0f;
  }

  static void append(RayList<1>& list, const std::uint16_t* ids, std::uint32_t mask) noexcept {
    list.ray[list.count] = ids[0];
    list.count += mask;
  }
};

struct Wave {
  std::array<RayState, kWave> state;
  std::array<std::uint32_t, kWave> cell;  // where each ray is
};

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
};

inline void prefetch_block(const HotBlock* block) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(block);
  __builtin_prefetch(reinterpret_cast<const char*>(block) + 64);
#else
  (void)block;
#endif
}

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
};

// The faces of one block for a group: distance at t is a + t * b, give or take tolerance.
template <class V>
struct Faces {
  typename V::F a[kBlockFaces], b[kBlockFaces], tolerance[kBlockFaces];
};

// The exit so far.
template <class V>
struct Exit {
  typename V::F a = V::all(kFar), speed = V::all(1.0f), tolerance = V::all(0.0f), code = V::bits(kExitExact);
  typename V::F start_clear = V::all(kFar), end_clear = V::all(kFar);  // least distance inside, less the tolerance
};

// Looks at one block's six faces; the nearest exit is kept by comparing a / speed crosswise, without a division.
template <class V, bool kBent>
[[gnu::always_inline]] inline void look_at_block(const float* const* blocks, const Group<V>& ray, float bend,
                                                 Faces<V>& faces, Exit<V>& exit) noexcept {
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
    const F tolerance = kBent ? rounding + V::where_flag(tail[7], 16 + f, bend) : rounding;  // one for all where none is bent
    const F speed = V::all(0.0f) - b;
    const auto nearer = V::both(V::less(b, V::all(kParallel)), V::less(a * exit.speed, exit.a * speed));
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

// How many faces the exit point is not surely inside of; the exit's own is always one. With the exit at t = a / speed, face
// i is cleared by (a_i + t b_i - tolerance) > |b_i| slack / speed; both sides are taken times speed.
template <class V>
[[gnu::always_inline]] inline typename V::Count count_unclear(const Faces<V>& faces, const Exit<V>& exit,
                                                              typename V::F drifted, typename V::F slack) noexcept {
  using F = typename V::F;
  typename V::Count unclear = V::zero_count();
  for (int f = 0; f < kBlockFaces; ++f) {
    const F inside = (faces.a[f] - (faces.tolerance[f] + drifted)) * exit.speed + exit.a * faces.b[f];
    unclear = V::count_not_above(inside, V::abs(faces.b[f]) * slack, unclear);
  }
  return unclear;
}

template <class V>
struct Step {
  typename V::F t, code, slack, speed;
};

// Leaves the cells of a group. kFirst: the start must lie inside for sure. blocks[i] are the rows of the i-th block.
template <class V, bool kFirst, bool kBent, int kMaxBlocks>
[[gnu::always_inline]] inline Step<V> leave_cells(const float* const (*blocks)[V::kWidth], int count,
                                                  const Group<V>& ray, float bend) noexcept {
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
  for (int i = 0; i < n; ++i) unclear = V::add(unclear, count_unclear<V>(faces[i], exit, drifted, slack));
  const F past = exit.a - exit.speed + slack + ray.drift;
  const auto leaves = V::both(V::both(V::is_one(unclear), V::less(past, V::all(0.0f))), V::less(exit.a, exit.speed));
  const auto ends = V::less(ray.drift, exit.end_clear);
  F code = V::select(ends, V::bits(kExitEnd), V::select(leaves, exit.code, V::bits(kExitExact)));
  if (kFirst) code = V::select(V::less(V::all(0.0f), exit.start_clear), code, V::bits(kExitExact));
  return {t, code, slack, exit.speed};
}

// Follows one node of a face for a group; the hit is at from + t * dir.
template <class V>
[[gnu::always_inline]] inline typename V::F follow_nodes(const float* const* nodes, const Group<V>& ray,
                                                         const Step<V>& last) noexcept {
  using F = typename V::F;
  F p[16];
  V::load_rows(nodes, 0, p);      // n, four cuts, child 0
  V::load_rows(nodes, 8, p + 8);  // children 1 to 4, ref.x | ref.y << 16, ref.z | bent << 16, unused
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

// One batch of at most kWave rays.
struct WaveRays {
  const Level& level;
  const Tables& tables;
  const TraceOptions& options;
  const Segment* segments;
  SegmentHit* hits;
  std::uint32_t count;
  std::uint32_t behind;  // segments that follow those of this wave
};

// Fetches the block that segment i of the wave starts in; i may lie in the next wave, while this one is under way.
inline void prefetch_start(const Tables& tables, const Segment* segments, std::uint32_t i) noexcept {
  const std::uint32_t cell = segments[i].cell;
  prefetch_block(tables.blocks + (cell < tables.first_wide ? cell : 0));
}

// The rays of one group: V::kWidth ids, of which `valid` has one bit for each that counts.
template <class V>
struct GroupRays {
  const std::uint16_t* ids;
  std::uint32_t valid;

  GroupRays(const RayList<V::kWidth>& list, std::uint32_t first) noexcept : ids(list.ray.data() + first) {
    const std::uint32_t left = list.count - first;
    valid = left >= V::kWidth ? V::kAllLanes : (1u << left) - 1u;
  }
};

// Fills the last group up by repeating its first ray.
template <int kWidth>
void pad_list(RayList<kWidth>& list) noexcept {
  const std::uint32_t last_group = list.count - list.count % kWidth;
  for (std::uint32_t k = list.count; k < last_group + kWidth; ++k) list.ray[k] = list.ray[last_group];
}

// Lists a group's rays by the codes of their last step.
template <class V>
[[gnu::always_inline]] inline void list_group(const Tables& tables, const GroupRays<V>& rays, typename V::F code,
                                              Lists<V::kWidth>& lists) noexcept {
  const std::uint32_t cell = V::below(code, tables.first_wide);
  const std::uint32_t wide = V::below(code, tables.first_rough) & ~cell;
  const std::uint32_t node = V::below(code, make_exit(ExitTag::Door, 0)) & ~V::below(code, make_exit(ExitTag::Node, 0));
  const std::uint32_t door = V::below(code, make_exit(ExitTag::End, 0)) & ~V::below(code, make_exit(ExitTag::Door, 0));
  V::append(lists.cell, rays.ids, cell & rays.valid);
  if ((wide | node | door) == 0) return;
  V::append(lists.wide, rays.ids, wide & rays.valid);
  V::append(lists.node, rays.ids, node & rays.valid);
  V::append(lists.door, rays.ids, door & rays.valid);
}

template <class V>
[[gnu::always_inline]] inline void keep_group(Wave& wave, const GroupRays<V>& rays, const Step<V>& step) noexcept {
  RayState* states[V::kWidth];
  for (std::uint32_t l = 0; l < V::kWidth; ++l) states[l] = &wave.state[rays.ids[l]];
  V::store_states(step.t, step.code, step.slack, step.speed, states);
}

template <class V, bool kFirst, bool kBent>
void step_cells(const WaveRays& rays, Wave& wave, const RayList<V::kWidth>& list, Lists<V::kWidth>& next) noexcept {
  const Tables tables = rays.tables;
  for (std::uint32_t j = 0; j < list.count; j += V::kWidth) {
    const GroupRays<V> group(list, j);
    const float* segments[V::kWidth];
    const float* blocks[1][V::kWidth];
    for (std::uint32_t l = 0; l < V::kWidth; ++l) {
      const std::uint32_t i = group.ids[l];
      const std::uint32_t cell = wave.state[i].code;
      wave.cell[i] = cell;
      segments[l] = &rays.segments[i].from.x;
      blocks[0][l] = tables.blocks[cell].nx.data();
    }
    const Step<V> step = leave_cells<V, kFirst, kBent, 1>(blocks, 1, Group<V>(segments), tables.bend);
    if (kFirst)  // memory works for the next wave meanwhile
      for (std::uint32_t i = j; i < j + V::kWidth && i < rays.behind; ++i)
        prefetch_start(tables, rays.segments + rays.count, i);
    keep_group(wave, group, step);
    list_group(tables, group, step.code, next);
  }
}

template <class V, bool kFirst, bool kBent>
void step_wide_cells(const WaveRays& rays, Wave& wave, const RayList<V::kWidth>& list, Lists<V::kWidth>& next) noexcept {
  const Tables tables = rays.tables;
  for (std::uint32_t j = 0; j < list.count; j += V::kWidth) {
    const GroupRays<V> group(list, j);
    const float* segments[V::kWidth];
    const float* blocks[kMaxWideBlocks][V::kWidth];
    std::uint32_t most = 0;
    for (std::uint32_t l = 0; l < V::kWidth; ++l) {
      const std::uint32_t i = group.ids[l];
      wave.cell[i] = wave.state[i].code;
      segments[l] = &rays.segments[i].from.x;
      const WideCell wide = tables.wide[wave.cell[i] - tables.first_wide];
      for (std::uint32_t b = 0; b < kMaxWideBlocks; ++b)
        blocks[b][l] = b < wide.block_count ? tables.blocks[wide.first_block + b].nx.data() : kNoFaces.nx.data();
      most = wide.block_count > most ? wide.block_count : most;
    }
    const Step<V> step = leave_cells<V, kFirst, kBent, kMaxWideBlocks>(blocks, static_cast<int>(most),
                                                                      Group<V>(segments), tables.bend);
    keep_group(wave, group, step);
    list_group(tables, group, step.code, next);
  }
}

template <class V>
void step_nodes(const WaveRays& rays, Wave& wave, const RayList<V::kWidth>& list, Lists<V::kWidth>& next) noexcept {
  const Tables tables = rays.tables;
  for (std::uint32_t j = 0; j < list.count; j += V::kWidth) {
    const GroupRays<V> group(list, j);
    const float* segments[V::kWidth];
    const float* nodes[V::kWidth];
    const float* states[V::kWidth];
    for (std::uint32_t l = 0; l < V::kWidth; ++l) {
      const std::uint32_t i = group.ids[l];
      segments[l] = &rays.segments[i].from.x;
      states[l] = &wave.state[i].t;
      nodes[l] = tables.nodes[wave.state[i].code & kExitIndexMask].n.data();
    }
    typename V::F last[4];
    V::load_states(states, last);
    Step<V> step{last[0], last[1], last[2], last[3]};
    step.code = follow_nodes<V>(nodes, Group<V>(segments), step);
    keep_group(wave, group, step);
    list_group(tables, group, step.code, next);
  }
}

// Open doors lead on; a closed one is the hit and needs nothing more.
template <int kWidth>
void step_doors(const WaveRays& rays, Wave& wave, const RayList<kWidth>& list, Lists<kWidth>& next) noexcept {
  for (std::uint32_t j = 0; j < list.count; ++j) {
    const std::uint16_t i = list.ray[j];
    const DoorPortal& portal = rays.tables.portals[wave.state[i].code & kExitIndexMask];
    if (rays.tables.doors != nullptr && is_closed(*rays.tables.doors, portal.door)) continue;
    wave.state[i].code = portal.cell;
    RayList<kWidth>* const to = portal.cell < rays.tables.first_wide    ? &next.cell
                                : portal.cell < rays.tables.first_rough ? &next.wide
                                                                        : nullptr;
    if (to != nullptr) to->ray[to->count++] = i;
  }
}

// The cell of a segment within the grid: its own word, else located. kNone where the exact walk shall say what is wrong.
inline std::uint32_t find_start(const Level& level, const Segment& segment) noexcept {
  if (segment.cell < level.cell_count()) return segment.cell;
  return locate_rounded(level, to_ray_units(glm::dvec3(segment.from)), kNone);
}

// Every ray starts as if it had just entered its cell; what has none, or is not within the grid, goes to the exact walk.
template <class V>
void start_wave(const WaveRays& rays, Wave& wave, Lists<V::kWidth>& lists) noexcept {
  const Tables tables = rays.tables;
  std::uint32_t highest = 0;
  auto in_grid = V::in_grid(rays.segments[0]);
  for (std::uint32_t i = 0; i < rays.count; ++i) {
    const std::uint32_t cell = rays.segments[i].cell;
    in_grid = V::both(in_grid, V::in_grid(rays.segments[i]));
    highest = cell > highest ? cell : highest;
    wave.state[i] = {0.0f, cell, 0.0f, 0.0f};
    lists.cell.ray[i] = static_cast<std::uint16_t>(i);
  }
  lists.cell.count = rays.count;
  if (highest < tables.first_wide && V::all_true(in_grid)) return;
  lists.cell.count = 0;
  for (std::uint32_t i = 0; i < rays.count; ++i) {
    const std::uint32_t cell = V::all_true(V::in_grid(rays.segments[i])) ? find_start(rays.level, rays.segments[i]) : kNone;
    RayList<V::kWidth>& to = cell < tables.first_wide ? lists.cell : lists.wide;
    if (cell < tables.first_rough) to.ray[to.count++] = static_cast<std::uint16_t>(i);
    wave.cell[i] = cell;
    wave.state[i].code = cell < tables.first_rough ? cell : kExitExact;
  }
}

template <int kWidth>
void prefetch_next(const Tables& tables, const Wave& wave, const Lists<kWidth>& lists) noexcept {
  for (std::uint32_t j = 0; j < lists.cell.count; ++j) prefetch_block(tables.blocks + wave.state[lists.cell.ray[j]].code);
}

// What the fast walk leaves: closed doors, doubts, and times from planes too near or bent.
inline void finish_slowly(const WaveRays& rays, const Wave& wave, std::uint32_t i) noexcept {
  SegmentHit& hit = rays.hits[i];
  const Segment& segment = rays.segments[i];
  const std::uint32_t code = wave.state[i].code;
  const ExitTag tag = exit_tag(code);
  if (tag != ExitTag::Door && tag != ExitTag::Wall) {
    hit = exact_segment(rays.level, segment, rays.options);
    return;
  }
  const std::uint32_t index = code & kExitIndexMask;
  hit.kind = tag == ExitTag::Door ? HitKind::Door : HitKind::Wall;
  hit.side = tag == ExitTag::Door ? rays.tables.portals[index].side : index;
  hit.t = static_cast<float>(plane_t(rays.level, hit.side, glm::dvec3(segment.from), glm::dvec3(segment.to)));
}

// Writes a group's hits as far as floats can say; answers which rays need finish_slowly.
template <class V>
[[gnu::always_inline]] inline std::uint32_t write_hits(const WaveRays& rays, const Wave& wave, std::uint32_t first,
                                                       float bent_slack) noexcept {
  using F = typename V::F;
  const float* states[V::kWidth];
  for (std::uint32_t l = 0; l < V::kWidth; ++l) states[l] = &wave.state[first + l].t;
  F state[4];  // t, code, slack, speed
  V::load_states(states, state);
  const auto wall = V::in_range(state[1], make_exit(ExitTag::Wall, 0), make_exit(ExitTag::Node, 0));
  const auto end = V::in_range(state[1], kExitEnd, kExitExact);
  const F t = V::select(end, V::all(1.0f), state[0]);
  const F side = V::select(wall, V::index_bits(state[1]), V::bits(kNone));
  const F kind = V::select(wall, V::bits(static_cast<std::uint32_t>(HitKind::Wall)), V::bits(0));
  V::store_hits(t, side, V::load_bits(&wave.cell[first]), kind, rays.hits + first);
  const auto precise = V::both(V::less(V::all(kRefineNear) * state[2], state[0] * state[3]),
                               V::less(state[2], V::all(bent_slack)));
  return ~(V::mask(end) | (V::mask(wall) & V::mask(precise))) & V::kAllLanes;
}

// Writes all hits. Full groups go side by side, the rest of the last one by one.
template <class V>
void finish_wave(const WaveRays& rays, const Wave& wave) noexcept {
  const float bent_slack = rays.tables.bend > 0.0f ? rays.tables.bend : kFar;
  RayList<V::kWidth> unfinished;
  std::uint32_t i = 0;
  for (; i + V::kWidth <= rays.count; i += V::kWidth) {
    const std::uint32_t mask = write_hits<V>(rays, wave, i, bent_slack);
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
      unfinished.ray[unfinished.count++] = static_cast<std::uint16_t>(i + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
  for (; i < rays.count; ++i)
    if (write_hits<Plain>(rays, wave, i, bent_slack) != 0) unfinished.ray[unfinished.count++] = static_cast<std::uint16_t>(i);
  for (std::uint32_t j = 0; j < unfinished.count; ++j) finish_slowly(rays, wave, unfinished.ray[j]);
}

// One step for every ray in `now`; `next` says what each needs then.
template <class V, bool kFirst, bool kBent>
void step_wave(const WaveRays& rays, Wave& wave, Lists<V::kWidth>& now, Lists<V::kWidth>& next) noexcept {
  pad_list(now.cell);
  pad_list(now.wide);
  pad_list(now.node);
  step_cells<V, kFirst, kBent>(rays, wave, now.cell, next);
  step_wide_cells<V, kFirst, kBent>(rays, wave, now.wide, next);
  step_nodes<V>(rays, wave, now.node, next);
  step_doors(rays, wave, now.door, next);
  prefetch_next(rays.tables, wave, next);
}

template <class V, bool kBent>
void trace_wave(const WaveRays& rays) noexcept {
  Wave wave;
  Lists<V::kWidth> lists[2];
  const std::uint32_t limit = step_limit(rays.level, rays.options);
  start_wave<V>(rays, wave, lists[0]);
  step_wave<V, true, kBent>(rays, wave, lists[0], lists[1]);
  std::uint32_t now = 1;
  for (std::uint32_t steps = 1; !lists[now].empty() && steps < limit; ++steps, now ^= 1u) {
    Lists<V::kWidth>& next = lists[now ^ 1u];
    next.cell.count = next.wide.count = next.node.count = next.door.count = 0;
    step_wave<V, false, kBent>(rays, wave, lists[now], next);
  }
  // Out of steps: the exact walk counts them.
  for (const RayList<V::kWidth>* list : {&lists[now].cell, &lists[now].wide, &lists[now].node, &lists[now].door})
    for (std::uint32_t j = 0; j < list->count; ++j) wave.state[list->ray[j]].code = kExitExact;
  finish_wave<V>(rays, wave);
}

template <class V>
void trace_all(const Level& level, std::span<const Segment> segments, std::span<SegmentHit> hits,
               const TraceOptions& options) noexcept {
  const Tables tables(level, options);
  for (std::size_t first = 0; first < segments.size(); first += kWave) {
    const std::size_t left = segments.size() - first;
    const std::uint32_t count = left < kWave ? static_cast<std::uint32_t>(left) : kWave;
    const std::size_t behind = left - count;
    const WaveRays rays{level, tables, options, segments.data() + first, hits.data() + first, count,
                        behind < kWave ? static_cast<std::uint32_t>(behind) : kWave};
    if (first == 0)
      for (std::uint32_t i = 0; i < count; ++i) prefetch_start(tables, rays.segments, i);
    if (tables.bend > 0.0f)
      trace_wave<V, true>(rays);
    else
      trace_wave<V, false>(rays);
  }
}

}  // namespace
}  // namespace playset
