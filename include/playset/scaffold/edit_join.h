// playset/scaffold/edit_join.h - what belongs together: opening and closing windows, welding and
// joining vertices, edges and sides, collapsing to wedges and pyramids, and separating again.
//
// Each is one step to undo (or part of the open transaction); where it refuses nothing has changed.
// Welding moves corners in all cubs that share them. A cub that would fold is refused by name.
// Units   grid steps.
// Cost    linear in the cubs beside what is joined.
// Threads one document, one thread.
// Ref     DLE (join and separate points, lines, sides), Inferno (weld); research scaffold.md 6.31
// See     docs/scaffold.md (Joining), tests/scaffold/edit_join_test.cpp
#pragma once

#include "playset/scaffold/selection.h"

namespace playset {

// Joins two sides that lie on each other by a window: whole where they have the same vertices,
// partial where they overlap in one plane. `door` is a door's id or kNoId. Refuses others, and
// sides that are joined already.
PLAYSET_API Result<Done> open_window(ScaffoldDocument& document, SideRef a, SideRef b,
                                     ScaffoldId door = kNoId);

// Makes walls of these sides: removes every window on them. Refuses where there is none.
PLAYSET_API Result<Done> close_sides(ScaffoldDocument& document, std::span<const SideRef> sides);

enum class WeldPlace : std::uint8_t { First, Middle };

// Makes one vertex of several, the first of them. Windows of sides that collapse are removed.
PLAYSET_API Result<Done> weld_vertices(ScaffoldDocument& document,
                                       std::span<const ScaffoldId> vertices,
                                       WeldPlace place = WeldPlace::Middle);

// Welds the ends of b to those of a, whichever way is shorter.
PLAYSET_API Result<Done> join_edges(ScaffoldDocument& document, EdgeRef a, EdgeRef b,
                                    WeldPlace place = WeldPlace::First);

// Welds the corners of b to those of a, of the four ways to pair them the shortest, and opens a
// whole window. Refuses sides of one cub, sides with windows, a triangle with a square.
PLAYSET_API Result<Done> join_sides(ScaffoldDocument& document, SideRef a, SideRef b,
                                    WeldPlace place = WeldPlace::First);

// --- fewer corners ---

// Both ends become one vertex in the middle.
PLAYSET_API Result<Done> collapse_edge(ScaffoldDocument& document, EdgeRef edge);
// The side becomes an edge: each corner is welded with the one behind it in the loop, `turn` chooses
// which of the two ways.
PLAYSET_API Result<Done> make_wedge(ScaffoldDocument& document, SideRef side,
                                    std::uint32_t turn = 0);
// The side becomes a point.
PLAYSET_API Result<Done> make_pyramid(ScaffoldDocument& document, SideRef side);

// --- apart again ---

// The cub gets vertices of its own in place of these of its corners, where others share them.
// Windows whose sides no longer have the same vertices become walls. Refuses vertices that are no
// corners of it, and where nothing is shared.
PLAYSET_API Result<Done> separate_vertices(ScaffoldDocument& document, ScaffoldId cub,
                                           std::span<const ScaffoldId> vertices);
// The same for all corners of sides, each for its own cub.
PLAYSET_API Result<Done> separate_sides(ScaffoldDocument& document, std::span<const SideRef> sides);
// Cuts these cubs loose from all others: no shared vertices, no windows; among themselves they stay
// joined.
PLAYSET_API Result<Done> separate_cubs(ScaffoldDocument& document,
                                       std::span<const ScaffoldId> cubs);

}  // namespace playset
