// A whole simulation a tick at a time, and what stands around its agents.
#include "scenes/bots.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/level/trace_scene.h"
#include "bench/nav/bots_bench.h"
#include "playset/core/hash.h"
#include "playset/nav/near_walls.h"

namespace playset::bench {
namespace {

std::unique_ptr<BotsScene> make_bots(const Level& level, const BotsConfig& config) {
  Result<std::unique_ptr<BotsScene>> scene = BotsScene::build(level, config);
  return scene ? std::move(*scene) : nullptr;
}

// A second after the other of one run.
void bench_ticks(Runner& runner, const std::string& map) {
  if (!runner.wants("bots/" + map)) return;
  const auto scene = make_scene(map);
  if (scene == nullptr) return;
  std::unique_ptr<BotsScene> bots = make_bots(scene->level, {});
  if (bots == nullptr) return;
  Row row;
  row.name = "bots/" + map;
  row.items = 60;
  // goes on from where it was; the hash is of where everybody and every bullet was after a second
  std::uint64_t hash = 0;
  row.run = [&] {
    for (int i = 0; i < 60; ++i) bots->tick();
    if (hash == 0) hash = bots->hash();
    return hash;
  };
  runner.measure(row);
}

void bench_walls(Runner& runner, const std::string& map) {
  if (!runner.wants("walls/" + map + "/ground") && !runner.wants("walls/" + map + "/air")) return;
  const auto scene = make_scene(map);
  if (scene == nullptr) return;
  const Result<GroundGraph> graph = build_ground_graph(scene->level, {.radius = 0.25f});
  BotsConfig config;
  config.bullets = 0;
  std::unique_ptr<BotsScene> bots = make_bots(scene->level, config);
  if (!graph || bots == nullptr) return;
  const std::span<const AvoidAgent> flyers = bots->agents().subspan(bots->ground_count());
  std::vector<GroundPlace> places;
  for (const AvoidAgent& walker : bots->agents().first(bots->ground_count()))
    places.push_back(locate_on_ground(*graph, walker.center, walker.cell));
  Row row;
  row.name = "walls/" + map + "/ground";
  row.items = places.size();
  row.run = [&] {
    Hasher hasher;
    AvoidWalls walls;
    for (const GroundPlace& place : places) {
      find_ground_walls(*graph, place, 0.25f, 0.75f, nullptr, walls);
      hasher.add(walls.count);
    }
    return hasher.finish();
  };
  runner.measure(row);
  row.name = "walls/" + map + "/air";
  row.items = flyers.size();
  row.run = [&] {
    Hasher hasher;
    AvoidWalls walls;
    for (const AvoidAgent& flyer : flyers) {
      find_air_walls(scene->level, flyer.center, flyer.cell, 0.25f, 0.75f, nullptr, walls);
      hasher.add(walls.count);
    }
    return hasher.finish();
  };
  runner.measure(row);
}

}  // namespace

void bench_bots(Runner& runner) {
  bench_ticks(runner, "MAP01");
  bench_ticks(runner, "MAP12");
  bench_walls(runner, "MAP01");
}

}  // namespace playset::bench
