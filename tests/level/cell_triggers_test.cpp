// update_triggers: events of bodies that walk, run through thin zones, jump, stand on borders, come
// and go.
#include "playset/level/cell_triggers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "playset/core/rng.h"
#include "scenes/point_sampler.h"
#include "support/support.h"
#include "tests/level/hand_made.h"

namespace playset::test {
namespace {

// A corridor of boxes of 1 m along x. Cells 2 and 3 are zone 0, cell 5 zone 1; the side of cell 6
// towards cell 7 carries trigger 2, that of cell 8 towards cell 7 trigger 3.
CellComplex trigger_corridor() {
  CellComplex complex = boxes(lattice(10, 1, 1));
  complex.cells[2].trigger = complex.cells[3].trigger = 0;
  complex.cells[5].trigger = 1;
  complex.sides[6 * 6 + 1].trigger = 2;
  complex.sides[8 * 6 + 0].trigger = 3;
  for (int i = 0; i < 4; ++i) complex.triggers.push_back({"t", i, 0, {}, {}});
  return complex;
}

glm::dvec3 at(double x) { return {x, 0.5, 0.5}; }

// "E0 L0 S1 X2 x3": Enter, Leave, Stay, Cross, Cross backwards, each with its trigger.
std::string tick(const Level& level, TriggerState& state, const std::vector<TriggerBody>& bodies,
                 bool with_ids = false) {
  std::vector<TriggerEvent> events(100);
  const TriggerResult result = update_triggers(level, bodies, state, events);
  CHECK(result.status == TriggerStatus::Done);
  std::string text;
  for (std::uint32_t i = 0; i < result.events; ++i) {
    const TriggerEvent& event = events[i];
    if (!text.empty()) text += ' ';
    if (with_ids) text += std::to_string(event.body) + ':';
    text += event.kind == TriggerKind::Cross && event.backwards
                ? 'x'
                : "ESLX"[static_cast<std::size_t>(event.kind)];
    text += std::to_string(event.trigger);
  }
  return text;
}

}  // namespace

TEST_CASE("cell triggers: a body that walks enters, stays and leaves; two cells are one zone") {
  const Level level = cook_or_fail(trigger_corridor());
  TriggerState state;
  state.reserve(1);
  const auto step = [&](double x) { return tick(level, state, {{1, kNone, at(x)}}); };
  CHECK(step(0.5) == "");
  CHECK(step(1.5) == "");
  CHECK(step(2.5) == "E0");
  CHECK(step(2.75) == "S0");
  CHECK(step(3.5) == "S0");  // another cell of the same zone
  CHECK(step(4.5) == "L0");
  CHECK(step(5.5) == "E1");
  CHECK(step(5.5) == "S1");
  CHECK(step(4.5) == "L1");
}

TEST_CASE("cell triggers: who runs through a zone within one tick enters and leaves it, in order") {
  const Level level = cook_or_fail(trigger_corridor());
  TriggerState state;
  state.reserve(1);
  CHECK(tick(level, state, {{1, kNone, at(0.5)}}) == "");
  CHECK(tick(level, state, {{1, kNone, at(9.5)}}) == "E0 L0 E1 L1 X2 x3");
  CHECK(tick(level, state, {{1, kNone, at(0.5)}}) == "X3 x2 E1 L1 E0 L0");
  CHECK(tick(level, state, {{1, kNone, at(2.5)}}) == "E0");
  CHECK(tick(level, state, {{1, kNone, at(5.5)}}) == "L0 E1");
}

TEST_CASE("cell triggers: a zone one grid step thin is not jumped over") {
  playset_test::CellBuilder builder;
  builder.add_box(metres(0, 0, 0), GridPoint(1024, 1024, 1024));
  builder.add_box(GridPoint(1024, 0, 0), GridPoint(1025, 1024, 1024));
  builder.add_box(GridPoint(1025, 0, 0), GridPoint(4096, 1024, 1024));
  CellComplex complex = linked(builder);
  complex.cells[1].trigger = 0;
  complex.triggers.push_back({"thin", 0, 0, {}, {}});
  const Level level = cook_or_fail(complex);
  TriggerState state;
  state.reserve(1);
  Rng rng(3);
  CHECK(tick(level, state, {{1, kNone, {0.5, 0.5, 0.5}}}) == "");
  for (int i = 0; i < 200; ++i) {
    const auto y = [&] { return rng.range_double(0.01, 0.99); };
    CHECK(tick(level, state, {{1, kNone, {rng.range_double(1.1, 3.9), y(), y()}}}) == "E0 L0");
    CHECK(tick(level, state, {{1, kNone, {rng.range_double(0.1, 0.9), y(), y()}}}) == "E0 L0");
  }
}

TEST_CASE("cell triggers: teleports change zones and cross no line") {
  const Level level = cook_or_fail(trigger_corridor());
  TriggerState state;
  state.reserve(1);
  CHECK(tick(level, state, {{1, kNone, at(2.5)}}) == "E0");
  CHECK(tick(level, state, {{1, kNone, at(9.5), true}}) == "L0");
  CHECK(tick(level, state, {{1, kNone, at(5.5), true}}) == "E1");
  CHECK(tick(level, state, {{1, kNone, at(5.25), true}}) == "S1");
  CHECK(tick(level, state, {{1, kNone, at(3.5), true}}) == "L1 E0");
}

TEST_CASE("cell triggers: bodies come and go, each with its own zone, in the order of ids") {
  const Level level = cook_or_fail(trigger_corridor());
  TriggerState state;
  state.reserve(3);
  CHECK(tick(level, state, {{4, kNone, at(2.5)}, {9, kNone, at(5.5)}}, true) == "4:E0 9:E1");
  CHECK(tick(level, state, {{1, kNone, at(3.5)}, {4, kNone, at(2.5)}, {9, kNone, at(5.5)}}, true) ==
        "1:E0 4:S0 9:S1");
  CHECK(tick(level, state, {{1, kNone, at(3.5)}, {9, kNone, at(4.5)}}, true) == "1:S0 4:L0 9:L1");
  CHECK(state.body_count() == 2);
  CHECK(tick(level, state, {}, true) == "1:L0");
  CHECK(state.body_count() == 0);
}

TEST_CASE("cell triggers: standing on a border and going back fires once each way") {
  const Level level = cook_or_fail(trigger_corridor());
  TriggerState state;
  state.reserve(1);
  std::string all;
  for (const double x : {1.5, 2.0, 1.5, 2.0, 2.0, 2.5, 2.0, 2.25, 2.0, 1.75}) {
    all += tick(level, state, {{1, kNone, at(x)}}) + ';';
  }
  CHECK(std::count(all.begin(), all.end(), 'E') == std::count(all.begin(), all.end(), 'L'));
  CHECK(std::count(all.begin(), all.end(), 'E') <= 2);
  CHECK(std::count(all.begin(), all.end(), 'E') >= 1);
}

TEST_CASE("cell triggers: events or bodies that do not fit change nothing and say how many") {
  const Level level = cook_or_fail(trigger_corridor());
  TriggerState state;
  const std::vector<TriggerBody> here = {{1, kNone, at(0.5)}}, there = {{1, kNone, at(9.5)}};
  std::vector<TriggerEvent> events(3);
  TriggerResult result = update_triggers(level, here, state, events);
  CHECK(result.status == TriggerStatus::NoRoom);
  CHECK(result.bodies == 1);
  state.reserve(1);
  CHECK(update_triggers(level, here, state, events).status == TriggerStatus::Done);
  result = update_triggers(level, there, state, events);
  CHECK(result.status == TriggerStatus::NoRoom);
  CHECK(result.events == 6);
  const TriggerState saved = state;
  CHECK(tick(level, state, there) == "E0 L0 E1 L1 X2 x3");
  TriggerState again = saved;
  CHECK(tick(level, again, there) == "E0 L0 E1 L1 X2 x3");
}

TEST_CASE("cell triggers: odd positions: not finite, outside, beyond a wall") {
  const Level level = cook_or_fail(trigger_corridor());
  TriggerState state;
  state.reserve(1);
  std::vector<TriggerEvent> events(9);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(tick(level, state, {{1, kNone, at(2.5)}}) == "E0");
  TriggerResult result = update_triggers(level, {{{1, kNone, {nan, 0, 0}}}}, state, events);
  CHECK(result.refused == 1);
  CHECK(result.events == 1);
  CHECK(events[0].kind == TriggerKind::Stay);
  result = update_triggers(level, {{{1, kNone, {2.5, 5.0, 0.5}}}}, state, events);
  CHECK(result.outside == 1);
  CHECK(result.events == 1);
  CHECK(events[0].kind == TriggerKind::Leave);
  CHECK(tick(level, state, {{1, kNone, at(3.5)}}) == "E0");
}

TEST_CASE("cell triggers: a way cut by a corner crosses up to there and jumps the rest") {
  // An L: along x to cell 2, then up.
  CellComplex complex = boxes({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}});
  complex.cells[1].trigger = 0;
  complex.cells[4].trigger = 1;
  for (int i = 0; i < 2; ++i) complex.triggers.push_back({"t", i, 0, {}, {}});
  const Level level = cook_or_fail(complex);
  TriggerState state;
  state.reserve(1);
  std::vector<TriggerEvent> events(9);
  CHECK(tick(level, state, {{1, kNone, {0.5, 0.4, 0.5}}}) == "");
  const std::vector<TriggerBody> round_the_corner = {{1, kNone, {2.5, 2.5, 0.5}}};
  const TriggerResult result = update_triggers(level, round_the_corner, state, events);
  CHECK(result.cut_short == 1);
  CHECK(result.outside == 0);
  REQUIRE(result.events == 1 + 2);
  CHECK(events[0].kind == TriggerKind::Enter);
  CHECK(events[1].kind == TriggerKind::Leave);
  CHECK(events[1].trigger == 0);
  CHECK(events[2].trigger == 1);
}

TEST_CASE("cell triggers: random ways give the events that the exact line's cells say") {
  CellComplex complex = boxes(lattice(5, 4, 5));
  Rng rng(17);
  for (Cell& cell : complex.cells)
    if (rng.range_double(0.0, 1.0) < 0.4)
      cell.trigger = static_cast<std::uint32_t>(rng.range_double(0.0, 3.0));
  for (int i = 0; i < 3; ++i) complex.triggers.push_back({"t", i, 0, {}, {}});
  const Level level = cook_or_fail(complex);
  const PointSampler sampler(level);
  TriggerState state;
  state.reserve(1);
  glm::dvec3 place(sampler.draw(rng).point);
  std::uint32_t cell = locate_point(level, place);
  (void)tick(level, state, {{1, kNone, place}});
  std::size_t events = 0;
  for (int i = 0; i < 2000; ++i) {
    const glm::dvec3 next(sampler.draw(rng).point);
    std::vector<std::uint32_t> path;
    const LineHit line = trace_line(level, place, next, cell, {}, &path);
    REQUIRE(line.kind == HitKind::End);
    std::string expected;
    std::uint32_t zone = level.cell_trigger(path[0]);
    const std::uint32_t first = zone;
    bool left = false;
    for (const std::uint32_t c : path) {
      const std::uint32_t now = level.cell_trigger(c);
      if (now == zone) continue;
      if (zone != kNone) expected += (expected.empty() ? "L" : " L") + std::to_string(zone);
      if (now != kNone) expected += (expected.empty() ? "E" : " E") + std::to_string(now);
      left = true;
      zone = now;
      ++events;
    }
    if (!left && first != kNone) expected = "S" + std::to_string(first);
    CHECK(tick(level, state, {{1, kNone, next}}) == expected);
    place = next, cell = line.cell;
  }
  CHECK(events > 2000);
}

TEST_CASE("cell triggers: updates allocate nothing") {
  const Level level = cook_or_fail(trigger_corridor());
  TriggerState state;
  state.reserve(50);
  std::vector<TriggerEvent> events(1000);
  std::vector<TriggerBody> bodies(50);
  Rng rng(5);
  std::uint64_t allocations = 0;
  for (int i = 0; i < 1000; ++i) {
    for (std::uint32_t b = 0; b < 50; ++b) bodies[b] = {b, kNone, at(rng.range_double(0.1, 9.9))};
    const AllocationScope scope;
    (void)update_triggers(level, bodies, state, events);
    allocations += scope.count();
  }
  CHECK(allocations == 0);
}

}  // namespace playset::test
