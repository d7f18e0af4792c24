// Groups and linked copies: what goes along, what spreads, what stays a copy's own.
#include "playset/scaffold/edit_group.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "playset/core/rng.h"
#include "playset/scaffold/edit_build.h"
#include "playset/scaffold/edit_copy.h"
#include "playset/scaffold/edit_join.h"
#include "playset/scaffold/edit_shape.h"
#include "playset/scaffold/edit_split.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

using Ids = std::vector<ScaffoldId>;

// A place in the prefab's own coordinates.
GridPoint at_home(const ScaffoldGroup& group, GridPoint p) {
  const GridPoint d = p - group.at;
  GridPoint home(0);
  for (int k = 0; k < 3; ++k) {
    const std::int32_t axis = group.axes[static_cast<std::size_t>(k)];
    home[k] = axis < 0 ? -d[-axis - 1] : d[axis - 1];
  }
  return home;
}

std::string text_of(GridPoint p) {
  return std::to_string(p.x) + "," + std::to_string(p.y) + "," + std::to_string(p.z) + " ";
}

std::string side_portrait(const ScaffoldDocument& document, const ScaffoldGroup& group,
                          SideRef ref) {
  const ScaffoldCub& cub = *document.find<ScaffoldCub>(ref.cub);
  const SideLoop loop = side_loop(cub, ref.side);
  std::vector<std::string> places;
  for (std::uint32_t i = 0; i < loop.count; ++i)
    places.push_back(text_of(at_home(group, document.find<ScaffoldVertex>(loop.vertices[i])->at)));
  std::sort(places.begin(), places.end());
  std::string text;
  for (const std::string& place : places) text += place;
  return text;
}

// All that linked copies share, in the prefab's coordinates: shapes, looks, windows inside, props.
std::string portrait(const ScaffoldDocument& document, ScaffoldId id) {
  const ScaffoldGroup& group = *document.find<ScaffoldGroup>(id);
  const Ids cubs = cubs_of_group(document, id);
  std::vector<std::string> lines;
  for (const ScaffoldId cub : cubs) {
    for (std::uint8_t side = 0; side < kCubSides; ++side)
      lines.push_back("side " + side_portrait(document, group, {cub, side}) +
                      id_text(document.find<ScaffoldCub>(cub)->sides[side].material));
    for (const ScaffoldId prop : document.props_of_cub(cub))
      lines.push_back("prop " + text_of(at_home(group, document.find<ScaffoldProp>(prop)->at)));
    for (const ScaffoldId window : document.windows_of_cub(cub)) {
      const auto& sides = document.find<ScaffoldWindow>(window)->sides;
      if (is_marked(cubs, sides[0].cub) && is_marked(cubs, sides[1].cub) && sides[0].cub == cub)
        lines.push_back("window " + std::min(side_portrait(document, group, sides[0]),
                                             side_portrait(document, group, sides[1])));
    }
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

Ids copies(const ScaffoldDocument& document, std::string_view prefab) {
  Ids ids;
  for (const ScaffoldGroup& group : document.level().groups)
    if (group.prefab == prefab) ids.push_back(group.id);
  return ids;
}

// The first two rooms of a corridor of four, linked, and copies in the open: shifted, turned,
// mirrored, and turned after it was placed.
struct PrefabDraft : EditDraft {
  ScaffoldId first = kNoId;
  PrefabDraft() : EditDraft(make_corridor(4)) {
    first = *group_cubs(document, Ids{cub(0), cub(1)}, "two rooms");
    CHECK(link_group(document, first, "pair").ok());
    CHECK(place_prefab(document, "pair", {40'000, 0, 0}).ok());
    CHECK(place_prefab(document, "pair", {80'000, 500, 7}, quarter_turns(1, 1, {9, 9, 9})).ok());
    CHECK(place_prefab(document, "pair", {0, 0, 60'000}, mirror_along(0, {5, 5, 5})).ok());
    const auto last = place_prefab(document, "pair", {40'000, 0, 60'000});
    REQUIRE(last.ok());
    CHECK(transform_cubs(document, last->cubs, quarter_turns(0, 3, {1, 2, 3})).ok());
  }
};

void check_copies(const ScaffoldDocument& document, ScaffoldId of, std::size_t count) {
  const Ids all = copies(document, document.find<ScaffoldGroup>(of)->prefab);
  CHECK(all.size() == count);
  for (const ScaffoldId copy : all) {
    CAPTURE(id_text(copy));
    CHECK(portrait(document, copy) == portrait(document, of));
  }
}

}  // namespace

TEST_CASE("group: a cub is in one, the last one out dissolves it") {
  EditDraft draft(make_corridor(4));
  const auto a = group_cubs(draft.document, Ids{draft.cub(0), draft.cub(1)}, "a");
  REQUIRE(a.ok());
  const auto b = group_cubs(draft.document, Ids{draft.cub(1), draft.cub(2)}, "b");
  REQUIRE(b.ok());
  CHECK(cubs_of_group(draft.document, *a) == Ids{draft.cub(0)});
  CHECK(cubs_of_group(draft.document, *b) == Ids{draft.cub(1), draft.cub(2)});
  const auto c = group_cubs(draft.document, Ids{draft.cub(0)}, "c");
  REQUIRE(c.ok());
  CHECK(draft.document.find<ScaffoldGroup>(*a) == nullptr);
  REQUIRE(ungroup_cubs(draft.document, Ids{draft.cub(2)}).ok());
  CHECK(draft.at(draft.cub(1)).group == kNoId);
  CHECK(draft.document.find<ScaffoldGroup>(*b) == nullptr);
  check_round_trip(draft);
}

TEST_CASE("group: what grows or is cut from a member is one; a copied part is a group of its own") {
  EditDraft draft(make_corridor(2));
  const auto group = group_cubs(draft.document, Ids{draft.cub(0)}, "g");
  REQUIRE(group.ok());
  REQUIRE(extrude_sides(draft.document, std::vector{draft.side(0, Left)}).ok());
  REQUIRE(slice_cub(draft.document, {draft.cub(0), 1}).ok());
  const Ids members = cubs_of_group(draft.document, *group);
  CHECK(members.size() == 4);  // the cut went on through the window
  const auto clip = copy_cubs(draft.document, Ids{members[0], draft.cub(1)});
  REQUIRE(clip.ok());
  const auto pasted = paste_clip(draft.document, *clip, shift_by({0, 50'000, 0}));
  REQUIRE(pasted.ok());
  CHECK(draft.document.level().groups.size() == 2);
  CHECK(cubs_of_group(draft.document, *group).size() == 4);
  check_round_trip(draft);
}

TEST_CASE("prefab: copies are placed, turned, mirrored; moving one as a whole keeps it a copy") {
  PrefabDraft draft;
  check_copies(draft.document, draft.first, 5);
  const ScaffoldGroup& first = *draft.document.find<ScaffoldGroup>(draft.first);
  CHECK(first.at == GridPoint(2048, 0, 4096));
  const Ids all = copies(draft.document, "pair");
  CHECK(draft.document.find<ScaffoldGroup>(all[1])->at == GridPoint(40'000, 0, 0));
  CHECK(draft.document.find<ScaffoldGroup>(all[3])->axes == std::array<std::int32_t, 3>{-1, 2, 3});
  // spreading what has not changed changes nothing but what is pasted and gone again
  const std::string before = draft.text();
  const auto report = spread_group(draft.document, all[2]);
  REQUIRE(report.ok());
  CHECK(report->copies == 4);
  CHECK(report->windows_closed == 0);
  CHECK(draft.text() == before);
  check_round_trip(draft);
}

TEST_CASE("prefab: a change to one spreads to all, whichever it is, and ids stay") {
  for (std::size_t which = 0; which < 5; ++which) {
    CAPTURE(which);
    PrefabDraft draft;
    const ScaffoldId edited = copies(draft.document, "pair")[which];
    const Ids others = copies(draft.document, "pair");
    std::vector<Ids> before;
    for (const ScaffoldId copy : others) before.push_back(cubs_of_group(draft.document, copy));
    const Ids cubs = cubs_of_group(draft.document, edited);
    std::vector<SideRef> walls;
    for (const SideRef side : sides_of_cubs(draft.document, cubs))
      if (draft.document.windows_of_side(side).empty()) walls.push_back(side);
    REQUIRE(push_sides(draft.document, std::vector{walls[1]}, 700).ok());
    REQUIRE(extrude_sides(draft.document, std::vector{walls[3]}).ok());
    REQUIRE(delete_objects(draft.document, Ids(1, draft.document.props_of_cub(cubs[0])[0])).ok());
    REQUIRE(spread_group(draft.document, edited).ok());
    check_copies(draft.document, edited, 5);
    for (std::size_t i = 0; i < others.size(); ++i) {
      const Ids now = cubs_of_group(draft.document, others[i]);
      CHECK(now.size() == 3);
      for (const ScaffoldId id : before[i]) CHECK(is_marked(now, id));
    }
    CHECK(build_verdict(draft.document) == "ok");
    check_round_trip(draft);
  }
}

TEST_CASE("prefab: windows to the surroundings stay where they fit, with their sides' own look") {
  PrefabDraft draft;  // the first copy opens into room 2 of the corridor
  {
    ScaffoldEdit edit(draft.document, "a window without a look");
    ScaffoldCub cub = draft.at(draft.cub(1));
    cub.sides[number(Front)].material = kNoId;
    draft.document.put(cub);
    REQUIRE(edit.commit().ok());
  }
  const Ids all = copies(draft.document, "pair");
  const Ids second = cubs_of_group(draft.document, all[1]);
  const std::size_t windows = draft.document.level().windows.size();
  REQUIRE(push_sides(draft.document, std::vector{side_of(second[0], Top)}, 512).ok());
  auto report = spread_group(draft.document, all[1]);
  REQUIRE(report.ok());
  CHECK(report->windows_closed == 0);  // its neighbour's corners went along
  CHECK(draft.document.level().windows.size() == windows);
  CHECK(draft.at(second[1]).sides[number(Front)].material == key_id("hull"));
  CHECK(draft.at(draft.cub(1)).sides[number(Front)].material == kNoId);
  // one that shrinks away from a partial window loses it
  const auto opening = cut_opening(draft.document, draft.side(0, Left), {512, 0, 1024, 2048, 1024});
  REQUIRE(opening.ok());
  ScaffoldCub alone = draft.at(opening->cubs[0]);
  alone.group = kNoId;
  {
    ScaffoldEdit edit(draft.document, "leave the group");
    draft.document.put(alone);
    REQUIRE(edit.commit().ok());
  }
  REQUIRE(push_sides(draft.document, std::vector{side_of(second[0], Left)}, 300).ok());
  report = spread_group(draft.document, all[1]);
  REQUIRE(report.ok());
  CHECK(report->windows_closed == 1);
  check_round_trip(draft);
}

TEST_CASE("prefab: 60 seeded rounds of edits to any copy, spread, keep all copies equal") {
  Rng rng(77);
  int spread = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    PrefabDraft draft;
    const Ids all = copies(draft.document, "pair");
    const ScaffoldId edited = all[rng.below(5)];
    for (int step = 0; step < 4; ++step) {
      const Ids cubs = cubs_of_group(draft.document, edited);
      if (cubs.empty()) break;
      const ScaffoldId cub = cubs[rng.below(static_cast<std::uint32_t>(cubs.size()))];
      const SideRef side{cub, static_cast<std::uint8_t>(rng.below(6))};
      const std::uint32_t what = rng.below(7);
      const auto amount = static_cast<std::int32_t>(rng.below(900)) - 300;
      const auto axis = static_cast<std::uint8_t>(rng.below(3));
      if (what == 0) (void)push_sides(draft.document, std::vector{side}, amount);
      if (what == 1) (void)extrude_sides(draft.document, std::vector{side});
      if (what == 2) (void)slice_cub(draft.document, {cub, axis});
      if (what == 3) (void)split_cub_7(draft.document, cub);
      if (what == 4 && cubs.size() > 1) (void)delete_cubs(draft.document, Ids{cub});
      if (what == 5)
        (void)roughen_vertices(draft.document, vertices_of_cubs(draft.document, cubs), {});
      if (what == 6) (void)close_sides(draft.document, std::vector{side});
    }
    if (!spread_group(draft.document, edited).ok()) continue;
    ++spread;
    check_copies(draft.document, edited, 5);
    check_round_trip(draft);
  }
  CHECK(spread > 50);
}

TEST_CASE("prefab: a whole copy that is pasted is a copy, a part of it or one put askew is not") {
  PrefabDraft draft;
  const Ids cubs = cubs_of_group(draft.document, draft.first);
  const auto whole = copy_cubs(draft.document, cubs);
  REQUIRE(whole.ok());
  REQUIRE(paste_clip(draft.document, *whole, quarter_turns(1, 2, {0, 0, 90'000})).ok());
  check_copies(draft.document, draft.first, 6);
  const auto part = copy_cubs(draft.document, Ids{cubs[0]});
  REQUIRE(part.ok());
  REQUIRE(paste_clip(draft.document, *part, shift_by({0, 30'000, 0})).ok());
  check_copies(draft.document, draft.first, 6);
  // onto a wall of the corridor's end: turned by quarters, so still a copy
  REQUIRE(paste_onto_side(draft.document, *whole, draft.side(0, Right), draft.side(3, Front)).ok());
  CHECK(copies(draft.document, "pair").size() == 7);
  // onto a wall that stands askew
  const std::vector<ScaffoldId> last = {draft.cub(3)};
  REQUIRE(separate_cubs(draft.document, last).ok());
  REQUIRE(rotate_cubs(draft.document, last, 1, 30'000, {0, 0, 0}).ok());
  REQUIRE(paste_onto_side(draft.document, *whole, draft.side(0, Right), draft.side(3, Left)).ok());
  CHECK(copies(draft.document, "pair").size() == 7);
  check_round_trip(draft);
}

TEST_CASE("group: what cannot be is refused with a reason, and nothing changes") {
  PrefabDraft draft;
  const std::string before = draft.text();
  const auto has = [](const std::string& text, std::string_view part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  has(why(group_cubs(draft.document, Ids{}, "x")), "nothing to group");
  has(why(group_cubs(draft.document, Ids{77}, "x")), "no cub");
  has(why(ungroup_cubs(draft.document, Ids{draft.cub(3)})), "in a group");
  has(why(link_group(draft.document, 77, "x")), "no group");
  has(why(link_group(draft.document, draft.first, "")), "needs a name");
  has(why(link_group(draft.document, draft.first, "pair")), "already");
  has(why(place_prefab(draft.document, "nothing", {0, 0, 0})), "no prefab");
  has(why(place_prefab(draft.document, "", {0, 0, 0})), "no prefab");
  has(why(place_prefab(draft.document, "pair", {kGridLimit, 0, 0})), "outside the grid");
  has(why(spread_group(draft.document, 77)), "no group");
  has(why(unlink_group(draft.document, 77)), "no group");
  CHECK(draft.text() == before);
  REQUIRE(unlink_group(draft.document, draft.first).ok());
  has(why(unlink_group(draft.document, draft.first)), "no copy");
  has(why(spread_group(draft.document, draft.first)), "no copy");
  CHECK(copies(draft.document, "pair").size() == 4);
}
