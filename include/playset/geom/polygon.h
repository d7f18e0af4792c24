// playset/geom/polygon.h - planar polygons: area, centroid, clipping in metres; convexity, inside
// and triangles on the grid.
//
// Corners run counterclockwise seen from the side the normal points to. Functions of dvec3 measure,
// functions of grid points decide and are exact. A polygon is a span of corners without repetition
// of the first.
// Units   metres, or grid steps.
// Cost    linear; triangulation O(n^2), n being the corners.
// Threads pure functions; those with an output vector reuse its storage.
// Ref     Newell (area vector); Sutherland and Hodgman 1974 (clip); Meisters 1975 (ears)
// See     tests/geom/polygon_test.cpp, docs/geom.md
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/geom/plane.h"
#include "playset/geom/predicates.h"

namespace playset {

// Along the normal, as long as the area (m2). Also for polygons that are not quite planar. Zero
// below three corners.
[[nodiscard]] PLAYSET_API glm::dvec3 area_vector(std::span<const glm::dvec3> polygon) noexcept;
[[nodiscard]] PLAYSET_API double polygon_area(std::span<const glm::dvec3> polygon) noexcept;

// Centre of area; the mean of the corners when the area is zero. Zero for no corners.
[[nodiscard]] PLAYSET_API glm::dvec3 polygon_centroid(std::span<const glm::dvec3> polygon) noexcept;

// The part on the plane's positive side, in `out` (which must not be `polygon`); empty when nothing
// is left. Convex input gives convex output. New corners are the same bits for both users of an
// edge and for the flipped plane.
PLAYSET_API void clip_polygon(std::span<const glm::dvec3> polygon, const Plane& plane,
                              std::vector<glm::dvec3>& out);

// Twice the area vector in grid steps, exact for simple polygons. Zero when all corners lie on a
// line.
[[nodiscard]] PLAYSET_API GridVector area_vector2(std::span<const GridPoint> polygon) noexcept;

// True when no corner turns right about the polygon's normal, seen along its dominant axis, and it
// winds round once. Straight corners are allowed, fewer than three corners or zero area are not.
[[nodiscard]] PLAYSET_API bool is_convex(std::span<const GridPoint> polygon) noexcept;

enum class PointPlace : std::uint8_t { Outside, OnEdge, Inside };

// Where p lies; the polygon is simple, of either winding.
[[nodiscard]] PLAYSET_API PointPlace place_in_polygon(std::span<const glm::ivec2> polygon,
                                                      glm::ivec2 p) noexcept;

using PolygonTriangle = std::array<std::uint32_t, 3>;  // corner numbers, wound as the polygon

// Cuts a simple polygon into size - 2 triangles by ears, the one with the shortest diagonal first.
// The choice depends on positions only: the reversed polygon, or one that starts elsewhere, gives
// the same triangles. Triangles without area come out only where corners leave nothing else (all on
// a line). Returns false where no ear was left (the polygon crosses itself): then the rest is cut
// as a fan.
PLAYSET_API bool triangulate_polygon(std::span<const GridPoint> polygon,
                                     std::vector<PolygonTriangle>& out);

}  // namespace playset
