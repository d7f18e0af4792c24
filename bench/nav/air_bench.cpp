// Air graphs: building one, and paths between random points of the open volume.
#include "bench/nav/air_bench.h"

#include <algorithm>
#include <vector>

#include "bench/level/trace_scene.h"
#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "playset/nav/air_graph.h"
#include "playset/nav/pull_string.h"
#include "scenes/point_sampler.h"

namespace playset::bench {
namespace {

struct Pair {
  PointSampler::Sample from, to;
};

PathOptions options_of(const Pair& pair) {
  PathOptions options;
  options.from_cell = pair.from.cell;
  options.to_cell = pair.to.cell;
  return options;
}

// Pairs between which there is a way.
std::vector<Pair> reachable_pairs(const AirGraph& graph, std::size_t count) {
  const PointSampler sampler(graph.level());
  Rng rng(7);
  AirScratch scratch;
  std::vector<Pair> pairs;
  for (std::size_t tries = 0; pairs.size() < count && tries < 20 * count; ++tries) {
    const PointSampler::Sample from = sampler.draw(rng);
    const Pair pair{from, sampler.draw(rng)};
    if (is_air_reachable(graph, glm::dvec3(pair.from.point), glm::dvec3(pair.to.point),
                         options_of(pair), scratch))
      pairs.push_back(pair);
  }
  return pairs;
}

std::uint64_t find_all(const AirGraph& graph, const std::vector<Pair>& pairs, AirScratch& scratch,
                       NavPath& path) {
  std::uint64_t hash = 0;
  for (const Pair& pair : pairs) {
    find_air_path(graph, glm::dvec3(pair.from.point), glm::dvec3(pair.to.point), options_of(pair),
                  scratch, path);
    hash = hash * 31 + static_cast<std::uint64_t>(path.length * 1024.0) + path.points.size();
  }
  return hash;
}

std::uint64_t search_all(const AirGraph& graph, const std::vector<Pair>& pairs, AirScratch& scratch,
                         bool heuristic) {
  std::uint64_t hash = 0;
  for (const Pair& pair : pairs) {
    const AirSearchResult found =
        search_air_graph(graph, glm::dvec3(pair.from.point), glm::dvec3(pair.to.point),
                         options_of(pair), scratch, {heuristic});
    hash = hash * 31 + static_cast<std::uint64_t>(found.cost * 64.0 + 0.5);
  }
  return hash;
}

void bench_paths(Runner& runner, const std::string& scene, const AirGraph& graph) {
  const std::vector<Pair> pairs = reachable_pairs(graph, runner.quick() ? 50 : 1000);
  if (pairs.empty()) return;
  AirScratch scratch;
  NavPath path;
  Row row;
  row.name = "path/air/" + scene;
  row.items = pairs.size();
  row.run = [&] { return find_all(graph, pairs, scratch, path); };
  row.baselines.push_back(
      {"search_alone", [&] { return search_all(graph, pairs, scratch, true); }, false, "A* alone"});
  row.baselines.push_back({"dijkstra", [&] { return search_all(graph, pairs, scratch, false); },
                           false, "search without a heuristic"});
  runner.measure(row);
}

void bench_scene(Runner& runner, const std::string& scene, float radius) {
  const bool build = runner.wants("build/air/" + scene), paths = runner.wants("path/air/" + scene);
  if (!build && !paths) return;
  const auto made = make_scene(scene);
  if (made == nullptr) return;
  NavAgentConfig agent;
  agent.radius = radius;
  const Result<AirGraph> graph = build_air_graph(made->level, agent);
  if (!graph) return;
  if (build) {
    Row row;
    row.name = "build/air/" + scene;
    row.run = [&] {
      const Result<AirGraph> again = build_air_graph(made->level, agent);
      return again ? again->windows().size() : 0;
    };
    runner.measure(row);
  }
  if (paths) bench_paths(runner, scene, *graph);
}

// Strings through windows of a winding row, 8 or 64 of them.
void bench_pull(Runner& runner, std::size_t windows) {
  const std::string name = "pull/windows" + std::to_string(windows);
  if (!runner.wants(name)) return;
  Rng rng(9);
  std::vector<glm::dvec3> corners;
  glm::dvec3 at{0.0};
  for (std::size_t i = 0; i < windows; ++i) {
    const auto aside = glm::dvec3(rng.unit_vec3());
    at += glm::dvec3(4.0, 0.0, 0.0) + aside;
    for (const glm::dvec3 c :
         {glm::dvec3(0, -1, -1), glm::dvec3(0, 1, -1), glm::dvec3(0, 1, 1), glm::dvec3(0, -1, 1)})
      corners.push_back(at + c * 0.7);
  }
  StringPuller puller;
  Row row;
  row.name = name;
  row.run = [&] {
    puller.begin({0, 0, 0}, at + glm::dvec3(4, 0, 0));
    for (std::size_t i = 0; i < windows; ++i)
      puller.add_window(std::span<const glm::dvec3>(corners).subspan(4 * i, 4));
    return static_cast<std::uint64_t>(puller.solve().length * 1e6);
  };
  runner.measure(row);
}

}  // namespace

void bench_air(Runner& runner) {
  bench_pull(runner, 8);
  bench_pull(runner, 64);
  bench_scene(runner, "tunnels10000", 1.0f);
  for (const char* map : {"MAP01", "MAP15", "MAP12"}) bench_scene(runner, map, 0.4f);
}

}  // namespace playset::bench
