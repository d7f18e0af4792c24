// src/nav/nav_path.cpp - what a path knows of doors.
#include "playset/nav/nav_path.h"

#include <algorithm>

namespace playset {

bool is_blocked(const NavPath& path, const DoorStates& doors) noexcept {
  return std::any_of(path.doors.begin(), path.doors.end(),
                     [&](std::uint32_t door) { return is_closed(doors, door); });
}

}  // namespace playset
