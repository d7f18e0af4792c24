// CellWatch against build_cells: after every edit both give the same cells, or the same refusal.
#include "playset/scaffold/cell_watch.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "data/relay_station.h"
#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "playset/scaffold/command_script.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

std::uint64_t hash_of(const CellComplex& c) {
  Hasher h;
  for (const GridPoint v : c.vertices)
    for (int k = 0; k < 3; ++k) h.add(v[k]);
  h.add_span(std::span<const std::uint32_t>(c.corners));
  for (const CellSide& s : c.sides)
    for (const std::uint32_t part : {s.first_corner, s.corner_count, s.cell, s.neighbor, s.face,
                                     s.door, s.material, s.trigger, std::uint32_t(s.source_side)})
      h.add(part);
  for (const Cell& cell : c.cells)
    for (const std::uint32_t part :
         {cell.first_side, cell.side_count, std::uint32_t(cell.source_id), cell.tag, cell.trigger})
      h.add(part);
  for (const auto* names : {&c.materials, &c.tags})
    for (const std::string& name : *names) h.add_text(name);
  for (const CellDoor& door : c.doors) h.add_text(door.name);
  for (const CellTrigger& trigger : c.triggers) h.add_text(trigger.kind);
  for (const CellSpawn& spawn : c.spawns) h.add(spawn.cell);
  return h.finish();
}

// "" or how the two differ.
std::string differs(const CellWatch& watch, const Result<Done>& updated, const Scaffold& level) {
  const Result<CellComplex> whole = build_cells(level);
  if (whole.ok() != updated.ok()) return "one is refused";
  if (!whole.ok())
    return whole.error().message == updated.error().message ? "" : "refused in other words";
  return hash_of(*whole) == hash_of(watch.complex()) ? "" : "other cells";
}

std::string random_edit(const Scaffold& level, Rng& rng) {
  const auto any = [&] {
    return level.cubs[rng.below(static_cast<std::uint32_t>(level.cubs.size()))].id;
  };
  const std::string cub = id_text(any()), other = id_text(any());
  const std::string side = " side " + cub + "/" + std::to_string(rng.below(6));
  const std::string amount = std::to_string(static_cast<int>(rng.below(900)) - 400) + "g";
  switch (rng.below(14)) {
    case 0:
      return "push " + amount + side;
    case 1:
      return "move 0," + amount + ",3g vertex " + cub + ":" + std::to_string(rng.below(8));
    case 2:
      return "extrude 2m" + side;
    case 3:
      return "slice --alone cub " + cub;
    case 4:
      return "split 8 cub " + cub;
    case 5:
      return "delete cub " + cub;
    case 6:
      return "close" + side;
    case 7:
      return "opening --left 20cm --bottom 10cm --width 50cm --height 1m" + side;
    case 8:
      return "material m" + cub.substr(9) + "; paint m" + cub.substr(9) + " cub " + cub;
    case 9:
      return "copy cub " + cub + "; paste 0,90,0";
    case 10:
      return "move 0," + amount + ",0 cub " + cub;
    case 11:
      return "spawn guard 0,0,0 cub " + other;
    case 12:
      return "merge cub " + cub + " cub " + other;
    default:
      return "door d" + other.substr(9);
  }
}

}  // namespace

TEST_CASE("cell watch: after each of 2,000 random edits its cells are those of build_cells") {
  int ran = 0, built = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    Rng rng(seed);
    EditDraft draft(seed % 2 == 0 ? make_hall(3) : make_relay_station());
    EditSession session(draft.document);
    CellWatch watch;
    std::uint64_t seen = draft.document.revision();
    REQUIRE(watch.update(draft.document.level(), {}).ok());
    CHECK(watch.dirty().size() == draft.document.level().cubs.size());
    for (int step = 0; step < 100; ++step) {
      CAPTURE(step);
      const bool back = rng.below(4) == 0;
      if (back ? draft.document.undo()
               : run_script(session, random_edit(draft.document.level(), rng)).ok())
        ++ran;
      if (draft.document.level().cubs.empty()) break;
      const std::vector<ScaffoldId> dirty = draft.document.dirty_cubs(seen);
      seen = draft.document.revision();
      const Result<Done> updated = watch.update(draft.document.level(), dirty);
      updated.ok() ? ++built : ++refused;
      REQUIRE(differs(watch, updated, draft.document.level()) == "");
      if (!updated.ok() && rng.below(2) == 0) {
        while (draft.document.undo()) {
        }
      }
    }
  }
  CHECK(ran > 1000);
  CHECK(built > 600);
  CHECK(refused > 50);
}

TEST_CASE("cell watch: says which cells changed and what they were; a refusal forgets nothing") {
  EditDraft draft(make_corridor(6));
  EditSession session(draft.document);
  CellWatch watch;
  REQUIRE(watch.update(draft.document.level(), {}).ok());
  const auto update = [&](std::string_view script) {
    const std::uint64_t before = draft.document.revision();
    REQUIRE(run_script(session, script).ok());
    return watch.update(draft.document.level(), draft.document.dirty_cubs(before));
  };
  REQUIRE(update("push 30cm side " + id_text(draft.cub(2)) + "/top").ok());
  // its neighbours share the corners
  CHECK(std::vector(watch.dirty().begin(), watch.dirty().end()) ==
        std::vector<std::uint32_t>{1, 2, 3});
  CHECK(std::vector(watch.was().begin(), watch.was().end()) ==
        std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5});
  REQUIRE(update("delete cub " + id_text(draft.cub(0))).ok());
  CHECK(watch.was()[0] == 1);
  CHECK(watch.was().size() == 5);
  const std::size_t sides = watch.complex().sides.size();
  CHECK_FALSE(update("push -5m side " + id_text(draft.cub(4)) + "/top").ok());
  CHECK(watch.complex().sides.size() == sides);
  // another edit does not make the level sound, whatever it names
  CHECK_FALSE(update("tag t cub " + id_text(draft.cub(2))).ok());
  REQUIRE(draft.document.undo());
  REQUIRE(draft.document.undo());
  REQUIRE(watch.update(draft.document.level(), {}).ok());
  CHECK(std::vector(watch.dirty().begin(), watch.dirty().end()) ==
        std::vector<std::uint32_t>{1, 2, 3, 4});
}
