// Overload levels: one written by hand from the format's description (no public level is known),
// and hostile variants of it.
#include "playset/asset/overload.h"

#include <doctest/doctest.h>

#include "level_files.h"

using namespace playset;
using namespace playset::test;

namespace {

std::string two_rooms() {
  return read_file_text(source_path("tests/asset/data/two_rooms.overload"));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE(
    "parse_overload: segments, links, doors, materials and entities of a level with holes in its "
    "ids") {
  ImportOptions strict;
  strict.strict = true;
  const Result<Imported> level = parse_overload(two_rooms(), "two_rooms.overload", strict);
  if (!level) FAIL(level.error().text());
  const CellComplex& c = level->cells;
  CHECK(check_cells(c).ok());
  CHECK(c.name == "Two rooms");
  CHECK(c.vertices.size() == 16);
  REQUIRE(c.cells.size() == 3);
  CHECK(c.cells[0].source_id == 2);
  CHECK(c.cells[1].source_id == 5);
  CHECK(c.cells[2].source_id == 7);
  CHECK(half_windows(c) == 4);
  CHECK(volume_m3(c) == doctest::Approx(64.0 + 2 * 68.0));
  CHECK(c.sides[side_of(c, 2, 4)->neighbor].cell == 1);
  REQUIRE(c.doors.size() == 1);
  CHECK(c.doors[0].source_id == 9);
  CHECK(side_of(c, 5, 4)->door == 0);
  CHECK(side_of(c, 7, 5)->door == 0);
  CHECK(c.materials[side_of(c, 7, 4)->material] == "overload:alien \xC3\xA9");
  CHECK(side_of(c, 2, 5)->material == kNone);
  CHECK(c.tags[c.cells[0].tag] == "exit:exit");
  CHECK(c.tags[c.cells[2].tag] == "dark,pathfinding:gb");
  REQUIRE(c.spawns.size() == 3);
  CHECK(c.spawns[0].kind == "player_start");
  CHECK(c.spawns[0].position == glm::dvec3(-1, 0, 0));
  CHECK(c.spawns[0].yaw == doctest::Approx(-1.5707963267948966));
  CHECK(c.spawns[0].cell == 0);
  CHECK(c.spawns[1].kind == "door:energy");
  CHECK(c.spawns[2].kind == "enemy");
  CHECK(c.spawns[2].type == 4);
}

TEST_CASE("parse_overload: what does not fit is repaired and listed, strictly refused") {
  const auto repaired = [](const std::string& text, const std::string& part) {
    const Result<Imported> level = parse_overload(text);
    if (!level) FAIL(level.error().text());
    CHECK(check_cells(level->cells).ok());
    CHECK_MESSAGE(lists(*level, part), part);
    ImportOptions strict;
    strict.strict = true;
    const Result<Imported> refused = parse_overload(text, "x", strict);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message.find(part) != std::string::npos);
    return level->cells;
  };
  const std::string text = two_rooms();
  CHECK(half_windows(repaired(replaced(text, "[-1, -1, -1, -1, 7, 2]", "[-1, -1, -1, -1, 7, 88]"),
                              "leads to segment 88")) == 2);
  CHECK(half_windows(repaired(replaced(text, "[-1, -1, -1, -1, 7, 2]", "[-1, -1, -1, -1, 7, -1]"),
                              "does not lead back")) == 2);
  CHECK(repaired(replaced(text, "[3, 4, 5, 6,", "[3, 4, 5, 66,"), "names vertex").cells.size() ==
        2);
  CHECK(repaired(replaced(text, "\"segnum\": 7", "\"segnum\": 70"), "names segment 70")
            .spawns[2]
            .cell == kNone);
  CHECK(repaired(replaced(text, "\"11\": {\"guid", "\"eleven\": {\"guid"), "entity 'eleven'")
            .spawns.size() == 2);
}

TEST_CASE("parse_overload: errors point at the line") {
  CHECK(parse_overload("").error().code != ErrorCode::Io);
  CHECK(parse_overload("{}").error().code == ErrorCode::Invalid);
  CHECK(parse_overload("[1, 2]").error().code == ErrorCode::Invalid);
  CHECK(parse_overload(replaced(two_rooms(), "\"x\": 2.0", "\"x\": true")).error().line == 6);
  CHECK(parse_overload(replaced(two_rooms(), "\"x\": 2.0", "\"x\": 2.0.0")).error().line == 6);
  CHECK(parse_overload(replaced(two_rooms(), "[3, 4, 5, 6, 10,", "[3, 4, 5, 6,"))
            .error()
            .message.find("segment 2 needs 8 vertex ids") != std::string::npos);
  CHECK(parse_overload(replaced(two_rooms(), "\"x\": 2.0", "\"x\": 1e300")).error().code ==
        ErrorCode::OutOfRange);
}

TEST_CASE("parse_overload: every prefix and every changed byte gives an error or a sound level") {
  const std::string text = two_rooms();
  const auto span = as_bytes(text);
  const auto parse = [](const Bytes& b) {
    return parse_overload({reinterpret_cast<const char*>(b.data()), b.size()});
  };
  CHECK(hostile_failures({span.begin(), span.end()}, 1, parse) == 0);
}
