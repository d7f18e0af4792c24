// Stamps: cubes, rings and winding stairs, straight stairs, domes, corridors along curves.
#include "playset/scaffold/edit_stamp.h"

#include <cmath>
#include <cstdlib>
#include <optional>

#include "edit_parts.h"
#include "playset/core/math.h"
#include "playset/geom/frames.h"
#include "playset/scaffold/cub_shape.h"

namespace playset {
namespace {

constexpr std::int32_t kFullCircle = 360'000;
constexpr std::int32_t kMostCircles = 64;  // of a winding stair

ScaffoldCub looking(const StampLook& look) {
  ScaffoldCub cub;
  for (std::size_t side = 0; side < kCubSides; ++side)
    cub.sides[side].material = side == 3 ? look.floor : side == 1 ? look.ceiling : look.wall;
  if (!look.tag.empty()) cub.tags.push_back(look.tag);
  return cub;
}

std::optional<Error> check_look(const ScaffoldDocument& document, const StampLook& look) {
  for (const ScaffoldId id : {look.floor, look.wall, look.ceiling}) {
    if (id != kNoId && document.find<ScaffoldMaterial>(id) == nullptr)
      return refuse("there is no such material; add it first");
  }
  return std::nullopt;
}

std::optional<Error> check_segments(const RingConfig& config) {
  if (config.segments < 1 || config.segments > 1024)
    return refuse("a ring has 1 to 1,024 segments");
  if (config.arc >= std::int64_t{kFullCircle} / 2 * config.segments)
    return refuse("each segment must turn by less than 180 degrees; take more segments");
  return std::nullopt;
}

// Neighbours share a window, and the turn above lies on the turn below or higher.
std::optional<Error> check_winding(const RingConfig& config) {
  if (std::abs(std::int64_t{config.rise}) >= config.height)
    return refuse("a step rises by less than the height, or its room does not meet the next one");
  if (config.arc < 1 || config.arc > kMostCircles * kFullCircle)
    return refuse("a winding stair's arc lies above 0 and up to 23,040 degrees");
  if (std::optional<Error> bad = check_segments(config)) return bad;
  const double circle = double{kFullCircle} * config.segments / config.arc;  // segments
  if (config.arc > kFullCircle && std::abs(config.rise) * std::floor(circle) < config.height)
    return refuse("each circle must rise by the height at least; raise the steps, or lower them");
  return std::nullopt;
}

std::optional<Error> check_ring(const RingConfig& config) {
  if (!on_grid(config.centre)) return refuse("the centre lies outside the grid");
  if (config.inner < 0 || config.outer <= config.inner || config.outer > kGridLimit)
    return refuse(
        "a ring's outer radius lies above its inner one, which is 0 or above, and up to 16,384 m");
  if (config.height < 1 || config.height > 2 * kGridLimit)
    return refuse("a ring's height lies above 0 and up to 32,768 m");
  if (config.rise != 0) return check_winding(config);
  if (config.arc < 1 || config.arc > kFullCircle)
    return refuse("a flat ring's arc lies above 0 and up to 360 degrees; one that rises winds on");
  return check_segments(config);
}

bool is_closed(const RingConfig& config) { return config.arc == kFullCircle && config.rise == 0; }

// Where the line between segments `number - 1` and `number` is, `distance` being that of the sides'
// middles. m from the centre.
glm::dvec3 joint(const RingConfig& config, double distance, std::uint32_t number) {
  if (is_closed(config)) number %= config.segments;
  const double step = config.arc * (kPi / 180'000.0) / config.segments;
  const double angle = config.start % kFullCircle * (kPi / 180'000.0) + (number - 0.5) * step;
  const SineCosineDouble turn = sine_cosine(angle);
  const double radius = distance / cosine(0.5 * step);
  return {radius * turn.sine, 0.0, radius * turn.cosine};
}

ScaffoldCub ring_segment(NewRecords& records, const RingConfig& config, std::uint32_t number,
                         const StampLook& look) {
  ScaffoldCub cub = looking(look);
  for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
    const auto& place = kCornerPlaces[corner];
    const double distance = (place[2] != 0 ? config.outer : config.inner) * kMetresPerGrid;
    glm::dvec3 at = to_metres(config.centre) + joint(config, distance, number + place[0]);
    at.y += (place[1] != 0 ? config.height : 0) * kMetresPerGrid;
    at.y += config.rise * kMetresPerGrid * number;
    cub.corners[corner] = records.vertex(nearest_grid(at));
  }
  return cub;
}

std::optional<Error> check_stairs(const StairsConfig& config) {
  if (!on_grid(config.start)) return refuse("the start lies outside the grid");
  if (config.width < 2 || config.width % 2 != 0 || config.width > kGridLimit)
    return refuse("stairs are an even number of grid steps wide, up to 16,384 m");
  if (config.tread < 1 || config.tread > kGridLimit)
    return refuse("a step's depth lies above 0 and up to 16,384 m");
  if (config.height < 1 || config.height > kGridLimit)
    return refuse("the headroom lies above 0 and up to 16,384 m");
  if (std::abs(std::int64_t{config.rise}) >= config.height)
    return refuse("a step rises by less than the headroom, or its room does not meet the next one");
  if (config.steps < 1 || config.steps > 1024) return refuse("stairs have 1 to 1,024 steps");
  if (config.facing > 3) return refuse("stairs face 0 (+Z), 1 (+X), 2 (-Z) or 3 (-X)");
  return std::nullopt;
}

// A point of the flight, grid steps from the middle of its lowest front.
glm::dvec3 stair_corner(const StairsConfig& config, double along, double across, double up) {
  const glm::dvec3 turned = config.facing == 0   ? glm::dvec3(across, up, along)
                            : config.facing == 1 ? glm::dvec3(along, up, -across)
                            : config.facing == 2 ? glm::dvec3(-across, up, -along)
                                                 : glm::dvec3(-along, up, across);
  return to_metres(config.start) + turned * kMetresPerGrid;
}

ScaffoldCub stair_step(NewRecords& records, const StairsConfig& config, std::uint32_t number,
                       const StampLook& look) {
  ScaffoldCub cub = looking(look);
  for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
    const auto& place = kCornerPlaces[corner];
    const double along = 1.0 * (number + place[2]) * config.tread;
    const double across = (place[0] - 0.5) * config.width;
    const double up = 1.0 * config.rise * number + (place[1] != 0 ? config.height : 0);
    cub.corners[corner] = records.vertex(nearest_grid(stair_corner(config, along, across, up)));
  }
  return cub;
}

Result<Done> check_reach(const ScaffoldDocument& document, std::span<const ScaffoldId> cubs) {
  for (const ScaffoldId id : vertices_of_cubs(document, cubs)) {
    if (!on_grid(place_of(document, id)))
      return refuse(
          "it would reach outside the grid of 16,384 m each way; make it smaller, or move it");
  }
  return Done{};
}

// Whether each of these steps opens into the next one by enough to pass.
Result<Done> check_flight(const ScaffoldDocument& document, std::span<const ScaffoldId> steps,
                          std::uint8_t from, std::uint8_t to) {
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    if (!sides_overlap(side_places(document, {steps[i], from}),
                       side_places(document, {steps[i + 1], to})))
      return refuse(
          "a step must open into the next one by more than two grid steps each way; lower the "
          "rise, or make the room higher or wider");
  }
  return Done{};
}

std::optional<Error> check_dome(const DomeConfig& config) {
  if (!on_grid(config.centre)) return refuse("the centre lies outside the grid");
  if (config.radius < 1 || config.radius > kGridLimit)
    return refuse("a dome's radius lies above 0 and up to 16,384 m");
  if (config.height < 1 || config.height > kGridLimit)
    return refuse("a dome's height lies above 0 and up to 16,384 m");
  if (config.segments < 3 || config.segments > 1024)
    return refuse("a dome has 3 to 1,024 segments");
  if (config.layers < 1 || config.layers > 64) return refuse("a dome has 1 to 64 layers");
  return std::nullopt;
}

// Wedges whose inner edge lies in the axis; pyramids on top.
ScaffoldCub dome_cub(NewRecords& records, const DomeConfig& config, std::uint32_t layer,
                     std::uint32_t segment, const StampLook& look) {
  ScaffoldCub cub = looking(look);
  for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
    const auto& place = kCornerPlaces[corner];
    const std::uint32_t level = layer + place[1], joint = (segment + place[0]) % config.segments;
    const double slope = 0.5 * kPi * level / config.layers;
    const double angle = config.start % kFullCircle * (kPi / 180'000.0) +
                         (joint - 0.5) * (2.0 * kPi / config.segments);
    const bool top = level == config.layers;
    const double radius = place[2] == 0 || top ? 0.0 : config.radius * sine_cosine(slope).cosine;
    const double up = top ? config.height : config.height * sine_cosine(slope).sine;
    const SineCosineDouble turn = sine_cosine(angle);
    cub.corners[corner] = records.vertex(
        nearest_grid(to_metres(config.centre) +
                     glm::dvec3(radius * turn.sine, up, radius * turn.cosine) * kMetresPerGrid));
  }
  return cub;
}

// --- corridors ---

constexpr std::size_t kMostRooms = 10'000;

std::optional<Error> check_corridor(const CorridorConfig& config) {
  const std::size_t least = config.closed ? 3 : 2;
  if (config.points.size() < least || config.points.size() > 1024)
    return refuse(config.closed ? "a closed corridor has 3 to 1,024 points"
                                : "a corridor has 2 to 1,024 points");
  for (std::size_t i = 0; i < config.points.size(); ++i) {
    if (!on_grid(config.points[i])) return refuse("a point lies outside the grid");
    const bool last = i + 1 == config.points.size();
    if ((config.closed || !last) && config.points[i] == config.points[last ? 0 : i + 1])
      return refuse("two points in a row are the same; leave one out");
  }
  for (const std::int32_t size : {config.width, config.height, config.step}) {
    if (size < 1 || size > kGridLimit)
      return refuse("a corridor's width, height and step lie above 0 and up to 16,384 m");
  }
  if (config.upright && config.roll != 0)
    return refuse("an upright corridor does not roll; let it lean");
  if (config.closed && config.roll % kFullCircle != 0)
    return refuse("a closed corridor rolls by whole circles, to meet its beginning");
  return std::nullopt;
}

// Where rooms meet: a place on the curve, how it stands there, and how far along that is, m.
struct CorridorCut {
  glm::dvec3 at{0.0};
  CurveFrame frame;
  double along = 0.0;
};

// The cuts of a curve, its end alone of both ends, frames still without a roll.
std::vector<CorridorCut> cuts_along(const CubicBezier& curve, double step, double before) {
  const ArcLength table = build_arc_length(curve, 64);
  const double rooms = std::max(1.0, std::floor(table.length() / step + 0.5));
  std::vector<CorridorCut> cuts;
  for (double i = 1.0; i <= rooms && cuts.size() <= kMostRooms; ++i) {
    const double along = table.length() * (i / rooms);
    const double t = i == rooms ? 1.0 : parameter_at(curve, table, along);
    CorridorCut& cut = cuts.emplace_back();
    cut.at = curve_point(curve, t);
    cut.frame.tangent = curve_tangent(curve, t);
    cut.along = before + along;
  }
  return cuts;
}

Result<std::vector<CorridorCut>> corridor_cuts(const CorridorConfig& config) {
  std::vector<glm::dvec3> points;
  for (const GridPoint point : config.points) points.push_back(to_metres(point));
  const std::vector<CubicBezier> curves = build_spline(points, config.closed);
  std::vector<CorridorCut> cuts(1);
  cuts[0].at = points[0];
  cuts[0].frame.tangent = curve_tangent(curves[0], 0.0);
  for (const CubicBezier& curve : curves) {
    const auto more = cuts_along(curve, config.step * kMetresPerGrid, cuts.back().along);
    cuts.insert(cuts.end(), more.begin(), more.end());
    if (cuts.size() > kMostRooms + 1)
      return refuse("this corridor has more than 10,000 rooms; make the step longer");
  }
  return cuts;
}

// Level sideways, upright: frames whose normal is +Y.
Result<Done> stand_upright(std::vector<CorridorCut>& cuts) {
  constexpr double kLevelPart = 0.1;  // of the direction: up to 84 degrees steep
  for (CorridorCut& cut : cuts) {
    const glm::dvec3 level(cut.frame.tangent.x, 0.0, cut.frame.tangent.z);
    if (length_of(level) < kLevelPart)
      return refuse("an upright corridor cannot climb that steeply; let it lean, or use stairs");
    cut.frame.normal = {0.0, 1.0, 0.0};
    cut.frame.binormal = cross_of(unit(level), cut.frame.normal);
  }
  return Done{};
}

// The frame turned about its tangent, counterclockwise for who looks ahead.
CurveFrame rolled(const CurveFrame& frame, double angle) {
  const SineCosineDouble turn = sine_cosine(angle);
  CurveFrame result = frame;
  result.normal = frame.normal * turn.cosine - frame.binormal * turn.sine;
  result.binormal = frame.binormal * turn.cosine + frame.normal * turn.sine;
  return result;
}

// Carried from cut to cut; the roll, and what a closed one lacks to meet its first frame, spread
// along the way.
void carry_along(std::vector<CorridorCut>& cuts, const CorridorConfig& config) {
  cuts[0].frame = frame_along(cuts[0].frame.tangent);
  for (std::size_t i = 1; i < cuts.size(); ++i)
    cuts[i].frame =
        carry_frame(cuts[i - 1].frame, cuts[i - 1].at, cuts[i].at, cuts[i].frame.tangent);
  double turn = config.roll * (kPi / 180'000.0);
  if (config.closed) {
    const CurveFrame &first = cuts.front().frame, &last = cuts.back().frame;
    turn += arc_tangent(-dot_of(first.normal, last.binormal), dot_of(first.normal, last.normal));
  }
  for (CorridorCut& cut : cuts)
    cut.frame = rolled(cut.frame, turn * (cut.along / cuts.back().along));
}

std::array<ScaffoldId, 4> cut_corners(NewRecords& records, const CorridorCut& cut,
                                      const CorridorConfig& config) {
  std::array<ScaffoldId, 4> corners{};  // x, then y: low and high
  for (std::size_t i = 0; i < 4; ++i) {
    const double left = ((i & 1) != 0 ? 0.5 : -0.5) * config.width * kMetresPerGrid;
    const double up = (i & 2) != 0 ? config.height * kMetresPerGrid : 0.0;
    corners[i] =
        records.vertex(nearest_grid(cut.at - cut.frame.binormal * left + cut.frame.normal * up));
  }
  return corners;
}

std::vector<ScaffoldId> corridor_rooms(NewRecords& records, const std::vector<CorridorCut>& cuts,
                                       const CorridorConfig& config, const StampLook& look) {
  std::vector<ScaffoldId> cubs;
  const std::array<ScaffoldId, 4> first = cut_corners(records, cuts[0], config);
  std::array<ScaffoldId, 4> back = first;
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const bool returns = config.closed && i + 1 == cuts.size();
    const std::array<ScaffoldId, 4> front = returns ? first : cut_corners(records, cuts[i], config);
    ScaffoldCub cub = looking(look);
    for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
      const auto& place = kCornerPlaces[corner];
      cub.corners[corner] = (place[2] != 0 ? front : back)[place[0] + 2u * place[1]];
    }
    cubs.push_back(records.cub(std::move(cub)));
    back = front;
  }
  for (std::size_t i = 0; i + (config.closed ? 0u : 1u) < cubs.size(); ++i)
    records.window({cubs[i], 4}, {cubs[(i + 1) % cubs.size()], 5});
  return cubs;
}

}  // namespace

Result<ScaffoldSelection> stamp_cube(ScaffoldDocument& document, GridPoint low, GridPoint high,
                                     const StampLook& look) {
  if (!(low.x < high.x && low.y < high.y && low.z < high.z))
    return refuse("a cube's low corner lies below its high one in each of x, y and z");
  if (std::optional<Error> bad = check_look(document, look)) return *bad;
  ScaffoldEdit edit(document, "cube");
  NewRecords records(document);
  ScaffoldCub cub = looking(look);
  for (std::uint32_t corner = 0; corner < kCubCorners; ++corner) {
    const auto& place = kCornerPlaces[corner];
    cub.corners[corner] =
        records.vertex({place[0] != 0 ? high.x : low.x, place[1] != 0 ? high.y : low.y,
                        place[2] != 0 ? high.z : low.z});
  }
  const ScaffoldId id = records.cub(std::move(cub));
  records.put();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made({id});
}

Result<ScaffoldSelection> stamp_ring(ScaffoldDocument& document, const RingConfig& config,
                                     const StampLook& look) {
  if (std::optional<Error> bad = check_ring(config)) return *bad;
  if (std::optional<Error> bad = check_look(document, look)) return *bad;
  ScaffoldEdit edit(document, config.inner == 0 ? "cylinder" : "ring");
  NewRecords records(document);
  std::vector<ScaffoldId> cubs;
  for (std::uint32_t i = 0; i < config.segments; ++i)
    cubs.push_back(records.cub(ring_segment(records, config, i, look)));
  for (std::size_t i = 0; i + (is_closed(config) ? 0u : 1u) < cubs.size(); ++i)
    records.window({cubs[i], 0}, {cubs[(i + 1) % cubs.size()], 2}, config.rise != 0);
  records.put();
  if (const Result<Done> inside = check_reach(document, cubs); !inside) return inside.error();
  for (const ScaffoldId id : cubs) {
    for (const SideRef side : {SideRef{id, 0}, SideRef{id, 2}}) {
      if (whole_window_of(document, side) != nullptr) clear_surface(document, side);
    }
  }
  if (const Result<Done> sound = refuse_shapes(
          document, cubs, false, "make the ring larger: its corners fall together on the grid");
      !sound)
    return sound.error();
  if (config.rise != 0) {
    if (const Result<Done> open = check_flight(document, cubs, 0, 2); !open) return open.error();
  }
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(std::move(cubs));
}

Result<ScaffoldSelection> stamp_stairs(ScaffoldDocument& document, const StairsConfig& config,
                                       const StampLook& look) {
  if (std::optional<Error> bad = check_stairs(config)) return *bad;
  if (std::optional<Error> bad = check_look(document, look)) return *bad;
  ScaffoldEdit edit(document, "stairs");
  NewRecords records(document);
  std::vector<ScaffoldId> cubs;
  for (std::uint32_t i = 0; i < config.steps; ++i)
    cubs.push_back(records.cub(stair_step(records, config, i, look)));
  for (std::size_t i = 0; i + 1 < cubs.size(); ++i)
    records.window({cubs[i], 4}, {cubs[i + 1], 5}, config.rise != 0);
  records.put();
  if (const Result<Done> inside = check_reach(document, cubs); !inside) return inside.error();
  if (config.rise == 0) {
    for (std::size_t i = 0; i + 1 < cubs.size(); ++i)
      for (const SideRef side : {SideRef{cubs[i], 4}, SideRef{cubs[i + 1], 5}})
        clear_surface(document, side);
  } else if (const Result<Done> open = check_flight(document, cubs, 4, 5); !open) {
    return open.error();
  }
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(std::move(cubs));
}

Result<ScaffoldSelection> stamp_dome(ScaffoldDocument& document, const DomeConfig& config,
                                     const StampLook& look) {
  if (std::optional<Error> bad = check_dome(config)) return *bad;
  if (std::optional<Error> bad = check_look(document, look)) return *bad;
  ScaffoldEdit edit(document, "dome");
  NewRecords records(document);
  std::vector<ScaffoldId> cubs;
  for (std::uint32_t layer = 0; layer < config.layers; ++layer)
    for (std::uint32_t segment = 0; segment < config.segments; ++segment)
      cubs.push_back(records.cub(dome_cub(records, config, layer, segment, look)));
  records.put();
  if (const Result<Done> inside = check_reach(document, cubs); !inside) return inside.error();
  join_equal_sides(document, cubs);
  if (const Result<Done> sound = refuse_shapes(
          document, cubs, false, "make the dome larger: its corners fall together on the grid");
      !sound)
    return sound.error();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(std::move(cubs));
}

Result<ScaffoldSelection> stamp_corridor(ScaffoldDocument& document, const CorridorConfig& config,
                                         const StampLook& look) {
  if (std::optional<Error> bad = check_corridor(config)) return *bad;
  if (std::optional<Error> bad = check_look(document, look)) return *bad;
  Result<std::vector<CorridorCut>> cuts = corridor_cuts(config);
  if (!cuts) return cuts.error();
  if (!config.upright) {
    carry_along(*cuts, config);
  } else if (const Result<Done> stands = stand_upright(*cuts); !stands) {
    return stands.error();
  }
  ScaffoldEdit edit(document, "corridor");
  NewRecords records(document);
  std::vector<ScaffoldId> cubs = corridor_rooms(records, *cuts, config, look);
  records.put();
  if (const Result<Done> inside = check_reach(document, cubs); !inside) return inside.error();
  for (const ScaffoldId id : cubs) {
    for (const SideRef side : {SideRef{id, 4}, SideRef{id, 5}}) {
      if (whole_window_of(document, side) != nullptr) clear_surface(document, side);
    }
  }
  if (const Result<Done> sound =
          refuse_shapes(document, cubs, false,
                        "bend more gently, make it narrower, or the step longer or shorter");
      !sound)
    return sound.error();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(std::move(cubs));
}

}  // namespace playset
