// Scripts: words, values, names, comments; mistakes by line and column, all or nothing.
#include "playset/scaffold/command_script.h"

#include <doctest/doctest.h>

#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

struct Desk {
  EditDraft draft;
  EditSession session;
  explicit Desk(Scaffold level) : draft(std::move(level)), session(draft.document) {}
  std::string run(std::string_view script) {
    const Result<ScriptReport> ran = run_script(session, script, "s.edit");
    return ran.ok() ? "ok " + std::to_string(ran->commands) : ran.error().text();
  }
};

}  // namespace

TEST_CASE("script: nothing can be called none, which says that there is nothing") {
  Desk desk(Scaffold{});
  for (const char* add : {"material none", "kit none", "door none", "trigger none lamp"})
    CHECK(desk.run(add).find("choose another key") != std::string::npos);
}

TEST_CASE("script: a color is six hexadecimal digits, in small letters or capitals") {
  Desk desk(Scaffold{});
  CHECK(desk.run("material rust --color C0302f") == "ok 1");
  CHECK(desk.draft.document.find<ScaffoldMaterial>(key_id("rust"))->color == 0xC0302F);
  for (const char* wrong : {"C0302", "C0302fa", "g0302f", "'#C0302f'"})
    CHECK(desk.run(std::string("material rust --color ") + wrong).find("80c0ff") !=
          std::string::npos);
}

TEST_CASE(
    "script: half of one that failed cannot be redone; one that changed nothing leaves redo") {
  Desk desk(Scaffold{});
  ScaffoldDocument& document = desk.draft.document;
  CHECK(desk.run("cube 0,0,0 1,1,1; cube 4,0,0 5,1,1") == "ok 2");
  CHECK(document.undo());
  CHECK(desk.run("nonsense").find("nonsense") != std::string::npos);
  CHECK(document.redo_count() == 1);
  CHECK(desk.run("redo; nonsense").find("nonsense") != std::string::npos);
  CHECK(document.redo_count() == 1);
  CHECK(desk.run("cube 8,0,0 9,1,1; nonsense").find("nonsense") != std::string::npos);
  CHECK(document.redo_count() == 0);
  CHECK(document.level().cubs.size() == 1);
  CHECK(document.undo_count() == 1);
}

TEST_CASE("script: what is added again keeps what is not named") {
  Desk desk(Scaffold{});
  CHECK(desk.run("material rust --role wall --color c0302f; door hatch --needs red --open") ==
        "ok 2");
  CHECK(desk.run("material rust --role trim; door hatch --needs blue") == "ok 2");
  const auto material = *desk.draft.document.find<ScaffoldMaterial>(key_id("rust"));
  CHECK(material.role == "trim");
  CHECK(material.color == 0xC0302F);
  CHECK(desk.run("material rust --color 000001") == "ok 1");
  CHECK(desk.draft.document.find<ScaffoldMaterial>(key_id("rust"))->role == "trim");
  CHECK(!desk.draft.document.find<ScaffoldDoor>(key_id("hatch"))->closed);
  CHECK(desk.run("door hatch --closed") == "ok 1");
  const auto door = *desk.draft.document.find<ScaffoldDoor>(key_id("hatch"));
  CHECK(door.closed);
  CHECK(door.needs == "blue");
  CHECK(desk.run("door hatch --closed --open").find("either") != std::string::npos);
  CHECK(desk.run("material plain; door plain") == "ok 2");
  CHECK(desk.draft.document.find<ScaffoldMaterial>(key_id("plain"))->color == 0x808080);
  CHECK(desk.draft.document.find<ScaffoldDoor>(key_id("plain"))->closed);
}

TEST_CASE("script: the example of the manual, with names, units and comments") {
  Desk desk(Scaffold{});
  CHECK(desk.run(R"(# two rooms and a bent bridge
name 'Two rooms'
material deck --role floor --color 5b6670; material hull wall
cube 0,0,0 4m,3m,4m --floor deck --wall hull --tag hub as hub   # the hub
cube 12,0,0 1600cm,3,4096g as far
extrude side hub/left 2m as stub
bridge side stub/left side far/right --steps 5 as way
paint side way/bottom deck
spawn player_start 2,0,2 cub hub
select-all walls; \
  role floor
)") == "ok 11");
  const Scaffold& level = desk.draft.document.level();
  CHECK(level.name == "Two rooms");
  CHECK(level.cubs.size() == 8);
  CHECK(desk.session.names["way"].size() == 5);
  CHECK(desk.session.selection.sides.size() == 8);
  CHECK(level.spawns[0].cub == desk.session.names["hub"][0]);
  CHECK(build_verdict(desk.draft.document) == "ok");
  CHECK(desk.run("delete cub way[2]; tag cub way[0] first") == "ok 2");
  check_round_trip(desk.draft);
}

TEST_CASE("script: what is hidden is not selected, what is locked is not edited either") {
  Desk desk(make_corridor(4));
  const auto cub = [&](std::size_t i) { return "cub " + id_text(desk.draft.cub(i)); };
  const auto marked = [&](std::string_view script) {
    CHECK(desk.run(script).substr(0, 2) == "ok");
    return desk.session.selection.cubs.size();
  };
  CHECK(marked("select-all") == 4);
  CHECK(marked("hide " + cub(1) + "; select-all") == 3);
  CHECK(marked("isolate " + cub(1) + " " + cub(2) + "; select-all") == 2);
  CHECK(marked("select-all vertices; select-from cubs") == 2);
  CHECK(marked("show; select-all") == 4);
  CHECK(marked("layer detail --hide; to-layer detail " + cub(0) + "; select-all") == 3);
  CHECK(marked("layer detail --show; select-all") == 4);
  CHECK(marked("layer detail --lock; select-all") == 3);
  const std::string before = desk.draft.text();
  for (const std::string& edit :
       {"move 1,0,0 " + cub(0), "push 1m side " + id_text(desk.draft.cub(0)) + "/left",
        "move 1,0,0 vertex " + id_text(desk.draft.cub(0)) + ":0", "to-layer none " + cub(0),
        "delete object " + id_text(desk.draft.document.props_of_cub(desk.draft.cub(0))[0])}) {
    CAPTURE(edit);
    CHECK(desk.run(edit).find("locked layer 'detail'") != std::string::npos);
  }
  CHECK(desk.draft.text() == before);
  // a corner that an unlocked cub has as well may move
  CHECK(desk.run("move 0,0,1g vertex " + id_text(desk.draft.cub(0)) + ":7") == "ok 1");
  CHECK(desk.run("layer detail --lock --unlock").find("not both") != std::string::npos);
  CHECK(desk.run("layer detail --unlock; to-layer none " + cub(0)) == "ok 2");
  CHECK(desk.draft.at(desk.draft.cub(0)).layer == kNoId);
  check_round_trip(desk.draft);
}

TEST_CASE("script: repeat does the last edit again, with what is selected or named now") {
  Desk desk(make_single());
  CHECK(desk.run("repeat").find("no edit to repeat") != std::string::npos);
  const std::string cub = id_text(desk.draft.cub(0));
  CHECK(desk.run("extrude 2m side " + cub + "/front; repeat; repeat") == "ok 3");
  CHECK(total_volume(desk.draft.document.level()) == doctest::Approx(4 * 3 * (4 + 3 * 2.0)));
  CHECK(desk.run("repeat side " + cub + "/left") == "ok 1");
  CHECK(desk.draft.document.level().cubs.size() == 5);
  CHECK(desk.run("move 0,0,1 cub " + cub + "; select-none; repeat").find("repeat: ") !=
        std::string::npos);
  CHECK(desk.run("tag room1 cub " + cub + "; select-all; repeat") == "ok 3");
  for (const ScaffoldCub& each : desk.draft.document.level().cubs)
    CHECK(each.tags.back() == "room1");
  check_round_trip(desk.draft);
}

TEST_CASE("script: groups, prefabs and pieces of the library") {
  Desk desk(Scaffold{});
  CHECK(desk.run(R"(cube 0,0,0 4,3,4 as hall; extrude side hall/front 6m as annex
prefab house cub hall cub annex
place house 20,0,0; place house 40,0,0 --turns 1; place house 60,0,0 --mirror x as mirrored
push 1m side hall/top
spread cub hall
)") == "ok 8");
  CHECK(desk.draft.document.level().cubs.size() == 8);
  CHECK(total_volume(desk.draft.document.level()) == doctest::Approx(4 * (4 * 4 * 4.0 + 84.0)));
  CHECK(desk.run("grouped cub mirrored[0]") == "ok 1");
  CHECK(desk.session.selection.cubs.size() == 2);
  CHECK(desk.run("unlink; push 1m side mirrored[0]/top; spread cub mirrored[0]").find("no copy") !=
        std::string::npos);
  CHECK(desk.run("spread cub hall cub mirrored[0]").find("another one") != std::string::npos);
  CHECK(desk.run("keep corner cub hall; stamp corner 0,0,90; stamp corner 0,0,99") == "ok 3");
  CHECK(desk.draft.document.level().cubs.size() == 10);
  CHECK(desk.run("ungroup cub hall; group pair cub hall cub annex") == "ok 2");
  CHECK(desk.run("stamp nothing 0,0,0").find("library has no") != std::string::npos);
  check_round_trip(desk.draft);
}

TEST_CASE("script: ids, sides by number and by name, corners, edges") {
  Desk desk(make_single());
  const std::string cub = id_text(desk.draft.cub(0));
  CHECK(desk.run("extrude side " + cub + "/0 1m; extrude side " + cub + "/top 1m") == "ok 2");
  CHECK(desk.run("move 0,0,12g vertex " + cub + ":7") == "ok 1");
  CHECK(desk.draft.place(desk.draft.at(desk.draft.cub(0)).corners[7]).z == 4096 + 12);
  CHECK(desk.run("collapse edge " + cub + ":4 " + cub + ":5") == "ok 1");
  CHECK(desk.run("select cub " + cub + "; select side " + cub + "/2 --add") == "ok 2");
  CHECK(desk.session.selection.cubs.size() == 1);
  CHECK(desk.session.selection.sides.size() == 1);
}

TEST_CASE("script: mistakes are named with file, line, column, and what to write") {
  Desk desk(make_single());
  const std::string cub = id_text(desk.draft.cub(0));
  const std::string start = desk.draft.text();
  CHECK(desk.run("\n  frobnicate") == "s.edit:2:3: there is no command 'frobnicate'");
  CHECK(desk.run("extrude side hub/top") ==
        "s.edit:1:14: 'hub' names no cub; ids look like 1ytzrzvs.12, names come from 'as'");
  CHECK(desk.run("extrude side " + cub) ==
        "s.edit:1:14: a side is written CUB/front or CUB/4, not '" + cub + "'");
  CHECK(desk.run("extrude side " + cub + "/7").find("is no side; sides are left") !=
        std::string::npos);
  CHECK(desk.run("push abc") ==
        "s.edit:1:6: distance is a length such as 4m, 25cm or 12g (grid steps), not 'abc'");
  CHECK(desk.run("push 4miles").find("distance is a length") != std::string::npos);
  CHECK(desk.run("push") ==
        "s.edit:1:1: push needs distance (out; in where below 0); write: push --distance "
        "<length> [side...]");
  CHECK(desk.run("push 1m 2m").find("s.edit:1:9: there is nothing left for '2m'") == 0);
  CHECK(desk.run("push 1m --distance 2m") == "s.edit:1:20: --distance is given twice");
  CHECK(desk.run("push 1m --far 2m").find("there is no option --far") != std::string::npos);
  CHECK(desk.run("push --distance").find("needs a value behind it") != std::string::npos);
  CHECK(desk.run("push 1m cub " + cub).find("push takes no cub") != std::string::npos);
  CHECK(desk.run("move 1,2 cub " + cub).find("by is a point") != std::string::npos);
  CHECK(desk.run("rotate 90 sideways").find("axis is one of x y z") != std::string::npos);
  CHECK(desk.run("name 'no end\n").find("s.edit:1:6: this quotation has no end") == 0);
  CHECK(desk.run("cube 0,0,0 1,1,1 as a.b").find("a name has no blanks") != std::string::npos);
  CHECK(desk.run("push 1m side " + cub + "/0 as x").find("made no cubs") != std::string::npos);
  CHECK(desk.run("slice --parts -3 cub " + cub).find("a whole number from 0") != std::string::npos);
  CHECK(desk.run("cube 0,0,0 1,1,1 as a; move 1,0,0 cub a[1]").find("'a' has 1 cub,") !=
        std::string::npos);
  CHECK(desk.run("collapse edge " + cub + ":4").find("an edge has two vertices") !=
        std::string::npos);
  CHECK(desk.run("weld vertex 12").find("a vertex is written") != std::string::npos);
  CHECK(desk.draft.text() == start);
  CHECK(desk.draft.document.undo_count() == 0);
}

TEST_CASE("script: where one command refuses, those before it are taken back") {
  Desk desk(make_corridor(2));
  const std::string a = id_text(desk.draft.cub(0));
  CHECK(desk.run("cube 0,9,0 1,10,1 as a\nmove 1,0,0 cub a\n\n extrude side " + a + "/front 4m") ==
        "s.edit:4:2: extrude: side " + a + "/4 opens into " + id_text(desk.draft.cub(1)) +
            "/5 already; choose a wall, or close that first");
  CHECK(desk.draft.text() == desk.draft.start);
  CHECK(desk.session.names.empty());
  CHECK(desk.session.selection.cubs.empty());
  CHECK(desk.run("undo") == "s.edit:1:1: undo: there is nothing left of this script to undo");
  CHECK(desk.run("cube 0,9,0 1,10,1; undo; redo; undo") == "ok 4");
  CHECK(desk.draft.text() == desk.draft.start);
}

TEST_CASE("script: empty ones, comments alone and strange bytes run or are refused, never crash") {
  Desk desk(make_single());
  CHECK(desk.run("") == "ok 0");
  CHECK(desk.run(" ;; \n# nothing\n;") == "ok 0");
  CHECK(desk.run("\\").find("there is no command") != std::string::npos);
  const std::string script =
      "cube 0,9,0 1,10,1 --tag 'x y' as a # c\nmove 1,-2.5,3cm cub a[0]\nslice y --parts 3 cub a";
  for (std::size_t at = 0; at < script.size(); ++at) {
    (void)desk.run(std::string_view(script).substr(0, at));
    for (const unsigned bit : {1u, 4u, 32u, 64u}) {
      std::string bad = script;
      bad[at] = static_cast<char>(static_cast<unsigned char>(bad[at]) ^ bit);
      (void)desk.run(bad);
    }
    if (at % 16 == 0) REQUIRE(broken_rule(desk.draft.document) == "");
  }
}
