// Splitting and merging: the pieces of a cub on a lattice of its corners.
#include "playset/scaffold/edit_split.h"

#include <algorithm>
#include <optional>

#include "playset/scaffold/cub_shape.h"
#include "replace_cubs.h"

namespace playset {
namespace {

constexpr std::uint8_t kLowSide[3] = {2, 3, 5}, kHighSide[3] = {0, 1, 4};

// A piece with the cub's looks; sides for which `on` is false are inner ones and have none. The
// first piece keeps the cub's id, trigger and unknown members.
ScaffoldCub piece_of(const ScaffoldCub& cub, bool first,
                     const std::array<ScaffoldId, kCubCorners>& corners,
                     const std::array<bool, kCubSides>& on) {
  ScaffoldCub piece = cub;
  piece.corners = corners;
  if (!first) {
    piece.id = kNoId;
    piece.member = 0;
    piece.extra.clear();
  }
  for (std::size_t side = 0; side < kCubSides; ++side) {
    if (!on[side]) piece.sides[side] = ScaffoldSide{};
  }
  return piece;
}

void add_piece(ScaffoldDocument& document, CubReplacement& replacement, const ScaffoldCub& cub,
               const std::array<ScaffoldId, kCubCorners>& corners,
               const std::array<bool, kCubSides>& on) {
  ScaffoldCub piece = piece_of(cub, replacement.pieces.empty(), corners, on);
  if (piece.id == kNoId) piece.id = document.take_id();
  for (std::uint8_t side = 0; side < kCubSides; ++side) {
    if (on[side]) replacement.origins.push_back({{cub.id, side}, {piece.id, side}});
  }
  replacement.pieces.push_back(std::move(piece));
}

// --- slices ---

// New vertices along edges, by their ends; each edge is cut once, whichever cub comes first.
class EdgeCuts {
 public:
  EdgeCuts(ScaffoldDocument& document, NewRecords& records, std::vector<double> shares)
      : document_(document), records_(records), shares_(std::move(shares)) {}

  // True where this edge was cut from its other end.
  [[nodiscard]] bool turned(ScaffoldId low, ScaffoldId high) const {
    return cuts_.count({high, low}) > 0;
  }
  ScaffoldId at(ScaffoldId low, ScaffoldId high, std::size_t cut, bool turn) {
    if (low == high) return low;
    if (turn) return at(high, low, shares_.size() - 1 - cut, false);
    std::vector<ScaffoldId>& cuts = cuts_[{low, high}];
    if (cuts.empty()) {
      for (const double share : shares_)
        cuts.push_back(records_.lone_vertex(
            between(place_of(document_, low), place_of(document_, high), share)));
    }
    return cuts[cut];
  }
  [[nodiscard]] std::size_t count() const { return shares_.size(); }

 private:
  ScaffoldDocument& document_;
  NewRecords& records_;
  std::vector<double> shares_;
  std::map<std::pair<ScaffoldId, ScaffoldId>, std::vector<ScaffoldId>> cuts_;
};

CubReplacement slice(ScaffoldDocument& document, CubAxis where, EdgeCuts& cuts) {
  const ScaffoldCub& cub = *document.find<ScaffoldCub>(where.cub);
  bool turn = false;
  for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
    if (kCornerPlaces[corner][where.axis] != 0) continue;
    turn = turn || cuts.turned(cub.corners[corner], cub.corners[corner_across(corner, where.axis)]);
  }
  CubReplacement replacement;
  replacement.old = {cub.id};
  for (std::size_t part = 0; part <= cuts.count(); ++part) {
    std::array<ScaffoldId, kCubCorners> corners = cub.corners;
    for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
      const bool high = kCornerPlaces[corner][where.axis] != 0;
      const std::uint32_t across = corner_across(corner, where.axis);
      const ScaffoldId low_end = cub.corners[high ? across : corner];
      const ScaffoldId high_end = cub.corners[high ? corner : across];
      if (high && part < cuts.count()) corners[corner] = cuts.at(low_end, high_end, part, turn);
      if (!high && part > 0) corners[corner] = cuts.at(low_end, high_end, part - 1, turn);
    }
    std::array<bool, kCubSides> on{true, true, true, true, true, true};
    on[kLowSide[where.axis]] = part == 0;
    on[kHighSide[where.axis]] = part == cuts.count();
    add_piece(document, replacement, cub, corners, on);
  }
  return replacement;
}

std::vector<double> shares_of(const SliceConfig& config) {
  if (config.parts == 2 && config.at > 0.0) return {config.at};
  std::vector<double> shares;
  for (std::uint32_t i = 1; i < config.parts; ++i) shares.push_back(double(i) / config.parts);
  return shares;
}

// The chain as far as a cut through it makes sense: cubs that an earlier cut reaches along another
// axis keep their shape.
std::optional<Error> check_slice(const ScaffoldDocument& document, CubAxis where,
                                 const SliceConfig& config) {
  if (Result<Done> there = need_cubs(document, std::array{where.cub}, "split"); !there)
    return there.error();
  if (where.axis > 2) return refuse("an axis is 0, 1 or 2");
  if (config.parts < 2 || config.parts > 64) return refuse("a cub is cut into 2 to 64 parts");
  if (!(config.at >= 0.0 && config.at < 1.0))
    return refuse("the cut lies between the ends: a share above 0 and below 1");
  return std::nullopt;
}

// --- pieces around a core ---

// The core's corners: each a share of the way from `middles[corner]` to the cub's; repeated
// vertices stay repeated.
std::array<ScaffoldId, kCubCorners> core_corners(const ScaffoldDocument& document,
                                                 NewRecords& records, const ScaffoldCub& cub,
                                                 const std::array<GridPoint, kCubCorners>& middles,
                                                 double share) {
  std::array<ScaffoldId, kCubCorners> core{};
  for (std::size_t c = 0; c < kCubCorners; ++c) {
    for (std::size_t before = 0; before < c; ++before) {
      if (cub.corners[before] == cub.corners[c] && middles[before] == middles[c])
        core[c] = core[before];
    }
    if (core[c] == kNoId)
      core[c] = records.lone_vertex(between(middles[c], place_of(document, cub.corners[c]), share));
  }
  return core;
}

// The piece between a side and the core.
std::array<ScaffoldId, kCubCorners> mantle_corners(const ScaffoldCub& cub,
                                                   const std::array<ScaffoldId, kCubCorners>& core,
                                                   std::uint32_t side) {
  std::array<ScaffoldId, kCubCorners> corners{};
  for (const std::uint8_t corner : kSideCorners[side]) {
    corners[corner] = cub.corners[corner];
    corners[corner_across(corner, side_axis(side))] = core[corner];
  }
  return corners;
}

Result<ScaffoldSelection> finish(ScaffoldDocument& document, ScaffoldEdit& edit,
                                 std::span<const CubReplacement> replacements, bool had_volume) {
  replace_cubs(document, replacements);
  std::vector<ScaffoldId> cubs;
  for (const CubReplacement& replacement : replacements) {
    for (const ScaffoldCub& piece : replacement.pieces) cubs.push_back(piece.id);
  }
  if (had_volume) {
    if (const Result<Done> sound =
            refuse_shapes(document, cubs, true, "choose another way to split it");
        !sound)
      return sound.error();
  }
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(std::move(cubs));
}

bool has_volume(const ScaffoldDocument& document, ScaffoldId cub) {
  const CubGrade grade = measure_cub(document.level(), *document.find<ScaffoldCub>(cub)).grade;
  return grade <= CubGrade::Concave;
}

std::optional<Error> check_core(const ScaffoldDocument& document, ScaffoldId cub, double core) {
  if (Result<Done> there = need_cubs(document, std::array{cub}, "split"); !there)
    return there.error();
  if (!(core > 0.0 && core < 1.0)) return refuse("the core's share lies above 0 and below 1");
  if (!has_volume(document, cub))
    return refuse("cub " + id_text(cub) + " has no volume to split; mend it first");
  return std::nullopt;
}

Result<ScaffoldSelection> split_around(ScaffoldDocument& document, ScaffoldId id,
                                       const std::array<GridPoint, kCubCorners>& middles,
                                       double core, std::uint32_t through) {
  ScaffoldEdit edit(document, "split");
  const ScaffoldCub cub = *document.find<ScaffoldCub>(id);
  NewRecords records(document);
  const auto inner = core_corners(document, records, cub, middles, core);
  records.put();
  CubReplacement replacement;
  replacement.old = {id};
  std::array<bool, kCubSides> ends{};
  for (std::uint32_t side = 0; side < kCubSides; ++side) ends[side] = side_axis(side) == through;
  add_piece(document, replacement, cub, inner, ends);
  for (std::uint32_t side = 0; side < kCubSides; ++side) {
    if (ends[side] || side_loop(cub, side).count < 3) continue;
    std::array<bool, kCubSides> on = ends;
    on[side] = true;
    add_piece(document, replacement, cub, mantle_corners(cub, inner, side), on);
  }
  return finish(document, edit, std::array{std::move(replacement)}, true);
}

// --- merging ---

struct SharedSide {
  SideRef a, b;
};

std::optional<SharedSide> shared_side(const ScaffoldDocument& document, ScaffoldId a,
                                      ScaffoldId b) {
  for (const ScaffoldId id : document.windows_of_cub(a)) {
    const ScaffoldWindow& window = *document.find<ScaffoldWindow>(id);
    const bool first = window.sides[0].cub == a;
    const SharedSide shared{window.sides[first ? 0 : 1], window.sides[first ? 1 : 0]};
    if (!window.partial && shared.b.cub == b) return shared;
  }
  return std::nullopt;
}

// The corner of `cub` on `side` that has the vertex.
std::uint32_t corner_with(const ScaffoldCub& cub, std::uint32_t side, ScaffoldId vertex) {
  for (const std::uint8_t corner : kSideCorners[side]) {
    if (cub.corners[corner] == vertex) return corner;
  }
  return kSideCorners[side][0];
}

// Which side of b goes on from a's side across the shared one: they share two vertices of it.
std::uint8_t side_after(const ScaffoldCub& a, std::uint32_t side, const ScaffoldCub& b,
                        const SharedSide& shared) {
  std::vector<ScaffoldId> common;
  for (const std::uint8_t corner : kSideCorners[side]) {
    const auto& ring = kSideCorners[shared.a.side];
    if (std::find(ring.begin(), ring.end(), corner) != ring.end())
      common.push_back(a.corners[corner]);
  }
  for (std::uint8_t other = 0; other < kCubSides; ++other) {
    if (side_axis(other) == side_axis(shared.b.side)) continue;
    const SideCorners corners = corners_of_side(b, other);
    const bool all = std::all_of(common.begin(), common.end(), [&](ScaffoldId id) {
      return std::find(corners.begin(), corners.end(), id) != corners.end();
    });
    if (all) return other;
  }
  return kCubSides;
}

}  // namespace

Result<ScaffoldSelection> slice_cub(ScaffoldDocument& document, CubAxis where,
                                    const SliceConfig& config) {
  if (std::optional<Error> bad = check_slice(document, where, config)) return *bad;
  ScaffoldEdit edit(document, "split");
  std::vector<CubAxis> chain = {where};
  if (config.loop) chain = find_cut_chain(document, where);
  const bool sound = std::all_of(chain.begin(), chain.end(),
                                 [&](CubAxis at) { return has_volume(document, at.cub); });
  NewRecords records(document);
  EdgeCuts cuts(document, records, shares_of(config));
  std::vector<CubReplacement> replacements;
  for (const CubAxis at : chain) replacements.push_back(slice(document, at, cuts));
  records.put();
  return finish(document, edit, replacements, sound);
}

Result<ScaffoldSelection> split_cub_8(ScaffoldDocument& document, ScaffoldId id) {
  if (std::optional<Error> bad = check_core(document, id, 0.5)) return *bad;
  ScaffoldEdit edit(document, "split");
  const ScaffoldCub cub = *document.find<ScaffoldCub>(id);
  NewRecords records(document);
  std::map<std::vector<ScaffoldId>, ScaffoldId> lattice;  // by the corners it is the mean of
  const auto point = [&](std::array<std::uint32_t, 3> p) {
    std::vector<ScaffoldId> parents;
    for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
      bool near = true;
      for (std::size_t axis = 0; axis < 3; ++axis)
        near = near && (p[axis] == 1 || p[axis] == 2u * kCornerPlaces[corner][axis]);
      if (near) parents.push_back(cub.corners[corner]);
    }
    std::sort(parents.begin(), parents.end());
    if (parents.front() == parents.back()) return parents.front();
    ScaffoldId& vertex = lattice[parents];
    if (vertex == kNoId) vertex = records.lone_vertex(mean_place(document, parents));
    return vertex;
  };
  CubReplacement replacement;
  replacement.old = {id};
  for (std::uint32_t octant = 0; octant < 8; ++octant) {
    const std::array<std::uint32_t, 3> low = {octant & 1, octant >> 1 & 1, octant >> 2};
    std::array<ScaffoldId, kCubCorners> corners{};
    for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
      std::array<std::uint32_t, 3> p = low;
      for (std::size_t axis = 0; axis < 3; ++axis) p[axis] += kCornerPlaces[corner][axis];
      corners[corner] = point(p);
    }
    std::array<bool, kCubSides> on{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      on[low[axis] == 0 ? kLowSide[axis] : kHighSide[axis]] = true;
    add_piece(document, replacement, cub, corners, on);
  }
  records.put();
  return finish(document, edit, std::array{std::move(replacement)}, true);
}

Result<ScaffoldSelection> split_cub_7(ScaffoldDocument& document, ScaffoldId cub, double core) {
  if (std::optional<Error> bad = check_core(document, cub, core)) return *bad;
  std::array<GridPoint, kCubCorners> middles;
  middles.fill(nearest_grid(cub_centre(document, *document.find<ScaffoldCub>(cub))));
  return split_around(document, cub, middles, core, 3);
}

Result<ScaffoldSelection> split_cub_5(ScaffoldDocument& document, CubAxis where, double core) {
  if (std::optional<Error> bad = check_core(document, where.cub, core)) return *bad;
  if (where.axis > 2) return refuse("an axis is 0, 1 or 2");
  const ScaffoldCub& cub = *document.find<ScaffoldCub>(where.cub);
  std::array<GridPoint, kCubCorners> middles;
  for (const std::uint8_t end : {kLowSide[where.axis], kHighSide[where.axis]}) {
    const SideCorners corners = corners_of_side(cub, end);
    for (const std::uint8_t corner : kSideCorners[end])
      middles[corner] = mean_place(document, corners);
  }
  return split_around(document, where.cub, middles, core, where.axis);
}

Result<ScaffoldSelection> merge_cubs(ScaffoldDocument& document, ScaffoldId a, ScaffoldId b) {
  if (const Result<Done> there = need_cubs(document, std::array{a, b}, "merge"); !there)
    return there.error();
  const std::optional<SharedSide> shared = shared_side(document, a, b);
  if (!shared)
    return refuse("cubs " + id_text(a) + " and " + id_text(b) +
                  " are not joined by a whole window; only such cubs merge");
  ScaffoldEdit edit(document, "merge");
  const ScaffoldCub cub_a = *document.find<ScaffoldCub>(a), cub_b = *document.find<ScaffoldCub>(b);
  ScaffoldCub merged = cub_a;
  for (const std::uint8_t corner : kSideCorners[shared->a.side]) {
    const std::uint32_t on_b = corner_with(cub_b, shared->b.side, cub_a.corners[corner]);
    merged.corners[corner] = cub_b.corners[corner_across(on_b, side_axis(shared->b.side))];
  }
  const std::uint8_t far_b = kOppositeSide[shared->b.side];
  merged.sides[shared->a.side] = cub_b.sides[far_b];
  if (merged.trigger == kNoId) merged.trigger = cub_b.trigger;
  for (const std::string& tag : cub_b.tags) {
    if (std::find(merged.tags.begin(), merged.tags.end(), tag) == merged.tags.end())
      merged.tags.push_back(tag);
  }
  CubReplacement replacement;
  replacement.old = {a, b};
  for (std::uint8_t side = 0; side < kCubSides; ++side) {
    const SideRef now{a, side};
    if (side == shared->a.side) {
      replacement.origins.push_back({{b, far_b}, now});
      continue;
    }
    replacement.origins.push_back({{a, side}, now});
    if (side == kOppositeSide[shared->a.side]) continue;
    const std::uint8_t after = side_after(cub_a, side, cub_b, *shared);
    if (after < kCubSides) replacement.origins.push_back({{b, after}, now});
  }
  replacement.pieces.push_back(std::move(merged));
  replace_cubs(document, std::array{std::move(replacement)});
  if (const Result<Done> sound = refuse_shapes(document, std::array{a}, false,
                                               "only cubs that make a convex one together merge");
      !sound)
    return sound.error();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made({a});
}

}  // namespace playset
