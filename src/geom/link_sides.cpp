// src/geom/link_sides.cpp - finds the pairs of polygons with equal corners and opposite winding,
// and joins them as portals.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "playset/geom/cell_complex.h"

namespace playset {
namespace {

// A polygon in a form that does not depend on its first corner or its winding: start at the lowest
// id, go on to the lower of its two neighbours. `flipped` says that this walks against the
// polygon's own order.
struct Loop {
  const std::uint32_t* corners;
  std::uint32_t count;
  std::uint32_t start;
  bool flipped;

  [[nodiscard]] std::uint32_t corner(std::uint32_t i) const noexcept {
    const std::uint32_t at = flipped ? start + count - i : start + i;
    return corners[at % count];
  }
};

struct Entry {
  std::uint64_t hash;
  std::uint32_t side;
};

Loop loop_of(const CellComplex& complex, std::uint32_t side) noexcept {
  const CellSide& s = complex.sides[side];
  const std::uint32_t* corners = complex.corners.data() + s.first_corner;
  const auto start =
      static_cast<std::uint32_t>(std::min_element(corners, corners + s.corner_count) - corners);
  const std::uint32_t next = corners[(start + 1) % s.corner_count];
  const std::uint32_t prev = corners[(start + s.corner_count - 1) % s.corner_count];
  return {corners, s.corner_count, start, prev < next};
}

std::uint64_t hash_of(const Loop& loop) noexcept {
  std::uint64_t h = 0x9E3779B97F4A7C15u ^ loop.count;
  for (std::uint32_t i = 0; i < loop.count; ++i) {
    h = (h ^ loop.corner(i)) * 0xFF51AFD7ED558CCDu;
    h ^= h >> 32;
  }
  return h;
}

bool same_corners(const Loop& a, const Loop& b) noexcept {
  if (a.count != b.count) return false;
  for (std::uint32_t i = 0; i < a.count; ++i) {
    if (a.corner(i) != b.corner(i)) return false;
  }
  return true;
}

bool linkable(const CellComplex& complex, const CellSide& side) noexcept {
  const std::size_t end = std::size_t{side.first_corner} + side.corner_count;
  return side.neighbor == kNone && side.corner_count >= 3 && end <= complex.corners.size();
}

// Entries of all unlinked polygons, equal hashes together, by side within them.
std::vector<Entry> sorted_entries(const CellComplex& complex) {
  std::vector<Entry> entries;
  entries.reserve(complex.sides.size());
  for (std::uint32_t i = 0; i < complex.sides.size(); ++i) {
    if (linkable(complex, complex.sides[i])) entries.push_back({hash_of(loop_of(complex, i)), i});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.side < b.side;
  });
  return entries;
}

// One polygon and the sides that have it.
void link_group(CellComplex& complex, const std::vector<std::uint32_t>& group, LinkReport& report) {
  if (group.size() < 2) return;
  const bool folded =
      group.size() == 2 && complex.sides[group[0]].cell == complex.sides[group[1]].cell;
  if (group.size() > 2 || folded) {
    ++report.crowded;
    report.crowded_sides.insert(report.crowded_sides.end(), group.begin(), group.end());
    return;
  }
  if (loop_of(complex, group[0]).flipped == loop_of(complex, group[1]).flipped) {
    ++report.same_winding;
    return;
  }
  complex.sides[group[0]].neighbor = group[1];
  complex.sides[group[1]].neighbor = group[0];
  ++report.linked;
}

}  // namespace

LinkReport link_sides(CellComplex& complex) {
  LinkReport report;
  std::vector<Entry> run = sorted_entries(complex);
  std::vector<std::uint32_t> group;
  for (std::size_t first = 0; first < run.size(); ++first) {
    if (run[first].side == kNone) continue;  // taken by an earlier group
    group.assign(1, run[first].side);
    const Loop loop = loop_of(complex, run[first].side);
    for (std::size_t i = first + 1; i < run.size() && run[i].hash == run[first].hash; ++i) {
      if (run[i].side == kNone || !same_corners(loop, loop_of(complex, run[i].side))) continue;
      group.push_back(run[i].side);
      run[i].side = kNone;
    }
    link_group(complex, group, report);
  }
  std::sort(report.crowded_sides.begin(), report.crowded_sides.end());
  return report;
}

}  // namespace playset
