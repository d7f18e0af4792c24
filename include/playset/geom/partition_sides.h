// playset/geom/partition_sides.h - cuts coplanar sides that face each other into the portals they
// share and what stays wall.
//
// For partial windows of the scaffold and for meshes whose cells do not meet corner to corner.
// Where all cells meet corner to corner, link_sides is enough and faster.
// Units   grid steps inside, tolerances too.
// Cost    one pass over the complex, plus per side the square of the corners that meet in its
//         plane.
// Threads no shared state.
// Ref     Weiler and Atherton 1977 (overlay); Hertel and
//         Mehlhorn 1983 (convex pieces)
// See     geom/cell_complex.h, tests/geom/partition_sides_test.cpp
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "playset/core/api.h"
#include "playset/geom/cell_complex.h"

namespace playset {

// Two walls of different cells that lie in one plane and face each other.
struct SidePair {
  std::uint32_t a = kNone;
  std::uint32_t b = kNone;
};

// All pairs of walls that face each other and overlap, within two grid steps of one plane there, by
// more than a strip of two steps. Sorted.
[[nodiscard]] PLAYSET_API std::vector<SidePair> find_facing_sides(const CellComplex& complex);

// What partition_sides did.
struct PartitionReport {
  std::uint32_t portals = 0;      // portals made (pairs of sides)
  std::uint32_t wall_pieces = 0;  // walls left of the sides that were cut
  std::uint32_t new_vertices = 0;
  std::uint32_t welded = 0;  // vertices within three steps of another that became that one
  std::uint32_t apart = 0;   // pairs that do not overlap: left as they were
  std::vector<SidePair> refused;  // left walls: of one cell, linked before, no sound overlay
  std::vector<std::uint32_t> origin;  // for each side now: which side it was, or was part of
};

// Replaces the sides of each pair by their convex overlap as a portal and convex walls for the
// rest, all with the side's `face`, material, trigger and source number; a portal carries the door
// of either side, and a material only with a door. Corners of the overlap are rounded to the grid;
// they are put into every side that has the edge they lie on, so that closed cells stay closed. One
// side may be in many pairs; its partners must not overlap each other. Pairs that cannot be cut
// soundly are refused and leave only welded vertices and corners on edges. Requires indices in
// range as check_cells demands.
PLAYSET_API PartitionReport partition_sides(CellComplex& complex, std::span<const SidePair> pairs);

}  // namespace playset
