// src/geom/mesh.cpp - checks meshes before they leave the house, and whether they close.
#include "playset/geom/mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/is_finite.h"

namespace playset {
namespace {

Error invalid(std::string message) {
  Error error;
  error.message = std::move(message);
  return error;
}

bool is_unit(glm::vec3 n) {
  const float length2 = n.x * n.x + n.y * n.y + n.z * n.z;
  return length2 > 0.999f && length2 < 1.001f;
}

std::string vertex_problem(const Mesh& mesh) {
  if (mesh.normals.size() != mesh.positions.size() || mesh.uvs.size() != mesh.positions.size()) {
    return std::to_string(mesh.positions.size()) + " positions, " +
           std::to_string(mesh.normals.size()) + " normals and " + std::to_string(mesh.uvs.size()) +
           " UVs: there must be one of each per vertex";
  }
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const std::string name = "vertex " + std::to_string(i);
    if (!is_finite(mesh.positions[i])) return name + " has a position that is not finite";
    if (!is_finite(mesh.normals[i]) || !is_unit(mesh.normals[i]))
      return name + " has a normal that is not of length 1";
    if (!std::isfinite(mesh.uvs[i].x) || !std::isfinite(mesh.uvs[i].y))
      return name + " has a UV that is not finite";
  }
  return "";
}

std::string part_problem(const Mesh& mesh) {
  std::size_t covered = 0;
  for (std::size_t i = 0; i < mesh.parts.size(); ++i) {
    const MeshPart& part = mesh.parts[i];
    const std::string name = "part " + std::to_string(i) + " ('" + part.material + "')";
    if (part.first_index != covered) return name + " does not start where the one before ends";
    if (part.index_count % 3 != 0)
      return name + " has " + std::to_string(part.index_count) + " indices: not whole triangles";
    covered += part.index_count;
  }
  if (covered == mesh.indices.size()) return "";
  return "the parts cover " + std::to_string(covered) + " of " +
         std::to_string(mesh.indices.size()) + " indices";
}

// Number of the place of each vertex: vertices at one place get the same.
std::vector<std::uint32_t> places(const Mesh& mesh) {
  std::vector<std::uint32_t> order(mesh.positions.size()), place(mesh.positions.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto key = [&](std::uint32_t i) {
    const glm::vec3 p = mesh.positions[i] + 0.0f;  // -0 becomes 0
    return std::array<float, 3>{p.x, p.y, p.z};
  };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && key(order[i]) == key(order[i - 1]);
    place[order[i]] = same ? place[order[i - 1]] : static_cast<std::uint32_t>(i);
  }
  return place;
}

}  // namespace

Result<Done> check_mesh(const Mesh& mesh) {
  if (std::string p = vertex_problem(mesh); !p.empty()) return invalid(std::move(p));
  for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
    if (mesh.indices[i] < mesh.positions.size()) continue;
    return invalid("index " + std::to_string(i) + " names vertex " +
                   std::to_string(mesh.indices[i]) + " of " +
                   std::to_string(mesh.positions.size()));
  }
  if (std::string p = part_problem(mesh); !p.empty()) return invalid(std::move(p));
  return Done{};
}

bool is_closed(const Mesh& mesh) {
  const std::vector<std::uint32_t> place = places(mesh);
  std::vector<std::uint64_t> edges;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const std::array<std::uint64_t, 3> v = {place[mesh.indices[i]], place[mesh.indices[i + 1]],
                                            place[mesh.indices[i + 2]]};
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
    for (std::size_t k = 0; k < 3; ++k) edges.push_back(v[k] << 32 | v[(k + 1) % 3]);
  }
  std::sort(edges.begin(), edges.end());
  if (std::adjacent_find(edges.begin(), edges.end()) != edges.end()) return false;
  return std::all_of(edges.begin(), edges.end(), [&](std::uint64_t e) {
    return std::binary_search(edges.begin(), edges.end(), e << 32 | e >> 32);
  });
}

}  // namespace playset
