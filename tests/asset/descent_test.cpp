// Descent levels: counts of real files, a writer as the reader's inverse, and every repair by a
// level that needs it.
#include "playset/asset/descent.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "level_files.h"
#include "playset/core/axes.h"

using namespace playset;
using namespace playset::test;

namespace {

Result<Imported> import_file(const DescentFile& file, bool strict = false,
                             std::string_view name = "made.rdl") {
  ImportOptions options;
  options.strict = strict;
  return parse_descent(write_descent(file), name, options);
}

// Imports leniently, expects a sound result, and expects the strict import to refuse with `part` in
// its message.
Imported repaired(const DescentFile& file, const std::string& part) {
  Result<Imported> level = import_file(file);
  if (!level) FAIL(level.error().text());
  const Result<Done> sound = check_cells(level->cells);
  CHECK_MESSAGE(sound.ok(), (sound.ok() ? "" : sound.error().text()));
  CHECK_MESSAGE(lists(*level, part), part);
  const Result<Imported> strict = import_file(file, true);
  REQUIRE_FALSE(strict.ok());
  CHECK_MESSAGE(strict.error().text().find(part) != std::string::npos, strict.error().text());
  return std::move(*level);
}

struct Expected {
  const char* file;
  std::int32_t version, game_version;
  std::size_t vertices, cubs, half_windows, exits, walls;
  std::size_t objects, triggers, matcens, flickers, delta_indices, deltas;
  const char* name;
  glm::dvec3 low, high;                // in the file's axes
  std::array<std::size_t, 7> degrees;  // cubs with so many windows
};

// levels/EXPECTED.md, counted by an importer of another make.
const Expected kExpected[] = {
    {"test.rdl",
     1,
     25,
     68,
     18,
     42,
     1,
     11,
     5,
     3,
     1,
     0,
     0,
     0,
     "test",
     {-90, -20, -80},
     {90, 20, 80},
     {0, 5, 5, 5, 3, 0, 0}},
    {"test.rl2",
     7,
     31,
     278,
     75,
     174,
     1,
     36,
     28,
     8,
     1,
     2,
     13,
     486,
     "d2test",
     {-70, -70, -140},
     {196, 50, 130},
     {0, 14, 36, 17, 4, 3, 1}},
    {"dle_new.rdl",
     1,
     25,
     8,
     1,
     0,
     0,
     0,
     1,
     0,
     0,
     0,
     0,
     0,
     "(untitled)",
     {-10, -10, -10},
     {10, 10, 10},
     {1, 0, 0, 0, 0, 0, 0}},
    {"dle_new.rl2",
     7,
     31,
     8,
     1,
     0,
     0,
     0,
     1,
     0,
     0,
     0,
     0,
     0,
     "(untitled)",
     {-10, -10, -10},
     {10, 10, 10},
     {1, 0, 0, 0, 0, 0, 0}},
};

void check_raw(const Expected& e, std::span<const std::byte> bytes) {
  RepairLog log(e.file, true);
  const Result<DescentFile> file = read_descent_file(bytes, DescentLayout::Detect, log);
  REQUIRE(file.ok());
  REQUIRE_FALSE(log.refused());
  CHECK(file->version == e.version);
  CHECK(file->game_version == e.game_version);
  CHECK(file->mine_end == file->game_offset);
  CHECK(file->vertices.size() == e.vertices);
  std::size_t exits = 0, walls = 0;
  for (const DescentCub& c : file->cubs) {
    for (const DescentSide& s : c.sides) {
      exits += s.child == -2 ? 1u : 0u;
      walls += s.wall != kNoWall ? 1u : 0u;
    }
  }
  CHECK(exits == e.exits);
  CHECK(walls == e.walls);
  CHECK(file->objects.size() == e.objects);
  CHECK(file->triggers.size() == e.triggers);
  CHECK(file->matcens == e.matcens);
  CHECK(file->flickers == e.flickers);
  CHECK(file->delta_indices == e.delta_indices);
  CHECK(file->deltas == e.deltas);
}

void check_bounds(const Expected& e, const CellComplex& c) {
  glm::dvec3 low(1e9), high(-1e9);
  for (const GridPoint& v : c.vertices) {
    low = glm::min(low, point_to(kDescentAxes, to_metres(v)));
    high = glm::max(high, point_to(kDescentAxes, to_metres(v)));
  }
  for (int i = 0; i < 3; ++i) {
    CHECK(std::abs(low[i] - e.low[i]) < 0.5);  // EXPECTED.md rounds to whole units
    CHECK(std::abs(high[i] - e.high[i]) < 0.5);
  }
}

void check_imported(const Expected& e, std::span<const std::byte> bytes) {
  ImportOptions strict;
  strict.strict = true;
  const Result<Imported> level = parse_descent(bytes, e.file, strict);
  if (!level) FAIL(level.error().text());
  const CellComplex& c = level->cells;
  CHECK(check_cells(c).ok());
  CHECK(level->repairs.empty());
  CHECK(c.name == e.name);
  CHECK(c.vertices.size() == e.vertices);
  CHECK(c.cells.size() == e.cubs);
  CHECK(c.sides.size() == 6 * e.cubs);
  CHECK(half_windows(c) == e.half_windows);
  CHECK(c.spawns.size() == e.objects);
  CHECK(c.triggers.size() >= e.triggers + e.exits);
  std::array<std::size_t, 7> degrees{};
  for (const Cell& cell : c.cells) {
    std::size_t windows = 0;
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
      windows += c.sides[s].neighbor != kNone ? 1u : 0u;
    ++degrees[windows];
  }
  CHECK(degrees == e.degrees);
  check_bounds(e, c);
}

}  // namespace

TEST_CASE("parse_descent: real levels give the counts of an independent reader, strictly") {
  for (const Expected& e : kExpected) {
    const std::string path = shared_path(std::string("levels/descent/") + e.file);
    if (path.empty()) continue;
    CAPTURE(e.file);
    const Bytes bytes = read_file_bytes(path);
    check_raw(e, bytes);
    check_imported(e, bytes);
  }
}

TEST_CASE("parse_descent: D2X-XL's version 27 is read past the gap before its game data") {
  const std::string path = shared_path("levels/descent/d2xxl_v27_level3.rl2");
  if (path.empty()) return;
  RepairLog log("v27", false);
  const Bytes bytes = read_file_bytes(path);
  const Result<DescentFile> file = read_descent_file(bytes, DescentLayout::Detect, log);
  REQUIRE(file.ok());
  CHECK(file->version == 27);
  CHECK(file->vertices.size() == 80);
  CHECK(file->cubs.size() == 24);
  CHECK(file->mine_end == 5181);
  CHECK(file->game_offset == 20091);
  CHECK(file->objects.size() == 7);
  CHECK(file->triggers.size() == 10);
  CHECK(parse_descent(bytes, "v27").ok());
}

TEST_CASE("parse_descent: doors, triggers, spawns, tags and materials of test.rdl") {
  const std::string path = shared_path("levels/descent/test.rdl");
  if (path.empty()) return;
  const Result<Imported> level = parse_descent(read_file_bytes(path), "test.rdl");
  REQUIRE(level.ok());
  const CellComplex& c = level->cells;
  REQUIRE(c.doors.size() == 3);
  CHECK(c.doors[0].key == "red");
  for (const CellDoor& d : c.doors) CHECK(d.closed);
  CHECK(c.triggers[0].kind == "exit");
  CHECK(c.triggers[1].kind == "control doors");
  REQUIRE(c.triggers[1].doors.size() == 1);
  CHECK(c.triggers[1].targets == std::vector<std::int32_t>{9});
  CHECK(c.triggers[2].kind == "matcen");
  CHECK(c.tags == std::vector<std::string>{"fuel", "reactor", "matcen"});
  const char* kinds[] = {"player_start", "powerup", "reactor", "hostage", "robot"};
  REQUIRE(c.spawns.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) CHECK(c.spawns[i].kind == kinds[i]);
  CHECK(c.spawns[1].position == glm::dvec3(80, -10, 10));  // x is mirrored
  CHECK(c.cells[c.spawns[2].cell].source_id == 14);
  std::size_t illusions = 0;  // seen but open: portals without a door that keep their material
  for (const CellSide& s : c.sides) {
    if (s.neighbor == kNone) CHECK((s.material != kNone || s.trigger != kNone));
    illusions += s.neighbor != kNone && s.door == kNone && s.material != kNone ? 1u : 0u;
  }
  CHECK(illusions == 4);
}

TEST_CASE(
    "parse_descent: both sides of a portal start at one vertex, so bent ones get one diagonal") {
  const std::string path = shared_path("levels/descent/test.rl2");
  if (path.empty()) return;
  const Result<Imported> level = parse_descent(read_file_bytes(path), "test.rl2");
  REQUIRE(level.ok());
  const CellComplex& c = level->cells;
  std::size_t bent_walls = 0, bent_portals = 0;
  for (const CellSide& s : c.sides) {
    const std::uint32_t* v = c.corners.data() + s.first_corner;
    CHECK(*std::min_element(v, v + s.corner_count) == v[0]);
    if (s.neighbor != kNone) CHECK(c.corners[c.sides[s.neighbor].first_corner] == v[0]);
    const glm::dvec3 a = to_metres(c.vertices[v[0]]);
    const glm::dvec3 n = glm::normalize(
        glm::cross(to_metres(c.vertices[v[1]]) - a, to_metres(c.vertices[v[2]]) - a));
    const bool bent = std::abs(glm::dot(n, to_metres(c.vertices[v[3]]) - a)) > 250.0 / 65536;
    (s.neighbor == kNone ? bent_walls : bent_portals) += bent ? 1u : 0u;
  }
  CHECK(bent_walls == 30);  // levels/EXPECTED.md
  CHECK(bent_portals == 12);
}

TEST_CASE("parse_descent: what a writer of our own writes comes back the same, in all layouts") {
  struct Layout {
    std::int32_t version, game_version;
    bool shareware;
    const char* name;
  };
  for (const Layout& l : {Layout{1, 25, false, "a.rdl"},
                          {7, 31, false, "a.rl2"},
                          {27, 40, false, "a.rl2"},
                          {1, 25, true, "a.sdl"},
                          {1, 25, true, "a"}}) {
    CAPTURE(l.version);
    CAPTURE(l.name);
    DescentFile file = chain(4);
    file.version = l.version, file.game_version = l.game_version, file.shareware = l.shareware;
    file.name = "four in a row";
    file.cubs[2].special = 3;
    file.cubs[3].sides[4].child = -2;
    file.cubs[1].sides[4].wall = 0;
    file.walls.push_back({0, 1, 4, 2, 0, 0, 2});
    file.triggers.push_back({2, 64, {{1, 4}}});
    file.objects.push_back({4, 0, 0, fix(1, 2, 3), fix(1, 0, 0)});
    const Result<Imported> level = import_file(file, true, l.name);
    if (!level) FAIL(level.error().text());
    const CellComplex& c = level->cells;
    CHECK(check_cells(c).ok());
    CHECK(c.cells.size() == 4);
    CHECK(half_windows(c) == 6);
    CHECK(volume_m3(c) == doctest::Approx(4 * 8000.0));
    CHECK(c.name == "four in a row");
    CHECK(c.tags[c.cells[2].tag] == "reactor");
    REQUIRE(c.doors.size() == 1);
    CHECK(c.doors[0].key == "blue");
    CHECK(side_of(c, 1, 4)->door == 0);
    CHECK(side_of(c, 2, 5)->door == 0);  // both sides carry it
    CHECK(c.triggers[0].kind == "matcen");
    CHECK(c.triggers[0].doors == std::vector<std::uint32_t>{0});
    CHECK(c.triggers[side_of(c, 3, 4)->trigger].kind == "exit");
    CHECK(c.spawns[0].position == glm::dvec3(-1, 2, 3));
    CHECK(c.spawns[0].yaw == doctest::Approx(-1.5707963267948966));  // towards their +x, our -x
  }
}

TEST_CASE("parse_descent: the scale multiplies metres, and a bad one is refused") {
  ImportOptions options;
  options.scale = 0.2;
  const Result<Imported> level = parse_descent(write_descent(chain(2)), "", options);
  REQUIRE(level.ok());
  CHECK(volume_m3(level->cells) == doctest::Approx(2 * 64.0));
  CHECK(level->cells.source_axes.metres_per_unit == 0.2);
  for (const double scale : {0.0, -1.0}) {
    options.scale = scale;
    CHECK(parse_descent(write_descent(chain(1)), "", options).error().code == ErrorCode::Usage);
  }
  options.scale = 1e6;
  CHECK(parse_descent(write_descent(chain(1)), "", options).error().code == ErrorCode::OutOfRange);
  options.scale = 1e-6;
  CHECK_FALSE(parse_descent(write_descent(chain(1)), "", options).ok());
}

TEST_CASE("parse_descent: a flat cub between two others is removed and they are joined") {
  DescentFile file = chain(3);
  for (std::size_t i = 8; i < 12; ++i)
    file.vertices[i] = file.vertices[i - 4];  // cub 1 has no thickness
  const Imported level = repaired(file, "cub 1 is flat");
  CHECK(level.cells.cells.size() == 2);
  CHECK(half_windows(level.cells) == 2);
  CHECK(level.cells.sides[side_of(level.cells, 0, 4)->neighbor].cell == 1);
  CHECK(level.cells.cells[1].source_id == 2);
}

TEST_CASE(
    "parse_descent: a row of flat cubs is bypassed as a whole, and a flat end leaves a wall") {
  DescentFile file = chain(6);
  for (std::size_t i = 8; i < 20; ++i) file.vertices[i] = file.vertices[4 + i % 4];
  const Imported level = repaired(file, "is flat");
  CHECK(level.cells.cells.size() == 3);
  CHECK(half_windows(level.cells) == 4);
  DescentFile end = chain(2);
  for (std::size_t i = 8; i < 12; ++i) end.vertices[i] = end.vertices[i - 4];
  CHECK(half_windows(repaired(end, "cub 1 is flat").cells) == 0);
}

TEST_CASE(
    "parse_descent: wedges and pyramids with collapsed edges are legal, a cub down to a point is "
    "not") {
  DescentFile wedge = chain(2);
  wedge.cubs[1].vertices[4] = wedge.cubs[1].vertices[5];  // its far side becomes an edge
  wedge.cubs[1].vertices[7] = wedge.cubs[1].vertices[6];
  Result<Imported> level = import_file(wedge, true);
  if (!level) FAIL(level.error().text());
  CHECK(check_cells(level->cells).ok());
  CHECK(level->cells.cells[1].side_count == 5);
  CHECK(half_windows(level->cells) == 2);
  CHECK(volume_m3(level->cells) == doctest::Approx(12000.0));

  DescentFile pyramid = chain(2);
  for (std::size_t i = 5; i < 8; ++i) pyramid.cubs[1].vertices[i] = pyramid.cubs[1].vertices[4];
  level = import_file(pyramid, true);
  REQUIRE(level.ok());
  CHECK(check_cells(level->cells).ok());
  CHECK(level->cells.cells[1].side_count == 5);
  CHECK(volume_m3(level->cells) == doctest::Approx(8000.0 + 8000.0 / 3));

  DescentFile point = chain(2);
  for (std::uint32_t& v : point.cubs[1].vertices) v = 4;
  CHECK(repaired(point, "cub 1").cells.cells.size() == 1);
}

TEST_CASE("parse_descent: from version 25 on a side may name three corners") {
  DescentFile file = chain(2);
  file.version = 27, file.game_version = 40;
  file.cubs[1].vertices[7] = 0xFFFF;  // missing: five sides become triangles or shrink to edges
  file.cubs[1].vertices[4] = 0xFFFF;
  const std::uint8_t corners[6][4] = {{6, 2, 3, 255}, {255, 255, 255, 255}, {0, 1, 5, 255},
                                      {2, 6, 5, 1},   {0, 5, 6, 3},         {3, 2, 1, 0}};
  for (std::size_t k = 0; k < 6; ++k)
    std::copy(std::begin(corners[k]), std::end(corners[k]), file.cubs[1].sides[k].corners.begin());
  const Result<Imported> level = import_file(file, true);
  if (!level) FAIL(level.error().text());
  CHECK(level->cells.cells[1].side_count == 5);
  CHECK(side_of(level->cells, 1, 0)->corner_count == 3);
  CHECK(half_windows(level->cells) == 2);
  CHECK(volume_m3(level->cells) == doctest::Approx(12000.0));
}

TEST_CASE(
    "parse_descent: an inverted cub is turned and keeps its links, twisted corners are named") {
  DescentFile file = chain(3);
  DescentCub& cub = file.cubs[1];  // its two quads change places: every side faces out
  std::swap_ranges(cub.vertices.begin(), cub.vertices.begin() + 4, cub.vertices.begin() + 4);
  std::swap(cub.sides[4].child, cub.sides[5].child);
  const Imported level = repaired(file, "cub 1 is inverted");
  CHECK(half_windows(level.cells) == 4);
  CHECK(volume_m3(level.cells) == doctest::Approx(3 * 8000.0));

  DescentFile twisted = chain(2);
  std::swap(twisted.cubs[1].vertices[4], twisted.cubs[1].vertices[6]);
  CHECK(half_windows(repaired(twisted, "twisted or concave").cells) == 2);
}

TEST_CASE("parse_descent: overlapping cubs keep their links, linked or not") {
  DescentFile file = chain(3);
  for (std::size_t i = 12; i < 16; ++i)
    file.vertices[i] = fix(i < 14 ? 12 : -12, i % 4 == 0 || i % 4 == 3 ? 12 : -12,
                           -5);  // cub 2 folds back over cub 0 and 1
  std::swap_ranges(file.cubs[2].vertices.begin(), file.cubs[2].vertices.begin() + 4,
                   file.cubs[2].vertices.begin() + 4);
  std::swap(file.cubs[2].sides[4].child, file.cubs[2].sides[5].child);
  const Result<Imported> level = import_file(file);
  REQUIRE(level.ok());
  CHECK(check_cells(level->cells).ok());
  CHECK(level->cells.cells.size() == 3);
  CHECK(half_windows(level->cells) >= 2);
  CHECK(side_of(level->cells, 0, 4)->neighbor != kNone);
}

TEST_CASE("parse_descent: bad links are unlinked with the side named") {
  DescentFile one_sided = chain(3);
  one_sided.cubs[2].sides[5].child = -1;
  Imported level =
      repaired(one_sided, "cub 1 side 4 leads to cub 2, which does not lead back: made a wall");
  CHECK(half_windows(level.cells) == 2);
  CHECK(level.repairs[0].area == doctest::Approx(400.0));

  DescentFile beyond = chain(2);
  beyond.cubs[1].sides[4].child = 77;
  CHECK(half_windows(repaired(beyond, "cub 1 side 4 leads to cub 77 of 2").cells) == 2);

  DescentFile below = chain(2);
  below.cubs[1].sides[4].child = -9;
  CHECK(half_windows(repaired(below, "cub 1 side 4 leads to cub -9").cells) == 2);

  DescentFile self = chain(2);
  self.cubs[1].sides[4].child = 1;
  CHECK(half_windows(repaired(self, "leads to its own cub").cells) == 2);

  DescentFile apart = chain(3);
  apart.cubs[0].sides[0].child = 2;
  apart.cubs[2].sides[0].child = 0;
  level = repaired(apart, "their corners differ");
  CHECK(half_windows(level.cells) == 4);

  DescentFile vertex = chain(3);
  vertex.cubs[2].vertices[6] = 500;
  CHECK(repaired(vertex, "names vertex 500 of 16").cells.cells.size() == 2);
}

TEST_CASE("parse_descent: linked sides whose vertices nearly meet are welded, others unlinked") {
  DescentFile file = chain(2);
  for (std::size_t k = 0; k < 4; ++k) {  // cub 1 gets a near side of its own, 5 mm away
    FixVector v = file.vertices[4 + k];
    v[2] += 327;
    file.cubs[1].vertices[k] = static_cast<std::uint32_t>(file.vertices.size());
    file.vertices.push_back(v);
  }
  const Imported level = repaired(file, "have different vertices");
  CHECK(half_windows(level.cells) == 2);
  CHECK(level.cells.vertices.size() == 12);
  for (std::size_t k = 0; k < 4; ++k) file.vertices[12 + k][2] += 65536;
  CHECK(half_windows(repaired(file, "their corners differ").cells) == 0);
}

TEST_CASE("parse_descent: two windows to one neighbour are told apart by their vertices") {
  DescentFile file = chain(2);  // cub 1 bends round an edge of cub 0 and touches its sides 4 and 0
  file.cubs[1].vertices = {4, 5, 6, 7, 8, 9, 2, 3};
  file.vertices[8] = fix(-200, 10, 200);
  file.vertices[9] = fix(-200, -10, 200);
  file.cubs[0].sides[0].child = 1;
  file.cubs[1].sides[0].child = 0;
  const Result<Imported> level = import_file(file);
  REQUIRE(level.ok());
  CHECK(check_cells(level->cells).ok());
  const CellComplex& c = level->cells;
  REQUIRE(half_windows(c) == 4);
  CHECK(c.sides[side_of(c, 0, 4)->neighbor].source_side == 5);
  CHECK(c.sides[side_of(c, 0, 0)->neighbor].source_side == 0);
}

TEST_CASE("parse_descent: of three cubs on one face only those that name each other are joined") {
  DescentFile file = chain(2);
  DescentCub third = file.cubs[1];
  third.number = 2;
  file.cubs.push_back(third);  // lies on cub 1 and names cub 0 as well
  const Imported level = repaired(file, "cub 2 side 5 leads to cub 0, which does not lead back");
  CHECK(half_windows(level.cells) == 2);
}

TEST_CASE(
    "parse_descent: walls, triggers and objects that name what is not there are left out and "
    "listed") {
  DescentFile file = chain(2);
  file.cubs[0].sides[4].wall = 9;
  CHECK(repaired(file, "names wall 9 of 0").cells.doors.empty());
  file = chain(2);
  file.cubs[0].sides[4].wall = 0;
  file.walls.push_back({0, 0, 4, 2, 0, 7, 0});
  CHECK(repaired(file, "names trigger 7 of 0").cells.doors.size() == 1);
  file.walls[0].trigger = 0;
  file.triggers.push_back({0, 1, {{40, 2}}});
  CHECK(repaired(file, "names cub 40 side 2").cells.triggers.size() == 1);
  file = chain(2);
  file.objects.push_back({2, 0, 55, {}, {}});
  CHECK(repaired(file, "which is not there").cells.spawns[0].cell == kNone);
}

TEST_CASE(
    "parse_descent: lying counts and offsets give an error with a position, never memory for what "
    "is not there") {
  const Bytes good = write_descent(chain(3));
  const auto with_i32 = [&](std::size_t at, std::int32_t value) {
    Bytes b = good;
    for (std::size_t i = 0; i < 4; ++i)
      b[at + i] = static_cast<std::byte>(static_cast<std::uint32_t>(value) >> (8 * i) & 0xFF);
    return b;
  };
  for (const std::size_t offset : {8u, 12u}) {
    for (const std::int32_t value : {-1, 0, 0x7FFFFFFF, static_cast<std::int32_t>(good.size())}) {
      const Result<Imported> level = parse_descent(with_i32(offset, value));
      REQUIRE_FALSE(level.ok());
      CHECK(level.error().offset == offset);
    }
  }
  CHECK(parse_descent(with_i32(4, 99)).error().code == ErrorCode::Unsupported);
  CHECK(parse_descent({}).error().code == ErrorCode::Syntax);
  Bytes counts = good;  // 65,535 vertices and cubs in a file of some hundred bytes
  for (std::size_t i = 0; i < 4; ++i) counts[21 + i] = std::byte{0xFF};
  CHECK_FALSE(parse_descent(counts).ok());
  DescentFile tables = chain(1);
  tables.walls.resize(1);
  Bytes claim = write_descent(tables);
  const std::size_t walls = claim.size() - 24 - 1 - 6 * 12 +
                            4;  // the count of the second of seven tables, before the name's end
  claim[walls + 3] = std::byte{0x1D};
  const Result<Imported> level = parse_descent(claim);
  REQUIRE(level.ok());
  CHECK(lists(*level, "does not lie within the file"));
}

TEST_CASE("parse_descent: every prefix and every changed byte gives an error or a sound level") {
  DescentFile file = chain(3);
  file.cubs[0].sides[4].wall = 0;
  file.walls.push_back({0, 0, 4, 2, 0, 0, 0});
  file.triggers.push_back({0, 1, {{0, 4}}});
  file.objects.push_back({4, 0, 0, {}, {}});
  const auto parse = [](const Bytes& b) { return parse_descent(b); };
  CHECK(hostile_failures(write_descent(file), 1, parse) == 0);
  const std::string path = shared_path("levels/descent/test.rdl");
  if (!path.empty()) CHECK(hostile_failures(read_file_bytes(path), 3, parse) == 0);
}
