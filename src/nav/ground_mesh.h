// From floors to the surface that paths are found on: a constrained Delaunay triangulation whose
// corners all lie on obstacles.
#pragma once

#include "nav/ground_data.h"

namespace playset {

// A point of the plan that walls touch: the rightmost half-edge and a floor edge from it.
struct WallPoint {
  std::uint32_t half = kNone;
  std::uint32_t edge = kNone;
};

// Fills plan and anchors of `data`, whose floors are built.
[[nodiscard]] std::vector<WallPoint> build_ground_mesh(GroundData& data);

}  // namespace playset
