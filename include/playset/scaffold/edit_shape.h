// playset/scaffold/edit_shape.h - many corners at once: smoothing, flattening, noise, for caves and
// ground.
//
// As in edit_move.h: one step to undo, steps with the same `drag` text become one, corners that cubs
// share move for all of them, shapes may become invalid. Corners that coincide move alike.
// Units   grid steps; factors have none.
// Cost    linear in the corners and the cubs beside them, smoothing times its rounds.
// Threads one document, one thread.
// Ref     Taubin 1995 (why smoothing shrinks); value noise: Perlin 2002 for the fade
// See     docs/scaffold.md (Shaping), tests/scaffold/edit_shape_test.cpp
#pragma once

#include <optional>

#include "playset/scaffold/selection.h"

namespace playset {

// Each goes by `factor` (above 0, to 1) of the way to the middle of those that an edge joins it to,
// listed or not; all at once, `rounds` (1 to 100) times, rounded to the grid at the end.
PLAYSET_API Result<Done> smooth_vertices(ScaffoldDocument& document,
                                         std::span<const ScaffoldId> vertices, double factor,
                                         std::uint32_t rounds = 1, std::string_view drag = {});

// To one height along an axis (0 x, 1 y, 2 z): `at`, or their mean, halves up.
PLAYSET_API Result<Done> flatten_vertices(ScaffoldDocument& document,
                                          std::span<const ScaffoldId> vertices, std::uint32_t axis,
                                          std::optional<std::int32_t> at = std::nullopt,
                                          std::string_view drag = {});

// Bumps of `size` (1 to 16,384 m): each goes by at most `amount` along each axis, as the seed and its
// place say, whatever else is listed.
struct NoiseConfig {
  GridPoint amount{0, 512, 0};  // 0 or above
  std::int32_t size = 8192;
  std::uint64_t seed = 1;
};
PLAYSET_API Result<Done> roughen_vertices(ScaffoldDocument& document,
                                          std::span<const ScaffoldId> vertices,
                                          const NoiseConfig& config = {},
                                          std::string_view drag = {});

}  // namespace playset
