// src/nav/ground_floors.cpp - floors of a level, and what one walks to over each of their edges.
#include "nav/ground_floors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/common.hpp>

#include "level/format.h"
#include "playset/core/math.h"

namespace playset {
namespace {

// A corner of one floor that lies inside an edge of its neighbour.
struct EdgeSplit {
  std::uint32_t edge;
  GridPoint at;
};

// An edge seen from above.
struct EdgeSpan {
  PlanPoint from, to;
};

struct FloorLimits {
  double least_up;                  // y of a floor's normal
  std::int32_t height, step, drop;  // grid steps
};

// How far up and down a portal reaches above a point of the plan.
struct Opening {
  double low = 1e30, high = -1e30;
  void add(double y) noexcept {
    low = std::min(low, y);
    high = std::max(high, y);
  }
};

class FloorBuilder {
 public:
  explicit FloorBuilder(GroundData& data) : data_(data) {
    if (data.level.cell_count() == 0) return;
    cells_ = LevelAccess::cells(data.level);
    sides_ = LevelAccess::sides(data.level);
    planes_ = LevelAccess::planes(data.level);
    corners_ = LevelAccess::corners(data.level);
    vertices_ = LevelAccess::vertices(data.level);
    const NavAgentConfig& agent = data.agent;
    limits_.least_up = cosine(static_cast<double>(agent.max_slope)) - 1e-9;
    limits_.height = static_cast<std::int32_t>(std::ceil(agent.height * kGridPerMetre - 0.5));
    limits_.step = static_cast<std::int32_t>(agent.step_height * kGridPerMetre + 0.5);
    limits_.drop = static_cast<std::int32_t>(agent.max_drop * kGridPerMetre + 0.5);
  }

  void build() {
    collect();
    join();
    find_splits();
    if (splits_.empty()) return;
    split_edges();
    join();
  }

 private:
  void collect() {
    data_.cell_first_floor.reserve(cells_.size() + 1);
    data_.floors.reserve(cells_.size() + cells_.size() / 4);
    data_.edges.reserve(cells_.size() * 6);
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
      data_.cell_first_floor.push_back(static_cast<std::uint32_t>(data_.floors.size()));
      const std::uint32_t first = cells_[cell].first_side, end = first + cells_[cell].side_count;
      for (std::uint32_t s = first; s < end; ++s)
        if (sides_[s].neighbor_cell == kNone && planes_[s].n.y >= limits_.least_up)
          add_floor(cell, s);
    }
    data_.cell_first_floor.push_back(static_cast<std::uint32_t>(data_.floors.size()));
  }

  void add_floor(std::uint32_t cell, std::uint32_t side) {
    const auto corners = corners_of(side);
    const SidePlane& p = planes_[side];
    const glm::dvec3 plane(-p.n.x / p.n.y, -p.w / p.n.y, -p.n.z / p.n.y);
    glm::dvec3 middle(0.0);
    for (const std::uint32_t v : corners) middle += to_metres(vertices_[v]);
    middle /= static_cast<double>(corners.size());
    if (headroom(cell, middle) * kGridPerMetre < limits_.height - 0.5) return;
    const auto floor = static_cast<std::uint32_t>(data_.floors.size());
    const auto first = static_cast<std::uint32_t>(data_.edges.size());
    data_.floors.push_back({cell, side, first, static_cast<std::uint32_t>(corners.size()), plane});
    for (const std::uint32_t v : corners)
      data_.edges.push_back({vertices_[v], floor, kNone, kNone, GroundEdgeKind::Wall});
  }

  // Down to a point on a floor from the walls of its cell that face down.
  double headroom(std::uint32_t cell, glm::dvec3 p) const {
    double least = 1e30;
    const std::uint32_t first = cells_[cell].first_side, end = first + cells_[cell].side_count;
    for (std::uint32_t s = first; s < end; ++s) {
      const SidePlane& plane = planes_[s];
      if (plane.n.y > -1e-6 || sides_[s].neighbor_cell != kNone) continue;
      const double up = plane.n.x * p.x + plane.n.y * p.y + plane.n.z * p.z + plane.w;
      least = std::min(least, up / -plane.n.y);
    }
    return least;
  }

  // Edges that are one seen from above meet in a hash table, whatever their cells; portals then say
  // whether one leads to the other. What is joined stays so.
  void join() {
    met_.assign(sides_.size(), 0);
    spans_.resize(data_.edges.size());
    for (std::uint32_t e = 0; e < spans_.size(); ++e) spans_[e] = {plan(e), plan(next(e))};
    const std::size_t size = std::bit_ceil(2 * spans_.size() + 1);
    heads_.assign(size, kNone);
    chain_.resize(spans_.size());
    for (std::uint32_t e = 0; e < spans_.size(); ++e) {
      const EdgeSpan& span = spans_[e];
      if (span.from == span.to || data_.edges[e].kind != GroundEdgeKind::Wall) continue;
      std::uint32_t& head = heads_[hash_edge(span) & (size - 1)];
      for (std::uint32_t b = head; b != kNone && data_.edges[e].across == kNone; b = chain_[b])
        if (spans_[b].from == span.to && spans_[b].to == span.from) join_if_linked(e, b);
      chain_[e] = head;
      head = e;
    }
  }
  // The same both ways.
  static std::size_t hash_edge(const EdgeSpan& span) noexcept {
    const auto x = static_cast<std::uint64_t>(std::int64_t{span.from.x} + span.to.x);
    const auto y = static_cast<std::uint64_t>(std::int64_t{span.from.y} + span.to.y);
    const std::uint64_t mixed = (x * 0x9e3779b97f4a7c15u) ^ (y * 0xc2b2ae3d27d4eb4fu);
    return static_cast<std::size_t>(mixed >> 32);
  }
  void join_if_linked(std::uint32_t a, std::uint32_t b) {
    if (data_.edges[a].across != kNone || data_.edges[a].floor == data_.edges[b].floor) return;
    const std::uint32_t here = data_.floors[data_.edges[a].floor].cell;
    const std::uint32_t there = data_.floors[data_.edges[b].floor].cell;
    if (here == there) return join_equal(a, b, kNone);
    const std::uint32_t first = cells_[here].first_side, end = first + cells_[here].side_count;
    const PlanPoint along = spans_[a].to - spans_[a].from;
    for (std::uint32_t s = first; s < end && data_.edges[a].across == kNone; ++s) {
      if (sides_[s].neighbor_cell != there) continue;
      met_[s] += std::max(std::abs(along.x), std::abs(along.y));
      join_equal(a, b, s);
    }
  }

  struct EdgeRange {
    std::uint32_t begin, end;
  };
  EdgeRange cell_edges(std::uint32_t cell) const {
    return {edge_begin(data_.cell_first_floor[cell]), edge_begin(data_.cell_first_floor[cell + 1])};
  }
  std::uint32_t edge_begin(std::uint32_t floor) const {
    return floor < data_.floors.size() ? data_.floors[floor].first_edge
                                       : static_cast<std::uint32_t>(data_.edges.size());
  }
  std::uint32_t next(std::uint32_t e) const {
    const GroundFloor& f = data_.floors[data_.edges[e].floor];
    return e + 1 < f.first_edge + f.edge_count ? e + 1 : f.first_edge;
  }
  PlanPoint plan(std::uint32_t e) const { return to_plan(data_.edges[e].from); }

  // Edges that nothing was joined to, and that overlap such an edge of a cell behind a portal.
  void find_splits() {
    first_open_.reserve(cells_.size() + 1);
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
      first_open_.push_back(static_cast<std::uint32_t>(open_edges_.size()));
      const EdgeRange here = cell_edges(cell);
      for (std::uint32_t e = here.begin; e < here.end; ++e)
        if (data_.edges[e].kind == GroundEdgeKind::Wall) open_edges_.push_back(e);
    }
    first_open_.push_back(static_cast<std::uint32_t>(open_edges_.size()));
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
      if (first_open_[cell] == first_open_[cell + 1]) continue;
      if (data_.cell_first_floor[cell + 1] - data_.cell_first_floor[cell] > 1)
        split_cells(cell, cell);
      const std::uint32_t first = cells_[cell].first_side, end = first + cells_[cell].side_count;
      for (std::uint32_t s = first; s < end; ++s) {
        const std::uint32_t other = sides_[s].neighbor_cell;
        if (other != kNone && other < cell && first_open_[other] != first_open_[other + 1] &&
            met_[s] < foot_of(s))
          split_cells(cell, other);
      }
    }
  }
  // How far a portal reaches along x or z, the farther of both.
  std::int32_t foot_of(std::uint32_t side) const {
    PlanPoint low(kGridLimit), high(-kGridLimit);
    for (const std::uint32_t v : corners_of(side)) {
      low = glm::min(low, to_plan(vertices_[v]));
      high = glm::max(high, to_plan(vertices_[v]));
    }
    return std::max(high.x - low.x, high.y - low.y);
  }
  void split_cells(std::uint32_t cell, std::uint32_t other) {
    for (std::uint32_t i = first_open_[cell]; i < first_open_[cell + 1]; ++i)
      for (std::uint32_t k = first_open_[other]; k < first_open_[other + 1]; ++k)
        split_pair(open_edges_[i], open_edges_[k]);
  }
  void split_pair(std::uint32_t a, std::uint32_t b) {
    const EdgeSpan &x = spans_[a], &y = spans_[b];
    const PlanVector along = to_vector(x.to) - to_vector(x.from);
    const PlanVector other = to_vector(y.to) - to_vector(y.from);
    if (cross_plan(along, other) != 0.0 || dot_plan(along, other) >= 0.0) return;
    if (orient2d(x.from, x.to, y.from) != 0 || (x.from == y.to && x.to == y.from)) return;
    request_split(a, y.from);
    request_split(a, y.to);
    request_split(b, x.from);
    request_split(b, x.to);
  }

  // Where p lies strictly inside edge e; it is on its line.
  void request_split(std::uint32_t e, PlanPoint p) {
    const GridPoint from = data_.edges[e].from, to = data_.edges[next(e)].from;
    const PlanVector along = to_vector(to_plan(to)) - to_vector(to_plan(from));
    const PlanVector part = to_vector(p) - to_vector(to_plan(from));
    const double t = dot_plan(part, along) / std::max(1.0, dot_plan(along, along));
    if (t <= 0.0 || t >= 1.0) return;
    const double y = from.y + (static_cast<double>(to.y) - from.y) * t;
    splits_.push_back({e, {p.y, static_cast<std::int32_t>(std::floor(y + 0.5)), p.x}});
  }

  void join_equal(std::uint32_t a, std::uint32_t b, std::uint32_t side) {
    const GridPoint a0 = data_.edges[a].from, a1 = data_.edges[next(a)].from;
    const GridPoint b1 = data_.edges[b].from, b0 = data_.edges[next(b)].from;
    const std::int32_t rise0 = b0.y - a0.y, rise1 = b1.y - a1.y;  // from a to b
    if (!has_opening(side, a0, b0.y) || !has_opening(side, a1, b1.y)) return;
    const std::uint32_t door = side == kNone ? kNone : sides_[side].door;
    const std::int32_t up = std::max(rise0, rise1), down = std::max(-rise0, -rise1);
    if (up <= limits_.step && down <= limits_.step) {
      set_joined(a, b, door, GroundEdgeKind::Walk);
      set_joined(b, a, door, GroundEdgeKind::Walk);
    } else if (up <= limits_.step && down <= limits_.drop) {
      set_joined(a, b, door, GroundEdgeKind::Drop);
    } else if (down <= limits_.step && up <= limits_.drop) {
      set_joined(b, a, door, GroundEdgeKind::Drop);
    }
  }

  void set_joined(std::uint32_t e, std::uint32_t across, std::uint32_t door, GroundEdgeKind kind) {
    data_.edges[e].across = across;
    data_.edges[e].door = door;
    data_.edges[e].kind = kind;
  }

  std::span<const std::uint32_t> corners_of(std::uint32_t side) const {
    return corners_.subspan(sides_[side].first_corner, sides_[side].corner_count);
  }

  // Whether the portals from the side's cell to the one behind it leave the agent's height above
  // both floors at a point of the plan, no sill higher than a step. Slanted portals are not asked.
  bool has_opening(std::uint32_t side, GridPoint at, std::int32_t other_y) const {
    if (side == kNone) return true;
    Opening opening;
    for (const std::uint32_t v : corners_of(side))
      if (to_plan(vertices_[v]) == to_plan(at)) opening.add(vertices_[v].y);
    if (is_enough(opening, at.y, other_y)) return true;
    if (std::fabs(planes_[side].n.y) > 0.02) return true;
    const CellRecord& cell = cells_[sides_[side].cell];
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
      if (sides_[s].neighbor_cell == sides_[side].neighbor_cell)
        add_opening(s, to_plan(at), opening);
    return is_enough(opening, at.y, other_y);
  }
  bool is_enough(const Opening& opening, std::int32_t y, std::int32_t other_y) const noexcept {
    const double floor = std::max(y, other_y);
    return opening.high - std::max(opening.low, floor) >= limits_.height - 0.5 &&
           opening.low - floor <= limits_.step + 0.5;
  }

  void add_opening(std::uint32_t side, PlanPoint at, Opening& opening) const {
    const auto corners = corners_of(side);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const GridPoint u = vertices_[corners[i]];
      if (to_plan(u) == at) {
        opening.add(u.y);
        continue;
      }
      const GridPoint w = vertices_[corners[i + 1 < corners.size() ? i + 1 : 0]];
      if (to_plan(w) == at) continue;
      const PlanVector along = to_vector(to_plan(w)) - to_vector(to_plan(u));
      const PlanVector part = to_vector(at) - to_vector(to_plan(u));
      const double length2 = dot_plan(along, along), on = dot_plan(part, along);
      if (on <= 0.0 || on >= length2) continue;
      const double off = cross_plan(along, part);
      if (off * off <= 4.0 * length2)
        opening.add(u.y + (static_cast<double>(w.y) - u.y) * (on / length2));
    }
  }

  void split_edges() {
    std::sort(splits_.begin(), splits_.end(), [&](const EdgeSplit& a, const EdgeSplit& b) {
      return a.edge != b.edge ? a.edge < b.edge : along(a) < along(b);
    });
    std::vector<GroundEdge> edges;
    edges.reserve(data_.edges.size() + splits_.size());
    std::vector<std::uint32_t> now(data_.edges.size());
    std::size_t next_split = 0;
    for (GroundFloor& floor : data_.floors) {
      const std::uint32_t first = floor.first_edge, end = first + floor.edge_count;
      floor.first_edge = static_cast<std::uint32_t>(edges.size());
      for (std::uint32_t e = first; e < end; ++e) {
        now[e] = static_cast<std::uint32_t>(edges.size());
        edges.push_back(data_.edges[e]);
        for (; next_split < splits_.size() && splits_[next_split].edge == e; ++next_split) {
          if (to_plan(edges.back().from) == to_plan(splits_[next_split].at)) continue;
          edges.push_back(
              {splits_[next_split].at, data_.edges[e].floor, kNone, kNone, GroundEdgeKind::Wall});
        }
      }
      floor.edge_count = static_cast<std::uint32_t>(edges.size()) - floor.first_edge;
    }
    for (GroundEdge& edge : edges)
      if (edge.across != kNone) edge.across = now[edge.across];
    data_.edges = std::move(edges);
  }
  std::int64_t along(const EdgeSplit& split) const {
    const PlanPoint from = plan(split.edge), at = to_plan(split.at);
    return std::abs(std::int64_t{at.x} - from.x) + std::abs(std::int64_t{at.y} - from.y);
  }

  GroundData& data_;
  std::span<const CellRecord> cells_;
  std::span<const SideRecord> sides_;
  std::span<const SidePlane> planes_;
  std::span<const std::uint32_t> corners_;
  std::span<const GridPoint> vertices_;
  std::vector<EdgeSpan> spans_;               // per edge
  std::vector<std::uint32_t> heads_, chain_;  // the hash table of edges
  FloorLimits limits_{};
  std::vector<std::uint32_t> open_edges_, first_open_;  // joined to nothing, by cell
  std::vector<std::int32_t> met_;  // per side: how much of it whole edges share
  std::vector<EdgeSplit> splits_;
};

}  // namespace

void build_ground_floors(GroundData& data) { FloorBuilder(data).build(); }

}  // namespace playset
