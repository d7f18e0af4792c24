// DOOM maps: a map made by hand to the last side, real maps against an oracle.
#include "playset/asset/doom.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>

#include "asset/doom_fixture.h"
#include "asset/doom_footprint.h"
#include "playset/core/rng.h"
#include "support/support.h"

namespace playset::test {

namespace {

Imported import_rooms() { return import_or_fail(make_wad(four_rooms())); }

const Cell& cell_at(const CellComplex& c, glm::dvec2 p) {
  const auto prints = footprints(c);
  for (std::size_t i = 0; i < prints.size(); ++i) {
    if (prints[i].holds(p, 0)) return c.cells[i];
  }
  FAIL("no cell there");
  return c.cells[0];
}

std::vector<const CellSide*> sides_on(const CellComplex& c, const Cell& cell, std::int32_t source) {
  std::vector<const CellSide*> out;
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
    if (c.sides[s].source_side == source) out.push_back(&c.sides[s]);
  }
  return out;
}

std::pair<double, double> heights(const CellComplex& c, const CellSide& side) {
  double low = 1e30, high = -1e30;
  for (std::uint32_t k = 0; k < side.corner_count; ++k) {
    const double y = to_metres(c.vertices[c.corners[side.first_corner + k]]).y;
    low = std::min(low, y);
    high = std::max(high, y);
  }
  return {low, high};
}

std::string material(const CellComplex& c, const CellSide& side) {
  return side.material == kNone ? "" : c.materials[side.material];
}

// How far the corners of a cell's footprint lie outside its faces' lines, in steps: 0 where it is
// convex.
double deepest_bend(const CellComplex& c, const Cell& cell) {
  std::map<std::uint32_t, std::pair<glm::dvec2, glm::dvec2>> faces;  // summed direction, a point
  std::vector<glm::dvec2> corners;
  for (std::uint32_t s = cell.first_side + 2; s < cell.first_side + cell.side_count; ++s) {
    const CellSide& side = c.sides[s];
    const GridPoint a = c.vertices[c.corners[side.first_corner]],
                    b = c.vertices[c.corners[side.first_corner + 3]];
    auto& face = faces[side.face];
    face.first += glm::dvec2(b.x - a.x, -(b.z - a.z));
    face.second = {a.x, -a.z};
    corners.push_back(face.second);
  }
  double worst = 0;
  for (const auto& [id, face] : faces) {
    const double size = std::sqrt(face.first.x * face.first.x + face.first.y * face.first.y);
    for (const glm::dvec2 p : corners) {
      const glm::dvec2 d = p - face.second;
      worst = std::max(worst, -(face.first.x * d.y - face.first.y * d.x) / size);
    }
  }
  return worst;
}

// What all maps are counted into.
struct Totals {
  std::size_t maps = 0, cells = 0, things_inside = 0, things_found = 0, points = 0,
              wrong_points = 0, wrong_heights = 0;
};

void check_points(const OracleMap& oracle, const std::vector<Footprint>& prints,
                  const std::set<int>& opened, Rng& rng, Totals& totals) {
  for (int i = 0; i < 300; ++i) {
    const glm::dvec2 p{rng.range_double(oracle.box[0], oracle.box[2]),
                       rng.range_double(oracle.box[1], oracle.box[3])};
    if (oracle.distance(p.x, p.y) < 0.5) continue;
    const int sector = oracle.sector_at(p.x, p.y);
    int loose = 0, tight = 0;
    const Footprint* in = nullptr;
    for (const Footprint& f : prints) {
      if (!f.holds(p, -0.05)) continue;
      ++loose;
      tight += f.holds(p, 0.05);
      in = &f;
    }
    ++totals.points;
    const bool right = sector < 0 ? loose == 0 : loose >= 1 && tight <= 1;
    totals.wrong_points += !right;
    if (!right)
      MESSAGE("wrong ", p.x, ",", p.y, " sector ", sector, " loose ", loose, " tight ", tight);
    if (!right || in == nullptr || opened.count(sector) != 0) continue;
    const auto& s = oracle.sectors[static_cast<std::size_t>(sector)];
    totals.wrong_heights += in->floor != s.floor / 32.0 || in->ceiling != s.ceiling / 32.0;
  }
}

void check_things(const OracleMap& oracle, const CellComplex& c, Totals& totals) {
  REQUIRE(c.spawns.size() == oracle.things.size());
  for (std::size_t i = 0; i < c.spawns.size(); ++i) {
    if (oracle.sector_at(oracle.things[i].x, oracle.things[i].y) < 0) continue;
    ++totals.things_inside;
    totals.things_found += c.spawns[i].cell != kNone;
  }
}

// Every special and every sector closed at start is there; the sectors that were opened.
std::set<int> check_extras(const OracleMap& oracle, const CellComplex& c) {
  std::size_t specials = 0;
  std::set<std::int32_t> lines;
  for (const CellTrigger& t : c.triggers) lines.insert(t.source_id);
  for (std::size_t i = 0; i < oracle.lines.size(); ++i) {
    if (oracle.lines[i].special == 0) continue;
    ++specials;
    CHECK(lines.count(static_cast<std::int32_t>(i)) == 1);
  }
  CHECK(c.triggers.size() == specials);
  std::set<int> doors;
  for (const CellDoor& d : c.doors) doors.insert(d.source_id);
  std::vector<int> portals(c.doors.size());
  for (const CellSide& s : c.sides) {
    if (s.door != kNone) ++portals[s.door];
  }
  for (std::size_t i = 0; i < portals.size(); ++i)
    CHECK_MESSAGE(portals[i] > 0, "sector ", c.doors[i].source_id);
  const auto areas = oracle.sector_areas();
  for (std::size_t s = 0; s < areas.size(); ++s) {
    const bool closed = oracle.sectors[s].ceiling <= oracle.sectors[s].floor && areas[s] > 1;
    if (closed) CHECK_MESSAGE(doors.count(static_cast<int>(s)) == 1, "sector ", s);
  }
  return doors;
}

void check_map(std::span<const std::byte> wad, const std::string& name, Totals& totals) {
  const Imported imported = import_or_fail(wad, name);
  const OracleMap oracle = read_oracle(wad, name);
  const auto prints = footprints(imported.cells);
  CHECK(total_area(prints) / oracle.area() == doctest::Approx(1.0).epsilon(2e-5));
  double repaired = 0;
  for (const Repair& r : imported.repairs) {
    CAPTURE(r.text);
    CHECK(r.text.find("lead to nothing") == std::string::npos);
    repaired += r.area;
  }
  CHECK(repaired * 1024 < 1e-3 * oracle.area());
  const auto opened = check_extras(oracle, imported.cells);
  Rng rng(totals.maps + 1);
  check_points(oracle, prints, opened, rng, totals);
  check_things(oracle, imported.cells, totals);
  double bend = 0;
  for (const Cell& cell : imported.cells.cells)
    bend = std::max(bend, deepest_bend(imported.cells, cell));
  CHECK(bend < 2.0);
  ++totals.maps;
  totals.cells += imported.cells.cells.size();
}

}  // namespace

TEST_CASE("doom: four rooms become four cells with windows, a step, lintels and a door") {
  const Imported imported = import_rooms();
  const CellComplex& c = imported.cells;
  REQUIRE(imported.repairs.size() == 1);  // it has no nodes
  CHECK(imported.repairs[0].text.find("no nodes") != std::string::npos);
  CHECK(c.name == "MAP01");
  REQUIRE(c.cells.size() == 4);
  CHECK(c.sides.size() == 8 + 7 + 6 + 7);
  const Cell& a = cell_at(c, {100, 100});
  CHECK(a.side_count == 8);
  const auto strips = sides_on(c, a, 10);
  REQUIRE(strips.size() == 3);
  CHECK(heights(c, *strips[0]) == std::pair(0.0, 0.75));
  CHECK(material(c, *strips[0]) == "STEP");
  CHECK(heights(c, *strips[1]) == std::pair(0.75, 3.0));
  CHECK(material(c, *strips[1]).empty());
  REQUIRE(strips[1]->neighbor != kNone);
  CHECK(&c.cells[c.sides[strips[1]->neighbor].cell] == &cell_at(c, {400, 100}));
  CHECK(heights(c, *strips[2]) == std::pair(3.0, 4.0));
  CHECK(material(c, *strips[2]) == "LINTEL");
  CHECK(strips[0]->face == strips[2]->face);
  CHECK(strips[0]->neighbor == kNone);
  CHECK(material(c, *sides_on(c, a, 0).at(0)) == "BRICK");
  CHECK(material(c, *sides_on(c, a, -2).at(0)) == "F_SKY1");
}

TEST_CASE("doom: map units become metres with the axes of playset") {
  const Imported imported = import_rooms();
  glm::dvec3 low(1e30), high(-1e30);
  for (const GridPoint p : imported.cells.vertices) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], to_metres(p)[k]);
      high[k] = std::max(high[k], to_metres(p)[k]);
    }
  }
  CHECK(low == glm::dvec3(0, 0, -8));
  CHECK(high == glm::dvec3(24, 4, 0));
  CHECK(point_from(imported.cells.source_axes, {768, 256, 128}) == glm::dvec3(24, 4, -8));
  ImportOptions twice;
  twice.scale = 2.0;
  const Imported large = import_or_fail(make_wad(four_rooms()), "MAP01", twice);
  REQUIRE(large.cells.vertices.size() == imported.cells.vertices.size());
  for (std::size_t i = 0; i < large.cells.vertices.size(); ++i)
    CHECK(large.cells.vertices[i] == imported.cells.vertices[i] * 2);
}

TEST_CASE(
    "doom: a closed sector is a door, open to four below the lowest neighbour, with its key and "
    "its triggers") {
  const Imported imported = import_rooms();
  const CellComplex& c = imported.cells;
  REQUIRE(c.doors.size() == 1);
  CHECK(c.doors[0].closed);
  CHECK(c.doors[0].key == "blue");
  CHECK(c.doors[0].source_id == 2);
  const Cell& door = cell_at(c, {520, 100});
  CHECK(heights(c, *sides_on(c, door, -1).at(0)).first == 0.75);
  CHECK(heights(c, *sides_on(c, door, -2).at(0)).first == 92 / 32.0);
  int windows = 0;
  for (const CellSide& s : c.sides) windows += s.door == 0;
  CHECK(windows == 4);  // two portals, both their sides
  REQUIRE(c.triggers.size() == 2);
  CHECK(c.triggers[0].kind == "DR door blue open wait close");
  CHECK(c.triggers[0].special == 26);
  CHECK(c.triggers[0].source_id == 11);
  CHECK(c.triggers[0].doors == std::vector<std::uint32_t>{0});
  CHECK(c.triggers[0].targets == std::vector<std::int32_t>{2});
  CHECK(c.triggers[1].kind == "DR door open wait close");
  for (const CellSide* s : sides_on(c, cell_at(c, {400, 100}), 11)) CHECK(s->trigger == 0);
}

TEST_CASE(
    "doom: a closed sector without a higher neighbour opens downwards, one without any neighbour "
    "is solid and listed") {
  auto lumps = four_rooms();
  Bytes& sectors = lump_named(lumps, "SECTORS");
  const auto set = [&](std::size_t sector, int floor, int ceiling) {
    const LumpWriter w = LumpWriter().i16(floor).i16(ceiling);
    std::copy(w.bytes.begin(), w.bytes.end(),
              sectors.begin() + static_cast<std::ptrdiff_t>(26 * sector));
  };
  set(2, 128, 128);
  const Imported lowered = import_or_fail(make_wad(lumps));
  const Cell& door = cell_at(lowered.cells, {520, 100});
  CHECK(heights(lowered.cells, *sides_on(lowered.cells, door, -1).at(0)).first == 0.75);
  CHECK(heights(lowered.cells, *sides_on(lowered.cells, door, -2).at(0)).first == 4.0);
  for (const std::size_t s : {0u, 1u, 2u, 3u}) set(s, 0, 0);
  const Imported solid = import_or_fail(make_wad(lumps));
  CHECK(solid.cells.cells.empty());
  CHECK(solid.cells.doors.empty());
  REQUIRE(solid.repairs.size() == 5);
  CHECK(solid.repairs[1].area == doctest::Approx(64.0));
}

TEST_CASE("doom: a row of closed sectors opens from its ends") {
  auto lumps = four_rooms();
  Bytes& sectors = lump_named(lumps, "SECTORS");
  const LumpWriter w = LumpWriter().i16(24).i16(24);
  std::copy(w.bytes.begin(), w.bytes.end(), sectors.begin() + 26);  // B closes as well
  const Imported imported = import_or_fail(make_wad(lumps));
  CHECK(imported.cells.cells.size() == 4);
  CHECK(imported.cells.doors.size() == 2);
}

TEST_CASE(
    "doom: things keep their type, look where the map says and stand on their sector's floor") {
  const Imported imported = import_rooms();
  const CellComplex& c = imported.cells;
  REQUIRE(c.spawns.size() == 3);
  CHECK(c.spawns[0].kind == "player_start");
  CHECK(c.spawns[0].position == glm::dvec3(2, 0, -2));
  CHECK(std::sin(c.spawns[0].yaw) == doctest::Approx(0));  // north is our -Z
  CHECK(std::cos(c.spawns[0].yaw) == doctest::Approx(-1));
  CHECK(c.spawns[1].kind == "thing");
  CHECK(c.spawns[1].type == 3004);
  CHECK(c.spawns[1].position.y == 0.75);
  CHECK(std::sin(c.spawns[1].yaw) == doctest::Approx(1));  // east is +X
  CHECK(&c.cells[c.spawns[1].cell] == &cell_at(c, {700, 128}));
  CHECK(c.spawns[2].cell == kNone);
}

TEST_CASE("doom: sector specials become tags") {
  const Imported imported = import_rooms();
  const CellComplex& c = imported.cells;
  CHECK(cell_at(c, {100, 100}).tag == kNone);
  CHECK(c.tags[cell_at(c, {400, 100}).tag] == "sector special 9 secret");
  CHECK(c.tags[cell_at(c, {700, 100}).tag] == "sector special 7 damage");
}

TEST_CASE(
    "doom: a T-vertex of a neighbour is a corner of floor, ceiling and windows, and costs no "
    "face") {
  // The wall between A and B gets a corner in its middle that only B's side knows of: a line that
  // ends there.
  auto lumps = four_rooms();
  Bytes& vertices = lump_named(lumps, "VERTEXES");
  const LumpWriter v = LumpWriter().i16(256).i16(100).i16(512).i16(100);
  vertices.insert(vertices.end(), v.bytes.begin(), v.bytes.end());
  const LumpWriter line = LumpWriter().i16(10).i16(11).i16(4).i16(0).i16(0).i16(10).i16(10);
  Bytes& lines = lump_named(lumps, "LINEDEFS");
  lines.insert(lines.end(), line.bytes.begin(), line.bytes.end());
  const Imported imported = import_or_fail(make_wad(lumps));
  const CellComplex& c = imported.cells;
  CHECK(c.cells.size() == 5);
  const Cell& a = cell_at(c, {100, 100});
  std::set<std::uint32_t> faces;
  for (std::uint32_t s = a.first_side; s < a.first_side + a.side_count; ++s)
    faces.insert(c.sides[s].face);
  CHECK(faces.size() == 6);
  CHECK(sides_on(c, a, -1).at(0)->corner_count == 5);
  const auto strips = sides_on(c, a, 10);
  REQUIRE(strips.size() == 6);
  CHECK(c.sides[strips[1]->neighbor].cell != c.sides[strips[4]->neighbor].cell);
}

TEST_CASE("doom: the maps of a WAD are listed and chosen by name") {
  auto lumps = four_rooms();
  auto second = four_rooms();
  second[0].name = "MAP02";
  lumps.insert(lumps.end(), second.begin(), second.end());
  lumps.push_back({"MAP03", {}});
  lumps.push_back({"TEXTMAP", {}});
  const Bytes wad = make_wad(lumps);
  const auto names = list_doom_maps(wad);
  REQUIRE(names);
  CHECK(*names == std::vector<std::string>{"MAP01", "MAP02"});
  CHECK(import_or_fail(wad, "map02").cells.name == "MAP02");
  CHECK(parse_doom_map(wad, "").error().message.find("MAP01, MAP02") != std::string::npos);
  CHECK(parse_doom_map(wad, "MAP09").error().code == ErrorCode::Usage);
  CHECK(parse_doom_map(wad, "MAP03").error().code == ErrorCode::Unsupported);
}

TEST_CASE("doom: strict imports refuse what lenient ones repair") {
  ImportOptions strict;
  strict.strict = true;
  const auto refused = parse_doom_map(make_wad(four_rooms()), "MAP01", strict);
  REQUIRE(!refused);
  CHECK(refused.error().message.find("nodes") != std::string::npos);
  auto lumps = four_rooms();
  lump_named(lumps, "LINEDEFS")[10] =
      std::byte{200};  // right side of the first wall: a sidedef that does not exist
  CHECK(!parse_doom_map(make_wad(lumps), "MAP01", strict));
  const auto lenient = parse_doom_map(make_wad(lumps), "MAP01");
  REQUIRE(lenient);
  CHECK(lenient->repairs.size() >= 2);
}

TEST_CASE("doom: damaged indices and missing lumps are refused with the place") {
  auto lumps = four_rooms();
  lump_named(lumps, "LINEDEFS")[14] = std::byte{77};
  CHECK(
      parse_doom_map(make_wad(lumps), "").error().message.find("linedef 1 names vertex 77 of 10") !=
      std::string::npos);
  lumps = four_rooms();
  lump_named(lumps, "SIDEDEFS")[28] = std::byte{4};
  CHECK(parse_doom_map(make_wad(lumps), "").error().message.find("sidedef 0 names sector 4 of 4") !=
        std::string::npos);
  lumps = four_rooms();
  lump_named(lumps, "SECTORS").clear();
  CHECK(parse_doom_map(make_wad(lumps), "").error().code == ErrorCode::Truncated);
}

TEST_CASE("doom: scales that leave the grid or melt the map are refused") {
  ImportOptions options;
  for (const double scale : {0.0, -1.0, 0.01, 1e9, 1000.0}) {
    options.scale = scale;
    CHECK(parse_doom_map(make_wad(four_rooms()), "", options).error().code ==
          ErrorCode::OutOfRange);
  }
  options.scale = 0.125;
  CHECK(import_or_fail(make_wad(four_rooms()), "", options).cells.cells.size() == 4);
}

TEST_CASE("doom: the counts of the sample files are those an independent reader found") {
  const std::map<std::string, std::array<std::size_t, 4>> expected = {
      {"freedoom_dm25.wad", {268, 304, 58, 141}},    {"freedoom_dm29.wad", {296, 338, 52, 114}},
      {"freedoom_e1m1.wad", {1196, 1175, 182, 682}}, {"freedoom_e2m8.wad", {335, 364, 54, 145}},
      {"freedoom_map06.wad", {872, 785, 109, 495}},  {"freedoom_map30.wad", {323, 307, 27, 190}},
      {"freedoom_map31.wad", {638, 623, 86, 364}}};
  for_each_shared_file("levels/doom", ".wad", [&](const SharedFile& file) {
    const auto names = list_doom_maps(file.bytes);
    REQUIRE(names);
    REQUIRE(names->size() == 1);
    const OracleMap oracle = read_oracle(file.bytes, names->front());
    const auto at = expected.find(file.name.substr(file.name.rfind('/') + 1));
    REQUIRE(at != expected.end());
    CHECK(oracle.counts == at->second);
    Totals totals;
    check_map(file.bytes, names->front(), totals);
    CHECK(totals.cells >= at->second[3] * 9 / 10);
    CHECK(totals.cells <= at->second[3] * 11 / 10);
    CHECK(totals.wrong_points == 0);
  });
}

TEST_CASE(
    "doom: all maps of freedoom import whole, each point in one cell, every door, trigger and "
    "thing in its place") {
  Totals totals;
  const auto start = std::chrono::steady_clock::now();
  const bool all =
      for_each_freedoom_map([&](const std::string&, std::span<const std::byte> wad,
                                const std::string& name) { check_map(wad, name, totals); });
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  MESSAGE(totals.maps, " maps, ", totals.cells, " cells, ", totals.things_found, " of ",
          totals.things_inside, " things, ", totals.points, " points, ", totals.wrong_points,
          " wrong, ", totals.wrong_heights, " at wrong heights, ", seconds, " s with all checks");
  if (all) CHECK(totals.maps == 68);
  CHECK(totals.wrong_points == 0);
  CHECK(static_cast<double>(totals.wrong_heights) <= 2e-4 * static_cast<double>(totals.points));
  CHECK(static_cast<double>(totals.things_found) >=
        0.999 * static_cast<double>(totals.things_inside));
}

}  // namespace playset::test
