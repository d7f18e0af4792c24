// src/nav/ground_corners.cpp - corners of obstacles as points that paths turn at, and the taut
// straight ways between them.
#include "nav/ground_corners.h"

#include <algorithm>

#include "nav/floor_walk.h"
#include "nav/ground_sight.h"
#include "playset/core/math.h"

namespace playset {
namespace {

constexpr double kMostTurn = kPi / 4;  // at one point
constexpr double kLeastTurn = 1e-4;    // below: the wall is straight
constexpr double kTautSlack = 1e-5;    // rad, by which a path may bend the wrong way

constexpr double kDropSpacing = 2.0 * kGridPerMetre;

struct CornerPair {
  std::uint32_t a, b;
  std::uint32_t first_door;
  bool drops;                     // from a down to b
  bool b_left_of_a, a_left_of_b;  // seen from the one, the other is where left turns lead
};

class CornerBuilder {
 public:
  explicit CornerBuilder(GroundData& data) : data_(data), plan_(data.plan) {}

  void build(std::span<const WallPoint> points) {
    data_.corners.reserve(points.size());
    for (const WallPoint& point : points)
      if (point.half != kNone && plan_.twin(point.half) == kNone) add_corner(point);
    add_drops();
    sort_by_triangle();
    pairs_.reserve(4 * data_.corners.size());
    pair_drops();
    for (std::uint32_t c = 0; c < data_.corners.size(); ++c) find_links(c);
    store_links();
    rank_links();
  }

 private:
  // The free angle around a point, from the wall on the right to the wall on the left; 0 where that
  // is less than half a turn. On stairs around a column it is more than a whole one.
  [[nodiscard]] double free_angle(std::uint32_t first) const {
    const PlanVector at = plan_.at(first);
    const PlanVector e0 = plan_.at(next_half(first)) - at;
    PlanVector left = e0;
    bool reflex = false, was_right = false;
    int rounds = 0;
    for (std::uint32_t h = first; h != kNone; h = plan_.twin(prev_half(h))) {
      left = plan_.at(prev_half(h)) - at;
      const bool is_right = cross_plan(e0, left) < 0.0;
      rounds += was_right && !is_right ? 1 : 0;  // by less than half a turn to the left
      reflex |= is_right;
      was_right = is_right;
    }
    if (!reflex) return 0.0;
    const double angle = arc_tangent(cross_plan(e0, left), dot_plan(e0, left));
    return angle + 2.0 * kPi * (rounds + (angle < 0.0 ? 1 : 0));
  }

  void add_corner(const WallPoint& point) {
    const std::uint32_t first = point.half;
    const double turn = free_angle(first) - kPi;
    if (turn < kLeastTurn) return;
    const PlanVector at = plan_.at(first), along = plan_.at(next_half(first)) - at;
    const double normal = arc_tangent(along.x, -along.y);  // of the wall, a quarter turn left
    const int count = static_cast<int>(std::ceil(turn / kMostTurn - 1e-6));
    const double half = 0.5 * turn / count;
    const double reach = data_.radius / cosine(half);
    const SineCosineDouble wide = sine_cosine(half + kTautSlack);
    for (int i = 0; i < count; ++i) {
      const SineCosineDouble middle = sine_cosine(normal + half * (2 * i + 1));
      add_point(point, {middle.cosine, middle.sine}, reach, wide);
    }
  }

  // A point that lies `reach` in direction `out` of the wall's end, for turns up to `wide` from that.
  void add_point(const WallPoint& point, PlanVector out, double reach, SineCosineDouble wide) {
    GroundCorner corner;
    corner.at = plan_.at(point.half) + reach * out;
    corner.triangle = walk_from_point(plan_, point.half, corner.at);
    if (corner.triangle == kNone) return;
    if (find_near_wall(plan_, clear_radius(data_), corner.triangle, corner.at).distance < 1e30)
      return;
    corner.floor = walk_floors_from_corner(data_, point.edge, corner.at);
    if (corner.floor == kNone) return;
    const PlanVector along(-out.y, out.x);
    corner.first = wide.cosine * along + wide.sine * out;
    corner.last = wide.cosine * along - wide.sine * out;
    data_.corners.push_back(corner);
  }

  // Along each ledge a place every two metres at most: where the agent stands above it, and below.
  void add_drops() {
    for (std::uint32_t e = 0; e < data_.edges.size(); ++e) {
      const GroundEdge& edge = data_.edges[e];
      if (edge.kind != GroundEdgeKind::Drop) continue;
      const GroundFloor& floor = data_.floors[edge.floor];
      const std::uint32_t next =
          e + 1 < floor.first_edge + floor.edge_count ? e + 1 : floor.first_edge;
      const PlanVector a = to_vector(to_plan(edge.from));
      const PlanVector ab = to_vector(to_plan(data_.edges[next].from)) - a;
      const double length = std::sqrt(dot_plan(ab, ab));
      const int count = static_cast<int>(std::ceil(length / kDropSpacing));
      for (int i = 0; i < count; ++i)
        add_drop(e, a + ab * ((i + 0.5) / count), PlanVector(-ab.y, ab.x) / length);
    }
  }
  // `inward` points to the upper floor.
  void add_drop(std::uint32_t e, PlanVector at, PlanVector inward) {
    const GroundEdge& edge = data_.edges[e];
    GroundCorner top, bottom;
    top.fixed_side = kLeftSide;
    bottom.fixed_side = kRightSide;
    bottom.drop_door = edge.door;
    if (!place_end(edge.floor, at, data_.radius * inward, top) ||
        !place_end(data_.edges[edge.across].floor, at, -data_.radius * inward, bottom))
      return;
    top.first_link = bottom.first_link = ++drop_count_;  // until links have numbers: which drop
    data_.corners.push_back(top);
    data_.corners.push_back(bottom);
  }
  bool place_end(std::uint32_t floor, PlanVector ledge, PlanVector away, GroundCorner& end) const {
    const PlanVector inside = ledge + away * (2.0 / data_.radius);  // two steps off the edge
    const std::uint32_t triangle = walk_from_anchor(plan_, data_.anchors[floor], inside);
    if (triangle == kNone) return false;
    end.at = ledge + away;
    end.triangle = walk_straight(plan_, triangle, inside, end.at);
    end.floor = walk_floors(data_, floor, inside, end.at);
    return end.triangle != kNone && end.floor != kNone &&
           find_near_wall(plan_, clear_radius(data_), end.triangle, end.at).distance > 1e29;
  }
  void pair_drops() {
    std::vector<std::uint32_t> tops(drop_count_ + 1, kNone), bottoms(drop_count_ + 1, kNone);
    for (std::uint32_t c = 0; c < data_.corners.size(); ++c) {
      GroundCorner& corner = data_.corners[c];
      if (corner.fixed_side == 0) continue;
      (corner.fixed_side == kLeftSide ? tops : bottoms)[corner.first_link] = c;
      corner.first_link = 0;
    }
    for (std::uint32_t i = 1; i <= drop_count_; ++i) {
      doors_.clear();
      const std::uint32_t door = data_.corners[bottoms[i]].drop_door;
      if (door != kNone) doors_.push_back(door);
      pairs_.push_back({tops[i], bottoms[i], store_doors(), true, false, true});
    }
  }

  void sort_by_triangle() {
    std::vector<PlanTriangle>& triangles = data_.plan.triangles;
    for (const GroundCorner& c : data_.corners) ++triangles[c.triangle].corner_count;
    std::uint32_t total = 0;
    for (PlanTriangle& triangle : triangles) {
      triangle.first_corner = total;
      total += triangle.corner_count;
      triangle.corner_count = 0;
    }
    std::vector<GroundCorner> sorted(data_.corners.size());
    for (const GroundCorner& c : data_.corners) {
      PlanTriangle& triangle = triangles[c.triangle];
      sorted[triangle.first_corner + triangle.corner_count++] = c;
    }
    data_.corners = std::move(sorted);
  }

  // A pair is looked for from one of both alone: from where the other lies ahead.
  static bool is_ahead(PlanVector d, std::uint32_t c, std::uint32_t other) noexcept {
    return d.x > 0.0 || (d.x == 0.0 && (d.y > 0.0 || (d.y == 0.0 && other > c)));
  }

  void find_links(std::uint32_t c) {
    const GroundCorner& corner = data_.corners[c];
    if (corner.fixed_side != 0) return find_links_of_drop(c);
    const double cap = cap_reach(data_);
    const auto visit = [&](std::uint32_t triangle, PlanVector right, PlanVector left) {
      const PlanTriangle& seen = plan_.triangles[triangle];
      for (std::uint32_t other = seen.first_corner; other < seen.first_corner + seen.corner_count;
           ++other) {
        const GroundCorner& far = data_.corners[other];
        const PlanVector d = far.at - corner.at;
        // one branch for all questions: most corners fail one of them
        const double taut = std::max(cross_plan(far.first, d) * cross_plan(d, far.last),
                                     cap * cap - dot_plan(d, d));
        const double in_sight = std::min(cross_plan(right, d), cross_plan(d, left));
        if (std::min(std::min(taut, d.x), in_sight) < 0.0) continue;
        if (other != c && is_ahead(d, c, other) && far.fixed_side == 0) try_pair(c, other);
      }
    };
    look_ahead(corner, corner.first, corner.last, visit);
    look_ahead(corner, -corner.first, -corner.last, visit);
    find_triangles_near(plan_, cap, corner.triangle, corner.at, near_);
    for (const std::uint32_t triangle : near_) {
      const PlanTriangle& seen = plan_.triangles[triangle];
      const std::uint32_t end = seen.first_corner + seen.corner_count;
      for (std::uint32_t other = seen.first_corner; other < end; ++other) {
        const PlanVector d = data_.corners[other].at - corner.at;
        if (other != c && is_ahead(d, c, other) && data_.corners[other].fixed_side == 0 &&
            corner_sides(corner, d) == 0 && dot_plan(d, d) < cap * cap)
          try_pair(c, other);
      }
    }
  }

  // Between two directions, less than half a turn apart, as far as that is ahead.
  template <typename Visit>
  void look_ahead(const GroundCorner& corner, PlanVector right, PlanVector left, Visit&& visit) {
    const PlanVector down(0.0, -1.0), up(0.0, 1.0);
    if (right.x < 0.0 && left.x < 0.0) return;
    if (right.x < 0.0) right = down;
    if (left.x < 0.0) left = up;
    look_between(plan_, corner.triangle, corner.at, right, left, gaps_, visit);
  }

  // Ends of drops look in all directions and so find every pair that they are in.
  void find_links_of_drop(std::uint32_t c) {
    const GroundCorner& corner = data_.corners[c];
    look_around(plan_, corner.triangle, corner.at, gaps_,
                [&](std::uint32_t triangle, PlanVector right, PlanVector left) {
                  const PlanTriangle& seen = plan_.triangles[triangle];
                  const std::uint32_t end = seen.first_corner + seen.corner_count;
                  for (std::uint32_t other = seen.first_corner; other < end; ++other) {
                    if (other <= c && data_.corners[other].fixed_side != 0) continue;
                    const PlanVector d = data_.corners[other].at - corner.at;
                    if (cross_plan(right, d) >= 0.0 && cross_plan(d, left) >= 0.0)
                      try_pair(c, other);
                  }
                });
  }

  void try_pair(std::uint32_t a, std::uint32_t b) {
    const GroundCorner &ca = data_.corners[a], &cb = data_.corners[b];
    const PlanVector d = cb.at - ca.at;
    const double cap = cap_reach(data_);
    const std::uint8_t leave = possible_sides(ca, d, cap), land = possible_sides(cb, -d, cap);
    if (leave == 0 || land == 0 || (ca.fixed_side != 0 && ca.fixed_side == cb.fixed_side)) return;
    doors_.clear();
    if (!check_clear_way(plan_, clear_radius(data_), ca.triangle, ca.at, cb.at, &doors_, true)
             .clear)
      return;
    const std::uint32_t doors = store_doors();
    for (const std::uint8_t out : {kLeftSide, kRightSide})
      for (const std::uint8_t in : {kLeftSide, kRightSide})
        if ((leave & out) != 0 && (land & in) != 0)
          pairs_.push_back({a, b, doors, false, out == kLeftSide, in == kLeftSide});
  }

  std::uint32_t store_doors() {
    if (doors_.empty()) return kNone;
    const auto at = static_cast<std::uint32_t>(data_.link_doors.size());
    data_.link_doors.push_back(0);
    for (const std::uint32_t door : doors_) {
      if (data_.link_doors.size() > at + 1 && data_.link_doors.back() == door) continue;
      data_.link_doors.push_back(door);
      ++data_.link_doors[at];
    }
    return at;
  }

  void store_links() {
    for (const CornerPair& p : pairs_) {
      GroundCorner &a = data_.corners[p.a], &b = data_.corners[p.b];
      ++a.link_count;
      ++b.link_count;
      a.left_links += p.b_left_of_a ? 1u : 0u;
      b.left_links += p.a_left_of_b ? 1u : 0u;
    }
    std::vector<std::uint32_t> left(data_.corners.size()), right(data_.corners.size());
    std::uint32_t total = 0;
    for (std::size_t c = 0; c < data_.corners.size(); ++c) {
      data_.corners[c].first_link = left[c] = total;
      right[c] = total + data_.corners[c].left_links;
      total += data_.corners[c].link_count;
    }
    data_.links.resize(total);
    twin_.resize(total);
    for (const CornerPair& p : pairs_) {
      const PlanVector d = data_.corners[p.b].at - data_.corners[p.a].at;
      const auto length = static_cast<float>(std::sqrt(dot_plan(d, d)));
      const std::uint32_t to_b = p.b_left_of_a ? left[p.a]++ : right[p.a]++;
      const std::uint32_t to_a = p.a_left_of_b ? left[p.b]++ : right[p.b]++;
      data_.links[to_b] = {p.b, p.first_door, length, p.a_left_of_b, false};
      data_.links[to_a] = {p.a, p.first_door, length, p.b_left_of_a, p.drops};
      twin_[to_b] = to_a;
      twin_[to_a] = to_b;
    }
  }

  // Taut links that nothing taut can follow are taken off, round by round; what round a link goes
  // in is its level. What is never taken off leads on for ever (Oh and Leong 2017).
  void rank_links() {
    struct Side {
      std::uint32_t left, right;
    };
    std::vector<Side> left_over(data_.corners.size());
    for (std::size_t c = 0; c < data_.corners.size(); ++c)
      left_over[c] = {data_.corners[c].left_links,
                      data_.corners[c].link_count - data_.corners[c].left_links};
    std::vector<std::uint32_t> now(data_.corners.size()), then;
    for (std::uint32_t c = 0; c < now.size(); ++c) now[c] = c;
    for (std::uint8_t level = 1; level < kEndless && !now.empty(); ++level) {
      then.clear();
      dead_.clear();
      for (const std::uint32_t c : now) {
        const GroundCorner& corner = data_.corners[c];
        const std::uint32_t middle = corner.first_link + corner.left_links;
        // who lands on the left leaves on the right
        if (left_over[c].right == 0) mark_dead(corner.first_link, middle);
        if (left_over[c].left == 0) mark_dead(middle, corner.first_link + corner.link_count);
      }
      for (const std::uint32_t l : dead_) take_off(l, level, left_over, then);
      now.swap(then);
    }
  }
  void mark_dead(std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t l = first; l < end; ++l)
      if (data_.links[l].level == kEndless) dead_.push_back(l);
  }
  template <typename Sides>
  void take_off(std::uint32_t l, std::uint8_t level, Sides& left_over,
                std::vector<std::uint32_t>& touched) {
    GroundLink& link = data_.links[l];
    if (link.level != kEndless) return;
    const std::uint32_t twin = twin_[l];
    link.level = data_.links[twin].level = level;
    for (const std::uint32_t half : {l, twin}) {
      const std::uint32_t at = data_.links[half == l ? twin : l].to;
      const GroundCorner& corner = data_.corners[at];
      const bool is_left = half < corner.first_link + corner.left_links;
      --(is_left ? left_over[at].left : left_over[at].right);
      touched.push_back(at);
    }
  }

  GroundData& data_;
  const GroundPlan& plan_;
  std::vector<SightGap> gaps_;
  std::vector<CornerPair> pairs_;
  std::vector<std::uint32_t> doors_;
  std::uint32_t drop_count_ = 0;
  std::vector<std::uint32_t> near_;  // triangles
  std::vector<std::uint32_t> twin_;  // per link: the same backwards
  std::vector<std::uint32_t> dead_;  // links
};

}  // namespace

void build_ground_corners(GroundData& data, std::span<const WallPoint> points) {
  CornerBuilder(data).build(points);
}

}  // namespace playset
