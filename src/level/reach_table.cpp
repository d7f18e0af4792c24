// Planes of sides and edges, worked out in doubles once and kept as floats about a point nearby.
#include "level/reach_table.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "level/format.h"

namespace playset {
namespace {

ReachPlane plane_about(glm::dvec3 n, glm::dvec3 point, glm::dvec3 ref) noexcept {
  return {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z),
          static_cast<float>(glm::dot(n, ref - point))};
}

void add_side(const Level& level, std::uint32_t side, glm::dvec3 ref, ReachTable& table,
              float& size) {
  const auto corners = level.side_corners(side);
  const glm::dvec3 n = level.side_normal(side);
  const auto at = [&](std::size_t i) {
    return to_metres(level.vertex(corners[i < corners.size() ? i : 0]));
  };
  table.sides.push_back({plane_about(n, at(0), ref), level.side_neighbor(side),
                         static_cast<std::uint32_t>(table.edges.size()),
                         static_cast<std::uint32_t>(corners.size()), side});
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const glm::dvec3 across = glm::cross(n, at(i + 1) - at(i));
    const double length = std::sqrt(glm::dot(across, across));
    table.edges.push_back(
        plane_about(length > 0.0 ? across / length : glm::dvec3(0.0), at(i), ref));
    const glm::dvec3 far = glm::abs(at(i) - ref);
    size = std::max(size, static_cast<float>(std::max(far.x, std::max(far.y, far.z))));
  }
}

}  // namespace

ReachTable build_reach_table(const Level& level) {
  ReachTable table;
  table.cells.resize(level.cell_count());
  table.sides.reserve(level.side_count());
  for (std::uint32_t c = 0; c < level.cell_count(); ++c) {
    ReachCell& cell = table.cells[c];
    const glm::dvec3 center = level.cell_center(c);
    cell.ref = {static_cast<float>(std::floor(center.x)), static_cast<float>(std::floor(center.y)),
                static_cast<float>(std::floor(center.z))};
    cell.first_side = static_cast<std::uint32_t>(table.sides.size());
    cell.side_count = level.side_count(c);
    for (std::uint32_t i = 0; i < cell.side_count; ++i)
      add_side(level, level.first_side(c) + i, glm::dvec3(cell.ref), table, cell.size);
  }
  return table;
}

}  // namespace playset
