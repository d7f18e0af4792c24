// cli/level_measures.h - LevelMeasures: the numbers `playset info` and `check` print about a level.
//
// Units   metres, m2, m3.
// Cost    one pass over the corners.
// See     tests/cli/level_measures_test.cpp
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "playset/geom/cell_complex.h"

namespace playset {

struct LevelMeasures {
  std::uint32_t walls = 0;       // sides without a neighbour
  std::uint32_t portals = 0;     // pairs of sides that join two cells
  std::uint32_t components = 0;  // sets of cells joined by portals
  double floor_area =
      0.0;  // walls one can stand on (normal within 45 degrees of up), seen from above
  double wall_area = 0.0;  // every wall, floors and ceilings included
  double volume = 0.0;
  glm::dvec3 min{0.0}, max{0.0};  // of all corners in use
  std::map<std::uint32_t, std::uint32_t>
      cells_by_sides;                              // number of sides -> how many cells have it
  std::map<std::string, double> area_by_material;  // walls only
  std::map<std::string, std::uint32_t> spawns_by_kind;
};

[[nodiscard]] LevelMeasures measure_cells(const CellComplex& cells);

// A side's corners in metres, in its order.
[[nodiscard]] std::vector<glm::dvec3> side_polygon(const CellComplex& cells, const CellSide& side);

// Area times the unit normal, which points into the cell.
[[nodiscard]] glm::dvec3 side_area_vector(const CellComplex& cells, const CellSide& side);

// By the divergence theorem; exact for flat sides, close for bent ones.
[[nodiscard]] double cell_volume(const CellComplex& cells, const Cell& cell);

// Length of the shortest edge of a cell.
[[nodiscard]] double shortest_edge(const CellComplex& cells, const Cell& cell);

// Component number of each cell, counted from 0 in order of first cells.
[[nodiscard]] std::vector<std::uint32_t> component_of_cells(const CellComplex& cells);

}  // namespace playset
