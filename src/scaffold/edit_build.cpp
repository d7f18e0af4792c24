// Extruding, bridging and cutting openings.
#include "playset/scaffold/edit_build.h"

#include <algorithm>
#include <cmath>

#include "edit_parts.h"

namespace playset {
namespace {

using Places = std::array<GridPoint, 4>;

Places places_of(const ScaffoldDocument& document, const SideCorners& corners) {
  Places places;
  for (std::size_t k = 0; k < 4; ++k) places[k] = place_of(document, corners[k]);
  return places;
}

SideCorners corners_of(const ScaffoldDocument& document, SideRef side) {
  return corners_of_side(*document.find<ScaffoldCub>(side.cub), side.side);
}

// --- where an extruded side's corners go, m, by corner of kSideCorners ---

using FarPlaces = std::array<glm::dvec3, 4>;

FarPlaces go_on_as_parent(const ScaffoldDocument& document, SideRef side, double distance) {
  const ScaffoldCub& cub = *document.find<ScaffoldCub>(side.cub);
  const glm::dvec3 n = outward_normal(side_places(document, side));
  FarPlaces far;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::uint32_t corner = kSideCorners[side.side][k];
    const glm::dvec3 at = to_metres(place_of(document, cub.corners[corner]));
    const ScaffoldId behind = cub.corners[corner_across(corner, side_axis(side.side))];
    const glm::dvec3 edge = at - to_metres(place_of(document, behind));
    const double along = dot_of(edge, n);
    far[k] = along <= 0.0     ? at + n * distance
             : distance > 0.0 ? at + edge * (distance / along)
                              : at + edge;
  }
  return far;
}

FarPlaces mirror_parent(const ScaffoldDocument& document, SideRef side) {
  const ScaffoldCub& cub = *document.find<ScaffoldCub>(side.cub);
  const SidePlaces places = side_places(document, side);
  const glm::dvec3 n = outward_normal(places), middle = side_centre(places);
  FarPlaces far;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::uint32_t behind = corner_across(kSideCorners[side.side][k], side_axis(side.side));
    const glm::dvec3 at = to_metres(place_of(document, cub.corners[behind]));
    far[k] = at + n * (2.0 * dot_of(middle - at, n));
  }
  return far;
}

FarPlaces make_regular(const ScaffoldDocument& document, SideRef side, double distance) {
  const SidePlaces places = side_places(document, side);
  const glm::dvec3 n = outward_normal(places);
  const glm::dvec3 middle = side_centre(places) + n * distance;
  const Places near = places_of(document, corners_of(document, side));
  glm::dvec3 first = to_metres(near[1]) - to_metres(near[0]);
  if (length_of(first) == 0.0) first = to_metres(near[2]) - to_metres(near[1]);
  const glm::dvec3 u = unit(first - n * dot_of(first, n)) * (0.5 * distance);
  const glm::dvec3 v = cross_of(u, n);  // loops turn left seen against n
  return {middle - u - v, middle + u - v, middle + u + v, middle - u + v};
}

FarPlaces shift_all(const ScaffoldDocument& document, SideRef side, glm::dvec3 by) {
  FarPlaces far;
  const Places near = places_of(document, corners_of(document, side));
  for (std::size_t k = 0; k < 4; ++k) far[k] = to_metres(near[k]) + by;
  return far;
}

// Sums and counts by vertex: where several sides share one, its new place is their mean.
struct MeanPlaces {
  std::map<ScaffoldId, std::pair<glm::dvec3, int>> sums;
  void add(ScaffoldId vertex, glm::dvec3 at) {
    auto& [sum, count] = sums.try_emplace(vertex, glm::dvec3(0.0), 0).first->second;
    sum += at;
    ++count;
  }
  [[nodiscard]] GridPoint of(ScaffoldId vertex) const {
    const auto& [sum, count] = sums.find(vertex)->second;
    return nearest_grid(sum / static_cast<double>(count));
  }
};

glm::dvec3 middle_of_sides(const ScaffoldDocument& document, std::span<const SideRef> sides) {
  glm::dvec3 sum(0.0);
  for (const SideRef side : sides) sum += side_centre(side_places(document, side));
  return sum / static_cast<double>(sides.size());
}

MeanPlaces far_places(const ScaffoldDocument& document, std::span<const SideRef> sides,
                      const ExtrudeConfig& config) {
  MeanPlaces mean;
  const double distance = config.distance * kMetresPerGrid;
  const bool straight = config.shape == ExtrudeShape::Straight;
  if (straight && !config.to) {
    for (const auto& [vertex, offset] : offset_corners(document, sides, distance))
      mean.add(vertex, to_metres(place_of(document, vertex)) + offset);
    return mean;
  }
  for (const SideRef side : sides) {
    FarPlaces far;
    if (straight)
      far = shift_all(document, side, to_metres(*config.to) - middle_of_sides(document, sides));
    else if (config.shape == ExtrudeShape::Parent)
      far = go_on_as_parent(document, side, distance);
    else if (config.shape == ExtrudeShape::Mirrored)
      far = mirror_parent(document, side);
    else
      far = make_regular(document, side, distance);
    const SideCorners corners = corners_of(document, side);
    for (std::size_t k = 0; k < 4; ++k) mean.add(corners[k], far[k]);
  }
  return mean;
}

Result<Done> check_extrude(const ScaffoldDocument& document, std::span<const SideRef> sides,
                           const ExtrudeConfig& config) {
  if (Result<Done> free = need_free_sides(document, sides, "extrude"); !free) return free;
  const bool measures = config.shape == ExtrudeShape::Regular ||
                        (config.shape == ExtrudeShape::Straight && !config.to);
  if (config.distance < (measures ? 1 : 0) || config.distance > 2 * kGridLimit)
    return refuse("the distance to extrude lies above 0 and up to 32,768 m; push moves sides in");
  if (config.to && !on_grid(*config.to))
    return refuse("the point to extrude to lies outside the grid of 16,384 m each way");
  for (const SideRef side : sides) {
    if (config.shape == ExtrudeShape::Regular &&
        side_loop(*document.find<ScaffoldCub>(side.cub), side.side).count != 4)
      return refuse("side " + side_text(side) +
                    " is a triangle, which cannot end in a square; extrude it straight");
  }
  return Done{};
}

// --- bridges ---

// A point between p and q at t, leaving p along m and reaching q against n.
glm::dvec3 bend_between(glm::dvec3 p, glm::dvec3 q, glm::dvec3 m, glm::dvec3 n, double t) {
  const double s = 1.0 - t;
  const glm::dvec3 a = p + (q - p) / 3.0 + m, b = q + (p - q) / 3.0 + n;
  return p * (s * s * s) + a * (3.0 * s * s * t) + b * (3.0 * s * t * t) + q * (t * t * t);
}

std::optional<Error> check_bridge(const ScaffoldDocument& document, SideRef from, SideRef to,
                                  const BridgeConfig& config) {
  const std::array<SideRef, 2> sides = {from, to};
  if (Result<Done> free = need_free_sides(document, sides, "bridge"); !free) return free.error();
  if (config.steps < 1 || config.steps > 1000) return refuse("a bridge has 1 to 1,000 steps");
  if (!(config.bend >= 0.0 && config.bend <= 4.0)) return refuse("the bend lies between 0 and 4");
  if (from.cub == to.cub)
    return refuse("sides " + side_text(from) + " and " + side_text(to) +
                  " belong to one cub, which a bridge would cross; choose two cubs");
  if (loops_meet(side_places(document, from).loop, side_places(document, to).loop))
    return refuse("sides " + side_text(from) + " and " + side_text(to) +
                  " meet already; open a window between them");
  for (const ScaffoldId id : document.windows_of_cub(from.cub)) {
    const ScaffoldWindow& window = *document.find<ScaffoldWindow>(id);
    if (window.sides[0].cub == to.cub || window.sides[1].cub == to.cub)
      return refuse("cubs " + id_text(from.cub) + " and " + id_text(to.cub) +
                    " are joined already by window " + id_text(id) + "; close that first");
  }
  return std::nullopt;
}

struct BridgeEnds {
  SideCorners near, far;               // corners that belong together
  glm::dvec3 leave{0.0}, arrive{0.0};  // how far the curve is pulled along the normals, m
};

BridgeEnds find_ends(const ScaffoldDocument& document, SideRef from, SideRef to, double bend) {
  BridgeEnds ends;
  ends.near = corners_of(document, from);
  const SideCorners to_corners = corners_of(document, to);
  const std::uint32_t turn = nearest_turn(document, ends.near, to_corners);
  for (std::uint32_t k = 0; k < 4; ++k) ends.far[k] = to_corners[(turn - k) & 3];
  const SidePlaces a = side_places(document, from), b = side_places(document, to);
  const double pull = bend * length_of(side_centre(b) - side_centre(a));
  ends.leave = outward_normal(a) * pull;
  ends.arrive = outward_normal(b) * pull;
  return ends;
}

// The corners of the bridge after `t` of the way; where both ends share a vertex it stays.
SideCorners ring_at(const ScaffoldDocument& document, NewRecords& records, const BridgeEnds& ends,
                    double t) {
  SideCorners ring;
  for (std::size_t k = 0; k < 4; ++k) {
    std::size_t same = k;
    for (std::size_t j = 0; j < k; ++j) {
      if (ends.near[j] == ends.near[k] && ends.far[j] == ends.far[k]) same = j;
    }
    if (ends.near[k] == ends.far[k])
      ring[k] = ends.near[k];
    else if (same < k)
      ring[k] = ring[same];
    else
      ring[k] = records.lone_vertex(nearest_grid(
          bend_between(to_metres(place_of(document, ends.near[k])),
                       to_metres(place_of(document, ends.far[k])), ends.leave, ends.arrive, t)));
  }
  return ring;
}

// --- openings ---

struct SideFrame {
  glm::dvec3 right, up, corner;  // unit; corner: where left and bottom are 0, m
};

SideFrame frame_of(const SidePlaces& side) {
  const glm::dvec3 n = outward_normal(side);
  const glm::dvec3 up_hint = std::fabs(n.y) > 0.999 ? glm::dvec3(0, 0, 1) : glm::dvec3(0, 1, 0);
  SideFrame frame;
  frame.up = unit(up_hint - n * dot_of(up_hint, n));
  frame.right = cross_of(n, frame.up);
  double left = 1e30, bottom = 1e30;
  for (const GridPoint p : side.places()) {
    left = std::min(left, dot_of(to_metres(p), frame.right));
    bottom = std::min(bottom, dot_of(to_metres(p), frame.up));
  }
  frame.corner = frame.right * left + frame.up * bottom + n * dot_of(side_centre(side), n);
  return frame;
}

bool holds(const SidePlaces& side, glm::dvec3 p) {
  const glm::dvec3 n = outward_normal(side);
  for (std::uint32_t i = 0; i < side.loop.count; ++i) {
    const glm::dvec3 a = to_metres(side.at[i]), b = to_metres(side.at[(i + 1) % side.loop.count]);
    if (dot_of(cross_of(unit(b - a), p - a), n) > 1.5 * kMetresPerGrid) return false;
  }
  return true;
}

std::optional<Error> check_opening(const SidePlaces& places, SideRef side,
                                   const OpeningConfig& config) {
  if (config.left < 0 || config.bottom < 0 || config.width < 1 || config.height < 1 ||
      config.depth < 1 || config.depth > 2 * kGridLimit)
    return refuse("an opening has a place at or above 0 and a width, height and depth above 0");
  const glm::dvec3 n = outward_normal(places), middle = side_centre(places);
  for (const GridPoint p : places.places()) {
    if (std::fabs(dot_of(to_metres(p) - middle, n)) > 1.5 * kMetresPerGrid)
      return refuse("side " + side_text(side) + " is bent; an opening needs a plane");
  }
  return std::nullopt;
}

// Vertices that an opening of the side may share, by place: the side's own, and those of openings
// that it has already.
std::map<std::array<std::int32_t, 3>, ScaffoldId> shared_places(const ScaffoldDocument& document,
                                                                SideRef side) {
  std::map<std::array<std::int32_t, 3>, ScaffoldId> shared;
  const auto add = [&](const SidePlaces& places) {
    for (std::uint32_t i = 0; i < places.loop.count; ++i)
      shared.try_emplace({places.at[i].x, places.at[i].y, places.at[i].z}, places.loop.vertices[i]);
  };
  add(side_places(document, side));
  for (const ScaffoldId id : document.windows_of_side(side))
    add(side_places(document, other_side(*document.find<ScaffoldWindow>(id), side)));
  return shared;
}

// The opening's corners counterclockwise seen from inside.
SideCorners opening_corners(const ScaffoldDocument& document, NewRecords& records, SideRef side,
                            const std::array<glm::dvec3, 4>& at, std::size_t turn) {
  const auto shared = shared_places(document, side);
  SideCorners corners;
  for (std::size_t k = 0; k < 4; ++k) {
    const GridPoint p = nearest_grid(at[(k + turn) & 3]);
    const auto found = shared.find({p.x, p.y, p.z});
    corners[k] = found != shared.end() ? found->second : records.vertex(p);
  }
  return corners;
}

// Which corner of the opening lies nearest to the side's first one: then names of sides stay.
std::size_t best_turn(const Places& side, const std::array<glm::dvec3, 4>& at) {
  std::size_t best = 0;
  double least = 1e300;
  for (std::size_t turn = 0; turn < 4; ++turn) {
    double sum = 0.0;
    for (std::size_t k = 0; k < 4; ++k) sum += length_of(to_metres(side[k]) - at[(k + turn) & 3]);
    if (sum < least - 1e-9) {
      least = sum;
      best = turn;
    }
  }
  return best;
}

}  // namespace

Result<ScaffoldSelection> extrude_sides(ScaffoldDocument& document, std::span<const SideRef> given,
                                        const ExtrudeConfig& config) {
  const std::vector<SideRef> sides = sorted_set(std::vector(given.begin(), given.end()));
  if (const Result<Done> fit = check_extrude(document, sides, config); !fit) return fit.error();
  ScaffoldEdit edit(document, "extrude");
  const MeanPlaces far = far_places(document, sides, config);
  NewRecords records(document);
  std::map<ScaffoldId, ScaffoldId> beyond;  // the new vertex of each old one
  std::vector<ScaffoldId> cubs;
  std::vector<SideRef> ends;
  for (const SideRef side : sides) {
    const ScaffoldCub& parent = *document.find<ScaffoldCub>(side.cub);
    const SideCorners near = corners_of_side(parent, side.side);
    SideCorners ring;
    for (std::size_t k = 0; k < 4; ++k) {
      ScaffoldId& vertex = beyond[near[k]];
      if (vertex == kNoId) vertex = records.lone_vertex(far.of(near[k]));
      ring[k] = vertex;
    }
    ScaffoldCub cub = cub_beyond(parent, side.side, near, ring);
    cub.sides[side.side].gate = parent.sides[side.side].gate;
    cubs.push_back(records.cub(std::move(cub)));
    ends.push_back({cubs.back(), side.side});
    records.window(side, {cubs.back(), kOppositeSide[side.side]});
  }
  records.put();
  for (const SideRef side : sides) clear_surface(document, side);
  join_equal_sides(document, cubs);
  if (const Result<Done> sound = refuse_shapes(
          document, cubs, true, "extrude it to the other side, or less far where sides meet");
      !sound)
    return sound.error();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(std::move(cubs), std::move(ends));
}

Result<ScaffoldSelection> bridge_sides(ScaffoldDocument& document, SideRef from, SideRef to,
                                       const BridgeConfig& config) {
  if (std::optional<Error> bad = check_bridge(document, from, to, config)) return *bad;
  ScaffoldEdit edit(document, "bridge");
  const BridgeEnds ends = find_ends(document, from, to, config.bend);
  NewRecords records(document);
  std::vector<ScaffoldId> cubs;
  SideCorners near = ends.near;
  SideRef last = from;
  const ScaffoldCub parent = *document.find<ScaffoldCub>(from.cub);
  for (std::uint32_t step = 1; step <= config.steps; ++step) {
    const SideCorners ring = step == config.steps
                                 ? ends.far
                                 : ring_at(document, records, ends, double(step) / config.steps);
    ScaffoldCub cub = cub_beyond(parent, from.side, near, ring);
    cub.sides[from.side] = ScaffoldSide{};
    cubs.push_back(records.cub(std::move(cub)));
    records.window(last, {cubs.back(), kOppositeSide[from.side]});
    last = {cubs.back(), from.side};
    near = ring;
  }
  records.window(last, to);
  records.put();
  clear_surface(document, from);
  clear_surface(document, to);
  if (const Result<Done> sound =
          refuse_shapes(document, cubs, true, "turn the sides towards each other, or take steps");
      !sound)
    return sound.error();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(std::move(cubs));
}

Result<ScaffoldSelection> cut_opening(ScaffoldDocument& document, SideRef side,
                                      const OpeningConfig& config) {
  if (const Result<Done> there = need_sides(document, std::array{side}, "cut"); !there)
    return there.error();
  if (whole_window_of(document, side) != nullptr)
    return refuse("side " + side_text(side) + " is open as a whole; choose a wall");
  const SidePlaces places = side_places(document, side);
  if (std::optional<Error> bad = check_opening(places, side, config)) return *bad;
  const SideFrame frame = frame_of(places);
  const auto at = [&](std::int64_t x, std::int64_t y) {
    return frame.corner + frame.right * (static_cast<double>(x) * kMetresPerGrid) +
           frame.up * (static_cast<double>(y) * kMetresPerGrid);
  };
  const std::int64_t left = config.left, bottom = config.bottom, right = left + config.width,
                     top = bottom + config.height;
  const std::array<glm::dvec3, 4> rectangle = {at(left, bottom), at(right, bottom), at(right, top),
                                               at(left, top)};
  for (const glm::dvec3 p : rectangle) {
    if (!holds(places, p))
      return refuse("the opening reaches beyond side " + side_text(side) + "; make it smaller");
  }
  ScaffoldEdit edit(document, "cut opening");
  const ScaffoldCub parent = *document.find<ScaffoldCub>(side.cub);
  const std::size_t turn =
      best_turn(places_of(document, corners_of_side(parent, side.side)), rectangle);
  NewRecords records(document);
  const SideCorners near = opening_corners(document, records, side, rectangle, turn);
  SideCorners far;
  const glm::dvec3 out = outward_normal(places) * (config.depth * kMetresPerGrid);
  for (std::size_t k = 0; k < 4; ++k)
    far[k] = records.lone_vertex(nearest_grid(rectangle[(k + turn) & 3] + out));
  const ScaffoldId cub = records.cub(cub_beyond(parent, side.side, near, far));
  const SideRef back{cub, kOppositeSide[side.side]};
  records.put();
  const bool whole = loops_meet(places.loop, side_places(document, back).loop);
  for (const ScaffoldId id : document.windows_of_side(side)) {
    const SideRef other = other_side(*document.find<ScaffoldWindow>(id), side);
    if (sides_overlap(side_places(document, other), side_places(document, back)))
      return refuse("the opening would overlap the one into " + side_text(other) +
                    "; make it smaller or move it");
  }
  records.window(side, back, !whole);
  records.put();
  if (const Result<Done> sound =
          refuse_shapes(document, std::array{cub}, false, "make the opening larger");
      !sound)
    return sound.error();
  if (const Result<Done> fits = check_partial(document, side, back); !whole && !fits)
    return fits.error();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made({cub}, {SideRef{cub, side.side}});
}

}  // namespace playset
