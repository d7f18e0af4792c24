// Imports DOOM maps: finds the map in the WAD, reads it, plans it, raises it.
#include "playset/asset/doom.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "asset/doom_cells.h"
#include "asset/doom_extras.h"
#include "asset/text_reader.h"

namespace playset {

namespace {

using namespace doom;

std::string names_of(const std::vector<DoomLumps>& maps) {
  std::string text;
  for (const DoomLumps& m : maps) {
    if (text.size() > 200) return text + ", ...";
    text += (text.empty() ? "" : ", ") + m.name;
  }
  return text.empty() ? "none" : text;
}

Result<DoomLumps> choose_map(const std::vector<DoomLumps>& maps, std::string_view name) {
  if (name.empty() && maps.size() == 1) return maps.front();
  for (const DoomLumps& m : maps) {
    if (!name.empty() && same_name(m.name, name)) return m;
  }
  const std::string what =
      name.empty() ? "name one of the WAD's maps" : "the WAD has no map " + std::string(name);
  return Error{ErrorCode::Usage, what + "; it has " + names_of(maps), {}, 0, 0, 0};
}

Result<Done> check_scale(const DoomMap& map, double scale) {
  const double steps = kGridPerMetre / 32 * scale;
  if (!(steps >= kMinStepsPerUnit) || !std::isfinite(steps)) {
    return Error{ErrorCode::OutOfRange,
                 "a scale of 1/8 or more keeps a DOOM map's vertices apart on the grid",
                 {},
                 0,
                 0,
                 0};
  }
  double most = 0;
  for (const DoomVertex& v : map.vertices) most = std::max({most, std::fabs(v.x), std::fabs(v.y)});
  for (const DoomSector& s : map.sectors)
    most = std::max({most, std::fabs(double(s.floor)), std::fabs(double(s.ceiling))});
  if ((most + 64) * steps > kGridLimit) {
    return Error{ErrorCode::OutOfRange,
                 map.name + ": at this scale the map leaves the grid of +-16384 m",
                 {},
                 0,
                 0,
                 0};
  }
  return Done{};
}

// A plan, and the map with the nodes that its leaves speak of.
struct Planned {
  DoomMap map;
  Plan plan;
};

// Cells get the number of the file's subsector that holds their middle.
void name_sources(const DoomMap& file, double steps, Plan& plan) {
  for (PlanCell& cell : plan.cells) {
    glm::dvec2 sum(0.0);
    for (std::uint32_t k = 0; k < cell.piece_count; ++k)
      sum += glm::dvec2(plan.points[plan.pieces[cell.first_piece + k].point]);
    const glm::dvec2 middle = sum / (cell.piece_count * steps);
    cell.source = static_cast<std::int32_t>(leaf_at(file, middle.x, middle.y));
  }
}

Result<Planned> plan_anew(DoomMap map, double steps) {
  const Result<Done> built = build_doom_nodes(map, 1.0 / steps);
  if (!built) return built.error();
  auto plan = build_plan(map, steps);
  if (!plan) return plan.error();
  return Planned{std::move(map), std::move(*plan)};
}

// Over the file's own nodes, or ours where those are missing, broken, or leave gaps: node builders
// round the corners they make, and cells on two sides of a rounded partition do not always meet.
Result<Planned> plan_map(DoomMap map, const DoomLumps& lumps, double steps, RepairLog& repairs) {
  const Result<Done> read = read_doom_nodes(lumps, map);
  Result<Plan> plan = read ? build_plan(map, steps) : Result<Plan>(read.error());
  if (plan && plan->gaps == 0) return Planned{std::move(map), std::move(*plan)};
  if (!plan) {
    repairs.add(plan.error().message + ", or import leniently: new ones are built");
    if (repairs.refused()) return repairs.refusal();
    return plan_anew(std::move(map), steps);
  }
  auto anew = plan_anew(map, steps);
  if (!anew || anew->plan.gap_length >= plan->gap_length)
    return Planned{std::move(map), std::move(*plan)};
  name_sources(map, steps, anew->plan);
  return anew;
}

}  // namespace

Result<std::vector<std::string>> list_doom_maps(std::span<const std::byte> bytes) {
  const auto wad = parse_wad(bytes);
  if (!wad) return wad.error();
  std::vector<std::string> names;
  for (const DoomLumps& m : find_doom_maps(*wad)) {
    if (!m.udmf) names.push_back(m.name);
  }
  return names;
}

Result<Imported> parse_doom_map(std::span<const std::byte> bytes, std::string_view name,
                                const ImportOptions& options) {
  const auto wad = parse_wad(bytes);
  if (!wad) return wad.error();
  const auto lumps = choose_map(find_doom_maps(*wad), name);
  if (!lumps) return lumps.error();
  if (lumps->udmf) {
    return Error{ErrorCode::Unsupported,
                 lumps->name + " is a UDMF map (TEXTMAP): save it in DOOM or Hexen format",
                 {},
                 0,
                 0,
                 0};
  }
  RepairLog repairs(lumps->name, options.strict);
  auto map = read_doom_map(*lumps, repairs);
  if (!map) return map.error();
  Result<Done> done = check_scale(*map, options.scale);
  if (done) done = check_doom_tags(*map);
  if (!done) return done.error();
  const auto planned =
      plan_map(std::move(*map), *lumps, kGridPerMetre / 32 * options.scale, repairs);
  if (!planned) return planned.error();
  Imported out{build_doom_cells(planned->map, planned->plan, options.scale, repairs), {}};
  if (repairs.refused()) return repairs.refusal();
  out.repairs = repairs.take();
  return out;
}

}  // namespace playset
