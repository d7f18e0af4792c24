// playset/geom/hull.h - the convex hull of grid points, exact: flat faces are whole polygons and no
// corner is a bump.
//
// Use it for collision shapes, the outside of kits and as an oracle for convexity. Any input that
// is not flat gives a closed polyhedron, however many points lie on one face, edge or spot.
// Units   grid steps; metres where it says so.
// Cost    O(n log n) for points in the usual positions, 2 to 5 us a point; memory linear.
// Threads no shared state.
// Ref     Barber, Dobkin, Huhdanpaa 1996 (quickhull); Edelsbrunner and Muecke 1990 (ties)
// See     geom/predicates.h, tests/geom/hull_test.cpp, bench/geom
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/result.h"
#include "playset/geom/grid.h"

namespace playset {

// A convex face: Hull::corners [first_corner, first_corner + corner_count), counterclockwise seen
// from outside.
struct HullFace {
  std::uint32_t first_corner = 0;
  std::uint32_t corner_count = 0;
};

// Corners are indices into the points the hull was built from; the lowest where points coincide.
struct Hull {
  std::vector<std::uint32_t> vertices;  // the corners of the hull, ascending
  std::vector<std::uint32_t> corners;
  std::vector<HullFace> faces;  // one per plane; strictly convex
};

// Deterministic; the order of the points decides only the order of faces. Refuses fewer than four
// points and points that all lie in one plane (Invalid), and points outside the grid (OutOfRange).
[[nodiscard]] PLAYSET_API Result<Hull> build_hull(std::span<const GridPoint> points);

// True when p lies inside or on the boundary; exact.
[[nodiscard]] PLAYSET_API bool hull_holds(const Hull& hull, std::span<const GridPoint> points,
                                          GridPoint p) noexcept;

// m3.
[[nodiscard]] PLAYSET_API double hull_volume(const Hull& hull,
                                             std::span<const GridPoint> points) noexcept;

}  // namespace playset
