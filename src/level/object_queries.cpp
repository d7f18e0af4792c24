// Queries of balls among objects: what they overlap, what is nearest, what they meet on their way.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "core/is_finite.h"
#include "level/object_filter.h"
#include "level/object_shape.h"
#include "level/object_touch.h"
#include "playset/level/sweep.h"

namespace playset {
namespace {

bool good_ball(glm::vec3 center, float radius) noexcept {
  return is_finite(center) && inside_grid(glm::dvec3(center)) && std::isfinite(radius) &&
         radius >= 0.0f;
}

// Whom a query looks for, and where from.
struct Seeker {
  const ObjectStore& store;
  std::uint32_t mask;
  ObjectId ignore;

  [[nodiscard]] bool wants(const ObjectBlock& block, std::uint32_t lane) const noexcept {
    const std::uint32_t object = block.object[lane];
    return (block.mask[lane] & mask) != 0 &&
           !(object == ignore.index && store.slots[object].generation == ignore.generation);
  }
  [[nodiscard]] ObjectId id(std::uint32_t object) const noexcept {
    return object == kNone ? ObjectId{} : ObjectId{object, store.slots[object].generation};
  }
};

// An object stands in several cells of the set; it is met in the first.
bool is_first_meeting(const ObjectStore& store, std::uint32_t object, const CellSet& cells,
                      std::uint32_t place) noexcept {
  for (std::uint32_t l = store.slots[object].first_listing; l != kNone;
       l = store.listings[l].next) {
    const std::uint32_t cell = store.listings[l].cell;
    if (cells.contains(cell) && cells.place(cell) < place) return false;
  }
  return true;
}

// Keeps the lowest indices in order.
void keep(std::span<ObjectId> found, std::size_t count, ObjectId id) noexcept {
  std::size_t at = std::min(count, found.size());
  if (at == found.size()) {
    if (at == 0 || found[at - 1].index < id.index) return;
    --at;
  }
  for (; at > 0 && found[at - 1].index > id.index; --at) found[at] = found[at - 1];
  found[at] = id;
}

// The distance from a point to an object, and where on it.
struct Near {
  glm::dvec3 point;
  double distance;
};
Near near_of(const ObjectSlot& slot, glm::dvec3 p) noexcept {
  const glm::dvec3 on = nearest_of_shape(slot, p), off = p - on;
  return {on, std::sqrt(glm::dot(off, off))};
}

WorldHit sweep_walls(const Level& level, const SphereSweep& sweep,
                     const TraceOptions& options) noexcept {
  constexpr std::array<WorldHitKind, 6> kinds = {WorldHitKind::None,    WorldHitKind::Surface,
                                                 WorldHitKind::Door,    WorldHitKind::Outside,
                                                 WorldHitKind::Refused, WorldHitKind::Refused};
  const SweepHit wall = sweep_sphere(level, sweep, options);
  return {double{wall.t},
          glm::dvec3(wall.point),
          glm::dvec3(wall.normal),
          wall.side,
          kinds[static_cast<std::size_t>(wall.kind)],
          wall.started_in};
}

// The first touch of a ball on its way; called with candidates in any order.
struct FirstTouch {
  const ObjectStore& store;
  const Seeker& seeker;
  LineSegment line;
  double radius;
  WorldHit hit;  // the walls', till an object comes before
  std::uint32_t object;

  // A little more than hit.t, for the filter.
  [[nodiscard]] float bound() const noexcept {
    return static_cast<float>(std::min(1.0, hit.t * (1.0 + 1e-6) + 1e-9));
  }

  float operator()(const ObjectBlock& block, std::uint32_t lane, float) noexcept {
    const std::uint32_t index = block.object[lane];
    if (!seeker.wants(block, lane)) return bound();
    const ObjectSlot& slot = store.slots[index];
    const std::optional<ShapeHit> touch = sweep_shape(slot, line, radius);
    if (!touch || touch->t > hit.t) return bound();
    const bool free = object == kNone && hit.kind == WorldHitKind::None;
    if (touch->t == hit.t && !free && (object == kNone || index >= object)) return bound();
    object = index;
    hit = {touch->t,  touch->point,         touch->normal,
           slot.user, WorldHitKind::Object, touch->started_in};
    return bound();
  }
};

// Calls test(place, object) for every object that the query's ball may overlap, in each cell.
template <class Test>
void for_each_near(const ObjectBuckets& buckets, const ObjectQuery& query, CellSet& cells,
                   Test&& test) noexcept {
  const ObjectStore& store = ObjectAccess::store(buckets);
  if (store.level.cell_count() == 0 || !good_ball(query.center, query.radius)) return;
  const std::uint32_t home = locate_point(store.level, glm::dvec3(query.center), query.cell);
  if (home == kNone) return;
  flood_cells(store.level, store.reach, ball_shape(glm::dvec3(query.center), double{query.radius}),
              home, cells);
  const FatSegment ball(query.center, query.center, query.radius);
  const Seeker seeker{store, query.mask, query.ignore};
  for (std::uint32_t i = 0; i < cells.size(); ++i) {
    const std::uint32_t head = store.cells[cells[i]].head;
    if (head == kNone) continue;
    for_each_candidate(store, head, ball, 1.0f,
                       [&](const ObjectBlock& block, std::uint32_t lane, float limit) noexcept {
                         if (seeker.wants(block, lane)) test(i, block.object[lane]);
                         return limit;
                       });
  }
}

}  // namespace

ObjectScratch::ObjectScratch(const Level& level) : words_(2 * std::size_t{level.cell_count()}) {}

std::size_t overlap_objects(const ObjectBuckets& buckets, const ObjectQuery& query,
                            ObjectScratch& scratch, std::span<ObjectId> found) noexcept {
  const ObjectStore& store = ObjectAccess::store(buckets);
  CellSet cells(ObjectAccess::words(scratch));
  std::size_t count = 0;
  for_each_near(buckets, query, cells, [&](std::uint32_t place, std::uint32_t object) noexcept {
    const ObjectSlot& slot = store.slots[object];
    if (near_of(slot, glm::dvec3(query.center)).distance > double{query.radius} ||
        !is_first_meeting(store, object, cells, place))
      return;
    keep(found, count++, {object, slot.generation});
  });
  return count;
}

NearestObject find_nearest_object(const ObjectBuckets& buckets, const ObjectQuery& query,
                                  ObjectScratch& scratch) noexcept {
  const ObjectStore& store = ObjectAccess::store(buckets);
  CellSet cells(ObjectAccess::words(scratch));
  NearestObject best;
  for_each_near(buckets, query, cells, [&](std::uint32_t, std::uint32_t object) noexcept {
    const ObjectSlot& slot = store.slots[object];
    const Near near = near_of(slot, glm::dvec3(query.center));
    if (near.distance > double{query.radius}) return;
    if (!best.object.is_null() && (near.distance > best.distance ||
                                   (near.distance == best.distance && object >= best.object.index)))
      return;
    best = {{object, slot.generation}, near.distance, near.point};
  });
  return best;
}

ObjectSweep sweep_objects(const ObjectBuckets& buckets, const SphereSweep& sweep,
                          ObjectScratch& scratch, const ObjectTraceOptions& options) noexcept {
  const ObjectStore& store = ObjectAccess::store(buckets);
  ObjectSweep best;
  best.hit = sweep_walls(store.level, sweep, {options.doors, options.max_steps});
  const LineSegment line{glm::dvec3(sweep.from), glm::dvec3(sweep.to)};
  const std::uint32_t home =
      best.hit.kind == WorldHitKind::Outside || best.hit.kind == WorldHitKind::Refused
          ? kNone
          : locate_point(store.level, line.from, sweep.cell);
  if (home == kNone) return best;
  CellSet cells(ObjectAccess::words(scratch));
  const double limit = best.hit.t;
  flood_cells(
      store.level, store.reach,
      path_shape(line.from, line.from + (line.to - line.from) * limit, double{sweep.radius}), home,
      cells);
  const FatSegment fat(sweep.from, sweep.to, sweep.radius);
  const Seeker seeker{store, options.mask, options.ignore.empty() ? ObjectId{} : options.ignore[0]};
  FirstTouch first{store, seeker, line, double{sweep.radius}, best.hit, kNone};
  for (std::uint32_t i = 0; i < cells.size(); ++i) {
    const std::uint32_t head = store.cells[cells[i]].head;
    if (head != kNone) for_each_candidate(store, head, fat, first.bound(), first);
  }
  return {first.hit, seeker.id(first.object)};
}

}  // namespace playset
