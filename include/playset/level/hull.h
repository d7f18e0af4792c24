// playset/level/hull.h - build_hull: a level's walls seen from outside, moved outward by a thickness,
// as one closed surface.
//
// What a station looks like from space, and what a 3D printer takes. Exact per wall, with materials.
// Not a remeshed skin: where rooms lie nearer to each other than the thickness it refuses, and says
// how much would do. Cells tagged "exterior" (level/exterior.h) are left out; ways to them are gates.
//
// Units   metres.
// Cost    linear, and the pairs of triangles that come near each other; see bench/level (hull/*).
// Threads pure function.
// Ref     docs/level.md (Hull)
// See     level/blockout.h (the same walls from inside), tests/level/hull_test.cpp
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "playset/geom/mesh.h"
#include "playset/level/level.h"

namespace playset {

struct BrokenRule;   // core/config.h
struct ConfigField;  // core/config.h

struct HullConfig {
  double thickness = 0.0;  // m, 0 to 64: 0 is the walls themselves
  // true: gates are closed by a wall of the material "gate". False: they are holes with a rim as
  // deep as the thickness, and the surface is open there.
  bool cap_gates = true;
};

[[nodiscard]] PLAYSET_API std::span<const ConfigField> config_fields(
    const HullConfig* config) noexcept;

// The first broken rule with its field, or nothing.
[[nodiscard]] PLAYSET_API std::optional<BrokenRule> check_hull(const HullConfig& config) noexcept;

// What is nearest to cutting itself.
struct HullLimit {
  std::array<std::uint32_t, 2> cells{kNone, kNone};  // of the level
  glm::dvec3 position{0.0};
};

struct HullShell {
  Mesh mesh;  // triangles counterclockwise from outside, flat normals, a part per material
  // By position of the mesh: its vertex of the surface. Corners with different normals share one;
  // vertices at one place that belong to different sheets (cells that touch at an edge or a corner
  // alone) do not.
  std::vector<std::uint32_t> surface_vertices;
  std::vector<std::uint32_t> triangle_sides;  // by triangle: the level's side it stands for
  std::uint32_t vertex_count = 0, edge_count = 0, triangle_count = 0;  // of the closed surface
  std::uint32_t sheet_count = 0;                                       // connected parts
  double volume = 0.0;                                                 // m3 within
  double safe_thickness = 0.0;  // m: up to it the surface surely does not meet itself
  HullLimit limit;              // what safe_thickness is due to; cells kNone where nothing was near
};

// V - E + F: 2 for a ball, 0 for a ring, summed over the sheets.
[[nodiscard]] constexpr std::int64_t euler_number(const HullShell& hull) noexcept {
  return std::int64_t{hull.vertex_count} - hull.edge_count + hull.triangle_count;
}

// Topology comes from vertex ids and from turning round each wall's edges through the cells, so that
// every edge has two triangles, whatever the shapes. Walls of two cells that lie on each other corner
// by corner count as inside. A corner moves to where its walls' planes meet when all are moved by
// the thickness (least squares where they are many), at most 3 times as far.
//
// Refuses (Invalid, with cells and place) a thickness above safe_thickness, which is a lower bound:
// see docs/level.md for the proof. Searched up to twice the thickness, and 1 m at least.
[[nodiscard]] PLAYSET_API Result<HullShell> build_hull(const Level& level,
                                                       const HullConfig& config = {});

}  // namespace playset
