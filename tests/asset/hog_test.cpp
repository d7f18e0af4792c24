// HOG archives and missions: written here, since the real archives may not be passed on.
#include "playset/asset/hog.h"

#include <doctest/doctest.h>

#include "level_files.h"

using namespace playset;
using namespace playset::test;

namespace {

std::string field(std::string text, std::size_t size) {
  text.resize(size, '\0');
  return text;
}

std::string i32(std::int32_t n) {
  std::string out;
  for (int i = 0; i < 4; ++i)
    out += static_cast<char>(static_cast<std::uint32_t>(n) >> (8 * i) & 0xFF);
  return out;
}

std::string entry(const std::string& name, const std::string& content) {
  return field(name, 13) + i32(static_cast<std::int32_t>(content.size())) + content;
}

}  // namespace

TEST_CASE("list_hog: entries come in file order with their places") {
  const std::string hog =
      "DHF" + entry("LEVEL01.RDL", "abc") + entry("a.txt", "") + entry("level02.rdl", "xy");
  const auto entries = list_hog(as_bytes(hog));
  REQUIRE(entries.ok());
  REQUIRE(entries->size() == 3);
  CHECK((*entries)[0].name == "LEVEL01.RDL");
  CHECK((*entries)[0].offset == 20);
  CHECK((*entries)[0].size == 3);
  CHECK((*entries)[2].name == "level02.rdl");
  const auto found = hog_entry(as_bytes(hog), "Level02.RDL");
  REQUIRE(found.ok());
  CHECK(found->size() == 2);
  CHECK(static_cast<char>((*found)[0]) == 'x');
  const auto missing = hog_entry(as_bytes(hog), "level03.rdl");
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().message.find("LEVEL01.RDL, level02.rdl") != std::string::npos);
}

TEST_CASE("list_hog: D2X-XL's long names follow a negative size") {
  const std::string longname = "a level with a name far longer than eight and three.rl2";
  const std::string hog = "D2X" + field("short.rl2", 13) + i32(-4) + field(longname, 256) + "data" +
                          entry("b.rl2", "z");
  const auto entries = list_hog(as_bytes(hog));
  REQUIRE(entries.ok());
  REQUIRE(entries->size() == 2);
  CHECK((*entries)[0].name == longname);
  CHECK((*entries)[0].size == 4);
  CHECK((*entries)[1].name == "b.rl2");
  CHECK(list_hog(as_bytes("DHF" + field("short.rl2", 13) + i32(-4))).error().code ==
        ErrorCode::Invalid);
}

TEST_CASE("list_hog: what is no HOG or cut off is an error with a position") {
  CHECK(list_hog({}).error().code == ErrorCode::Syntax);
  CHECK(list_hog(as_bytes("DHX")).error().code == ErrorCode::Syntax);
  const std::string hog = "DHF" + entry("a.rdl", "abcdef");
  for (std::size_t n = 4; n < hog.size(); ++n) {
    const auto entries = list_hog(as_bytes(hog.substr(0, n)));
    REQUIRE_FALSE(entries.ok());
    CHECK(entries.error().code == ErrorCode::Truncated);
    CHECK(entries.error().offset == 3);
  }
  CHECK(list_hog(as_bytes("DHF")).value().empty());
  for (std::size_t i = 0; i < hog.size(); ++i) {
    std::string changed = hog;
    changed[i] = static_cast<char>(changed[i] ^ 0x40);
    if (const auto entries = list_hog(as_bytes(changed)); entries) CHECK(entries->size() <= 1);
  }
}

TEST_CASE("parse_mission: names, levels and secret levels") {
  const auto mission = parse_mission(
      "name = The Deep  ; a comment\r\nTYPE=normal\n\nnum_levels=2\nlevel1.rl2\n level2.rl2 "
      "\nnum_secrets=1\nsecret.rl2,2\n[Level Information]\nauthor=\n",
      "deep.mn2");
  if (!mission) FAIL(mission.error().text());
  CHECK(mission->name == "The Deep");
  CHECK(mission->type == "normal");
  CHECK(mission->levels == std::vector<std::string>{"level1.rl2", "level2.rl2"});
  CHECK(mission->secrets == std::vector<std::string>{"secret.rl2"});
  CHECK(mission->secret_from == std::vector<std::int32_t>{2});
}

TEST_CASE("parse_mission: missing counts and names are errors with a line") {
  CHECK(parse_mission("name=x").error().code == ErrorCode::Syntax);
  CHECK(parse_mission("num_levels=many\n").error().line == 1);
  CHECK(parse_mission("num_levels=4000000000\na.rdl\n").error().code == ErrorCode::Truncated);
  CHECK(parse_mission("num_levels=0\nnum_secrets=1\nx.rdl\n").error().code == ErrorCode::Syntax);
}

TEST_CASE("parse_mission: real mission files name one level") {
  for (const auto& [file, level] : {std::pair{"levels/descent/dle_new.msn", "new_save.rdl"},
                                    {"levels/descent/dle_new.mn2", "new_save.rl2"}}) {
    const std::string path = shared_path(file);
    if (path.empty()) continue;
    const auto mission = parse_mission(read_file_text(path), file);
    REQUIRE(mission.ok());
    CHECK(mission->name == "(untitled)");
    CHECK(mission->type == "normal");
    CHECK(mission->levels == std::vector<std::string>{level});
  }
}
