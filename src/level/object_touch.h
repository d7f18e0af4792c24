// Which cells an object touches, and how far it may move before that can change.
#pragma once

#include "level/cell_set.h"
#include "level/object_store.h"
#include "level/reach_table.h"

namespace playset {

// m: a portal this near to a body counts as touched. More than all rounding of a ray's walk, so
// that a hit is found in whichever cell the walk places it.
inline constexpr double kTouchMargin = 1.0 / 2048.0;

// The shape that a flood asks about, in doubles.
struct TouchShape {
  ObjectKind kind;
  glm::dvec3 center, half;
  std::array<glm::dvec3, 3> axes;
};
[[nodiscard]] TouchShape touch_shape(const ObjectSlot& slot) noexcept;

// Adds to the empty set the cells that are reached from `home` through portals that the shape
// touches, home first. Returns how far every point of the shape may move while neither a portal is
// touched or left nor the center crosses a wall of these cells: till then the set stays the same,
// whichever of them holds the center. m, >= 0, with room for rounding.
float find_touched_cells(const Level& level, const ReachTable& table, const TouchShape& shape,
                         std::uint32_t home, CellSet& set) noexcept;

// True where the shape lies in the cell and touches no portal, by the cell's planes alone; then
// `slack` is as above, if sometimes less. False says nothing.
[[nodiscard]] bool lies_within(const Level& level, const ReachTable& table, const TouchShape& shape,
                               std::uint32_t cell, float& slack) noexcept;

// Asks memory for what a flood from the cell reads: its sides; its edges, once the sides are there.
void prefetch_sides(const ReachTable& table, std::uint32_t cell) noexcept;
void prefetch_edges(const ReachTable& table, std::uint32_t cell) noexcept;

// The same cells without the slack: for queries.
void flood_cells(const Level& level, const ReachTable& table, const TouchShape& shape,
                 std::uint32_t home, CellSet& set) noexcept;
// A ball, and a ball along a path.
[[nodiscard]] TouchShape ball_shape(glm::dvec3 center, double radius) noexcept;
[[nodiscard]] TouchShape path_shape(glm::dvec3 from, glm::dvec3 to, double radius) noexcept;

// The farthest that a point of the object has moved from where its cells were found, at most.
[[nodiscard]] float moved_since_anchor(const ObjectSlot& slot) noexcept;

}  // namespace playset
