// Deleting, copying, pasting: what belongs to a cub goes along, undo brings it back.
#include "playset/scaffold/edit_copy.h"

#include <doctest/doctest.h>

#include "playset/scaffold/edit_join.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

using Ids = std::vector<ScaffoldId>;

}  // namespace

TEST_CASE("delete: windows become walls, props and spawns go, undo restores all (case 32)") {
  EditDraft draft(make_corridor(3));
  REQUIRE(delete_cubs(draft.document, Ids{draft.cub(1)}).ok());
  const Scaffold& level = draft.document.level();
  CHECK(level.cubs.size() == 2);
  CHECK(level.windows.empty());
  CHECK(level.props.size() == 2);
  CHECK(level.spawns.size() == 2);
  CHECK(level.vertices.size() == 16);
  CHECK(level.cubs[0].sides[number(Front)].material == key_id("hull"));
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("delete: the last cub leaves an empty level that saves and loads (case 32)") {
  EditDraft draft(make_corridor(2));
  REQUIRE(delete_cubs(draft.document, all_cubs(draft)).ok());
  CHECK(draft.document.level().vertices.empty());
  CHECK(draft.document.level().props.empty());
  CHECK(build_verdict(draft.document) == "ok");
  CHECK(why(delete_cubs(draft.document, Ids{})) ==
        "there is nothing to delete; name or select cubs");
  check_round_trip(draft);
}

TEST_CASE("delete: objects by id, all or none") {
  EditDraft draft(make_corridor(2));
  const ScaffoldId crate = draft.document.level().props[0].id;
  const ScaffoldId guard = draft.document.level().spawns[1].id;
  CHECK(why(delete_objects(draft.document, Ids{crate, 77})).find("no spawn or prop") !=
        std::string::npos);
  CHECK(draft.text() == draft.start);
  REQUIRE(delete_objects(draft.document, Ids{crate, guard}).ok());
  CHECK(draft.document.level().props.size() == 1);
  CHECK(draft.document.level().spawns.size() == 1);
  check_round_trip(draft);
}

TEST_CASE("copy: a clip is a level with what belongs to the cubs, and no more") {
  EditDraft draft(make_corridor(4));
  const Result<Scaffold> clip = copy_cubs(draft.document, Ids{draft.cub(1), draft.cub(2)});
  REQUIRE(clip.ok());
  CHECK(clip->cubs.size() == 2);
  CHECK(clip->windows.size() == 1);
  CHECK(clip->vertices.size() == 12);
  CHECK(clip->props.size() == 2);
  CHECK(clip->materials.size() == 3);
  CHECK(clip->kits.size() == 1);
  CHECK(clip->doors.empty());
  const std::string text = write_scaffold(*clip);
  const Result<Scaffold> loaded = parse_scaffold(text);
  REQUIRE(loaded.ok());
  CHECK(write_scaffold(*loaded) == text);
  CHECK(build_cells(*clip).ok());
}

TEST_CASE("paste: four times turned by a quarter lies on the first, mirrored twice too (case 37)") {
  EditDraft draft(make_ring(5));
  const Result<Scaffold> clip = copy_cubs(draft.document, Ids{draft.cub(0), draft.cub(1)});
  REQUIRE(clip.ok());
  for (const bool mirrors : {false, true}) {
    Scaffold turned = *clip;
    for (int i = 0; i < (mirrors ? 2 : 4); ++i) {
      EditDraft empty(Scaffold{});
      const GridTransform step =
          mirrors ? mirror_along(0, {100, 0, 7}) : quarter_turns(1, 1, {100, 0, 7});
      const auto pasted = paste_clip(empty.document, turned, step);
      REQUIRE_MESSAGE(pasted.ok(), why(pasted));
      CHECK(build_verdict(empty.document) == "ok");
      turned = *copy_cubs(empty.document, pasted->cubs);
    }
    for (std::size_t i = 0; i < clip->cubs.size(); ++i) {
      for (std::size_t corner = 0; corner < kCubCorners; ++corner)
        CHECK(find_record(turned.vertices, turned.cubs[i].corners[corner])->at ==
              find_record(clip->vertices, clip->cubs[i].corners[corner])->at);
      CHECK(turned.cubs[i].sides == clip->cubs[i].sides);
    }
    CHECK(turned.windows.size() == clip->windows.size());
  }
}

TEST_CASE("paste: new ids, names of the level kept, missing ones added") {
  EditDraft source(make_corridor(2));
  const Result<Scaffold> clip = copy_cubs(source.document, all_cubs(source));
  LevelMaker make("other", "edit_copy_test");
  make.material("deck", "floor", 0x123456);
  EditDraft draft(make.level());
  const auto once = paste_clip(draft.document, *clip);
  const auto twice = paste_clip(draft.document, *clip, shift_by({0, 8192, 0}));
  REQUIRE(once.ok());
  REQUIRE(twice.ok());
  CHECK(draft.document.level().cubs.size() == 4);
  CHECK(draft.document.level().windows.size() == 2);
  CHECK(draft.document.level().props.size() == 4);
  CHECK(draft.document.find<ScaffoldMaterial>(key_id("deck"))->color == 0x123456);
  CHECK(draft.document.find<ScaffoldMaterial>(key_id("hull")) != nullptr);
  CHECK(build_verdict(draft.document) == "ok");
  CHECK(why(paste_clip(draft.document, Scaffold{})).find("nothing to paste") != std::string::npos);
  check_round_trip(draft);
}

TEST_CASE("paste onto a side: whole where corners fall together, on every side of a box") {
  EditDraft source(make_single());
  const Result<Scaffold> clip = copy_cubs(source.document, all_cubs(source));
  for (std::uint8_t side = 0; side < kCubSides; ++side) {
    for (std::uint8_t anchor = 0; anchor < kCubSides; ++anchor) {
      for (std::uint32_t turn = 0; turn < 4; ++turn) {
        CAPTURE(static_cast<int>(side));
        CAPTURE(static_cast<int>(anchor));
        CAPTURE(turn);
        EditDraft draft(make_single());
        const auto pasted = paste_onto_side(draft.document, *clip, {source.cub(0), anchor},
                                            {draft.cub(0), side}, turn);
        REQUIRE_MESSAGE(pasted.ok(), why(pasted));
        CHECK(total_volume(draft.document.level()) == doctest::Approx(96.0));
        CHECK(build_verdict(draft.document) == "ok");
        CHECK(broken_rule(draft.document) == "");
        REQUIRE(draft.document.level().windows.size() == 1);
        const bool whole = draft.document.level().vertices.size() == 12;
        CHECK(draft.document.level().windows[0].partial == !whole);
        if (side == anchor && side != 1 && side != 3) CHECK(whole == (turn % 2 == 0));
      }
    }
  }
}

TEST_CASE("paste onto a side: slanted sides of a ring, and what is refused") {
  EditDraft source(make_single());
  const Result<Scaffold> clip = copy_cubs(source.document, all_cubs(source));
  EditDraft draft(make_ring(7));
  const SideRef anchor{source.cub(0), 5};
  const auto pasted = paste_onto_side(draft.document, *clip, anchor, draft.side(2, Front), 1);
  REQUIRE_MESSAGE(pasted.ok(), why(pasted));
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
  CHECK(
      why(paste_onto_side(draft.document, *clip, anchor, draft.side(2, Left))).find("opens into") !=
      std::string::npos);
  CHECK(why(paste_onto_side(draft.document, *clip, {77, 1}, draft.side(3, Front)))
            .find("the clip has no side") != std::string::npos);
  EditDraft two(make_corridor(2));
  const Result<Scaffold> corridor = copy_cubs(two.document, all_cubs(two));
  CHECK(why(paste_onto_side(draft.document, *corridor, two.side(0, Front), draft.side(3, Front)))
            .find("has a window") != std::string::npos);
}
