// Finds walls, turns round their edges through the cells to the wall on the other hand, and joins
// corners.
#include "level/hull_surface.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "level/edge_fan.h"
#include "level/format.h"
#include "level/place_text.h"
#include "playset/level/exterior.h"

namespace playset {
namespace {

class SurfaceFinder {
 public:
  explicit SurfaceFinder(const Level& level)
      : level_(level),
        tables_{LevelAccess::cells(level), LevelAccess::sides(level), LevelAccess::planes(level),
                LevelAccess::corners(level), LevelAccess::vertices(level)} {}

  HullSurface find() {
    mark_exterior();
    find_walls();
    join_coincident();
    for (std::uint32_t s = 0; s < level_.side_count() && out_.problem.empty(); ++s)
      if (is_wall(s)) add_wall(s);
    if (out_.problem.empty()) pair_edges();
    if (out_.problem.empty()) join_corners();
    return std::move(out_);
  }

 private:
  struct Half {
    Stretch stretch;
    std::uint32_t partner;  // the wall round the edge
  };

  void mark_exterior() {
    const std::vector<std::string> tags = level_.extras().tags;
    exterior_.assign(level_.cell_count(), false);
    for (std::uint32_t c = 0; c < level_.cell_count(); ++c) {
      const std::uint32_t tag = level_.cell_tag(c);
      exterior_[c] = tag < tags.size() && tags[tag] == kExteriorTag;
    }
  }

  // behind_: the side that goes on behind a side; kNone for walls.
  void find_walls() {
    behind_.assign(level_.side_count(), kNone);
    for (std::uint32_t s = 0; s < level_.side_count(); ++s) {
      const std::uint32_t other = level_.side_neighbor(s);
      if (other != kNone && exterior_[level_.side_cell(s)] == exterior_[other])
        behind_[s] = tables_.sides[s].neighbor_side;
    }
  }
  bool is_wall(std::uint32_t s) const {
    return behind_[s] == kNone && !exterior_[level_.side_cell(s)];
  }

  // Walls that are each other's reverse lie between two cells: inside.
  void join_coincident() {
    std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> by_corners;
    for (std::uint32_t s = 0; s < level_.side_count(); ++s) {
      if (!is_wall(s) || level_.side_neighbor(s) != kNone) continue;
      std::vector<std::uint32_t> key = loop_of(s);
      std::sort(key.begin(), key.end());
      by_corners[key].push_back(s);
    }
    for (const auto& [key, sides] : by_corners)
      if (sides.size() == 2 && are_reversed(sides[0], sides[1])) {
        behind_[sides[0]] = sides[1];
        behind_[sides[1]] = sides[0];
      }
  }
  std::vector<std::uint32_t> loop_of(std::uint32_t s) const {
    const auto corners = level_.side_corners(s);
    return {corners.begin(), corners.end()};
  }
  bool are_reversed(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::uint32_t> x = loop_of(a), y = loop_of(b);
    std::reverse(y.begin(), y.end());
    std::rotate(x.begin(), std::min_element(x.begin(), x.end()), x.end());
    std::rotate(y.begin(), std::min_element(y.begin(), y.end()), y.end());
    return x == y;
  }

  void add_wall(std::uint32_t side) {
    HullWall wall{side, static_cast<std::uint32_t>(out_.edges.size()), 0,
                  level_.side_neighbor(side) != kNone};
    const std::vector<std::uint32_t> loop = loop_of(side);
    for (std::size_t k = 0; k < loop.size() && out_.problem.empty(); ++k)
      add_edges(side, {loop[k], loop[k + 1 < loop.size() ? k + 1 : 0]});
    wall.edge_count = static_cast<std::uint32_t>(out_.edges.size()) - wall.first_edge;
    for (std::uint32_t e = wall.first_edge; e < out_.edges.size(); ++e)
      out_.edges[e].next = e + 1 < out_.edges.size() ? e + 1 : wall.first_edge;
    out_.walls.push_back(wall);
  }

  void add_edges(std::uint32_t side, Stretch whole) {
    std::vector<Stretch> open{whole};
    while (!open.empty()) {
      const Stretch s = open.back();
      open.pop_back();
      Across end;
      if (!turn_round(side, s, end)) {
        out_.problem = "cell " + std::to_string(level_.side_cell(side)) +
                       " is not closed round an edge near " +
                       place_text(to_metres(level_.vertex(s.a)));
        return;
      }
      if (end.split == kNone) {
        HullEdge edge;
        edge.wall = static_cast<std::uint32_t>(out_.walls.size());
        edge.vertex = s.a;
        out_.edges.push_back(edge);
        halves_.push_back({s, end.side});
        continue;
      }
      open.push_back({end.split, s.b});
      open.push_back({s.a, end.split});
    }
  }

  // From a wall through the cells round its edge to the next wall, or a vertex to split at.
  bool turn_round(std::uint32_t side, Stretch s, Across& end) const {
    for (std::uint32_t step = 0; step <= level_.cell_count(); ++step) {
      end = find_across(tables_, side, s);
      if (end.split != kNone) return true;
      if (end.side == kNone) return false;
      if (behind_[end.side] == kNone) return true;
      side = behind_[end.side];
    }
    return false;
  }

  // The twin starts where this one ends, on the partner's loop.
  void pair_edges() {
    std::vector<std::uint32_t> wall_of(level_.side_count(), kNone);
    for (std::uint32_t w = 0; w < out_.walls.size(); ++w) wall_of[out_.walls[w].side] = w;
    for (std::uint32_t e = 0; e < out_.edges.size(); ++e) {
      const HullWall& partner = out_.walls[wall_of[halves_[e].partner]];
      const GridPoint from = level_.vertex(halves_[e].stretch.a),
                      to = level_.vertex(halves_[e].stretch.b);
      for (std::uint32_t t = partner.first_edge; t < partner.first_edge + partner.edge_count; ++t)
        if (level_.vertex(halves_[t].stretch.a) == to &&
            level_.vertex(halves_[t].stretch.b) == from)
          out_.edges[e].twin = t;
    }
    for (std::uint32_t e = 0; e < out_.edges.size(); ++e)
      if (out_.edges[e].twin == kNone || out_.edges[out_.edges[e].twin].twin != e)
        out_.problem = "the walls round an edge of cell " +
                       std::to_string(level_.side_cell(out_.walls[out_.edges[e].wall].side)) +
                       " do not pair";
  }

  // All edges that start at one corner are reached by stepping over twins.
  void join_corners() {
    for (std::uint32_t e = 0; e < out_.edges.size(); ++e) {
      if (out_.edges[e].corner != kNone) continue;
      const auto corner = static_cast<std::uint32_t>(out_.corner_vertex.size());
      out_.corner_vertex.push_back(out_.edges[e].vertex);
      for (std::uint32_t at = e; out_.edges[at].corner == kNone;
           at = out_.edges[out_.edges[at].twin].next)
        out_.edges[at].corner = corner;
    }
    count_sheets();
  }

  void count_sheets() {
    std::vector<std::uint32_t> root(out_.walls.size());
    std::iota(root.begin(), root.end(), 0u);
    const auto find = [&](std::uint32_t w) {
      while (root[w] != w) w = root[w] = root[root[w]];
      return w;
    };
    for (const HullEdge& edge : out_.edges)
      root[find(edge.wall)] = find(out_.edges[edge.twin].wall);
    for (std::uint32_t w = 0; w < root.size(); ++w) out_.sheets += find(w) == w ? 1u : 0u;
  }

  const Level& level_;
  EdgeTables tables_;
  std::vector<bool> exterior_;         // by cell
  std::vector<std::uint32_t> behind_;  // by side
  std::vector<Half> halves_;           // by edge
  HullSurface out_;
};

}  // namespace

HullSurface find_hull_surface(const Level& level) {
  if (level.cell_count() == 0) return {};
  return SurfaceFinder(level).find();
}

}  // namespace playset
