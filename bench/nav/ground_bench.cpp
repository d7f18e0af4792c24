// Ground graphs and paths, beside Recast and Detour on the same walls.
#include "bench/nav/ground_bench.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "bench/nav/recast_peer.h"
#include "nav/ground_floors.h"
#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "playset/nav/ground_graph.h"

namespace playset::bench {
namespace {

constexpr const char* kMaps[] = {"MAP01", "MAP12", "MAP15"};

NavAgentConfig bench_agent() {
  NavAgentConfig agent;
  agent.radius = 0.5f;
  agent.height = 1.75f;
  agent.step_height = 0.75f;
  agent.max_slope = 0.785398f;
  return agent;
}

std::uint64_t build_hash(const Level& level, bool corners) {
  const Result<GroundGraph> graph = build_ground_graph(level, bench_agent(), {corners});
  const GroundCounts counts = graph->counts();
  return (std::uint64_t{counts.triangles} << 32) ^ (std::uint64_t{counts.corners} << 20) ^
         counts.links;
}

// Which floor leads where, before anything is made of it: what flow over cells and drawing need.
std::uint64_t floors_hash(const Level& level) {
  GroundData data;
  data.level = level;
  data.agent = bench_agent();
  build_ground_floors(data);
  std::uint64_t joined = 0;
  for (const GroundEdge& edge : data.edges) joined += edge.across != kNone ? 1u : 0u;
  return (std::uint64_t{data.edges.size()} << 32) ^ joined;
}

void bench_floors(Runner& runner, const TraceScene& scene, const std::string& name) {
  if (!runner.wants(name)) return;
  const std::shared_ptr<NavPeer> peer = make_recast_peer(wall_soup(scene.level), bench_agent());
  Row row{name, 1, [&scene] { return floors_hash(scene.level); }};
  if (peer != nullptr)
    row.baselines.push_back({"recast", [peer] { return std::uint64_t{peer->build()}; }});
  runner.measure(row);
}

void bench_build(Runner& runner, const TraceScene& scene, const std::string& name, bool corners) {
  if (!runner.wants(name)) return;
  const std::shared_ptr<NavPeer> peer = make_recast_peer(wall_soup(scene.level), bench_agent());
  Row row{name, 1, [&scene, corners] { return build_hash(scene.level, corners); }};
  if (peer != nullptr)
    row.baselines.push_back({"recast", [peer] { return std::uint64_t{peer->build()}; }});
  runner.measure(row);
}

struct PlacePair {
  GroundPlace from, to;
  RecastPlace peer_from, peer_to;
};

// Random pairs that every contender finds a way between, and how the lengths compare.
struct PathSet {
  std::vector<PlacePair> pairs;
  std::string note;
};

PathSet draw_pairs(const GroundGraph& graph, NavPeer* peer, std::size_t count) {
  PathSet set;
  Rng rng(12);
  GroundScratch scratch;
  NavPath path;
  std::vector<float> ratios;
  std::size_t ours = 0, theirs = 0;
  for (std::size_t draw = 0; draw < 20 * count && set.pairs.size() < count; ++draw) {
    PlacePair pair{sample_ground_point(graph, rng), sample_ground_point(graph, rng), {}, {}};
    if (pair.from.floor == kNone || pair.to.floor == kNone) continue;
    const bool found =
        find_ground_path(graph, pair.from, pair.to, {}, scratch, path) == PathStatus::Found;
    float length = -1.0f;
    if (peer != nullptr) {
      pair.peer_from = peer->locate(glm::vec3(pair.from.position));
      pair.peer_to = peer->locate(glm::vec3(pair.to.position));
      if (pair.peer_from.polygon != 0 && pair.peer_to.polygon != 0)
        length = peer->find_path(pair.peer_from, pair.peer_to);
      ours += found && length < 0.0f ? 1u : 0u;
      theirs += !found && length >= 0.0f ? 1u : 0u;
    }
    if (!found || (peer != nullptr && length < 0.0f)) continue;
    if (length > 0.0f) ratios.push_back(static_cast<float>(path.length) / length);
    set.pairs.push_back(pair);
  }
  if (ratios.empty()) return set;
  std::sort(ratios.begin(), ratios.end());
  char text[160];
  std::snprintf(text, sizeof text,
                "ours/theirs length p5 %.3f median %.3f p95 %.3f; only ours %zu, "
                "only theirs %zu of %zu",
                static_cast<double>(ratios[ratios.size() / 20]),
                static_cast<double>(ratios[ratios.size() / 2]),
                static_cast<double>(ratios[ratios.size() * 19 / 20]), ours, theirs,
                set.pairs.size());
  set.note = text;
  return set;
}

struct PathContest {
  GroundGraph graph;
  std::shared_ptr<NavPeer> peer;
  PathSet set;
  GroundScratch scratch;
  NavPath path;

  std::uint64_t find_ours() {
    std::uint64_t hash = 0;
    for (const PlacePair& pair : set.pairs) {
      find_ground_path(graph, pair.from, pair.to, {}, scratch, path);
      hash = hash * 31 + path.points.size() + static_cast<std::uint64_t>(path.length * 1024.0);
    }
    return hash;
  }
  std::uint64_t find_theirs() {
    std::uint64_t hash = 0;
    for (const PlacePair& pair : set.pairs)
      hash = hash * 31 +
             static_cast<std::uint64_t>(peer->find_path(pair.peer_from, pair.peer_to) * 1024.0f);
    return hash;
  }
  std::uint64_t locate_ours() {
    std::uint64_t hash = 0;
    for (const PlacePair& pair : set.pairs)
      hash = hash * 31 + locate_on_ground(graph, pair.from.position).floor;
    return hash;
  }
  std::uint64_t locate_theirs() {
    std::uint64_t hash = 0;
    for (const PlacePair& pair : set.pairs)
      hash = hash * 31 + peer->locate(glm::vec3(pair.from.position)).polygon;
    return hash;
  }
};

void bench_map(Runner& runner, const std::string& map) {
  const bool paths = runner.wants("path/" + map), places = runner.wants("locate/" + map);
  if (!paths && !places) return;
  const auto scene = make_scene(map);
  if (scene == nullptr) return;
  const auto contest = std::make_shared<PathContest>();
  contest->graph = *build_ground_graph(scene->level, bench_agent());
  contest->peer = make_recast_peer(wall_soup(scene->level), bench_agent());
  if (contest->peer != nullptr) contest->peer->build();
  contest->set = draw_pairs(contest->graph, contest->peer.get(), runner.quick() ? 50 : 1000);
  const std::uint64_t items = contest->set.pairs.size();
  if (items == 0) return;
  Row path{"path/" + map, items, [contest] { return contest->find_ours(); }};
  Row place{"locate/" + map, items, [contest] { return contest->locate_ours(); }};
  if (contest->peer != nullptr) {
    path.baselines.push_back(
        {"detour", [contest] { return contest->find_theirs(); }, false, contest->set.note});
    place.baselines.push_back({"detour", [contest] { return contest->locate_theirs(); }});
  }
  if (paths) runner.measure(path);
  if (places) runner.measure(place);
}

}  // namespace

void bench_ground_builds(Runner& runner) {
  for (const std::string map : kMaps) {
    const std::string name = "build/" + map;
    if (!runner.wants(name) && !runner.wants(name + "/floors") && !runner.wants(name + "/plan"))
      continue;
    const auto scene = make_scene(map);
    if (scene == nullptr) continue;
    bench_floors(runner, *scene, name + "/floors");
    bench_build(runner, *scene, name + "/plan", false);
    bench_build(runner, *scene, name, true);
  }
}

void bench_ground_paths(Runner& runner) {
  for (const char* map : kMaps) bench_map(runner, map);
}

}  // namespace playset::bench
