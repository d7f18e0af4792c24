// New cubs in the place of old ones.
#include "replace_cubs.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace playset {
namespace {

using TakenPairs = std::set<std::pair<SideRef, SideRef>>;     // the lower side first
using OriginTable = std::map<SideRef, std::vector<SideRef>>;  // by old side

// How deep the point lies inside the cub's least side; below 0 outside. m.
double depth_in(const ScaffoldDocument& document, const ScaffoldCub& cub, GridPoint at) {
  double depth = 1e30;
  for (std::uint32_t side = 0; side < kCubSides; ++side) {
    const SidePlaces places = side_places(document, cub, side);
    if (places.loop.count < 3) continue;
    depth = std::min(depth, dot_of(side_centre(places) - to_metres(at), outward_normal(places)));
  }
  return depth;
}

ScaffoldId piece_that_holds(const ScaffoldDocument& document, const CubReplacement& replacement,
                            GridPoint at) {
  ScaffoldId best = replacement.pieces.front().id;
  double most = -1e30;
  for (const ScaffoldCub& piece : replacement.pieces) {
    const double depth = depth_in(document, piece, at);
    if (depth > most + 1e-9) best = piece.id;
    most = std::max(most, depth);
  }
  return best;
}

template <typename Placed>
void move_in(ScaffoldDocument& document, const CubReplacement& replacement,
             std::span<const ScaffoldId> ids) {
  std::vector<Placed> moved;
  for (const ScaffoldId id : ids) {
    Placed& record = moved.emplace_back(*document.find<Placed>(id));
    record.cub = piece_that_holds(document, replacement, record.at);
  }
  document.put_all(std::move(moved));
}

void keep_objects(ScaffoldDocument& document, const CubReplacement& replacement) {
  for (const ScaffoldId old : replacement.old) {
    move_in<ScaffoldSpawn>(document, replacement, document.spawns_of_cub(old));
    move_in<ScaffoldProp>(document, replacement, document.props_of_cub(old));
  }
}

std::vector<ScaffoldWindow> take_windows(ScaffoldDocument& document,
                                         std::span<const CubReplacement> replacements) {
  std::vector<ScaffoldId> ids;
  for (const CubReplacement& replacement : replacements) {
    for (const ScaffoldId old : replacement.old) {
      const auto of_cub = document.windows_of_cub(old);
      ids.insert(ids.end(), of_cub.begin(), of_cub.end());
    }
  }
  std::vector<ScaffoldWindow> windows;
  for (const ScaffoldId id : sorted_set(ids)) windows.push_back(*document.find<ScaffoldWindow>(id));
  document.erase_all<ScaffoldWindow>(std::move(ids));
  return windows;
}

// True where the sides face each other in one plane, up to the grid's rounding.
bool face_each_other(const SidePlaces& a, const SidePlaces& b) {
  const glm::dvec3 n = outward_normal(a);
  return dot_of(n, outward_normal(b)) < -0.999 &&
         std::fabs(dot_of(side_centre(a) - side_centre(b), n)) < 4.0 * kMetresPerGrid;
}

// The window between two new sides, or nothing: its `partial` says which kind.
bool fit_window(const ScaffoldDocument& document, SideRef a, SideRef b, bool was_partial,
                bool& partial) {
  const SidePlaces at_a = side_places(document, a), at_b = side_places(document, b);
  if (at_a.loop.count < 3 || at_b.loop.count < 3) return false;
  partial = was_partial || !loops_meet(at_a.loop, at_b.loop);
  return !partial || (face_each_other(at_a, at_b) && sides_overlap(at_a, at_b));
}

void follow_window(ScaffoldDocument& document, const ScaffoldWindow& window,
                   const OriginTable& origins, const std::vector<ScaffoldId>& old,
                   TakenPairs& taken, std::vector<ScaffoldWindow>& out) {
  std::array<std::vector<SideRef>, 2> ends;
  for (std::size_t end = 0; end < 2; ++end) {
    const auto found = origins.find(window.sides[end]);
    if (found != origins.end())
      ends[end] = found->second;
    else if (!is_marked(old, window.sides[end].cub))
      ends[end] = {window.sides[end]};
  }
  bool kept_id = false;
  for (const SideRef a : ends[0]) {
    for (const SideRef b : ends[1]) {
      bool partial = false;
      if (!fit_window(document, a, b, window.partial, partial)) continue;
      if (!taken.insert(std::minmax(a, b)).second) continue;  // two cubs became one behind it
      ScaffoldWindow& next = out.emplace_back(window);
      next.sides = {a, b};
      next.partial = partial;
      if (kept_id) next.id = document.take_id();
      kept_id = true;
    }
  }
}

}  // namespace

void replace_cubs(ScaffoldDocument& document, std::span<const CubReplacement> replacements) {
  OriginTable origins;
  std::vector<ScaffoldId> old, gone, corners;
  std::vector<ScaffoldCub> pieces;
  for (const CubReplacement& replacement : replacements) {
    old.insert(old.end(), replacement.old.begin(), replacement.old.end());
    gone.insert(gone.end(), replacement.old.begin() + 1, replacement.old.end());
    pieces.insert(pieces.end(), replacement.pieces.begin(), replacement.pieces.end());
    for (const SideOrigin& origin : replacement.origins) origins[origin.old].push_back(origin.now);
  }
  old = sorted_set(std::move(old));
  corners = vertices_of_cubs(document, old);
  const std::vector<ScaffoldWindow> windows = take_windows(document, replacements);
  document.put_all(std::move(pieces));
  for (const CubReplacement& replacement : replacements) keep_objects(document, replacement);
  document.erase_all<ScaffoldCub>(std::move(gone));
  std::vector<ScaffoldWindow> followed;
  TakenPairs taken;
  for (const ScaffoldWindow& window : windows)
    follow_window(document, window, origins, old, taken, followed);
  document.put_all(std::move(followed));
  for (const CubReplacement& replacement : replacements) {
    std::vector<ScaffoldId> ids;
    for (const ScaffoldCub& piece : replacement.pieces) ids.push_back(piece.id);
    join_equal_sides(document, ids);
  }
  erase_unused_vertices(document, corners);
}

}  // namespace playset
