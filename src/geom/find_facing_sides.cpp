// src/geom/find_facing_sides.cpp - finds walls that lie in one plane, face each other and overlap,
// by a grid per size of wall.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <glm/geometric.hpp>

#include "geom/facing.h"
#include "playset/geom/partition_sides.h"
#include "playset/geom/polygon.h"

namespace playset {
namespace {

constexpr double kPlaneSlack = 2.0;  // steps
constexpr double kFacing = -0.95;    // normals of walls a few steps wide are that uncertain

struct Box {
  GridPoint low{kGridLimit}, high{-kGridLimit};
};

// A wall in one cell of the grid whose cells are 2^level steps wide.
struct Entry {
  std::int32_t level;
  GridPoint cell;
  std::uint32_t side;
};

bool before(const Entry& a, const Entry& b) {
  if (a.level != b.level) return a.level < b.level;
  if (a.cell.x != b.cell.x) return a.cell.x < b.cell.x;
  if (a.cell.y != b.cell.y) return a.cell.y < b.cell.y;
  return a.cell.z < b.cell.z;
}

std::vector<glm::dvec3> corners_in_steps(const CellComplex& c, std::uint32_t side) {
  std::vector<glm::dvec3> corners;
  const CellSide& s = c.sides[side];
  for (std::uint32_t i = 0; i < s.corner_count; ++i)
    corners.emplace_back(c.vertices[c.corners[s.first_corner + i]]);
  return corners;
}

Box box_of(const CellComplex& c, std::uint32_t side) {
  Box box;
  const CellSide& s = c.sides[side];
  for (std::uint32_t i = 0; i < s.corner_count; ++i) {
    const GridPoint p = c.vertices[c.corners[s.first_corner + i]];
    for (int k = 0; k < 3; ++k) {
      box.low[k] = std::min(box.low[k], p[k]);
      box.high[k] = std::max(box.high[k], p[k]);
    }
  }
  box.low -= 2;  // the slack
  box.high += 2;
  return box;
}

std::int32_t level_of(const Box& box) {
  const GridPoint size = box.high - box.low;
  return static_cast<std::int32_t>(
      std::bit_width(static_cast<std::uint32_t>(std::max({size.x, size.y, size.z, 1}))));
}

// Calls visit(cell) for the cells of a level that the box touches: eight at most where the box fits
// the level.
template <typename Visit>
void for_cells(const Box& box, std::int32_t level, Visit&& visit) {
  const auto cell = [&](std::int32_t x) { return x >> level; };
  for (std::int32_t x = cell(box.low.x); x <= cell(box.high.x); ++x) {
    for (std::int32_t y = cell(box.low.y); y <= cell(box.high.y); ++y) {
      for (std::int32_t z = cell(box.low.z); z <= cell(box.high.z); ++z) visit(GridPoint(x, y, z));
    }
  }
}

// The part of `a` above or below `b`.
std::vector<glm::dvec3> clip_to_prism(std::span<const glm::dvec3> a, std::span<const glm::dvec3> b,
                                      glm::dvec3 normal_of_b) {
  std::vector<glm::dvec3> rest(a.begin(), a.end()), next;
  for (std::size_t i = 0; i < b.size() && !rest.empty(); ++i) {
    const glm::dvec3 along = b[(i + 1) % b.size()] - b[i];
    const double length = glm::length(along);
    if (length == 0.0) continue;
    const glm::dvec3 inward = glm::cross(normal_of_b, along) / length;
    clip_polygon(rest, {inward, glm::dot(inward, b[i])}, next);
    rest.swap(next);
  }
  return rest;
}

double length_round(std::span<const glm::dvec3> polygon) {
  double sum = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    sum += glm::length(polygon[(i + 1) % polygon.size()] - polygon[i]);
  }
  return sum;
}

bool boxes_meet(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

// All walls of a complex, found by place. Arrays are by side; linked sides have none.
struct Walls {
  const CellComplex& complex;
  std::vector<Box> boxes;
  std::vector<Plane> planes;
  std::vector<Entry> entries;
  std::uint32_t levels = 0;  // bits of the levels that have entries
};

Walls walls_of(const CellComplex& complex) {
  Walls walls{complex,
              std::vector<Box>(complex.sides.size()),
              std::vector<Plane>(complex.sides.size()),
              {}};
  for (std::uint32_t side = 0; side < complex.sides.size(); ++side) {
    if (complex.sides[side].neighbor != kNone) continue;
    walls.boxes[side] = box_of(complex, side);
    walls.planes[side] = fit_plane(corners_in_steps(complex, side));
    const std::int32_t level = level_of(walls.boxes[side]);
    walls.levels |= 1u << level;
    for_cells(walls.boxes[side], level, [&](GridPoint cell) {
      walls.entries.push_back({level, cell, side});
    });
  }
  std::stable_sort(walls.entries.begin(), walls.entries.end(), before);
  return walls;
}

// Whether two walls look at each other; cheap, and few others are left.
bool may_face(const Walls& walls, std::uint32_t x, std::uint32_t y) {
  return boxes_meet(walls.boxes[x], walls.boxes[y]) &&
         walls.complex.sides[x].cell != walls.complex.sides[y].cell &&
         glm::dot(walls.planes[x].normal, walls.planes[y].normal) <= kFacing;
}

// Walls that may face `side`, of its own size and larger: smaller ones find it themselves. Of equal
// size the higher number.
void find_candidates(const Walls& walls, std::uint32_t side, std::vector<std::uint32_t>& out) {
  out.clear();
  const std::int32_t own = level_of(walls.boxes[side]);
  for (std::int32_t level = own; level < 32; ++level) {
    if ((walls.levels >> level & 1u) == 0) continue;
    for_cells(walls.boxes[side], level, [&](GridPoint cell) {
      const Entry wanted{level, cell, 0};
      const auto [first, last] =
          std::equal_range(walls.entries.begin(), walls.entries.end(), wanted, before);
      for (auto at = first; at != last; ++at) {
        if ((level > own || at->side > side) && may_face(walls, side, at->side))
          out.push_back(at->side);
      }
    });
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace

Facing facing_of(const CellComplex& complex, std::uint32_t x, std::uint32_t y) {
  const std::vector<glm::dvec3> a = corners_in_steps(complex, x), b = corners_in_steps(complex, y);
  const Plane plane_a = fit_plane(a), plane_b = fit_plane(b);
  if (glm::dot(plane_a.normal, plane_b.normal) > kFacing) return Facing::No;
  // Judged where they overlap: the planes of small or thin walls are not well known elsewhere.
  const std::vector<glm::dvec3> common = clip_to_prism(a, b, plane_b.normal);
  const auto off = [&](const glm::dvec3& p) {
    return std::fabs(signed_distance(plane_b, p)) > kPlaneSlack;
  };
  if (std::any_of(common.begin(), common.end(), off)) return Facing::No;
  return polygon_area(common) > length_round(common) ? Facing::Overlap : Facing::Apart;
}

std::vector<SidePair> find_facing_sides(const CellComplex& complex) {
  const Walls walls = walls_of(complex);
  std::vector<SidePair> pairs;
  std::vector<std::uint32_t> candidates;
  for (std::uint32_t side = 0; side < complex.sides.size(); ++side) {
    if (complex.sides[side].neighbor != kNone) continue;
    find_candidates(walls, side, candidates);
    for (const std::uint32_t other : candidates) {
      if (facing_of(complex, side, other) != Facing::Overlap) continue;
      pairs.push_back({std::min(side, other), std::max(side, other)});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const SidePair& a, const SidePair& b) {
    return a.a != b.a ? a.a < b.a : a.b < b.b;
  });
  return pairs;
}

}  // namespace playset
