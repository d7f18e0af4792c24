// Levels by file name: cooked ones, and what is said of names that lead nowhere.
#include "cli/level_source.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "cli/files.h"
#include "playset/level/exterior.h"
#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset;
using namespace playset::test;

TEST_CASE("level source: a cooked level gives back the cells it was cooked from") {
  const CellComplex row = make_box_row(3, true);
  const Result<Level> level = cook_level(row);
  REQUIRE(level.ok());
  const CellComplex back = cells_of_level(*level);
  CHECK(back.cells.size() == 3);
  CHECK(back.sides.size() == 18);
  CHECK(back.doors.size() == 1);
  CHECK(back.doors[0].name == "gate");
  CHECK(back.spawns.size() == 1);
  CHECK(check_cells(back).ok());
  std::uint32_t portals = 0;
  for (const CellSide& side : back.sides) portals += side.neighbor != kNone ? 1 : 0;
  CHECK(portals == 4);
}

TEST_CASE("level source: a cooked level gives back tags, and sides in one plane as one face") {
  const std::string source = source_path("data/levels/relay_station.scaffold");
  const Result<LoadedLevel> loaded = load_cooked({source, false, 1.0});
  REQUIRE(loaded.ok());
  const CellComplex back = cells_of_level(loaded->level);
  CHECK(check_cells(back).ok());
  REQUIRE(back.cells.size() == loaded->cells.cells.size());
  std::uint32_t outside = 0, outside_before = 0, faces = 0, faces_before = 0;
  const auto count_faces = [](const CellComplex& cells, std::uint32_t cell) {
    std::set<std::uint32_t> known;
    for (std::uint32_t k = 0; k < cells.cells[cell].side_count; ++k)
      known.insert(cells.sides[cells.cells[cell].first_side + k].face);
    return static_cast<std::uint32_t>(known.size());
  };
  for (std::uint32_t i = 0; i < back.cells.size(); ++i) {
    outside += is_exterior(back, i) ? 1 : 0;
    outside_before += is_exterior(loaded->cells, i) ? 1 : 0;
    faces += count_faces(back, i);
    faces_before += count_faces(loaded->cells, i);
  }
  CHECK(outside > 0);
  CHECK(outside == outside_before);
  CHECK(faces == faces_before);
}

TEST_CASE("level source: loading a .level needs no cooking and keeps the source's numbers") {
  const std::string path = save_box_row("source.level", 2);
  const Result<LoadedLevel> loaded = load_cooked({path, false, 1.0});
  REQUIRE(loaded.ok());
  CHECK(loaded->cook_seconds == 0.0);
  CHECK(loaded->repairs.empty());
  CHECK(loaded->level.cell_count() == 2);
  CHECK(loaded->cells.cells[0].source_id + loaded->cells.cells[1].source_id == 201);
}

TEST_CASE("level source: a file that is not there is named, with what to do") {
  for (const char* spec :
       {"nowhere/x.level", "nowhere/x.rdl", "nowhere/x.wad:MAP01", "nowhere/x.scaffold"}) {
    CAPTURE(spec);
    const Result<LoadedCells> loaded = load_cells({spec, false, 1.0});
    REQUIRE(!loaded.ok());
    CHECK(loaded.error().code == ErrorCode::Io);
    CHECK(loaded.error().text().find("nowhere/x") != std::string::npos);
  }
}

TEST_CASE("level source: a scale that is not above zero is refused") {
  for (const double scale : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    const Result<LoadedCells> loaded = load_cells({"x.rdl", false, scale});
    REQUIRE(!loaded.ok());
    CHECK(loaded.error().code == ErrorCode::Usage);
  }
}

TEST_CASE("level source: --scale on a cooked level is refused, it has its size") {
  const Result<LoadedCells> loaded = load_cells({save_box_row("scaled.level", 1), false, 2.0});
  REQUIRE(!loaded.ok());
  CHECK(loaded.error().code == ErrorCode::Usage);
}

TEST_CASE("level source: --scale doubles a Descent level") {
  const std::string path = shared_path("levels/descent/test.rdl");
  if (path.empty()) return;
  const Result<LoadedCells> one = load_cells({path, false, 1.0});
  const Result<LoadedCells> two = load_cells({path, false, 2.0});
  REQUIRE(one.ok());
  REQUIRE(two.ok());
  REQUIRE(one->cells.vertices.size() == two->cells.vertices.size());
  for (std::size_t i = 0; i < one->cells.vertices.size(); ++i) {
    CHECK(two->cells.vertices[i] == 2 * one->cells.vertices[i]);
  }
}

TEST_CASE("level source: names of levels inside archives and folders") {
  CHECK(level_name_of("a/b/test.rdl") == "test.rdl");
  CHECK(level_name_of("a/first.hog:level1.rdl") == "level1.rdl");
  CHECK(level_name_of("MAP01") == "MAP01");
  CHECK(level_name_of("") == "");
}

TEST_CASE("level source: extensions are compared whatever the case of letters") {
  CHECK(has_extension("X.LEVEL", ".level"));
  CHECK(has_extension("a.b.png", ".png"));
  CHECK(!has_extension("png", ".png"));
  CHECK(!has_extension("", ".png"));
}

TEST_CASE("files: what is written is read back, and failures name the file and the reason") {
  const std::string path = temporary_path("text.txt");
  const std::string text("line\n\0end", 9);
  REQUIRE(write_text_file(path, text).ok());
  const Result<std::string> back = read_text_file(path);
  REQUIRE(back.ok());
  CHECK(*back == text);
  CHECK(write_file("nowhere/at/all.txt", {})
            .error()
            .text()
            .find("nowhere/at/all.txt: cannot write") == 0);
  CHECK(
      read_text_file("nowhere/at/all.txt").error().text().find("nowhere/at/all.txt: cannot open") ==
      0);
}
