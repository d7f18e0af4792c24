// Paths and doors: a path is blocked where a door that it leads through is closed.
#include "playset/nav/nav_path.h"

#include <doctest/doctest.h>

using namespace playset;

TEST_CASE("nav path: only the closed doors that it leads through block it") {
  DoorStates doors{{0}, 0};
  const NavPath path{PathStatus::Found, 1.0, {}, {3, 5}, doors.revision};
  CHECK(!is_blocked(path, doors));
  set_door(doors, 4, true);
  CHECK(!is_blocked(path, doors));
  set_door(doors, 5, true);
  CHECK(is_blocked(path, doors));
  set_door(doors, 5, false);
  CHECK(!is_blocked(path, doors));
}

TEST_CASE(
    "nav path: a path made with every door open is blocked by one that is closed from the start") {
  const DoorStates doors{{1}, 0};
  NavPath path;
  path.doors = {0};
  CHECK(is_blocked(path, doors));
}
