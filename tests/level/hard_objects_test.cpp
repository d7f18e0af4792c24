// Hard cases of moving objects: overlapping cells, giants, crowds, doors and handles while threads
// ask; and the million queries.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <glm/common.hpp>
#include <thread>

#include "playset/core/debug_canvas.h"
#include "playset/core/hash.h"
#include "playset/level/door_board.h"
#include "playset/level/object_buckets.h"
#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/hand_made.h"
#include "tests/level/moving_crowd.h"
#include "tests/level/random_rays.h"

namespace playset::test {
namespace {

ObjectBody ball(glm::vec3 center, float radius, std::uint32_t user = 0,
                std::uint32_t cell = kNone) {
  ObjectBody body{.center = center, .cell = cell};
  body.half.x = radius;
  body.user = user;
  return body;
}

std::vector<ObjectHit> traced(const ObjectBuckets& buckets, const std::vector<Segment>& rays,
                              const ObjectTraceOptions& options = {}) {
  std::vector<ObjectHit> hits(rays.size());
  trace_objects(buckets, rays, hits, options);
  return hits;
}

std::uint64_t hash_of(const std::vector<ObjectHit>& hits) {
  Hasher hasher;
  for (const ObjectHit& hit : hits) {
    hasher.add(hit.t);
    hasher.add(hit.side);
    hasher.add(hit.kind);
    hasher.add(hit.user);
  }
  return hasher.finish();
}

// All of a crowd in every cell, sphere by sphere: rays among them against brute force.
void check_traces(const ObjectBuckets& buckets, const Level& level,
                  const std::vector<OracleObject>& objects, std::size_t rays, std::uint64_t seed) {
  const ObjectOracle oracle(level, objects);
  ObjectTally tally;
  judge_traces(buckets, oracle, random_rays(level, rays, seed), {}, tally);
  INFO(tally.first_wrong);
  CHECK(tally.wrong == 0);
  CHECK(tally.on_objects > 0);
}

// The million: 10,000 objects that move, and queries in between.
void query_moving_crowd(const Level& level, std::size_t ticks, std::size_t rays_per_tick,
                        std::uint32_t count, ObjectTally& tally) {
  ObjectBuckets buckets(level, {count, 40 * count});
  MovingCrowd crowd(level, {.count = count, .seed = 23, .most = 0.3f});
  crowd.insert_into(buckets);
  for (std::size_t tick = 0; tick < ticks; ++tick) {
    const ObjectUpdate moved = update_objects(buckets, crowd.move());
    CHECK(moved.same_cells + moved.other_cells == count);
    judge_traces(buckets, crowd.oracle(), random_rays(level, rays_per_tick, 500 + tick), {}, tally);
  }
}

// A room of two cells, and a third cell that lies within the first's space and is linked to none.
CellComplex overlapping_cells() {
  playset_test::CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(4, 2, 2));  // 0: A
  builder.add_box(metres(4, 0, 0), metres(6, 2, 2));  // 1
  CellComplex complex = linked(builder);
  playset_test::CellBuilder over;
  over.add_box(metres(1, 0, 0), metres(3, 2, 2));  // 2: B
  CellComplex b = over.complex;
  const auto vertex_base = static_cast<std::uint32_t>(complex.vertices.size());
  const auto corner_base = static_cast<std::uint32_t>(complex.corners.size());
  const auto side_base = static_cast<std::uint32_t>(complex.sides.size());
  complex.vertices.insert(complex.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const std::uint32_t c : b.corners) complex.corners.push_back(c + vertex_base);
  for (CellSide side : b.sides) {
    side.first_corner += corner_base;
    side.cell = 2;
    complex.sides.push_back(side);
  }
  Cell cell = b.cells[0];
  cell.first_side += side_base;
  complex.cells.push_back(cell);
  return complex;
}

}  // namespace

TEST_CASE("hard objects: what is in a cell is not seen from one that only overlaps it in space") {
  const Level level = cook_or_fail(overlapping_cells());
  const std::uint32_t a = cell_of(level, 0), b = cell_of(level, 2);
  ObjectBuckets buckets(level, {4, 0});
  const ObjectId in_a = buckets.insert(ball({2.0f, 1.0f, 1.0f}, 0.25f, 10, a)).object;
  const ObjectId in_b = buckets.insert(ball({2.5f, 1.0f, 1.0f}, 0.25f, 20, b)).object;
  const glm::vec3 from(1.25f, 1.0f, 1.0f), to(2.9f, 1.0f, 1.0f);
  CHECK(trace_object(buckets, {from, a, to, 0}).object == in_a);
  CHECK(trace_object(buckets, {from, b, to, 0}).object == in_b);
  CHECK(trace_object(buckets, {from, b, {2.2f, 1.0f, 1.0f}, 0}).kind == WorldHitKind::None);
  ObjectScratch scratch(level);
  CHECK(find_nearest_object(buckets, {from, 2.0f, a}, scratch).object == in_a);
  CHECK(find_nearest_object(buckets, {from, 2.0f, b}, scratch).object == in_b);
  CHECK(sweep_objects(buckets, {from, b, to, 0.1f}, scratch).object == in_b);
  // Moves keep the cell without being told.
  CHECK(update_object(buckets, {in_b, {1.5f, 1.0f, 1.0f}}) == ObjectStatus::Placed);
  CHECK(trace_object(buckets, {from, a, to, 0}).object == in_a);
  CHECK(update_object(buckets, {in_b, {2.0f, 1.0f, 1.0f}, a}) == ObjectStatus::Placed);  // teleport
  CHECK(trace_object(buckets, {from, b, to, 0}).kind == WorldHitKind::None);
}

TEST_CASE(
    "hard objects: a body larger than its cells is listed in all it touches and hit from each") {
  const Level level = cook_or_fail(boxes(lattice(9, 9, 9)));
  ObjectBuckets buckets(level, {2, 1000});
  const ObjectId giant = buckets.insert(ball({4.5f, 4.5f, 4.5f}, 3.0f, 5)).object;
  std::size_t expected = 0;  // cells nearer than its radius
  for (std::uint32_t c = 0; c < level.cell_count(); ++c) {
    const glm::dvec3 d = glm::abs(level.cell_center(c) - glm::dvec3(4.5)) - 0.5;
    const glm::dvec3 gap(std::max(d.x, 0.0), std::max(d.y, 0.0), std::max(d.z, 0.0));
    expected +=
        std::sqrt(gap.x * gap.x + gap.y * gap.y + gap.z * gap.z) <= 3.0 + 1.0 / 2048 ? 1 : 0;
  }
  CHECK(expected > 100);
  CHECK(buckets.touched_cells(giant, {}) == expected);
  Rng rng(4);
  for (int i = 0; i < 500; ++i) {
    const glm::dvec3 way(rng.unit_vec3());
    const glm::vec3 from(glm::dvec3(4.5) + way * 4.4), to(4.5f);
    const ObjectHit hit = trace_object(buckets, {from, kNone, to, 0});
    CHECK(hit.object == giant);
    CHECK(double{hit.t} == doctest::Approx(1.4 / 4.4).epsilon(1e-4));
  }
  // Across many cells in one step, and back.
  CHECK(update_object(buckets, {giant, {1.5f, 1.5f, 7.5f}}) == ObjectStatus::Placed);
  CHECK(trace_object(buckets, {{8.5f, 8.5f, 0.5f}, kNone, {5.0f, 5.0f, 4.0f}, 0}).kind ==
        WorldHitKind::None);
  CHECK(trace_object(buckets, {{1.5f, 1.5f, 0.5f}, kNone, {1.5f, 1.5f, 8.0f}, 0}).t ==
        doctest::Approx(4.0 / 7.5));
  CHECK(update_object(buckets, {giant, {4.5f, 4.5f, 4.5f}}) == ObjectStatus::Placed);
  CHECK(buckets.touched_cells(giant, {}) == expected);
}

TEST_CASE("hard objects: ten thousand in one cell, spread out and at one point, are found right") {
  const Level level = cook_or_fail(boxes(lattice(2, 1, 1)));
  constexpr std::uint32_t kCount = 10000;
  ObjectBuckets buckets(level, {kCount, 2 * kCount});
  Rng rng(8);
  std::vector<OracleObject> objects;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const auto in = [&] { return static_cast<float>(rng.range_double(0.01, 0.99)); };
    ObjectBody body = ball({in(), in(), in()}, 0.004f, i);
    objects.push_back({buckets.insert(body).object, body});
  }
  CHECK(buckets.counts().objects == kCount);
  CHECK(buckets.counts().split_cells >= 1);
  CHECK(buckets.counts().unsplit == 0);
  check_traces(buckets, level, objects, 400, 81);

  std::vector<ObjectMove> moves;
  for (OracleObject& object : objects) {
    object.body.center = glm::vec3(0.5f);
    moves.push_back({object.id, object.body.center});
  }
  const AllocationScope scope;
  const ObjectUpdate moved = update_objects(buckets, moves);
  const ObjectHit hit = trace_object(buckets, {{0.1f, 0.5f, 0.5f}, kNone, {0.9f, 0.5f, 0.5f}, 0});
  CHECK(scope.count() == 0);
  CHECK(moved.same_cells + moved.other_cells == kCount);
  CHECK(hit.object == objects[0].id);  // of equals the lowest index
  CHECK(double{hit.t} == doctest::Approx(0.396 / 0.8).epsilon(1e-5));
  for (std::size_t i = 0; i + 1 < objects.size(); ++i) CHECK(buckets.erase(objects[i].id));
  CHECK(trace_object(buckets, {{0.1f, 0.5f, 0.5f}, kNone, {0.9f, 0.5f, 0.5f}, 0}).object ==
        objects.back().id);
  CHECK(buckets.counts().split_cells == 0);  // merged back
}

TEST_CASE("hard objects: a crowd without room for octrees is searched as a list, and right") {
  const Level level = cook_or_fail(boxes(lattice(2, 1, 1)));
  ObjectBuckets buckets(level, {60, 60});  // few groups
  Rng rng(9);
  std::vector<OracleObject> objects;
  for (std::uint32_t i = 0; i < 60; ++i) {
    // Pairs of clusters deep in one corner: every level of cubs is split for them.
    const auto in = [&] { return static_cast<float>(0.02 + rng.range_double(0.0, 0.01)); };
    ObjectBody body = ball({in(), in(), in()}, 0.002f, i);
    const ObjectInsert placed = buckets.insert(body);
    REQUIRE(placed.status == ObjectStatus::Placed);
    objects.push_back({placed.object, body});
  }
  const ObjectOracle oracle(level, objects);
  ObjectTally tally;
  std::vector<Segment> rays;
  for (int i = 0; i < 2000; ++i) {
    const auto in = [&] { return static_cast<float>(rng.range_double(0.02, 0.03)); };
    rays.push_back({{0.5f, in(), 0.5f}, kNone, {in(), in(), in()}, 0});
  }
  judge_traces(buckets, oracle, rays, {}, tally);
  INFO(tally.first_wrong);
  CHECK(tally.wrong == 0);
  CHECK(tally.on_objects > 100);
}

TEST_CASE("hard objects: 20,000 queries among 2,000 moving objects are those of brute force") {
  ObjectTally tally;
  query_moving_crowd(cook_or_fail(build_tunnels({1000, 3})), 2, 10000, 2000, tally);
  INFO(tally.first_wrong);
  CHECK(tally.asked == 20000);
  CHECK(tally.wrong == 0);
  CHECK(tally.on_objects > 1000);
}

TEST_CASE("hard objects: the picture of a crowd shows every object and every crowded cell") {
  const Level level = cook_or_fail(boxes(lattice(3, 1, 3)));
  ObjectBuckets buckets(level, {60, 0});
  Rng rng(12);
  for (std::uint32_t i = 0; i < 60; ++i) {
    const auto in = [&](double most) { return static_cast<float>(rng.range_double(0.1, most)); };
    ObjectBody body = ball({in(i % 3 == 0 ? 2.9 : 0.9), 0.5f, in(0.9)}, 0.05f, i);
    body.kind = static_cast<ObjectKind>(i % 3);
    body.half = {0.05f, 0.04f, 0.03f};
    REQUIRE(buckets.insert(body).status == ObjectStatus::Placed);
  }
  CHECK(buckets.counts().split_cells > 0);
  DebugCanvas canvas;
  draw_object_buckets(buckets, canvas);
  CHECK(canvas.refused() == 0);
  const auto circles =
      std::count_if(canvas.items().begin(), canvas.items().end(),
                    [](const CanvasItem& i) { return i.shape == CanvasShape::Circle; });
  CHECK(circles == 20 + 2 * 20);  // spheres, and both ends of capsules
  CHECK(canvas.legends().size() == 4);
}

TEST_SUITE("threads") {
  TEST_CASE(
      "hard objects: doors move while threads trace among objects: each answer is that of the "
      "revision it was given, and erased objects stay erased") {
    CellComplex complex = boxes(lattice(12, 1, 1));
    for (std::uint32_t d = 0; d < 11; ++d) {
      complex.sides[d * 6 + 1].door = complex.sides[(d + 1) * 6].door = d;
      complex.doors.push_back({std::to_string(d), false, "", -1});
    }
    const Level level = cook_or_fail(complex);
    ObjectBuckets buckets(level, {8, 0});
    std::vector<ObjectId> gone;
    for (int i = 0; i < 4; ++i) {
      gone.push_back(buckets.insert(ball({6.5f, 0.5f, 0.5f}, 0.2f)).object);
      buckets.erase(gone.back());
    }
    const ObjectId there = buckets.insert(ball({6.5f, 0.5f, 0.5f}, 0.25f, 1)).object;
    DoorBoard board(initial_doors(level), 3);
    std::atomic<bool> done{false};
    const auto read = [&](std::size_t& wrong, std::size_t& asked) {
      const std::vector<Segment> rays(32, {{0.5f, 0.5f, 0.5f}, kNone, {10.5f, 0.5f, 0.5f}, 0});
      std::vector<ObjectHit> hits(rays.size());
      while (!done.load(std::memory_order_relaxed) || asked == 0) {
        const DoorSnapshot doors = board.snapshot();
        trace_objects(buckets, rays, hits, {.doors = doors.get()});
        double expected = 5.75;  // the object, unless a door before it is closed
        for (std::uint32_t d = 6; d-- > 0;)
          if (is_closed(*doors, d)) expected = d + 0.5;
        for (const ObjectHit& hit : hits) {
          wrong += std::fabs(10.0 * double{hit.t} - expected) > 1e-4 ? 1u : 0u;
          wrong +=
              hit.kind == (expected == 5.75 ? WorldHitKind::Object : WorldHitKind::Door) ? 0u : 1u;
          wrong += hit.object == (expected == 5.75 ? there : ObjectId{}) ? 0u : 1u;
        }
        for (const ObjectId id : gone) wrong += buckets.contains(id) ? 1u : 0u;
        ++asked;
      }
    };
    std::array<std::size_t, 3> wrong{}, asked{};
    std::vector<std::thread> readers;
    for (std::size_t t = 0; t < 3; ++t) readers.emplace_back([&, t] { read(wrong[t], asked[t]); });
    Rng rng(2);
    for (int i = 0; i < 3000; ++i) {
      const std::uint32_t door = rng.below(11);
      board.set(door, rng.chance(0.3f));
      CHECK(board.publish() != PublishStatus::Busy);
    }
    done = true;
    for (std::thread& reader : readers) reader.join();
    for (std::size_t t = 0; t < 3; ++t) {
      CHECK(wrong[t] == 0);
      CHECK(asked[t] > 0);
    }
  }

  TEST_CASE("hard objects: threads that ask one crowd at once get the answers of one thread") {
    const Level level = cook_or_fail(build_tunnels({300, 4}));
    ObjectBuckets buckets(level, {400, 20000});
    MovingCrowd crowd(level, {.count = 400, .seed = 31});
    crowd.insert_into(buckets);
    update_objects(buckets, crowd.move());
    const std::vector<Segment> rays = random_rays(level, 1500, 32);
    const std::uint64_t expected = hash_of(traced(buckets, rays));
    const ObjectQuery query{rays[0].from, 20.0f, rays[0].cell};
    ObjectScratch one(level);
    std::vector<ObjectId> found(400);
    const std::size_t count = overlap_objects(buckets, query, one, found);
    std::array<std::size_t, 4> wrong{};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t)
      threads.emplace_back([&, t] {
        ObjectScratch scratch(level);
        std::vector<ObjectId> mine(400);
        for (int i = 0; i < 5; ++i) {
          wrong[t] += hash_of(traced(buckets, rays)) == expected ? 0u : 1u;
          wrong[t] +=
              overlap_objects(buckets, query, scratch, mine) == count && mine == found ? 0u : 1u;
        }
      });
    for (std::thread& thread : threads) thread.join();
    for (const std::size_t w : wrong) CHECK(w == 0);
  }
}

TEST_SUITE("slow") {
  TEST_CASE(
      "hard objects: a million queries among 10,000 moving objects are those of brute force") {
    ObjectTally tally;
    query_moving_crowd(cook_or_fail(build_tunnels({3000, 3})), 10, 50000, 10000, tally);
    const std::size_t maps = for_each_freedoom_map(
        [&](const std::string&, const Imported& map) {
          query_moving_crowd(cook_or_fail(map.cells), 5, 50000, 10000, tally);
        },
        {"MAP01", "MAP12"});
    if (maps < 2)
      query_moving_crowd(cook_or_fail(build_tunnels({300, 5})), 10, 50000, 10000, tally);
    INFO(tally.first_wrong);
    CHECK(tally.asked >= 1000000);
    CHECK(tally.wrong == 0);
    CHECK(tally.on_objects > 100000);
    CHECK(tally.several_cells > 100000);
  }
}

}  // namespace playset::test
