// Kits: laying all pieces of a large level, and again after one vertex moved, beside all of it again.
#include "bench/scaffold/kit_bench.h"

#include "playset/core/hash.h"
#include "playset/scaffold/kit_pieces.h"
#include "playset/scaffold/place_kits.h"

namespace playset::bench {
namespace {

ScaffoldId add_kit(Scaffold& level, const char* key, const char* fill) {
  ScaffoldKit kit;
  kit.id = key_id(key);
  kit.key = key;
  kit.pieces[0].name = fill;
  kit.weights = {3, 1, 1};
  kit.pieces[static_cast<std::size_t>(KitPart::ConcaveEdge)].name = "trim";
  add_record(level.kits, kit);
  return kit.id;
}

void dress(Scaffold& level) {
  const ScaffoldId panels = add_kit(level, "panels", "panel"),
                   grates = add_kit(level, "grates", "grate");
  for (ScaffoldCub& cub : level.cubs)
    for (std::size_t side = 0; side < kCubSides; ++side)
      cub.sides[side].kit = side == static_cast<std::size_t>(CubSideName::Bottom) ? grates : panels;
}

std::uint64_t hash_of(std::span<const KitPlacement> placements) {
  std::uint64_t hash = placements.size();
  for (const KitPlacement& p : placements)
    hash = hash * 31 + p.index + p.variant + static_cast<std::uint64_t>(p.position.y * 1024.0f);
  return hash;
}

void measure_edit(Runner& runner, Scaffold level) {
  if (!runner.wants("kits_edit/rows20000")) return;
  KitWatch watch(level);
  const ScaffoldId moved = level.cubs[level.cubs.size() / 2].corners[0];
  const std::vector<ScaffoldChange> change = {{ScaffoldKind::Vertex, moved}};
  std::int32_t step = 2048;
  std::vector<ScaffoldId> redone;
  const auto move = [&] {
    find_record(level.vertices, moved)->at.y += step;
    step = -step;
  };
  move();
  watch.update(level, change);
  redone.assign(watch.redone().begin(), watch.redone().end());
  move();
  watch.update(level, change);
  Row row;
  row.name = "kits_edit/rows20000";
  row.items = 2;
  const auto both = [&](auto look) {
    std::uint64_t hash = 0;
    for (int i = 0; i < 2; ++i) {
      move();
      hash = hash * 31 + look();
    }
    return hash;
  };
  const auto hash_redone = [&](const KitWatch& of) {
    std::uint64_t hash = of.count();
    for (const ScaffoldId cub : redone) hash = hash * 31 + hash_of(of.of_cub(cub));
    return hash;
  };
  row.run = [&] {
    return both([&] {
      watch.update(level, change);
      return hash_redone(watch);
    });
  };
  row.baselines.push_back({"whole",
                           [&] { return both([&] { return hash_redone(KitWatch(level)); }); }, true,
                           "all of it after the same edits"});
  runner.measure(row);
}

}  // namespace

void measure_kits(Runner& runner, Scaffold level) {
  if (runner.wants("kit_pieces/all")) {
    Row row;
    row.name = "kit_pieces/all";
    row.items = kit_families().size();
    row.run = [] {
      std::uint64_t triangles = 0;
      for (const KitFamily& family : kit_families())
        triangles += build_kit_piece({family.name, {}}, 0).indices.size() / 3;
      return triangles;
    };
    runner.measure(row);
  }
  dress(level);
  if (runner.wants("kits/rows20000")) {
    Row row;
    row.name = "kits/rows20000";
    row.items = level.cubs.size();
    row.run = [&] { return hash_of(place_kits(level).placements); };
    row.baselines.push_back({"watch", [&] { return std::uint64_t{KitWatch(level).count()}; }, false,
                             "without the plan's sorting"});
    runner.measure(row);
  }
  measure_edit(runner, std::move(level));
}

}  // namespace playset::bench
