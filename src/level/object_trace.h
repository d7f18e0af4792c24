// Traces among objects: the fast walk, followed by a look into the buckets of each cell it leaves.
//
// A hit counts in a cell that lists its object, from where the ray enters that cell to where it
// leaves it, give or take the rounding of both. The answer is the least such t, and so does not
// depend on the order of anything.
#pragma once

#include <algorithm>

#include "level/object_filter.h"
#include "level/object_shape.h"
#include "level/trace_wave.h"

namespace playset {

using ObjectBatch = void (*)(const ObjectStore& store, std::span<const Segment> segments,
                             std::span<ObjectHit> hits, const ObjectTraceOptions& options) noexcept;

void trace_objects_scalar(const ObjectStore& store, std::span<const Segment> segments,
                          std::span<ObjectHit> hits, const ObjectTraceOptions& options) noexcept;
void trace_objects_avx2(const ObjectStore& store, std::span<const Segment> segments,
                        std::span<ObjectHit> hits,
                        const ObjectTraceOptions& options) noexcept;  // where trace_has_avx2()

namespace {

// The part of a ray that lies in one cell.
struct CellPart {
  std::uint32_t cell;
  float enter, leave;
};

// One ray among objects: the nearest met so far.
struct NearestMet {
  float t;
  std::uint32_t object, cell;
};
inline constexpr NearestMet kNothingMet{2.0f, kNone, kNone};

// What one query looks for.
struct ObjectSearch {
  const ObjectStore& store;
  ShapePath path;
  std::uint32_t mask;
  ObjectId ignore;

  // Where the ray meets an object within the part; 2 where it does not. A ray that comes into the
  // cell inside the object meets it there.
  [[nodiscard]] float meet(std::uint32_t object, const CellPart& part) const noexcept {
    const ObjectSlot& slot = store.slots[object];
    const auto t = static_cast<float>(enter_shape(slot, path));
    if (t > part.leave || t > 1.0f) return kNothingMet.t;
    if (t >= part.enter) return t;
    const glm::dvec3 at = path.from + path.dir * double{part.enter};
    return nearest_of_shape(slot, at) == at ? part.enter : kNothingMet.t;
  }

  void look(const FatSegment& segment, const CellPart& part, NearestMet& met) const noexcept {
    const std::uint32_t head = store.cells[part.cell].head;
    if (head == kNone) return;
    const float limit = part.leave < met.t ? part.leave : met.t;
    for_each_candidate(
        store, head, segment, limit < 1.0f ? limit : 1.0f,
        [&](const ObjectBlock& block, std::uint32_t lane, float before) noexcept {
          const std::uint32_t object = block.object[lane];
          if ((block.mask[lane] & mask) == 0) return before;
          if (object == ignore.index && store.slots[object].generation == ignore.generation)
            return before;
          const float t = meet(object, part);
          if (t > 1.0f) return before;
          if (t < met.t || (t == met.t && object < met.object)) met = {t, object, part.cell};
          return met.t < before ? met.t : before;
        });
  }
};

// Follows the waves of a batch.
class ObjectVisit {
 public:
  ObjectVisit(const ObjectStore& store, std::span<ObjectHit> hits,
              const ObjectTraceOptions& options) noexcept
      : store_(store), options_(options), hits_(hits) {}

  void start(const WaveRays& rays, const Wave&) noexcept {
    for (std::uint32_t i = 0; i < rays.count; ++i) {
      met_[i] = kNothingMet;
      entry_[i] = {0.0f, 0, 0.0f, 1.0f};
    }
  }

  template <int kWidth>
  void step(const WaveRays& rays, Wave& wave, const Lists<kWidth>& stepped,
            Lists<kWidth>& next) noexcept {
    const bool stopped_in_cells = look_at(rays, wave, stepped.cell);
    const bool stopped_in_wide = look_at(rays, wave, stepped.wide);
    const bool stopped = stopped_in_cells || stopped_in_wide;
    if (!stopped) return;
    for (RayList<kWidth>* list : {&next.cell, &next.wide, &next.node, &next.door})
      drop_stopped(wave, *list);
  }

  void finish(const WaveRays& rays, const Wave& wave) noexcept {
    for (std::uint32_t i = 0; i < rays.count; ++i) {
      const std::uint32_t code = wave.state[i].code;
      const ExitTag tag = exit_tag(code);
      if (tag != ExitTag::Wall && tag != ExitTag::Door && code != kExitEnd) walk_exactly(rays, i);
      write(rays, i);
    }
    done_ += rays.count;
  }

 private:
  [[nodiscard]] ObjectSearch search(const WaveRays& rays, std::uint32_t i) const noexcept {
    const Segment& s = rays.segments[i];
    return {store_, ShapePath({glm::dvec3(s.from), glm::dvec3(s.to)}), options_.mask,
            options_.ignore.empty() ? ObjectId{} : options_.ignore[done_ + i]};
  }

  // Looks into the cells that the listed rays have just left. True where one has met its nearest.
  template <int kWidth>
  bool look_at(const WaveRays& rays, Wave& wave, const RayList<kWidth>& list) noexcept {
    bool stopped = false;
    for (std::uint32_t j = 0; j < list.count; ++j) {
      const std::uint32_t i = list.ray[j];
      if (store_.cells[wave.cell[i]].head != kNone && wave.state[i].code != kExitExact)
        stopped |= look_into(rays, wave, i);
      entry_[i] = wave.state[i];
    }
    return stopped;
  }

  bool look_into(const WaveRays& rays, Wave& wave, std::uint32_t i) noexcept {
    RayState& state = wave.state[i];
    const float doubt = state.slack / state.speed;
    const bool ends = state.code == kExitEnd;
    const CellPart part{wave.cell[i], entry_[i].t - entry_[i].slack / entry_[i].speed,
                        ends ? 1.0f : state.t + doubt};
    const Segment& s = rays.segments[i];
    search(rays, i).look(FatSegment(s.from, s.to, 0.0f), part, met_[i]);
    if (ends || met_[i].t > state.t - doubt) return false;
    state.code = kExitEnd;
    return true;
  }

  template <int kWidth>
  static void drop_stopped(const Wave& wave, RayList<kWidth>& list) noexcept {
    std::uint32_t kept = 0;
    for (std::uint32_t j = 0; j < list.count; ++j) {
      list.ray[kept] = list.ray[j];
      kept += wave.state[list.ray[j]].code != kExitEnd ? 1u : 0u;
    }
    list.count = kept;
  }

  // For rays that the fast walk was not sure of: all over again.
  void walk_exactly(const WaveRays& rays, std::uint32_t i) noexcept {
    const Segment& s = rays.segments[i];
    const ObjectSearch looking = search(rays, i);
    const double length = std::sqrt(looking.path.dd);
    const float doubt = 1e-6f + (length > 0.0 ? static_cast<float>(0x1p-15 / length) : 0.0f);
    met_[i] = kNothingMet;
    ExactWalk walk(rays.level, looking.path.from, glm::dvec3(s.to), s.cell, rays.options);
    const FatSegment segment(s.from, s.to, 0.0f);
    float enter = 0.0f;
    while (!walk.over() && met_[i].t > enter - doubt) {
      walk.advance();
      const auto leave = static_cast<float>(walk.hit.t);
      looking.look(segment, {walk.left, enter - doubt, leave + doubt}, met_[i]);
      enter = leave;
    }
  }

  void write(const WaveRays& rays, std::uint32_t i) noexcept {
    const SegmentHit& wall = rays.hits[i];
    const NearestMet& met = met_[i];
    constexpr std::array<WorldHitKind, 6> kinds = {WorldHitKind::None,    WorldHitKind::Surface,
                                                   WorldHitKind::Door,    WorldHitKind::Outside,
                                                   WorldHitKind::Refused, WorldHitKind::Refused};
    const bool blocked = wall.kind == HitKind::Wall || wall.kind == HitKind::Door;
    ObjectHit& hit = hits_[done_ + i];
    if (met.object != kNone && (met.t < wall.t || (!blocked && met.t <= 1.0f))) {
      const ObjectSlot& slot = store_.slots[met.object];
      hit = {met.t,     kNone,
             met.cell,  WorldHitKind::Object,
             {},        {met.object, slot.generation},
             slot.user, rays.segments[i].user};
    } else {
      hit = {wall.t, wall.side, wall.cell, kinds[static_cast<std::size_t>(wall.kind)],
             {},     {},        0,         rays.segments[i].user};
    }
  }

  const ObjectStore& store_;
  const ObjectTraceOptions& options_;
  std::span<ObjectHit> hits_;
  std::size_t done_ = 0;  // queries of earlier waves
  std::array<NearestMet, kWave> met_;
  std::array<RayState, kWave> entry_;  // how each ray came into its cell
};

template <class V>
void trace_objects_in_waves(const ObjectStore& store, std::span<const Segment> segments,
                            std::span<ObjectHit> hits, const ObjectTraceOptions& options) noexcept {
  ObjectVisit visit(store, hits, options);
  std::array<SegmentHit, kWave + V::kWidth> walls;
  trace_all<V, true>(store.level, segments, walls.data(), {options.doors, options.max_steps},
                     visit);
}

}  // namespace
}  // namespace playset
