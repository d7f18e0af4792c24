// scaffold/object_turns.h - how the direction of a prop or spawn changes when what it stands in is
// turned or mirrored.
#pragma once

#include "playset/scaffold/edit_move.h"

namespace playset {

// yaw, pitch, roll in thousandths of a degree: Ry Rx Rz.
using ObjectTurn = std::array<std::int32_t, 3>;

// Angles in (-180, 180] degrees. Turns about y change yaw alone and are exact; a mirror keeps the
// object's own left and right (its model is not mirrored) and is exact along each axis.
[[nodiscard]] ObjectTurn transform_turn(const GridTransform& transform, ObjectTurn turn);
[[nodiscard]] ObjectTurn turn_about(std::uint32_t axis, std::int32_t angle, ObjectTurn turn);
// From one frame of three unit axes to another.
[[nodiscard]] ObjectTurn turn_between_frames(const std::array<glm::dvec3, 3>& from,
                                             const std::array<glm::dvec3, 3>& to, ObjectTurn turn);

}  // namespace playset
