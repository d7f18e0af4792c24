// src/asset/cell_links.cpp - CellFinisher: welds corners along links, bypasses flat cells, joins
// sides and their doors.
#include <algorithm>
#include <cmath>

#include "asset/cell_finisher.h"

namespace playset {
namespace {

inline constexpr std::int64_t kWeldSteps2 = 104;  // (0.01 m)^2 in squared grid steps

std::int64_t distance2(GridPoint a, GridPoint b) noexcept {
  const glm::i64vec3 d = glm::i64vec3(a) - glm::i64vec3(b);
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

bool same_set(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t count) noexcept {
  return std::all_of(a, a + count,
                     [&](std::uint32_t v) { return std::find(b, b + count, v) != b + count; });
}

}  // namespace

bool reversed_loops(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t count) noexcept {
  const auto at = static_cast<std::uint32_t>(std::find(b, b + count, a[0]) - b);
  if (at == count) return false;
  for (std::uint32_t i = 1; i < count; ++i) {
    if (a[i] != b[(at + count - i) % count]) return false;
  }
  return true;
}

// True where `other` belongs to the cell behind `side` and names the cell of `side`.
bool CellFinisher::leads_back(Index side, Index other) const {
  return other != side && draft_.behind[other] == c_.sides[side].cell;
}

void CellFinisher::weld_links() {
  for (Index s = 0; s < c_.sides.size(); ++s) {
    const Index b = draft_.behind[s];
    if (dead_[c_.sides[s].cell] == 0 && b < c_.cells.size() && dead_[b] == 0) weld_side(s);
  }
}

// Where a side's corners are not by id those of a side that leads back, but lie at the same places,
// makes them the same.
void CellFinisher::weld_side(Index side) {
  const Index b = draft_.behind[side];
  const Index n = c_.sides[side].corner_count;
  for (Index t = first_side(b); t < end_side(b); ++t) {
    if (!leads_back(side, t) || c_.sides[t].corner_count != n) continue;
    if (same_set(corners(side), corners(t), n)) return;
  }
  for (Index t = first_side(b); t < end_side(b); ++t) {
    if (leads_back(side, t) && c_.sides[t].corner_count == n && weld_pair(side, t)) return;
  }
}

// Tries each turn of the loops against each other, in opposite and in equal sense (one cell may be
// inverted).
bool CellFinisher::weld_pair(Index a, Index b) {
  const Index n = c_.sides[a].corner_count;
  for (Index turn = 0; turn < 2 * n; ++turn) {
    const auto other = [&](Index i) {
      return corners(b)[turn < n ? (turn + n - i) % n : (turn + i) % n];
    };
    std::int64_t worst = 0;
    for (Index i = 0; i < n; ++i) {
      worst = std::max(worst,
                       distance2(grid_[welds_.find(corners(a)[i])], grid_[welds_.find(other(i))]));
    }
    if (worst > kWeldSteps2) continue;
    bool welded = false;
    for (Index i = 0; i < n; ++i) welded |= welds_.unite(corners(a)[i], other(i));
    if (welded && (worst > 0 || draft_.rule == LinkRule::Named)) {
      log_.add(side_name(a) + " and " + side_name(b) +
                   " are linked but have different vertices, up to " +
                   std::to_string(std::sqrt(static_cast<double>(worst)) * kMetresPerGrid) +
                   " m apart: welded",
               side_area(a));
    }
    return true;
  }
  return false;
}

// Cells without thickness: their coinciding corners become one, and what lies before and behind
// them is joined.
void CellFinisher::join_flat_cells() {
  std::vector<Index> flat;
  for (Index i = 0; i < c_.cells.size(); ++i) {
    if (dead_[i] == 0 && solid_sides(i) > 0 && volume_sign(i) == 0) flat.push_back(i);
  }
  for (const Index cell : flat) {
    std::vector<Index> ids;
    for (Index s = first_side(cell); s < end_side(cell); ++s)
      ids.insert(ids.end(), corners(s), corners(s) + c_.sides[s].corner_count);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (std::size_t i = 0; i < ids.size(); ++i) {
      for (std::size_t j = i + 1; j < ids.size(); ++j) {
        if (grid_[ids[i]] == grid_[ids[j]]) welds_.unite(ids[i], ids[j]);
      }
    }
  }
  if (!flat.empty()) collapse_sides();
  for (const Index cell : flat) bypass_flat_cell(cell);
}

void CellFinisher::bypass_flat_cell(Index cell) {
  std::string joined;
  for (Index p = first_side(cell); p < end_side(cell); ++p) {
    for (Index q = p + 1; q < end_side(cell); ++q) {
      const Index n = c_.sides[p].corner_count;
      if (n < 3 || c_.sides[q].corner_count != n || !same_set(corners(p), corners(q), n)) continue;
      redirect(cell, p, q);
      redirect(cell, q, p);
      joined = " and what lies before and behind it was joined";
    }
  }
  dead_[cell] = 1;
  log_.add(cell_name(cell) + " is flat: it was removed" + joined);
}

// The side that enters the flat `cell` through its side `from` now leads to what lies behind its
// side `to`.
void CellFinisher::redirect(Index cell, Index from, Index to) {
  const Index before = draft_.behind[from];
  if (before >= c_.cells.size() || before == cell) return;
  const Index n = c_.sides[from].corner_count;
  for (Index s = first_side(before); s < end_side(before); ++s) {
    if (draft_.behind[s] != cell || c_.sides[s].corner_count != n ||
        !same_set(corners(s), corners(from), n))
      continue;
    draft_.behind[s] = draft_.behind[to] == before ? kNone : draft_.behind[to];
    CellSide& side = c_.sides[s];
    if (side.material == kNone) side.material = c_.sides[to].material;
    if (side.trigger == kNone) side.trigger = c_.sides[to].trigger;
    if (side.door == kNone) side.door = c_.sides[to].door;
    return;
  }
}

// The side that is this one from behind: it leads back and has the same corners in reverse.
CellFinisher::Index CellFinisher::find_match(Index side) const {
  const Index b = draft_.behind[side];
  const Index n = c_.sides[side].corner_count;
  for (Index t = first_side(b); t < end_side(b); ++t) {
    if (!leads_back(side, t) || c_.sides[t].neighbor != kNone || c_.sides[t].corner_count != n)
      continue;
    if (reversed_loops(corners(side), corners(t), n)) return t;
  }
  return kNone;
}

std::string CellFinisher::why_unlinked(Index side) const {
  const Index b = draft_.behind[side];
  const std::string other = draft_.cell_word + " " + std::to_string(b);
  if (b >= c_.cells.size()) return "leads to " + other + " of " + std::to_string(c_.cells.size());
  if (dead_[b] != 0) return "leads to " + other + ", which was removed";
  if (b == c_.sides[side].cell) return "leads to its own " + draft_.cell_word;
  bool back = false;
  for (Index t = first_side(b); t < end_side(b); ++t) back |= leads_back(side, t);
  return back ? "leads to " + other + ", but their corners differ"
              : "leads to " + other + ", which does not lead back";
}

void CellFinisher::link_side(Index side) {
  const Index b = draft_.behind[side];
  const bool usable = b < c_.cells.size() && dead_[b] == 0 && b != c_.sides[side].cell;
  const Index match = usable ? find_match(side) : kNone;
  if (match == kNone) {
    const bool door = c_.sides[side].door != kNone;
    log_.add(side_name(side) + " " + why_unlinked(side) + ": made a wall" +
                 (door ? ", without its door" : ""),
             side_area(side));
    return;
  }
  c_.sides[side].neighbor = match;
  c_.sides[match].neighbor = side;
  join_doors(side, match);
}

void CellFinisher::link_named() {
  for (Index s = 0; s < c_.sides.size(); ++s) {
    const CellSide& side = c_.sides[s];
    if (dead_[side.cell] == 0 && solid(s) && side.neighbor == kNone && draft_.behind[s] != kNone)
      link_side(s);
  }
}

void CellFinisher::join_doors(Index a, Index b) {
  const Index da = c_.sides[a].door, db = c_.sides[b].door;
  if (da != kNone && db != kNone) {
    const Index ra = door_sets_.find(da), rb = door_sets_.find(db);
    CellDoor& kept = c_.doors[std::min(ra, rb)];
    const CellDoor& other = c_.doors[std::max(ra, rb)];
    kept.closed = kept.closed || other.closed;
    if (kept.key.empty()) kept.key = other.key;
    door_sets_.unite(da, db);
  }
  c_.sides[a].door = c_.sides[b].door = std::min(da, db);  // kNone is the highest
}

// Numbers the doors that portals carry; triggers name these and no others.
void CellFinisher::settle_doors() {
  std::vector<Index> map(c_.doors.size(), kNone);
  for (Index s = 0; s < c_.sides.size(); ++s) {
    CellSide& side = c_.sides[s];
    const bool carries = dead_[side.cell] == 0 && side.neighbor != kNone && side.door != kNone;
    side.door = carries ? door_sets_.find(side.door) : kNone;
    if (carries) map[side.door] = 0;
  }
  std::vector<CellDoor> kept;
  for (Index d = 0; d < map.size(); ++d) {
    if (map[d] == kNone) continue;
    map[d] = static_cast<Index>(kept.size());
    kept.push_back(std::move(c_.doors[d]));
  }
  c_.doors = std::move(kept);
  for (CellSide& side : c_.sides) side.door = side.door == kNone ? kNone : map[side.door];
  for (CellTrigger& trigger : c_.triggers) {
    std::vector<Index> doors;
    for (const Index d : trigger.doors) {
      const Index to = d < map.size() ? map[door_sets_.find(d)] : kNone;
      if (to != kNone && std::find(doors.begin(), doors.end(), to) == doors.end())
        doors.push_back(to);
    }
    trigger.doors = std::move(doors);
  }
}

void CellFinisher::link_by_corners(CellComplex& cells) {
  const LinkReport report = link_sides(cells);
  for (const Index s : report.crowded_sides) {
    log_.add(draft_.cell_word + " " + std::to_string(cells.cells[cells.sides[s].cell].source_id) +
             " side " + std::to_string(cells.sides[s].source_side) +
             " has the same corners as two or more others: left a wall");
  }
  if (report.same_winding > 0) {
    log_.add(std::to_string(report.same_winding) +
             " pairs of sides have the same corners in the same order (overlapping " +
             draft_.cell_word + "s): left walls");
  }
}

}  // namespace playset
