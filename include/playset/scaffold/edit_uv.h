// playset/scaffold/edit_uv.h - how materials lie on sides: what a UvFrame means, and laying it along
// the level's axes, fitted, or carried over edges.
//
// A frame hangs on its side's first edge, so a material goes along with what moves or turns it
// (texture lock). align_uv again after stretching, for one that lies still.
// Each edit is one step to undo (or part of the open transaction); where it refuses nothing has
// changed.
// Units   grid steps in frames, m and repeats (1 is once) in SideUv.
// Cost    linear in the sides; unfolding also in the sides beside them.
// Threads one document, one thread.
// Ref     TrenchBroom (paraxial and locked textures), DLE (align), ProBuilder (unfold)
// See     docs/scaffold.md (Laying materials), tests/scaffold/edit_uv_test.cpp
#pragma once

#include "playset/scaffold/selection.h"

namespace playset {

// uv = (dot(p - origin, u), dot(p - origin, v)) for p in m: 1 is one repeat. Seen from inside, v is
// a quarter turn counterclockwise from u where no repeat is below 0.
struct SideUv {
  glm::dvec3 origin{0.0}, u{0.0}, v{0.0};
};
// Requires a side with an area.
[[nodiscard]] PLAYSET_API SideUv side_uv(const ScaffoldDocument& document, SideRef side);

// As the level's axes run: v up, ahead (+Z) on level sides, u level; phase 0 in the level's origin,
// so that sides in one plane go on into each other. Repeats not 0.
PLAYSET_API Result<Done> align_uv(ScaffoldDocument& document, std::span<const SideRef> sides,
                                  std::int32_t repeat_u = 1024, std::int32_t repeat_v = 1024);

// Once or `times` across each side and up it, as align_uv's axes run. Times 1 to 1,000.
PLAYSET_API Result<Done> fit_uv(ScaffoldDocument& document, std::span<const SideRef> sides,
                                std::uint32_t times_u = 1, std::uint32_t times_v = 1);

// From the first side on to all that are joined to it by edges among these, as if they were folded
// flat: along each shared edge both sides agree (to the frame's rounding). Refuses sides that no
// edges lead to.
PLAYSET_API Result<Done> unfold_uv(ScaffoldDocument& document, std::span<const SideRef> sides);

}  // namespace playset
