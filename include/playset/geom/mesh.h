// playset/geom/mesh.h - Mesh: indexed triangles in ranges per material; what blockout and hull builders give to exporters.
//
// Units   metres; UVs in metres on the surface (one texture repeat per metre before the material's own scale).
// Cost    plain arrays.
// Threads const use from any thread.
// See     level/blockout.h, asset/export_gltf.h
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

namespace playset {

// Triangles [first_index, first_index + index_count) of one material.
struct MeshPart {
  std::string material;
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;
};

// Counterclockwise triangles seen from the side their normal points to.
struct Mesh {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;    // unit, one per position
  std::vector<glm::vec2> uvs;        // one per position
  std::vector<std::uint32_t> indices;
  std::vector<MeshPart> parts;       // in material order; together they cover all indices
};

}  // namespace playset
