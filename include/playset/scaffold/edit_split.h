// playset/scaffold/edit_split.h - one cub into several, and two into one.
//
// Each is one step to undo (or part of the open transaction) and gives back the pieces; where it
// refuses nothing has changed. The first piece keeps the cub's id. Windows follow: whole ones
// between sides that still have the same vertices, partial ones where sides now overlap in part;
// doors stay with all of them. Looks follow their side, inner windows have none; spawns and props
// stay in the piece that holds them.
// Units   grid steps.
// Cost    linear in the cubs that are cut and their neighbours.
// Threads one document, one thread.
// Ref     DLE (7, 8), Inferno (2, 3, 5, 7, 8) and OLE (2, 5, 7); research scaffold.md 1.2
// See     docs/scaffold.md (Splitting), tests/scaffold/edit_split_test.cpp
#pragma once

#include "playset/scaffold/selection.h"

namespace playset {

struct SliceConfig {
  std::uint32_t parts = 2;  // 2 to 64, of equal thickness
  double at = 0.0;          // for two parts: where, as a share from the low end; 0: in the middle
  // On through whole windows, so that all of them stay whole; else the neighbours keep their shape
  // and get partial windows.
  bool loop = true;
};

// Cuts the cub across its edges along `axis` (0: between left and right, 1: top and bottom, 2:
// front and back; low is right, bottom, back).
PLAYSET_API Result<ScaffoldSelection> slice_cub(ScaffoldDocument& document, CubAxis where,
                                                const SliceConfig& config = {});

// Into eight, halved along all three axes. Neighbours get partial windows.
PLAYSET_API Result<ScaffoldSelection> split_cub_8(ScaffoldDocument& document, ScaffoldId cub);
// A core and one piece behind each side, which stays as it is: neighbours do not change. `core` is
// its size as a share of the cub's, above 0 and below 1.
PLAYSET_API Result<ScaffoldSelection> split_cub_7(ScaffoldDocument& document, ScaffoldId cub,
                                                  double core = 0.5);
// A core that runs through along `axis` and one piece behind each of the other four sides.
PLAYSET_API Result<ScaffoldSelection> split_cub_5(ScaffoldDocument& document, CubAxis where,
                                                  double core = 0.5);

// One cub of two that a whole window joins; a keeps its id. Refuses where it would not be convex.
PLAYSET_API Result<ScaffoldSelection> merge_cubs(ScaffoldDocument& document, ScaffoldId a,
                                                 ScaffoldId b);

}  // namespace playset
