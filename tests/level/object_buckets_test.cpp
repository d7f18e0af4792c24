// ObjectBuckets: life and death of objects, the cells they touch, and every query against brute
// force over all objects.
#include "playset/level/object_buckets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "level/object_trace.h"
#include "playset/level/sweep.h"
#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/hand_made.h"
#include "tests/level/moving_crowd.h"
#include "tests/level/random_rays.h"

namespace playset::test {
namespace {

ObjectBody ball(glm::vec3 center, float radius, std::uint32_t user = 0) {
  ObjectBody body{.center = center};
  body.half.x = radius;
  body.user = user;
  return body;
}

std::vector<std::uint32_t> cells_of(const ObjectBuckets& buckets, ObjectId id) {
  std::vector<std::uint32_t> cells(buckets.touched_cells(id, {}));
  buckets.touched_cells(id, cells);
  std::sort(cells.begin(), cells.end());
  return cells;
}

std::vector<Level> some_levels() {
  std::vector<Level> levels = {cook_or_fail(build_tunnels({300, 4}))};
  for_each_freedoom_map(
      [&](const std::string&, const Imported& map) { levels.push_back(cook_or_fail(map.cells)); },
      {"MAP01"});
  return levels;
}

std::uint64_t hash_hits(const std::vector<ObjectHit>& hits) {
  std::uint64_t hash = 1469598103934665603u;
  for (const ObjectHit& hit : hits) {
    for (const std::uint64_t part :
         {std::uint64_t{std::bit_cast<std::uint32_t>(hit.t)}, std::uint64_t{hit.side},
          std::uint64_t{static_cast<std::uint32_t>(hit.kind)}, std::uint64_t{hit.user}})
      hash = (hash ^ part) * 1099511628211u;
  }
  return hash;
}

std::vector<ObjectHit> traced(const ObjectBuckets& buckets, const std::vector<Segment>& rays,
                              const ObjectTraceOptions& options = {}) {
  std::vector<ObjectHit> hits(rays.size());
  trace_objects(buckets, rays, hits, options);
  return hits;
}

void check_touched(const ObjectBuckets& buckets, const MovingCrowd& crowd) {
  const ObjectOracle oracle = crowd.oracle();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < crowd.objects().size(); ++i) {
    const auto& expected = oracle.touched(i);
    const std::vector<std::uint32_t> cells = cells_of(buckets, crowd.objects()[i].id);
    wrong += cells == std::vector<std::uint32_t>(expected.begin(), expected.end()) ? 0u : 1u;
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("object buckets: what is not finite, has no size or stands outside is refused") {
  const Level level = cook_or_fail(boxes(lattice(3, 1, 1)));
  ObjectBuckets buckets(level, {4, 0});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(buckets.insert(ball({nan, 0.5f, 0.5f}, 0.1f)).status == ObjectStatus::Refused);
  CHECK(buckets.insert(ball({0.5f, 0.5f, 0.5f}, -0.1f)).status == ObjectStatus::Refused);
  CHECK(buckets.insert(ball({0.5f, 0.5f, 0.5f}, nan)).status == ObjectStatus::Refused);
  ObjectBody bent = ball({0.5f, 0.5f, 0.5f}, 0.1f);
  bent.rotation = {0.0f, 0.0f, 0.0f, 2.0f};
  CHECK(buckets.insert(bent).status == ObjectStatus::Refused);
  CHECK(buckets.insert(ball({0.5f, 1.5f, 0.5f}, 0.1f)).status == ObjectStatus::Outside);
  CHECK(buckets.counts().objects == 0);
  const ObjectId id = buckets.insert(ball({0.5f, 0.5f, 0.5f}, 0.1f, 7)).object;
  REQUIRE(buckets.contains(id));
  CHECK(update_object(buckets, {id, {nan, 0, 0}}) == ObjectStatus::Refused);
  CHECK(update_object(buckets, {id, {0.5f, 9.0f, 0.5f}}) == ObjectStatus::Outside);
  CHECK(buckets.body(id).center == glm::vec3(0.5f));  // as and where it was
  CHECK(buckets.body(id).user == 7);
}

TEST_CASE("object buckets: a full one says what it would have needed, and changes nothing") {
  const Level level = cook_or_fail(boxes(lattice(4, 1, 1)));
  ObjectBuckets buckets(level, {2, 3});
  const ObjectId a = buckets.insert(ball({0.5f, 0.5f, 0.5f}, 0.1f)).object;
  const ObjectInsert wide = buckets.insert(ball({2.0f, 0.5f, 0.5f}, 1.5f));
  CHECK(wide.status == ObjectStatus::Full);
  CHECK(wide.needed_listings == 5);
  const ObjectId b = buckets.insert(ball({2.0f, 0.5f, 0.5f}, 0.2f)).object;
  CHECK(buckets.contains(b));
  CHECK(buckets.counts().listings == 3);
  const ObjectInsert third = buckets.insert(ball({0.5f, 0.5f, 0.5f}, 0.1f));
  CHECK(third.status == ObjectStatus::Full);
  CHECK(third.needed_objects == 3);
  const ObjectMove move{a, {1.0f, 0.5f, 0.5f}};
  const ObjectUpdate full = update_objects(buckets, {&move, 1});
  CHECK(full.full == 1);
  CHECK(full.needed_listings == 4);
  CHECK(buckets.body(a).center.x == 0.5f);
  buckets.reserve({2, full.needed_listings});
  CHECK(update_objects(buckets, {&move, 1}).other_cells == 1);
  CHECK(cells_of(buckets, a).size() == 2);
}

TEST_CASE("object buckets: handles of erased objects are refused, also when their slot is taken") {
  const Level level = cook_or_fail(boxes(lattice(2, 1, 1)));
  ObjectBuckets buckets(level, {1, 0});
  const ObjectId first = buckets.insert(ball({0.5f, 0.5f, 0.5f}, 0.1f, 1)).object;
  CHECK(buckets.erase(first));
  CHECK(!buckets.erase(first));
  CHECK(!buckets.contains(first));
  CHECK(!buckets.has_objects(0));
  const ObjectId second = buckets.insert(ball({0.5f, 0.5f, 0.5f}, 0.1f, 2)).object;
  CHECK(second.index == first.index);
  CHECK(!buckets.contains(first));
  CHECK(update_object(buckets, {first, {1.5f, 0.5f, 0.5f}}) == ObjectStatus::Stale);
  CHECK(buckets.body(second).center.x == 0.5f);
  CHECK(!buckets.contains({}));
  CHECK(!buckets.contains({99, 1}));
}

TEST_CASE("object buckets: a ray ends at the nearest of wall, door and object") {
  const Level level = cook_or_fail(boxes(lattice(6, 1, 1)));
  ObjectBuckets buckets(level, {8, 0});
  const ObjectId far = buckets.insert(ball({4.5f, 0.5f, 0.5f}, 0.25f, 4)).object;
  const Segment along{{0.5f, 0.5f, 0.5f}, kNone, {10.5f, 0.5f, 0.5f}, 77};
  ObjectHit hit = trace_object(buckets, along);
  CHECK(hit.kind == WorldHitKind::Object);
  CHECK(hit.object == far);
  CHECK(hit.user == 4);
  CHECK(hit.query == 77);
  CHECK(hit.t == doctest::Approx(0.375));
  ObjectBody crate{.center = {2.5f, 0.5f, 0.5f}};
  crate.kind = ObjectKind::Box;
  crate.half = {0.25f, 0.125f, 0.125f};
  crate.mask = 2;
  const ObjectId near = buckets.insert(crate).object;
  CHECK(trace_object(buckets, along).t == doctest::Approx(0.175));
  CHECK(trace_object(buckets, along, {.mask = 4}).object == far);
  CHECK(trace_object(buckets, along, {.ignore = {&near, 1}}).object == far);
  hit = trace_object(buckets, {{0.5f, 0.9f, 0.5f}, kNone, {10.5f, 0.9f, 0.5f}, 0});
  CHECK(hit.kind == WorldHitKind::Surface);
  CHECK(hit.t == doctest::Approx(0.55));
  hit = trace_object(buckets, {{2.4f, 0.5f, 0.5f}, kNone, {0.5f, 0.5f, 0.5f}, 0});  // from inside
  CHECK(hit.object == near);
  CHECK(hit.t == 0.0f);
}

TEST_CASE("object buckets: the cells that moving bodies touch are those of brute force") {
  for (const Level& level : some_levels()) {
    ObjectBuckets buckets(level, {300, 20000});
    MovingCrowd crowd(level, {.count = 300, .seed = 5, .most = 0.8f, .step = 0.1f});
    crowd.insert_into(buckets);
    check_touched(buckets, crowd);
    ObjectUpdate sum;
    for (int tick = 0; tick < 12; ++tick) {
      const ObjectUpdate one = update_objects(buckets, crowd.move(tick % 2 == 0));
      sum.same_cells += one.same_cells;
      sum.other_cells += one.other_cells;
      CHECK(one.outside + one.refused + one.full + one.stale == 0);
      if (tick % 4 == 3) check_touched(buckets, crowd);
    }
    CHECK(sum.same_cells > 0);
    CHECK(sum.other_cells > 0);
  }
}

TEST_CASE("object buckets: traces among moving objects are those of brute force") {
  for (const Level& level : some_levels()) {
    ObjectBuckets buckets(level, {600, 40000});
    MovingCrowd crowd(level, {.count = 600, .seed = 6});
    crowd.insert_into(buckets);
    ObjectTally tally;
    for (std::uint64_t tick = 0; tick < 4; ++tick) {
      update_objects(buckets, crowd.move());
      const std::vector<Segment> rays = random_rays(level, 3000, 60 + tick);
      judge_traces(buckets, crowd.oracle(), rays, {.mask = tick == 2 ? 5u : 0xFFFFFFFFu}, tally);
    }
    INFO(tally.first_wrong);
    CHECK(tally.wrong == 0);
    CHECK(tally.on_objects > tally.asked / 20);
    CHECK(tally.several_cells > tally.asked / 20);
  }
}

TEST_CASE("object buckets: overlaps, nearest objects and sweeps are those of brute force") {
  for (const Level& level : some_levels()) {
    ObjectBuckets buckets(level, {600, 40000});
    MovingCrowd crowd(level, {.count = 600, .seed = 7});
    crowd.insert_into(buckets);
    update_objects(buckets, crowd.move());
    const ObjectOracle oracle = crowd.oracle();
    ObjectScratch scratch(level);
    const double size = PointSampler(level).mean_cell_size();
    std::size_t wrong_overlaps = 0, wrong_nearest = 0, wrong_sweeps = 0, found_any = 0, swept = 0;
    Rng rng(71);
    for (const Segment& ray : random_rays(level, 600, 72)) {
      ObjectQuery query{ray.from, static_cast<float>(size * rng.range_double(0.0, 1.5)), ray.cell};
      std::vector<ObjectId> found(600);
      found.resize(overlap_objects(buckets, query, scratch, found));
      wrong_overlaps += found == oracle.overlap(query) ? 0u : 1u;
      found_any += found.empty() ? 0u : 1u;
      const NearestObject near = find_nearest_object(buckets, query, scratch);
      const OracleMet nearest = oracle.nearest(query);
      wrong_nearest +=
          near.object == nearest.object &&
                  (near.object.is_null() || near.distance == doctest::Approx(nearest.t))
              ? 0u
              : 1u;
      const auto radius = static_cast<float>(size * rng.range_double(0.0, 0.3));
      const SphereSweep motion{ray.from, ray.cell, ray.to, radius};
      const SweepHit wall = sweep_sphere(level, motion);
      const ObjectSweep sweep = sweep_objects(buckets, motion, scratch);
      const OracleMet met = oracle.sweep(ray, double{radius}, double{wall.t});
      const bool on_object = met.t < double{wall.t} || (wall.kind == HitKind::End && met.t <= 1.0);
      const double t = on_object ? met.t : double{wall.t};
      const bool hits = sweep.hit.kind == WorldHitKind::Object;
      wrong_sweeps += hits == on_object && hits != sweep.object.is_null() &&
                              std::fabs(sweep.hit.t - t) < 1e-6 &&
                              (hits || sweep.hit.id == wall.side)
                          ? 0u
                          : 1u;
      swept += hits ? 1u : 0u;
    }
    CHECK(wrong_overlaps == 0);
    CHECK(wrong_nearest == 0);
    CHECK(wrong_sweeps == 0);
    CHECK(found_any > 60);
    CHECK(swept > 30);
  }
}

TEST_CASE("object buckets: of more objects than fit the first handles are given, and the count") {
  const Level level = cook_or_fail(boxes(lattice(3, 1, 1)));
  ObjectBuckets buckets(level, {40, 0});
  std::vector<ObjectId> ids;
  for (int i = 0; i < 40; ++i)
    ids.push_back(
        buckets.insert(ball({1.0f + 0.01f * static_cast<float>(i % 7), 0.5f, 0.5f}, 0.3f)).object);
  ObjectScratch scratch(level);
  std::vector<ObjectId> found(5);
  CHECK(overlap_objects(buckets, {{1.5f, 0.5f, 0.5f}, 1.0f}, scratch, found) == 40);
  CHECK(found == std::vector<ObjectId>(ids.begin(), ids.begin() + 5));
  CHECK(overlap_objects(buckets, {{1.5f, 0.5f, 0.5f}, 1.0f}, scratch, {}) == 40);
}

TEST_CASE("object buckets: the same bits whatever the history of moves, the split and the lanes") {
  for (const Level& level : some_levels()) {
    MovingCrowd crowd(level, {.count = 400, .seed = 8, .most = 0.6f});
    ObjectBuckets one(level, {400, 40000}), other(level, {400, 40000});
    crowd.insert_into(one);
    MovingCrowd same(level, {.count = 400, .seed = 8, .most = 0.6f});
    same.insert_into(other);
    for (int tick = 0; tick < 6; ++tick) update_objects(one, crowd.move());
    std::vector<ObjectMove> last;
    for (int tick = 0; tick < 6; ++tick) last = same.move();
    std::reverse(last.begin(), last.end());  // straight there, in another order, one by one
    for (const ObjectMove& move : last) CHECK(update_object(other, move) == ObjectStatus::Placed);
    const std::vector<Segment> rays = random_rays(level, 3000, 81);
    const std::vector<ObjectHit> hits = traced(one, rays);
    CHECK(hash_hits(hits) == hash_hits(traced(other, rays)));
    const ObjectBuckets copy = one;
    CHECK(hash_hits(hits) == hash_hits(traced(copy, rays)));
    std::vector<ObjectHit> again(rays.size());
    trace_objects_scalar(ObjectAccess::store(one), rays, again, {});
    CHECK(hash_hits(hits) == hash_hits(again));
    for (std::size_t i = 0; i < rays.size(); ++i) again[i] = trace_object(one, rays[i]);
    CHECK(hash_hits(hits) == hash_hits(again));
  }
}

TEST_CASE("object buckets: moves and queries allocate nothing") {
  const Level level = cook_or_fail(build_tunnels({300, 4}));
  ObjectBuckets buckets(level, {400, 20000});
  MovingCrowd crowd(level, {.count = 400, .seed = 9});
  crowd.insert_into(buckets);
  const std::vector<Segment> rays = random_rays(level, 500, 91);
  std::vector<ObjectHit> hits(rays.size());
  ObjectScratch scratch(level);
  std::vector<ObjectId> found(64);
  std::uint64_t allocations = 0;
  for (int tick = 0; tick < 100; ++tick) {
    const std::vector<ObjectMove>& moves = crowd.move();
    const AllocationScope scope;
    update_objects(buckets, moves);
    trace_objects(buckets, rays, hits);
    const ObjectQuery query{rays[0].from, 3.0f, rays[0].cell};
    (void)overlap_objects(buckets, query, scratch, found);
    (void)find_nearest_object(buckets, query, scratch);
    (void)sweep_objects(buckets, {rays[1].from, rays[1].cell, rays[1].to, 0.3f}, scratch);
    buckets.erase(buckets.insert(ball(rays[2].from, 0.2f)).object);
    allocations += scope.count();
  }
  CHECK(allocations == 0);
}

}  // namespace playset::test
