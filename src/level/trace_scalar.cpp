// The fast walk in plain C++, one ray at a time: the reference for every other instruction set, and
// the only one elsewhere.
#include "level/trace_wave.h"

namespace playset {
namespace {

// Leaves the cell that the ray is in, or follows the node it is at. False where it is neither.
template <bool kBent>
bool step_one(const WaveRays& rays, RayState& state, std::uint32_t& cell, const Group<Plain>& ray,
              bool first) noexcept {
  const Tables& tables = rays.tables;
  const float* rows[kMaxWideBlocks][1];
  Step<Plain> step{state.t, std::bit_cast<float>(state.code), state.slack, state.speed};
  if (state.code < tables.first_wide) {
    cell = state.code;
    rows[0][0] = tables.blocks[cell].nx.data();
    step = first ? leave_cells<Plain, true, kBent, 1>(rows, 1, ray, tables.bend)
                 : leave_cells<Plain, false, kBent, 1>(rows, 1, ray, tables.bend);
  } else if (state.code < tables.first_rough) {
    cell = state.code;
    const WideCell wide = tables.wide[cell - tables.first_wide];
    for (std::uint32_t b = 0; b < wide.block_count; ++b)
      rows[b][0] = tables.blocks[wide.first_block + b].nx.data();
    const int count = static_cast<int>(wide.block_count);
    step = first ? leave_cells<Plain, true, kBent, kMaxWideBlocks>(rows, count, ray, tables.bend)
                 : leave_cells<Plain, false, kBent, kMaxWideBlocks>(rows, count, ray, tables.bend);
  } else if (exit_tag(state.code) == ExitTag::Node) {
    const float* const node[1] = {tables.nodes[state.code & kExitIndexMask].n.data()};
    step.code = follow_nodes<Plain>(node, ray, step);
  } else {
    return false;
  }
  state = {step.t, std::bit_cast<std::uint32_t>(step.code), step.slack, step.speed};
  return true;
}

// Open doors lead on.
bool pass_door(const WaveRays& rays, RayState& state) noexcept {
  if (exit_tag(state.code) != ExitTag::Door) return false;
  const DoorPortal& portal = rays.tables.portals[state.code & kExitIndexMask];
  if (rays.tables.doors != nullptr && is_closed(*rays.tables.doors, portal.door)) return false;
  state.code = portal.cell;
  return true;
}

template <bool kBent>
void walk_one(const WaveRays& rays, Wave& wave) noexcept {
  const float* const row[1] = {&rays.segments->from.x};
  const Group<Plain> ray(row);
  RayState& state = wave.state[0];
  const std::uint32_t limit = step_limit(rays.level, rays.options);
  for (std::uint32_t steps = 0; steps < limit; ++steps)
    if (!pass_door(rays, state) && !step_one<kBent>(rays, state, wave.cell[0], ray, steps == 0))
      return;
  // which counts cells alone
  if (exit_tag(state.code) != ExitTag::Wall && state.code != kExitEnd) state.code = kExitExact;
}

}  // namespace

SegmentHit trace_one(const Level& level, const Segment& segment,
                     const TraceOptions& options) noexcept {
  SegmentHit hit;
  const Tables tables(level, options);
  const WaveRays rays{level, tables, options, &segment, &hit, 1, 0};
  Wave wave;
  Lists<1> lists;
  start_wave<Plain>(rays, wave, lists);
  if (wave.state[0].code != kExitExact)
    tables.bend > 0.0f ? walk_one<true>(rays, wave) : walk_one<false>(rays, wave);
  finish_wave<Plain>(rays, wave);
  return hit;
}

void trace_batch_scalar(const Level& level, std::span<const Segment> segments,
                        std::span<SegmentHit> hits, const TraceOptions& options) noexcept {
  trace_all<Plain>(level, segments, hits, options);
}

}  // namespace playset
