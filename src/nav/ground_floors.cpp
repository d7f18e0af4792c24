// src/nav/ground_floors.cpp - floors of a level, and what one walks to over each of their edges.
#include "nav/ground_floors.h"

#include <algorithm>
#include <cmath>

#include "playset/core/math.h"

namespace playset {
namespace {

// A corner of one floor that lies inside an edge of its neighbour.
struct EdgeSplit {
  std::uint32_t edge;
  GridPoint at;
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
  explicit FloorBuilder(GroundData& data) : data_(data), level_(data.level) {
    const NavAgentConfig& agent = data.agent;
    limits_.least_up = cosine(static_cast<double>(agent.max_slope)) - 1e-9;
    limits_.height = static_cast<std::int32_t>(std::ceil(agent.height * kGridPerMetre - 0.5));
    limits_.step = static_cast<std::int32_t>(agent.step_height * kGridPerMetre + 0.5);
    limits_.drop = static_cast<std::int32_t>(agent.max_drop * kGridPerMetre + 0.5);
  }

  void build() {
    collect();
    join();
    if (splits_.empty()) return;
    split_edges();
    join();
  }

 private:
  void collect() {
    data_.cell_first_floor.reserve(level_.cell_count() + 1);
    for (std::uint32_t cell = 0; cell < level_.cell_count(); ++cell) {
      data_.cell_first_floor.push_back(static_cast<std::uint32_t>(data_.floors.size()));
      const std::uint32_t first = level_.first_side(cell);
      for (std::uint32_t s = first; s < first + level_.side_count(cell); ++s)
        if (level_.side_neighbor(s) == kNone && level_.side_normal(s).y >= limits_.least_up)
          add_floor(cell, s);
    }
    data_.cell_first_floor.push_back(static_cast<std::uint32_t>(data_.floors.size()));
  }

  void add_floor(std::uint32_t cell, std::uint32_t side) {
    const auto corners = level_.side_corners(side);
    const glm::dvec3 n = level_.side_normal(side);
    glm::dvec3 middle(0.0);
    for (const std::uint32_t v : corners) middle += to_metres(level_.vertex(v));
    middle /= static_cast<double>(corners.size());
    const glm::dvec3 plane(-n.x / n.y, middle.y + (n.x * middle.x + n.z * middle.z) / n.y,
                           -n.z / n.y);
    if (headroom(cell, middle) * kGridPerMetre < limits_.height - 0.5) return;
    const auto floor = static_cast<std::uint32_t>(data_.floors.size());
    const auto first = static_cast<std::uint32_t>(data_.edges.size());
    data_.floors.push_back({cell, side, first, static_cast<std::uint32_t>(corners.size()), plane});
    for (const std::uint32_t v : corners)
      data_.edges.push_back({level_.vertex(v), floor, kNone, kNone, GroundEdgeKind::Wall});
  }

  // Down to a point on a floor from the walls of its cell that face down.
  double headroom(std::uint32_t cell, glm::dvec3 p) const {
    double least = 1e30;
    const std::uint32_t first = level_.first_side(cell);
    for (std::uint32_t s = first; s < first + level_.side_count(cell); ++s) {
      const glm::dvec3 n = level_.side_normal(s);
      if (n.y > -1e-6 || level_.side_neighbor(s) != kNone) continue;
      const glm::dvec3 d = to_metres(level_.vertex(level_.side_corners(s)[0])) - p;
      least = std::min(least, (n.x * d.x + n.y * d.y + n.z * d.z) / n.y);
    }
    return least;
  }

  void join() {
    splits_.clear();
    for (std::uint32_t cell = 0; cell < level_.cell_count(); ++cell) {
      const auto floors = cell_edges(cell);
      if (floors.first == floors.second) continue;
      if (data_.cell_first_floor[cell + 1] - data_.cell_first_floor[cell] > 1) join_within(cell);
      const std::uint32_t first = level_.first_side(cell);
      for (std::uint32_t s = first; s < first + level_.side_count(cell); ++s) {
        const std::uint32_t other = level_.side_neighbor(s);
        if (other != kNone && other > cell) join_through(s, cell, other);
      }
    }
  }

  std::pair<std::uint32_t, std::uint32_t> cell_edges(std::uint32_t cell) const {
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

  void join_within(std::uint32_t cell) {
    const auto [begin, end] = cell_edges(cell);
    for (std::uint32_t a = begin; a < end; ++a)
      for (std::uint32_t b = a + 1; b < end; ++b)
        if (data_.edges[a].floor != data_.edges[b].floor && data_.edges[a].across == kNone &&
            data_.edges[b].across == kNone)
          join_pair(a, b, kNone);
  }

  void join_through(std::uint32_t side, std::uint32_t cell, std::uint32_t other) {
    const auto [begin, end] = cell_edges(cell);
    const auto [other_begin, other_end] = cell_edges(other);
    for (std::uint32_t a = begin; a < end; ++a) {
      if (data_.edges[a].across != kNone) continue;
      for (std::uint32_t b = other_begin; b < other_end; ++b)
        if (data_.edges[b].across == kNone) join_pair(a, b, side);
    }
  }

  // Two floor edges that may be one seen from above; side is a portal from a's cell to b's.
  void join_pair(std::uint32_t a, std::uint32_t b, std::uint32_t side) {
    const PlanPoint a0 = plan(a), a1 = plan(next(a)), b0 = plan(b), b1 = plan(next(b));
    if (a0 == b1 && a1 == b0) {
      if (a0 != a1) join_equal(a, b, side);
      return;
    }
    if (std::max(a0.x, a1.x) < std::min(b0.x, b1.x) || std::max(b0.x, b1.x) < std::min(a0.x, a1.x))
      return;
    if (orient2d(a0, a1, b0) != 0 || orient2d(a0, a1, b1) != 0) return;
    request_split(a, b0);
    request_split(a, b1);
    request_split(b, a0);
    request_split(b, a1);
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
    const std::uint32_t door = side == kNone ? kNone : level_.side_door(side);
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

  // Whether the portals from the side's cell to the one behind it leave the agent's height above
  // both floors at a point of the plan, no sill higher than a step. Slanted portals are not asked.
  bool has_opening(std::uint32_t side, GridPoint at, std::int32_t other_y) const {
    if (side == kNone || std::fabs(level_.side_normal(side).y) > 0.02) return true;
    const std::uint32_t cell = level_.side_cell(side);
    const std::uint32_t behind = level_.side_neighbor(side);
    Opening opening;
    const std::uint32_t first = level_.first_side(cell);
    for (std::uint32_t s = first; s < first + level_.side_count(cell); ++s)
      if (level_.side_neighbor(s) == behind) add_opening(s, to_plan(at), opening);
    const double floor = std::max(at.y, other_y);
    const double sill = std::max(opening.low, floor);
    return opening.high - sill >= limits_.height - 0.5 &&
           opening.low - std::min(at.y, other_y) <= std::max(limits_.step, limits_.drop) + 0.5 &&
           opening.low - floor <= limits_.step + 0.5;
  }

  void add_opening(std::uint32_t side, PlanPoint at, Opening& opening) const {
    const auto corners = level_.side_corners(side);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const GridPoint u = level_.vertex(corners[i]);
      if (to_plan(u) == at) {
        opening.add(u.y);
        continue;
      }
      const GridPoint w = level_.vertex(corners[i + 1 < corners.size() ? i + 1 : 0]);
      const PlanVector along = to_vector(to_plan(w)) - to_vector(to_plan(u));
      const PlanVector part = to_vector(at) - to_vector(to_plan(u));
      const double length2 = dot_plan(along, along);
      const double t = length2 > 0.0 ? dot_plan(part, along) / length2 : -1.0;
      if (t <= 0.0 || t >= 1.0 || std::fabs(cross_plan(along, part)) > 2.0 * std::sqrt(length2))
        continue;
      opening.add(u.y + (static_cast<double>(w.y) - u.y) * t);
    }
  }

  void split_edges() {
    std::sort(splits_.begin(), splits_.end(), [&](const EdgeSplit& a, const EdgeSplit& b) {
      return a.edge != b.edge ? a.edge < b.edge : along(a) < along(b);
    });
    std::vector<GroundEdge> edges;
    edges.reserve(data_.edges.size() + splits_.size());
    std::size_t next_split = 0;
    for (GroundFloor& floor : data_.floors) {
      const std::uint32_t first = floor.first_edge, end = first + floor.edge_count;
      floor.first_edge = static_cast<std::uint32_t>(edges.size());
      for (std::uint32_t e = first; e < end; ++e) {
        const GroundEdge edge{data_.edges[e].from, data_.edges[e].floor, kNone, kNone,
                              GroundEdgeKind::Wall};
        edges.push_back(edge);
        for (; next_split < splits_.size() && splits_[next_split].edge == e; ++next_split) {
          if (to_plan(edges.back().from) == to_plan(splits_[next_split].at)) continue;
          edges.push_back(edge);
          edges.back().from = splits_[next_split].at;
        }
      }
      floor.edge_count = static_cast<std::uint32_t>(edges.size()) - floor.first_edge;
    }
    data_.edges = std::move(edges);
  }
  std::int64_t along(const EdgeSplit& split) const {
    const PlanPoint from = plan(split.edge), at = to_plan(split.at);
    return std::abs(std::int64_t{at.x} - from.x) + std::abs(std::int64_t{at.y} - from.y);
  }

  GroundData& data_;
  const Level& level_;
  FloorLimits limits_{};
  std::vector<EdgeSplit> splits_;
};

}  // namespace

void build_ground_floors(GroundData& data) { FloorBuilder(data).build(); }

}  // namespace playset
