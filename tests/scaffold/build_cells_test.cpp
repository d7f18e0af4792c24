// From the editable level to cells: whole and partial windows, doors, names, and every refusal.
#include "playset/scaffold/build_cells.h"

#include <doctest/doctest.h>
#include <algorithm>

#include "data/level_maker.h"
#include "playset/scaffold/scaffold_text.h"

using namespace playset;

namespace {

using enum CubSideName;

// A level that a test may break; rooms have no materials unless the test names some.
struct Draft {
  LevelMaker make{"draft", "build_cells_test"};
  ScaffoldId box(std::string_view tag, glm::dvec3 low, glm::dvec3 high,
                 const RoomStyle& style = {"", "", ""}) {
    return make.box(tag, low, high, style);
  }
  [[nodiscard]] const Scaffold& level() const { return make.level(); }
};

std::string refusal(const Scaffold& level) {
  const Result<CellComplex> built = build_cells(level);
  return built.ok() ? "ok" : built.error().message;
}

bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::uint32_t count_portals(const CellComplex& cells) {
  std::uint32_t portals = 0;
  for (const CellSide& side : cells.sides) portals += side.neighbor != kNone ? 1u : 0u;
  return portals;
}

// Area of a cell's sides of one face, walls or portals, in m2; for sides that are rectangles along
// the axes.
double area_of(const CellComplex& cells, std::uint32_t cell, std::uint32_t face, bool portals) {
  double sum = 0.0;
  for (const CellSide& side : cells.sides) {
    if (side.cell != cell || side.face != face || (side.neighbor != kNone) != portals) continue;
    glm::dvec3 twice(0.0);
    const auto at = [&](std::uint32_t i) {
      return to_metres(cells.vertices[cells.corners[side.first_corner + i]]);
    };
    for (std::uint32_t i = 2; i < side.corner_count; ++i) {
      const glm::dvec3 a = at(i - 1) - at(0), b = at(i) - at(0);
      twice += glm::dvec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    }
    sum += 0.5 * (std::abs(twice.x) + std::abs(twice.y) + std::abs(twice.z));
  }
  return sum;
}

}  // namespace

TEST_CASE("build cells: no cubs and one cub (scaffold case 40)") {
  const Result<CellComplex> none = build_cells(Scaffold{});
  REQUIRE(none.ok());
  CHECK(none->cells.empty());
  Draft one;
  one.box("room", {0, 0, 0}, {4, 3, 5});
  const Result<CellComplex> cells = build_cells(one.level());
  REQUIRE(cells.ok());
  CHECK(cells->cells.size() == 1);
  CHECK(cells->sides.size() == 6);
  CHECK(cells->vertices.size() == 8);
  CHECK(count_portals(*cells) == 0);
  CHECK(cells->tags == std::vector<std::string>{"room"});
}

TEST_CASE("build cells: a whole window is one portal without material, a door keeps its face") {
  Draft draft;
  draft.make.material("deck", "floor", 0);
  draft.make.material("hull", "wall", 0);
  draft.make.door("gate", true, "red");
  const RoomStyle style{"deck", "hull", "deck"};
  const ScaffoldId a = draft.box("a", {0, 0, 0}, {4, 3, 4}, style);
  const ScaffoldId b = draft.box("b", {0, 0, 4}, {4, 3, 8}, style);
  const ScaffoldId c = draft.box("c", {0, 0, 8}, {4, 3, 12}, style);
  draft.make.open(a, Front, b, Back);
  draft.make.open(b, Front, c, Back, "gate");
  const Result<CellComplex> cells = build_cells(draft.level());
  REQUIRE_MESSAGE(cells.ok(), refusal(draft.level()));
  CHECK(count_portals(*cells) == 4);
  REQUIRE(cells->doors.size() == 1);
  CHECK(cells->doors[0].name == "gate");
  CHECK(cells->doors[0].key == "red");
  for (const CellSide& side : cells->sides) {
    if (side.neighbor == kNone) {
      CHECK(cells->materials[side.material] ==
            (side.source_side == 3 || side.source_side == 1 ? "deck" : "hull"));
    } else if (side.door == kNone) {
      CHECK(side.material == kNone);
    } else {
      CHECK(cells->materials[side.material] == "hull");
    }
  }
}

TEST_CASE("build cells: a step is a partial window, and what is left of both sides is wall") {
  Draft draft;
  const ScaffoldId low = draft.box("low", {0, 0, 0}, {4, 3, 4});
  const ScaffoldId high = draft.box("high", {1, 1, 4}, {3, 5, 8});
  draft.make.open(low, Front, high, Back);
  Scaffold level = draft.level();
  CHECK(level.windows[0].partial);
  const Result<CellComplex> cells = build_cells(level);
  REQUIRE_MESSAGE(cells.ok(), refusal(level));
  CHECK(count_portals(*cells) == 2);
  const std::uint32_t front = 4, back = 5;
  CHECK(area_of(*cells, 0, front, true) == doctest::Approx(4.0));
  CHECK(area_of(*cells, 0, front, false) == doctest::Approx(8.0));
  CHECK(area_of(*cells, 1, back, true) == doctest::Approx(4.0));
  CHECK(area_of(*cells, 1, back, false) == doctest::Approx(4.0));
}

TEST_CASE("build cells: one side may have several partial windows with doors of their own") {
  Draft draft;
  draft.make.material("hull", "wall", 0);
  draft.make.door("left");
  draft.make.door("right");
  const RoomStyle style{"hull", "hull", "hull"};
  const ScaffoldId hall = draft.box("hall", {0, 0, 0}, {10, 4, 4}, style);
  const ScaffoldId left = draft.box("left", {6, 0, 4}, {9, 3, 8}, style);
  const ScaffoldId right = draft.box("right", {1, 0, 4}, {4, 3, 8}, style);
  const ScaffoldId hatch = draft.box("hatch", {4.5, 1, 4}, {5.5, 2, 8}, style);
  draft.make.open(left, Back, hall, Front, "left");
  draft.make.open(hall, Front, right, Back, "right");
  draft.make.open(hall, Front, hatch, Back);
  const Result<CellComplex> cells = build_cells(draft.level());
  REQUIRE_MESSAGE(cells.ok(), refusal(draft.level()));
  CHECK(count_portals(*cells) == 6);
  for (const CellSide& side : cells->sides) {
    if (side.neighbor == kNone) continue;
    const std::uint32_t far = std::max(
        side.cell,
        cells->sides[side.neighbor].cell);  // cell order is id order: left 1, right 2, hatch 3
    const std::string door = side.door == kNone ? "" : cells->doors[side.door].name;
    CHECK(door == (far == 1 ? "left" : far == 2 ? "right" : ""));
    CHECK((side.material == kNone) == (side.door == kNone));
  }
}

TEST_CASE("build cells: cubs that touch without a window stay apart") {
  Draft draft;
  draft.box("a", {0, 0, 0}, {4, 3, 4});
  draft.box("b", {0, 0, 4}, {4, 3, 8});
  Scaffold level = draft.level();
  const Result<CellComplex> cells = build_cells(level);
  REQUIRE(cells.ok());
  CHECK(count_portals(*cells) == 0);
}

TEST_CASE("build cells: cylinders of 3 slices and rings close on themselves (scaffold case 36)") {
  for (const int count : {3, 4, 5, 8, 16, 64}) {
    for (const double inner : {0.0, 2.0}) {
      CAPTURE(count);
      CAPTURE(inner);
      Draft draft;
      const Circle circle{{100, 0, -50}, inner, 6, count};
      std::vector<ScaffoldId> slices;
      for (int i = 0; i < count; ++i)
        slices.push_back(draft.make.slice("ring", circle, i, -2, 2, {"", "", ""}));
      for (std::size_t i = 0; i < slices.size(); ++i)
        draft.make.open(slices[i], Left, slices[(i + 1) % slices.size()], Right);
      Scaffold level = draft.level();
      for (const ScaffoldWindow& window : level.windows) CHECK_FALSE(window.partial);
      CHECK(level.vertices.size() ==
            static_cast<std::size_t>(inner == 0.0 ? 2 * count + 2 : 4 * count));
      const Result<CellComplex> cells = build_cells(level);
      REQUIRE_MESSAGE(cells.ok(), refusal(level));
      CHECK(count_portals(*cells) == static_cast<std::uint32_t>(2 * count));
    }
  }
}

TEST_CASE("build cells: 20,000 cubs in two components (scaffold case 40)") {
  Draft draft;
  ScaffoldId last = kNoId;
  for (int i = 0; i < 20'000; ++i) {
    const double x = 4.0 * (i % 100), y = 3.0 * (i / 10'000),
                 z = 4.0 * (i / 100 % 100);  // two storeys that nothing joins
    const ScaffoldId cub = draft.box("", {x, y, z}, {x + 4, y + 3, z + 4});
    if (i % 100 > 0) draft.make.open(last, Left, cub, Right);
    last = cub;
  }
  for (int i = 0; i < 20'000; i += 100) {
    if (i % 10'000 == 0) continue;
    draft.make.open(draft.level().cubs[static_cast<std::size_t>(i - 100)].id, Front,
                    draft.level().cubs[static_cast<std::size_t>(i)].id, Back);
  }
  const std::string text = write_scaffold(draft.level());
  const Result<Scaffold> level = parse_scaffold(text);
  REQUIRE(level.ok());
  CHECK(write_scaffold(*level) == text);
  const Result<CellComplex> cells = build_cells(*level);
  REQUIRE_MESSAGE(cells.ok(), cells.error().text());
  CHECK(cells->cells.size() == 20'000);
  CHECK(count_portals(*cells) == 2 * (2 * 100 * 99 + 2 * 99));
}

TEST_CASE("build cells: every refusal names the cub, side or window") {
  Draft draft;
  const ScaffoldId a = draft.box("a", {0, 0, 0}, {4, 3, 4});
  const ScaffoldId b = draft.box("b", {0, 0, 4}, {4, 3, 8});
  draft.make.open(a, Front, b, Back);
  Scaffold good = draft.level();
  REQUIRE(refusal(good) == "ok");
  const std::string name_a = id_text(a), name_b = id_text(b), name_w = id_text(good.windows[0].id);

  Scaffold level = good;
  for (ScaffoldVertex& v : level.vertices) v.at.y = 0;
  CHECK(says(refusal(level), "cub " + name_a + " is flat"));
  level = good;
  for (ScaffoldVertex& v : level.vertices) v.at.x = -v.at.x;
  CHECK(says(refusal(level), "cub " + name_a + " is inverted"));
  level = good;
  find_record(level.vertices, level.cubs[1].corners[7])->at = {1024, 512, 5120};
  CHECK(says(refusal(level), "cub " + name_b + " is concave"));
  level = good;
  level.cubs[0].corners[3] = 12345;
  CHECK(says(refusal(level), "cub " + name_a + " is broken"));
  level = good;
  level.cubs[0].sides[2].material = 7;
  CHECK(says(refusal(level), "cub " + name_a + " names a material that does not exist"));
  level = good;
  level.cubs[1].trigger = 7;
  CHECK(says(refusal(level), "cub " + name_b + " names a trigger that does not exist"));
  level = good;
  level.windows[0].sides[1].side = 0;
  CHECK(says(refusal(level), "window " + name_w));
  CHECK(says(refusal(level), "not the same in reverse order"));
  level.windows[0].partial = true;
  CHECK(says(refusal(level), "do not face each other in one plane"));
  level = good;
  level.windows[0].door = 7;
  CHECK(says(refusal(level), "names a door that does not exist"));
  level = good;
  level.windows[0].sides[1] = level.windows[0].sides[0];
  CHECK(says(refusal(level), "window " + name_w));
  level.windows[0].partial = true;
  CHECK(says(refusal(level), "joins a side with itself"));
  level = good;
  ScaffoldWindow again = level.windows[0];
  ++again.id;
  REQUIRE(add_record(level.windows, again));
  CHECK(says(refusal(level), "that another whole window already joins"));
  for (ScaffoldWindow& window : level.windows) window.partial = true;
  CHECK(says(refusal(level), "joins the same sides as"));
  level = good;
  ScaffoldSpawn spawn;
  spawn.id = 99;
  spawn.cub = 7;
  level.spawns.push_back(spawn);
  CHECK(says(refusal(level), "spawn " + id_text(99) + " names a cub that does not exist"));
}
