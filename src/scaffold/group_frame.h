// scaffold/group_frame.h - where a linked copy lies and how it is turned, and what takes it to its
// prefab's own place and back.
#pragma once

#include <array>

#include "playset/scaffold/edit_move.h"

namespace playset {

using GroupAxes = std::array<std::int32_t, 3>;

// The axes' images as columns.
[[nodiscard]] std::array<GridPoint, 3> columns_of(const GroupAxes& axes) noexcept;
// Requires a transform of quarter turns and mirrors.
[[nodiscard]] GroupAxes axes_of(const GridTransform& transform) noexcept;

// A copy is its prefab, mirrored along x if at all, and then turned and shifted: always in this
// order, so that corners and sides of all copies have the same numbers.
[[nodiscard]] bool is_mirrored(const ScaffoldGroup& group) noexcept;
[[nodiscard]] GridTransform turn_and_shift(const ScaffoldGroup& group) noexcept;
[[nodiscard]] GridTransform turn_and_shift_back(const ScaffoldGroup& group) noexcept;

// Turns the copy by the transform's columns and puts its origin there.
void turn_group(ScaffoldGroup& group, const GridTransform& turn, GridPoint at) noexcept;

// Has linked copies whose cubs are all among these (sorted) go along with the transform.
void move_group_frames(ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                       const GridTransform& transform);

}  // namespace playset
