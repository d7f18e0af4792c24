// playset/geom/mesh.h - Mesh: indexed triangles in ranges per material; what blockout and hull
// builders give to exporters.
//
// Units   metres; UVs in metres on the surface (one texture repeat per metre before the material's
//         own scale).
// Cost    plain arrays; check_mesh linear, is_closed O(n log n).
// Threads const use from any thread.
// See     level/blockout.h, asset/export_gltf.h, tests/geom/mesh_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/result.h"

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
  std::vector<glm::vec3> normals;  // unit, one per position
  std::vector<glm::vec2> uvs;      // one per position
  std::vector<std::uint32_t> indices;
  std::vector<MeshPart> parts;  // in material order; together they cover all indices
};

// The first broken rule of the comments above (finite, unit normals, equal counts, indices in
// range, parts that cover all indices in whole triangles), or Done.
[[nodiscard]] PLAYSET_API Result<Done> check_mesh(const Mesh& mesh);

// True when the surface is a closed 2-manifold: each edge, by the positions of its ends, belongs to
// two triangles that run along it in opposite directions. Triangles with two equal corners do not
// count. Requires check_mesh.
[[nodiscard]] PLAYSET_API bool is_closed(const Mesh& mesh);

}  // namespace playset
