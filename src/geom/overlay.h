// src/geom/overlay.h - polygons of one plane that share vertices by id: what two have in common,
// what is left, convex pieces.
//
// All corners lie on shared vertices and edges meet only at them; partition_sides sees to that.
// Then everything but "left or right of" is a matter of ids, and rounding cannot open a crack.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "playset/geom/grid.h"

namespace playset {

using CornerLoop = std::vector<std::uint32_t>;  // vertex ids

// The plane seen along an axis, so that the polygon that chose it turns left.
struct PlaneView {
  std::span<const GridPoint> vertices;
  int axis = 2;
  bool mirrored = false;

  [[nodiscard]] glm::ivec2 at(std::uint32_t vertex) const noexcept;
};
[[nodiscard]] PlaneView view_of(std::span<const GridPoint> vertices, const CornerLoop& polygon);

// The common part of two polygons that both turn left. False where there is no single sound one;
// empty where they lie apart.
[[nodiscard]] bool overlap_of(const PlaneView& view, const CornerLoop& a, const CornerLoop& b,
                              CornerLoop& out);

// `whole` without `parts` (which lie in it and do not overlap), as convex polygons. False where
// that does not come out even.
[[nodiscard]] bool remainder_of(const PlaneView& view, const CornerLoop& whole,
                                std::span<const CornerLoop> parts, std::vector<CornerLoop>& out);

// A polygon itself where it is convex and exactly planar or has four corners at most, else
// triangles merged where planar and convex. The reversed polygon gives the reversed pieces.
[[nodiscard]] bool planar_pieces(const PlaneView& view, const CornerLoop& polygon,
                                 std::vector<CornerLoop>& out);

}  // namespace playset
