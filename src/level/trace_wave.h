// The fast walk of a batch: waves of rays that take one step together, V::kWidth at a time.
//
// After a step every ray is listed for what it needs next: a step of a cell, of a wide cell, of a
// face's node, a door, or nothing. Hardly a branch depends on a ray, and memory fetches the cells
// of the next wave meanwhile.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "level/exact_walk.h"
#include "level/format.h"
#include "level/prefetch.h"
#include "level/trace_batch.h"
#include "level/trace_step.h"

namespace playset {
namespace {

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
  prefetch(block);
  prefetch(reinterpret_cast<const char*>(block) + 64);
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

// Fetches the block that segment i of the wave starts in; i may lie in the next wave, while this
// one is under way.
inline void prefetch_start(const Tables& tables, const Segment* segments,
                           std::uint32_t i) noexcept {
  const std::uint32_t cell = segments[i].cell;
  prefetch_block(tables.blocks + (cell < tables.first_wide ? cell : 0));
}

// The rays of one group: V::kWidth ids, of which `valid` has one bit for each that counts.
template <class V>
struct GroupRays {
  const std::uint16_t* ids;
  std::uint32_t valid;

  GroupRays(const RayList<V::kWidth>& list, std::uint32_t first) noexcept
      : ids(list.ray.data() + first) {
    const std::uint32_t left = list.count - first;
    valid = left >= V::kWidth ? V::kAllLanes : (1u << left) - 1u;
  }
};

// Fills the last group up by repeating its first ray.
template <int kWidth>
void pad_list(RayList<kWidth>& list) noexcept {
  const std::uint32_t last_group = list.count - list.count % kWidth;
  for (std::uint32_t k = list.count; k < last_group + kWidth; ++k)
    list.ray[k] = list.ray[last_group];
}

// Lists a group's rays by the codes of their last step.
template <class V>
[[gnu::always_inline]] inline void list_group(const Tables& tables, const GroupRays<V>& rays,
                                              typename V::F code,
                                              Lists<V::kWidth>& lists) noexcept {
  const std::uint32_t cell = V::below(code, tables.first_wide);
  const std::uint32_t wide = V::below(code, tables.first_rough) & ~cell;
  const std::uint32_t node =
      V::below(code, make_exit(ExitTag::Door, 0)) & ~V::below(code, make_exit(ExitTag::Node, 0));
  const std::uint32_t door =
      V::below(code, make_exit(ExitTag::End, 0)) & ~V::below(code, make_exit(ExitTag::Door, 0));
  V::append(lists.cell, rays.ids, cell & rays.valid);
  if ((wide | node | door) == 0) return;
  V::append(lists.wide, rays.ids, wide & rays.valid);
  V::append(lists.node, rays.ids, node & rays.valid);
  V::append(lists.door, rays.ids, door & rays.valid);
}

template <class V>
[[gnu::always_inline]] inline void keep_group(Wave& wave, const GroupRays<V>& rays,
                                              const Step<V>& step) noexcept {
  RayState* states[V::kWidth];
  for (std::uint32_t l = 0; l < V::kWidth; ++l) states[l] = &wave.state[rays.ids[l]];
  V::store_states(step.t, step.code, step.slack, step.speed, states);
}

template <class V, bool kFirst, bool kBent>
void step_cells(const WaveRays& rays, Wave& wave, const RayList<V::kWidth>& list,
                Lists<V::kWidth>& next) noexcept {
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
    const Step<V> step =
        leave_cells<V, kFirst, kBent, 1>(blocks, 1, Group<V>(segments), tables.bend);
    if (kFirst)  // memory works for the next wave meanwhile
      for (std::uint32_t i = j; i < j + V::kWidth && i < rays.behind; ++i)
        prefetch_start(tables, rays.segments + rays.count, i);
    keep_group(wave, group, step);
    list_group(tables, group, step.code, next);
  }
}

template <class V, bool kFirst, bool kBent>
void step_wide_cells(const WaveRays& rays, Wave& wave, const RayList<V::kWidth>& list,
                     Lists<V::kWidth>& next) noexcept {
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
        blocks[b][l] = b < wide.block_count ? tables.blocks[wide.first_block + b].nx.data()
                                            : kNoFaces.nx.data();
      most = wide.block_count > most ? wide.block_count : most;
    }
    const Step<V> step = leave_cells<V, kFirst, kBent, kMaxWideBlocks>(
        blocks, static_cast<int>(most), Group<V>(segments), tables.bend);
    keep_group(wave, group, step);
    list_group(tables, group, step.code, next);
  }
}

template <class V>
void step_nodes(const WaveRays& rays, Wave& wave, const RayList<V::kWidth>& list,
                Lists<V::kWidth>& next) noexcept {
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
void step_doors(const WaveRays& rays, Wave& wave, const RayList<kWidth>& list,
                Lists<kWidth>& next) noexcept {
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

// The cell of a segment within the grid: its own word, else located. kNone where the exact walk
// shall say what is wrong.
inline std::uint32_t find_start(const Level& level, const Segment& segment) noexcept {
  if (segment.cell < level.cell_count()) return segment.cell;
  return locate_rounded(level, to_ray_units(glm::dvec3(segment.from)), kNone);
}

// Every ray starts as if it had just entered its cell; what has none, or is not within the grid,
// goes to the exact walk.
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
    const std::uint32_t cell = V::all_true(V::in_grid(rays.segments[i]))
                                   ? find_start(rays.level, rays.segments[i])
                                   : kNone;
    RayList<V::kWidth>& to = cell < tables.first_wide ? lists.cell : lists.wide;
    if (cell < tables.first_rough) to.ray[to.count++] = static_cast<std::uint16_t>(i);
    wave.cell[i] = cell;
    wave.state[i].code = cell < tables.first_rough ? cell : kExitExact;
  }
}

template <int kWidth>
void prefetch_next(const Tables& tables, const Wave& wave, const Lists<kWidth>& lists) noexcept {
  for (std::uint32_t j = 0; j < lists.cell.count; ++j)
    prefetch_block(tables.blocks + wave.state[lists.cell.ray[j]].code);
}

// What the fast walk leaves: closed doors, doubts, and times from planes too near or bent. `hit` has
// its cell.
inline void finish_slowly(const Level& level, const Tables& tables, const Segment& segment,
                          const TraceOptions& options, const RayState& state,
                          SegmentHit& hit) noexcept {
  const ExitTag tag = exit_tag(state.code);
  if (tag != ExitTag::Door && tag != ExitTag::Wall) {
    hit = exact_segment(level, segment, options);
    return;
  }
  const std::uint32_t index = state.code & kExitIndexMask;
  hit.kind = tag == ExitTag::Door ? HitKind::Door : HitKind::Wall;
  hit.side = tag == ExitTag::Door ? tables.portals[index].side : index;
  hit.t = static_cast<float>(
      plane_t(level, hit.side, glm::dvec3(segment.from), glm::dvec3(segment.to)));
}

// Writes a group's hits as far as floats can say; answers which rays need finish_slowly.
template <class V>
[[gnu::always_inline]] inline std::uint32_t write_hits(const WaveRays& rays, const Wave& wave,
                                                       std::uint32_t first,
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
      unfinished.ray[unfinished.count++] =
          static_cast<std::uint16_t>(i + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }
  for (; i < rays.count; ++i)
    if (write_hits<Plain>(rays, wave, i, bent_slack) != 0)
      unfinished.ray[unfinished.count++] = static_cast<std::uint16_t>(i);
  for (std::uint32_t j = 0; j < unfinished.count; ++j) {
    const std::uint32_t ray = unfinished.ray[j];
    finish_slowly(rays.level, rays.tables, rays.segments[ray], rays.options, wave.state[ray],
                  rays.hits[ray]);
  }
}

// One step for every ray in `now`; `next` says what each needs then.
template <class V, bool kFirst, bool kBent>
void step_wave(const WaveRays& rays, Wave& wave, Lists<V::kWidth>& now,
               Lists<V::kWidth>& next) noexcept {
  pad_list(now.cell);
  pad_list(now.wide);
  pad_list(now.node);
  step_cells<V, kFirst, kBent>(rays, wave, now.cell, next);
  step_wide_cells<V, kFirst, kBent>(rays, wave, now.wide, next);
  step_nodes<V>(rays, wave, now.node, next);
  step_doors(rays, wave, now.door, next);
  prefetch_next(rays.tables, wave, next);
}

// Follows the rays of a wave from cell to cell; this one asks nothing.
struct NoVisit {
  void start(const WaveRays&, const Wave&) noexcept {}
  // After a step: the rays listed in `stepped` were in wave.cell and are leaving as wave.state says.
  // May take rays out of `next`.
  template <int kWidth>
  void step(const WaveRays&, Wave&, const Lists<kWidth>&, Lists<kWidth>&) noexcept {}
  // The wave's hits are written.
  void finish(const WaveRays&, const Wave&) noexcept {}
};

template <class V, bool kBent, class Visit>
void trace_wave(const WaveRays& rays, Visit& visit) noexcept {
  Wave wave;
  Lists<V::kWidth> lists[2];
  const std::uint32_t limit = step_limit(rays.level, rays.options);
  start_wave<V>(rays, wave, lists[0]);
  visit.start(rays, wave);
  step_wave<V, true, kBent>(rays, wave, lists[0], lists[1]);
  visit.step(rays, wave, lists[0], lists[1]);
  std::uint32_t now = 1;
  for (std::uint32_t steps = 1; !lists[now].empty() && steps < limit; ++steps, now ^= 1u) {
    Lists<V::kWidth>& next = lists[now ^ 1u];
    next.cell.count = next.wide.count = next.node.count = next.door.count = 0;
    step_wave<V, false, kBent>(rays, wave, lists[now], next);
    visit.step(rays, wave, lists[now], next);
  }
  // Out of steps: the exact walk counts them.
  for (const RayList<V::kWidth>* list :
       {&lists[now].cell, &lists[now].wide, &lists[now].node, &lists[now].door})
    for (std::uint32_t j = 0; j < list->count; ++j) wave.state[list->ray[j]].code = kExitExact;
  finish_wave<V>(rays, wave);
  visit.finish(rays, wave);
}

// Wave after wave; `hits` has room for `kWave` hits where kReuse, else for all.
template <class V, bool kReuse, class Visit>
void trace_all(const Level& level, std::span<const Segment> segments, SegmentHit* hits,
               const TraceOptions& options, Visit& visit) noexcept {
  const Tables tables(level, options);
  for (std::size_t first = 0; first < segments.size(); first += kWave) {
    const std::size_t left = segments.size() - first;
    const std::uint32_t count = left < kWave ? static_cast<std::uint32_t>(left) : kWave;
    const std::size_t behind = left - count;
    const WaveRays rays{level,
                        tables,
                        options,
                        segments.data() + first,
                        kReuse ? hits : hits + first,
                        count,
                        behind < kWave ? static_cast<std::uint32_t>(behind) : kWave};
    if (first == 0)
      for (std::uint32_t i = 0; i < count; ++i) prefetch_start(tables, rays.segments, i);
    if (tables.bend > 0.0f)
      trace_wave<V, true>(rays, visit);
    else
      trace_wave<V, false>(rays, visit);
  }
}

template <class V>
void trace_all(const Level& level, std::span<const Segment> segments, std::span<SegmentHit> hits,
               const TraceOptions& options) noexcept {
  NoVisit visit;
  trace_all<V, false>(level, segments, hits.data(), options, visit);
}

}  // namespace
}  // namespace playset
