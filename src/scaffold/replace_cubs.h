// scaffold/replace_cubs.h - replace_cubs: puts new cubs in the place of old ones and has windows,
// spawns and props follow.
#pragma once

#include "edit_parts.h"

namespace playset {

// A side of a new cub that lies on a side of an old one.
struct SideOrigin {
  SideRef old;
  SideRef now;
};

struct CubReplacement {
  std::vector<ScaffoldId> old;      // the first new cub has the first one's id
  std::vector<ScaffoldCub> pieces;  // with ids
  std::vector<SideOrigin> origins;
};

// Requires that new vertices are in the document. Windows of old sides go to the new sides on them:
// whole where those meet, partial where they overlap, none where they do not. Pieces of one
// replacement are joined with each other. Unused vertices are erased.
void replace_cubs(ScaffoldDocument& document, std::span<const CubReplacement> replacements);

}  // namespace playset
