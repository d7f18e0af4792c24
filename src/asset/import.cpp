// src/asset/import.cpp - the front door: tells formats apart, chooses maps in archives, reads
// files.
#include "playset/asset/import.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "asset/text_reader.h"
#include "playset/asset/blk.h"
#include "playset/asset/descent.h"
#include "playset/asset/doom.h"
#include "playset/asset/hexmesh.h"
#include "playset/asset/hog.h"
#include "playset/asset/overload.h"
#include "playset/geom/grid.h"
#include "playset/level/exterior.h"
#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/scaffold_text.h"

namespace playset {
namespace {

using Bytes = std::span<const std::byte>;

// What a pipe or a device may give before it is no level of ours.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

std::string_view text_of(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Error import_error(ErrorCode code, std::string message, std::string_view file) {
  Error e;
  e.code = code;
  e.message = std::move(message);
  e.file = file;
  return e;
}

// The same failure, of a file that the reader knew by another name.
Error in_file(Error error, std::string_view file) {
  error.file = file;
  return error;
}

// A file's name and what stands behind its last colon (but not a drive's).
struct Spec {
  std::string_view file;
  std::string_view map;
};

Spec split_spec(std::string_view name) noexcept {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos || colon < 2) return {name, {}};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

std::string join(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& n : names) all += (all.empty() ? "" : ", ") + n;
  return all;
}

// The name in `names` that `map` means; an empty one means the only one there is.
Result<std::string> choose_map(const std::vector<std::string>& names, std::string_view map,
                               std::string_view file) {
  if (names.empty()) return import_error(ErrorCode::Invalid, "holds no levels", file);
  if (map.empty() && names.size() == 1) return names.front();
  for (const std::string& n : names) {
    if (same_name(n, map)) return n;
  }
  const std::string what = map.empty()
                               ? "holds several levels: name one as " + std::string(file) + ":LEVEL"
                               : "has no level '" + std::string(map) + "'";
  return import_error(ErrorCode::Usage, what + "; there are " + join(names), file);
}

Result<std::vector<std::string>> hog_levels(Bytes bytes, std::string_view name) {
  Result<std::vector<HogEntry>> entries = list_hog(bytes, name);
  if (!entries) return entries.error();
  std::vector<std::string> names;
  for (const HogEntry& e : *entries) {
    if (is_level_name(e.name)) names.push_back(e.name);
  }
  return names;
}

std::vector<std::string> mission_levels(const Mission& mission) {
  std::vector<std::string> names = mission.levels;
  names.insert(names.end(), mission.secrets.begin(), mission.secrets.end());
  return names;
}

Result<Imported> parse_hog_level(Bytes bytes, const Spec& spec, const ImportOptions& options) {
  Result<std::vector<std::string>> names = hog_levels(bytes, spec.file);
  if (!names) return names.error();
  Result<std::string> map = choose_map(*names, spec.map, spec.file);
  if (!map) return map.error();
  Result<Bytes> entry = hog_entry(bytes, *map, spec.file);
  if (!entry) return entry.error();
  return parse_descent(*entry, std::string(spec.file) + ":" + *map, options);
}

Result<Imported> parse_wad_map(Bytes bytes, const Spec& spec, const ImportOptions& options) {
  Result<std::vector<std::string>> names = list_doom_maps(bytes);
  if (!names) return names.error();
  Result<std::string> map = choose_map(*names, spec.map, spec.file);
  if (!map) return map.error();
  Result<Imported> level = parse_doom_map(bytes, *map, options);
  return level ? level : in_file(level.error(), std::string(spec.file) + ":" + *map);
}

// The scaffold lies on the grid already; another scale rounds it again.
Result<Done> scale_cells(CellComplex& cells, double scale, std::string_view file) {
  if (!(scale > 0.0 && scale < 1e9))
    return import_error(ErrorCode::Usage, "the scale must be a number above 0", file);
  if (scale == 1.0) return Done{};
  for (GridPoint& v : cells.vertices) {
    const glm::dvec3 p = to_metres(v) * scale;
    if (!inside_grid(p))
      return import_error(ErrorCode::OutOfRange, "at this scale the level reaches beyond +-16384 m",
                          file);
    v = to_grid(p);
  }
  for (CellSpawn& s : cells.spawns) s.position *= scale;
  cells.source_axes.metres_per_unit *= scale;
  Result<Done> sound = check_cells(cells);
  return sound ? sound : in_file(sound.error(), file);
}

// Space around a level with gates. A lenient import that finds no room for it goes without.
Result<Imported> open_gates(CellComplex cells, const std::vector<std::uint32_t>& sides,
                            std::string_view name, const ImportOptions& options) {
  if (sides.empty()) return Imported{std::move(cells), {}};
  std::vector<ExteriorGate> gates;
  for (const std::uint32_t side : sides) gates.push_back({side, kNone});
  Result<CellComplex> with_exterior = add_exterior(cells, gates);
  if (with_exterior) return Imported{std::move(*with_exterior), {}};
  if (options.strict) return in_file(with_exterior.error(), name);
  return Imported{
      std::move(cells),
      {{"no space outside, the gates stay walls: " + with_exterior.error().message, 0.0}}};
}

Result<Imported> parse_scaffold_level(Bytes bytes, std::string_view name,
                                      const ImportOptions& options) {
  Result<Scaffold> scaffold = parse_scaffold(text_of(bytes), name);
  if (!scaffold) return scaffold.error();
  Result<CellComplex> cells = build_cells(*scaffold);
  if (!cells) return in_file(cells.error(), name);
  if (Result<Done> scaled = scale_cells(*cells, options.scale, name); !scaled)
    return scaled.error();
  const std::vector<std::uint32_t> gates = find_gates(*scaffold, *cells);
  return open_gates(std::move(*cells), gates, name, options);
}

bool starts(std::string_view text, std::string_view with) noexcept {
  return text.substr(0, with.size()) == with;
}

LevelFormat detect_json(std::string_view text) noexcept {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  if (has("\"playset scaffold\"")) return LevelFormat::Scaffold;
  return has("\"segments\"") && has("\"verts\"") ? LevelFormat::Overload : LevelFormat::Unknown;
}

Error unknown_format(std::string_view name) {
  return import_error(ErrorCode::Syntax,
                      "not a level file that is known: Descent levels and block files, HOG, WAD, "
                      "Overload JSON, MFEM and legacy VTK "
                      "meshes and scaffolds are",
                      name);
}

}  // namespace

LevelFormat detect_format(Bytes bytes) noexcept {
  const std::string_view text = text_of(bytes);
  if (starts(text, "LVLP")) return LevelFormat::Descent;
  if (starts(text, "DHF") || starts(text, "D2X")) return LevelFormat::Hog;
  if (starts(text, "IWAD") || starts(text, "PWAD")) return LevelFormat::Wad;
  if (starts(text, "DMB_BLOCK_FILE") || starts(text, "DMB_EXT_BLOCK_FILE"))
    return LevelFormat::Block;
  if (starts(text, "MFEM ")) return LevelFormat::Mfem;
  if (starts(text, "# vtk DataFile")) return LevelFormat::Vtk;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const std::size_t first = text.find_first_not_of(" \t\r\n", starts(text, kByteOrderMark) ? 3 : 0);
  if (first != std::string_view::npos && text[first] == '{') return detect_json(text);
  return text.substr(0, 4096).find("num_levels") != std::string_view::npos ? LevelFormat::Mission
                                                                           : LevelFormat::Unknown;
}

const char* format_name(LevelFormat format) noexcept {
  constexpr const char* kNames[] = {"unknown format",  "Descent level",      "HOG archive",
                                    "Descent mission", "Descent block file", "WAD",
                                    "Overload level",  "MFEM mesh",          "VTK mesh",
                                    "scaffold"};
  return kNames[static_cast<std::size_t>(format)];
}

Result<std::vector<std::string>> list_levels(Bytes bytes, std::string_view name) {
  switch (detect_format(bytes)) {
    case LevelFormat::Unknown:
      return unknown_format(name);
    case LevelFormat::Hog:
      return hog_levels(bytes, name);
    case LevelFormat::Wad:
      return list_doom_maps(bytes);
    case LevelFormat::Mission: {
      Result<Mission> mission = parse_mission(text_of(bytes), name);
      if (!mission) return mission.error();
      return mission_levels(*mission);
    }
    default:
      return std::vector<std::string>();
  }
}

Result<Imported> parse_level(Bytes bytes, std::string_view name, const ImportOptions& options) {
  switch (detect_format(bytes)) {
    case LevelFormat::Descent:
      return parse_descent(bytes, name, options);
    case LevelFormat::Hog:
      return parse_hog_level(bytes, split_spec(name), options);
    case LevelFormat::Wad:
      return parse_wad_map(bytes, split_spec(name), options);
    case LevelFormat::Block:
      return parse_blk(text_of(bytes), name, options);
    case LevelFormat::Overload:
      return parse_overload(text_of(bytes), name, options);
    case LevelFormat::Mfem:
      return parse_mfem(text_of(bytes), name, options);
    case LevelFormat::Vtk:
      return parse_vtk(text_of(bytes), name, options);
    case LevelFormat::Scaffold:
      return parse_scaffold_level(bytes, name, options);
    case LevelFormat::Mission:
      return import_error(
          ErrorCode::Usage,
          "a mission file only names levels: import it by its path, or import the levels", name);
    case LevelFormat::Unknown:
      break;
  }
  return unknown_format(name);
}

namespace {

Result<std::vector<std::byte>> read_file(const std::string& path) {
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file)
    return import_error(ErrorCode::Io, std::string("cannot open the file: ") + std::strerror(errno),
                        path);
  std::vector<std::byte> bytes;
  std::byte chunk[65536];
  for (std::size_t n = 0; (n = std::fread(chunk, 1, sizeof chunk, file.get())) > 0;) {
    bytes.insert(bytes.end(), chunk, chunk + n);
    if (bytes.size() > kMostBytes)
      return import_error(ErrorCode::OutOfRange, "larger than 1 GiB, which no level file is", path);
  }
  if (std::ferror(file.get()) != 0)
    return import_error(ErrorCode::Io, std::string("cannot read the file: ") + std::strerror(errno),
                        path);
  return bytes;
}

// A level that a mission names: a file beside it, or an entry of the HOG of the same name.
Result<Imported> import_mission_level(Bytes bytes, const std::string& path, std::string_view map,
                                      const ImportOptions& options) {
  Result<Mission> mission = parse_mission(text_of(bytes), path);
  if (!mission) return mission.error();
  Result<std::string> level = choose_map(mission_levels(*mission), map, path);
  if (!level) return level.error();
  if (level->find_first_of("/\\:") != std::string::npos)
    return import_error(ErrorCode::Invalid, "the level name '" + *level + "' is a path", path);
  const std::size_t slash = path.find_last_of("/\\");
  const std::string beside = (slash == std::string::npos ? "" : path.substr(0, slash + 1)) + *level;
  if (Result<std::vector<std::byte>> file = read_file(beside); file)
    return parse_level(*file, beside, options);
  const std::string hog = path.substr(0, path.find_last_of('.')) + ".hog";
  if (Result<std::vector<std::byte>> file = read_file(hog); file)
    return parse_level(*file, hog + ":" + *level, options);
  return import_error(ErrorCode::Io, "neither " + beside + " nor " + hog + " can be opened", path);
}

}  // namespace

Result<Imported> import_level(const std::string& path_or_spec, const ImportOptions& options) {
  Spec spec{path_or_spec, {}};
  Result<std::vector<std::byte>> bytes = read_file(path_or_spec);
  if (!bytes) {
    spec = split_spec(path_or_spec);
    if (spec.map.empty()) return bytes.error();
    bytes = read_file(std::string(spec.file));
    if (!bytes) return bytes.error();
  }
  const LevelFormat format = detect_format(*bytes);
  if (format == LevelFormat::Mission)
    return import_mission_level(*bytes, std::string(spec.file), spec.map, options);
  const bool archive = format == LevelFormat::Hog || format == LevelFormat::Wad;
  if (!archive && !spec.map.empty()) {
    return import_error(ErrorCode::Usage,
                        std::string("is a ") + format_name(format) +
                            " and holds one level: leave out ':" + std::string(spec.map) + "'",
                        spec.file);
  }
  Result<Imported> level = parse_level(*bytes, path_or_spec, options);
  if (level || !level.error().file.empty()) return level;
  Error error = level.error();
  error.file = path_or_spec;
  return error;
}

}  // namespace playset
