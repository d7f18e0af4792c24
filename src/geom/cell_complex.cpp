// src/geom/cell_complex.cpp - check_cells: finds the first rule of CellComplex that its data break,
// and says where.
#include "playset/geom/cell_complex.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "geom/cell_name.h"
#include "playset/geom/predicates.h"

namespace playset {
namespace {

using Problem = std::string;  // empty: none

std::string number(std::int64_t n) { return std::to_string(n); }

// "cell 3 (source 7), side 2 (index 20, source 4)".
std::string side_name(const CellComplex& c, std::uint32_t side) {
  const CellSide& s = c.sides[side];
  std::string text;
  if (s.cell < c.cells.size()) {
    text =
        cell_name(c, s.cell) + ", side " + number(std::int64_t{side} - c.cells[s.cell].first_side);
  } else {
    text = "side";
  }
  return text + " (index " + number(side) + ", source " + number(s.source_side) + ")";
}

std::string vertex_name(const CellComplex& c, std::uint32_t vertex) {
  const GridPoint p = c.vertices[vertex];
  return "vertex " + number(vertex) + " at grid (" + number(p.x) + ", " + number(p.y) + ", " +
         number(p.z) + ")";
}

bool absent_or_below(std::uint32_t index, std::size_t size) {
  return index == kNone || index < size;
}

Problem check_sizes(const CellComplex& c) {
  const std::size_t most =
      std::max({c.vertices.size(), c.corners.size(), c.sides.size(), c.cells.size()});
  return most < kNone ? ""
                      : "more than 2^32 - 2 vertices, corners, sides or cells: split the level";
}

Problem check_axes(const AxisMap& map) {
  unsigned seen = 0;
  for (const std::int8_t axis : map.from) {
    const int index = axis < 0 ? -axis : axis;
    if (index >= 1 && index <= 3) seen |= 1u << index;
  }
  if (seen != 0b1110u) return "source_axes.from is not a permutation of 1, 2, 3 with signs";
  if (!std::isfinite(map.metres_per_unit) || map.metres_per_unit <= 0.0)
    return "source_axes.metres_per_unit is not above 0";
  return "";
}

Problem check_vertices(const CellComplex& c) {
  for (std::uint32_t i = 0; i < c.vertices.size(); ++i) {
    if (!on_grid(c.vertices[i])) {
      return vertex_name(c, i) + " lies outside the grid of +-16384 m: move or scale the level";
    }
  }
  return "";
}

Problem check_doors(const CellComplex& c) {
  std::vector<std::string_view> names;
  names.reserve(c.doors.size());
  for (const CellDoor& door : c.doors) names.push_back(door.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  return twice == names.end()
             ? ""
             : "two doors are named '" + std::string(*twice) + "': names must differ";
}

Problem check_triggers(const CellComplex& c) {
  for (std::size_t i = 0; i < c.triggers.size(); ++i) {
    for (const std::uint32_t door : c.triggers[i].doors) {
      if (door >= c.doors.size()) {
        return "trigger " + std::to_string(i) + " (source " + number(c.triggers[i].source_id) +
               ") moves door " + number(door) + " of " + std::to_string(c.doors.size());
      }
    }
  }
  return "";
}

Problem check_spawns(const CellComplex& c) {
  for (std::size_t i = 0; i < c.spawns.size(); ++i) {
    const CellSpawn& s = c.spawns[i];
    const std::string name =
        "spawn " + std::to_string(i) + " (" + s.kind + ", source " + number(s.source_id) + ")";
    const bool finite =
        std::isfinite(s.position.x) && std::isfinite(s.position.y) && std::isfinite(s.position.z);
    if (!finite || !std::isfinite(s.yaw)) return name + " has a position or yaw that is not finite";
    if (!absent_or_below(s.cell, c.cells.size()))
      return name + " names cell " + number(s.cell) + ", which does not exist";
  }
  return "";
}

Problem check_cell_record(const CellComplex& c, std::uint32_t i) {
  const Cell& cell = c.cells[i];
  if (std::size_t{cell.first_side} + cell.side_count > c.sides.size())
    return cell_name(c, i) + " has sides beyond the end of sides";
  if (cell.side_count < 4)
    return cell_name(c, i) + " has " + number(cell.side_count) +
           " sides; a closed cell needs 4 or more";
  if (!absent_or_below(cell.tag, c.tags.size()))
    return cell_name(c, i) + " has tag " + number(cell.tag) + ", which does not exist";
  if (!absent_or_below(cell.trigger, c.triggers.size())) {
    return cell_name(c, i) + " has trigger " + number(cell.trigger) + ", which does not exist";
  }
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
    if (c.sides[s].cell != i)
      return cell_name(c, i) + ": side index " + number(s) + " is owned by cell " +
             number(c.sides[s].cell);
  }
  return "";
}

// Every side lies in its owner's range; with the check of owners this makes the ranges a partition
// of sides.
Problem check_cell_records(const CellComplex& c) {
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < c.cells.size(); ++i) {
    if (Problem p = check_cell_record(c, i); !p.empty()) return p;
    total += c.cells[i].side_count;
  }
  if (total == c.sides.size()) return "";
  return std::to_string(c.sides.size()) + " sides, but the cells hold " + std::to_string(total) +
         ": a side belongs to no cell";
}

// A vertex that occurs twice, or kNone.
std::uint32_t repeated_corner(const std::uint32_t* v, std::uint32_t count) {
  if (count > 64) {
    std::vector<std::uint32_t> sorted(v, v + count);
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    return twice == sorted.end() ? kNone : *twice;
  }
  for (std::uint32_t i = 1; i < count; ++i) {
    if (std::find(v, v + i, v[i]) != v + i) return v[i];
  }
  return kNone;
}

Problem check_corners(const CellComplex& c, std::uint32_t side) {
  const CellSide& s = c.sides[side];
  if (s.corner_count < 3)
    return side_name(c, side) + " has " + number(s.corner_count) +
           " corners; a polygon needs 3 or more";
  if (std::size_t{s.first_corner} + s.corner_count > c.corners.size())
    return side_name(c, side) + " has corners beyond the end of corners";
  const std::uint32_t* v = c.corners.data() + s.first_corner;
  for (std::uint32_t i = 0; i < s.corner_count; ++i) {
    if (v[i] >= c.vertices.size())
      return side_name(c, side) + " names vertex " + number(v[i]) + ", which does not exist";
  }
  const std::uint32_t twice = repeated_corner(v, s.corner_count);
  return twice == kNone ? ""
                        : side_name(c, side) + " has " + vertex_name(c, twice) +
                              " twice: drop the repeated corner";
}

Problem check_references(const CellComplex& c, std::uint32_t side) {
  const CellSide& s = c.sides[side];
  const auto missing = [&](const char* what, std::uint32_t index) {
    return side_name(c, side) + " has " + what + " " + number(index) + ", which does not exist";
  };
  if (!absent_or_below(s.neighbor, c.sides.size())) return missing("neighbor", s.neighbor);
  if (!absent_or_below(s.door, c.doors.size())) return missing("door", s.door);
  if (!absent_or_below(s.material, c.materials.size())) return missing("material", s.material);
  if (!absent_or_below(s.trigger, c.triggers.size())) return missing("trigger", s.trigger);
  return "";
}

bool reversed_corners(const CellComplex& c, const CellSide& a, const CellSide& b) {
  if (a.corner_count != b.corner_count) return false;
  const std::uint32_t n = a.corner_count;
  const std::uint32_t* va = c.corners.data() + a.first_corner;
  const std::uint32_t* vb = c.corners.data() + b.first_corner;
  const auto at = static_cast<std::uint32_t>(std::find(vb, vb + n, va[0]) - vb);
  if (at == n) return false;
  for (std::uint32_t i = 1; i < n; ++i) {
    if (va[i] != vb[(at + n - i) % n]) return false;
  }
  return true;
}

Problem one_way(const CellComplex& c, std::uint32_t side) {
  return side_name(c, side) + " is a portal to " + side_name(c, c.sides[side].neighbor) +
         ", which does not lead back: link both or neither";
}

// Requires corners and references of all sides checked.
Problem check_portal(const CellComplex& c, std::uint32_t side) {
  const CellSide& s = c.sides[side];
  if (s.neighbor == kNone) return "";
  const CellSide& other = c.sides[s.neighbor];
  if (s.neighbor == side) return side_name(c, side) + " is a portal to itself: make it a wall";
  if (other.neighbor != side) return one_way(c, side);
  if (!reversed_corners(c, s, other)) {
    return side_name(c, side) + " and its neighbor " + side_name(c, s.neighbor) +
           " do not have the same corners in reverse order";
  }
  if (s.door != other.door) {
    return side_name(c, side) + " and its neighbor " + side_name(c, s.neighbor) +
           " carry different doors (" + number(s.door == kNone ? -1 : std::int64_t{s.door}) +
           " and " + number(other.door == kNone ? -1 : std::int64_t{other.door}) + ")";
  }
  return "";
}

// A directed edge of a cell's boundary under an undirected key.
struct BoundaryEdge {
  std::uint64_t key;  // lower vertex id << 32 | higher
  std::uint32_t side;
  std::int32_t sense;  // +1 from lower to higher id
};

BoundaryEdge make_edge(std::uint32_t from, std::uint32_t to, std::uint32_t side) {
  const std::uint64_t low = std::min(from, to), high = std::max(from, to);
  return {low << 32 | high, side, from < to ? 1 : -1};
}

std::uint32_t edge_low(const BoundaryEdge& e) { return static_cast<std::uint32_t>(e.key >> 32); }
std::uint32_t edge_high(const BoundaryEdge& e) { return static_cast<std::uint32_t>(e.key); }

// An end of an open edge on the line that carries the edge: same line, same `line` numbers,
// exactly.
struct LineEvent {
  std::array<std::int64_t, 6> line;  // primitive direction, moment
  std::int64_t at;                   // position along the direction
  std::int32_t
      change;          // of the number of edges that run along the direction minus those against it
  std::uint32_t edge;  // index among the open edges
};

// Working arrays of the closedness check, kept between cells.
struct ClosedScratch {
  std::vector<BoundaryEdge> edges, open;
  std::vector<LineEvent> events;
};

// Moves to `open` what is left of each undirected edge when opposite uses cancel.
void cancel_edges(std::vector<BoundaryEdge>& edges, std::vector<BoundaryEdge>& open) {
  std::sort(edges.begin(), edges.end(), [](const BoundaryEdge& a, const BoundaryEdge& b) {
    return a.key != b.key ? a.key < b.key : a.side < b.side;
  });
  open.clear();
  for (std::size_t first = 0; first < edges.size();) {
    std::size_t end = first;
    std::int32_t sum = 0;
    for (; end < edges.size() && edges[end].key == edges[first].key; ++end) sum += edges[end].sense;
    for (std::size_t i = first; i < end && sum != 0; ++i) {
      if ((edges[i].sense > 0) != (sum > 0)) continue;
      open.push_back(edges[i]);
      sum -= edges[i].sense;
    }
    first = end;
  }
}

// Two events: where the edge starts and where it ends along its line.
void add_events(const CellComplex& c, std::uint32_t index, ClosedScratch& scratch) {
  const BoundaryEdge& edge = scratch.open[index];
  const GridVector from(c.vertices[edge_low(edge)]), to(c.vertices[edge_high(edge)]);
  GridVector d = to - from;
  const std::int64_t divisor = std::gcd(std::gcd(d.x, d.y), d.z);
  if (divisor == 0) return;  // two vertices at one point: nothing to cover
  const bool backwards = d.x < 0 || (d.x == 0 && (d.y < 0 || (d.y == 0 && d.z < 0)));
  d /= backwards ? -divisor : divisor;
  const GridVector moment = cross_grid(from, d);
  const std::array<std::int64_t, 6> line = {d.x, d.y, d.z, moment.x, moment.y, moment.z};
  const std::int32_t change = (backwards ? -edge.sense : edge.sense);
  const std::int64_t a = from.x * d.x + from.y * d.y + from.z * d.z,
                     b = to.x * d.x + to.y * d.y + to.z * d.z;
  scratch.events.push_back({line, std::min(a, b), change, index});
  scratch.events.push_back({line, std::max(a, b), -change, index});
}

// T-junctions on exactly collinear edges are legal: what runs one way along a line must run the
// other way, piece by piece. Returns an open edge that is not covered, or kNone.
std::uint32_t find_uncovered(const CellComplex& c, ClosedScratch& scratch) {
  scratch.events.clear();
  for (std::uint32_t i = 0; i < scratch.open.size(); ++i) add_events(c, i, scratch);
  std::sort(scratch.events.begin(), scratch.events.end(),
            [](const LineEvent& a, const LineEvent& b) {
              return std::tie(a.line, a.at, a.edge) < std::tie(b.line, b.at, b.edge);
            });
  std::int32_t covered = 0;
  for (std::size_t i = 0; i < scratch.events.size(); ++i) {
    const LineEvent& event = scratch.events[i];
    covered += event.change;
    const bool last_here = i + 1 == scratch.events.size() || scratch.events[i + 1].at != event.at ||
                           scratch.events[i + 1].line != event.line;
    if (last_here && covered != 0) return event.edge;
  }
  return kNone;
}

Problem check_closed(const CellComplex& c, std::uint32_t i, ClosedScratch& scratch) {
  const Cell& cell = c.cells[i];
  scratch.edges.clear();
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
    const std::uint32_t* v = c.corners.data() + c.sides[s].first_corner;
    const std::uint32_t n = c.sides[s].corner_count;
    for (std::uint32_t k = 0; k < n; ++k)
      scratch.edges.push_back(make_edge(v[k], v[k + 1 < n ? k + 1 : 0], s));
  }
  cancel_edges(scratch.edges, scratch.open);
  const std::uint32_t uncovered = scratch.open.empty() ? kNone : find_uncovered(c, scratch);
  if (uncovered == kNone) return "";
  const BoundaryEdge& e = scratch.open[uncovered];
  return side_name(c, e.side) +
         ": the cell is not closed; no other side runs back along the edge between " +
         vertex_name(c, edge_low(e)) + " and " + vertex_name(c, edge_high(e));
}

// Sign of the volume, exact. Sides that are not planar count as fans from their first corner.
int volume_sign(const CellComplex& c, const Cell& cell) {
  const GridPoint apex = c.vertices[c.corners[c.sides[cell.first_side].first_corner]];
  Int128 six_volumes(0);  // negative: corners run counterclockwise seen from inside
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
    const std::uint32_t* v = c.corners.data() + c.sides[s].first_corner;
    for (std::uint32_t k = 2; k < c.sides[s].corner_count; ++k) {
      six_volumes =
          six_volumes + volume6(apex, c.vertices[v[0]], c.vertices[v[k - 1]], c.vertices[v[k]]);
    }
  }
  return -sign_of(six_volumes);
}

Problem check_volume(const CellComplex& c, std::uint32_t i) {
  const int sign = volume_sign(c, c.cells[i]);
  if (sign > 0) return "";
  if (sign == 0)
    return cell_name(c, i) + " is flat: its volume is 0; remove it and join its neighbors";
  return cell_name(c, i) + " is inverted: its volume is negative; reverse the corners of its sides";
}

Problem check_sides(const CellComplex& c) {
  for (std::uint32_t i = 0; i < c.sides.size(); ++i) {
    if (Problem p = check_corners(c, i); !p.empty()) return p;
    if (Problem p = check_references(c, i); !p.empty()) return p;
  }
  for (std::uint32_t i = 0; i < c.sides.size(); ++i) {
    if (Problem p = check_portal(c, i); !p.empty()) return p;
  }
  return "";
}

Problem check_shapes(const CellComplex& c) {
  ClosedScratch scratch;
  for (std::uint32_t i = 0; i < c.cells.size(); ++i) {
    if (Problem p = check_closed(c, i, scratch); !p.empty()) return p;
    if (Problem p = check_volume(c, i); !p.empty()) return p;
  }
  return "";
}

// The first rule that the lists break, whatever the cells look like.
Problem check_lists(const CellComplex& c) {
  for (const auto check : {check_doors, check_triggers, check_spawns}) {
    if (Problem p = check(c); !p.empty()) return p;
  }
  return check_axes(c.source_axes);
}

// With every link leading back, a portal has a changed cell on one side only where that is checked.
Problem check_all_references(const CellComplex& c) {
  for (std::uint32_t i = 0; i < c.sides.size(); ++i) {
    if (Problem p = check_references(c, i); !p.empty()) return p;
  }
  for (std::uint32_t i = 0; i < c.sides.size(); ++i) {
    const std::uint32_t other = c.sides[i].neighbor;
    if (other != kNone && c.sides[other].neighbor != i) return one_way(c, i);
  }
  return "";
}

template <typename Check>
Problem check_sides_of(const CellComplex& c, std::span<const std::uint32_t> cells, Check check) {
  for (const std::uint32_t cell : cells) {
    const std::uint32_t first = c.cells[cell].first_side;
    for (std::uint32_t s = first; s < first + c.cells[cell].side_count; ++s) {
      if (Problem p = check(c, s); !p.empty()) return p;
    }
  }
  return "";
}

// Requires check_cell_records and check_all_references.
Problem check_some(const CellComplex& c, std::span<const std::uint32_t> changed) {
  if (Problem p = check_sides_of(c, changed, check_corners); !p.empty()) return p;
  if (Problem p = check_sides_of(c, changed, check_portal); !p.empty()) return p;
  ClosedScratch scratch;
  for (const std::uint32_t cell : changed) {
    if (Problem p = check_closed(c, cell, scratch); !p.empty()) return p;
    if (Problem p = check_volume(c, cell); !p.empty()) return p;
  }
  return "";
}

Error refusal(const CellComplex& c, ErrorCode code, Problem problem) {
  Error error;
  error.code = code;
  error.message = std::move(problem);
  error.file = c.name;
  return error;
}

}  // namespace

Result<Done> check_cells(const CellComplex& complex) {
  for (const auto check : {check_sizes, check_vertices}) {
    if (Problem p = check(complex); !p.empty())
      return refusal(complex, ErrorCode::OutOfRange, std::move(p));
  }
  for (const auto check : {check_cell_records, check_sides, check_shapes, check_lists}) {
    if (Problem p = check(complex); !p.empty())
      return refusal(complex, ErrorCode::Invalid, std::move(p));
  }
  return Done{};
}

Result<Done> check_changed_cells(const CellComplex& complex,
                                 std::span<const std::uint32_t> changed) {
  for (const auto check : {check_sizes, check_vertices}) {
    if (Problem p = check(complex); !p.empty())
      return refusal(complex, ErrorCode::OutOfRange, std::move(p));
  }
  for (const auto check : {check_cell_records, check_all_references, check_lists}) {
    if (Problem p = check(complex); !p.empty())
      return refusal(complex, ErrorCode::Invalid, std::move(p));
  }
  if (Problem p = check_some(complex, changed); !p.empty())
    return refusal(complex, ErrorCode::Invalid, std::move(p));
  return Done{};
}

}  // namespace playset
