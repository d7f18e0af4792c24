// level_count: one pass of short segments through a level, for counting instructions under
// callgrind (count_instructions.sh).
//
//   level_count cook SCENE FILE    builds and saves a scene, outside callgrind
//   level_count trace FILE SET N   traces N segments of a set ("short", "medium", "long") in it
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "bench/level/trace_scene.h"
#include "scenes/point_sampler.h"

using namespace playset;
using namespace playset::bench;

namespace {

int cook(const char* name, const char* path) {
  const std::unique_ptr<TraceScene> scene = make_scene(name);
  if (scene == nullptr) return 2;
  const Result<Done> saved = save_level(scene->level, path);
  if (saved) return 0;
  std::fprintf(stderr, "%s\n", saved.error().text().c_str());
  return 2;
}

int trace(const char* path, std::string_view set, std::size_t count) {
  Result<Level> level = load_level(path);
  if (!level) {
    std::fprintf(stderr, "%s\n", level.error().text().c_str());
    return 2;
  }
  TraceScene scene;
  scene.level = std::move(*level);
  scene.cell_size = PointSampler(scene.level).mean_cell_size();
  std::size_t which = 0;
  while (which < 2 && set != kSetNames[which]) ++which;
  const std::vector<Segment> segments = make_segments(scene, static_cast<SegmentSet>(which), count);
  std::vector<SegmentHit> hits(count);
  trace_segments(scene.level, segments, hits);
  std::size_t walls = 0;
  for (const SegmentHit& hit : hits) walls += hit.kind == HitKind::Wall;
  std::printf("%zu segments, %zu hit a wall\n", count, walls);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "cook" && argc == 4) return cook(argv[2], argv[3]);
  if (what == "trace" && argc == 5)
    return trace(argv[2], argv[3], static_cast<std::size_t>(std::atoll(argv[4])));
  std::fprintf(stderr, "usage: level_count cook SCENE FILE | trace FILE SET N\n");
  return 2;
}
