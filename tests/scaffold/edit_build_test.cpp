// Extruding, bridging and cutting openings: known volumes, shared vertices, looks that are handed
// on, corner pairing, refusals.
#include "playset/scaffold/edit_build.h"

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>

#include "playset/core/rng.h"
#include "playset/scaffold/cub_shape.h"
#include "playset/scaffold/edit_copy.h"
#include "playset/scaffold/edit_move.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

using Sides = std::vector<SideRef>;

double volume_of(const EditDraft& draft, ScaffoldId cub) {
  return measure_cub(draft.document.level(), draft.at(cub)).volume;
}

// Two rooms with a gap along +Z, the second turned by quarters about its own middle axis.
Scaffold make_gap(int quarters, glm::dvec3 shift = glm::dvec3(0.0)) {
  LevelMaker make("gap", "edit_build_test");
  make.box("a", {0, 0, 0}, {3, 3, 3}, {"", "", ""});
  make.box("b", glm::dvec3(0, 0, 9) + shift, glm::dvec3(3, 3, 12) + shift, {"", "", ""});
  EditDraft draft(make.level());
  const std::vector<ScaffoldId> second = {draft.cub(1)};
  const GridPoint pivot(1536, 1536, 0);
  REQUIRE(transform_cubs(draft.document, second, quarter_turns(2, quarters, pivot)).ok());
  return draft.document.level();
}

}  // namespace

TEST_CASE("extrude: each side of a box makes a box of known volume behind a whole window") {
  for (std::uint8_t side = 0; side < kCubSides; ++side) {
    CAPTURE(static_cast<int>(side));
    EditDraft draft(make_single());
    const Result<ScaffoldSelection> grown =
        extrude_sides(draft.document, Sides{{draft.cub(0), side}}, {.distance = 2048});
    REQUIRE_MESSAGE(grown.ok(), why(grown));
    REQUIRE(grown->cubs.size() == 1);
    CHECK(grown->sides == Sides{{grown->cubs[0], side}});
    const double area = side == 1 || side == 3 ? 16.0 : 12.0;
    CHECK(volume_of(draft, grown->cubs[0]) == doctest::Approx(2.0 * area));
    CHECK(measure_cub(draft.document.level(), draft.at(grown->cubs[0])).grade == CubGrade::Good);
    CHECK(draft.document.level().vertices.size() == 12);
    CHECK(build_verdict(draft.document) == "ok");
    check_round_trip(draft);
  }
}

TEST_CASE("extrude: looks go to the far side, inner windows carry none, undo restores (case 38)") {
  EditDraft draft(make_single());
  const SideRef left = draft.side(0, Left);
  const Result<ScaffoldSelection> grown = extrude_sides(draft.document, Sides{left});
  REQUIRE(grown.ok());
  const ScaffoldCub& cub = draft.at(grown->cubs[0]);
  CHECK(cub.sides[number(Left)].kit == key_id("pipes"));
  CHECK(cub.sides[number(Left)].material == key_id("hull"));
  CHECK(cub.sides[number(Bottom)].material == key_id("deck"));
  CHECK(cub.sides[number(Right)] == ScaffoldSide{});
  CHECK(draft.at(left.cub).sides[number(Left)] == ScaffoldSide{});
  CHECK(cub.tags == std::vector<std::string>{"room"});
  check_round_trip(draft);
  // Deleted again, the wall has its look back.
  REQUIRE(delete_cubs(draft.document, grown->cubs).ok());
  CHECK(draft.at(left.cub).sides[number(Left)].material == key_id("hull"));
  CHECK(draft.at(left.cub).sides[number(Left)].kit == key_id("pipes"));
}

TEST_CASE("extrude: a gate moves out with its wall, and back when the new cub is deleted") {
  Scaffold level = make_single();
  level.cubs[0].sides[number(Front)].gate = true;
  EditDraft draft(level);
  const Result<ScaffoldSelection> grown =
      extrude_sides(draft.document, Sides{draft.side(0, Front), draft.side(0, Left)});
  REQUIRE(grown.ok());
  int gates = 0;
  for (const ScaffoldCub& cub : draft.document.level().cubs) {
    for (const ScaffoldSide& side : cub.sides) gates += side.gate ? 1 : 0;
  }
  CHECK(gates == 1);
  CHECK_FALSE(draft.at(draft.cub(0)).sides[number(Front)].gate);
  check_round_trip(draft);
  REQUIRE(delete_cubs(draft.document, grown->cubs).ok());
  CHECK(draft.at(draft.cub(0)).sides[number(Front)].gate);
}

TEST_CASE("extrude: sides that share an edge get cubs that share vertices and a window (case 29)") {
  EditDraft draft(make_hall(3));
  Sides tops;
  for (std::size_t i = 0; i < 9; ++i) tops.push_back(draft.side(i, Top));
  const Result<ScaffoldSelection> grown = extrude_sides(draft.document, tops, {.distance = 1024});
  REQUIRE(grown.ok());
  CHECK(draft.document.level().vertices.size() == 16 * 3);
  CHECK(draft.document.level().windows.size() == 12 + 9 + 12);
  CHECK(total_volume(draft.document.level()) == doctest::Approx(9 * 16 * 4.0));
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("extrude: three sides of one corner keep their planes a metre further out") {
  EditDraft draft(make_single());
  const Sides sides = {draft.side(0, Left), draft.side(0, Top), draft.side(0, Front)};
  const Result<ScaffoldSelection> grown = extrude_sides(draft.document, sides, {.distance = 1024});
  REQUIRE_MESSAGE(grown.ok(), why(grown));
  // 5 x 4 x 5 around 4 x 3 x 4, without the three cells on edges and one on the corner? They are
  // mitred: the new cubs fill all of it.
  CHECK(total_volume(draft.document.level()) == doctest::Approx(5.0 * 4.0 * 5.0));
  CHECK(draft.document.level().windows.size() == 6);
  CHECK(build_verdict(draft.document) == "ok");
}

TEST_CASE("extrude: a ring grows outwards as a ring, closed") {
  EditDraft draft(make_ring(9));
  Sides outer;
  for (std::size_t i = 0; i < 9; ++i) outer.push_back(draft.side(i, Front));
  REQUIRE(extrude_sides(draft.document, outer, {.distance = 3000}).ok());
  CHECK(draft.document.level().cubs.size() == 18);
  CHECK(draft.document.level().windows.size() == 9 + 9 + 9);
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("extrude: to a point, as the parent goes on, to a square, mirrored") {
  EditDraft draft(make_single());
  const Sides front = {draft.side(0, Front)};
  ExtrudeConfig to;
  to.to = GridPoint(4096, 1536, 8192);
  const Result<ScaffoldSelection> sheared = extrude_sides(draft.document, front, to);
  REQUIRE_MESSAGE(sheared.ok(), why(sheared));
  CHECK(volume_of(draft, sheared->cubs[0]) == doctest::Approx(48.0));
  CHECK(draft.place(draft.at(sheared->cubs[0]).corners[5]) == GridPoint(2048, 0, 8192));
  // A taper goes on: the far side shrinks by as much again.
  const Sides end = sheared->sides;
  const std::vector<ScaffoldId> rim = vertices_of_sides(draft.document, end);
  REQUIRE(scale_vertices(draft.document, rim, {0.75, 0.75, 1.0}, {4096, 1536, 8192}).ok());
  const Result<ScaffoldSelection> tapered =
      extrude_sides(draft.document, end, {.shape = ExtrudeShape::Parent, .distance = 0});
  REQUIRE_MESSAGE(tapered.ok(), why(tapered));
  const Result<ScaffoldSelection> mirrored = extrude_sides(
      draft.document, tapered->sides, {.shape = ExtrudeShape::Mirrored, .distance = 0});
  REQUIRE_MESSAGE(mirrored.ok(), why(mirrored));
  CHECK(volume_of(draft, mirrored->cubs[0]) ==
        doctest::Approx(volume_of(draft, tapered->cubs[0])).epsilon(1e-3));
  const Result<ScaffoldSelection> regular = extrude_sides(
      draft.document, mirrored->sides, {.shape = ExtrudeShape::Regular, .distance = 2048});
  REQUIRE_MESSAGE(regular.ok(), why(regular));
  const std::vector<ScaffoldId> square = vertices_of_sides(draft.document, regular->sides);
  GridPoint low = draft.place(square[0]), high = low;
  for (const ScaffoldId id : square) {
    for (int a = 0; a < 3; ++a) low[a] = std::min(low[a], draft.place(id)[a]);
    for (int a = 0; a < 3; ++a) high[a] = std::max(high[a], draft.place(id)[a]);
  }
  CHECK(high - low == GridPoint(2048, 2048, 0));
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("extrude: triangles of wedges and slices too") {
  EditDraft draft(make_ring(3, 0.0));
  const Result<ScaffoldSelection> grown =
      extrude_sides(draft.document, Sides{draft.side(0, Top), draft.side(1, Top)});
  REQUIRE_MESSAGE(grown.ok(), why(grown));
  CHECK(build_verdict(draft.document) == "ok");
  CHECK(draft.document.level().windows.size() == 3 + 2 + 1);
  check_round_trip(draft);
}

TEST_CASE("extrude: what cannot be is refused with a reason, and nothing has changed") {
  EditDraft draft(make_corridor(2));
  ScaffoldDocument& document = draft.document;
  const SideRef open = draft.side(0, Front);
  CHECK(why(extrude_sides(document, Sides{open})) ==
        "side " + side_text(open) + " opens into " + side_text(draft.side(1, Back)) +
            " already; choose a wall, or close that first");
  CHECK(why(extrude_sides(document, Sides{})) ==
        "there is nothing to extrude; name or select sides");
  CHECK(why(extrude_sides(document, Sides{{77, 1}})) ==
        "there is no side 00000000.77/1; its cub may have been deleted");
  CHECK(why(extrude_sides(document, Sides{draft.side(0, Top)}, {.distance = 0})).find("above 0") !=
        std::string::npos);
  CHECK(why(extrude_sides(document, Sides{draft.side(0, Top)}, {.distance = 2'000'000'000}))
            .find("up to") != std::string::npos);
  ExtrudeConfig inwards;
  inwards.to = GridPoint(2048, 1000, 2048);
  CHECK(why(extrude_sides(document, Sides{draft.side(0, Top)}, inwards)).find("inverted") !=
        std::string::npos);
  CHECK(why(extrude_sides(document, Sides{draft.side(0, Top)}, {.distance = kGridLimit}))
            .find("outside the grid") != std::string::npos);
  CHECK(draft.text() == draft.start);
  CHECK(document.undo_count() == 0);
}

TEST_CASE(
    "bridge: corners are paired by least total length, whichever way the end is turned (30)") {
  for (int quarters = 0; quarters < 4; ++quarters) {
    CAPTURE(quarters);
    EditDraft draft(make_gap(quarters));
    const Result<ScaffoldSelection> bridge =
        bridge_sides(draft.document, draft.side(0, Front), draft.side(1, Back), {.steps = 3});
    REQUIRE_MESSAGE(bridge.ok(), why(bridge));
    CHECK(bridge->cubs.size() == 3);
    for (const ScaffoldId cub : bridge->cubs) CHECK(volume_of(draft, cub) == doctest::Approx(18.0));
    CHECK(build_verdict(draft.document) == "ok");
    check_round_trip(draft);
  }
}

TEST_CASE("bridge: of all pairings the one taken is the shortest; 1,000 seeded cases (case 30)") {
  const std::uint64_t seed = 30;
  INFO("seed " << seed);
  Rng rng(seed);
  int built = 0;
  for (int i = 0; i < 1000; ++i) {
    const glm::dvec3 shift{rng.below(12) - 6.0, rng.below(6) - 3.0, 1.0 * rng.below(4)};
    EditDraft draft(make_gap(static_cast<int>(rng.below(4)), shift));
    const SideRef from = draft.side(0, Front), to{draft.cub(1), 5};
    const auto bridge = bridge_sides(draft.document, from, to);
    if (!bridge.ok()) {
      CHECK(draft.text() == draft.start);
      continue;
    }
    ++built;
    const ScaffoldCub& cub = draft.at(bridge->cubs[0]);
    const auto length = [&](int turn) {
      double sum = 0.0;
      for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t near[4] = {0, 1, 2, 3};
        const GridPoint a = draft.place(cub.corners[near[k]]);
        const GridPoint b = draft.place(cub.corners[4 + (near[k] + std::size_t(turn)) % 4]);
        const glm::dvec3 d = to_metres(a) - to_metres(b);
        sum += std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
      }
      return sum;
    };
    for (int turn = 1; turn < 4; ++turn) CHECK(length(0) <= length(turn) + 1e-9);
    CHECK(measure_cub(draft.document.level(), cub).volume > 0.0);
    CHECK(broken_rule(draft.document) == "");
  }
  CHECK(built > 900);
}

TEST_CASE("bridge: bent, it leaves and arrives along the sides' normals") {
  LevelMaker make("bend", "edit_build_test");
  make.box("a", {0, 0, 0}, {3, 3, 3}, {"", "", ""});
  make.box("b", {10, 0, 12}, {13, 3, 15}, {"", "", ""});
  EditDraft draft(make.level());
  const auto bridge = bridge_sides(draft.document, draft.side(0, Front), draft.side(1, Right),
                                   {.steps = 8, .bend = 0.3});
  REQUIRE_MESSAGE(bridge.ok(), why(bridge));
  CHECK(bridge->cubs.size() == 8);
  for (const ScaffoldId id : bridge->cubs)
    CHECK(measure_cub(draft.document.level(), draft.at(id)).grade <= CubGrade::Bent);
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("bridge: one cub, joined cubs, windows and turned backs are refused (scaffold case 29)") {
  EditDraft draft(make_corridor(3));
  ScaffoldDocument& document = draft.document;
  CHECK(why(bridge_sides(document, draft.side(0, Left), draft.side(0, Top)))
            .find("belong to one cub") != std::string::npos);
  CHECK(why(bridge_sides(document, draft.side(0, Left), draft.side(1, Left)))
            .find("are joined already by window") != std::string::npos);
  CHECK(why(bridge_sides(document, draft.side(0, Front), draft.side(2, Left)))
            .find("already; choose a wall") != std::string::npos);
  CHECK(why(bridge_sides(document, draft.side(0, Left), draft.side(2, Left), {.steps = 0})) ==
        "a bridge has 1 to 1,000 steps");
  CHECK(draft.text() == draft.start);
  EditDraft gap(make_gap(0));
  const std::string turned = why(bridge_sides(gap.document, gap.side(0, Back), gap.side(1, Front)));
  CHECK(turned.find("turn the sides towards each other") != std::string::npos);
  CHECK(gap.text() == gap.start);
}

TEST_CASE("bridge: two wings from one corridor meet in a ring, and a triangle meets a square") {
  EditDraft ring(make_ring(3, 0.0));
  LevelMaker make("more", "edit_build_test");
  make.box("box", {-2, 9, -2}, {2, 12, 2}, {"", "", ""});
  Scaffold level = ring.document.level();
  for (const ScaffoldVertex& v : make.level().vertices) add_record(level.vertices, v);
  for (const ScaffoldCub& v : make.level().cubs) add_record(level.cubs, v);
  EditDraft draft(level);
  SideRef triangle, square;
  for (const ScaffoldCub& cub : level.cubs)
    (cub.tags[0] == "box" ? square : triangle) = {
        cub.id, cub.tags[0] == "box" ? std::uint8_t{3} : std::uint8_t{1}};
  const auto bridge = bridge_sides(draft.document, triangle, square, {.steps = 2});
  REQUIRE_MESSAGE(bridge.ok(), why(bridge));
  CHECK(broken_rule(draft.document) == "");
  check_round_trip(draft);
}

TEST_CASE("opening: a door cut into a wall is a partial window of its size at its place") {
  EditDraft draft(make_single());
  const OpeningConfig door{.left = 1024, .bottom = 0, .width = 1024, .height = 2048, .depth = 512};
  for (const CubSideName name : {Left, Right, Front, Back}) {
    const auto cut = cut_opening(draft.document, draft.side(0, name), door);
    REQUIRE_MESSAGE(cut.ok(), why(cut));
    CHECK(volume_of(draft, cut->cubs[0]) == doctest::Approx(1.0));
    for (const ScaffoldId id : vertices_of_cubs(draft.document, cut->cubs))
      CHECK((draft.place(id).y == 0 || draft.place(id).y == 2048));
    const SideRef floor{cut->cubs[0], 3};
    CHECK(select_role(draft.document, SideRole::Floor, 0.1).size() > 0);
    CHECK(draft.at(cut->cubs[0]).sides[floor.side].material == key_id("deck"));
  }
  CHECK(draft.document.level().windows.size() == 4);
  for (const ScaffoldWindow& window : draft.document.level().windows) CHECK(window.partial);
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("opening: left is left as seen from inside") {
  EditDraft draft(make_single());
  const OpeningConfig hatch{.left = 0, .bottom = 512, .width = 512, .height = 512, .depth = 512};
  const auto cut = cut_opening(draft.document, draft.side(0, Front), hatch);
  REQUIRE_MESSAGE(cut.ok(), why(cut));
  for (const ScaffoldId id : vertices_of_cubs(draft.document, cut->cubs))
    CHECK(draft.place(id).x >= 4096 - 512);  // looking along +Z, +X is to the left
  const auto all =
      cut_opening(draft.document, draft.side(0, Back),
                  {.left = 0, .bottom = 0, .width = 4096, .height = 3072, .depth = 1024});
  REQUIRE_MESSAGE(all.ok(), why(all));
  const ScaffoldWindow* window =
      draft.document.find<ScaffoldWindow>(draft.document.windows_of_side(draft.side(0, Back))[0]);
  CHECK_FALSE(window->partial);  // all of the side: whole
}

TEST_CASE("opening: beyond the side, over another, in a window or a bent side is refused") {
  EditDraft draft(make_corridor(2));
  ScaffoldDocument& document = draft.document;
  CHECK(why(cut_opening(document, draft.side(0, Left), {.left = 3500, .width = 1024}))
            .find("reaches beyond side") != std::string::npos);
  CHECK(why(cut_opening(document, draft.side(0, Front))).find("is open as a whole") !=
        std::string::npos);
  CHECK(why(cut_opening(document, draft.side(0, Left), {.width = 0})).find("above 0") !=
        std::string::npos);
  REQUIRE(cut_opening(document, draft.side(0, Left)).ok());
  CHECK(why(cut_opening(document, draft.side(0, Left), {.left = 500})).find("overlap") !=
        std::string::npos);
  REQUIRE(cut_opening(document, draft.side(0, Left), {.left = 1024}).ok());
  CHECK(build_verdict(document) == "ok");
  const std::vector<ScaffoldId> corner = {draft.at(draft.cub(1)).corners[7]};
  REQUIRE(transform_vertices(document, corner, shift_by({500, 0, 0})).ok());
  CHECK(why(cut_opening(document, draft.side(1, Left))).find("is bent") != std::string::npos);
}
