// Stamps: cubes and rings.
#include "playset/scaffold/edit_stamp.h"

#include <optional>

#include "edit_parts.h"
#include "playset/core/math.h"
#include "playset/scaffold/cub_shape.h"

namespace playset {
namespace {

constexpr std::int32_t kFullCircle = 360'000;

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

std::optional<Error> check_ring(const RingConfig& config) {
  if (!on_grid(config.centre)) return refuse("the centre lies outside the grid");
  if (config.inner < 0 || config.outer <= config.inner || config.outer > kGridLimit)
    return refuse(
        "a ring's outer radius lies above its inner one, which is 0 or above, and up to 16,384 m");
  if (config.height < 1 || config.height > 2 * kGridLimit)
    return refuse("a ring's height lies above 0 and up to 32,768 m");
  if (config.arc < 1 || config.arc > kFullCircle)
    return refuse("a ring's arc lies above 0 and up to 360 degrees");
  if (config.segments < 1 || config.segments > 1024)
    return refuse("a ring has 1 to 1,024 segments");
  if (config.arc >= std::int64_t{kFullCircle} / 2 * config.segments)
    return refuse("each segment must turn by less than 180 degrees; take more segments");
  return std::nullopt;
}

// Where the line between segments `number - 1` and `number` is, `distance` being that of the sides'
// middles. m from the centre.
glm::dvec3 joint(const RingConfig& config, double distance, std::uint32_t number) {
  const bool closed = config.arc == kFullCircle;
  if (closed) number %= config.segments;
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
    if (place[1] != 0) at.y += config.height * kMetresPerGrid;
    cub.corners[corner] = records.vertex(nearest_grid(at));
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
  const bool closed = config.arc == kFullCircle;
  for (std::size_t i = 0; i + (closed ? 0u : 1u) < cubs.size(); ++i)
    records.window({cubs[i], 0}, {cubs[(i + 1) % cubs.size()], 2});
  records.put();
  for (const ScaffoldId id : cubs) {
    for (const SideRef side : {SideRef{id, 0}, SideRef{id, 2}}) {
      if (whole_window_of(document, side) != nullptr) clear_surface(document, side);
    }
  }
  if (const Result<Done> sound = refuse_shapes(
          document, cubs, false, "make the ring larger: its corners fall together on the grid");
      !sound)
    return sound.error();
  if (const Result<Done> done = edit.commit(); !done) return done.error();
  return made(std::move(cubs));
}

}  // namespace playset
