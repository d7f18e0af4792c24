// Flow fields beside a path for each agent.
#include "bench/nav/flow_bench.h"

#include <algorithm>
#include <string>
#include <vector>

#include "bench/level/trace_scene.h"
#include "playset/core/rng.h"
#include "playset/nav/flow_field.h"
#include "playset/nav/nav_graph.h"
#include "scenes/point_sampler.h"

namespace playset::bench {
namespace {

struct Crowd {
  std::vector<FlowQuery> agents;
  FlowQuery goal;
};

std::uint64_t hash_directions(const std::vector<FlowDirection>& directions) {
  std::uint64_t hash = 0;
  for (const FlowDirection& d : directions)
    hash = hash * 31 + static_cast<std::uint64_t>(d.distance * 1024.0);
  return hash;
}

template <typename Graph, typename Scratch>
void bench_crowd(Runner& runner, const std::string& name, const Graph& graph, Scratch& scratch,
                 const Crowd& crowd, const Run& paths) {
  FlowField field;
  build_flow_field(graph, crowd.goal.position, nullptr, scratch, field, crowd.goal.cell);
  std::vector<FlowDirection> directions(crowd.agents.size());
  Row row;
  row.name = "flow/" + name;
  row.items = crowd.agents.size();
  row.run = [&] {
    find_flow_directions(graph, field, crowd.agents, directions, scratch);
    return hash_directions(directions);
  };
  row.baselines.push_back({"path_each", paths, false, "a path for every agent"});
  runner.measure(row);
  Row build;
  build.name = "build/flow/" + name;
  build.run = [&] {
    build_flow_field(graph, crowd.goal.position, nullptr, scratch, field, crowd.goal.cell);
    return static_cast<std::uint64_t>(field.distances.size());
  };
  runner.measure(build);
}

void bench_air_flow(Runner& runner, const std::string& scene, const Level& level,
                    std::size_t count) {
  const Result<NavGraph> graph = build_nav_graph(level, {}, NavClass::Air);
  if (!graph) return;
  const PointSampler sampler(level);
  Rng rng(17);
  Crowd crowd;
  const auto draw = [&] {
    const PointSampler::Sample s = sampler.draw(rng);
    return FlowQuery{glm::dvec3(s.point), s.cell};
  };
  crowd.goal = draw();
  for (std::size_t i = 0; i < count; ++i) crowd.agents.push_back(draw());
  NavScratch scratch;
  NavPath path;
  bench_crowd(runner, scene, graph->air, scratch.air, crowd, [&] {
    std::uint64_t hash = 0;
    for (const FlowQuery& a : crowd.agents) {
      const PathOptions options{nullptr, a.cell, crowd.goal.cell};
      find_path(*graph, a.position, crowd.goal.position, options, scratch, path);
      hash = hash * 31 + static_cast<std::uint64_t>(path.length * 1024.0);
    }
    return hash;
  });
}

// A place in the component that most of 64 places belong to.
GroundPlace draw_goal(const GroundGraph& graph, Rng& rng) {
  std::vector<GroundPlace> places;
  for (int i = 0; i < 64; ++i) places.push_back(sample_ground_point(graph, rng));
  std::ptrdiff_t most = 0;
  GroundPlace best;
  for (const GroundPlace& place : places) {
    const std::ptrdiff_t count =
        std::count_if(places.begin(), places.end(),
                      [&](const GroundPlace& p) { return p.component == place.component; });
    if (place.component == kNone || count <= most) continue;
    most = count;
    best = place;
  }
  return best;
}

void bench_ground_flow(Runner& runner, const std::string& scene, const Level& level,
                       std::size_t count) {
  const Result<GroundGraph> graph = build_ground_graph(level, {});
  if (!graph) return;
  Rng rng(18);
  const GroundPlace goal = draw_goal(*graph, rng);
  Crowd crowd;
  crowd.goal = {goal.position, goal.cell};
  for (std::size_t i = 0; i < count; ++i) {
    const GroundPlace place = sample_ground_point(*graph, rng, goal.component);
    crowd.agents.push_back({place.position, place.cell});
  }
  GroundScratch scratch;
  NavPath path;
  bench_crowd(runner, "ground/" + scene, *graph, scratch, crowd, [&] {
    std::uint64_t hash = 0;
    for (const FlowQuery& a : crowd.agents) {
      const PathOptions options{nullptr, a.cell, crowd.goal.cell};
      find_ground_path(*graph, a.position, crowd.goal.position, options, scratch, path);
      hash = hash * 31 + static_cast<std::uint64_t>(path.length * 1024.0);
    }
    return hash;
  });
}

}  // namespace

void bench_flow(Runner& runner) {
  for (const std::string scene : {"MAP01", "MAP12"}) {
    const bool air = runner.wants("flow/" + scene) || runner.wants("build/flow/" + scene);
    const bool ground =
        runner.wants("flow/ground/" + scene) || runner.wants("build/flow/ground/" + scene);
    if (!air && !ground) continue;
    const auto made = make_scene(scene);
    if (made == nullptr) return;
    const std::size_t count = runner.quick() ? 50 : 1000;
    if (air) bench_air_flow(runner, scene, made->level, count);
    if (ground) bench_ground_flow(runner, scene, made->level, count);
  }
}

}  // namespace playset::bench
