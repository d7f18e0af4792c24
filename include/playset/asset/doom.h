// playset/asset/doom.h - imports DOOM maps as convex cells: vanilla and Hexen format, any nodes.
//
// Use it on any WAD: each BSP leaf becomes one prism from its sector's floor to its ceiling, joined
// to its neighbours by the part of the wall that is open; steps and lintels are walls of the same
// face. Sectors that start closed become doors. Maps without nodes, or with nodes that leave gaps,
// get nodes of ours.
// Units   1 map unit is 1/32 m times ImportOptions::scale; our (x, y, z) = (X, height, -Y) / 32.
// Cost    about 5 us a linedef; memory bounded by a constant times the WAD's size.
// Threads pure functions.
// Ref     Fell, The Unofficial DOOM Specs; ZDoom, extended nodes (XNOD to XGL3)
// See     asset/wad.h, docs/asset.md (DOOM), tests/asset/doom_test.cpp
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

// Names of the maps in a WAD, in file order ("E1M1", "MAP01"). UDMF maps are not listed: they are
// not read.
[[nodiscard]] PLAYSET_API Result<std::vector<std::string>> list_doom_maps(
    std::span<const std::byte> wad);

// Imports one map. An empty name takes the only map there is. Names match whatever their case.
[[nodiscard]] PLAYSET_API Result<Imported> parse_doom_map(std::span<const std::byte> wad,
                                                          std::string_view map,
                                                          const ImportOptions& options = {});

}  // namespace playset
