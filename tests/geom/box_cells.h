// tests/geom/box_cells.h - boxes as cells of a CellComplex, for the tests of geom.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>

#include "playset/geom/cell_complex.h"

namespace playset_test {

using playset::CellComplex;
using playset::GridPoint;

// The six sides of a box by corner number (bit 0: x, bit 1: y, bit 2: z), counterclockwise seen
// from inside.
inline constexpr std::array<std::array<std::uint32_t, 4>, 6> kBoxSides = {{
    {{0, 2, 6, 4}},  // -x: normal +x
    {{1, 5, 7, 3}},  // +x
    {{0, 4, 5, 1}},  // -y
    {{2, 3, 7, 6}},  // +y
    {{0, 1, 3, 2}},  // -z
    {{4, 6, 7, 5}},  // +z
}};

// Adds cells with vertices welded by position.
class CellBuilder {
 public:
  CellComplex complex;

  std::uint32_t vertex(GridPoint p) {
    const auto key = std::make_tuple(p.x, p.y, p.z);
    const auto found = ids_.find(key);
    if (found != ids_.end()) return found->second;
    const auto id = static_cast<std::uint32_t>(complex.vertices.size());
    complex.vertices.push_back(p);
    ids_.emplace(key, id);
    return id;
  }

  std::uint32_t begin_cell() {
    playset::Cell cell;
    cell.first_side = static_cast<std::uint32_t>(complex.sides.size());
    cell.source_id = 100 + static_cast<std::int32_t>(complex.cells.size());
    complex.cells.push_back(cell);
    return static_cast<std::uint32_t>(complex.cells.size() - 1);
  }

  std::uint32_t add_side(std::span<const GridPoint> corners, std::uint32_t face) {
    playset::Cell& cell = complex.cells.back();
    playset::CellSide side;
    side.first_corner = static_cast<std::uint32_t>(complex.corners.size());
    side.corner_count = static_cast<std::uint32_t>(corners.size());
    side.cell = static_cast<std::uint32_t>(complex.cells.size() - 1);
    side.face = face;
    side.source_side = static_cast<std::int32_t>(face);
    for (const GridPoint p : corners) complex.corners.push_back(vertex(p));
    complex.sides.push_back(side);
    ++cell.side_count;
    return static_cast<std::uint32_t>(complex.sides.size() - 1);
  }

  // A hexahedron by its eight corners in kBoxSides' numbering.
  std::uint32_t add_hex(const std::array<GridPoint, 8>& p) {
    const std::uint32_t cell = begin_cell();
    for (std::uint32_t s = 0; s < 6; ++s) {
      std::array<GridPoint, 4> corners{};
      for (std::uint32_t k = 0; k < 4; ++k) corners[k] = p[kBoxSides[s][k]];
      add_side(corners, s);
    }
    return cell;
  }

  std::uint32_t add_box(GridPoint low, GridPoint high) {
    std::array<GridPoint, 8> p{};
    for (int i = 0; i < 8; ++i) {
      p[static_cast<std::size_t>(i)] = {(i & 1) != 0 ? high.x : low.x,
                                        (i & 2) != 0 ? high.y : low.y,
                                        (i & 4) != 0 ? high.z : low.z};
    }
    return add_hex(p);
  }

 private:
  std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, std::uint32_t> ids_;
};

}  // namespace playset_test
