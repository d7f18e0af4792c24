// After any edit, recooking gives the bytes of a full cook, or refuses with its words; and levels
// handed out before it answer on.
#include "playset/level/recook.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <ctime>

#include "data/relay_station.h"
#include "playset/core/hash.h"
#include "playset/scaffold/build_cells.h"
#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/edited_levels.h"
#include "tests/level/hand_made.h"
#include "tests/level/random_rays.h"

using namespace playset;
using namespace playset::test;

namespace {

bool same_bytes(const Level& a, const Level& b) { return std::ranges::equal(a.bytes(), b.bytes()); }

struct Outcome {
  int same = 0, refused = 0, wrong = 0;
};

// Edits a level `count` times, each time from the recooked one before.
Outcome edit_often(const CellComplex& start, int count, std::uint64_t seed) {
  Outcome outcome;
  LevelEditor editor(start, seed);
  Level level = cook_or_fail(start);
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    CAPTURE(seed);
    Edit edit = editor.next();
    CAPTURE(edit.what);
    const Result<Level> full = cook_level(edit.complex);
    const Result<Level> quick = recook_cells(level, edit.complex, edit.dirty, edit.was);
    REQUIRE(full.ok() == quick.ok());
    if (!full.ok()) {
      CHECK(full.error().message == quick.error().message);
      ++outcome.refused;
      continue;
    }
    const bool same = same_bytes(*full, *quick);
    CHECK(same);
    outcome.wrong += same ? 0 : 1;
    outcome.same += same ? 1 : 0;
    editor.accept(std::move(edit));
    level = *quick;
  }
  return outcome;
}

void check_edits(const std::string& name, const CellComplex& start, int count) {
  CAPTURE(name);
  const Outcome outcome = edit_often(start, count, hash_text(name));
  MESSAGE(name << ": " << outcome.same << " edits as a full cook, " << outcome.refused
               << " refused");
  CHECK(outcome.wrong == 0);
  CHECK(outcome.same * 3 > count);
}

CellComplex station() {
  Result<CellComplex> built = build_cells(make_relay_station());
  REQUIRE(built.ok());
  return *built;
}

}  // namespace

TEST_CASE("recook: 1,000 random edits of small levels give the bytes of a full cook") {
  check_edits("boxes", boxes(lattice(3, 3, 2)), 400);
  check_edits("tunnels", build_tunnels({60, 3}), 400);
  check_edits("one cell", boxes(lattice(1, 1, 1)), 100);
  check_edits("two cells", boxes(lattice(2, 1, 1)), 100);
}

TEST_CASE("recook: random edits of the station and of real levels give the bytes of a full cook") {
  check_edits("relay station", station(), 60);
  for_each_level_file([&](const std::string& name, const Imported& imported) {
    for (const char* wanted : {"test.rl2", "toroid-hex.mesh", "freedoom_map06.wad"})
      if (name.find(wanted) != std::string::npos) check_edits(name, imported.cells, 25);
  });
  for_each_freedoom_map([&](const std::string& name,
                            const Imported& imported) { check_edits(name, imported.cells, 8); },
                        {"MAP01"});
}

TEST_CASE("recook: edits that are not listed, or listed wrongly, are found") {
  const CellComplex start = boxes(lattice(4, 2, 2));
  const Level level = cook_or_fail(start);
  LevelEditor editor(start, 77);
  for (int i = 0; i < 300; ++i) {
    const Edit edit = editor.next();
    const Result<Level> full = cook_level(edit.complex);
    if (!full.ok()) continue;
    CAPTURE(edit.what);
    const std::vector<std::uint32_t> first = {0};
    const Result<Level> unlisted = recook_cells(level, edit.complex, {}, edit.was),
                        unmapped = recook_cells(level, edit.complex, {}),
                        wrong = recook_cells(level, edit.complex, first);
    REQUIRE(unlisted.ok());
    REQUIRE(unmapped.ok());
    REQUIRE(wrong.ok());
    CHECK(same_bytes(*full, *unlisted));
    CHECK(same_bytes(*full, *unmapped));
    CHECK(same_bytes(*full, *wrong));
  }
}

TEST_CASE("recook: no edit at all gives the same bytes, with cells renumbered or not") {
  for (const bool renumber : {true, false}) {
    const CellComplex complex = station();
    const Level level = cook_or_fail(complex, {renumber});
    const Result<Level> again = recook_cells(level, complex, {});
    REQUIRE(again.ok());
    CHECK(same_bytes(level, *again));
    CellComplex moved = complex;
    for (GridPoint& p : moved.vertices) p.y += 3;  // every cell differs
    const Result<Level> all = recook_cells(level, moved, {});
    REQUIRE(all.ok());
    CHECK(same_bytes(cook_or_fail(moved, {renumber}), *all));
  }
}

TEST_CASE("recook: any level will do as the old one: of another place, empty, or loaded") {
  const CellComplex complex = station();
  const Level wanted = cook_or_fail(complex);
  for (const Level& old : {Level(), cook_or_fail(boxes(lattice(2, 2, 2))),
                           cook_or_fail(build_tunnels({300, 9})), cook_or_fail(CellComplex())}) {
    const Result<Level> level = recook_cells(old, complex, {});
    REQUIRE(level.ok());
    CHECK(same_bytes(wanted, *level));
  }
  const std::string path = temporary_path("recook.level");
  REQUIRE(save_level(wanted, path).ok());
  const Result<Level> loaded = load_level(path);
  REQUIRE(loaded.ok());
  CellComplex edited = complex;
  edited.sides[5].material = 0;
  const Result<Level> level = recook_cells(*loaded, edited, {});
  REQUIRE(level.ok());
  CHECK(same_bytes(cook_or_fail(edited), *level));
}

TEST_CASE("recook: what a full cook refuses is refused with its words") {
  const CellComplex start = boxes(lattice(3, 1, 1));
  const Level level = cook_or_fail(start);
  const auto refused_alike = [&](const auto& damage) {
    CellComplex broken = start;
    damage(broken);
    const Result<Level> full = cook_level(broken), quick = recook_cells(level, broken, {});
    return !full.ok() && !quick.ok() && full.error().message == quick.error().message;
  };
  CHECK(refused_alike([](CellComplex& c) { c.corners[3] = 1000; }));
  CHECK(refused_alike([](CellComplex& c) { c.vertices[2].x = kGridLimit + 1; }));
  CHECK(refused_alike([](CellComplex& c) { c.sides[7].neighbor = 900; }));
  CHECK(refused_alike([](CellComplex& c) { c.sides[7].first_corner = 0xFFFFFFF0u; }));
  CHECK(refused_alike([](CellComplex& c) { c.sides[7].cell = 2; }));
  CHECK(refused_alike([](CellComplex& c) { c.sides[2].material = 0; }));
  CHECK(refused_alike([](CellComplex& c) { c.cells[1].tag = 4; }));
  CHECK(refused_alike([](CellComplex& c) { c.cells[1].side_count = 5; }));
  CHECK(refused_alike([](CellComplex& c) { c.cells[1].first_side = 0xFFFFFFFEu; }));
  CHECK(refused_alike([](CellComplex& c) { c.sides.clear(); }));
  CHECK(refused_alike([](CellComplex& c) { c.corners.clear(); }));
  CHECK(refused_alike([](CellComplex& c) { c.vertices.clear(); }));
  CHECK(refused_alike([](CellComplex& c) { c.spawns.push_back({"x", 0, {}, 0.0, 50, 0}); }));
  CHECK(refused_alike([](CellComplex& c) { std::swap(c.corners[1], c.corners[2]); }));
  for (std::size_t s = 0; s < start.sides.size(); ++s) {
    if (start.sides[s].neighbor == kNone) continue;
    CHECK(refused_alike([&](CellComplex& c) { c.sides[s].neighbor = kNone; }));
    CHECK(refused_alike([&](CellComplex& c) { c.sides[s].door = 0; }));
    CHECK(refused_alike([&](CellComplex& c) { c.sides[s].corner_count = 3; }));
  }
}

TEST_CASE("recook: the old level answers on as before") {
  const CellComplex start = build_tunnels({300, 5});
  const Level level = cook_or_fail(start);
  const std::vector<Segment> rays = random_rays(level, 2000, 31);
  std::vector<SegmentHit> before(rays.size()), after(rays.size());
  trace_segments(level, rays, before);
  LevelEditor editor(start, 31);
  for (int i = 0; i < 20; ++i) {
    const Edit edit = editor.next();
    static_cast<void>(recook_cells(level, edit.complex, edit.dirty, edit.was));
  }
  trace_segments(level, rays, after);
  CHECK(std::memcmp(before.data(), after.data(), before.size() * sizeof(SegmentHit)) == 0);
}

TEST_CASE("recook: one cub of 20,000 is a full cook's bytes, at least seven times as fast") {
  const CellComplex start = build_tunnels({20000, 1});
  const Level level = cook_or_fail(start);
  LevelEditor editor(start, 5);
  double full_time = 1e18, quick_time = 1e18;
  for (int i = 0; i < 4; ++i) {
    const Edit edit = editor.move_vertex();
    const std::clock_t start_time = std::clock();
    const Result<Level> full = cook_level(edit.complex);
    const std::clock_t middle = std::clock();
    const Result<Level> quick = recook_cells(level, edit.complex, edit.dirty);
    const std::clock_t end = std::clock();
    REQUIRE(full.ok());
    REQUIRE(quick.ok());
    CHECK(same_bytes(*full, *quick));
    full_time = std::min(full_time, double(middle - start_time));
    quick_time = std::min(quick_time, double(end - middle));
  }
  MESSAGE("full cook " << full_time * 1e3 / CLOCKS_PER_SEC << " ms, recook "
                       << quick_time * 1e3 / CLOCKS_PER_SEC << " ms");
  CHECK(full_time > 0.8 * 7.0 * quick_time);
}
