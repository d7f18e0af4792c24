// src/geom/partition_sides.cpp - cuts facing walls into portals and rest: weld, put corners on
// edges, overlay, rebuild.
#include "playset/geom/partition_sides.h"

#include <algorithm>
#include <cstddef>
#include <glm/geometric.hpp>
#include <map>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>

#include "geom/facing.h"
#include "geom/overlay.h"
#include "playset/geom/polygon.h"

namespace playset {
namespace {

constexpr double kOnEdge = 1.5;   // steps; two rounded images of one edge lie that near each other
constexpr double kOffEdge = 3.0;  // steps, the same in space
constexpr std::int64_t kWeld2 =
    9;  // steps^2; more than 1.5 * root 2, so that no corner is near both edges of a right angle

struct PointHash {
  std::size_t operator()(GridPoint p) const noexcept {
    std::uint64_t h = static_cast<std::uint32_t>(p.x) * 0x9E3779B97F4A7C15u;
    h = (h ^ (h >> 29) ^ static_cast<std::uint32_t>(p.y)) * 0xBF58476D1CE4E5B9u;
    h = (h ^ (h >> 32) ^ static_cast<std::uint32_t>(p.z)) * 0x94D049BB133111EBu;
    return static_cast<std::size_t>(h ^ (h >> 31));
  }
};

std::uint64_t edge_key(std::uint32_t a, std::uint32_t b) noexcept {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

std::int64_t distance2(GridPoint a, GridPoint b) noexcept {
  const GridVector d = grid_vector(a, b);
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

// num / den rounded to the nearest integer, halves away from zero; exact. Requires den > 0.
std::int64_t round_ratio(Int128 num, std::int64_t den) noexcept {
  const int sign = sign_of(num) < 0 ? -1 : 1;
  const Int128 half_up = (sign < 0 ? -num : num) * Int128(2) + Int128(den);
  return sign * static_cast<std::int64_t>(divide(half_up, Int128(2) * Int128(den)).low());
}

class Partition {
 public:
  Partition(CellComplex& complex, std::span<const SidePair> pairs) : c_(complex) {
    for (const SidePair& pair : pairs) {
      const Facing facing = takes(pair) ? facing_of(c_, pair.a, pair.b) : Facing::No;
      if (facing == Facing::No) report_.refused.push_back(pair);
      if (facing == Facing::Apart) ++report_.apart;
      if (facing == Facing::Overlap)
        pairs_.push_back(pair.a < pair.b ? pair : SidePair{pair.b, pair.a});
    }
    const auto less = [](const SidePair& x, const SidePair& y) {
      return x.a != y.a ? x.a < y.a : x.b < y.b;
    };
    const auto same = [](const SidePair& x, const SidePair& y) { return x.a == y.a && x.b == y.b; };
    std::sort(pairs_.begin(), pairs_.end(), less);
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end(), same), pairs_.end());
  }

  PartitionReport run() {
    list_partners();
    weld();
    put_cell_corners_on_edges();
    spread_corners();
    for (const SidePair& pair : pairs_) cross_edges(pair);
    spread_corners();
    take_back_repeated();
    find_overlaps();
    find_remainders();
    rebuild();
    return std::move(report_);
  }

 private:
  struct Overlap {
    SidePair pair;
    CornerLoop loop;                 // turns as side a does
    std::vector<CornerLoop> pieces;  // of the loop
    bool refused = false;
  };

  // Valid until the sides are rebuilt.
  [[nodiscard]] std::span<const std::uint32_t> corner_span(std::uint32_t side) const {
    return {c_.corners.data() + c_.sides[side].first_corner, c_.sides[side].corner_count};
  }
  [[nodiscard]] CornerLoop corners_of(std::uint32_t side) const {
    const auto corners = corner_span(side);
    return {corners.begin(), corners.end()};
  }

  [[nodiscard]] std::vector<GridPoint> points_of(std::uint32_t side) const {
    const CellSide& s = c_.sides[side];
    std::vector<GridPoint> points(s.corner_count);
    for (std::uint32_t i = 0; i < s.corner_count; ++i) {
      points[i] = c_.vertices[c_.corners[s.first_corner + i]];
    }
    return points;
  }

  [[nodiscard]] bool takes(const SidePair& pair) const {
    if (pair.a >= c_.sides.size() || pair.b >= c_.sides.size()) return false;
    const CellSide &a = c_.sides[pair.a], &b = c_.sides[pair.b];
    const bool free = a.neighbor == kNone && b.neighbor == kNone && a.cell != b.cell;
    return free && nearly_convex(pair.a) && nearly_convex(pair.b);
  }

  // Convex but for corners that earlier cuts left within a few steps of a straight edge.
  [[nodiscard]] bool nearly_convex(std::uint32_t side) const {
    const std::vector<GridPoint> all = points_of(side);
    std::vector<GridPoint> bends;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const GridPoint before = all[(i + all.size() - 1) % all.size()],
                      after = all[(i + 1) % all.size()];
      if (!near_in_space(before, after, all[i])) bends.push_back(all[i]);
    }
    return is_convex(bends);
  }

  void list_partners() {
    for (const SidePair& pair : pairs_) {
      partners_[pair.a].push_back(pair.b);
      partners_[pair.b].push_back(pair.a);
    }
  }

  // Vertices of the sides to be cut that lie within two steps become one, unless that would close
  // up an edge of some side.
  void weld() {
    alias_.resize(c_.vertices.size());
    std::iota(alias_.begin(), alias_.end(), 0u);
    for (const SidePair& pair : pairs_) {
      for (const std::uint32_t u : corners_of(pair.a)) {
        for (const std::uint32_t v : corners_of(pair.b)) {
          if (u != v && distance2(c_.vertices[u], c_.vertices[v]) <= kWeld2) join(u, v);
        }
      }
    }
    bool welds = false;
    for (std::uint32_t v = 0; v < alias_.size(); ++v) {
      alias_[v] = root(v);
      welds = welds || alias_[v] != v;
    }
    if (!welds) return;
    split_closed_up();
    for (std::uint32_t& corner : c_.corners) corner = alias_[corner];
    for (std::uint32_t v = 0; v < alias_.size(); ++v)
      if (alias_[v] != v) ++report_.welded;
  }

  [[nodiscard]] std::uint32_t root(std::uint32_t v) const {
    while (alias_[v] != v) v = alias_[v];
    return v;
  }
  void join(std::uint32_t u, std::uint32_t v) {
    const std::uint32_t a = root(u), b = root(v);
    alias_[std::max(a, b)] = std::min(a, b);
  }

  void split_closed_up() {
    std::vector<std::uint32_t> bad, loop;
    for (std::uint32_t side = 0; side < c_.sides.size(); ++side) {
      loop.clear();
      for (const std::uint32_t v : corner_span(side)) loop.push_back(alias_[v]);
      std::sort(loop.begin(), loop.end());
      const auto twice = std::adjacent_find(loop.begin(), loop.end());
      if (twice != loop.end()) bad.push_back(*twice);
    }
    if (bad.empty()) return;
    std::sort(bad.begin(), bad.end());
    for (std::uint32_t v = 0; v < alias_.size(); ++v) {
      if (std::binary_search(bad.begin(), bad.end(), alias_[v])) alias_[v] = v;
    }
  }

  // T-vertices that a side's own cell already has on its edges.
  void put_cell_corners_on_edges() {
    for (const auto& [side, partners] : partners_) {
      const Cell& cell = c_.cells[c_.sides[side].cell];
      for (std::uint32_t other = cell.first_side; other < cell.first_side + cell.side_count;
           ++other) {
        const CornerLoop corners = corners_of(other);
        for_edges(side, [&](std::uint32_t u, std::uint32_t v) {
          for (const std::uint32_t t : corners) {
            if (strictly_between(c_.vertices[u], c_.vertices[v], c_.vertices[t]))
              put_on_edge(u, v, t);
          }
        });
      }
    }
  }

  // What lies on an edge of one side lies on every edge along the same line, also where that is
  // another one in part: until nothing is left to tell.
  void spread_corners() {
    for (bool again = true; again;) {
      again = false;
      for (const auto& [side, partners] : partners_)
        again = put_corners_on_edges(side, partners) || again;
    }
  }

  // Corners of any of the polygons that meet in a side's plane, and those on their edges, on the
  // edges of the others. True where one is new there.
  bool put_corners_on_edges(std::uint32_t side, const std::vector<std::uint32_t>& partners) {
    bool any = false;
    const PlaneView view = view_of(c_.vertices, corners_of(side));
    std::vector<std::uint32_t> group = partners;
    group.push_back(side);
    for (const std::uint32_t x : group) {
      for (const std::uint32_t y : group) {
        if (x == y) continue;
        const CornerLoop corners = expanded(y, true);
        for_edges(x, [&](std::uint32_t u, std::uint32_t v) {
          for (const std::uint32_t t : corners) {
            if (t != u && t != v && near_edge(view, u, v, t)) any = put_on_edge(u, v, t) || any;
          }
        });
      }
    }
    return any;
  }

  // Partners lie in one plane with the side they share, not quite with each other.
  [[nodiscard]] static bool near_in_space(GridPoint a, GridPoint b, GridPoint p) {
    const GridVector d = grid_vector(a, b);
    const glm::dvec3 along(d), across(cross_grid(d, grid_vector(a, p)));
    return glm::dot(across, across) <= kOffEdge * kOffEdge * glm::dot(along, along);
  }

  [[nodiscard]] static bool near_edge(const PlaneView& view, std::uint32_t u, std::uint32_t v,
                                      std::uint32_t t) {
    const glm::ivec2 a = view.at(u), d = view.at(v) - a, p = view.at(t) - a;
    const std::int64_t along = std::int64_t{d.x} * p.x + std::int64_t{d.y} * p.y;
    const std::int64_t length2 = std::int64_t{d.x} * d.x + std::int64_t{d.y} * d.y;
    if (along <= 0 || along >= length2) return false;
    const auto across = static_cast<double>(std::int64_t{d.x} * p.y - std::int64_t{d.y} * p.x);
    return across * across <= kOnEdge * kOnEdge * static_cast<double>(length2) &&
           near_in_space(view.vertices[u], view.vertices[v], view.vertices[t]);
  }

  void cross_edges(const SidePair& pair) {
    PlaneView view = view_of(c_.vertices, corners_of(pair.a));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> others;
    for_edges(pair.b, [&](std::uint32_t u, std::uint32_t v) { others.emplace_back(u, v); });
    for_edges(pair.a, [&](std::uint32_t u, std::uint32_t v) {
      for (const auto& [s, t] : others) {
        view.vertices = c_.vertices;  // a crossing may have moved them
        cross_two(view, u, v, s, t);
      }
    });
  }

  // A new corner where two edges cross and no end of one lies on the other.
  void cross_two(const PlaneView& view, std::uint32_t u, std::uint32_t v, std::uint32_t s,
                 std::uint32_t t) {
    if (u == s || u == t || v == s || v == t) return;
    if (near_edge(view, u, v, s) || near_edge(view, u, v, t) || near_edge(view, s, t, u) ||
        near_edge(view, s, t, v))
      return;
    std::int64_t from = area2(view.at(s), view.at(t), view.at(u)),
                 to = area2(view.at(s), view.at(t), view.at(v));
    if (sign_64(from) * sign_64(to) >= 0) return;
    if (orient2d(view.at(u), view.at(v), view.at(s)) *
            orient2d(view.at(u), view.at(v), view.at(t)) >=
        0)
      return;
    if (from < 0) from = -from, to = -to;
    const GridPoint a = c_.vertices[u];
    const GridVector d = grid_vector(a, c_.vertices[v]);
    const auto part = [&](std::int64_t x) {
      return static_cast<std::int32_t>(round_ratio(multiply_64(x, from), from - to));
    };
    const std::uint32_t m =
        crossing_at(edge_key(u, v), edge_key(s, t), a + GridPoint(part(d.x), part(d.y), part(d.z)));
    put_on_edge(u, v, m);
    put_on_edge(s, t, m);
  }

  // The vertex of a crossing: one within three steps that is on either edge or was made before, or
  // the point itself. Images of one line differ by a step, and so would the crossings with them.
  std::uint32_t crossing_at(std::uint64_t edge, std::uint64_t other, GridPoint p) {
    for (const std::uint64_t key : {edge, other}) {
      for (const std::uint32_t v : on_edge_[key]) {
        if (distance2(c_.vertices[v], p) <= kWeld2) return v;
      }
    }
    const GridPoint box(p.x >> 2, p.y >> 2, p.z >> 2);
    for (int i = 0; i < 27; ++i) {
      const auto found = made_.find(box + GridPoint(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1));
      if (found == made_.end()) continue;
      for (const std::uint32_t v : found->second) {
        if (distance2(c_.vertices[v], p) <= kWeld2) return v;
      }
    }
    if (ids_.empty()) number_places();
    const auto [at, is_new] = ids_.try_emplace(p, static_cast<std::uint32_t>(c_.vertices.size()));
    if (is_new) {
      c_.vertices.push_back(p);
      made_[box].push_back(at->second);
      ++report_.new_vertices;
    }
    return at->second;
  }

  // Of all vertices that were not welded: once a crossing may lie on one.
  void number_places() {
    for (std::uint32_t v = 0; v < alias_.size(); ++v)
      if (alias_[v] == v) ids_.emplace(c_.vertices[v], v);
  }

  bool put_on_edge(std::uint32_t u, std::uint32_t v, std::uint32_t t) {
    if (t == u || t == v) return false;
    std::vector<std::uint32_t>& list = on_edge_[edge_key(u, v)];
    if (std::find(list.begin(), list.end(), t) != list.end()) return false;
    list.push_back(t);
    return true;
  }

  // Most sides have no edge that got a corner: their vertices tell, without a look at the edges.
  void mark_ends() {
    ends_.assign(c_.vertices.size(), false);
    for (const auto& [key, list] : on_edge_) {
      if (list.empty()) continue;
      ends_[key >> 32] = true;
      ends_[key & 0xFFFFFFFFu] = true;
    }
  }
  [[nodiscard]] bool may_expand(std::uint32_t side) const {
    const auto corners = corner_span(side);
    return std::count_if(corners.begin(), corners.end(),
                         [&](std::uint32_t v) { return ends_[v]; }) > 1;
  }

  // A vertex that would be on two edges of one side (in a corner sharper than 60 degrees) is taken
  // off all edges; pairs that needed it will be refused.
  void take_back_repeated() {
    mark_ends();
    for (bool again = !on_edge_.empty(); again;) {
      again = false;
      for (std::uint32_t side = 0; side < c_.sides.size(); ++side) {
        if (!may_expand(side)) continue;
        CornerLoop loop = expanded(side, true);
        if (loop.size() == c_.sides[side].corner_count) continue;
        std::sort(loop.begin(), loop.end());
        const auto twice = std::adjacent_find(loop.begin(), loop.end());
        if (twice == loop.end()) continue;
        for (auto& [key, list] : on_edge_) std::erase(list, *twice);
        again = true;
      }
    }
  }

  template <typename Visit>
  void for_edges(std::uint32_t side, Visit&& visit) const {
    const auto loop = corner_span(side);
    for (std::size_t i = 0; i < loop.size(); ++i)
      visit(loop[i], loop[i + 1 < loop.size() ? i + 1 : 0]);
  }

  // A side's corners with those put on its edges; `all` false leaves out chains that lie exactly on
  // a straight edge.
  [[nodiscard]] CornerLoop expanded(std::uint32_t side, bool all) const {
    CornerLoop loop;
    for_edges(side, [&](std::uint32_t u, std::uint32_t v) {
      loop.push_back(u);
      const auto found = on_edge_.find(edge_key(u, v));
      if (found == on_edge_.end()) return;
      std::vector<std::uint32_t> chain = found->second;
      const auto straight = [&](std::uint32_t t) {
        return strictly_between(c_.vertices[u], c_.vertices[v], c_.vertices[t]);
      };
      if (!all && std::all_of(chain.begin(), chain.end(), straight)) return;
      std::sort(chain.begin(), chain.end(), [&](std::uint32_t a, std::uint32_t b) {
        const std::int64_t da = along(u, v, a), db = along(u, v, b);
        return da != db ? da < db : (a < b) == (u < v);
      });
      loop.insert(loop.end(), chain.begin(), chain.end());
    });
    return loop;
  }
  [[nodiscard]] std::int64_t along(std::uint32_t u, std::uint32_t v, std::uint32_t t) const {
    const GridVector d = grid_vector(c_.vertices[u], c_.vertices[v]),
                     p = grid_vector(c_.vertices[u], c_.vertices[t]);
    return d.x * p.x + d.y * p.y + d.z * p.z;
  }

  void find_overlaps() {
    for (const SidePair& pair : pairs_) {
      Overlap overlap{pair, {}, {}, false};
      const CornerLoop a = expanded(pair.a, true);
      CornerLoop b = expanded(pair.b, true);
      std::reverse(b.begin(), b.end());
      const PlaneView view = view_of(c_.vertices, corners_of(pair.a));
      overlap.refused = !turns_left(view, b) || !overlap_of(view, a, b, overlap.loop);
      if (!overlap.refused && overlap.loop.empty()) {
        ++report_.apart;
        continue;
      }
      overlap.refused = overlap.refused || !planar_pieces(view, overlap.loop, overlap.pieces);
      overlaps_of_[pair.a].push_back(overlaps_.size());
      overlaps_of_[pair.b].push_back(overlaps_.size());
      overlaps_.push_back(std::move(overlap));
    }
  }

  // What stays wall of each side. A side that cannot be cut soundly has all its pairs refused; its
  // partners start again.
  void find_remainders() {
    std::vector<std::uint32_t> open;
    for (const auto& [side, mine] : overlaps_of_) open.push_back(side);
    while (!open.empty()) {
      const std::uint32_t side = open.back();
      open.pop_back();
      if (cut_remainder(side)) continue;
      for (const std::size_t i : overlaps_of_[side]) {
        if (overlaps_[i].refused) continue;
        overlaps_[i].refused = true;
        open.push_back(overlaps_[i].pair.a == side ? overlaps_[i].pair.b : overlaps_[i].pair.a);
      }
    }
  }

  bool cut_remainder(std::uint32_t side) {
    std::vector<CornerLoop> parts;
    for (const std::size_t i : overlaps_of_[side]) {
      if (overlaps_[i].refused) continue;
      parts.push_back(overlaps_[i].loop);
      if (overlaps_[i].pair.b == side) std::reverse(parts.back().begin(), parts.back().end());
    }
    std::vector<CornerLoop>& rest = remainders_[side];
    rest.clear();
    if (parts.empty()) return true;
    return remainder_of(view_of(c_.vertices, corners_of(side)), expanded(side, true), parts, rest);
  }

  void rebuild() {
    std::map<std::uint32_t, std::vector<std::pair<std::size_t, bool>>>
        portals;  // side -> overlap, whether it is a
    for (std::size_t i = 0; i < overlaps_.size(); ++i) {
      if (overlaps_[i].refused) {
        report_.refused.push_back(overlaps_[i].pair);
        continue;
      }
      portals[overlaps_[i].pair.a].emplace_back(i, true);
      portals[overlaps_[i].pair.b].emplace_back(i, false);
    }
    std::vector<std::uint32_t> first_new(overlaps_.size(),
                                         kNone);  // the sides of a, to be linked with those of b
    std::vector<std::uint32_t> moved(c_.sides.size(), kNone);
    sides_.reserve(c_.sides.size());
    corners_.reserve(c_.corners.size());
    report_.origin.reserve(c_.sides.size());
    for (std::uint32_t cell = 0; cell < c_.cells.size(); ++cell) {
      const Cell old = c_.cells[cell];
      c_.cells[cell].first_side = static_cast<std::uint32_t>(sides_.size());
      for (std::uint32_t side = old.first_side; side < old.first_side + old.side_count; ++side) {
        const auto cut = portals.find(side);
        if (cut == portals.end()) {
          moved[side] = may_expand(side)
                            ? add_side(side, expanded(side, partners_.count(side) != 0))
                            : add_side(side, corner_span(side));
          continue;
        }
        for (const auto& [overlap, is_a] : cut->second)
          add_portals(side, overlaps_[overlap], is_a, first_new[overlap]);
        for (const CornerLoop& piece : remainders_[side]) {
          sides_[add_side(side, piece)].door = kNone;
          ++report_.wall_pieces;
        }
      }
      c_.cells[cell].side_count =
          static_cast<std::uint32_t>(sides_.size()) - c_.cells[cell].first_side;
    }
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      const CellSide& old = c_.sides[report_.origin[i]];
      if (old.neighbor != kNone) sides_[i].neighbor = moved[old.neighbor];
    }
    c_.sides = std::move(sides_);
    c_.corners = std::move(corners_);
  }

  std::uint32_t add_side(std::uint32_t old, std::span<const std::uint32_t> corners) {
    CellSide side = c_.sides[old];
    side.first_corner = static_cast<std::uint32_t>(corners_.size());
    side.corner_count = static_cast<std::uint32_t>(corners.size());
    corners_.insert(corners_.end(), corners.begin(), corners.end());
    sides_.push_back(side);
    report_.origin.push_back(old);
    return static_cast<std::uint32_t>(sides_.size() - 1);
  }

  // The pieces of one overlap as sides; the second of the two sides to come links them.
  void add_portals(std::uint32_t old, const Overlap& overlap, bool is_a, std::uint32_t& first_new) {
    const CellSide& other = c_.sides[is_a ? overlap.pair.b : overlap.pair.a];
    const bool second = first_new != kNone;
    if (!second) first_new = static_cast<std::uint32_t>(sides_.size());
    for (std::uint32_t i = 0; i < overlap.pieces.size(); ++i) {
      CornerLoop corners = overlap.pieces[i];
      if (!is_a) std::reverse(corners.begin(), corners.end());
      const std::uint32_t at = add_side(old, corners);
      CellSide& side = sides_[at];
      if (side.door == kNone) side.door = other.door;
      if (side.door == kNone) side.material = kNone;
      if (!second) continue;
      side.neighbor = first_new + i;
      side.door = sides_[first_new + i].door;
      sides_[first_new + i].neighbor = at;
      ++report_.portals;
    }
  }

  [[nodiscard]] static bool turns_left(const PlaneView& view, const CornerLoop& loop) {
    std::int64_t sum = 0;
    for (std::size_t i = 2; i < loop.size(); ++i)
      sum += area2(view.at(loop[0]), view.at(loop[i - 1]), view.at(loop[i]));
    return sum > 0;
  }

  CellComplex& c_;
  std::vector<SidePair> pairs_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> partners_;
  std::vector<std::uint32_t> alias_;
  std::unordered_map<GridPoint, std::uint32_t, PointHash> ids_;
  std::unordered_map<GridPoint, std::vector<std::uint32_t>, PointHash>
      made_;  // new vertices by boxes of four steps
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> on_edge_;
  std::vector<bool> ends_;  // vertices of its edges
  std::vector<Overlap> overlaps_;
  std::map<std::uint32_t, std::vector<std::size_t>> overlaps_of_;
  std::map<std::uint32_t, std::vector<CornerLoop>> remainders_;
  std::vector<CellSide> sides_;
  std::vector<std::uint32_t> corners_;
  PartitionReport report_;
};

}  // namespace

PartitionReport partition_sides(CellComplex& complex, std::span<const SidePair> pairs) {
  return Partition(complex, pairs).run();
}

}  // namespace playset
