// Compares cell by cell and learns on the way which vertex is which.
#include "level/find_changes.h"

#include <algorithm>

#include "level/format.h"
#include "level/prefetch.h"

namespace playset {
namespace {

class ChangeFinder {
 public:
  ChangeFinder(const Level& level, const CellComplex& complex)
      : complex_(complex),
        cells_(LevelAccess::cells(level)),
        sides_(LevelAccess::sides(level)),
        corners_(LevelAccess::corners(level)),
        vertices_(LevelAccess::vertices(level)),
        faces_(LevelAccess::table<std::uint32_t>(*level.header(), level.header()->side_faces)),
        old_vertex_(complex.vertices.size(), kNone) {}

  Changes find(std::span<const std::uint32_t> dirty, std::span<const std::uint32_t> was) {
    find_origins(was);
    find_homes();
    std::vector<bool> differs(complex_.cells.size(), false);
    for (const std::uint32_t c : dirty)
      if (c < differs.size()) differs[c] = true;
    for (std::uint32_t o = 0; o < cells_.size(); ++o) {
      prefetch_cells(complex_, out_.now, o);
      const std::uint32_t c = out_.now[o];
      if (c != kNone && !differs[c]) differs[c] = !stays(c, o) && !same_cell(c, o);
    }
    list_changed(differs);
    turn_vertices();
    return std::move(out_);
  }

 private:
  void find_origins(std::span<const std::uint32_t> was) {
    std::vector<std::uint32_t> level_cell(cells_.size(), kNone);
    for (std::uint32_t o = 0; o < cells_.size(); ++o) level_cell[cells_[o].complex_cell] = o;
    out_.origin.assign(complex_.cells.size(), kNone);
    out_.now.assign(cells_.size(), kNone);
    for (std::uint32_t c = 0; c < out_.origin.size(); ++c) {
      const std::uint32_t before = was.empty() ? c : was[c];
      if (before >= level_cell.size() || level_cell[before] == kNone ||
          out_.now[level_cell[before]] != kNone)
        continue;
      out_.origin[c] = level_cell[before];
      out_.now[level_cell[before]] = c;
    }
  }

  // Most cells and vertices have kept their very numbers.
  void find_homes() {
    to_source_.assign(cells_.size(), kMoved);
    for (std::uint32_t o = 0; o < cells_.size(); ++o) {
      if (out_.now[o] == kNone) continue;
      const Cell& cell = complex_.cells[out_.now[o]];
      const std::uint32_t first = cells_[o].first_side, count = cells_[o].side_count;
      const std::uint32_t source = sides_[first].complex_side;
      if (cell.first_side == source && cell.side_count == count &&
          sides_[first + count - 1].complex_side == source + count - 1 &&
          source <= complex_.sides.size() && count <= complex_.sides.size() - source)
        to_source_[o] = std::int64_t{source} - first;
    }
    home_.assign(std::max(vertices_.size(), complex_.vertices.size()), kElsewhere);
    for (std::size_t v = 0; v < std::min(vertices_.size(), complex_.vertices.size()); ++v)
      home_[v] = complex_.vertices[v] == vertices_[v] ? kAtHome : kElsewhere;
  }

  // Whether a cell is as it was, numbers and all. False says nothing.
  bool stays(std::uint32_t c, std::uint32_t o) {
    if (to_source_[o] == kMoved) return false;
    const std::uint32_t first = cells_[o].first_side, count = cells_[o].side_count;
    const std::uint32_t source = complex_.cells[c].first_side;
    for (std::uint32_t k = 0; k < count; ++k)
      if (!side_stays(source + k, first + k)) return false;
    const SideRecord& last = sides_[first + count - 1];
    for (std::uint32_t k = sides_[first].first_corner; k < last.first_corner + last.corner_count;
         ++k)
      home_[corners_[k]] = kTaken;
    return true;
  }

  bool side_stays(std::uint32_t s, std::uint32_t i) const {
    const CellSide& side = complex_.sides[s];
    const SideRecord& old = sides_[i];
    if (side.face != faces_[i] || side.door != old.door || side.corner_count != old.corner_count ||
        !loop_exists(side))
      return false;
    const std::uint32_t* loop = complex_.corners.data() + side.first_corner;
    const std::uint32_t* before = corners_.data() + old.first_corner;
    std::uint32_t at = 0;
    if (side.neighbor == kNone || old.neighbor_cell == kNone) {
      if (side.neighbor != old.neighbor_cell) return false;
    } else {
      if (side.neighbor != old.neighbor_side + to_source_[old.neighbor_cell]) return false;
      if (side.neighbor < s)  // the other side was cut for both, so that this one starts anywhere
        while (at + 1 < side.corner_count && before[at] != loop[0]) ++at;
    }
    for (std::uint32_t k = 0; k < side.corner_count; ++k) {
      if (loop[k] != before[at] || home_[loop[k]] == kElsewhere) return false;
      at = at + 1 < side.corner_count ? at + 1 : 0;
    }
    return true;
  }

  void list_changed(const std::vector<bool>& differs) {
    std::uint32_t last = 0;
    for (std::uint32_t c = 0; c < differs.size(); ++c) {
      const std::uint32_t o = out_.origin[c];
      if (o == kNone || differs[c]) {
        out_.changed.push_back(c);
        continue;
      }
      out_.cells_in_order &= cells_[o].complex_cell >= last;
      last = cells_[o].complex_cell;
    }
  }

  bool same_cell(std::uint32_t c, std::uint32_t o) {
    learned_.clear();
    if (same_sides(complex_.cells[c], o)) return true;
    for (const std::uint32_t v : learned_) old_vertex_[v] = kNone;
    return false;
  }

  bool same_sides(const Cell& cell, std::uint32_t o) {
    if (cell.first_side > complex_.sides.size() ||
        cell.side_count > complex_.sides.size() - cell.first_side)
      return false;
    const std::uint32_t end = cells_[o].first_side + cells_[o].side_count;
    std::uint32_t first = cells_[o].first_side;
    const std::uint32_t source = sides_[first].complex_side;
    for (std::uint32_t k = 0; k < cell.side_count; ++k) {
      std::uint32_t last = first;
      while (last < end && sides_[last].complex_side == source + k) ++last;
      if (last == first || !same_side(cell.first_side + k, first, last)) return false;
      first = last;
    }
    return first == end;
  }

  // Side s, and the level's sides [first, last) that it was cut into.
  bool same_side(std::uint32_t s, std::uint32_t first, std::uint32_t last) {
    const CellSide& side = complex_.sides[s];
    const SideRecord& old = sides_[first];
    if (side.face != faces_[first] || side.door != old.door ||
        (side.neighbor == kNone) != (old.neighbor_cell == kNone) || !loop_exists(side))
      return false;
    if (side.neighbor != kNone) {
      const SideRecord& old_twin = sides_[old.neighbor_side];
      if (side.neighbor != now_of(old_twin) ||
          (side.neighbor < s) != (old_twin.complex_side < old.complex_side))
        return false;
      // the other side came first and was cut for both, so that this one starts anywhere
      if (side.neighbor < s && last - first == 1) return same_cycle(side, old);
    }
    return last - first == 1 ? same_loop(side, old) : same_outline(side, first, last);
  }

  bool loop_exists(const CellSide& side) const noexcept {
    return side.first_corner <= complex_.corners.size() &&
           side.corner_count <= complex_.corners.size() - side.first_corner;
  }

  // What the side of the complex behind this side of the level is called now, if it still exists.
  std::uint32_t now_of(const SideRecord& old) const noexcept {
    const std::uint32_t c = out_.now[old.cell];
    if (c == kNone) return kNone;
    const std::uint32_t place = old.complex_side - sides_[cells_[old.cell].first_side].complex_side;
    const Cell& cell = complex_.cells[c];
    return place < cell.side_count && cell.first_side < complex_.sides.size() - place
               ? cell.first_side + place
               : kNone;
  }

  // Vertex v of the complex is u of the level: known, or learned now because they lie at one place.
  bool same_vertex(std::uint32_t v, std::uint32_t u) {
    if (v >= old_vertex_.size()) return false;
    if (home_[v] == kTaken) return v == u;
    if (old_vertex_[v] == u) return true;
    if (old_vertex_[v] != kNone || complex_.vertices[v] != vertices_[u]) return false;
    old_vertex_[v] = u;
    if (v != u) home_[v] = kElsewhere;
    learned_.push_back(v);
    return true;
  }

  bool same_loop(const CellSide& side, const SideRecord& old) {
    if (side.corner_count != old.corner_count) return false;
    for (std::uint32_t k = 0; k < side.corner_count; ++k)
      if (!same_vertex(complex_.corners[side.first_corner + k], corners_[old.first_corner + k]))
        return false;
    return true;
  }

  bool same_cycle(const CellSide& side, const SideRecord& old) {
    const std::uint32_t n = side.corner_count;
    if (old.corner_count != n) return false;
    const std::uint32_t* loop = complex_.corners.data() + side.first_corner;
    const std::uint32_t* before = corners_.data() + old.first_corner;
    const std::size_t known = learned_.size();
    for (std::uint32_t start = 0; start < n; ++start) {
      std::uint32_t k = 0, at = start;
      for (; k < n && same_vertex(loop[k], before[at]); ++k) at = at + 1 < n ? at + 1 : 0;
      if (k == n) return true;
      forget(known);
    }
    return false;
  }

  // The pieces' outline has two edges less per cut than their edges in all; it is the side's loop
  // where each of that many edges is an edge of a piece.
  bool same_outline(const CellSide& side, std::uint32_t first, std::uint32_t last) {
    std::uint32_t edges = 0;
    for (std::uint32_t i = first; i < last; ++i) edges += sides_[i].corner_count;
    if (side.corner_count + 2 * (last - first - 1) != edges) return false;
    for (std::uint32_t k = 0; k < side.corner_count; ++k) {
      const std::uint32_t* loop = complex_.corners.data() + side.first_corner;
      if (!has_edge(loop[k], loop[k + 1 < side.corner_count ? k + 1 : 0], first, last))
        return false;
    }
    return true;
  }

  bool has_edge(std::uint32_t from, std::uint32_t to, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
      const std::uint32_t n = sides_[i].corner_count;
      const std::uint32_t* loop = corners_.data() + sides_[i].first_corner;
      for (std::uint32_t k = 0; k < n; ++k) {
        const std::size_t known = learned_.size();
        if (same_vertex(from, loop[k]) && same_vertex(to, loop[k + 1 < n ? k + 1 : 0])) return true;
        forget(known);
      }
    }
    return false;
  }

  void forget(std::size_t known) {
    for (; learned_.size() > known; learned_.pop_back()) old_vertex_[learned_.back()] = kNone;
  }

  void turn_vertices() {
    out_.vertices.assign(vertices_.size(), kNone);
    for (std::uint32_t v = 0; v < old_vertex_.size(); ++v) {
      const std::uint32_t u = home_[v] == kTaken ? v : old_vertex_[v];
      if (u == kNone) continue;
      out_.vertices_in_order &= out_.vertices[u] == kNone;
      out_.vertices[u] = v;
    }
    std::uint32_t next = 0;
    for (const std::uint32_t v : out_.vertices) {
      if (v == kNone) continue;
      out_.vertices_in_order &= v >= next;
      next = v + 1;
    }
  }

  const CellComplex& complex_;
  std::span<const CellRecord> cells_;
  std::span<const SideRecord> sides_;
  std::span<const std::uint32_t> corners_;
  std::span<const GridPoint> vertices_;
  std::span<const std::uint32_t> faces_;
  std::vector<std::uint32_t> old_vertex_;  // by vertex of the complex: the level's
  // By vertex: whether the level's of that number lies there too, and is known to be this one.
  enum Home : std::uint8_t { kElsewhere, kAtHome, kTaken };
  std::vector<std::uint8_t> home_;
  // By cell of the level that has its sides' numbers and whose sides are whole: from its sides to
  // the complex's; else kMoved.
  static constexpr std::int64_t kMoved = std::int64_t{1} << 40;
  std::vector<std::int64_t> to_source_;
  std::vector<std::uint32_t> learned_;  // vertices learned from the present cell
  Changes out_;
};

}  // namespace

Changes find_changes(const Level& level, const CellComplex& complex,
                     std::span<const std::uint32_t> dirty, std::span<const std::uint32_t> was) {
  return ChangeFinder(level, complex).find(dirty, was);
}

}  // namespace playset
