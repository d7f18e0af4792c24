// Kits as records: their names, what breaks them, how they are mended, and the file.
#include "playset/scaffold/kit.h"

#include <doctest/doctest.h>

#include <functional>

#include "playset/core/rng.h"
#include "playset/scaffold/command_script.h"
#include "playset/scaffold/kit_pieces.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

ScaffoldKit kit_of(const char* fill) {
  ScaffoldKit kit;
  kit.id = key_id("walls");
  kit.key = "walls";
  kit.pieces[0].name = fill;
  return kit;
}

std::string verdict(const std::function<void(ScaffoldKit&)>& change) {
  ScaffoldKit kit = kit_of("panel");
  change(kit);
  return why(check_kit(kit));
}

ScaffoldKit random_kit(Rng& rng) {
  ScaffoldKit kit = kit_of("");
  const bool sound = rng.below(2) == 0;
  for (KitPieceName& piece : kit.pieces) {
    const std::uint32_t kind = rng.below(sound ? 2 : 4);
    if (kind == 0) continue;
    piece.name = kind == 1 ? "trim" : kind == 2 ? "wall_a \"x\"" : "rock";
    for (std::int32_t& n : piece.size)
      if (!sound && rng.below(2) == 0) n = rng.range_int(-3, 5000);
  }
  for (std::int32_t& n : kit.step)
    n = rng.below(2) == 0 ? 0 : rng.range_int(sound ? 1024 : -9, 9000);
  for (std::int32_t& n : kit.repeats)
    n = rng.below(2) == 0 ? 0 : rng.range_int(sound ? 1 : -9, sound ? 4096 : 9000);
  for (KitAlign& align : kit.align) align = static_cast<KitAlign>(rng.below(3));
  kit.mirror = rng.below(2) == 0;
  kit.stretch = rng.below(2) == 0;
  for (std::uint32_t n = rng.below(4); n-- > 0;)
    kit.weights.push_back(rng.range_int(sound ? 1 : -1, 5));
  kit.seed = rng.range_int(-100, 100);
  kit.color = rng.below(1u << 24);
  return kit;
}

}  // namespace

TEST_CASE("kit: names of parts and alignments") {
  CHECK(std::string(kit_part_name(KitPart::Fill)) == "fill");
  CHECK(std::string(kit_part_name(KitPart::Door)) == "door");
  for (const KitAlign align : {KitAlign::Start, KitAlign::Middle, KitAlign::End})
    CHECK(parse_kit_align(kit_align_name(align)) == align);
  CHECK_FALSE(parse_kit_align("centre").has_value());
}

TEST_CASE("kit: what it may not be is said with the field and the range") {
  CHECK(verdict([](ScaffoldKit&) {}) == "ok");
  CHECK(verdict([](ScaffoldKit& k) { k.pieces[0].name = "pannel"; }) ==
        "its fill 'pannel' is none of our pieces; give the size of the game's own, or another "
        "name");
  CHECK(verdict([](ScaffoldKit& k) { k.pieces[0] = {"mine", {900, 900, 90}}; }) == "ok");
  CHECK(verdict([](ScaffoldKit& k) {
          k.pieces[6] = {"mine", {900, 0, 90}};
        }) == "sizes of its frame lie between 1 and 1048576, not 0");
  CHECK(verdict([](ScaffoldKit& k) { k.step[0] = -1; }) ==
        "steps lie between 0 and 1048576, not -1");
  CHECK(verdict([](ScaffoldKit& k) { k.step[1] = 1023; }) ==
        "a step of 1023 is less than its piece is high, 1024: pieces would overlap");
  CHECK(verdict([](ScaffoldKit& k) { k.repeats[1] = 2'000'000'000; }) ==
        "repeats lie between 0 and 4096, not 2000000000");
  CHECK(verdict([](ScaffoldKit& k) {
          k.weights = {0, 0};
        }) == "all weights are 0: there is nothing to choose");
  CHECK(verdict([](ScaffoldKit& k) {
          k.weights = {1, -1};
        }) == "weights lie between 0 and 1000000, not -1");
  CHECK(verdict([](ScaffoldKit& k) { k.weights.assign(17, 1); }) ==
        "there are 17 weights; at most 16 variants are told apart");
  KitWear wear;
  CHECK(why(check_wear(wear)) == "ok");
  wear.repeats = KitRepeats{-1, 0};
  CHECK(why(check_wear(wear)) == "repeats lie between 0 and 4096, not -1");
}

TEST_CASE("kit: mending changes what is broken and nothing else") {
  ScaffoldKit kit = kit_of("pannel");
  kit.step = {-5, 0};
  kit.repeats = {3, 1};
  kit.weights = {0, 0};
  mend_kit(kit);
  CHECK(kit.pieces[0].name == "panel");
  CHECK(kit.step == std::array<std::int32_t, 2>{});
  CHECK(kit.repeats == KitRepeats{3, 1});
  CHECK(kit.weights.empty());
  Rng rng(5);
  int mended = 0;
  for (int i = 0; i < 1000; ++i) {
    const ScaffoldKit before = random_kit(rng);
    ScaffoldKit after = before;
    mend_kit(after);
    REQUIRE(check_kit(after).ok());
    if (check_kit(before).ok()) CHECK(after == before);
    mended += after == before ? 0 : 1;
  }
  CHECK(mended > 400);
  CHECK(mended < 600);
}

TEST_CASE("kit: 1,000 random ones and what sides want otherwise survive the file") {
  MESSAGE("seed 9");
  Rng rng(9);
  for (int i = 0; i < 1000; ++i) {
    Scaffold level = make_single();
    level.kits.clear();
    add_record(level.kits, random_kit(rng));
    level.kits[0].extra = R"("glow":1)";
    level.materials[0].kit = level.kits[0].id;
    for (ScaffoldSide& side : level.cubs[0].sides) {
      side.kit = rng.below(2) == 0 ? level.kits[0].id : kNoId;
      side.wear.bare = rng.below(2) == 0;
      if (rng.below(2) == 0) side.wear.repeats = KitRepeats{rng.range_int(-5, 5), 2};
      if (rng.below(2) == 0) side.wear.align = KitAligns{KitAlign::End, KitAlign::Middle};
      if (rng.below(2) == 0) side.wear.mirror = rng.below(2) == 0;
    }
    const std::string text = write_scaffold(level);
    const Result<Scaffold> read = parse_scaffold(text);
    REQUIRE_MESSAGE(read.ok(), read.error().text());
    REQUIRE(read->kits == level.kits);
    REQUIRE(read->materials == level.materials);
    REQUIRE(read->cubs == level.cubs);
    REQUIRE(write_scaffold(*read) == text);
  }
}

TEST_CASE("kit: a level from before kits had fields loads and is written as it was") {
  Scaffold level = make_single();
  const std::string text = write_scaffold(level);
  CHECK(text.find("\n{\"key\":\"pipes\"},\n") != std::string::npos);
  CHECK(write_scaffold(*parse_scaffold(text)) == text);
}

TEST_CASE("kit: members of the wrong kind are refused with their place") {
  Scaffold level = make_single();
  const auto verdict_of = [&](const char* members) {
    std::string text = write_scaffold(level);
    text.replace(text.find("\"pipes\"}"), 8, std::string("\"pipes\",") + members + "}");
    return why(parse_scaffold(text, "t"));
  };
  CHECK(verdict_of("\"fill\":\"panel\",\"fill_size\":[1,2,3]") == "ok");
  CHECK(verdict_of("\"fill\":3") == "the name of a piece must be text in quotes");
  CHECK(verdict_of("\"fill_size\":[1,2]") ==
        "the size of a piece must be a list of 3 whole numbers");
  CHECK(verdict_of("\"step\":[1,99999999999]") ==
        "\"step\" must lie between -2147483648 and 2147483647");
  CHECK(verdict_of("\"align\":[\"left\",\"end\"]") == "\"align\" are start, middle or end");
  CHECK(verdict_of("\"mirror\":1") == "\"mirror\" must be true or false");
}

TEST_CASE("kit: commands set its fields, dress and undress sides") {
  EditDraft draft(make_single());
  EditSession session(draft.document);
  const auto run = [&](const std::string& line) { return why(run_script(session, line)); };
  CHECK(run("kit walls --fill panel --weights 5,2,1 --step_along 2m --up 1 --align_up end "
            "--concave_edge trim --mirror yes --stretch no --seed 7 --color 8090a0") == "ok");
  const ScaffoldKit& kit = *draft.document.find<ScaffoldKit>(key_id("walls"));
  CHECK(kit.piece(KitPart::Fill).name == "panel");
  CHECK(kit.piece(KitPart::ConcaveEdge).name == "trim");
  CHECK(kit.weights == std::vector<std::int32_t>{5, 2, 1});
  CHECK(kit.step == std::array<std::int32_t, 2>{2048, 0});
  CHECK(kit.repeats == KitRepeats{0, 1});
  CHECK(kit.align == KitAligns{KitAlign::Middle, KitAlign::End});
  CHECK(kit.mirror);
  CHECK_FALSE(kit.stretch);
  CHECK(kit.seed == 7);
  CHECK(kit.color == 0x8090A0);
  CHECK(run("kit walls --concave_edge none") == "ok");
  CHECK(draft.document.find<ScaffoldKit>(key_id("walls"))->piece(KitPart::ConcaveEdge).name == "");
  CHECK(run("kit walls --fill mine") ==
        "kit: its fill 'mine' is none of our pieces; give the size of the game's own, or another "
        "name");
  CHECK(run("kit walls --fill mine --size 1m,1m,10cm --step_along 0") == "ok");
  CHECK(run("kit walls --weights 5,x") ==
        "kit: weights are whole numbers with commas between them: 5,2,1");
  const std::string side = side_text(draft.side(0, Front));
  CHECK(run("dress walls --along 3 --align_along end side " + side) == "ok");
  const auto look = [&] { return draft.at(draft.cub(0)).sides[number(Front)]; };
  CHECK(look().kit == key_id("walls"));
  CHECK(look().wear.repeats == KitRepeats{3, 1});  // rows as the kit has them
  CHECK(look().wear.align == KitAligns{KitAlign::End, KitAlign::End});
  CHECK_FALSE(look().wear.mirror.has_value());
  CHECK(run("dress walls --along 5000 side " + side) ==
        "dress: repeats lie between 0 and 4096, not 5000");
  CHECK(run("undress side " + side) == "ok");
  CHECK(look().wear.bare);
  CHECK(look().kit == kNoId);
  CHECK(run("dress none side " + side) == "ok");
  CHECK(look().wear == KitWear{});
  CHECK(run("material hull --kit walls") == "ok");
  CHECK(draft.document.find<ScaffoldMaterial>(key_id("hull"))->kit == key_id("walls"));
  check_round_trip(draft);
}
