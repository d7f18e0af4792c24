// src/geom/find_facing_sides.cpp - finds walls that lie in one plane, face each other and overlap,
// by a grid per size of wall.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <glm/geometric.hpp>

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

// Judged where they overlap: the planes of small or thin walls are not well known elsewhere.
bool face_each_other(const CellComplex& c, std::uint32_t x, std::uint32_t y) {
  if (c.sides[x].cell == c.sides[y].cell) return false;
  const std::vector<glm::dvec3> a = corners_in_steps(c, x), b = corners_in_steps(c, y);
  const Plane plane_a = fit_plane(a), plane_b = fit_plane(b);
  if (glm::dot(plane_a.normal, plane_b.normal) > kFacing) return false;
  const std::vector<glm::dvec3> common = clip_to_prism(a, b, plane_b.normal);
  const auto near_b = [&](const glm::dvec3& p) {
    return std::fabs(signed_distance(plane_b, p)) <= kPlaneSlack;
  };
  return std::all_of(common.begin(), common.end(), near_b) &&
         polygon_area(common) > length_round(common);
}

bool boxes_meet(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

}  // namespace

std::vector<SidePair> find_facing_sides(const CellComplex& complex) {
  std::vector<Entry> entries;
  std::vector<Box> boxes(complex.sides.size());
  std::uint32_t levels = 0;
  for (std::uint32_t side = 0; side < complex.sides.size(); ++side) {
    if (complex.sides[side].neighbor != kNone) continue;
    boxes[side] = box_of(complex, side);
    const std::int32_t level = level_of(boxes[side]);
    levels |= 1u << level;
    for_cells(boxes[side], level, [&](GridPoint cell) { entries.push_back({level, cell, side}); });
  }
  std::stable_sort(entries.begin(), entries.end(), before);
  std::vector<SidePair> pairs;
  const auto less = [](const SidePair& a, const SidePair& b) {
    return a.a != b.a ? a.a < b.a : a.b < b.b;
  };
  std::vector<std::uint32_t> near;
  for (std::uint32_t side = 0; side < complex.sides.size(); ++side) {
    if (complex.sides[side].neighbor != kNone) continue;
    const std::int32_t own = level_of(boxes[side]);
    near.clear();
    for (std::int32_t level = own; level < 32 && (levels >> level) != 0; ++level) {
      if ((levels >> level & 1u) == 0) continue;
      for_cells(boxes[side], level, [&](GridPoint cell) {
        const auto [first, last] =
            std::equal_range(entries.begin(), entries.end(), Entry{level, cell, 0}, before);
        for (auto at = first; at != last; ++at) {
          const bool once = level > own || at->side > side;  // a pair of one level is met from both
          if (once && boxes_meet(boxes[side], boxes[at->side])) near.push_back(at->side);
        }
      });
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (const std::uint32_t other : near) {
      if (face_each_other(complex, side, other))
        pairs.push_back({std::min(side, other), std::max(side, other)});
    }
  }
  std::sort(pairs.begin(), pairs.end(), less);
  return pairs;
}

}  // namespace playset
