// cli/map_ways.h - ways on a map: a path from start to goal, a ray, and where bots have been.
//
// Draw them over a quiet map (MapOptions::quiet): its floors pale, so that the colours of the ways,
// by height like those of the floors, stand out.
// See     cli/draw_map.h, cli/path_command.h, cli/bots_command.h, tests/cli/map_ways_test.cpp
#pragma once

#include <span>

#include "cli/draw_map.h"
#include "playset/geom/ray_tests.h"
#include "playset/nav/nav_path.h"
#include "scenes/bots.h"

namespace playset {

// The way with its corners, start and goal. Walkers' ways are lifted a little off the floor, and
// drops dashed.
void draw_way(const NavPath& path, bool ground, DebugCanvas& canvas);

// Start and goal where there is no way between them.
void draw_no_way(glm::dvec3 from, glm::dvec3 to, DebugCanvas& canvas);

// A ray from its start to where it ends: the floors of the cells that it crosses, the portals and
// where it passes them. `crossed` as trace_line gives it.
void draw_ray(const Level& level, glm::dvec3 from, glm::dvec3 end, HitKind kind,
              std::span<const std::uint32_t> crossed, DebugCanvas& canvas);

// Trails by height, where the agents are now, and some of the bullets; of what lies in the box.
void draw_bots(const BotsScene& scene, const MapHeights& heights, const Box& shown,
               DebugCanvas& canvas);

}  // namespace playset
