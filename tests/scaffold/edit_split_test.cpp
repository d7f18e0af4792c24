// Splitting and merging: volumes are kept, windows follow, chains and rings stay whole.
#include "playset/scaffold/edit_split.h"

#include <doctest/doctest.h>
#include <algorithm>

#include "playset/scaffold/cub_shape.h"
#include "playset/scaffold/edit_join.h"
#include "playset/scaffold/edit_move.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

using Ids = std::vector<ScaffoldId>;

std::size_t partials(const EditDraft& draft) {
  const auto& windows = draft.document.level().windows;
  return static_cast<std::size_t>(std::count_if(windows.begin(), windows.end(),
                                                [](const ScaffoldWindow& w) { return w.partial; }));
}

// All cubs are sound, the volume is `volume`, and the cells build.
void check_sound(EditDraft& draft, double volume) {
  CHECK(total_volume(draft.document.level()) == doctest::Approx(volume).epsilon(1e-3));
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

}  // namespace

TEST_CASE("split: a loop runs through the chain, and all windows stay whole") {
  EditDraft draft(make_corridor(4));
  const auto cut = slice_cub(draft.document, {draft.cub(1), 1});
  REQUIRE_MESSAGE(cut.ok(), why(cut));
  CHECK(cut->cubs.size() == 8);
  CHECK(draft.document.level().vertices.size() == 30);
  CHECK(draft.document.level().windows.size() == 4 + 2 * 3);
  CHECK(partials(draft) == 0);
  for (const ScaffoldProp& prop : draft.document.level().props)  // they stand on the floor
    CHECK(draft.place(draft.at(prop.cub).corners[1]).y == 0);
  check_sound(draft, 4 * 48.0);
}

TEST_CASE("split: across a corridor one cub is cut, its floor keeps its look in both halves") {
  EditDraft draft(make_corridor(3));
  const ScaffoldId second = draft.cub(1);
  const auto cut = slice_cub(draft.document, {second, 2}, {.at = 0.25});
  REQUIRE(cut.ok());
  REQUIRE(cut->cubs.size() == 2);
  CHECK(is_marked(cut->cubs, second));
  CHECK(measure_cub(draft.document.level(), draft.at(second)).volume == doctest::Approx(12.0));
  for (const ScaffoldId id : cut->cubs) {
    CHECK(draft.at(id).sides[number(Bottom)].material == key_id("deck"));
    CHECK(draft.at(id).sides[number(Left)].kit == key_id("pipes"));
  }
  CHECK(draft.at(second).sides[number(Front)] == ScaffoldSide{});  // the new window inside
  check_sound(draft, 3 * 48.0);
}

TEST_CASE("split: round a ring the loop closes; slices of a cylinder are cut as wedges") {
  for (const double inner : {6.0, 0.0}) {
    for (const int count : {3, 8}) {
      for (const std::uint8_t axis : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
        CAPTURE(inner);
        CAPTURE(count);
        CAPTURE(static_cast<int>(axis));
        EditDraft draft(make_ring(count, inner));
        const double volume = total_volume(draft.document.level());
        const auto cut = slice_cub(draft.document, {draft.cub(0), axis}, {.parts = 3});
        REQUIRE_MESSAGE(cut.ok(), why(cut));
        CHECK(cut->cubs.size() == (axis == 0 ? 3u : static_cast<std::size_t>(3 * count)));
        CHECK(partials(draft) == 0);
        check_sound(draft, volume);
      }
    }
  }
}

TEST_CASE("split: without a loop neighbours keep their shape and get partial windows") {
  EditDraft draft(make_corridor(3));
  const auto cut = slice_cub(draft.document, {draft.cub(1), 1}, {.parts = 3, .loop = false});
  REQUIRE(cut.ok());
  CHECK(cut->cubs.size() == 3);
  CHECK(partials(draft) == 6);
  check_sound(draft, 3 * 48.0);
}

TEST_CASE("split: doors stay with every part of their window") {
  LevelMaker make("door", "edit_split_test");
  make.door("gate");
  make.material("m", "", 0);
  const ScaffoldId a = make.box("a", {0, 0, 0}, {4, 3, 4}, {"m", "m", "m"});
  const ScaffoldId b = make.box("b", {0, 0, 4}, {4, 3, 8}, {"m", "m", "m"});
  make.open(a, Front, b, Back, "gate");
  EditDraft draft(make.level());
  REQUIRE(split_cub_8(draft.document, a).ok());
  std::size_t gates = 0;
  for (const ScaffoldWindow& window : draft.document.level().windows)
    gates += window.door == key_id("gate") ? 1u : 0u;
  CHECK(gates == 4);
  check_sound(draft, 96.0);
}

TEST_CASE("split: into 8, 7 and 5, and neighbours of 7 and of 5's mantle do not change") {
  EditDraft eight(make_corridor(3));
  REQUIRE(split_cub_8(eight.document, eight.cub(1)).ok());
  CHECK(eight.document.level().cubs.size() == 10);
  CHECK(eight.document.level().windows.size() == 12 + 8);
  check_sound(eight, 3 * 48.0);

  EditDraft seven(make_corridor(3));
  const auto parts = split_cub_7(seven.document, seven.cub(1), 0.4);
  REQUIRE_MESSAGE(parts.ok(), why(parts));
  CHECK(parts->cubs.size() == 7);
  CHECK(partials(seven) == 0);
  CHECK(seven.document.level().windows.size() == 2 + 6 + 12);
  check_sound(seven, 3 * 48.0);

  EditDraft five(make_corridor(3));
  REQUIRE(split_cub_5(five.document, {five.cub(1), 0}).ok());
  CHECK(five.document.level().cubs.size() == 7);
  CHECK(partials(five) == 0);  // the corridor goes through the mantle's outer sides
  check_sound(five, 3 * 48.0);
  EditDraft through(make_corridor(3));
  REQUIRE(split_cub_5(through.document, {through.cub(1), 2}).ok());
  CHECK(partials(through) == 10);
  check_sound(through, 3 * 48.0);
}

TEST_CASE("split: wedges and pyramids split in every way that leaves volume") {
  EditDraft model(make_single());
  REQUIRE(make_wedge(model.document, model.side(0, Front)).ok());
  for (int way = 0; way < 6; ++way) {
    CAPTURE(way);
    EditDraft draft(model.document.level());
    const ScaffoldId cub = draft.cub(0);
    Result<ScaffoldSelection> cut = ScaffoldSelection{};
    if (way < 3) cut = slice_cub(draft.document, {cub, static_cast<std::uint8_t>(way)});
    if (way == 3) cut = split_cub_8(draft.document, cub);
    if (way == 4) cut = split_cub_7(draft.document, cub);
    if (way == 5) cut = split_cub_5(draft.document, {cub, 0});
    REQUIRE_MESSAGE(cut.ok(), why(cut));
    check_sound(draft, 24.0);
  }
}

TEST_CASE("merge: what a cut made comes together again, with the windows of both") {
  EditDraft draft(make_corridor(4));
  REQUIRE(merge_cubs(draft.document, draft.cub(1), draft.cub(2)).ok());
  CHECK(draft.document.level().cubs.size() == 3);
  CHECK(draft.document.level().windows.size() == 2);
  CHECK(draft.document.level().vertices.size() == 16);
  CHECK(draft.document.props_of_cub(draft.cub(1)).size() == 2);
  check_sound(draft, 4 * 48.0);
  EditDraft hall(make_hall(3));
  REQUIRE(merge_cubs(hall.document, hall.cub(3), hall.cub(4)).ok());
  CHECK(partials(hall) == 4);
  check_sound(hall, 9 * 48.0);
}

TEST_CASE("merge: two windows into one neighbour become one") {
  EditDraft draft(make_hall(2));
  REQUIRE(merge_cubs(draft.document, draft.cub(0), draft.cub(1)).ok());
  REQUIRE(merge_cubs(draft.document, draft.cub(2), draft.cub(3)).ok());
  CHECK(draft.document.level().windows.size() == 1);
  check_sound(draft, 4 * 48.0);
}

TEST_CASE("merge: the second cub may be turned any way") {
  for (int turn = 0; turn < 4; ++turn) {
    LevelMaker make("turned", "edit_split_test");
    make.box("a", {0, 0, 0}, {3, 3, 3}, {"", "", ""});
    make.box("b", {0, 0, 4}, {3, 3, 7}, {"", "", ""});
    EditDraft draft(make.level());
    const GridPoint pivot(1536, 1536, 5632);
    REQUIRE(transform_cubs(draft.document, Ids{draft.cub(1)}, quarter_turns(2, turn, pivot)).ok());
    REQUIRE(transform_cubs(draft.document, Ids{draft.cub(1)}, quarter_turns(1, turn, pivot)).ok());
    SideRef back;
    for (std::uint8_t side = 0; side < kCubSides; ++side) {
      const Ids corners =
          vertices_of_sides(draft.document, std::vector{SideRef{draft.cub(1), side}});
      if (std::all_of(corners.begin(), corners.end(),
                      [&](ScaffoldId id) { return draft.place(id).z == 4096; }))
        back = {draft.cub(1), side};
    }
    REQUIRE(join_sides(draft.document, draft.side(0, Front), back).ok());
    const auto merged = merge_cubs(draft.document, draft.cub(0), draft.cub(1));
    REQUIRE_MESSAGE(merged.ok(), why(merged));
    check_sound(draft, 9 * 7.0);
  }
}

TEST_CASE("split and merge: what cannot be is refused and nothing has changed") {
  EditDraft draft(make_corridor(3));
  ScaffoldDocument& document = draft.document;
  CHECK(why(slice_cub(document, {77, 0})).find("there is no cub") == 0);
  CHECK(why(slice_cub(document, {draft.cub(0), 3})) == "an axis is 0, 1 or 2");
  CHECK(why(slice_cub(document, {draft.cub(0), 0}, {.parts = 1})).find("2 to 64") !=
        std::string::npos);
  CHECK(why(slice_cub(document, {draft.cub(0), 0}, {.at = 1.0})).find("below 1") !=
        std::string::npos);
  CHECK(why(split_cub_7(document, draft.cub(0), 0.0)).find("above 0") != std::string::npos);
  CHECK(why(merge_cubs(document, draft.cub(0), draft.cub(2))).find("not joined") !=
        std::string::npos);
  const std::string before = draft.text();
  CHECK(before == draft.start);
  REQUIRE(push_sides(document, std::vector{draft.side(2, Top)}, 3072).ok());
  const std::string slope = draft.text();
  CHECK(why(merge_cubs(document, draft.cub(0), draft.cub(1))).find("ok") == 0);
  REQUIRE(document.undo());
  CHECK(draft.text() == slope);
  EditDraft ring(make_ring(4));
  CHECK(why(merge_cubs(ring.document, ring.cub(0), ring.cub(1))).find("convex") !=
        std::string::npos);
  CHECK(ring.text() == ring.start);
}
