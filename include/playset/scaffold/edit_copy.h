// playset/scaffold/edit_copy.h - deleting, copying and pasting cubs with all that belongs to them.
//
// Each is one step to undo (or part of the open transaction); where it refuses nothing has changed.
// A clip is a level of its own: it can be saved with write_scaffold, and any level can be pasted.
// Units   grid steps.
// Cost    linear in the cubs and their neighbours.
// Threads one document, one thread; copying is const.
// Ref     OLE (paste at a side, edges aligned), UDB issue 443 (copies carry things)
// See     docs/scaffold.md (Copying), tests/scaffold/edit_copy_test.cpp
#pragma once

#include "playset/scaffold/edit_move.h"

namespace playset {

// Deletes cubs with their windows, spawns and props. Sides of neighbours that lose a whole window
// become walls again; where those have no look they take the one of the deleted cub's far side.
PLAYSET_API Result<Done> delete_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> cubs);
// Spawns and props by their ids.
PLAYSET_API Result<Done> delete_objects(ScaffoldDocument& document,
                                        std::span<const ScaffoldId> objects);

// The cubs, the windows among them, what stands in them, their groups and layers, and the materials,
// kits, doors and triggers they name. Sides whose window leads to a cub that is not among them are
// walls, with a look as after delete_cubs.
[[nodiscard]] PLAYSET_API Result<Scaffold> copy_cubs(const ScaffoldDocument& document,
                                                     std::span<const ScaffoldId> cubs);

// Adds all of the clip under new ids, moved by the transform. Names that the level lacks are added,
// others are the level's. Gives back the new cubs.
PLAYSET_API Result<ScaffoldSelection> paste_clip(ScaffoldDocument& document, const Scaffold& clip,
                                                 const GridTransform& transform = {});

// Pastes so that side `anchor` of the clip lies on `side`, turned by `turn` corners, middle on
// middle, and opens them: whole where all corners fall together (up to two grid steps: they become
// one), else partial where they overlap in one plane. Exact where both sides lie along the axes,
// else rounded to the grid.
PLAYSET_API Result<ScaffoldSelection> paste_onto_side(ScaffoldDocument& document,
                                                      const Scaffold& clip, SideRef anchor,
                                                      SideRef side, std::uint32_t turn = 0);

}  // namespace playset
