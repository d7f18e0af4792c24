// playset/scaffold/edit_move.h - moving what is there: shifts, exact quarter turns and mirrors,
// turns by any angle, scaling, snapping, pushing sides along their normals.
//
// Each is one step to undo, or part of the transaction that is open; steps with the same `drag` text
// become one. Corners that cubs share move for all of them: separate (edit_join.h) first what shall
// go alone. Shapes may become invalid: measure_cub says so, build_cells refuses.
// Units   grid steps, thousandths of a degree; scale factors have none.
// Cost    linear in what moves and the cubs beside it.
// Threads one document, one thread.
// Ref     research scaffold.md 2.1: vertices on integers, quarter turns exact
// See     docs/scaffold.md (Moving), tests/scaffold/edit_move_test.cpp
#pragma once

#include "playset/scaffold/selection.h"

namespace playset {

// A move that keeps the grid: p becomes turn (p - pivot) + pivot + shift, where `turn` is a quarter
// turn, a mirror or what comes of several: its columns are the images of x, y and z.
struct GridTransform {
  std::array<GridPoint, 3> columns{GridPoint(1, 0, 0), GridPoint(0, 1, 0), GridPoint(0, 0, 1)};
  GridPoint pivot{0};
  GridPoint shift{0};
};

// axis: 0 x, 1 y, 2 z. Quarters turn counterclockwise seen with the axis pointing at the viewer; any
// number, also negative.
[[nodiscard]] PLAYSET_API GridTransform shift_by(GridPoint shift) noexcept;
[[nodiscard]] PLAYSET_API GridTransform quarter_turns(std::uint32_t axis, int quarters,
                                                      GridPoint pivot) noexcept;
[[nodiscard]] PLAYSET_API GridTransform mirror_along(std::uint32_t axis, GridPoint pivot) noexcept;
// Where p goes. Exact for points of the grid; beyond it commit refuses.
[[nodiscard]] PLAYSET_API GridPoint apply_transform(const GridTransform& transform,
                                                    GridPoint p) noexcept;
// True where it turns left hands into right ones.
[[nodiscard]] PLAYSET_API bool is_mirror(const GridTransform& transform) noexcept;

// Corners alone; cubs beside them stretch.
PLAYSET_API Result<Done> transform_vertices(ScaffoldDocument& document,
                                            std::span<const ScaffoldId> vertices,
                                            const GridTransform& transform,
                                            std::string_view drag = {});

// Cubs with what stands in them. A mirror keeps their sides looking inwards: corners, looks and
// windows of opposite sides change places. Spawns stay upright. Four quarter turns or two mirrors
// give the same bytes again (props that are turned askew: within roundings of 1/1000 degree).
PLAYSET_API Result<Done> transform_cubs(ScaffoldDocument& document,
                                        std::span<const ScaffoldId> cubs,
                                        const GridTransform& transform, std::string_view drag = {});

// Spawns and props by their ids, in any order; they stay in the cub they name.
PLAYSET_API Result<Done> transform_objects(ScaffoldDocument& document,
                                           std::span<const ScaffoldId> objects,
                                           const GridTransform& transform,
                                           std::string_view drag = {});

// By any angle, rounded to the grid; whole quarters are exact.
PLAYSET_API Result<Done> rotate_vertices(ScaffoldDocument& document,
                                         std::span<const ScaffoldId> vertices, std::uint32_t axis,
                                         std::int32_t angle, GridPoint pivot,
                                         std::string_view drag = {});
// With what stands in them.
PLAYSET_API Result<Done> rotate_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                                     std::uint32_t axis, std::int32_t angle, GridPoint pivot,
                                     std::string_view drag = {});

// About the pivot, a factor above 0 per axis, rounded to the grid.
PLAYSET_API Result<Done> scale_vertices(ScaffoldDocument& document,
                                        std::span<const ScaffoldId> vertices, glm::dvec3 factors,
                                        GridPoint pivot, std::string_view drag = {});
// With what stands in them; props keep their size.
PLAYSET_API Result<Done> scale_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                                    glm::dvec3 factors, GridPoint pivot,
                                    std::string_view drag = {});

// To the nearest multiples of `step` (above 0) in each coordinate, halves up.
PLAYSET_API Result<Done> snap_vertices(ScaffoldDocument& document,
                                       std::span<const ScaffoldId> vertices, std::int32_t step,
                                       std::string_view drag = {});

// Out along their normals, in where distance is below 0. Sides next to each other move together:
// their shared corners go as far as keeps each in its new plane.
PLAYSET_API Result<Done> push_sides(ScaffoldDocument& document, std::span<const SideRef> sides,
                                    std::int32_t distance, std::string_view drag = {});

// Middle of the box around the vertices, rounded down: what a pivot usually is.
[[nodiscard]] PLAYSET_API GridPoint middle_of(const ScaffoldDocument& document,
                                              std::span<const ScaffoldId> vertices);

}  // namespace playset
