// playset/scaffold/edit_group.h - groups of cubs, and linked copies of them (prefabs).
//
//   const ScaffoldId guard_room = *group_cubs(document, cubs, "guard room");
//   link_group(document, guard_room, "guard_room");
//   place_prefab(document, "guard_room", shift_by({20'480, 0, 0}));   // a second one
//   ... extrude a side of the first ...
//   spread_group(document, guard_room);                               // the second has it too
//
// A cub is in one group or none; spawns and props belong to the cub they stand in. A group that is
// moved, turned by quarters or mirrored as a whole stays a copy; whatever else is done to it is a
// change of its own until it is spread, or until another copy is. What is pasted or extruded from a
// group's cub is in the group as well; a whole group that is copied is a linked copy again.
// Each is one step to undo (or part of the open transaction); where it refuses nothing has changed.
// Units   grid steps.
// Cost    linear in the group's cubs; spreading times the number of copies; finding a group's cubs is
//         a pass over all.
// Threads one document, one thread.
// Ref     TrenchBroom (linked groups), Unity (apply to prefab); research scaffold.md 2.5, 2.13
// See     docs/scaffold.md (Groups and prefabs), tests/scaffold/edit_group_test.cpp
#pragma once

#include "playset/scaffold/edit_move.h"

namespace playset {

// Sorted.
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> cubs_of_group(const ScaffoldDocument& document,
                                                                ScaffoldId group);

// A new group of these cubs; they leave the ones they are in. Groups that lose their last cub go.
PLAYSET_API Result<ScaffoldId> group_cubs(ScaffoldDocument& document,
                                          std::span<const ScaffoldId> cubs, std::string_view name);
// Dissolves the groups that any of these cubs are in.
PLAYSET_API Result<Done> ungroup_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> cubs);

// Makes the group the first copy of a new prefab, whose origin is the middle of its floor. Refuses
// names that a prefab has.
PLAYSET_API Result<Done> link_group(ScaffoldDocument& document, ScaffoldId group,
                                    std::string_view prefab);
// The group stays and goes its own way.
PLAYSET_API Result<Done> unlink_group(ScaffoldDocument& document, ScaffoldId group);

// Another copy of the prefab, as its copy with the lowest id is now: the prefab's origin comes to
// `at`, turned and mirrored by `turn` (of which pivot and shift do not count).
PLAYSET_API Result<ScaffoldSelection> place_prefab(ScaffoldDocument& document,
                                                   std::string_view prefab, GridPoint at,
                                                   const GridTransform& turn = {});

// What it does to the other copies.
struct SpreadReport {
  std::uint32_t copies = 0;          // that follow it now
  std::uint32_t windows_closed = 0;  // from copies to their surroundings, which no longer fit
};
// All other copies become what this one is now: cubs that both have keep their ids, vertices, and
// the windows to their surroundings as far as they still fit; sides with such a window, in either
// copy, keep their own look. Cubs that this one lacks are deleted, those that it has more are added.
PLAYSET_API Result<SpreadReport> spread_group(ScaffoldDocument& document, ScaffoldId group);

}  // namespace playset
