// One cub's corner is moved, a portal closed, or a cub taken away; bytes equal a full cook's.
#include "bench/level/recook_bench.h"

#include <string>

#include "bench/level/trace_scene.h"
#include "playset/core/hash.h"
#include "playset/level/recook.h"

namespace playset::bench {
namespace {

std::vector<std::uint32_t> cells_at(const CellComplex& c, std::uint32_t vertex) {
  std::vector<std::uint32_t> cells;
  for (const CellSide& side : c.sides)
    for (std::uint32_t k = 0; k < side.corner_count; ++k)
      if (c.corners[side.first_corner + k] == vertex &&
          (cells.empty() || cells.back() != side.cell))
        cells.push_back(side.cell);
  return cells;
}

// What the edited complex cooks to, by recooking and anew.
void measure(Runner& runner, const std::string& name, const TraceScene& scene,
             const CellComplex& edited, const std::vector<std::uint32_t>& dirty) {
  Level quick, full;
  Row row;
  row.name = name;
  row.run = [&] {
    Result<Level> level = recook_cells(scene.level, edited, dirty);
    quick = level ? std::move(*level) : Level();
    return std::uint64_t{0};
  };
  row.hash_after = [&] { return hash_long_bytes(quick.bytes()); };
  Contender cook;
  cook.name = "cook";
  cook.run = [&] {
    Result<Level> level = cook_level(edited);
    full = level ? std::move(*level) : Level();
    return std::uint64_t{0};
  };
  cook.hash_after = [&] { return hash_long_bytes(full.bytes()); };
  cook.same_hash = true;
  row.baselines.push_back(std::move(cook));
  runner.measure(row);
}

void bench_scene(Runner& runner, const std::string& scene_name) {
  const std::string moved_row = "recook/" + scene_name + "/move",
                    closed_row = "recook/" + scene_name + "/close";
  const bool moves = runner.wants(moved_row), closes = runner.wants(closed_row);
  if (!moves && !closes) return;
  const auto scene = make_scene(scene_name);
  if (scene == nullptr) return;
  const CellComplex& start = scene->complex;
  const Cell& cell = start.cells[start.cells.size() / 2];
  CellComplex moved = start, closed = start;
  const std::uint32_t vertex = start.corners[start.sides[cell.first_side].first_corner];
  moved.vertices[vertex].y += 20;
  if (moves) measure(runner, moved_row, *scene, moved, cells_at(start, vertex));
  std::uint32_t side = cell.first_side;
  while (start.sides[side].neighbor == kNone) ++side;
  const std::uint32_t twin = start.sides[side].neighbor;
  closed.sides[side].neighbor = closed.sides[twin].neighbor = kNone;
  if (closes)
    measure(runner, closed_row, *scene, closed, {start.sides[side].cell, start.sides[twin].cell});
}

}  // namespace

void bench_recook(Runner& runner) {
  bench_scene(runner, "tunnels20000");
  bench_scene(runner, "MAP12");
}

}  // namespace playset::bench
