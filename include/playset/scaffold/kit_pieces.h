// playset/scaffold/kit_pieces.h - build_kit_piece: a small kit of our own, made by code: panels,
// pipes, columns, frames, doors, rocks, rails, grates, trims, caps.
//
// For levels that look like something before an artist has touched them; a game puts its own
// meshes in their place. A piece stands in a box from 0 to its size: x along the side, y up it,
// z out of it.
//
// Units   sizes in grid steps, meshes in metres.
// Cost    at most 300 triangles, every face with corners of its own (flat shading).
// Threads pure functions.
// Ref     research scaffold.md, 5.9
// See     scaffold/kit.h, geom/mesh.h, docs/scaffold.md (Kits), tests/scaffold/kit_pieces_test.cpp
#pragma once

#include <span>

#include "playset/geom/mesh.h"
#include "playset/scaffold/kit.h"

namespace playset {

struct KitFamily {
  const char* name;
  std::array<std::int32_t, 3> size;  // what its proportions are made for
  std::uint32_t variants;            // that differ; higher numbers begin again
  const char* help;
};

[[nodiscard]] PLAYSET_API std::span<const KitFamily> kit_families() noexcept;
// nullptr where it is none of ours.
[[nodiscard]] PLAYSET_API const KitFamily* find_kit_family(std::string_view name) noexcept;

// Closed, outward, within its box. One part, of material `material`. A name that is none of ours
// gives the plain box that a game's own piece will fill. The same arguments give the same bits.
// Requires sizes of 1 to kLargestKitPiece, or zeros for one of ours.
[[nodiscard]] PLAYSET_API Mesh build_kit_piece(const KitPieceName& piece, std::uint32_t variant,
                                               std::string_view material = {});

}  // namespace playset
