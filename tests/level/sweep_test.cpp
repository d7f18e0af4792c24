// Sweeps where the answer is known: rooms, edges, seams, wedges, plates, doors, and what callers may
// get wrong.
#include "playset/level/sweep.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <glm/geometric.hpp>
#include <limits>

#include "level/sweep_fast.h"
#include "level/trace_batch.h"
#include "playset/core/math.h"
#include "scenes/point_sampler.h"
#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/hand_made.h"

using namespace playset;
using namespace playset::test;
using playset_test::CellBuilder;

namespace {

bool same(const BodyHit& a, const BodyHit& b) {
  return a.t == b.t && a.side == b.side && a.cell == b.cell && a.point == b.point &&
         a.normal == b.normal;
}

Level room(int x, int y, int z) {
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(x, y, z));
  return cook_or_fail(builder.complex);
}

SweepHit move(const Level& level, glm::vec3 from, glm::vec3 to, float radius,
              const TraceOptions& options = {}) {
  return sweep_sphere(level, {from, kNone, to, radius}, options);
}

bool near(glm::vec3 a, glm::dvec3 b, double tolerance = 1e-5) {
  return glm::length(glm::dvec3(a) - b) < tolerance;
}

CellComplex without_portals_between(CellComplex complex, std::uint32_t a, std::uint32_t b) {
  for (CellSide& side : complex.sides)
    if (side.neighbor != kNone) {
      const std::uint32_t other = complex.sides[side.neighbor].cell;
      if ((side.cell == a && other == b) || (side.cell == b && other == a)) side.neighbor = kNone;
    }
  return complex;
}

// A row of hexahedra along +x of the given turned frame, corners rounded to the grid.
CellComplex turned_corridor(int count, double step, double yaw, double pitch) {
  const glm::dvec3 along(cosine(yaw) * cosine(pitch), sine(pitch), sine(yaw) * cosine(pitch));
  const glm::dvec3 across(-sine(yaw), 0.0, cosine(yaw)), up = glm::cross(across, along);
  CellBuilder builder;
  for (int i = 0; i < count; ++i) {
    std::array<GridPoint, 8> p{};
    for (int k = 0; k < 8; ++k)
      p[static_cast<std::size_t>(k)] =
          to_grid(along * ((i + (k & 1)) * step) + up * ((k & 2) != 0 ? 2.0 : 0.0) +
                  across * ((k & 4) != 0 ? 2.0 : 0.0));
    builder.add_hex(p);
  }
  return linked(builder);
}

}  // namespace

TEST_CASE("sweep: a sphere stops its radius before a wall, with the point and normal there") {
  const Level level = room(4, 4, 4);
  const SweepHit hit = move(level, {2, 2, 2}, {2, 2, 10}, 0.5f);
  CHECK(hit.kind == HitKind::Wall);
  CHECK(hit.t == doctest::Approx(1.5 / 8));
  CHECK(near(hit.point, {2, 2, 4}));
  CHECK(near(hit.normal, {0, 0, -1}));
  CHECK(hit.cell == 0);
  CHECK(!hit.started_in);
  const SweepHit free = move(level, {2, 2, 2}, {2, 2.5f, 3}, 0.5f);
  CHECK(free.kind == HitKind::End);
  CHECK(free.t == 1.0f);
  CHECK(free.cell == 0);
  CHECK(free.side == kNone);
}

TEST_CASE("sweep: odd numbers are refused, a start outside is Outside, a wrong cell is located") {
  const Level level = cook_or_fail(boxes(lattice(3, 1, 1)));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float huge = std::numeric_limits<float>::infinity();
  const glm::vec3 in(0.5f, 0.5f, 0.5f);
  for (const SphereSweep& bad :
       {SphereSweep{{nan, 0, 0}, 0, in, 0.1f}, SphereSweep{in, 0, {0, huge, 0}, 0.1f},
        SphereSweep{in, 0, in, nan}, SphereSweep{in, 0, in, -0.1f}, SphereSweep{in, 0, in, huge},
        SphereSweep{in, 0, {1e9f, 0, 0}, 0.1f}}) {
    const SweepHit hit = sweep_sphere(level, bad);
    CHECK(hit.kind == HitKind::BadCell);
    CHECK(hit.t == 0.0f);
  }
  CHECK(move(level, {-1, 0.5f, 0.5f}, in, 0.1f).kind == HitKind::Outside);
  CHECK(move(Level(), in, in, 0.1f).kind == HitKind::Outside);
  const SweepHit stale = sweep_sphere(level, {in, 2, {2.5f, 0.5f, 0.5f}, 0.25f});
  CHECK(stale.kind == HitKind::End);
  CHECK(level.complex_cell(stale.cell) == 2);
  const double worse = std::numeric_limits<double>::quiet_NaN();
  CHECK(sweep_capsule(level, {{{0.5, 0.5, 0.5}, {0.5, worse, 0.5}}, 0.1}, {1, 0, 0}).kind ==
        HitKind::BadCell);
  OrientedBox box;
  box.center = {0.5, 0.5, 0.5};
  box.half = {0.1, -0.1, 0.1};
  CHECK(sweep_box(level, box, {1, 0, 0}).kind == HitKind::BadCell);
  sweep_spheres(level, {}, {});
}

TEST_CASE("sweep: without a motion nothing is hit, without a radius a sweep is a trace") {
  const Level level = cook_or_fail(build_tunnels({200, 1}));
  const PointSampler sampler(level);
  Rng rng(41);
  for (int i = 0; i < 300; ++i) {
    const PointSampler::Sample at = sampler.draw(rng);
    const SweepHit still = sweep_sphere(level, {at.point, at.cell, at.point, 5.0f});
    CHECK(still.kind == HitKind::End);
    CHECK(still.t == 1.0f);
    CHECK(still.cell == at.cell);
    const glm::vec3 to = at.point + rng.unit_vec3() * 20.0f;
    const SweepHit thin = sweep_sphere(level, {at.point, at.cell, to, 0.0f});
    const SegmentHit ray = trace_segment(level, {at.point, at.cell, to, 0});
    CHECK(thin.kind == ray.kind);
    CHECK(thin.t == doctest::Approx(ray.t).epsilon(1e-4));
    CHECK(thin.side == ray.side);
  }
}

TEST_CASE("sweep: a start that touches or overlaps hits at 0 heading in and passes heading out") {
  const Level level = room(4, 4, 4);
  for (const float height : {0.5f, 0.25f, 0.0f}) {  // touching, overlapping, the centre on the wall
    CAPTURE(height);
    const SweepHit in = move(level, {2, height, 2}, {2.5f, height - 1, 2}, 0.5f);
    CHECK(in.kind == HitKind::Wall);
    CHECK(in.t == 0.0f);
    CHECK(in.started_in);
    CHECK(near(in.normal, {0, 1, 0}));
    CHECK(move(level, {2, height, 2}, {2.5f, height + 1, 2}, 0.5f).kind == HitKind::End);
    CHECK(move(level, {2, height, 2}, {3, height, 2}, 0.5f).kind == HitKind::End);
  }
  // In a corner the wall that faces the motion more is named.
  const SweepHit corner = move(level, {0.5f, 0.5f, 2}, {-1, 0, 2}, 0.5f);
  CHECK(near(corner.normal, {1, 0, 0}));
}

TEST_CASE("sweep: the edge of a bend is met where a rounded edge says") {
  const Level level = cook_or_fail(boxes({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}));
  const double radius = 0.25, miss = 0.2 / std::sqrt(2.0);
  const glm::dvec3 from(0.5, 0.5, 0.7), by(0.6, 0.0, 0.6);  // past the edge x = z = 1 at 0.14 m
  const SweepHit hit = move(level, from, from + by, static_cast<float>(radius));
  // Nearest to the edge at `half`; before that by the leg of a right triangle.
  const double half = 0.8 / std::sqrt(2.0);
  const double travelled = half - std::sqrt(radius * radius - miss * miss);
  CHECK(hit.kind == HitKind::Wall);
  CHECK(hit.t == doctest::Approx(travelled / glm::length(by)).epsilon(1e-5));
  CHECK(near(hit.point, {1, 0.5, 1}, 1e-5));
  const glm::dvec3 center = from + by * double{hit.t};
  CHECK(near(hit.normal, (center - glm::dvec3(1, 0.5, 1)) / radius, 1e-4));
}

TEST_CASE("sweep: hard 23: a sphere pressed a little into the floor feels no seam and no rim") {
  // 1,000 m of rooms, a window of the same size between all, then a room that widens.
  std::vector<GridPoint> places = lattice(1000, 1, 1);
  places.push_back({1000, 0, 0});
  places.push_back({1000, 0, 1});
  const Level level = cook_or_fail(boxes(places));
  for (const float depth : {0.0f, 1e-6f, 1e-4f, 1e-2f}) {
    CAPTURE(depth);
    const float y = 0.25f - depth;
    CHECK(move(level, {0.5f, y, 0.5f}, {999.5f, y, 0.5f}, 0.25f).kind == HitKind::End);
    const SweepHit both = move(level, {0.5f, y, 0.25f - depth}, {900.25f, y, 0.25f - depth}, 0.25f);
    CHECK(both.kind == HitKind::End);
    std::size_t stops = 0;
    for (float x = 0.5f; x < 999.0f; x += 0.37f)
      stops += move(level, {x, y, 0.5f}, {x + 0.37f, y, 0.5f}, 0.25f).kind != HitKind::End ? 1 : 0;
    CHECK(stops == 0);
    // Over the rim where the other wall ends: along it, and turning round it.
    CHECK(move(level, {999, 0.5f, 0.75f + depth}, {1000.7f, 0.5f, 0.75f + depth}, 0.25f).kind ==
          HitKind::End);
  }
}

TEST_CASE("sweep: hard 23: along walls that the grid has bent a slide keeps its speed") {
  const double yaw = 0.3, pitch = 0.2;
  const Level level = cook_or_fail(turned_corridor(2000, 0.25, yaw, pitch));
  const glm::dvec3 along(cosine(yaw) * cosine(pitch), sine(pitch), sine(yaw) * cosine(pitch));
  const glm::dvec3 across(-sine(yaw), 0.0, cosine(yaw)), up = glm::cross(across, along);
  const Capsule ball{{}, 0.5};
  glm::dvec3 at = along * 1.0 + up * 0.5 + across * 1.0;
  const glm::dvec3 start = at;
  for (int step = 0; step < 1200; ++step) {
    glm::dvec3 rest = (along - up * 0.02) * 0.4;  // pressed down, as gravity does
    for (int i = 0; i < 4 && glm::length(rest) > 1e-6; ++i) {
      const SweepHit hit = sweep_capsule(level, {{at, at}, ball.radius}, rest);
      REQUIRE(hit.kind != HitKind::Outside);
      const glm::dvec3 normal(hit.normal);
      const double speed = -glm::dot(rest, normal);
      const double back = speed > 0.0 ? 1e-4 / speed : 0.0;  // a skin along the normal
      const double t = hit.side == kNone ? 1.0 : std::max(0.0, double{hit.t} - back);
      at += rest * t;
      rest *= 1.0 - t;
      if (hit.side != kNone) rest -= normal * glm::dot(rest, normal);
    }
  }
  CHECK(glm::dot(at - start, along) > 0.999 * 1200 * 0.4);
}

TEST_CASE("sweep: hard 24: in a wedge of 10 degrees a sphere stops where both walls touch it") {
  CellBuilder builder;
  builder.begin_cell();
  const int far = 10 * kMetre, side = static_cast<int>(10 * kMetre * tangent(to_radians(5.0)));
  const GridPoint a(0, 0, 0), b(far, 0, -side), c(far, 0, side), up(0, 2 * kMetre, 0);
  const auto add = [&](std::vector<GridPoint> corners, std::uint32_t face) {
    builder.add_side(corners, face);
  };
  add({a, c, b}, 0);
  add({a + up, b + up, c + up}, 1);
  add({a, a + up, c + up, c}, 2);
  add({a, b, b + up, a + up}, 3);
  add({b, c, c + up, b + up}, 4);
  const Level level = cook_or_fail(builder.complex);
  const SweepHit hit = move(level, {8, 1, 0}, {0, 1, 0}, 0.3f);
  const double stop = 0.3 / sine(arc_tangent(static_cast<double>(side) / far));
  CHECK(hit.kind == HitKind::Wall);
  CHECK(8 - 8 * double{hit.t} == doctest::Approx(stop).epsilon(1e-5));
  const glm::vec3 at(8 - 8 * hit.t, 1, 0);
  CHECK(move(level, at, {0, 1, 0}, 0.3f).t < 1e-5f);             // and stays there
  CHECK(move(level, at, {8, 1, 0}, 0.3f).kind == HitKind::End);  // and comes out
}

TEST_CASE(
    "sweep: a corridor as wide as the sphere, and a millimetre narrower, can be passed along") {
  const Level level = cook_or_fail(boxes(lattice(8, 1, 1)));
  for (const float radius : {0.5f, 0.5005f}) {
    CAPTURE(radius);
    CHECK(move(level, {0.5f, 0.5f, 0.5f}, {7.49f, 0.5f, 0.5f}, radius).t > 0.999f);
    const SweepHit aside = move(level, {0.5f, 0.5f, 0.5f}, {7, 0.5f, 0.6f}, radius);
    CHECK(aside.t == 0.0f);
    CHECK(aside.started_in);
  }
}

TEST_CASE("sweep: a plate without thickness stops a sphere that moves 1,000 m in one step") {
  const Level level = cook_or_fail(without_portals_between(boxes(lattice(1000, 1, 1)), 699, 700));
  for (const float radius : {0.001f, 0.1f, 0.4f}) {
    const SweepHit hit = move(level, {0.5f, 0.5f, 0.5f}, {999.5f, 0.5f, 0.5f}, radius);
    CHECK(hit.kind == HitKind::Wall);
    CHECK(0.5 + 999 * double{hit.t} == doctest::Approx(700 - double{radius}).epsilon(1e-6));
    CHECK(level.complex_cell(hit.cell) == 699);
  }
}

TEST_CASE("sweep: hard 21: a sphere of many cells' size stops at the outer walls, none is missed") {
  const Level level = cook_or_fail(boxes(lattice(16, 16, 16)));
  const SweepHit hit = move(level, {8, 8, 8}, {8, 8, 15}, 6.0f);
  CHECK(hit.kind == HitKind::Wall);
  CHECK(hit.t == doctest::Approx(2.0 / 7));
  CHECK(near(hit.normal, {0, 0, -1}));
  // The same with one plate of 1 m in its way, off its middle.
  CellComplex plated = boxes(lattice(16, 16, 16));
  const std::vector<GridPoint> places = lattice(16, 16, 16);
  std::uint32_t below = 0, above = 0;
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    if (places[i] == metres(10, 8, 14) / kMetre) below = i;
    if (places[i] == metres(10, 8, 15) / kMetre) above = i;
  }
  const Level with_plate = cook_or_fail(without_portals_between(plated, below, above));
  const SweepHit plate = move(with_plate, {8, 8, 8}, {8, 8, 15}, 6.5f);
  // Its corner (10, 8 or 9, 15) nearest to the axis: 2 m off.
  CHECK(8 + 7 * double{plate.t} == doctest::Approx(15 - std::sqrt(6.5 * 6.5 - 4)).epsilon(1e-5));
}

TEST_CASE("sweep: hard 10: rooms that overlap without a link do not feel each other") {
  CellBuilder builder;
  builder.add_box(metres(0, 0, 0), metres(8, 4, 4));
  CellBuilder other;
  builder.add_box(metres(4, 1, 1), metres(12, 3, 3));
  const Level level = cook_or_fail(builder.complex);
  const std::uint32_t first = level.complex_cell(0) == 0 ? 0 : 1;
  const SweepHit hit = sweep_sphere(level, {{1, 2, 2}, first, {20, 2, 2}, 0.9f});
  CHECK(hit.cell == first);
  CHECK(1 + 19 * double{hit.t} == doctest::Approx(7.1));
}

TEST_CASE("sweep: a closed door is a wall with a rim, an open one is nothing") {
  CellComplex complex = boxes(lattice(2, 1, 3));
  complex.doors = {{"gate", true, "", 0}};
  for (CellSide& side : complex.sides) {
    if (side.neighbor == kNone || side.cell + complex.sides[side.neighbor].cell != 5) continue;
    if (std::min(side.cell, complex.sides[side.neighbor].cell) == 2) side.door = 0;
  }
  const Level level = cook_or_fail(complex);
  DoorStates doors = initial_doors(level);
  const auto cells = lattice(2, 1, 3);
  const glm::vec3 from = glm::vec3(cells[2]) + 0.5f, to = glm::vec3(cells[3]) + 0.5f;
  const SweepHit shut = move(level, from, to, 0.2f, {&doors, 0});
  CHECK(shut.kind == HitKind::Door);
  CHECK(shut.t == doctest::Approx(0.3));
  CHECK(level.side_door(shut.side) == 0);
  set_door(doors, 0, false);
  CHECK(move(level, from, to, 0.2f, {&doors, 0}).kind == HitKind::End);
  CHECK(move(level, from, to, 0.2f).kind == HitKind::End);
}

TEST_CASE("sweep: hard 4, 5: a start on a window may go either way, a stale cell is located anew") {
  const Level level = cook_or_fail(boxes(lattice(4, 1, 1)));
  for (std::uint32_t hint : {0u, 1u, 2u, 3u, kNone, 77u})
    for (const float to : {1.0f, 3.0f}) {
      const SweepHit hit = sweep_sphere(level, {{2, 0.5f, 0.5f}, hint, {to, 0.5f, 0.5f}, 0.25f});
      CHECK(hit.kind == HitKind::End);
      CHECK(cell_holds(level, hit.cell, {double{to}, 0.5, 0.5}));
    }
}

TEST_CASE("sweep: hard 19: rooms of 2 mm at the edge of the grid") {
  CellBuilder builder;
  const GridPoint corner(kGridLimit - 64, kGridLimit - 64, kGridLimit - 64);
  for (int i = 0; i < 8; ++i)
    builder.add_box(corner + GridPoint(2 * i, 0, 0), corner + GridPoint(2 * i + 2, 2, 2));
  const Level level = cook_or_fail(linked(builder));
  const glm::dvec3 from = to_metres(corner) + glm::dvec3(1.0 / 1024.0);
  const SweepHit hit = sweep_capsule(level, {{from, from}, 0.0005}, {0.05, 0.0, 0.0});
  CHECK(hit.kind == HitKind::Wall);
  CHECK(double{hit.t} * 0.05 == doctest::Approx(15.0 / 1024.0 - 0.0005).epsilon(1e-6));
}

TEST_CASE("sweep: capsules and boxes stop where their ends, sides and corners touch") {
  const Level level = room(8, 8, 8);
  const Capsule pole{{{4, 3, 4}, {4, 5, 4}}, 0.5};
  const SweepHit down = sweep_capsule(level, pole, {0, -8, 0});
  CHECK(down.t == doctest::Approx(2.5 / 8));
  CHECK(near(down.normal, {0, 1, 0}));
  CHECK(near(down.point, {4, 0, 4}));
  const SweepHit aside = sweep_capsule(level, pole, {8, 0, 0});
  CHECK(aside.t == doctest::Approx(3.5 / 8));
  OrientedBox box;
  box.center = {4, 4, 4};
  box.half = {1, 2, 0.5};
  const SweepHit flat = sweep_box(level, box, {0, -8, 0});
  CHECK(flat.t == doctest::Approx(2.0 / 8));
  CHECK(near(flat.normal, {0, 1, 0}));
  const double h = std::sqrt(0.5);
  box.axes = {glm::dvec3(h, h, 0), glm::dvec3(-h, h, 0), glm::dvec3(0, 0, 1)};
  box.half = {1, 1, 1};
  const SweepHit tip = sweep_box(level, box, {0, -8, 0});
  CHECK(tip.t == doctest::Approx((4 - std::sqrt(2.0)) / 8));
}

TEST_CASE("sweep: a capsule's and a box's side meet an edge between their corners") {
  const Level level = cook_or_fail(boxes({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}));
  const glm::dvec3 from(0.5, 0.5, 0.5), by(0.6, 0.0, 0.6);  // towards the edge x = z = 1
  const glm::dvec3 across = glm::normalize(glm::dvec3(1, 0, -1)) * 0.15;
  const SweepHit bar = sweep_capsule(level, {{from - across, from + across}, 0.1}, by);
  const double gap = std::sqrt(0.5) - 0.1;
  CHECK(bar.t == doctest::Approx(gap / glm::length(by)));
  CHECK(near(bar.point, {1, 0.5, 1}, 1e-5));
  OrientedBox box;
  box.center = from;
  box.half = {0.2, 0.1, 0.1};
  const double h = std::sqrt(0.5);
  box.axes = {glm::dvec3(h, 0, -h), glm::dvec3(0, 1, 0), glm::dvec3(h, 0, h)};
  const SweepHit face = sweep_box(level, box, by);
  CHECK(face.t == doctest::Approx(gap / glm::length(by)));
  CHECK(near(face.normal, {-h, 0, -h}, 1e-5));
}

TEST_CASE("sweep: capsules and boxes pressed a little into the floor feel no seam") {
  const Level level = cook_or_fail(boxes(lattice(50, 1, 2)));
  for (const double depth : {0.0, 1e-6, 1e-3}) {
    CAPTURE(depth);
    const glm::dvec3 at(0.5, 0.2 - depth, 1.0), by(48.9, 0.0, 0.0);
    CHECK(sweep_capsule(level, {{at, at + glm::dvec3(0, 0.4, 0)}, 0.2}, by).kind == HitKind::End);
    CHECK(sweep_capsule(level, {{at, at + glm::dvec3(0, 0, 0.4)}, 0.2}, by).kind == HitKind::End);
    OrientedBox box;
    box.center = at;
    box.half = glm::dvec3(0.2);
    CHECK(sweep_box(level, box, by).kind == HitKind::End);
  }
}

TEST_CASE("sweep: AVX2 and plain C++ give the same bits, and doubt the same sweeps") {
  if (!trace_has_avx2()) {
    MESSAGE("SKIPPED: this processor has no AVX2, or the compiler does not make it");
    return;
  }
  std::size_t asked = 0, sure = 0, different = 0;
  const auto check = [&](const CellComplex& complex) {
    const Level level = cook_or_fail(complex);
    const DoorStates doors = initial_doors(level);
    const PointSampler sampler(level);
    const float size = static_cast<float>(sampler.mean_cell_size());
    Rng rng(43);
    for (int round = 0; round < 64; ++round) {
      std::array<SphereSweep, 64> sweeps;
      for (SphereSweep& sweep : sweeps) {
        const PointSampler::Sample at = sampler.draw(rng);
        const float length = size * rng.range_float(0.1f, 6.0f);
        const glm::vec3 to = at.point + rng.unit_vec3() * length;
        sweep = {at.point, at.cell, to, size * rng.range_float(0.0f, 0.4f)};
      }
      std::array<BodyHit, 64> plain, lanes;
      const TraceOptions options{round % 2 == 0 ? &doors : nullptr, 0};
      const std::uint64_t which =
          round % 4 == 0 ? ~std::uint64_t{0} : mix_bits(static_cast<std::uint64_t>(round));
      const std::uint64_t a = sweep_fast_scalar(level, sweeps, which, options, plain.data());
      const std::uint64_t b = sweep_fast_avx2(level, sweeps, which, options, lanes.data());
      CHECK((a & ~which) == 0);
      for (std::size_t i = 0; i < 64; ++i) {
        if (((which >> i) & 1u) == 0) continue;
        const bool in_a = ((a >> i) & 1u) != 0, in_b = ((b >> i) & 1u) != 0;
        BodyHit alone;
        const std::uint64_t bit = std::uint64_t{1} << i;
        const bool is_alone =
            sweep_fast_scalar(level, std::span(sweeps).subspan(i, 1), 1, options, &alone) != 0;
        ++asked;
        sure += in_a ? 1 : 0;
        CHECK((a & bit) == (b & bit));
        CHECK(is_alone == in_a);
        if (in_a && in_b) different += same(plain[i], lanes[i]) && same(plain[i], alone) ? 0 : 1;
      }
    }
  };
  check(build_tunnels({500, 1}));
  for_each_freedoom_map([&](const std::string&, const Imported& map) { check(map.cells); },
                        {"MAP01"});
  CHECK(different == 0);
  CHECK(sure > asked * 9 / 10);  // so that the fast way is what was tried
}

TEST_CASE("sweep: the fast way and the flood in doubles agree") {
  std::size_t asked = 0, different = 0;
  const auto check = [&](const CellComplex& complex) {
    const Level level = cook_or_fail(complex);
    const PointSampler sampler(level);
    const double size = sampler.mean_cell_size();
    Rng rng(44);
    for (int i = 0; i < 3000; ++i) {
      const PointSampler::Sample at = sampler.draw(rng);
      const glm::vec3 to = at.point + rng.unit_vec3() * static_cast<float>(size * 2.0);
      const auto radius = static_cast<float>(size * rng.range_double(0.01, 0.3));
      const SweepHit fast = sweep_sphere(level, {at.point, at.cell, to, radius});
      const glm::dvec3 from(at.point);
      const SweepHit flood =
          sweep_capsule(level, {{from, from}, double{radius}}, glm::dvec3(to) - from, at.cell);
      ++asked;
      // An edge may be named by either of its walls.
      const bool same = fast.kind == flood.kind && std::fabs(fast.t - flood.t) < 1e-4f &&
                        fast.started_in == flood.started_in &&
                        glm::length(fast.normal - flood.normal) < 2e-4f;  // bent sides
      different += same ? 0 : 1;
    }
  };
  check(build_tunnels({500, 1}));
  for_each_freedoom_map([&](const std::string&, const Imported& map) { check(map.cells); },
                        {"MAP07"});
  CHECK(asked > 0);
  CHECK(different == 0);
}

TEST_CASE("sweep: nothing is allocated, and a batch says what single calls say") {
  const Level level = cook_or_fail(build_tunnels({500, 1}));
  const PointSampler sampler(level);
  Rng rng(42);
  std::vector<SphereSweep> sweeps(500);
  for (SphereSweep& sweep : sweeps) {
    const PointSampler::Sample at = sampler.draw(rng);
    const float length = rng.range_float(1.0f, 40.0f);
    sweep = {at.point, at.cell, at.point + rng.unit_vec3() * length, 1.0f};
  }
  std::vector<SweepHit> batch(sweeps.size()), single(sweeps.size());
  const AllocationScope scope;
  sweep_spheres(level, sweeps, batch);
  for (std::size_t i = 0; i < sweeps.size(); ++i) single[i] = sweep_sphere(level, sweeps[i]);
  CHECK(scope.count() == 0);
  CHECK(std::memcmp(batch.data(), single.data(), batch.size() * sizeof(SweepHit)) == 0);
}
