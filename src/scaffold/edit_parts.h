// scaffold/edit_parts.h - what the edits share: refusals, surfaces that are handed on, cubs grown
// from a side, and the upkeep of windows and vertices.
#pragma once

#include <map>
#include <utility>

#include "cub_geometry.h"

namespace playset {

[[nodiscard]] Error refuse(std::string why);
// "there is nothing to `verb`; name or select `what`"
[[nodiscard]] Error nothing_given(const char* verb, const char* what);

// Refuse an empty list and name the first item that does not exist; `verb` is what was asked for.
[[nodiscard]] Result<Done> need_vertices(const ScaffoldDocument& document,
                                         std::span<const ScaffoldId> vertices, const char* verb);
[[nodiscard]] Result<Done> need_cubs(const ScaffoldDocument& document,
                                     std::span<const ScaffoldId> cubs, const char* verb);
// Sides that have collapsed to an edge or a point are refused as well.
[[nodiscard]] Result<Done> need_sides(const ScaffoldDocument& document,
                                      std::span<const SideRef> sides, const char* verb);
// The same for sides that are to open: those that have a window already are refused.
[[nodiscard]] Result<Done> need_free_sides(const ScaffoldDocument& document,
                                           std::span<const SideRef> sides, const char* verb);

// A side's look, without what belongs to its place: trigger and unknown members.
[[nodiscard]] ScaffoldSide surface_of(const ScaffoldSide& side);

using SideCorners = std::array<ScaffoldId, 4>;  // in the order of kSideCorners, with repeats
[[nodiscard]] SideCorners corners_of_side(const ScaffoldCub& cub, std::uint32_t side);

// A cub behind `side` of `parent`: its near end has the vertices `near`, its far end `far`, both in
// the order of the parent's side. Sides keep their numbers and looks, the far one takes the
// parent's; the near one, a window, has none. Tags, flags, layer and group go
// along.
[[nodiscard]] ScaffoldCub cub_beyond(const ScaffoldCub& parent, std::uint32_t side,
                                     const SideCorners& near, const SideCorners& far);

// New records, put in one pass each.
class NewRecords {
 public:
  explicit NewRecords(ScaffoldDocument& document) : document_(document) {}
  // One vertex per place and batch.
  ScaffoldId vertex(GridPoint at);
  // A vertex of its own.
  ScaffoldId lone_vertex(GridPoint at);
  ScaffoldId cub(ScaffoldCub cub);
  void window(SideRef a, SideRef b, bool partial = false, ScaffoldId door = kNoId);
  void put();

 private:
  ScaffoldDocument& document_;
  std::vector<ScaffoldVertex> vertices_;
  std::vector<ScaffoldCub> cubs_;
  std::vector<ScaffoldWindow> windows_;
  std::map<std::array<std::int32_t, 3>, ScaffoldId> at_;
};

// Changes sides, each cub put once; and cubs. They exist.
template <typename Change>
void change_sides(ScaffoldDocument& document, std::span<const SideRef> sides, Change change) {
  std::map<ScaffoldId, ScaffoldCub> cubs;
  for (const SideRef side : sides) {
    const auto [found, fresh] = cubs.try_emplace(side.cub, *document.find<ScaffoldCub>(side.cub));
    change(found->second.sides[side.side]);
  }
  std::vector<ScaffoldCub> changed;
  for (auto& [id, cub] : cubs) changed.push_back(std::move(cub));
  document.put_all(std::move(changed));
}
template <typename Change>
void change_cubs(ScaffoldDocument& document, std::span<const ScaffoldId> cubs, Change change) {
  std::vector<ScaffoldCub> changed;
  for (const ScaffoldId id : sorted_set(std::vector(cubs.begin(), cubs.end())))
    change(changed.emplace_back(*document.find<ScaffoldCub>(id)));
  document.put_all(std::move(changed));
}

// Takes the look off a side that has become a window inside.
void clear_surface(ScaffoldDocument& document, SideRef side);

// Joins sides of these cubs that meet and have no window by whole windows, and takes their looks.
void join_equal_sides(ScaffoldDocument& document, std::span<const ScaffoldId> cubs);

// Removes windows of these cubs that are none any more: whole ones whose sides no longer meet, and
// those of collapsed sides.
void drop_lost_windows(ScaffoldDocument& document, std::span<const ScaffoldId> cubs);

void erase_unused_vertices(ScaffoldDocument& document, std::span<const ScaffoldId> vertices);

// Refuses where one of the cubs is worse than `worst`, and says how.
[[nodiscard]] Result<Done> refuse_shapes(const ScaffoldDocument& document,
                                         std::span<const ScaffoldId> cubs, bool allow_concave,
                                         const char* advice);

// Puts corner after corner of `b` (in any of its rotations, reversed) beside `a`: b[(turn - k) & 3]
// for a[k], by the least sum of distances.
[[nodiscard]] std::uint32_t nearest_turn(const ScaffoldDocument& document, const SideCorners& a,
                                         const SideCorners& b);

// How far each corner of these sides goes when every side moves by `distance` along its outward
// normal, m: corners where sides meet go as far as keeps each in its new plane, 8 distances at
// most.
[[nodiscard]] std::map<ScaffoldId, glm::dvec3> offset_corners(const ScaffoldDocument& document,
                                                              std::span<const SideRef> sides,
                                                              double distance);

// Of the box around the cubs: the middle of its floor, rounded down.
[[nodiscard]] GridPoint middle_of_floor(const ScaffoldDocument& document,
                                        std::span<const ScaffoldId> cubs);
// Mean of these vertices' places, rounded to the grid.
[[nodiscard]] GridPoint mean_place(const ScaffoldDocument& document,
                                   std::span<const ScaffoldId> vertices);
// Weighted mean of two places, rounded to the grid.
[[nodiscard]] GridPoint between(GridPoint a, GridPoint b, double t);

// True where the sides, seen along the first one's normal, overlap by more than a strip of two grid
// steps. They are taken to lie in one plane.
[[nodiscard]] bool sides_overlap(const SidePlaces& a, const SidePlaces& b);
// Whether build_cells takes a partial window between the two.
[[nodiscard]] Result<Done> check_partial(const ScaffoldDocument& document, SideRef a, SideRef b);

// What was made, sorted.
[[nodiscard]] ScaffoldSelection made(std::vector<ScaffoldId> cubs, std::vector<SideRef> sides = {});

}  // namespace playset
