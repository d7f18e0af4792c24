// workshop/core/play_body.h - how the body of a play session moves: sliding, stepping up, falling,
// standing.
#pragma once

#include "workshop/core/play_session.h"

namespace playset {

// One tick's way of the body by its mode. Doors that it bumps into are told to `bumped` (at most
// one a tick), kNone where there was none.
void move_body(PlaySession& session, const PlayInput& input, std::uint32_t& bumped) noexcept;

// The body's middle, which a cell is asked for.
[[nodiscard]] glm::dvec3 body_middle(const PlayConfig& config, const PlayState& state) noexcept;

}  // namespace playset
