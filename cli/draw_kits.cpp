// Faces of pieces, brought to their places.
#include "cli/draw_kits.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "playset/scaffold/kit_pieces.h"

namespace playset {
namespace {

Colour colour_of(std::uint32_t rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
          static_cast<std::uint8_t>(rgb), 255};
}

glm::dvec3 turned(const std::array<float, 4>& q, glm::dvec3 v) {
  const glm::dvec3 axis(q[0], q[1], q[2]), twice = 2.0 * glm::cross(axis, v);
  return v + static_cast<double>(q[3]) * twice + glm::cross(axis, twice);
}

std::uint32_t cell_of(const LevelKits& kits, ScaffoldId cub) {
  return static_cast<std::uint32_t>(std::lower_bound(kits.cubs.begin(), kits.cubs.end(), cub) -
                                    kits.cubs.begin());
}

// The mesh's faces: triangles one after another that share their first corner are one.
std::vector<std::vector<std::uint32_t>> faces_of(const Mesh& mesh) {
  std::vector<std::vector<std::uint32_t>> faces;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    if (faces.empty() || faces.back()[0] != mesh.indices[i])
      faces.push_back({mesh.indices[i], mesh.indices[i + 1]});
    faces.back().push_back(mesh.indices[i + 2]);
  }
  return faces;
}

}  // namespace

std::vector<Colour> colours_of_materials(const LevelKits& kits,
                                         std::span<const std::string> names) {
  std::vector<Colour> colours;
  for (const std::string& name : names) {
    const ScaffoldMaterial* material = find_record(kits.materials, key_id(name));
    colours.push_back(colour_of(material == nullptr ? ScaffoldMaterial{}.color : material->color));
  }
  return colours;
}

std::vector<PieceFace> faces_of_kits(const LevelKits& kits) {
  std::vector<PieceFace> result;
  for (const KitBatch& batch : kits.plan.batches) {
    const ScaffoldKit& kit = *find_record(kits.kits, batch.kit);
    const Mesh mesh = build_kit_piece(kit.piece(batch.part), batch.variant);
    const auto faces = faces_of(mesh);
    for (std::uint32_t i = batch.first; i < batch.first + batch.count; ++i) {
      const KitPlacement& p = kits.plan.placements[i];
      PieceFace face;
      face.colour = colour_of(kit.color);
      face.cell = cell_of(kits, p.side.cub);
      face.side = p.side.side;
      face.other_cell = cell_of(kits, p.other.cub);
      face.other_side = p.other.side;
      face.stands_free = p.part == KitPart::Door;
      for (const auto& corners : faces) {
        face.corners.clear();
        for (const std::uint32_t corner : corners) {
          const glm::dvec3 at = glm::dvec3(mesh.positions[corner]) * glm::dvec3(p.scale);
          face.corners.push_back(glm::dvec3(p.position) + turned(p.rotation, at));
        }
        const glm::dvec3 normal =
            glm::dvec3(mesh.normals[corners[0]]) / glm::dvec3(p.scale);  // of what is stretched
        face.normal = glm::normalize(turned(p.rotation, normal));
        result.push_back(face);
      }
    }
  }
  return result;
}

}  // namespace playset
