// Blockout meshes beside the same walls as loose triangles, without shared corners, normals, UVs or
// materials.
#include "bench/level/blockout_bench.h"

#include <span>

#include "bench/level/trace_scene.h"
#include "playset/core/hash.h"
#include "playset/level/blockout.h"
#include "playset/level/hull.h"

namespace playset::bench {
namespace {

void bench_scene(Runner& runner, const std::string& name) {
  if (!runner.wants("blockout/" + name)) return;
  const auto scene = make_scene(name);
  if (scene == nullptr) return;
  Row row;
  row.name = "blockout/" + name;
  row.items = scene->level.wall_triangle_count();
  row.run = [&] {
    return hash_span(std::span<const std::uint32_t>(build_blockout(scene->level).indices));
  };
  const auto soup = [&] {
    return hash_span(std::span<const std::uint32_t>(wall_soup(scene->level).indices));
  };
  row.baselines.push_back({"loose_triangles", soup, false, "places alone"});
  runner.measure(row);
}

// The hull with its proof of not meeting itself, beside the same walls from inside.
void bench_hull(Runner& runner, const std::string& name) {
  if (!runner.wants("hull/" + name)) return;
  const auto scene = make_scene(name);
  if (scene == nullptr) return;
  Row row;
  row.name = "hull/" + name;
  row.items = scene->level.wall_triangle_count();
  row.run = [&] {
    const Result<HullShell> hull = build_hull(scene->level);
    return hull ? hash_span(std::span<const std::uint32_t>(hull->surface_vertices)) : 0;
  };
  const auto blockout = [&] {
    return hash_span(std::span<const std::uint32_t>(build_blockout(scene->level).indices));
  };
  row.baselines.push_back({"blockout", blockout, false, "no proof, no adjacency"});
  runner.measure(row);
}

}  // namespace

void bench_blockout(Runner& runner) {
  bench_hull(runner, "tunnels1000");
  bench_scene(runner, "tunnels10000");
  bench_scene(runner, "MAP12");
}

}  // namespace playset::bench
