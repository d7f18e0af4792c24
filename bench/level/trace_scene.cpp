// Scenes of the level bench: where they come from, and random segments in them.
#include "bench/level/trace_scene.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "playset/asset/doom.h"
#include "playset/core/rng.h"
#include "scenes/tunnels.h"

namespace playset::bench {
namespace {

// A tetrahedron from a cell's center to a triangle of one of its sides: how points are drawn uniformly.
struct Tetra {
  std::uint32_t cell = 0;
  glm::dvec3 a{0}, b{0}, c{0}, d{0};
  double volume = 0;
};

double volume_of(const Tetra& t) {
  const glm::dvec3 p = t.b - t.a, q = t.c - t.a, r = t.d - t.a;
  return std::fabs(p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) + p.z * (q.x * r.y - q.y * r.x)) / 6;
}

std::vector<Tetra> tetras_of(const Level& level) {
  std::vector<Tetra> all;
  for (std::uint32_t side = 0; side < level.side_count(); ++side) {
    const auto corners = level.side_corners(side);
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
      Tetra t;
      t.cell = level.side_cell(side);
      t.a = level.cell_center(t.cell);
      t.b = to_metres(level.vertex(corners[0]));
      t.c = to_metres(level.vertex(corners[i]));
      t.d = to_metres(level.vertex(corners[i + 1]));
      t.volume = volume_of(t);
      all.push_back(t);
    }
  }
  return all;
}

double mean_cell_size(const Level& level, const std::vector<Tetra>& tetras) {
  std::vector<double> volumes(level.cell_count(), 0.0);
  for (const Tetra& t : tetras) volumes[t.cell] += t.volume;
  double sum = 0;
  for (const double volume : volumes) sum += std::cbrt(volume);
  return sum / static_cast<double>(volumes.size());
}

// Uniform in a tetrahedron: fold the unit cube into one (Rocchini and Cignoni 2000).
glm::dvec3 point_in(const Tetra& tetra, Rng& rng) {
  double s = rng.next_double(), t = rng.next_double(), u = rng.next_double();
  if (s + t > 1) s = 1 - s, t = 1 - t;
  if (t + u > 1) {
    const double old = u;
    u = 1 - s - t, t = 1 - old;
  } else if (s + t + u > 1) {
    const double old = u;
    u = s + t + u - 1, s = 1 - t - old;
  }
  return tetra.a + (tetra.b - tetra.a) * s + (tetra.c - tetra.a) * t + (tetra.d - tetra.a) * u;
}

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
    std::fprintf(stderr, "%s: %s is missing (Debian package freedoom); skipped\n", map.c_str(), PLAYSET_FREEDOOM2_WAD);
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
  scene->cell_size = mean_cell_size(scene->level, tetras_of(scene->level));
  return scene;
}

std::vector<Segment> make_segments(const TraceScene& scene, SegmentSet set, std::size_t count) {
  const std::vector<Tetra> tetras = tetras_of(scene.level);
  std::vector<double> up_to;
  double sum = 0;
  for (const Tetra& t : tetras) up_to.push_back(sum += t.volume);
  Rng rng(20 + static_cast<std::uint64_t>(set));
  std::vector<Segment> segments;
  segments.reserve(count);
  while (segments.size() < count) {
    const auto found = std::upper_bound(up_to.begin(), up_to.end(), rng.next_double() * sum);
    const Tetra& tetra = tetras[std::min<std::size_t>(static_cast<std::size_t>(found - up_to.begin()), tetras.size() - 1)];
    Segment segment;
    segment.cell = tetra.cell;
    segment.from = glm::vec3(point_in(tetra, rng));
    segment.to = segment.from + glm::vec3(glm::dvec3(rng.unit_vec3()) * length_for(scene, set, rng));
    segment.user = static_cast<std::uint32_t>(segments.size());
    // Rounding to float may push a point that lies on the cell's very boundary out of it.
    if (cell_holds(scene.level, segment.cell, glm::dvec3(segment.from))) segments.push_back(segment);
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
