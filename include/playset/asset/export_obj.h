// playset/asset/export_obj.h - write_obj: a level's walls and doors as Wavefront OBJ and MTL, for
// tools that read nothing newer.
//
// Triggers, spawns and props do not fit the format: use export_gltf.h for them.
// Units   metres, +Y up.
// Cost    linear.
// Threads pure functions.
// Ref     Wavefront, "Advanced Visualizer Manual", appendix B1 (OBJ) and MTL
// See     level/blockout.h, tests/asset/export_obj_test.cpp
#pragma once

#include <string>
#include <string_view>

#include "playset/geom/mesh.h"
#include "playset/level/level.h"

namespace playset {

struct ObjFiles {
  std::string obj;
  std::string mtl;
};

// `mtl_name` is the name under which the second text will be saved, beside the first; `hull` (level/hull.h) comes
// beside the walls, where given.
[[nodiscard]] PLAYSET_API ObjFiles write_obj(const Level& level, std::string_view mtl_name,
                                             const Mesh* hull = nullptr);

}  // namespace playset
