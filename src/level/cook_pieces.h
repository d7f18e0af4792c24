// Cooking, step 1: the sides of a CellComplex as convex planar polygons. Those that are not are
// cut, on both cells alike.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "level/exact_ray.h"
#include "playset/geom/cell_complex.h"

namespace playset {

// A convex planar part of a side.
struct Piece {
  std::uint32_t first_corner = 0, corner_count = 0;  // into Pieces::corners
  std::uint32_t side = 0;                            // of the CellComplex
  // the piece behind a portal: the same corners reversed
  std::uint32_t twin = kNone;
};

struct Pieces {
  std::vector<Piece> pieces;           // by side, then part
  std::vector<std::uint32_t> corners;  // vertex ids
  std::vector<std::uint32_t> first;    // first piece of each side; one more at the end

  [[nodiscard]] std::span<const std::uint32_t> loop(std::uint32_t piece) const noexcept {
    return std::span(corners).subspan(pieces[piece].first_corner, pieces[piece].corner_count);
  }
};

// Twice the area times the normal, summed from the first corner; exact.
[[nodiscard]] Wide3 loop_area_vector(const std::vector<GridPoint>& vertices,
                                     std::span<const std::uint32_t> loop) noexcept;

// Sign of normal . (p - q), exact.
[[nodiscard]] int side_of(const Wide3& normal, GridPoint q, GridPoint p) noexcept;

// A non-planar wall quad is cut so that it bulges out of its cell; every other non-planar side in a
// fan from its lowest vertex id, so that the cut depends on the vertices alone; a planar one that
// is not convex by clipping ears from there.
[[nodiscard]] Pieces cut_sides(const CellComplex& complex);

}  // namespace playset
