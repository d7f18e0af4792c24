// build_hull: moves the walls' corners outward, proves that they may, and makes the mesh.
#include "playset/level/hull.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>

#include "level/box_uv.h"
#include "level/hull_clearance.h"
#include "level/hull_surface.h"
#include "level/place_text.h"
#include "playset/core/config.h"
#include "playset/geom/polygon.h"

namespace playset {
namespace {

constexpr std::array kFields{
    config_field<&HullConfig::thickness>(
        "thickness", "m", 0.0, 64.0, "that walls are moved out by; too much and they would meet"),
    config_flag<&HullConfig::cap_gates>("cap_gates", "gates are closed, else holes with a rim"),
};

constexpr double kLongestMiter = 3.0;
constexpr double kOneNormal = 0.9995;  // cosine above which normals count as one
constexpr double kFlatMiter = 1e-3;    // share of the largest eigenvalue below which none is solved

// Symmetric: a, b, c on the diagonal. Jacobi's rotations until nothing is left off it.
struct Eigen {
  std::array<glm::dvec3, 3> axes{glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1)};
  glm::dvec3 values{0.0};
};

Eigen find_eigen(std::array<std::array<double, 3>, 3> m) noexcept {
  Eigen out;
  for (int sweep = 0; sweep < 12; ++sweep) {
    for (std::size_t p = 0; p < 2; ++p) {
      for (std::size_t q = p + 1; q < 3; ++q) {
        if (std::fabs(m[p][q]) < 1e-15) continue;
        const double theta = 0.5 * (m[q][q] - m[p][p]) / m[p][q];
        const double t =
            (theta < 0.0 ? -1.0 : 1.0) / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
        const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
        for (std::size_t k = 0; k < 3; ++k) {
          const double kp = m[k][p], kq = m[k][q];
          m[k][p] = c * kp - s * kq;
          m[k][q] = s * kp + c * kq;
        }
        for (std::size_t k = 0; k < 3; ++k) {
          const double pk = m[p][k], qk = m[q][k];
          m[p][k] = c * pk - s * qk;
          m[q][k] = s * pk + c * qk;
        }
        const glm::dvec3 ap = out.axes[p], aq = out.axes[q];
        out.axes[p] = c * ap - s * aq;
        out.axes[q] = s * ap + c * aq;
      }
    }
  }
  out.values = {m[0][0], m[1][1], m[2][2]};
  return out;
}

// The way w with n . w = 1 for each normal, in the least squares' sense, shortest of such.
glm::dvec3 miter_of(const std::vector<glm::dvec3>& normals) noexcept {
  std::array<std::array<double, 3>, 3> m{};
  glm::dvec3 sum(0.0);
  for (const glm::dvec3 n : normals) {
    sum += n;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        m[i][j] += n[static_cast<int>(i)] * n[static_cast<int>(j)];
  }
  const Eigen eigen = find_eigen(m);
  const double largest = std::max({eigen.values.x, eigen.values.y, eigen.values.z});
  glm::dvec3 way(0.0);
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = eigen.values[static_cast<int>(i)];
    if (value > kFlatMiter * largest) way += eigen.axes[i] * (glm::dot(eigen.axes[i], sum) / value);
  }
  const double size = glm::length(way);
  return size > kLongestMiter ? way * (kLongestMiter / size) : way;
}

class HullBuilder {
 public:
  HullBuilder(const Level& level, const HullConfig& config)
      : level_(level), config_(config), surface_(find_hull_surface(level)) {}

  Result<HullShell> build() {
    if (!surface_.problem.empty()) return refuse(surface_.problem);
    find_normals();
    move_corners();
    cut_walls();
    if (Result<Done> safe = check_clearance(); !safe) return safe.error();
    make_mesh();
    count();
    return std::move(hull_);
  }

 private:
  static Error refuse(std::string text) {
    return {ErrorCode::Invalid, std::move(text), {}, 0, 0, 0};
  }

  // Outward of each wall.
  void find_normals() {
    for (const HullWall& wall : surface_.walls) normals_.push_back(-level_.side_normal(wall.side));
  }

  void move_corners() {
    std::vector<std::vector<glm::dvec3>> around(surface_.corner_vertex.size());
    for (const HullEdge& edge : surface_.edges) {
      std::vector<glm::dvec3>& own = around[edge.corner];
      const glm::dvec3 n = normals_[edge.wall];
      if (std::none_of(own.begin(), own.end(),
                       [&](glm::dvec3 m) { return glm::dot(m, n) > kOneNormal; }))
        own.push_back(n);
    }
    for (std::size_t c = 0; c < around.size(); ++c) {
      moving_.places.push_back(to_metres(level_.vertex(surface_.corner_vertex[c])));
      moving_.ways.push_back(miter_of(around[c]));
    }
  }

  // Wall by wall into triangles, seen from outside.
  void cut_walls() {
    std::vector<GridPoint> polygon;
    std::vector<PolygonTriangle> cut;
    for (std::uint32_t w = 0; w < surface_.walls.size(); ++w) {
      const HullWall& wall = surface_.walls[w];
      polygon.clear();
      for (std::uint32_t k = 0; k < wall.edge_count; ++k)
        polygon.push_back(level_.vertex(surface_.edges[wall.first_edge + k].vertex));
      triangulate_polygon(polygon, cut);
      for (const PolygonTriangle& t : cut) {
        const auto corner = [&](std::size_t k) {
          return surface_.edges[wall.first_edge + t[k]].corner;
        };
        moving_.triangles.push_back({corner(0), corner(2), corner(1)});
        wall_of_.push_back(w);
      }
    }
  }

  Result<Done> check_clearance() {
    const double search = std::max(2.0 * config_.thickness, 1.0);
    const Clearance found = find_clearance(moving_, search);
    hull_.safe_thickness = found.safe;
    if (found.triangles[0] != found.triangles[1] || found.safe < search) {
      for (std::size_t i = 0; i < 2; ++i)
        hull_.limit.cells[i] = level_.side_cell(surface_.walls[wall_of_[found.triangles[i]]].side);
      hull_.limit.position = moving_.places[moving_.triangles[found.triangles[0]][0]];
    }
    if (config_.thickness == 0.0 || config_.thickness < found.safe) return Done{};
    std::string thickness;
    append_number(thickness, config_.thickness);
    return refuse("a hull " + thickness + " m thick would meet itself at cells " +
                  std::to_string(level_.source_cell(hull_.limit.cells[0])) + " and " +
                  std::to_string(level_.source_cell(hull_.limit.cells[1])) + " near " +
                  place_text(hull_.limit.position) + "; below " + length_text(found.safe) +
                  " m it surely does not");
  }

  // --- The mesh: triangles in the order of their materials.

  std::uint32_t part_of(std::uint32_t w) const {
    if (surface_.walls[w].gate) return gate_part_;
    return std::min(level_.side_material(surface_.walls[w].side), gate_part_ - 1);
  }

  void make_mesh() {
    const std::vector<std::string> names = level_.extras().materials;
    gate_part_ = static_cast<std::uint32_t>(names.size()) + 1;
    std::vector<std::uint32_t> order(moving_.triangles.size());
    for (std::uint32_t t = 0; t < order.size(); ++t) order[t] = t;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return part_of(wall_of_[a]) < part_of(wall_of_[b]);
    });
    std::uint32_t part = kNone;
    for (const std::uint32_t t : order) {
      const std::uint32_t wall = wall_of_[t];
      if (surface_.walls[wall].gate && !config_.cap_gates) continue;
      if (part_of(wall) != part) {
        part = part_of(wall);
        begin_part(part < names.size() ? names[part] : part == gate_part_ ? "gate" : "");
      }
      add_triangle(t, moved(t), surface_.walls[wall].side);
    }
    if (!config_.cap_gates) add_rims();
  }

  void begin_part(std::string name) {
    hull_.mesh.parts.push_back(
        {std::move(name), static_cast<std::uint32_t>(hull_.mesh.indices.size()), 0});
  }

  std::array<glm::dvec3, 3> moved(std::uint32_t t) const {
    std::array<glm::dvec3, 3> out;
    for (std::size_t k = 0; k < 3; ++k) out[k] = place(moving_.triangles[t][k]);
    return out;
  }
  glm::dvec3 place(std::uint32_t corner) const {
    return moving_.places[corner] + config_.thickness * moving_.ways[corner];
  }

  void add_triangle(std::uint32_t t, const std::array<glm::dvec3, 3>& p, std::uint32_t side) {
    add_corners(p, side, moving_.triangles[t]);
  }

  // Flat normals: each triangle has corners of its own.
  void add_corners(const std::array<glm::dvec3, 3>& p, std::uint32_t side,
                   const std::array<std::uint32_t, 3>& corners) {
    const glm::dvec3 area = glm::cross(p[1] - p[0], p[2] - p[0]);
    const double size = glm::length(area);
    const glm::dvec3 normal = size > 0.0 ? area / size : -level_.side_normal(side);
    for (std::size_t k = 0; k < 3; ++k) {
      hull_.mesh.indices.push_back(static_cast<std::uint32_t>(hull_.mesh.positions.size()));
      hull_.mesh.positions.emplace_back(p[k]);
      hull_.mesh.normals.emplace_back(normal);
      hull_.mesh.uvs.push_back(box_uv(p[k], coarse(normal)));
      hull_.surface_vertices.push_back(corners[k]);
    }
    hull_.triangle_sides.push_back(side);
    hull_.mesh.parts.back().index_count += 3;
  }

  // Round each gate, from the wall's own edge out to the moved one.
  void add_rims() {
    bool begun = false;
    for (std::uint32_t w = 0; w < surface_.walls.size(); ++w) {
      const HullWall& wall = surface_.walls[w];
      if (!wall.gate || config_.thickness == 0.0) continue;
      if (!begun) begin_part("gate");
      begun = true;
      for (std::uint32_t k = 0; k < wall.edge_count; ++k) {
        const HullEdge& edge = surface_.edges[wall.first_edge + k];
        const std::uint32_t a = edge.corner, b = surface_.edges[edge.next].corner;
        const glm::dvec3 pa = moving_.places[a], pb = moving_.places[b];
        add_corners({pa, place(a), place(b)}, wall.side, {a, a, b});
        add_corners({pa, place(b), pb}, wall.side, {a, b, b});
      }
    }
  }

  void count() {
    hull_.vertex_count = static_cast<std::uint32_t>(surface_.corner_vertex.size());
    hull_.triangle_count = static_cast<std::uint32_t>(moving_.triangles.size());
    hull_.edge_count = hull_.triangle_count + hull_.triangle_count / 2;
    hull_.sheet_count = surface_.sheets;
    for (std::uint32_t t = 0; t < moving_.triangles.size(); ++t) {
      const auto p = moved(t);
      hull_.volume += glm::dot(p[0], glm::cross(p[1], p[2])) / 6.0;
    }
  }

  const Level& level_;
  const HullConfig& config_;
  HullSurface surface_;
  std::vector<glm::dvec3> normals_;  // by wall
  MovingSurface moving_;
  std::vector<std::uint32_t> wall_of_;  // by triangle
  std::uint32_t gate_part_ = 0;
  HullShell hull_;
};

}  // namespace

std::span<const ConfigField> config_fields(const HullConfig*) noexcept { return kFields; }

std::optional<BrokenRule> check_hull(const HullConfig& config) noexcept {
  return check_config(config);
}

Result<HullShell> build_hull(const Level& level, const HullConfig& config) {
  if (const std::optional<BrokenRule> broken = check_hull(config))
    return Error{ErrorCode::Usage, "hull: " + broken->message(), {}, 0, 0, 0};
  return HullBuilder(level, config).build();
}

}  // namespace playset
