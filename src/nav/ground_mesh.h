// From floors to the surface that paths are found on: a constrained Delaunay triangulation whose
// corners all lie on obstacles.
#pragma once

#include "nav/ground_data.h"

namespace playset {

// Fills mesh, floor_middle and floor_triangle of `data`, whose floors are built.
void build_ground_mesh(GroundData& data);

}  // namespace playset
