// Stamps: cubes, rings and winding stairs, straight stairs, domes.
#include "playset/scaffold/edit_stamp.h"

#include <cmath>
#include <cstdlib>
#include <optional>

#include "edit_parts.h"
#include "playset/core/math.h"
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

}  // namespace playset
