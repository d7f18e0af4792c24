// Windows, welding, collapsing and separating.
#include "playset/scaffold/edit_join.h"

#include <doctest/doctest.h>

#include "playset/scaffold/cub_shape.h"
#include "playset/scaffold/edit_move.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

using Ids = std::vector<ScaffoldId>;
using Sides = std::vector<SideRef>;

bool says(const Result<Done>& done, std::string_view part) {
  return !done.ok() && done.error().message.find(part) != std::string::npos;
}

// Two boxes of 4 x 3 x 4 with `gap` between them along +Z.
Scaffold make_pair(double gap) {
  LevelMaker make("pair", "edit_join_test");
  make.door("gate");
  make.box("a", {0, 0, 0}, {4, 3, 4}, {"", "", ""});
  make.box("b", {0, 0, 4 + gap}, {4, 3, 8 + gap}, {"", "", ""});
  return make.level();
}

}  // namespace

TEST_CASE("join: sides that meet open whole, sides that overlap partly, others not at all") {
  EditDraft draft(make_pair(0.0));
  const SideRef a = draft.side(0, Front), b = draft.side(1, Back);
  REQUIRE(open_window(draft.document, a, b, key_id("gate")).ok());
  CHECK_FALSE(draft.document.level().windows[0].partial);
  CHECK(draft.document.level().windows[0].door == key_id("gate"));
  CHECK(says(open_window(draft.document, a, b), "are open to each other"));
  CHECK(says(open_window(draft.document, a, draft.side(1, Top)), "close that first"));
  REQUIRE(close_sides(draft.document, Sides{b}).ok());
  CHECK(says(close_sides(draft.document, Sides{b}), "is a wall already"));
  CHECK(says(open_window(draft.document, draft.side(0, Left), draft.side(1, Left)),
             "do not face each other"));
  CHECK(says(open_window(draft.document, draft.side(0, Left), draft.side(0, Top)),
             "these sides belong to one"));
  CHECK(says(open_window(draft.document, a, b, 77), "no such door"));
  REQUIRE(separate_cubs(draft.document, Ids{draft.cub(1)}).ok());
  REQUIRE(transform_cubs(draft.document, Ids{draft.cub(1)}, shift_by({1024, 0, 0})).ok());
  REQUIRE(open_window(draft.document, a, b).ok());
  CHECK(draft.document.level().windows[0].partial);
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("join: two sides become one, of the four pairings the shortest, with a whole window") {
  for (int quarters = 0; quarters < 4; ++quarters) {
    CAPTURE(quarters);
    EditDraft draft(make_pair(1.0));
    REQUIRE(transform_cubs(draft.document, Ids{draft.cub(1)},
                           quarter_turns(1, 2 * quarters, {2048, 0, 7168}))
                .ok());
    const CubSideName facing = quarters % 2 == 0 ? Back : Front;
    REQUIRE(join_sides(draft.document, draft.side(0, Front), draft.side(1, facing)).ok());
    CHECK(draft.document.level().vertices.size() == 12);
    CHECK(total_volume(draft.document.level()) == doctest::Approx(48.0 + 60.0));
    CHECK(build_verdict(draft.document) == "ok");
    check_round_trip(draft);
  }
  EditDraft middle(make_pair(1.0));
  REQUIRE(
      join_sides(middle.document, middle.side(0, Front), middle.side(1, Back), WeldPlace::Middle)
          .ok());
  CHECK(total_volume(middle.document.level()) == doctest::Approx(54.0 + 54.0));
}

TEST_CASE("join: sides of one cub, with windows, or with other numbers of corners are refused") {
  EditDraft draft(make_corridor(2));
  CHECK(says(join_sides(draft.document, draft.side(0, Left), draft.side(0, Top)), "no volume"));
  CHECK(says(join_sides(draft.document, draft.side(0, Front), draft.side(1, Top)), "opens into"));
  EditDraft ring(make_ring(3, 0.0));
  CHECK(says(join_sides(ring.document, ring.side(0, Top), ring.side(1, Front)),
             "different number of corners"));
  CHECK(ring.text() == ring.start);
  CHECK(draft.text() == draft.start);
}

TEST_CASE("join: edges weld the shorter way round") {
  EditDraft draft(make_pair(1.0));
  const ScaffoldCub a = draft.at(draft.cub(0)), b = draft.at(draft.cub(1));
  REQUIRE(join_edges(draft.document, make_edge(a.corners[4], a.corners[7]),
                     make_edge(b.corners[0], b.corners[3]))
              .ok());
  CHECK(draft.document.level().vertices.size() == 14);
  CHECK(draft.at(draft.cub(1)).corners[0] == a.corners[4]);
  CHECK(draft.at(draft.cub(1)).corners[3] == a.corners[7]);
  CHECK(says(join_edges(draft.document, make_edge(a.corners[4], a.corners[7]),
                        make_edge(a.corners[4], a.corners[7])),
             "one edge already"));
  CHECK(says(join_edges(draft.document, make_edge(a.corners[4], a.corners[7]),
                        make_edge(a.corners[4], a.corners[5])),
             "would fold"));
  CHECK(says(join_edges(draft.document, make_edge(a.corners[0], a.corners[6]),
                        make_edge(a.corners[4], a.corners[5])),
             "there is no edge"));
  check_round_trip(draft);
}

TEST_CASE("weld: two corners of one cub make a wedge or are refused as a fold (scaffold case 31)") {
  EditDraft draft(make_corridor(2));
  const ScaffoldCub cub = draft.at(draft.cub(0));
  CHECK(says(weld_vertices(draft.document, Ids{cub.corners[0], cub.corners[2]}), "would fold"));
  REQUIRE(weld_vertices(draft.document, Ids{cub.corners[0], cub.corners[3]}).ok());
  CHECK(measure_cub(draft.document.level(), draft.at(draft.cub(0))).grade <= CubGrade::Concave);
  CHECK(broken_rule(draft.document) == "");
  CHECK(says(weld_vertices(draft.document, Ids{cub.corners[0]}), "two vertices"));
  CHECK(says(weld_vertices(draft.document, Ids{}), "name or select vertices"));
  check_round_trip(draft);
}

TEST_CASE("weld: every pair of a corridor's vertices keeps the rules or is refused") {
  const EditDraft model(make_corridor(2));
  const std::size_t count = model.document.level().vertices.size();
  int welded = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      EditDraft draft(model.document.level());
      const Ids pair = {draft.document.level().vertices[i].id,
                        draft.document.level().vertices[j].id};
      const Result<Done> done = weld_vertices(draft.document, pair);
      REQUIRE(broken_rule(draft.document) == "");
      if (!done.ok()) REQUIRE(draft.text() == draft.start);
      welded += done.ok() ? 1 : 0;
    }
  }
  CHECK(welded >= 2 * 20);  // all edges, both ways
  CHECK(welded < static_cast<int>(count * (count - 1)));
}

TEST_CASE("weld: a window whose side collapses goes, its neighbours' walls stay") {
  EditDraft draft(make_corridor(3));
  REQUIRE(make_pyramid(draft.document, draft.side(0, Front)).ok());  // the window to the second
  CHECK(draft.document.level().windows.size() == 1);
  CHECK(broken_rule(draft.document) == "");
  check_round_trip(draft);
}

TEST_CASE("collapse: wedges both ways, pyramids and edges have known volumes") {
  EditDraft draft(make_single());
  REQUIRE(make_wedge(draft.document, draft.side(0, Front), 0).ok());
  CHECK(total_volume(draft.document.level()) == doctest::Approx(24.0));
  CHECK(build_verdict(draft.document) == "ok");
  REQUIRE(draft.document.undo());
  REQUIRE(make_wedge(draft.document, draft.side(0, Front), 1).ok());
  CHECK(total_volume(draft.document.level()) == doctest::Approx(24.0));
  CHECK(build_verdict(draft.document) == "ok");
  CHECK(says(make_wedge(draft.document, draft.side(0, Front)), "has collapsed"));
  REQUIRE(draft.document.undo());
  REQUIRE(make_pyramid(draft.document, draft.side(0, Top)).ok());
  CHECK(total_volume(draft.document.level()) == doctest::Approx(16.0));
  CHECK(build_verdict(draft.document) == "ok");
  REQUIRE(draft.document.undo());
  const ScaffoldCub& cub = draft.at(draft.cub(0));
  REQUIRE(collapse_edge(draft.document, make_edge(cub.corners[4], cub.corners[5])).ok());
  CHECK(draft.document.level().vertices.size() == 7);
  check_round_trip(draft);
}

TEST_CASE("separate: a cub gets corners of its own, its windows become walls, join mends it") {
  EditDraft draft(make_corridor(3));
  REQUIRE(separate_cubs(draft.document, Ids{draft.cub(1)}).ok());
  CHECK(draft.document.level().windows.empty());
  CHECK(draft.document.level().vertices.size() == 24);
  CHECK(says(separate_cubs(draft.document, Ids{draft.cub(1)}), "share nothing"));
  REQUIRE(join_sides(draft.document, draft.side(0, Front), draft.side(1, Back)).ok());
  REQUIRE(join_sides(draft.document, draft.side(1, Front), draft.side(2, Back)).ok());
  CHECK(draft.document.level().vertices.size() == 16);
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("separate: corners and sides of one cub; a set stays joined within") {
  EditDraft draft(make_corridor(3));
  const ScaffoldId shared = draft.at(draft.cub(1)).corners[0];
  REQUIRE(separate_vertices(draft.document, draft.cub(1), Ids{shared}).ok());
  CHECK(draft.document.level().windows.size() == 1);
  CHECK(says(separate_vertices(draft.document, draft.cub(2), Ids{shared}), "is no corner of cub"));
  REQUIRE(draft.document.undo());
  CHECK(
      says(separate_vertices(draft.document, draft.cub(0), Ids{draft.at(draft.cub(0)).corners[0]}),
           "shares none"));
  REQUIRE(separate_sides(draft.document, Sides{draft.side(1, Front)}).ok());
  CHECK(draft.document.level().windows.size() == 1);
  CHECK(says(separate_sides(draft.document, Sides{draft.side(1, Front)}), "share no vertices"));
  REQUIRE(draft.document.undo());
  REQUIRE(separate_cubs(draft.document, Ids{draft.cub(1), draft.cub(2)}).ok());
  CHECK(draft.document.level().windows.size() == 1);
  CHECK(draft.document.level().vertices.size() == 20);
  check_round_trip(draft);
}
