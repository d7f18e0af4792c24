// Moving: exact turns and mirrors, what goes along, soft validity, and refusals.
#include "playset/scaffold/edit_move.h"

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>

#include "playset/core/rng.h"
#include "playset/scaffold/cub_shape.h"
#include "support/support.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

using Ids = std::vector<ScaffoldId>;

// The relay's likeness in small: slices, boxes, turned props.
Scaffold make_mixed() {
  Scaffold level = make_ring(5, 3.0);
  LevelMaker make("more", "edit_move_test");
  const ScaffoldId box = make.box("box", {20, 0, 1}, {24, 3, 6}, {"", "", ""});
  for (const int yaw : {0, 20, -135, 180}) {
    make.prop("crate", box, {21, 0, 2}, yaw);
    make.spawn("guard", box, {22, 0, 3}, yaw);
  }
  Scaffold more = make.level();
  for (ScaffoldVertex& v : more.vertices) add_record(level.vertices, v);
  for (ScaffoldCub& v : more.cubs) add_record(level.cubs, v);
  for (ScaffoldProp& v : more.props) add_record(level.props, v);
  for (ScaffoldSpawn& v : more.spawns) add_record(level.spawns, v);
  return level;
}

}  // namespace

TEST_CASE("move: cubs go with what stands in them, corners they share go along") {
  EditDraft draft(make_corridor(3));
  const Ids last = {draft.cub(2)};
  const GridPoint crate = draft.document.level().props[2].at;
  const double volume = total_volume(draft.document.level());
  REQUIRE(transform_cubs(draft.document, last, shift_by({0, 0, 2048})).ok());
  CHECK(draft.document.level().props[2].at == crate + GridPoint(0, 0, 2048));
  CHECK(draft.document.level().props[1].at != crate);
  CHECK(total_volume(draft.document.level()) == doctest::Approx(volume + 2 * 12.0));
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("move: four quarter turns about each axis give the same bytes (scaffold case 37)") {
  for (const std::uint32_t axis : {0u, 1u, 2u}) {
    for (const int quarters : {1, -1, 3}) {
      CAPTURE(axis);
      CAPTURE(quarters);
      EditDraft draft(make_mixed());
      const Ids cubs = all_cubs(draft);
      std::vector<std::string> seen;
      for (int i = 0; i < 4; ++i) {
        const GridTransform turn = quarter_turns(axis, quarters, {1000, -501, 77});
        REQUIRE(transform_cubs(draft.document, cubs, turn).ok());
        CHECK(build_verdict(draft.document) == "ok");
        CHECK(std::find(seen.begin(), seen.end(), draft.text()) == seen.end());
        seen.push_back(draft.text());
      }
      CHECK(draft.text() == draft.start);
      check_round_trip(draft);
    }
  }
}

TEST_CASE("move: a mirror keeps sides inwards and windows whole; two give the same bytes (37)") {
  for (const std::uint32_t axis : {0u, 1u, 2u}) {
    CAPTURE(axis);
    EditDraft draft(make_mixed());
    const double volume = total_volume(draft.document.level());
    const std::size_t windows = draft.document.level().windows.size();
    const GridTransform mirror = mirror_along(axis, {333, 12, -5});
    REQUIRE(transform_cubs(draft.document, all_cubs(draft), mirror).ok());
    CHECK(build_verdict(draft.document) == "ok");
    CHECK(total_volume(draft.document.level()) == doctest::Approx(volume));
    CHECK(draft.document.level().windows.size() == windows);
    CHECK(broken_rule(draft.document) == "");
    CHECK(draft.text() != draft.start);
    REQUIRE(transform_cubs(draft.document, all_cubs(draft), mirror).ok());
    CHECK(draft.text() == draft.start);
  }
}

TEST_CASE("move: mirrored, floors stay floors and looks go with their walls") {
  EditDraft draft(make_single());
  const Ids one = {draft.cub(0)};
  REQUIRE(transform_cubs(draft.document, one, mirror_along(1, {0, 1536, 0})).ok());
  const ScaffoldCub& cub = draft.at(one[0]);
  CHECK(cub.sides[number(Bottom)].material == key_id("panel"));  // what was the ceiling
  const Ids corners = vertices_of_sides(draft.document, std::vector{draft.side(0, Bottom)});
  for (const ScaffoldId id : corners) CHECK(draft.place(id).y == 0);
}

TEST_CASE("move: quarter turns turn what stands there, about y exactly") {
  EditDraft draft(make_mixed());
  REQUIRE(transform_cubs(draft.document, all_cubs(draft), quarter_turns(1, 1, GridPoint(0))).ok());
  std::vector<std::int32_t> yaws;
  for (const ScaffoldSpawn& spawn : draft.document.level().spawns) yaws.push_back(spawn.yaw);
  CHECK(yaws == std::vector<std::int32_t>{90'000, 110'000, -45'000, -90'000});
  CHECK(apply_transform(quarter_turns(1, 1, GridPoint(0)), {0, 0, 7}) == GridPoint(7, 0, 0));
  CHECK(apply_transform(quarter_turns(0, 1, GridPoint(0)), {0, 7, 0}) == GridPoint(0, 0, 7));
  CHECK(apply_transform(quarter_turns(2, -3, GridPoint(0)), {7, 0, 0}) == GridPoint(0, 7, 0));
  CHECK_FALSE(is_mirror(quarter_turns(1, 5, GridPoint(9))));
  CHECK(is_mirror(mirror_along(2, GridPoint(0))));
}

TEST_CASE("move: turns by any angle are as far as a turn in doubles, and quarters exact") {
  EditDraft draft(make_mixed());
  const Ids cubs = all_cubs(draft);
  for (int i = 0; i < 12; ++i)
    REQUIRE(rotate_cubs(draft.document, cubs, 1, 30'000, GridPoint(0)).ok());
  const Result<Scaffold> before = parse_scaffold(draft.start);
  for (const ScaffoldVertex& was : before->vertices) {
    const GridPoint d = draft.place(was.id) - was.at;
    CHECK(std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)}) <= 6);  // twelve roundings
  }
  EditDraft quarter(make_mixed()), turned(make_mixed());
  REQUIRE(rotate_cubs(quarter.document, cubs, 1, -270'000, {5, 5, 5}).ok());
  REQUIRE(transform_cubs(turned.document, cubs, quarter_turns(1, 1, {5, 5, 5})).ok());
  CHECK(quarter.text() == turned.text());
}

TEST_CASE("move: scaling, snapping and pushing give known places") {
  EditDraft draft(make_single());
  const Ids one = {draft.cub(0)};
  REQUIRE(scale_cubs(draft.document, one, {2, 1, 0.5}, GridPoint(0)).ok());
  CHECK(total_volume(draft.document.level()) == doctest::Approx(48.0));
  CHECK(draft.document.level().props[0].at == GridPoint(2048, 0, 512));
  const Ids corner = {draft.at(one[0]).corners[7]};
  REQUIRE(transform_vertices(draft.document, corner, shift_by({-100, 513, 255})).ok());
  REQUIRE(snap_vertices(draft.document, corner, 512).ok());
  CHECK(draft.place(corner[0]) == GridPoint(8192, 3584, 2048));
  while (draft.document.undo()) {
  }
  REQUIRE(
      push_sides(draft.document, std::vector{draft.side(0, Left), draft.side(0, Top)}, 1024).ok());
  CHECK(total_volume(draft.document.level()) == doctest::Approx(5.0 * 4.0 * 4.0));
  REQUIRE(push_sides(draft.document, std::vector{draft.side(0, Front)}, -2048).ok());
  CHECK(total_volume(draft.document.level()) == doctest::Approx(5.0 * 4.0 * 2.0));
  check_round_trip(draft);
}

TEST_CASE("move: a side pushed with its neighbours keeps their planes: the ring grows as a ring") {
  EditDraft draft(make_ring(7));
  std::vector<SideRef> outer;
  for (std::size_t i = 0; i < 7; ++i) outer.push_back(draft.side(i, Front));
  REQUIRE(push_sides(draft.document, outer, 1024).ok());
  EditDraft wanted(make_ring(7));
  for (std::size_t i = 0; i < 7; ++i) {
    const GridPoint at = draft.place(draft.at(draft.cub(i)).corners[4]);
    const double radius = std::sqrt(double(at.x) * at.x + double(at.z) * at.z) / 1024.0;
    CHECK(radius == doctest::Approx(11.0 / std::cos(3.14159265 / 7.0)).epsilon(1e-4));
  }
}

TEST_CASE("move: a far cub may become concave, which the cells then name (scaffold case 28)") {
  EditDraft draft(make_corridor(2));
  const ScaffoldCub& far = draft.at(draft.cub(1));
  const Ids corner = {far.corners[0]};
  REQUIRE(transform_vertices(draft.document, corner, shift_by({0, 0, 3800})).ok());
  REQUIRE(transform_vertices(draft.document, corner, shift_by({2500, -2000, 0})).ok());
  CHECK(measure_cub(draft.document.level(), draft.at(draft.cub(1))).grade >= CubGrade::Concave);
  CHECK(build_verdict(draft.document).find("cub ") == 0);
  check_round_trip(draft);
}

TEST_CASE("move: a drag of many small steps is one step to undo") {
  EditDraft draft(make_corridor(2));
  const Ids cubs = {draft.cub(0)};
  for (int i = 0; i < 50; ++i)
    REQUIRE(transform_cubs(draft.document, cubs, shift_by({7, 0, 0}), "drag 1").ok());
  CHECK(draft.document.undo_count() == 1);
  check_round_trip(draft);
}

TEST_CASE("move: nothing, what is gone, and what leaves the grid are refused with a reason") {
  EditDraft draft(make_corridor(2));
  ScaffoldDocument& document = draft.document;
  const Ids none, gone = {77}, one = {draft.cub(0)};
  const GridTransform still;
  CHECK(why(transform_vertices(document, none, still)) ==
        "there is nothing to move; name or select vertices");
  CHECK(why(transform_cubs(document, none, still)) ==
        "there is nothing to move; name or select cubs");
  CHECK(why(transform_objects(document, none, still)) ==
        "there is nothing to move; name or select spawns or props");
  CHECK(why(push_sides(document, {}, 5)) == "there is nothing to push; name or select sides");
  CHECK(why(transform_cubs(document, gone, still)) ==
        "there is no cub 00000000.77; it may have been deleted");
  CHECK(why(transform_objects(document, gone, still)) ==
        "there is no spawn or prop 00000000.77; it may have been deleted");
  CHECK(why(transform_cubs(document, one, shift_by({0, kGridLimit, 0}))).find("outside the grid") !=
        std::string::npos);
  CHECK(why(scale_cubs(document, one, {-1, 1, 1}, GridPoint(0))).find("mirror") !=
        std::string::npos);
  {
    const FpTrapsOff off;
    CHECK(why(scale_cubs(document, one, {1, 1, std::nan("")}, GridPoint(0))).find("scale") !=
          std::string::npos);
  }
  CHECK(why(snap_vertices(document, vertices_of_cubs(document, one), 0)).find("above 0") !=
        std::string::npos);
  CHECK(why(rotate_cubs(document, one, 3, 5, GridPoint(0))) == "an axis is x, y or z");
  CHECK(draft.text() == draft.start);
  CHECK(document.undo_count() == 0);
  CHECK(middle_of(document, vertices_of_cubs(document, one)) == GridPoint(2048, 1536, 2048));
}

TEST_CASE("move: props turned about any axis at random come back after four; 1,000 seeded cases") {
  const std::uint64_t seed = 37;
  INFO("seed " << seed);
  Rng rng(seed);
  Scaffold level = make_single();
  for (int i = 0; i < 1000; ++i) {
    ScaffoldProp prop = level.props[0];
    prop.id = 1'000'000u + static_cast<ScaffoldId>(i);
    const auto angle = [&](int most) {
      return static_cast<int>(rng.below(2u * static_cast<std::uint32_t>(most) + 1)) - most;
    };
    prop.turn = {angle(179'999), angle(89'000), angle(179'999)};
    add_record(level.props, prop);
  }
  EditDraft draft(level);
  for (const std::uint32_t axis : {0u, 1u, 2u}) {
    for (int i = 0; i < 4; ++i)
      REQUIRE(
          transform_cubs(draft.document, Ids{draft.cub(0)}, quarter_turns(axis, 1, GridPoint(0)))
              .ok());
    const Result<Scaffold> start = parse_scaffold(draft.start);
    for (std::size_t i = 0; i < start->props.size(); ++i) {
      for (std::size_t a = 0; a < 3; ++a) {
        const int off = draft.document.level().props[i].turn[a] - start->props[i].turn[a];
        CHECK(std::abs(off) <= 120);  // roundings weigh more near straight up
      }
    }
    while (draft.document.undo()) {
    }
  }
}
