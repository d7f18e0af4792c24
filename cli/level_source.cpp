// Reads a level from whatever file names it: importers for sources, a map for cooked levels.
#include "cli/level_source.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <glm/geometric.hpp>

#include "cli/stopwatch.h"
#include "playset/asset/import.h"
#include "playset/level/exterior.h"

namespace playset {
namespace {

// True when side b has side a's corners the other way round.
bool are_reversed(const CellComplex& cells, const CellSide& a, const CellSide& b) {
  if (a.corner_count != b.corner_count) return false;
  const auto* corner_a = cells.corners.data() + a.first_corner;
  const auto* corner_b = cells.corners.data() + b.first_corner;
  const std::uint32_t count = a.corner_count;
  const auto* match = std::find(corner_b, corner_b + count, corner_a[0]);
  if (match == corner_b + count) return false;
  const auto start = static_cast<std::uint32_t>(match - corner_b);
  for (std::uint32_t i = 1; i < count; ++i) {
    if (corner_a[i] != corner_b[(start + count - i) % count]) return false;
  }
  return true;
}

// Finds the side of cell `behind` that is `side` reversed.
std::uint32_t find_mate(const CellComplex& cells, std::uint32_t side, std::uint32_t behind) {
  const Cell& cell = cells.cells[behind];
  for (std::uint32_t i = cell.first_side; i < cell.first_side + cell.side_count; ++i) {
    if (i != side && are_reversed(cells, cells.sides[side], cells.sides[i])) return i;
  }
  return kNone;
}

// The first side of its cell that lies in the same plane: itself, or one before it.
std::uint32_t face_of(const Level& level, std::uint32_t cell, std::uint32_t side) {
  constexpr double kTurned = 1e-9, kOff = 1e-6;  // 1, m: far below a grid step
  const glm::dvec3 normal = level.side_normal(side);
  for (std::uint32_t first = level.first_side(cell); first < side; ++first) {
    if (glm::distance(level.side_normal(first), normal) > kTurned) continue;
    const glm::dvec3 origin = to_metres(level.vertex(level.side_corners(first)[0]));
    const std::span<const std::uint32_t> corners = level.side_corners(side);
    const bool flush = std::all_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
      return std::fabs(glm::dot(to_metres(level.vertex(corner)) - origin, normal)) < kOff;
    });
    if (flush) return first - level.first_side(cell);
  }
  return side - level.first_side(cell);
}

void append_side(CellComplex& cells, const Level& level, std::uint32_t cell, std::uint32_t side) {
  const std::span<const std::uint32_t> corners = level.side_corners(side);
  CellSide copy;
  copy.first_corner = static_cast<std::uint32_t>(cells.corners.size());
  copy.corner_count = static_cast<std::uint32_t>(corners.size());
  copy.cell = cell;
  copy.face = face_of(level, cell, side);
  copy.door = level.side_door(side);
  copy.material = level.side_material(side);
  copy.trigger = level.side_trigger(side);
  copy.source_side = level.source_side(side);
  cells.corners.insert(cells.corners.end(), corners.begin(), corners.end());
  cells.sides.push_back(copy);
}

void append_cells(CellComplex& cells, const Level& level) {
  for (std::uint32_t i = 0; i < level.cell_count(); ++i) {
    Cell cell;
    cell.first_side = static_cast<std::uint32_t>(cells.sides.size());
    cell.side_count = level.side_count(i);
    cell.source_id = level.source_cell(i);
    cell.tag = level.cell_tag(i);
    cell.trigger = level.cell_trigger(i);
    for (std::uint32_t k = 0; k < cell.side_count; ++k)
      append_side(cells, level, i, level.first_side(i) + k);
    cells.cells.push_back(cell);
  }
}

Result<LoadedCells> load_cooked_file(const LevelSource& source) {
  if (source.scale != 1.0) {
    return Error{ErrorCode::Usage,
                 "a cooked level has its size already; give --scale when you cook it", source.spec};
  }
  Result<Level> level = load_level(source.spec);
  if (!level) return level.error();
  LoadedCells loaded;
  loaded.cells = cells_of_level(*level);
  loaded.level = std::move(level).value();
  return loaded;
}

Result<LoadedCells> import_source(const LevelSource& source) {
  ImportOptions options;
  options.strict = source.strict;
  options.scale = source.scale;
  Result<Imported> imported = import_level(source.spec, options);
  if (!imported) return imported.error();
  LoadedCells loaded;
  loaded.cells = std::move(imported->cells);
  loaded.repairs = std::move(imported->repairs);
  return loaded;
}

}  // namespace

CellComplex cells_of_level(const Level& level) {
  CellComplex cells = level.extras();
  cells.vertices.reserve(level.vertex_count());
  for (std::uint32_t i = 0; i < level.vertex_count(); ++i)
    cells.vertices.push_back(level.vertex(i));
  append_cells(cells, level);
  for (std::uint32_t side = 0; side < cells.sides.size(); ++side) {
    const std::uint32_t behind = level.side_neighbor(side);
    if (behind != kNone) cells.sides[side].neighbor = find_mate(cells, side, behind);
  }
  return cells;
}

Result<LoadedCells> load_cells(const LevelSource& source) {
  if (!std::isfinite(source.scale) || source.scale <= 0.0) {
    return Error{ErrorCode::Usage,
                 "--scale must be a number above 0; it multiplies the format's metres per unit",
                 source.spec};
  }
  const Stopwatch watch;
  Result<LoadedCells> loaded =
      has_extension(source.spec, ".level") ? load_cooked_file(source) : import_source(source);
  if (loaded) loaded->seconds = watch.seconds();
  return loaded;
}

Result<LoadedLevel> load_cooked(const LevelSource& source) {
  Result<LoadedCells> loaded = load_cells(source);
  if (!loaded) return loaded.error();
  LoadedLevel result;
  result.cells = std::move(loaded->cells);
  result.repairs = std::move(loaded->repairs);
  result.read_seconds = loaded->seconds;
  if (loaded->level) {
    result.level = std::move(*loaded->level);
    return result;
  }
  const Stopwatch watch;
  Result<Level> level = cook_level(result.cells);
  if (!level) {
    Error error = level.error();
    error.file = source.spec;
    return error;
  }
  result.level = std::move(level).value();
  result.cook_seconds = watch.seconds();
  return result;
}

std::string level_name_of(std::string_view spec) {
  const std::size_t cut = spec.find_last_of("/\\:");
  return std::string(cut == std::string_view::npos ? spec : spec.substr(cut + 1));
}

bool has_extension(std::string_view path, std::string_view extension) noexcept {
  if (path.size() < extension.size()) return false;
  const std::string_view tail = path.substr(path.size() - extension.size());
  return std::equal(tail.begin(), tail.end(), extension.begin(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  });
}

Result<Done> leave_out_exterior(LoadedLevel& loaded) {
  const std::size_t all = loaded.cells.cells.size();
  CellComplex inside = without_exterior(loaded.cells);
  if (inside.cells.size() == all) return Done{};
  Result<Level> level = cook_level(inside);
  if (!level) return level.error();
  loaded.cells = std::move(inside);
  loaded.level = std::move(*level);
  return Done{};
}

}  // namespace playset
