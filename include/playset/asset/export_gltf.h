// playset/asset/export_gltf.h - write_glb, write_gltf: a level as glTF 2.0 for Blender and engines.
//
// One node and mesh per material, one per door, and nodes for spawns, props and triggers; kit pieces
// as nodes that share one mesh per piece. What glTF has no words for lies in `extras` as
// {"playset": {...}}: kind, key, numbers of the source.
// Units   metres, +Y up, right-handed: glTF's own.
// Cost    linear; 32 bytes a corner.
// Threads pure functions.
// Ref     Khronos glTF 2.0 specification
// See     level/blockout.h, docs/asset.md (the extras), tests/asset/export_gltf_test.cpp
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "playset/core/result.h"
#include "playset/geom/mesh.h"
#include "playset/level/level.h"
#include "playset/scaffold/place_kits.h"

namespace playset {

// The kit pieces of the scaffold that the level was made of.
struct GltfKits {
  const KitPlan& plan;
  const std::vector<ScaffoldKit>& kits;  // those of the scaffold
};

// The binary form, one file; with `hull` (level/hull.h) as a group beside the walls, and kit pieces
// as instances, where given. Fails (OutOfRange) where it would not fit the format's 4 GiB.
[[nodiscard]] PLAYSET_API Result<std::vector<std::byte>> write_glb(const Level& level,
                                                                   const Mesh* hull = nullptr,
                                                                   const GltfKits* kits = nullptr);

// The text form with its buffer embedded: one file too.
[[nodiscard]] PLAYSET_API Result<std::string> write_gltf(const Level& level,
                                                         const Mesh* hull = nullptr,
                                                         const GltfKits* kits = nullptr);

}  // namespace playset
