// The hard cases of rays on simple levels: through vertices, along edges, from boundaries, from
// nowhere, without end.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "playset/core/rng.h"
#include "support/support.h"
#include "tests/level/hand_made.h"

using namespace playset;
using namespace playset::test;

namespace {

CellComplex with_door(CellComplex complex, std::uint32_t cell_a, std::uint32_t cell_b) {
  complex.doors = {{"gate", true, "", 1}};
  for (CellSide& side : complex.sides) {
    if (side.neighbor == kNone) continue;
    const std::uint32_t other = complex.sides[side.neighbor].cell;
    if (std::minmax(side.cell, other) == std::minmax(cell_a, cell_b)) side.door = 0;
  }
  return complex;
}

}  // namespace

TEST_CASE(
    "hard: rays through the vertex and the edges of eight cubs take one way, whatever the cubs' "
    "order") {
  std::vector<GridPoint> places = lattice(2, 2, 2);
  std::vector<float> expected;
  Rng rng(33);
  for (int order = 0; order < 12; ++order) {
    const Level level = cook_or_fail(boxes(places), {order % 2 == 0});
    std::vector<float> found;
    for (int from = 0; from < 8; ++from)
      for (int to = 0; to < 27; ++to) {
        const glm::vec3 start = glm::vec3(from & 1, from >> 1 & 1, from >> 2) + 0.5f;
        const glm::vec3 aim(static_cast<float>(to % 3), static_cast<float>(to / 3 % 3),
                            static_cast<float>(to / 9));
        const SegmentHit hit = shoot(level, start, start + (aim - start) * 4.0f);
        CHECK(hit.kind == HitKind::Wall);
        found.push_back(hit.t);
      }
    if (expected.empty()) expected = found;
    CHECK(found == expected);
    check_against_oracle(level, 400, 34);
    rng.shuffle(std::span(places));
  }
}

TEST_CASE("hard: a ray in a side's plane or along an edge has a definite answer") {
  const Level level = cook_or_fail(boxes(lattice(2, 2, 2)));
  CHECK(shoot(level, {1, 1, 0.25f}, {1, 1, 3}).t ==
        doctest::Approx(1.75 / 2.75));  // along the edge of four cubs
  CHECK(shoot(level, {1, 0.5f, 0.5f}, {1, 0.75f, 4.5f}).t ==
        doctest::Approx(1.5 / 4.0));  // in the plane of windows
  CHECK(shoot(level, {0, 0.5f, 0.5f}, {0, 0.5f, 4.5f}).t ==
        doctest::Approx(1.5 / 4.0));  // in the plane of a wall
  CHECK(shoot(level, {0, 0, 0.5f}, {0, 0, 4.5f}).t ==
        doctest::Approx(1.5 / 4.0));  // along an edge of two walls
  CHECK(shoot(level, {0, 0, 0}, {4, 0, 0}).t == doctest::Approx(0.5));  // from corner to corner
  CHECK(shoot(level, {0, 0, 0}, {4, 4, 4}).t == doctest::Approx(0.5));
  CHECK(shoot(level, {1, 1, 0.25f}, {1, 1, 1.75f}).kind == HitKind::End);
}

TEST_CASE("hard: a start on a wall hits at t = 0 heading out and passes heading in") {
  const Level level = cook_or_fail(boxes(lattice(2, 1, 1)));
  for (const glm::vec3 on : {glm::vec3(0, 0.5f, 0.5f), glm::vec3(0, 0.3125f, 0.8125f),
                             glm::vec3(0, 0, 0.5f), glm::vec3(0, 1, 1)}) {
    CAPTURE(on.y);
    const SegmentHit out = shoot(level, on, on + glm::vec3(-3, 0.0625f, 0.03125f));
    CHECK(out.kind == HitKind::Wall);
    CHECK(out.t <= 1e-6f);
    const glm::vec3 inside(1.75f, 0.5f, 0.5f);
    CHECK(shoot(level, on, inside).kind == HitKind::End);
    CHECK(shoot(level, on, inside + (inside - on)).t == doctest::Approx(2.0 / 3.5));
  }
}

TEST_CASE("hard: a start on a window belongs to the hint, and goes either way") {
  const Level level = cook_or_fail(boxes(lattice(2, 1, 1)));
  for (const glm::vec3 on : {glm::vec3(1, 0.5f, 0.5f), glm::vec3(1, 0, 0.5f), glm::vec3(1, 1, 1)}) {
    for (const std::uint32_t hint : {0u, 1u}) {
      CHECK(locate_point(level, glm::dvec3(on), hint) == hint);
      CHECK(shoot(level, on, {3, 0.5f, 0.5f}, hint).t == doctest::Approx(0.5));
      CHECK(shoot(level, on, {-1, 0.5f, 0.5f}, hint).t == doctest::Approx(0.5));
    }
  }
}

TEST_CASE("hard: a wrong or stale start cell is located anew, a start outside is Outside") {
  const Level level = cook_or_fail(boxes(lattice(10, 1, 1)));
  for (const std::uint32_t hint : {0u, 9u, 10u, 5000u, kNone, kNone - 1}) {
    CAPTURE(hint);
    const SegmentHit hit = shoot(level, {4.5f, 0.5f, 0.5f}, {20.5f, 0.5f, 0.5f}, hint);
    CHECK(hit.kind == HitKind::Wall);
    CHECK(hit.t == doctest::Approx(5.5 / 16.0));
    for (const glm::vec3 out :
         {glm::vec3(-0.5f, 0.5f, 0.5f), glm::vec3(4, 9, 0.5f), glm::vec3(9000, 0, 0)}) {
      const SegmentHit none = shoot(level, out, {4.5f, 0.5f, 0.5f}, hint);
      CHECK(none.kind == HitKind::Outside);
      CHECK(none.cell == kNone);
    }
  }
}

TEST_CASE(
    "hard: a segment without length ends where it starts, one that is not finite is BadCell") {
  const Level level = cook_or_fail(boxes(lattice(2, 1, 1)));
  for (const glm::vec3 at :
       {glm::vec3(0.5f, 0.5f, 0.5f), glm::vec3(1.5f, 0.25f, 0.5f), glm::vec3(0, 0, 0)}) {
    const SegmentHit hit = shoot(level, at, at);
    CHECK(hit.kind == HitKind::End);
    CHECK(hit.t == 1.0f);
    CHECK(cell_holds(level, hit.cell, glm::dvec3(at)));
  }
  CHECK(shoot(level, {5, 5, 5}, {5, 5, 5}).kind == HitKind::Outside);
  const FpTrapsOff off;
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(),
                  kInf = std::numeric_limits<float>::infinity();
  const glm::vec3 good(0.5f, 0.5f, 0.5f);
  for (const float bad : {kNan, kInf, -kInf, 16385.0f, -1e30f, 3e38f})
    for (int axis = 0; axis < 3; ++axis)
      for (const std::uint32_t cell : {0u, 1u, kNone}) {
        CAPTURE(bad);
        glm::vec3 broken = good;
        broken[axis] = bad;
        for (const Segment& s : {Segment{good, cell, broken, 0}, Segment{broken, cell, good, 0},
                                 Segment{broken, cell, broken, 0}}) {
          const SegmentHit hit = trace_segment(level, s);
          CHECK(hit.kind == HitKind::BadCell);
          CHECK(hit.t == 0.0f);
          std::uint8_t blocked = 9;
          trace_segments_any(level, {&s, 1}, {&blocked, 1});
          CHECK(blocked == 2);
          CHECK(trace_line(level, glm::dvec3(s.from), glm::dvec3(s.to), cell).kind ==
                HitKind::BadCell);
        }
        CHECK(locate_point(level, glm::dvec3(broken), cell) == kNone);
      }
  const Segment stale{good, 77, {kNan, 0, 0}, 0};  // a hint that names no cell is no answer
  CHECK(trace_segment(level, stale).cell == kNone);
  std::vector<std::uint32_t> path{1, 2, 3};
  CHECK(trace_line(Level(), {}, {1, 0, 0}, kNone, {}, &path).kind == HitKind::Outside);
  CHECK(path.empty());
}

TEST_CASE("hard: a portal to itself is refused, and a walk beyond max_steps says StepLimit") {
  CellComplex complex = boxes(lattice(50, 1, 1));
  const Level level = cook_or_fail(complex);
  for (const std::uint32_t steps : {1u, 7u, 49u}) {
    CAPTURE(steps);
    const SegmentHit hit =
        shoot(level, {0.5f, 0.5f, 0.5f}, {64.5f, 0.5f, 0.5f}, kNone, {nullptr, steps});
    CHECK(hit.kind == HitKind::StepLimit);
    CHECK(level.complex_cell(hit.cell) == steps);
  }
  CHECK(shoot(level, {0.5f, 0.5f, 0.5f}, {64.5f, 0.5f, 0.5f}, kNone, {nullptr, 50}).kind ==
        HitKind::Wall);
  complex.sides[0].neighbor = 0;
  CHECK(contains(refusal(complex), "portal to itself"));
}

TEST_CASE("hard: a ray through a corridor of 10,000 cubs crosses every one in constant stack") {
  const Level level = cook_or_fail(boxes(lattice(10000, 1, 1)));
  std::vector<std::uint32_t> path;
  const LineHit line = trace_line(level, {0.25, 0.5, 0.5}, {12000.25, 0.5, 0.5}, kNone, {}, &path);
  CHECK(line.kind == HitKind::Wall);
  CHECK(line.t == doctest::Approx(9999.75 / 12000.0).epsilon(1e-12));
  CHECK(path.size() == 10000);
  CHECK(shoot(level, {0.25f, 0.5f, 0.5f}, {12000.25f, 0.5f, 0.5f}).t ==
        doctest::Approx(9999.75 / 12000.0));
  CHECK(shoot(level, {0.25f, 0.5f, 0.5f}, {9999.5f, 0.25f, 0.75f}).kind == HitKind::End);
}

TEST_CASE("hard: a closed door is hit, an open one passed, and every change raises the revision") {
  const Level level = cook_or_fail(with_door(boxes(lattice(3, 1, 1)), 1, 2));
  REQUIRE(level.door_count() == 1);
  DoorStates doors = initial_doors(level);
  CHECK(is_closed(doors, 0));
  const TraceOptions options{&doors, 0};
  const glm::vec3 from(0.5f, 0.5f, 0.5f), to(8.5f, 0.5f, 0.5f);
  const SegmentHit closed = shoot(level, from, to, kNone, options);
  CHECK(closed.kind == HitKind::Door);
  CHECK(closed.t == doctest::Approx(1.5 / 8.0));
  CHECK(level.side_door(closed.side) == 0);
  CHECK(level.complex_cell(closed.cell) == 1);
  CHECK(shoot(level, to - glm::vec3(6, 0, 0), from, kNone, options).kind ==
        HitKind::Door);  // from behind
  set_door(doors, 0, false);
  CHECK(doors.revision == 1);
  set_door(doors, 0, false);
  CHECK(doors.revision == 1);
  const SegmentHit open = shoot(level, from, to, kNone, options);
  CHECK(open.kind == HitKind::Wall);
  CHECK(open.t == doctest::Approx(2.5 / 8.0));
  CHECK(shoot(level, from, to).kind == HitKind::Wall);  // no states: all are open
  set_door(doors, 0, true);
  CHECK(doors.revision == 2);
  CHECK(shoot(level, from, to, kNone, options).kind == HitKind::Door);
  CHECK(shoot(level, {2, 0.5f, 0.5f}, {8, 0.5f, 0.5f}, 1, options).t ==
        0.0f);  // from on the closed door
}
