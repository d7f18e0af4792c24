// build_blockout: triangulates walls material by material, sharing corners where place and normal
// agree.
#include "playset/level/blockout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "level/box_uv.h"
#include "playset/geom/polygon.h"

namespace playset {
namespace {

class MeshBuilder {
 public:
  explicit MeshBuilder(const Level& level) : level_(level), newest_(level.vertex_count(), kNone) {}

  void begin_part(std::string material) {
    mesh_.parts.push_back(
        {std::move(material), static_cast<std::uint32_t>(mesh_.indices.size()), 0});
  }

  void add_side(std::uint32_t side) {
    const std::span<const std::uint32_t> corners = level_.side_corners(side);
    const glm::dvec3 normal = level_.side_normal(side);
    if (normal == glm::dvec3(0.0)) return;  // no area: nothing to see
    const CoarseNormal key = coarse(normal);
    polygon_.clear();
    out_.clear();
    for (const std::uint32_t corner : corners) {
      polygon_.push_back(level_.vertex(corner));
      out_.push_back(corner_index(corner, key, normal));
    }
    triangulate_polygon(polygon_, triangles_);
    for (const PolygonTriangle& triangle : triangles_) {
      for (const std::uint32_t corner : triangle) mesh_.indices.push_back(out_[corner]);
    }
    mesh_.parts.back().index_count =
        static_cast<std::uint32_t>(mesh_.indices.size()) - mesh_.parts.back().first_index;
  }

  Mesh take() { return std::move(mesh_); }

 private:
  // The mesh's corner with this place and normal, made where there is none. Those of one vertex
  // form a chain.
  std::uint32_t corner_index(std::uint32_t vertex, const CoarseNormal& key, glm::dvec3 normal) {
    for (std::uint32_t i = newest_[vertex]; i != kNone; i = older_[i]) {
      if (keys_[i] == key) return i;
    }
    const auto index = static_cast<std::uint32_t>(mesh_.positions.size());
    const glm::dvec3 place = to_metres(level_.vertex(vertex));
    mesh_.positions.emplace_back(place);
    mesh_.normals.emplace_back(normal);
    mesh_.uvs.push_back(box_uv(place, key));
    keys_.push_back(key);
    older_.push_back(newest_[vertex]);
    newest_[vertex] = index;
    return index;
  }

  const Level& level_;
  Mesh mesh_;
  std::vector<std::uint32_t> newest_;  // per vertex of the level: its latest corner in the mesh
  std::vector<std::uint32_t>
      older_;  // per corner of the mesh: the one before it of the same vertex
  std::vector<CoarseNormal> keys_;
  std::vector<GridPoint> polygon_;
  std::vector<std::uint32_t> out_;
  std::vector<PolygonTriangle> triangles_;
};

bool is_wall(const Level& level, std::uint32_t side) { return level.side_neighbor(side) == kNone; }

// Walls in material order, within one in side order: a counting sort. first[m] is where material m
// starts.
struct WallOrder {
  std::vector<std::uint32_t> sides;
  std::vector<std::uint32_t> first;
};

WallOrder sort_walls(const Level& level, std::uint32_t materials) {
  const auto slot = [&](std::uint32_t side) {
    return std::min(level.side_material(side), materials);
  };
  WallOrder order;
  order.first.assign(std::size_t{materials} + 2, 0);
  for (std::uint32_t side = 0; side < level.side_count(); ++side) {
    if (is_wall(level, side)) ++order.first[slot(side) + 1];
  }
  for (std::size_t i = 1; i < order.first.size(); ++i) order.first[i] += order.first[i - 1];
  order.sides.resize(order.first.back());
  std::vector<std::uint32_t> next = order.first;
  for (std::uint32_t side = 0; side < level.side_count(); ++side) {
    if (is_wall(level, side)) order.sides[next[slot(side)]++] = side;
  }
  return order;
}

}  // namespace

Mesh build_blockout(const Level& level) {
  const std::vector<std::string> names = level.extras().materials;
  const auto materials = static_cast<std::uint32_t>(names.size());
  const WallOrder order = sort_walls(level, materials);
  MeshBuilder builder(level);
  for (std::uint32_t m = 0; m <= materials; ++m) {
    if (order.first[m] == order.first[m + 1]) continue;
    builder.begin_part(m < materials ? names[m] : std::string());
    for (std::uint32_t i = order.first[m]; i < order.first[m + 1]; ++i)
      builder.add_side(order.sides[i]);
  }
  return builder.take();
}

std::vector<Mesh> build_door_meshes(const Level& level) {
  const std::vector<std::string> names = level.extras().materials;
  std::vector<std::vector<std::uint32_t>> sides(level.door_count());
  for (std::uint32_t side = 0; side < level.side_count(); ++side) {
    if (level.side_door(side) < sides.size()) sides[level.side_door(side)].push_back(side);
  }
  std::vector<Mesh> meshes;
  for (std::vector<std::uint32_t>& own : sides) {
    const auto by_material = [&](std::uint32_t a, std::uint32_t b) {
      return level.side_material(a) < level.side_material(b);
    };
    std::stable_sort(own.begin(), own.end(), by_material);
    MeshBuilder builder(level);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const std::uint32_t material = level.side_material(own[i]);
      if (i == 0 || material != level.side_material(own[i - 1])) {
        builder.begin_part(material < names.size() ? names[material] : std::string());
      }
      builder.add_side(own[i]);
    }
    meshes.push_back(builder.take());
  }
  return meshes;
}

}  // namespace playset
