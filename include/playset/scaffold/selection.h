// playset/scaffold/selection.h - ScaffoldSelection: what is marked and where the cursor is; and the
// ways to select: grow, loop, ring, coplanar, material, role, connected, invert.
//
// Marks are ids, never places or indices: they survive undo, redo and edits by others. What is
// deleted stays marked, so that undo brings it back marked; live_selection leaves it out.
// Units   angles in radians.
// Cost    grow, rings and chains: what they touch; material, role, invert: one pass over the cubs.
// Threads pure functions of a document and ids.
// Ref     DLE (a marked set beside the cursor); Blender and ProBuilder (loop and ring)
// See     docs/scaffold.md (Selecting), tests/scaffold/selection_test.cpp
#pragma once

#include <compare>

#include "playset/scaffold/document.h"

namespace playset {

// Two vertices of a side that are next to each other, the lower id first.
struct EdgeRef {
  ScaffoldId a = kNoId;
  ScaffoldId b = kNoId;
  friend auto operator<=>(const EdgeRef&, const EdgeRef&) = default;
};
[[nodiscard]] constexpr EdgeRef make_edge(ScaffoldId a, ScaffoldId b) noexcept {
  return a < b ? EdgeRef{a, b} : EdgeRef{b, a};
}

[[nodiscard]] constexpr bool operator<(const SideRef& a, const SideRef& b) noexcept {
  return a.cub != b.cub ? a.cub < b.cub : a.side < b.side;
}

// Lists are sorted, each item once: mark and unmark keep them so.
struct ScaffoldSelection {
  std::vector<ScaffoldId> vertices;
  std::vector<EdgeRef> edges;
  std::vector<SideRef> sides;
  std::vector<ScaffoldId> cubs;
  std::vector<ScaffoldId> spawns;
  std::vector<ScaffoldId> props;
  SideRef cursor;  // the current cub and side, marked or not; cub kNoId: nowhere
};

// For ScaffoldId, EdgeRef and SideRef. Sorted, each once.
template <typename Item>
[[nodiscard]] PLAYSET_API std::vector<Item> sorted_set(std::vector<Item> items);
template <typename Item>
[[nodiscard]] PLAYSET_API bool is_marked(const std::vector<Item>& set, const Item& item);
template <typename Item>
PLAYSET_API void mark(std::vector<Item>& set, const Item& item);
template <typename Item>
PLAYSET_API void unmark(std::vector<Item>& set, const Item& item);

// The part of it that exists now. The cursor goes nowhere where its cub is gone.
[[nodiscard]] PLAYSET_API ScaffoldSelection live_selection(const ScaffoldDocument& document,
                                                           const ScaffoldSelection& selection);

// --- from one kind to another; all results are sorted sets ---

[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> vertices_of_cubs(
    const ScaffoldDocument& document, std::span<const ScaffoldId> cubs);
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> vertices_of_sides(
    const ScaffoldDocument& document, std::span<const SideRef> sides);
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> vertices_of_edges(std::span<const EdgeRef> edges);
[[nodiscard]] PLAYSET_API std::vector<SideRef> sides_of_cubs(const ScaffoldDocument& document,
                                                             std::span<const ScaffoldId> cubs);
[[nodiscard]] PLAYSET_API std::vector<EdgeRef> edges_of_sides(const ScaffoldDocument& document,
                                                              std::span<const SideRef> sides);
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> cubs_of_sides(std::span<const SideRef> sides);

// --- grow and shrink ---

// With the cubs behind their windows; without those that have an unmarked neighbour.
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> grow_cubs(const ScaffoldDocument& document,
                                                            std::span<const ScaffoldId> cubs);
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> shrink_cubs(const ScaffoldDocument& document,
                                                              std::span<const ScaffoldId> cubs);
// Walls that share an edge with one of these, of whatever cub. A wall is a side without a whole
// window.
[[nodiscard]] PLAYSET_API std::vector<SideRef> grow_sides(const ScaffoldDocument& document,
                                                          std::span<const SideRef> sides);
[[nodiscard]] PLAYSET_API std::vector<SideRef> shrink_sides(const ScaffoldDocument& document,
                                                            std::span<const SideRef> sides);
// Cubs that can be reached through windows.
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> connected_cubs(const ScaffoldDocument& document,
                                                                 std::span<const ScaffoldId> cubs);

// --- loops and rings through chains ---

// From the side's cub both ways, through whole windows and out by the opposite side, in order; a
// chain that closes on itself comes back once. Empty where there is no such side.
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> find_cub_chain(const ScaffoldDocument& document,
                                                                 SideRef side);
// The sides that go on from `side` along such a chain: the floors of a corridor. `through` is a
// side of the same cub next to it, by which the chain leaves. In order of the chain.
[[nodiscard]] PLAYSET_API std::vector<SideRef> find_side_loop(const ScaffoldDocument& document,
                                                              SideRef side, std::uint32_t through);
// What a cut across a cub's edges along `axis` cuts on through whole windows, each cub once, the
// first one first: split's loop. axis 0, 1, 2: the edges between left and right, top and bottom,
// front and back.
struct CubAxis {
  ScaffoldId cub = kNoId;
  std::uint8_t axis = 0;
  friend bool operator==(const CubAxis&, const CubAxis&) = default;
};
[[nodiscard]] PLAYSET_API std::vector<CubAxis> find_cut_chain(const ScaffoldDocument& document,
                                                              CubAxis start);
// The edges that such cuts across this edge cut, in all cubs that have it. Sorted.
[[nodiscard]] PLAYSET_API std::vector<EdgeRef> find_edge_ring(const ScaffoldDocument& document,
                                                              EdgeRef edge);

// --- by what they are ---

// Walls that go on from these across edges, bent by at most `angle` from the one they start at.
[[nodiscard]] PLAYSET_API std::vector<SideRef> select_coplanar(const ScaffoldDocument& document,
                                                               std::span<const SideRef> sides,
                                                               double angle);
[[nodiscard]] PLAYSET_API std::vector<SideRef> select_material(const ScaffoldDocument& document,
                                                               ScaffoldId material);

enum class SideRole : std::uint8_t { Floor, Wall, Ceiling };
// Walls by which way they face: a floor is within `slope` of level, a ceiling as far from it.
[[nodiscard]] PLAYSET_API std::vector<SideRef> select_role(const ScaffoldDocument& document,
                                                           SideRole role, double slope);
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> select_tag(const ScaffoldDocument& document,
                                                             std::string_view tag);

// All cubs, or all walls, that are not marked.
[[nodiscard]] PLAYSET_API std::vector<ScaffoldId> invert_cubs(const ScaffoldDocument& document,
                                                              std::span<const ScaffoldId> cubs);
[[nodiscard]] PLAYSET_API std::vector<SideRef> invert_sides(const ScaffoldDocument& document,
                                                            std::span<const SideRef> sides);

}  // namespace playset
