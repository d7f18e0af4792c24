// Cuts one convex cell into cubs, wedges and pyramids of its own vertices.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "playset/geom/cell_complex.h"
#include "playset/scaffold/scaffold.h"

namespace playset {

// A cub of vertices of the complex. `faces` says of which face of the cell each side is a part;
// kNone for sides inside the cell and collapsed ones.
struct CutCub {
  std::array<std::uint32_t, kCubCorners> corners{};
  std::array<std::uint32_t, kCubSides> faces{};
};

// The side's vertices without repeats, as side_loop.
[[nodiscard]] std::vector<std::uint32_t> cut_loop(const CutCub& cub, std::uint32_t side);

// Appends the cubs of a cell. The text says why it cannot be cut, or is empty.
[[nodiscard]] std::string cut_cell(const CellComplex& complex, std::uint32_t cell,
                                   std::vector<CutCub>& out);

// A polygon (nearly convex, corners may be straight) as triangles and quads of its own corners, as
// numbers of corners. Empty where it has no area.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> cut_polygon(
    const std::vector<GridPoint>& polygon);

}  // namespace playset
