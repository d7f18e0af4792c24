// Areas, volumes and counts of a CellComplex.
#include "cli/level_measures.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <limits>

#include "playset/geom/polygon.h"

namespace playset {
namespace {

glm::dvec3 corner_of(const CellComplex& cells, const CellSide& side, std::uint32_t i) {
  return to_metres(cells.vertices[cells.corners[side.first_corner + i]]);
}

void add_side(LevelMeasures& measures, const CellComplex& cells, const CellSide& side) {
  for (std::uint32_t i = 0; i < side.corner_count; ++i) {
    const glm::dvec3 corner = corner_of(cells, side, i);
    measures.min = glm::min(measures.min, corner);
    measures.max = glm::max(measures.max, corner);
  }
  if (side.neighbor != kNone) return;
  const glm::dvec3 area = side_area_vector(cells, side);
  const double size = glm::length(area);
  ++measures.walls;
  measures.wall_area += size;
  if (area.y > 0.7071 * size) measures.floor_area += area.y;
  measures.area_by_material[side.material == kNone ? "" : cells.materials[side.material]] += size;
}

}  // namespace

std::vector<glm::dvec3> side_polygon(const CellComplex& cells, const CellSide& side) {
  std::vector<glm::dvec3> corners;
  corners.reserve(side.corner_count);
  for (std::uint32_t i = 0; i < side.corner_count; ++i)
    corners.push_back(corner_of(cells, side, i));
  return corners;
}

glm::dvec3 side_area_vector(const CellComplex& cells, const CellSide& side) {
  return area_vector(side_polygon(cells, side));
}

double cell_volume(const CellComplex& cells, const Cell& cell) {
  if (cell.side_count == 0) return 0.0;
  const glm::dvec3 origin = corner_of(cells, cells.sides[cell.first_side], 0);
  double sum = 0.0;
  for (std::uint32_t i = 0; i < cell.side_count; ++i) {
    const std::vector<glm::dvec3> polygon = side_polygon(cells, cells.sides[cell.first_side + i]);
    sum -= glm::dot(polygon_centroid(polygon) - origin, area_vector(polygon));
  }
  return sum / 3.0;
}

double shortest_edge(const CellComplex& cells, const Cell& cell) {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < cell.side_count; ++i) {
    const CellSide& side = cells.sides[cell.first_side + i];
    for (std::uint32_t k = 0; k < side.corner_count; ++k) {
      const glm::dvec3 next = corner_of(cells, side, (k + 1) % side.corner_count);
      shortest = std::min(shortest, glm::distance(corner_of(cells, side, k), next));
    }
  }
  return shortest;
}

std::vector<std::uint32_t> component_of_cells(const CellComplex& cells) {
  std::vector<std::uint32_t> component(cells.cells.size(), kNone);
  std::vector<std::uint32_t> open;
  std::uint32_t count = 0;
  for (std::uint32_t first = 0; first < component.size(); ++first) {
    if (component[first] != kNone) continue;
    component[first] = count;
    open.assign(1, first);
    while (!open.empty()) {
      const Cell& cell = cells.cells[open.back()];
      open.pop_back();
      for (std::uint32_t i = cell.first_side; i < cell.first_side + cell.side_count; ++i) {
        const std::uint32_t mate = cells.sides[i].neighbor;
        if (mate == kNone || component[cells.sides[mate].cell] != kNone) continue;
        component[cells.sides[mate].cell] = count;
        open.push_back(cells.sides[mate].cell);
      }
    }
    ++count;
  }
  return component;
}

LevelMeasures measure_cells(const CellComplex& cells) {
  LevelMeasures measures;
  measures.min = glm::dvec3(std::numeric_limits<double>::infinity());
  measures.max = -measures.min;
  for (const Cell& cell : cells.cells) {
    measures.volume += cell_volume(cells, cell);
    ++measures.cells_by_sides[cell.side_count];
  }
  for (const CellSide& side : cells.sides) add_side(measures, cells, side);
  if (cells.sides.empty()) measures.min = measures.max = glm::dvec3(0.0);
  measures.portals = (static_cast<std::uint32_t>(cells.sides.size()) - measures.walls) / 2;
  for (const std::uint32_t component : component_of_cells(cells)) {
    measures.components = std::max(measures.components, component + 1);
  }
  for (const CellSpawn& spawn : cells.spawns) ++measures.spawns_by_kind[spawn.kind];
  return measures;
}

}  // namespace playset
