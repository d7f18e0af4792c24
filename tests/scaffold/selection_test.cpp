// Selecting: marks that survive undo, growing and shrinking, chains, rings, planes, roles.
#include "playset/scaffold/selection.h"

#include <doctest/doctest.h>

#include "playset/core/math.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

using Ids = std::vector<ScaffoldId>;
using Sides = std::vector<SideRef>;

// How many levels of growing reach each cub of a square hall: |dx| + |dz|.
Ids within_steps(const EditDraft& draft, int n, int x, int z, int steps) {
  Ids ids;
  for (int i = 0; i < n * n; ++i) {
    if (std::abs(i % n - x) + std::abs(i / n - z) <= steps)
      ids.push_back(draft.cub(static_cast<std::size_t>(i)));
  }
  return ids;
}

}  // namespace

TEST_CASE("selection: marks are sets, marked once and unmarked") {
  Ids set;
  mark(set, ScaffoldId{7});
  mark(set, ScaffoldId{3});
  mark(set, ScaffoldId{7});
  CHECK(set == Ids{3, 7});
  CHECK(is_marked(set, ScaffoldId{3}));
  unmark(set, ScaffoldId{3});
  unmark(set, ScaffoldId{5});
  CHECK(set == Ids{7});
  CHECK(make_edge(9, 4) == EdgeRef{4, 9});
}

TEST_CASE("selection: what is deleted is not live, and undo brings it back marked") {
  EditDraft draft(make_corridor(3));
  ScaffoldDocument& document = draft.document;
  ScaffoldSelection selection;
  selection.cubs = {draft.cub(0), draft.cub(2)};
  selection.sides = {draft.side(2, Left)};
  selection.edges = edges_of_sides(document, selection.sides);
  selection.vertices = vertices_of_cubs(document, Ids{draft.cub(2)});
  selection.props = {document.level().props[2].id};
  selection.spawns = {document.level().spawns[2].id};
  selection.cursor = draft.side(2, Top);
  {
    ScaffoldEdit edit(document, "delete");
    const ScaffoldId cub = draft.cub(2);
    const auto corners = draft.at(cub).corners;
    document.erase<ScaffoldWindow>(document.windows_of_cub(cub)[0]);
    document.erase<ScaffoldSpawn>(selection.spawns[0]);
    document.erase<ScaffoldProp>(selection.props[0]);
    document.erase<ScaffoldCub>(cub);
    for (const ScaffoldId vertex : corners) {
      if (document.cubs_of_vertex(vertex).empty()) document.erase<ScaffoldVertex>(vertex);
    }
    REQUIRE(edit.commit().ok());
  }
  const ScaffoldSelection live = live_selection(document, selection);
  CHECK(live.cubs == Ids{draft.cub(0)});
  CHECK(live.sides.empty());
  CHECK(live.edges.size() == 1);  // the one that the cub before it has as well
  CHECK(live.vertices.size() == 4);
  CHECK(live.props.empty());
  CHECK(live.spawns.empty());
  CHECK(live.cursor == SideRef{});
  REQUIRE(document.undo());
  const ScaffoldSelection back = live_selection(document, selection);
  CHECK(back.cubs == selection.cubs);
  CHECK(back.sides == selection.sides);
  CHECK(back.edges == selection.edges);
  CHECK(back.vertices == selection.vertices);
  CHECK(back.cursor == selection.cursor);
}

TEST_CASE("selection: from cubs to sides, edges and vertices, and back") {
  EditDraft draft(make_corridor(2));
  const ScaffoldDocument& document = draft.document;
  const Ids one = {draft.cub(0)};
  CHECK(vertices_of_cubs(document, one).size() == 8);
  CHECK(vertices_of_cubs(document, Ids{draft.cub(0), draft.cub(1)}).size() == 12);
  const Sides sides = sides_of_cubs(document, one);
  CHECK(sides.size() == 6);
  CHECK(edges_of_sides(document, sides).size() == 12);
  CHECK(vertices_of_sides(document, sides) == vertices_of_cubs(document, one));
  CHECK(vertices_of_edges(edges_of_sides(document, sides)) == vertices_of_cubs(document, one));
  CHECK(cubs_of_sides(sides) == one);
  const Ids gone = {12345};
  CHECK(vertices_of_cubs(document, gone).empty());
  CHECK(sides_of_cubs(document, gone).empty());
}

TEST_CASE("selection: growing spreads through windows step by step, shrinking takes the rim off") {
  const int n = 9;
  EditDraft draft(make_hall(n));
  const ScaffoldDocument& document = draft.document;
  Ids cubs = {draft.cub(4 * n + 4)};
  for (int steps = 1; steps <= 4; ++steps) {
    cubs = grow_cubs(document, cubs);
    CHECK(cubs == within_steps(draft, n, 4, 4, steps));
  }
  for (int steps = 3; steps >= 0; --steps) {
    cubs = shrink_cubs(document, cubs);
    CHECK(cubs == within_steps(draft, n, 4, 4, steps));
  }
  CHECK(shrink_cubs(document, cubs).empty());
  CHECK(grow_cubs(document, Ids{}).empty());
  CHECK(connected_cubs(document, Ids{draft.cub(0)}).size() == 81);
}

TEST_CASE("selection: walls grow over edges to the walls of other cubs") {
  const int n = 5;
  EditDraft draft(make_hall(n));
  const ScaffoldDocument& document = draft.document;
  const Sides floor = {draft.side(12, Bottom)};
  const Sides grown = grow_sides(document, floor);
  CHECK(grown.size() == 5);  // the four floors around, and no window
  CHECK(shrink_sides(document, grown) == floor);
}

TEST_CASE("selection: connected stops where no window is") {
  LevelMaker make("two", "selection_test");
  const ScaffoldId a = make.box("a", {0, 0, 0}, {4, 3, 4}, {"", "", ""});
  const ScaffoldId b = make.box("b", {0, 0, 4}, {4, 3, 8}, {"", "", ""});
  const ScaffoldId c = make.box("c", {0, 0, 8}, {2, 2, 12}, {"", "", ""});
  make.open(b, Front, c, Back);
  const ScaffoldDocument document(make.level(), "s");
  CHECK(connected_cubs(document, Ids{a}) == Ids{a});
  CHECK(connected_cubs(document, Ids{c}) == Ids{b, c});
}

TEST_CASE("selection: a chain runs both ways, and round a ring once (scaffold case 15)") {
  EditDraft corridor(make_corridor(6));
  Ids all;
  for (std::size_t i = 0; i < 6; ++i) all.push_back(corridor.cub(i));
  CHECK(find_cub_chain(corridor.document, corridor.side(2, Front)) == all);
  CHECK(find_cub_chain(corridor.document, corridor.side(2, Left)) == Ids{corridor.cub(2)});
  CHECK(find_cub_chain(corridor.document, {12345, 0}).empty());
  EditDraft ring(make_ring(8));
  const Ids round = find_cub_chain(ring.document, ring.side(3, Left));
  CHECK(round.size() == 8);
  CHECK(sorted_set(round).size() == 8);
  CHECK(round.front() == ring.cub(3));
}

TEST_CASE("selection: the loop of a floor is the corridor's floor") {
  EditDraft draft(make_corridor(5));
  Sides floors;
  for (std::size_t i = 0; i < 5; ++i) floors.push_back(draft.side(i, Bottom));
  CHECK(find_side_loop(draft.document, draft.side(2, Bottom), number(Front)) == floors);
  CHECK(find_side_loop(draft.document, draft.side(2, Bottom), number(Left)) ==
        Sides{draft.side(2, Bottom)});
  EditDraft ring(make_ring(6));
  CHECK(find_side_loop(ring.document, ring.side(0, Top), number(Left)).size() == 6);
}

TEST_CASE("selection: an edge's ring is what a cut across it cuts, through windows alone") {
  EditDraft draft(make_corridor(4));
  const ScaffoldCub& cub = draft.at(draft.cub(1));
  const EdgeRef upright = make_edge(cub.corners[0], cub.corners[1]);
  CHECK(find_edge_ring(draft.document, upright).size() == 10);  // two at each of five thresholds
  const EdgeRef along = make_edge(cub.corners[0], cub.corners[4]);
  CHECK(find_edge_ring(draft.document, along).size() == 4);
  CHECK(find_edge_ring(draft.document, make_edge(1, 2)).empty());
  CHECK(find_cut_chain(draft.document, {draft.cub(1), 1}).size() == 4);
  CHECK(find_cut_chain(draft.document, {draft.cub(1), 2}).size() == 1);
  EditDraft hall(make_hall(4));
  CHECK(find_cut_chain(hall.document, {hall.cub(5), 1}).size() == 16);
  CHECK(find_cut_chain(hall.document, {hall.cub(5), 0}).size() == 4);
}

TEST_CASE("selection: coplanar walls by angle, round a ring by a larger one") {
  EditDraft draft(make_ring(12));
  const Sides seed = {draft.side(0, Front)};
  CHECK(select_coplanar(draft.document, seed, to_radians(5.0)) == seed);
  CHECK(select_coplanar(draft.document, seed, to_radians(31.0)).size() == 3);
  const Sides floor = {draft.side(0, Bottom)};
  CHECK(select_coplanar(draft.document, floor, to_radians(1.0)).size() == 12);
}

TEST_CASE("selection: by material, role, tag, and the inverse of it") {
  EditDraft draft(make_hall(3));
  const ScaffoldDocument& document = draft.document;
  const Sides decks = select_material(document, key_id("deck"));
  CHECK(decks.size() == 9);
  CHECK(select_role(document, SideRole::Floor, to_radians(45.0)) == decks);
  CHECK(select_role(document, SideRole::Ceiling, to_radians(45.0)) ==
        select_material(document, key_id("panel")));
  CHECK(select_role(document, SideRole::Wall, to_radians(45.0)).size() == 12);
  CHECK(invert_sides(document, decks).size() == 9 + 12);
  CHECK(select_tag(document, "hall").size() == 9);
  CHECK(select_tag(document, "cellar").empty());
  CHECK(invert_cubs(document, Ids{draft.cub(0)}).size() == 8);
}
