// playset/level/blockout.h - build_blockout: the level's walls as a triangle mesh per material, to
// look at and to export.
//
// The grey walls of a level without decoration. Portals have no surface; doors are meshes of their
// own, as they move.
// Units   metres; UVs in metres, projected along the axis the wall faces most, so that they run on
//         over coplanar neighbours.
// Cost    linear in the wall corners; see bench/level (blockout/*).
// Threads pure functions.
// Ref     Meisters 1975 (ears)
// See     geom/mesh.h, asset/export_gltf.h, docs/level.md, tests/level/blockout_test.cpp
#pragma once

#include <vector>

#include "playset/geom/mesh.h"
#include "playset/level/level.h"

namespace playset {

// Walls only. Normals point into the cells; corners are shared where place and normal agree; one
// part per material, in the order of the level's materials, walls without one last with an empty
// name. Equal levels give equal meshes.
[[nodiscard]] PLAYSET_API Mesh build_blockout(const Level& level);

// One mesh per door of the level: its portals' polygons, seen from both sides.
[[nodiscard]] PLAYSET_API std::vector<Mesh> build_door_meshes(const Level& level);

}  // namespace playset
