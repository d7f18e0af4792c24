// The sample level: the committed file is what its generator writes, and it is a sound, connected
// place.
#include "data/relay_station.h"

#include <doctest/doctest.h>

#include <glm/common.hpp>
#include <vector>

#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/scaffold_text.h"
#include "support/support.h"

using namespace playset;

namespace {

std::uint32_t reachable_cells(const CellComplex& cells) {
  std::vector<bool> seen(cells.cells.size(), false);
  std::vector<std::uint32_t> todo = {0};
  seen[0] = true;
  std::uint32_t count = 0;
  while (!todo.empty()) {
    const Cell& cell = cells.cells[todo.back()];
    todo.pop_back();
    ++count;
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
      if (cells.sides[s].neighbor == kNone) continue;
      const std::uint32_t next = cells.sides[cells.sides[s].neighbor].cell;
      if (!seen[next]) todo.push_back(next);
      seen[next] = true;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("relay station: the committed file is what the generator writes") {
  const std::string file =
      test::read_file_text(test::source_path("data/levels/relay_station.scaffold"));
  const bool same = file == write_scaffold(make_relay_station());
  CHECK_MESSAGE(same, "run: make_relay_station data/levels/relay_station.scaffold");
}

TEST_CASE(
    "relay station: it loads, saves to the same bytes, and builds into sound cells, all "
    "reachable") {
  const std::string file =
      test::read_file_text(test::source_path("data/levels/relay_station.scaffold"));
  const Result<Scaffold> level = parse_scaffold(file, "relay_station.scaffold");
  REQUIRE_MESSAGE(level.ok(), level.error().text());
  CHECK(write_scaffold(*level) == file);
  const Result<CellComplex> cells = build_cells(*level);
  REQUIRE_MESSAGE(cells.ok(), cells.error().text());
  CHECK(check_cells(*cells).ok());
  CHECK(cells->cells.size() == 86);
  CHECK(reachable_cells(*cells) == cells->cells.size());
  CHECK(cells->doors.size() == 13);
  CHECK(cells->materials.size() == 11);
  CHECK(cells->triggers.size() == 5);
  for (const CellSpawn& spawn : cells->spawns) CHECK(spawn.cell != kNone);
  for (const CellDoor& door : cells->doors) {
    std::uint32_t sides = 0;
    for (const CellSide& side : cells->sides)
      sides += side.door != kNone && &cells->doors[side.door] == &door ? 1u : 0u;
    CAPTURE(door.name);
    CHECK(sides >= 2);
  }
  for (const CellSide& side : cells->sides)
    CHECK((side.neighbor != kNone || side.material != kNone));
}

TEST_CASE("relay station: cubs and spawns lie where they say") {
  const Scaffold level = make_relay_station();
  for (const ScaffoldSpawn& spawn : level.spawns) {
    const ScaffoldCub* cub = find_record(level.cubs, spawn.cub);
    REQUIRE(cub != nullptr);
    GridPoint low(kGridLimit), high(-kGridLimit);
    for (const ScaffoldId id : cub->corners) {
      low = glm::min(low, find_record(level.vertices, id)->at);
      high = glm::max(high, find_record(level.vertices, id)->at);
    }
    CAPTURE(spawn.kind);
    CAPTURE(cub->tags[0]);
    CHECK(glm::max(glm::min(spawn.at, high), low) == spawn.at);
  }
}
