// ScaffoldDocument: undo and redo of every kind of record, transactions, collating, adjacency,
// what changed, and what a step costs.
#include "playset/scaffold/document.h"

#include <doctest/doctest.h>
#include <algorithm>

#include <map>
#include <set>

#include "data/level_maker.h"
#include "data/relay_station.h"
#include "playset/core/rng.h"
#include "playset/scaffold/scaffold_text.h"

using namespace playset;

namespace {

using enum CubSideName;

// A row of rooms of 4 x 3 x 4 m along +Z, each open to the next, a crate and a guard in each.
Scaffold make_row(int count) {
  LevelMaker make("row", "document_test");
  make.material("deck", "floor", 0x123456);
  ScaffoldId last = kNoId;
  for (int i = 0; i < count; ++i) {
    const double z = 4.0 * i;
    const ScaffoldId cub = make.box("room", {0, 0, z}, {4, 3, z + 4}, {"deck", "", ""});
    if (i > 0) make.open(last, Front, cub, Back);
    make.prop("crate", cub, {1, 0, z + 1});
    make.spawn("guard", cub, {2, 0, z + 2});
    last = cub;
  }
  return make.level();
}

struct Draft {
  ScaffoldDocument document;
  std::string start;
  explicit Draft(Scaffold level)
      : document(std::move(level), "draft"), start(write_scaffold(document.level())) {}
  [[nodiscard]] std::string text() const { return write_scaffold(document.level()); }
  [[nodiscard]] ScaffoldId vertex(std::size_t n) const { return document.level().vertices[n].id; }
  [[nodiscard]] ScaffoldId cub(std::size_t n) const { return document.level().cubs[n].id; }

  void lift(ScaffoldId id, int by) {
    ScaffoldVertex vertex = *document.find<ScaffoldVertex>(id);
    vertex.at.y += by;
    document.put(vertex);
  }
  bool lift_step(ScaffoldId id, int by, std::string_view collate = {}) {
    ScaffoldEdit edit(document, "lift", collate);
    lift(id, by);
    return edit.commit().ok();
  }
};

std::vector<ScaffoldId> brute_cubs_of(const Scaffold& level, ScaffoldId vertex) {
  std::vector<ScaffoldId> cubs;
  for (const ScaffoldCub& cub : level.cubs) {
    if (std::find(cub.corners.begin(), cub.corners.end(), vertex) != cub.corners.end())
      cubs.push_back(cub.id);
  }
  return cubs;
}

std::vector<ScaffoldId> brute_windows_of(const Scaffold& level, ScaffoldId cub) {
  std::vector<ScaffoldId> windows;
  for (const ScaffoldWindow& window : level.windows) {
    if (window.sides[0].cub == cub || window.sides[1].cub == cub) windows.push_back(window.id);
  }
  return windows;
}

template <typename Placed>
std::vector<ScaffoldId> brute_placed_in(const std::vector<Placed>& records, ScaffoldId cub) {
  std::vector<ScaffoldId> found;
  for (const Placed& record : records) {
    if (record.cub == cub) found.push_back(record.id);
  }
  return found;
}

std::vector<ScaffoldId> copied(std::span<const ScaffoldId> ids) { return {ids.begin(), ids.end()}; }

void check_adjacency(const ScaffoldDocument& document) {
  const Scaffold& level = document.level();
  for (const ScaffoldVertex& vertex : level.vertices)
    REQUIRE(copied(document.cubs_of_vertex(vertex.id)) == brute_cubs_of(level, vertex.id));
  for (const ScaffoldCub& cub : level.cubs) {
    REQUIRE(copied(document.windows_of_cub(cub.id)) == brute_windows_of(level, cub.id));
    REQUIRE(copied(document.spawns_of_cub(cub.id)) == brute_placed_in(level.spawns, cub.id));
    REQUIRE(copied(document.props_of_cub(cub.id)) == brute_placed_in(level.props, cub.id));
  }
}

// Removes the cub and all that names it.
void erase_cub(ScaffoldDocument& document, ScaffoldId cub) {
  document.erase_all<ScaffoldWindow>(copied(document.windows_of_cub(cub)));
  document.erase_all<ScaffoldSpawn>(copied(document.spawns_of_cub(cub)));
  document.erase_all<ScaffoldProp>(copied(document.props_of_cub(cub)));
  const std::array<ScaffoldId, kCubCorners> corners = document.find<ScaffoldCub>(cub)->corners;
  document.erase<ScaffoldCub>(cub);
  for (const ScaffoldId vertex : corners) {
    if (document.cubs_of_vertex(vertex).empty()) document.erase<ScaffoldVertex>(vertex);
  }
}

// One random change inside an open transaction.
void change_something(ScaffoldDocument& document, Rng& rng) {
  const Scaffold& level = document.level();
  const auto pick = [&rng](const auto& list) {
    return list[rng.below(static_cast<std::uint32_t>(list.size()))];
  };
  switch (rng.below(9)) {
    case 0: {
      ScaffoldVertex vertex = pick(level.vertices);
      vertex.at.x += static_cast<int>(rng.below(200)) - 100;
      return document.put(vertex);
    }
    case 1: {
      ScaffoldCub cub = pick(level.cubs);
      cub.tags.push_back("tag " + std::to_string(rng.below(100)) + " of more than fifteen letters");
      return document.put(cub);
    }
    case 2:
      if (level.cubs.size() > 2) erase_cub(document, pick(level.cubs).id);
      return;
    case 3: {  // a copy on the same vertices
      ScaffoldCub cub = pick(level.cubs);
      cub.id = document.take_id();
      return document.put(cub);
    }
    case 4: {
      ScaffoldProp prop;
      prop.id = document.take_id();
      prop.model = "barrel";
      prop.cub = rng.below(3) == 0 ? kNoId : pick(level.cubs).id;
      return document.put(prop);
    }
    case 5:
      if (!level.windows.empty()) document.erase<ScaffoldWindow>(pick(level.windows).id);
      return;
    case 6:
      return document.put(ScaffoldHeader{kHeaderId, "level " + std::to_string(rng.below(100))});
    case 7: {
      const std::string key = "m" + std::to_string(rng.below(20));
      return document.put(
          ScaffoldMaterial{key_id(key), key, "wall", rng.below(1u << 24), kNoId, {}});
    }
    default:
      if (!level.spawns.empty()) document.erase<ScaffoldSpawn>(pick(level.spawns).id);
  }
}

}  // namespace

TEST_CASE("document: a step goes back and forth to the same bytes, with names and counts") {
  Draft draft(make_row(3));
  CHECK_FALSE(draft.document.undo());
  CHECK_FALSE(draft.document.redo());
  REQUIRE(draft.lift_step(draft.vertex(0), 512));
  const std::string lifted = draft.text();
  CHECK(lifted != draft.start);
  CHECK(draft.document.undo_name() == "lift");
  CHECK(draft.document.redo_name() == "");
  REQUIRE(draft.document.undo());
  CHECK(draft.text() == draft.start);
  CHECK(draft.document.redo_name() == "lift");
  REQUIRE(draft.document.redo());
  CHECK(draft.text() == lifted);
  CHECK(draft.document.undo_count() == 1);
  REQUIRE(draft.document.undo());
  REQUIRE(draft.lift_step(draft.vertex(1), 1));
  CHECK(draft.document.redo_count() == 0);  // a new step ends what could be redone
}

TEST_CASE("document: 5,000 random changes in nested transactions, undone and redone to the byte") {
  for (const std::uint64_t seed : {33u, 34u, 35u}) {
    INFO("seed " << seed);
    Rng rng(seed);
    Draft draft(make_relay_station());
    ScaffoldDocument& document = draft.document;
    std::vector<std::string> states = {draft.start};
    for (int step = 0; step < 300; ++step) {
      ScaffoldEdit outer(document, "outer");
      for (std::uint32_t inner = rng.below(4); inner-- > 0;) {
        const std::string before = draft.text();
        ScaffoldEdit edit(document, "inner");
        for (std::uint32_t n = rng.below(8); n-- > 0;) change_something(document, rng);
        if (rng.below(3) > 0) {
          REQUIRE(edit.commit().ok());
        } else {
          document.cancel();
          REQUIRE(draft.text() == before);
        }
      }
      if (rng.below(5) > 0)
        REQUIRE(outer.commit().ok());
      else
        document.cancel();
      if (document.undo_count() == states.size()) states.push_back(draft.text());
      REQUIRE(document.undo_count() + 1 == states.size());
      REQUIRE(draft.text() == states.back());
      for (std::uint32_t back = rng.below(4); back-- > 0 && document.undo();) {
        REQUIRE(draft.text() == states[document.undo_count()]);
        if (rng.below(2) == 0) continue;
        REQUIRE(document.redo());
        REQUIRE(draft.text() == states[document.undo_count()]);
      }
      while (document.redo_count() > 0 && rng.below(2) == 0) REQUIRE(document.redo());
      if (step % 50 == 0) check_adjacency(document);
      states.resize(document.undo_count() + document.redo_count() + 1);
      if (document.redo_count() > 0) {  // the next step would end these
        while (document.redo()) {
        }
      }
    }
    const std::string end = draft.text();
    check_adjacency(document);
    while (document.undo()) {
    }
    CHECK(draft.text() == draft.start);
    check_adjacency(document);
    while (document.redo()) {
    }
    CHECK(draft.text() == end);
    check_adjacency(document);
    const Result<Scaffold> loaded = parse_scaffold(end);
    REQUIRE_MESSAGE(loaded.ok(), loaded.error().text());
    CHECK(write_scaffold(*loaded) == end);
  }
}

TEST_CASE("document: an edit that is not committed leaves nothing") {
  Draft draft(make_row(3));
  {
    ScaffoldEdit edit(draft.document, "gives up");
    erase_cub(draft.document, draft.cub(1));
    CHECK(draft.document.level().cubs.size() == 2);
  }
  CHECK(draft.text() == draft.start);
  CHECK(draft.document.depth() == 0);
  CHECK(draft.document.undo_count() == 0);
  check_adjacency(draft.document);
}

TEST_CASE("document: a step that changes nothing is no step") {
  Draft draft(make_row(2));
  const std::uint64_t revision = draft.document.revision();
  REQUIRE(draft.lift_step(draft.vertex(0), 0));
  CHECK(draft.document.undo_count() == 0);
  CHECK(draft.document.revision() == revision);
}

TEST_CASE("document: what would not load again is refused by name, and all of it taken back") {
  Draft draft(make_row(3));
  ScaffoldDocument& document = draft.document;
  const auto refused = [&](auto change) {
    ScaffoldEdit edit(document, "bad");
    draft.lift(draft.vertex(3), 100);
    change();
    const Result<Done> done = edit.commit();
    CHECK(draft.text() == draft.start);
    CHECK(document.undo_count() == 0);
    return done.ok() ? "ok" : done.error().message;
  };
  const ScaffoldCub cub = document.level().cubs[0];
  const ScaffoldWindow window = document.level().windows[0];
  const std::string name = id_text(cub.id), corner = id_text(cub.corners[0]);
  CHECK(refused([&] { document.erase<ScaffoldVertex>(cub.corners[0]); }) ==
        "vertex " + corner + " is still a corner of cub " + name + "; delete that first");
  CHECK(refused([&] { document.erase<ScaffoldCub>(cub.id); }) ==
        "cub " + name + " is still named by " + id_text(window.id) + "; delete that first");
  CHECK(refused([&] { draft.lift(cub.corners[0], kGridLimit); }) ==
        "vertex " + corner + " would lie outside the grid of 16,384 m each way; move it less far");
  CHECK(refused([&] {
          ScaffoldCub bad = cub;
          bad.corners[2] = 77;
          document.put(bad);
        }) == "cub " + name + " needs vertex " + id_text(77) + ", which is not there");
  CHECK(refused([&] {
          ScaffoldWindow bad = window;
          bad.sides[1].cub = 77;
          document.put(bad);
        }) ==
        "window " + id_text(window.id) + " needs side " + id_text(77) + "/5, which is not there");
  CHECK(refused([&] {
          ScaffoldWindow bad = window;
          bad.sides[1] = bad.sides[0];
          document.put(bad);
        }).find("with itself") != std::string::npos);
  CHECK(refused([&] {
          ScaffoldProp bad = document.level().props[0];
          bad.scale = 0;
          document.put(bad);
        }).find("a scale above 0") != std::string::npos);
  CHECK(refused([&] {
          ScaffoldCub bad = cub;
          bad.sides[0].uv.repeat_u = 0;
          document.put(bad);
        }).find("repeats every 0 steps") != std::string::npos);
}

TEST_CASE("document: steps of one drag become one, until something else or the mouse ends it") {
  Draft draft(make_row(3));
  ScaffoldDocument& document = draft.document;
  for (int i = 0; i < 60; ++i) REQUIRE(draft.lift_step(draft.vertex(0), 7, "drag vertex"));
  CHECK(document.undo_count() == 1);
  for (int i = 0; i < 10; ++i) REQUIRE(draft.lift_step(draft.vertex(1), 7, "drag vertex"));
  CHECK(document.undo_count() == 1);  // the same drag took another one along
  document.end_collation();
  REQUIRE(draft.lift_step(draft.vertex(0), 7, "drag vertex"));
  CHECK(document.undo_count() == 2);
  REQUIRE(draft.lift_step(draft.vertex(0), 7, "drag other"));
  REQUIRE(draft.lift_step(draft.vertex(0), 7));
  REQUIRE(draft.lift_step(draft.vertex(0), 7));
  CHECK(document.undo_count() == 5);
  REQUIRE(document.undo());
  REQUIRE(draft.lift_step(draft.vertex(0), 7, "drag other"));
  CHECK(document.undo_count() == 5);
  while (document.undo()) {
  }
  CHECK(draft.text() == draft.start);
}

TEST_CASE("document: undo in the middle of a drag cancels it, and the tool is told (scaffold 33)") {
  Draft draft(make_row(3));
  REQUIRE(draft.lift_step(draft.vertex(0), 512));
  const std::string before = draft.text();
  ScaffoldEdit outer(draft.document, "tool");
  ScaffoldEdit inner(draft.document, "part of it");
  draft.lift(draft.vertex(1), 99);
  REQUIRE(draft.document.undo());
  CHECK(draft.text() == before);
  CHECK(draft.document.depth() == 0);
  const Result<Done> late = inner.commit();
  REQUIRE_FALSE(late.ok());
  CHECK(late.error().message == "undo has cancelled this edit; begin it anew");
  CHECK_FALSE(outer.commit().ok());
  REQUIRE(draft.document.undo());
  CHECK(draft.text() == draft.start);
}

TEST_CASE("document: saved means equal to what was saved, also after undo and within a drag") {
  Draft draft(make_row(2));
  CHECK(draft.document.is_saved());
  REQUIRE(draft.lift_step(draft.vertex(0), 1, "drag"));
  CHECK_FALSE(draft.document.is_saved());
  draft.document.mark_saved();
  CHECK(draft.document.is_saved());
  REQUIRE(draft.lift_step(draft.vertex(0), 1, "drag"));  // does not join what was saved
  CHECK_FALSE(draft.document.is_saved());
  REQUIRE(draft.document.undo());
  CHECK(draft.document.is_saved());
  REQUIRE(draft.document.undo());
  CHECK_FALSE(draft.document.is_saved());
  REQUIRE(draft.document.redo());
  CHECK(draft.document.is_saved());
}

TEST_CASE("document: changes are listed once, in order, with what is gone") {
  Draft draft(make_row(3));
  ScaffoldDocument& document = draft.document;
  const std::uint64_t start = document.revision();
  REQUIRE(draft.lift_step(draft.vertex(0), 1));
  REQUIRE(draft.lift_step(draft.vertex(1), 1));
  REQUIRE(draft.lift_step(draft.vertex(0), 1));
  const std::vector<ScaffoldChange> moved = {{ScaffoldKind::Vertex, draft.vertex(1), true},
                                             {ScaffoldKind::Vertex, draft.vertex(0), true}};
  CHECK(document.changes_since(start) == moved);
  const std::uint64_t later = document.revision();
  CHECK(document.changes_since(later).empty());
  const ScaffoldId last = draft.cub(2);
  {
    ScaffoldEdit edit(document, "delete");
    erase_cub(document, last);
    REQUIRE(edit.commit().ok());
  }
  std::map<ScaffoldKind, int> gone;
  for (const ScaffoldChange& change : document.changes_since(later))
    gone[change.kind] += !change.exists;
  CHECK(gone == std::map<ScaffoldKind, int>{{ScaffoldKind::Vertex, 4},
                                            {ScaffoldKind::Cub, 1},
                                            {ScaffoldKind::Window, 1},
                                            {ScaffoldKind::Spawn, 1},
                                            {ScaffoldKind::Prop, 1}});
  REQUIRE(document.undo());
  for (const ScaffoldChange& change : document.changes_since(later)) CHECK(change.exists);
}

TEST_CASE("document: dirty cubs are those of a moved vertex, of a changed window, behind a step") {
  LevelMaker make("steps", "document_test");
  const ScaffoldId a = make.box("a", {0, 0, 0}, {4, 3, 4}, {"", "", ""});
  const ScaffoldId b = make.box("b", {0, 0, 4}, {4, 3, 8}, {"", "", ""});
  const ScaffoldId c = make.box("c", {1, 0, 8}, {3, 2, 12}, {"", "", ""});
  const ScaffoldId d = make.box("d", {1, 0, 12}, {3, 2, 16}, {"", "", ""});
  make.open(a, Front, b, Back);
  make.open(b, Front, c, Back);
  make.open(c, Front, d, Back);
  Draft draft(make.level());
  ScaffoldDocument& document = draft.document;
  const auto dirty_after = [&](auto change) {
    const std::uint64_t before = document.revision();
    ScaffoldEdit edit(document, "change");
    change();
    REQUIRE(edit.commit().ok());
    return document.dirty_cubs(before);
  };
  const ScaffoldId free_of_a = document.find<ScaffoldCub>(a)->corners[0];
  const ScaffoldId shared_ab = document.find<ScaffoldCub>(b)->corners[0];
  const ScaffoldId far_of_d = document.find<ScaffoldCub>(d)->corners[4];
  using Ids = std::vector<ScaffoldId>;
  CHECK(dirty_after([&] { draft.lift(free_of_a, 1); }) == Ids{a});
  CHECK(dirty_after([&] { draft.lift(shared_ab, 1); }) ==
        Ids{a, b, c});  // c: its window is cut anew
  CHECK(dirty_after([&] { draft.lift(far_of_d, 1); }) == Ids{d});
  const ScaffoldId whole = document.windows_of_side({a, 4}).front();
  CHECK(dirty_after([&] { document.erase<ScaffoldWindow>(whole); }) == Ids{a, b});
  const std::uint64_t before = document.revision();
  REQUIRE(document.undo());
  CHECK(document.dirty_cubs(before) == Ids{a, b});
  CHECK(dirty_after([&] { erase_cub(document, d); }) == Ids{c, d});
}

TEST_CASE("document: a step's memory is what it touched, whatever the level's size") {
  const auto bytes_of_move = [](int rooms) {
    Draft draft(make_row(rooms));
    REQUIRE(draft.lift_step(draft.vertex(0), 5));
    return draft.document.undo_bytes();
  };
  CHECK(bytes_of_move(2) == bytes_of_move(2'000));
  Draft draft(make_row(300));
  const auto bytes_of = [&](std::size_t count) {
    ScaffoldEdit edit(draft.document, "move many");
    for (std::size_t i = 0; i < count; ++i) draft.lift(draft.vertex(i), 5);
    const std::size_t before = draft.document.undo_bytes();
    REQUIRE(edit.commit().ok());
    return draft.document.undo_bytes() - before;
  };
  const std::size_t fixed = bytes_of(1) - (bytes_of(2) - bytes_of(1));
  CHECK(bytes_of(1000) - fixed == 1000 * (bytes_of(1) - fixed));
  CHECK(bytes_of(1) - fixed <= sizeof(ScaffoldVertex) + sizeof(ScaffoldId));
  // Dragging for long keeps one state.
  const std::size_t before = draft.document.undo_bytes();
  for (int i = 0; i < 1'000; ++i) REQUIRE(draft.lift_step(draft.vertex(0), 1, "drag"));
  const std::size_t dragged = draft.document.undo_bytes() - before;
  CHECK(dragged == bytes_of(1));
  // Undo and redo do not let it grow.
  const std::size_t held = draft.document.undo_bytes();
  while (draft.document.undo()) {
  }
  while (draft.document.redo()) {
  }
  CHECK(draft.document.undo_bytes() == held);
}

TEST_CASE("document: new ids go on after those of the session and are not used twice after undo") {
  Scaffold level = make_row(2);
  ScaffoldDocument document(level, "document_test");
  std::set<ScaffoldId> used;
  for (const ScaffoldVertex& v : level.vertices) used.insert(v.id);
  for (const ScaffoldCub& v : level.cubs) used.insert(v.id);
  for (const ScaffoldWindow& v : level.windows) used.insert(v.id);
  for (const ScaffoldSpawn& v : level.spawns) used.insert(v.id);
  for (const ScaffoldProp& v : level.props) used.insert(v.id);
  for (int i = 0; i < 100; ++i) {
    CHECK(used.insert(document.take_id()).second);
    document.begin("nothing");
    document.cancel();
  }
  CHECK(std::string(scaffold_kind_name(ScaffoldKind::Window)) == "window");
}
