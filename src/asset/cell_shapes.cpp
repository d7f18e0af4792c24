// src/asset/cell_shapes.cpp - CellFinisher: rounds vertices to the grid, collapses sides, turns or
// drops bad cells.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "asset/cell_finisher.h"
#include "playset/core/int128.h"
#include "playset/geom/grid.h"

namespace playset {
namespace {

using Wide = glm::i64vec3;

// Drops neighbours that repeat; empties a loop that still has a corner twice or fewer than three:
// it encloses no area.
std::uint32_t collapse_loop(std::uint32_t* v, std::uint32_t count) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (kept == 0 || v[i] != v[kept - 1]) v[kept++] = v[i];
  }
  while (kept > 1 && v[kept - 1] == v[0]) --kept;
  for (std::uint32_t i = 0; i < kept; ++i) {
    if (std::find(v + i + 1, v + kept, v[i]) != v + kept) return 0;
  }
  return kept < 3 ? 0 : kept;
}

}  // namespace

void CellFinisher::drop_cell(Index cell, const std::string& why) {
  double area = 0.0;
  for (Index s = first_side(cell); s < end_side(cell); ++s) area += side_area(s);
  dead_[cell] = 1;
  log_.add(cell_name(cell) + " " + why + ": removed", area);
}

void CellFinisher::drop_dangling_corners() {
  for (Index i = 0; i < c_.cells.size(); ++i) {
    for (Index s = first_side(i); s < end_side(i) && dead_[i] == 0; ++s) {
      const Index* first = corners(s);
      const Index* end = first + c_.sides[s].corner_count;
      const Index* bad = std::find_if(first, end, [&](Index v) { return v >= grid_.size(); });
      if (bad == end) continue;
      dead_[i] = 1;
      log_.add(side_name(s) + " names vertex " + std::to_string(*bad) + " of " +
               std::to_string(grid_.size()) + ": " + cell_name(i) + " removed");
    }
  }
}

std::optional<Error> CellFinisher::place_vertices() {
  std::vector<std::uint8_t> used(grid_.size(), 0);
  for (Index s = 0; s < c_.sides.size(); ++s) {
    if (dead_[c_.sides[s].cell] != 0) continue;
    for (Index k = 0; k < c_.sides[s].corner_count; ++k) used[corners(s)[k]] = 1;
  }
  for (Index v = 0; v < grid_.size(); ++v) {
    if (used[v] == 0) continue;
    if (!inside_grid(draft_.positions[v])) {
      return log_.error(ErrorCode::OutOfRange,
                        "vertex " + std::to_string(v) +
                            " lies outside +-16384 m or is not a number: scale the level down");
    }
    grid_[v] = to_grid(draft_.positions[v]);
  }
  return std::nullopt;
}

// Applies the welds, then starts each loop at its lowest vertex: fans from there split both sides
// of a portal alike.
void CellFinisher::collapse_sides() {
  for (Index s = 0; s < c_.sides.size(); ++s) {
    if (dead_[c_.sides[s].cell] != 0) continue;
    Index* v = corners(s);
    Index& count = c_.sides[s].corner_count;
    for (Index k = 0; k < count; ++k) v[k] = welds_.find(v[k]);
    count = collapse_loop(v, count);
    std::rotate(v, std::min_element(v, v + count), v + count);
  }
}

std::uint32_t CellFinisher::solid_sides(Index cell) const {
  std::uint32_t n = 0;
  for (Index s = first_side(cell); s < end_side(cell); ++s) n += solid(s) ? 1u : 0u;
  return n;
}

// Each edge is used as often one way as the other.
bool CellFinisher::is_closed(Index cell) {
  std::vector<std::pair<std::uint64_t, int>> edges;
  for (Index s = first_side(cell); s < end_side(cell); ++s) {
    const Index n = c_.sides[s].corner_count;
    for (Index k = 0; k < n; ++k) {
      const std::uint64_t a = corners(s)[k], b = corners(s)[k + 1 < n ? k + 1 : 0];
      edges.emplace_back(std::min(a, b) << 32 | std::max(a, b), a < b ? 1 : -1);
    }
  }
  std::sort(edges.begin(), edges.end());
  int sum = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    sum += edges[i].second;
    const bool last = i + 1 == edges.size() || edges[i + 1].first != edges[i].first;
    if (last && sum != 0) return false;
  }
  return true;
}

// Exact; the same fans as check_cells takes.
int CellFinisher::volume_sign(Index cell) const {
  Int128 six_volumes;
  const Index* apex = nullptr;
  for (Index s = first_side(cell); s < end_side(cell); ++s) {
    if (!solid(s)) continue;
    const Index* v = corners(s);
    if (apex == nullptr) apex = v;
    const Wide o = Wide(grid_[*apex]);
    const Wide a = Wide(grid_[v[0]]) - o;
    for (Index k = 2; k < c_.sides[s].corner_count; ++k) {
      const Wide b = Wide(grid_[v[k - 1]]) - o, d = Wide(grid_[v[k]]) - o;
      six_volumes = six_volumes + multiply_64(b.y * d.z - b.z * d.y, a.x) +
                    multiply_64(b.z * d.x - b.x * d.z, a.y) +
                    multiply_64(b.x * d.y - b.y * d.x, a.z);
    }
  }
  return -sign_of(six_volumes);
}

void CellFinisher::turn_cell(Index cell) {
  for (Index s = first_side(cell); s < end_side(cell); ++s) {
    if (solid(s))
      std::reverse(corners(s) + 1,
                   corners(s) + c_.sides[s].corner_count);  // the lowest stays first
  }
}

glm::dvec3 CellFinisher::side_normal(Index side) const {
  glm::dvec3 twice(0.0);
  const Index* v = corners(side);
  const Index n = c_.sides[side].corner_count;
  for (Index k = 2; k < n; ++k) {
    twice +=
        glm::cross(to_metres(grid_[v[k - 1]] - grid_[v[0]]), to_metres(grid_[v[k]] - grid_[v[0]]));
  }
  return twice * 0.5;
}

double CellFinisher::side_area(Index side) const {
  for (Index k = 0; k < c_.sides[side].corner_count; ++k) {
    if (corners(side)[k] >= grid_.size()) return 0.0;
  }
  const glm::dvec3 n = side_normal(side);
  return std::sqrt(glm::dot(n, n));
}

glm::dvec3 CellFinisher::side_middle(Index side) const {
  glm::dvec3 sum(0.0);
  const Index n = c_.sides[side].corner_count;
  for (Index k = 0; k < n; ++k) sum += to_metres(grid_[corners(side)[k]]);
  return sum / static_cast<double>(n);
}

// Sides that look away from the middle of a cell with volume: two corners changed places. Kept,
// since volume and links are right.
void CellFinisher::report_twisted(Index cell) {
  glm::dvec3 middle(0.0);
  for (Index s = first_side(cell); s < end_side(cell); ++s) {
    if (solid(s)) middle += side_middle(s) / static_cast<double>(solid_sides(cell));
  }
  for (Index s = first_side(cell); s < end_side(cell); ++s) {
    if (!solid(s) || glm::dot(side_normal(s), middle - side_middle(s)) >= 0.0) continue;
    log_.add(side_name(s) + " faces away from the middle of its " + draft_.cell_word +
                 " (twisted or concave): kept",
             side_area(s));
  }
}

void CellFinisher::check_shape(Index cell) {
  if (solid_sides(cell) < 4) return drop_cell(cell, "is collapsed to fewer than four sides");
  if (!is_closed(cell)) return drop_cell(cell, "is not closed by its sides");
  const int sign = volume_sign(cell);
  if (sign == 0) return drop_cell(cell, "is flat");
  if (sign < 0) {
    turn_cell(cell);
    log_.add(cell_name(cell) + " is inverted: the corners of its sides were reversed");
  }
  report_twisted(cell);
}

void CellFinisher::check_shapes() {
  for (Index i = 0; i < c_.cells.size(); ++i) {
    if (dead_[i] == 0) check_shape(i);
  }
}

}  // namespace playset
