// src/asset/cell_draft.cpp - filling a draft, the order of the finishing steps, and packing what is
// left.
#include "asset/cell_draft.h"

#include <algorithm>
#include <numeric>

#include "asset/cell_finisher.h"

namespace playset {

void add_cell(CellDraft& draft, std::int32_t source_id, std::uint32_t tag) {
  Cell cell;
  cell.first_side = static_cast<std::uint32_t>(draft.cells.sides.size());
  cell.source_id = source_id;
  cell.tag = tag;
  draft.cells.cells.push_back(cell);
}

void add_side(CellDraft& draft, std::span<const std::uint32_t> corners, const CellSide& fields,
              std::uint32_t behind) {
  CellSide side = fields;
  side.first_corner = static_cast<std::uint32_t>(draft.cells.corners.size());
  side.corner_count = static_cast<std::uint32_t>(corners.size());
  side.cell = static_cast<std::uint32_t>(draft.cells.cells.size() - 1);
  draft.cells.corners.insert(draft.cells.corners.end(), corners.begin(), corners.end());
  draft.cells.sides.push_back(side);
  draft.behind.push_back(behind);
  ++draft.cells.cells.back().side_count;
}

Result<Imported> finish_cells(CellDraft draft, RepairLog log) {
  return CellFinisher(std::move(draft), std::move(log)).finish();
}

IndexSets::IndexSets(std::size_t count) : parent_(count) {
  std::iota(parent_.begin(), parent_.end(), 0u);
}

std::uint32_t IndexSets::find(std::uint32_t i) noexcept {
  while (parent_[i] != i) {
    parent_[i] = parent_[parent_[i]];
    i = parent_[i];
  }
  return i;
}

bool IndexSets::unite(std::uint32_t a, std::uint32_t b) noexcept {
  a = find(a);
  b = find(b);
  if (a == b) return false;
  parent_[std::max(a, b)] = std::min(a, b);
  return true;
}

CellFinisher::CellFinisher(CellDraft draft, RepairLog log)
    : draft_(std::move(draft)),
      c_(draft_.cells),
      log_(std::move(log)),
      grid_(draft_.positions.size()),
      welds_(draft_.positions.size()),
      door_sets_(c_.doors.size()),
      dead_(c_.cells.size(), 0) {}

Result<Imported> CellFinisher::finish() {
  const double scale = c_.source_axes.metres_per_unit;
  if (!(scale > 0.0 && scale < 1e9))
    return log_.error(ErrorCode::Usage, "the scale must be a number above 0");
  if (c_.cells.empty())
    return log_.error(ErrorCode::Invalid, "the file holds no " + draft_.cell_word + "s");
  drop_dangling_corners();
  if (std::optional<Error> outside = place_vertices()) return *outside;
  const bool named = draft_.rule != LinkRule::ByCorners;
  if (named) weld_links();
  collapse_sides();
  if (named) join_flat_cells();
  check_shapes();
  if (named) link_named();
  settle_doors();
  CellComplex cells = compact();
  if (!named) link_by_corners(cells);
  if (log_.refused()) return log_.refusal();
  if (cells.cells.empty()) {
    return log_.error(ErrorCode::Invalid,
                      "no " + draft_.cell_word +
                          " has a volume on the 1/1024 m grid: if the level is tiny, scale it up");
  }
  return Imported{std::move(cells), log_.take()};
}

std::string CellFinisher::cell_name(Index cell) const {
  return draft_.cell_word + " " + std::to_string(c_.cells[cell].source_id);
}

std::string CellFinisher::side_name(Index side) const {
  return cell_name(c_.sides[side].cell) + " side " + std::to_string(c_.sides[side].source_side);
}

namespace {

// Numbers the used entries 0, 1, ... in order; kNone for the others.
std::vector<std::uint32_t> number_used(const std::vector<std::uint8_t>& used) {
  std::vector<std::uint32_t> map(used.size(), kNone);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] != 0) map[i] = next++;
  }
  return map;
}

}  // namespace

CellComplex CellFinisher::compact() {
  std::vector<std::uint8_t> used(grid_.size(), 0), kept_side(c_.sides.size(), 0),
      kept_cell(c_.cells.size(), 0);
  for (Index s = 0; s < c_.sides.size(); ++s) {
    if (dead_[c_.sides[s].cell] != 0 || !solid(s)) continue;
    kept_side[s] = 1;
    for (Index k = 0; k < c_.sides[s].corner_count; ++k) used[corners(s)[k]] = 1;
  }
  for (Index i = 0; i < c_.cells.size(); ++i) kept_cell[i] = dead_[i] == 0;
  const std::vector<Index> vertex_map = number_used(used), side_map = number_used(kept_side),
                           cell_map = number_used(kept_cell);

  CellComplex out;
  for (std::size_t v = 0; v < grid_.size(); ++v) {
    if (used[v] != 0) out.vertices.push_back(grid_[v]);
  }
  for (Index i = 0; i < c_.cells.size(); ++i) {
    if (kept_cell[i] == 0) continue;
    Cell cell = c_.cells[i];
    cell.first_side = static_cast<Index>(out.sides.size());
    for (Index s = first_side(i); s < end_side(i); ++s) {
      if (kept_side[s] == 0) continue;
      CellSide side = c_.sides[s];
      side.first_corner = static_cast<Index>(out.corners.size());
      side.cell = static_cast<Index>(out.cells.size());
      if (side.neighbor != kNone) side.neighbor = side_map[side.neighbor];
      for (Index k = 0; k < side.corner_count; ++k)
        out.corners.push_back(vertex_map[corners(s)[k]]);
      out.sides.push_back(side);
    }
    cell.side_count = static_cast<Index>(out.sides.size()) - cell.first_side;
    out.cells.push_back(cell);
  }
  keep_spawns(out, cell_map);
  out.materials = std::move(c_.materials);
  out.tags = std::move(c_.tags);
  out.doors = std::move(c_.doors);
  out.triggers = std::move(c_.triggers);
  out.name = std::move(c_.name);
  out.source_axes = c_.source_axes;
  return out;
}

void CellFinisher::keep_spawns(CellComplex& out, const std::vector<Index>& cell_map) {
  out.spawns = std::move(c_.spawns);
  for (CellSpawn& spawn : out.spawns) {
    if (spawn.cell == kNone) continue;
    if (spawn.cell >= cell_map.size() || cell_map[spawn.cell] == kNone) {
      log_.add(spawn.kind + " " + std::to_string(spawn.source_id) + " names " + draft_.cell_word +
               " " + std::to_string(spawn.cell) + ", which is not there: it belongs to none now");
      spawn.cell = kNone;
    } else {
      spawn.cell = cell_map[spawn.cell];
    }
  }
}

}  // namespace playset
