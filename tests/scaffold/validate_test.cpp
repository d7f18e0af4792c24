// find_faults: every rule on a level made for it, the fix that mends it, and that build_cells fails
// exactly where there is an error.
#include "playset/scaffold/validate.h"

#include <doctest/doctest.h>
#include <algorithm>

#include "data/level_maker.h"
#include "data/relay_station.h"
#include "playset/scaffold/build_cells.h"
#include "tests/scaffold/random_damage.h"

using namespace playset;
using namespace playset::test;

namespace {

using enum CubSideName;

const RoomStyle kBare{"", "", ""};

// Two rooms of 4 x 3 x 4 m with a window, and a player in the first.
struct TwoRooms {
  LevelMaker make{"two", "validate_test"};
  ScaffoldId a, b;
  TwoRooms() {
    a = make.box("a", {0, 0, 0}, {4, 3, 4}, kBare);
    b = make.box("b", {0, 0, 4}, {4, 3, 8}, kBare);
    make.open(a, Front, b, Back);
    make.spawn("player_start", a, {2, 0, 2});
  }
};

std::vector<Fault> of_rule(const std::vector<Fault>& faults, FaultRule rule) {
  std::vector<Fault> found;
  for (const Fault& fault : faults)
    if (fault.rule == rule) found.push_back(fault);
  return found;
}

const Fault& only(const std::vector<Fault>& faults, FaultRule rule) {
  static Fault none;
  std::string all;
  for (const Fault& fault : faults) all += fault.text + "\n";
  CAPTURE(all);
  for (const Fault& fault : faults) {
    if (fault.rule == rule) return fault;
  }
  FAIL("no such finding: ", fault_rule_name(rule));
  return none;
}

bool has_error(const std::vector<Fault>& faults) {
  return !faults.empty() && faults.front().severity == FaultSeverity::Error;
}

// Applies a fault's fix and expects the rule to be silent afterwards.
void expect_mended(Scaffold level, FaultRule rule) {
  const Fault fault = only(find_faults(level), rule);
  REQUIRE(fault.fix.kind != FixKind::None);
  CHECK(fix_text(level, fault.fix) != "");
  ScaffoldIds ids("mend", level);
  CHECK(apply_fix(level, fault.fix, ids));
  CHECK(of_rule(find_faults(level), rule).empty());
}

GridPoint& place(Scaffold& level, ScaffoldId cub, std::size_t corner) {
  return find_record(level.vertices, find_record(level.cubs, cub)->corners[corner])->at;
}

}  // namespace

TEST_CASE("find_faults: a sound level has none, and the sample level nothing but notes") {
  CHECK(find_faults(TwoRooms().make.level()).empty());
  for (const Fault& fault : find_faults(make_relay_station())) {
    CAPTURE(fault.text);
    CHECK(fault.severity == FaultSeverity::Note);
  }
}

TEST_CASE("find_faults: a flat cub is named, and deleting it mends the level (scaffold case 7)") {
  TwoRooms two;
  Scaffold level = two.make.level();
  for (const std::size_t corner : {4u, 5u, 6u, 7u}) place(level, two.b, corner).z = 4 * 1024;
  const Fault fault = only(find_faults(level), FaultRule::Flat);
  CHECK(fault.severity == FaultSeverity::Error);
  CHECK(fault.cubs == std::vector<ScaffoldId>{two.b});
  expect_mended(level, FaultRule::Flat);
}

TEST_CASE("find_faults: an inverted cub is mended by swapping front and back (scaffold case 9)") {
  TwoRooms two;
  Scaffold level = two.make.level();
  ScaffoldIds ids("x", level);
  const Fix swap{FixKind::SwapSides, ScaffoldKind::Cub, two.b, kNoId, {}, GridPoint(0)};
  REQUIRE(apply_fix(level, swap, ids));
  const Fault fault = only(find_faults(level), FaultRule::Inverted);
  CHECK(fault.cubs == std::vector<ScaffoldId>{two.b});
  CHECK(fault.fix == swap);
  REQUIRE(apply_fix(level, fault.fix, ids));
  CHECK(find_faults(level).empty());
}

TEST_CASE("find_faults: swapped corners make a broken or concave cub, named by side") {
  TwoRooms two;
  Scaffold level = two.make.level();
  ScaffoldCub& cub = *find_record(level.cubs, two.b);
  std::swap(cub.corners[4], cub.corners[5]);
  const std::vector<Fault> faults = find_faults(level);
  REQUIRE(has_error(faults));
  CHECK(faults[0].cubs == std::vector<ScaffoldId>{two.b});
}

TEST_CASE(
    "find_faults: moving a vertex makes a far cub that shares it concave (scaffold case 28)") {
  TwoRooms two;
  Scaffold level = two.make.level();
  const ScaffoldId far = two.make.box("far", {4, 0, 4}, {8, 3, 8}, kBare);
  level = two.make.level();
  place(level, far, 0) -= GridPoint(3000, 0, 3000);  // far's own corner, and that of the others
  const std::vector<Fault> faults = find_faults(level);
  const std::vector<Fault> concave = of_rule(faults, FaultRule::Concave);
  REQUIRE(!concave.empty());
  CHECK(std::any_of(concave.begin(), concave.end(),
                    [&](const Fault& fault) { return fault.cubs[0] == two.a; }));
  for (const Fault& fault : concave) {
    CHECK(fault.measure > kMetresPerGrid);
    CHECK(fault.sides.size() == 1);
    CHECK(fault.text.find(" mm outside its side ") != std::string::npos);
  }
  const Result<CellComplex> built = build_cells(level);
  REQUIRE(!built.ok());
  CHECK(std::any_of(faults.begin(), faults.end(),
                    [&](const Fault& fault) { return fault.text == built.error().message; }));
}

TEST_CASE("find_faults: one corner pushed in is mended by moving it back") {
  TwoRooms two;
  Scaffold level = two.make.level();
  place(level, two.b, 4) += GridPoint(2200, 0, -2200);
  REQUIRE(of_rule(find_faults(level), FaultRule::Concave).size() == 1);
  const Fault fault = only(find_faults(level), FaultRule::Concave);
  REQUIRE(fault.fix.kind == FixKind::MoveVertex);
  expect_mended(level, FaultRule::Concave);
}

TEST_CASE("find_faults: a bent side is a note with its measure") {
  TwoRooms two;
  Scaffold level = two.make.level();
  place(level, two.b, 4).z += 1024;
  const Fault fault = only(find_faults(level), FaultRule::Bent);
  CHECK(fault.severity == FaultSeverity::Note);
  CHECK(fault.measure > 0.1);
  CHECK(fault.measure < 1.1);
  CHECK(build_cells(level).ok());
}

TEST_CASE("find_faults: a vertex outside the grid is an error and is moved back by its fix") {
  TwoRooms two;
  Scaffold level = two.make.level();
  for (const std::size_t corner : {4u, 5u, 6u, 7u}) place(level, two.b, corner).z = kGridLimit + 7;
  const Fault fault = only(find_faults(level), FaultRule::OutsideGrid);
  CHECK(fault.severity == FaultSeverity::Error);
  CHECK(fault.fix.kind == FixKind::MoveVertex);
  CHECK(build_cells(level).error().code == ErrorCode::OutOfRange);
  ScaffoldIds ids("x", level);
  for (int i = 0; i < 4; ++i)
    CHECK(apply_fix(level, only(find_faults(level), FaultRule::OutsideGrid).fix, ids));
  CHECK(of_rule(find_faults(level), FaultRule::OutsideGrid).empty());
  CHECK(build_cells(level).ok());
}

TEST_CASE("find_faults: a window to a cub that is not there is an error (scaffold case 12)") {
  TwoRooms two;
  Scaffold level = two.make.level();
  std::erase_if(level.cubs, [&](const ScaffoldCub& cub) { return cub.id == two.b; });
  const Fault fault = only(find_faults(level), FaultRule::MissingReference);
  CHECK(fault.severity == FaultSeverity::Error);
  CHECK(fault.windows == std::vector<ScaffoldId>{level.windows[0].id});
  CHECK(fault.fix.kind == FixKind::Delete);
  expect_mended(level, FaultRule::MissingReference);
}

TEST_CASE(
    "find_faults: windows whose sides differ a little are welded, else made partial or removed "
    "(scaffold case 13)") {
  TwoRooms two;
  LevelMaker make("near", "validate_test");
  const ScaffoldId a = make.box("a", {0, 0, 0}, {4, 3, 4}, kBare);
  const ScaffoldId b = make.box("b", {0, 0, 4.005}, {4, 3, 8}, kBare);
  make.spawn("player_start", a, {2, 0, 2});
  Scaffold level = make.level();
  ScaffoldIds ids("x", level);
  const std::vector<Fault> near = of_rule(find_faults(level), FaultRule::NearVertices);
  CHECK(near.size() == 4);
  CHECK(near[0].severity == FaultSeverity::Warning);
  CHECK(near[0].measure == doctest::Approx(0.005).epsilon(0.1));
  CHECK(near[0].cubs == std::vector<ScaffoldId>{a, b});

  ScaffoldWindow window;
  window.id = ids.take();
  window.sides = {SideRef{a, 4}, SideRef{b, 5}};
  REQUIRE(add_record(level.windows, window));
  CHECK(only(find_faults(level), FaultRule::WindowMismatch).fix.kind == FixKind::WeldSides);
  Scaffold welded = level;
  CHECK(apply_fix(welded, only(find_faults(level), FaultRule::WindowMismatch).fix, ids));
  CHECK(find_faults(welded).empty());
  CHECK(welded.vertices.size() == 12);

  LevelMaker step("step", "validate_test");
  const ScaffoldId low = step.box("low", {0, 0, 0}, {4, 3, 4}, kBare);
  const ScaffoldId high = step.box("high", {0, 1, 4}, {4, 5, 8}, kBare);
  step.open(low, Front, high, Back);
  level = step.level();
  level.windows[0].partial = false;
  CHECK(only(find_faults(level), FaultRule::WindowMismatch).fix.kind == FixKind::MakePartial);
  expect_mended(level, FaultRule::WindowMismatch);
  level.windows[0].sides[1].side = 0;
  CHECK(only(find_faults(level), FaultRule::WindowMismatch).fix.kind == FixKind::Delete);
}

TEST_CASE("find_faults: welding what would fold a cub is refused and changes nothing") {
  Scaffold level = TwoRooms().make.level();
  const ScaffoldCub& cub = level.cubs[0];
  ScaffoldIds ids("x", level);
  const std::size_t count = level.vertices.size();
  CHECK_FALSE(apply_fix(level,
                        {FixKind::WeldVertices,
                         ScaffoldKind::Vertex,
                         cub.corners[0],
                         cub.corners[2],
                         {},
                         GridPoint(0)},
                        ids));
  CHECK(level.vertices.size() == count);
  CHECK(apply_fix(level,
                  {FixKind::WeldVertices,
                   ScaffoldKind::Vertex,
                   cub.corners[0],
                   cub.corners[1],
                   {},
                   GridPoint(0)},
                  ids));
  CHECK(level.vertices.size() == count - 1);
}

TEST_CASE(
    "find_faults: a side has two windows, partial ones do not overlap, a window leads to itself") {
  TwoRooms two;
  Scaffold level = two.make.level();
  ScaffoldWindow again = level.windows[0];
  again.id += 1000;
  REQUIRE(add_record(level.windows, again));
  const Fault twice = only(find_faults(level), FaultRule::WindowTwice);
  CHECK(twice.windows == std::vector<ScaffoldId>{again.id});
  expect_mended(level, FaultRule::WindowTwice);

  level = two.make.level();
  level.windows[0].partial = true;
  level.windows[0].sides[1].side = 4;
  const Fault shut = only(find_faults(level), FaultRule::WindowShut);
  CHECK(shut.text == build_cells(level).error().message);
  expect_mended(level, FaultRule::WindowShut);

  level.windows[0].sides[1] = level.windows[0].sides[0];
  CHECK(has_error(find_faults(level)));
}

TEST_CASE(
    "find_faults: sides that touch without a window are notes whose fix opens them (scaffold case "
    "16)") {
  LevelMaker make("t", "validate_test");
  const ScaffoldId hall = make.box("hall", {0, 0, 0}, {8, 3, 4}, kBare);
  make.box("left", {4, 0, 4}, {8, 3, 8}, kBare);
  make.box("right", {0, 0, 4}, {4, 3, 8}, kBare);
  make.spawn("player_start", hall, {2, 0, 2});
  Scaffold level = make.level();
  std::vector<Fault> faults = find_faults(level);
  CHECK(of_rule(faults, FaultRule::Touching).size() == 2);
  CHECK(of_rule(faults, FaultRule::Unlinked).size() == 1);
  CHECK(of_rule(faults, FaultRule::Unreachable).size() == 2);
  ScaffoldIds ids("x", level);
  for (const Fault& fault : faults) {
    if (fault.rule != FaultRule::Touching && fault.rule != FaultRule::Unlinked) continue;
    CHECK(fault.severity == FaultSeverity::Note);
    CHECK(apply_fix(level, fault.fix, ids));
  }
  CHECK(find_faults(level).empty());
  CHECK(build_cells(level).ok());
  CHECK(level.windows.size() == 3);
}

TEST_CASE(
    "find_faults: three sides on one polygon are listed, two that look the same way too (scaffold "
    "case 17)") {
  TwoRooms two;
  Scaffold level = two.make.level();
  ScaffoldCub copy = *find_record(level.cubs, two.b);
  copy.id += 5000;
  REQUIRE(add_record(level.cubs, copy));
  const std::vector<Fault> faults = find_faults(level);
  const std::vector<Fault> crowded = of_rule(faults, FaultRule::Crowded);
  REQUIRE(crowded.size() == 1);
  CHECK(crowded[0].sides.size() == 3);
  CHECK(of_rule(faults, FaultRule::SameWinding).size() == 5);
  const Fault overlap = only(faults, FaultRule::Overlap);
  CHECK(overlap.measure == doctest::Approx(3.0));
  CHECK(overlap.fix.kind == FixKind::Delete);
  expect_mended(level, FaultRule::Overlap);
}

TEST_CASE(
    "find_faults: cubs that share space are found with their depth, neighbours are not (scaffold "
    "case 10)") {
  LevelMaker make("overlap", "validate_test");
  const ScaffoldId a = make.box("a", {0, 0, 0}, {4, 3, 4}, kBare);
  const ScaffoldId b = make.box("b", {3.5, 1, 1}, {8, 2, 3}, kBare);
  make.box("beside", {0, 0, 4}, {4, 3, 8}, kBare);
  make.box("far", {20, 0, 0}, {24, 3, 4}, kBare);
  const std::vector<Fault> overlaps = of_rule(find_faults(make.level()), FaultRule::Overlap);
  REQUIRE(overlaps.size() == 1);
  CHECK(overlaps[0].cubs == std::vector<ScaffoldId>{a, b});
  CHECK(overlaps[0].measure == doctest::Approx(0.5));
  CHECK(overlaps[0].severity == FaultSeverity::Warning);
  CHECK(build_cells(make.level()).ok());
}

TEST_CASE("find_faults: slivers by edge and by volume (scaffold case 18)") {
  LevelMaker make("slivers", "validate_test");
  make.box("thin", {0, 0, 0}, {4, 0.005, 4}, kBare);
  make.box("small", {10, 0, 0}, {10.05, 0.05, 0.05}, kBare);
  make.box("usual", {20, 0, 0}, {21, 1, 1}, kBare);
  const std::vector<Fault> slivers = of_rule(find_faults(make.level()), FaultRule::Sliver);
  REQUIRE(slivers.size() == 2);
  CHECK(slivers[0].measure == doctest::Approx(0.005).epsilon(0.05));
  CHECK(slivers[1].measure == doctest::Approx(0.05 * 0.05 * 0.05).epsilon(0.1));
}

TEST_CASE("find_faults: what cannot be reached, no start, and things outside their cub") {
  TwoRooms two;
  const ScaffoldId far = two.make.box("far", {40, 0, 0}, {44, 3, 4}, kBare);
  two.make.spawn("guard", two.b, {2, 0, 2});
  Scaffold level = two.make.level();
  std::vector<Fault> faults = find_faults(level);
  CHECK(only(faults, FaultRule::Unreachable).cubs == std::vector<ScaffoldId>{far});
  const Fault misplaced = only(faults, FaultRule::Misplaced);
  CHECK(misplaced.record == level.spawns[1].id);
  CHECK(misplaced.fix.other == two.a);
  expect_mended(level, FaultRule::Misplaced);
  level.spawns.clear();
  faults = find_faults(level);
  CHECK(only(faults, FaultRule::NoStart).severity == FaultSeverity::Warning);
  CHECK(only(faults, FaultRule::Unreachable).cubs == std::vector<ScaffoldId>{far});
}

TEST_CASE("find_faults: doors, triggers and materials that nothing uses, names that clash") {
  TwoRooms two;
  two.make.door("idle");
  two.make.trigger("silent", "");
  two.make.material("unused", "wall", 0);
  Scaffold level = two.make.level();
  for (const FaultRule rule : {FaultRule::IdleDoor, FaultRule::IdleTrigger,
                               FaultRule::UnfiredTrigger, FaultRule::UnusedMaterial}) {
    CAPTURE(fault_rule_name(rule));
    CHECK(only(find_faults(level), rule).severity != FaultSeverity::Error);
    expect_mended(level, rule);
  }
  ScaffoldDoor clash = level.doors[0];
  clash.id += 1;
  REQUIRE(add_record(level.doors, clash));
  CHECK(only(find_faults(level), FaultRule::DuplicateName).severity == FaultSeverity::Error);
  CHECK(!build_cells(level).ok());
}

TEST_CASE(
    "find_faults: ids that name nothing are errors where the level is built from them, and "
    "cleared") {
  const ScaffoldId nowhere = 77;
  TwoRooms two;
  two.make.trigger("bell", "ring");
  for (int which = 0; which < 7; ++which) {
    CAPTURE(which);
    Scaffold level = two.make.level();
    ScaffoldCub& cub = *find_record(level.cubs, two.a);
    cub.trigger = level.triggers[0].id;
    if (which == 0) cub.sides[0].material = nowhere;
    if (which == 1) cub.sides[0].trigger = nowhere;
    if (which == 2) cub.trigger = nowhere;
    if (which == 3) level.windows[0].door = nowhere;
    if (which == 4) level.triggers[0].doors = {nowhere};
    if (which == 5) level.spawns[0].cub = nowhere;
    if (which == 6) cub.sides[0].kit = nowhere;
    const Fault fault = only(find_faults(level), FaultRule::MissingReference);
    CHECK(fault.severity == (which == 6 ? FaultSeverity::Warning : FaultSeverity::Error));
    CHECK(fault.fix.kind == FixKind::ClearMissing);
    CHECK(build_cells(level).ok() == (which == 6));
    expect_mended(level, FaultRule::MissingReference);
  }
}

TEST_CASE("find_faults: broken kits, kits that are not there, sides that cannot wear theirs") {
  TwoRooms two;
  two.make.material("hull", "wall", 0);
  two.make.paint(two.a, Left, "hull");
  Scaffold level = two.make.level();
  ScaffoldKit kit;
  kit.id = key_id("plates");
  kit.key = "plates";
  kit.pieces[0].name = "pannel";
  add_record(level.kits, kit);
  Fault fault = only(find_faults(level), FaultRule::BadKit);
  CHECK(fault.severity == FaultSeverity::Warning);
  CHECK(fault.text ==
        "kit plates lays nothing: its fill 'pannel' is none of our pieces; give the size of the "
        "game's own, or another name");
  CHECK(fix_text(level, fault.fix) == "give kit plates pieces and numbers that are allowed");
  CHECK(build_cells(level).ok());
  expect_mended(level, FaultRule::BadKit);
  // A step of nothing, and repeats beyond all bounds.
  level.kits[0].pieces[0].name = "panel";
  level.kits[0].step = {-1, 0};
  expect_mended(level, FaultRule::BadKit);
  level.kits[0].step = {};
  level.kits[0].repeats = {2'000'000'000, 0};
  expect_mended(level, FaultRule::BadKit);
  level.kits[0].repeats = {};
  // Too many for one side.
  level.kits[0].pieces[0] = {"dust", {1, 1, 1}};
  find_record(level.cubs, two.a)->sides[0].kit = kit.id;
  fault = only(find_faults(level), FaultRule::KitSide);
  CHECK(fault.text.find(" stays bare: kit plates would lay ") != std::string::npos);
  CHECK(fault.text.find("at most 4096 are laid; use a larger step or fewer repeats") !=
        std::string::npos);
  expect_mended(level, FaultRule::KitSide);
  level.kits[0].pieces[0] = {"panel", {}};
  find_record(level.cubs, two.a)->sides[0].wear.repeats = KitRepeats{-3, 1};
  fault = only(find_faults(level), FaultRule::KitSide);
  CHECK(fault.text.find("repeats lie between 0 and 4096, not -3") != std::string::npos);
  expect_mended(level, FaultRule::KitSide);
  find_record(level.cubs, two.a)->sides[0].wear.repeats.reset();
  // What a material names.
  constexpr ScaffoldId nowhere = 77;
  ScaffoldMaterial& material = level.materials[0];
  material.kit = nowhere;
  fault = only(find_faults(level), FaultRule::MissingReference);
  CHECK(fault.severity == FaultSeverity::Warning);
  CHECK(fault.record == material.id);
  expect_mended(level, FaultRule::MissingReference);
}

TEST_CASE("find_faults: loose vertices are notes; notes can be left out") {
  TwoRooms two;
  Scaffold level = two.make.level();
  ScaffoldIds ids("x", level);
  add_record(level.vertices, ScaffoldVertex{ids.take(), GridPoint(5, 6, 7), ""});
  expect_mended(level, FaultRule::LooseVertex);
  FaultOptions options;
  options.notes = false;
  CHECK(find_faults(level, options).empty());
}

TEST_CASE("find_faults: no cubs at all") {
  const std::vector<Fault> faults = find_faults(Scaffold{});
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].rule == FaultRule::NoStart);
}

TEST_CASE(
    "find_faults: build_cells fails on 2,000 damaged levels if and only if there is an error, in "
    "its words") {
  MESSAGE("seeds 1 to 2000");
  int failed = 0, built = 0;
  const Scaffold block = make_block(3, 2, 3), station = make_relay_station();
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    CAPTURE(seed);
    Scaffold level = seed % 4 == 0 ? station : block;
    Rng rng(seed);
    ScaffoldIds ids("damage", level);
    for (std::uint32_t i = rng.below(3) + 1; i > 0; --i) (void)damage(level, rng, ids);
    const std::vector<Fault> faults = find_faults(level);
    const Result<CellComplex> cells = build_cells(level);
    REQUIRE(cells.ok() != has_error(faults));
    ++(cells.ok() ? built : failed);
    if (cells.ok()) continue;
    const auto same = [&](const Fault& fault) { return fault.text == cells.error().message; };
    CHECK(std::any_of(faults.begin(), faults.end(), same));
  }
  CHECK(failed > 500);
  CHECK(built > 500);
}

TEST_CASE(
    "find_faults: applying fixes one after the other ends, and leaves a level that builds or "
    "errors without a fix") {
  MESSAGE("seeds 1 to 300");
  int mended = 0, stuck = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    Scaffold level = make_block(3, 2, 2);
    Rng rng(seed);
    ScaffoldIds ids("damage", level);
    for (int i = 0; i < 4; ++i) (void)damage(level, rng, ids);
    int steps = 0;
    for (bool again = true; again && steps < 100; ++steps) {
      again = false;
      for (const Fault& fault : find_faults(level)) {
        if (fault.severity != FaultSeverity::Error || !apply_fix(level, fault.fix, ids)) continue;
        again = true;
        break;
      }
    }
    CHECK(steps < 100);
    ++(build_cells(level).ok() ? mended : stuck);
  }
  CHECK(mended > 250);
  MESSAGE("mended " << mended << ", without a fix " << stuck);
}
