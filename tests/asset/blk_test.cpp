// Block files: counts of the real ones, welding along links only, doors and triggers of .blx,
// hostile text.
#include "playset/asset/blk.h"

#include <doctest/doctest.h>

#include "level_files.h"

using namespace playset;
using namespace playset::test;

namespace {

// A cube of 1 m with its low corner at z, as a .blk cub.
std::string cub(int number, int z, const std::string& children, const std::string& more = "") {
  std::string text = "segment " + std::to_string(number) + "\n";
  for (int k = 0; k < 6; ++k)
    text += "  side " + std::to_string(k) + "\n    tmap_num 7\n    tmap_num2 49155\n" +
            (k == 4 ? more : "");
  text += "  children " + children + "\n";
  const int at[8][3] = {{1, 1, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0},
                        {1, 1, 1}, {1, 0, 1}, {0, 0, 1}, {0, 1, 1}};
  for (int i = 0; i < 8; ++i) {
    text += "  vms_vector " + std::to_string(i) + " " + std::to_string(at[i][0] * 65536) + " " +
            std::to_string(at[i][1] * 65536) + " " + std::to_string((at[i][2] + z) * 65536) +
            "\r\n";
  }
  return text + "  static_light 1\n";
}

}  // namespace

TEST_CASE("parse_blk: the real block files have 9 cubs, 36 vertices and 20 half windows") {
  for (const char* file : {"levels/descent/test.blk", "levels/descent/test.blx"}) {
    const std::string path = shared_path(file);
    if (path.empty()) continue;
    CAPTURE(file);
    ImportOptions strict;
    strict.strict = true;
    const Result<Imported> level = parse_blk(read_file_text(path), file, strict);
    if (!level) FAIL(level.error().text());
    CHECK(check_cells(level->cells).ok());
    CHECK(level->cells.cells.size() == 9);
    CHECK(level->cells.vertices.size() == 36);
    CHECK(half_windows(level->cells) == 20);
  }
}

TEST_CASE("parse_blk: walls and triggers of the real .blx become doors and triggers") {
  const std::string path = shared_path("levels/descent/test.blx");
  if (path.empty()) return;
  const Result<Imported> level = parse_blk(read_file_text(path), path);
  REQUIRE(level.ok());
  const CellComplex& c = level->cells;
  REQUIRE(c.triggers.size() == 2);
  CHECK(c.triggers[0].kind == "open door");
  CHECK(c.triggers[0].targets == std::vector<std::int32_t>{3});
  REQUIRE(c.triggers[0].doors.size() == 1);
  const std::uint32_t door = c.triggers[0].doors[0];
  CHECK(side_of(c, 3, 0)->door == door);
  CHECK(side_of(c, 7, 2)->door == door);
  CHECK(c.tags == std::vector<std::string>{"matcen"});
}

TEST_CASE("parse_blk: equal places are merged along links only") {
  const std::string linked =
      "DMB_BLOCK_FILE\n" + cub(0, 0, "-1 -1 -1 -1 1 -1") + cub(1, 1, "-1 -1 -1 -1 -1 0");
  Result<Imported> level = parse_blk(linked);
  if (!level) FAIL(level.error().text());
  CHECK(level->repairs.empty());
  CHECK(level->cells.vertices.size() == 12);
  CHECK(half_windows(level->cells) == 2);
  CHECK(level->cells.materials ==
        std::vector<std::string>{"descent:7+3"});  // the overlay's upper bits are its turn
  const std::string apart =
      "DMB_BLOCK_FILE\n" + cub(0, 0, "-1 -1 -1 -1 -1 -1") + cub(1, 1, "-1 -1 -1 -1 -1 -1");
  level = parse_blk(apart);
  REQUIRE(level.ok());
  CHECK(level->cells.vertices.size() == 16);
  CHECK(half_windows(level->cells) == 0);
}

TEST_CASE("parse_blk: cubs may be numbered with holes, links that leave the block are walls") {
  const std::string text =
      "DMB_BLOCK_FILE\n" + cub(40, 0, "-1 -1 -1 -1 70 -1") + cub(70, 1, "-1 -1 -1 -1 12 40");
  const Result<Imported> level = parse_blk(text);
  REQUIRE(level.ok());
  CHECK(level->cells.cells[1].source_id == 70);
  CHECK(half_windows(level->cells) == 2);
  CHECK(lists(*level, "leads to cub 12, which is not in the block"));
}

TEST_CASE("parse_blk: bad lines are errors with their line") {
  CHECK(parse_blk("").error().code == ErrorCode::Syntax);
  CHECK(parse_blk("DMB_BLOCK_FILE\n").error().message.find("holds no cubs") != std::string::npos);
  CHECK(parse_blk("DMB_BLOCK_FILE\nside 0\n").error().line == 2);
  CHECK(parse_blk("DMB_BLOCK_FILE\nsegment x\n").error().line == 2);
  CHECK(parse_blk("DMB_BLOCK_FILE\nsegment 0\n  side 6\n").error().line == 3);
  CHECK(parse_blk("DMB_BLOCK_FILE\nsegment 0\n  children 1 2 3\n").error().line == 3);
  CHECK(parse_blk("DMB_BLOCK_FILE\nsegment 0\n  vms_vector 0 1 1\n").error().line == 3);
  CHECK(parse_blk("DMB_BLOCK_FILE\nsegment 0\nsegment 1\n").error().message.find("has 0 corners") !=
        std::string::npos);
  const std::string wall =
      "    wall 3\n        segment 0\n        trigger 0\n  type 0\n  count 2000000000\n  segment "
      "1\n";
  CHECK(parse_blk("DMB_EXT_BLOCK_FILE\n" + cub(0, 0, "-1 -1 -1 -1 -1 -1", wall))
            .error()
            .message.find("announces 2000000000 targets") != std::string::npos);
}

TEST_CASE("parse_blk: every prefix and every changed byte gives an error or a sound level") {
  const std::string wall =
      "    vertex ids 4 5 6 7\n    wall 3\n        segment 0\n        side 4\n        type 2\n     "
      "   trigger 0\n  type 0\n  count 1\n  segment 1\n side 5\n";
  const std::string text =
      "DMB_EXT_BLOCK_FILE\n" + cub(0, 0, "-1 -1 -1 -1 1 -1", wall) + cub(1, 1, "-1 -1 -1 -1 -1 0");
  const auto span = as_bytes(text);
  const auto parse = [](const Bytes& b) {
    return parse_blk({reinterpret_cast<const char*>(b.data()), b.size()});
  };
  CHECK(parse_blk(text).ok());
  CHECK(hostile_failures({span.begin(), span.end()}, 1, parse) == 0);
}
