// Scenes of the level bench: where they come from, and random segments in them.
#include "bench/level/trace_scene.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "playset/asset/doom.h"
#include "scenes/point_sampler.h"
#include "scenes/tunnels.h"

namespace playset::bench {
namespace {

double length_for(const TraceScene& scene, SegmentSet set, Rng& rng) {
  if (set == SegmentSet::Short) return scene.cell_size * rng.range_double(0.2, 1.0);
  if (set == SegmentSet::Medium) return scene.cell_size * 5;
  const glm::dvec3 box = scene.level.bounds_max() - scene.level.bounds_min();
  return std::sqrt(box.x * box.x + box.y * box.y + box.z * box.z);
}

bool read_freedoom(const std::string& map, CellComplex& out) {
  std::ifstream file(PLAYSET_FREEDOOM2_WAD, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.empty()) {
    std::fprintf(stderr, "%s: %s is missing (Debian package freedoom); skipped\n", map.c_str(),
                 PLAYSET_FREEDOOM2_WAD);
    return false;
  }
  Result<Imported> imported = parse_doom_map(std::as_bytes(std::span(bytes)), map);
  if (!imported) {
    std::fprintf(stderr, "%s: %s\n", map.c_str(), imported.error().text().c_str());
    return false;
  }
  out = std::move(imported->cells);
  return true;
}

}  // namespace

std::unique_ptr<TraceScene> make_scene(const std::string& name) {
  auto scene = std::make_unique<TraceScene>();
  scene->name = name;
  TunnelConfig config;
  if (name.rfind("tunnels", 0) == 0) {
    std::from_chars(name.data() + 7, name.data() + name.size(), config.cells);
    scene->complex = build_tunnels(config);
  } else if (!read_freedoom(name, scene->complex)) {
    return nullptr;
  }
  Result<Level> level = cook_level(scene->complex);
  if (!level) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), level.error().text().c_str());
    return nullptr;
  }
  scene->level = std::move(*level);
  scene->cell_size = PointSampler(scene->level).mean_cell_size();
  return scene;
}

std::vector<Segment> make_segments(const TraceScene& scene, SegmentSet set, std::size_t count) {
  const PointSampler sampler(scene.level);
  Rng rng(20 + static_cast<std::uint64_t>(set));
  std::vector<Segment> segments(count);
  for (std::size_t i = 0; i < count; ++i) {
    const PointSampler::Sample start = sampler.draw(rng);
    const double length = length_for(scene, set, rng);
    const glm::dvec3 along = glm::dvec3(rng.unit_vec3()) * length;
    segments[i] = {start.point, start.cell, start.point + glm::vec3(along),
                   static_cast<std::uint32_t>(i)};
  }
  return segments;
}

WallSoup wall_soup(const Level& level) {
  WallSoup soup;
  for (std::uint32_t v = 0; v < level.vertex_count(); ++v) {
    const glm::vec3 p(to_metres(level.vertex(v)));
    soup.positions.insert(soup.positions.end(), {p.x, p.y, p.z});
  }
  for (std::uint32_t side = 0; side < level.side_count(); ++side) {
    if (level.side_neighbor(side) != kNone) continue;
    const auto corners = level.side_corners(side);
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
      soup.indices.insert(soup.indices.end(), {corners[0], corners[i], corners[i + 1]});
    }
  }
  return soup;
}

}  // namespace playset::bench
