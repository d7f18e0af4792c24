// src/nav/ground_corners.cpp - corners of obstacles as points that paths turn at, and the taut
// straight ways between them.
#include "nav/ground_corners.h"

#include "nav/floor_walk.h"
#include "nav/ground_sight.h"
#include "playset/core/math.h"

namespace playset {
namespace {

constexpr double kMostTurn = kPi / 4;  // at one point
constexpr double kLeastTurn = 1e-4;    // below: the wall is straight
constexpr double kTautSlack = 1e-5;    // rad, by which a path may bend the wrong way

struct CornerPair {
  std::uint32_t a, b;
  std::uint32_t first_door;
  bool b_left_of_a, a_left_of_b;  // seen from the one, the other is where left turns lead
};

class CornerBuilder {
 public:
  explicit CornerBuilder(GroundData& data) : data_(data), mesh_(data.mesh) {}

  void build() {
    const std::vector<std::uint32_t> first = first_halves(mesh_);
    for (std::uint32_t p = 0; p < mesh_.points.size(); ++p)
      if (mesh_.is_obstacle[p] != 0 && mesh_.twin[first[p]] == kNone) add_corner(p, first[p]);
    sort_by_triangle();
    for (std::uint32_t c = 0; c < data_.corners.size(); ++c) find_links(c);
    store_links();
  }

 private:
  // The free angle around a point, from the wall on the right to the wall on the left.
  [[nodiscard]] double free_angle(std::uint32_t first) const {
    const PlanVector at = mesh_.at(first);
    const PlanVector e0 = mesh_.at(next_half(first)) - at;
    bool reflex = false;
    double angle = 0.0;
    for (int pass = 0; pass < 2; ++pass) {
      for (std::uint32_t h = first; h != kNone; h = mesh_.twin[prev_half(h)]) {
        const PlanVector left = mesh_.at(prev_half(h)) - at;
        if (pass == 0) {
          reflex |= cross_plan(e0, left) < 0.0;
          continue;
        }
        const PlanVector right = mesh_.at(next_half(h)) - at;
        angle += arc_tangent(cross_plan(right, left), dot_plan(right, left));
      }
      if (!reflex) return 0.0;
    }
    return angle;
  }

  void add_corner(std::uint32_t point, std::uint32_t first) {
    const double turn = free_angle(first) - kPi;
    if (turn < kLeastTurn) return;
    const PlanVector at = mesh_.at(first), along = mesh_.at(next_half(first)) - at;
    const double normal = arc_tangent(along.x, -along.y);  // of the wall, a quarter turn left
    const int count = static_cast<int>(std::ceil(turn / kMostTurn - 1e-6));
    for (int i = 0; i < count; ++i)
      add_point(point, first, normal + turn * i / count, turn / count);
  }

  void add_point(std::uint32_t point, std::uint32_t first, double normal, double turn) {
    const double reach = data_.radius / cosine(0.5 * turn);
    const SineCosineDouble mid = sine_cosine(normal + 0.5 * turn);
    GroundCorner corner;
    corner.at = mesh_.at(first) + reach * PlanVector(mid.cosine, mid.sine);
    corner.triangle = walk_from_point(mesh_, first, corner.at);
    if (corner.triangle == kNone) return;
    if (find_near_wall(mesh_, clear_radius(data_), corner.triangle, corner.at).distance < 1e30)
      return;
    corner.floor = walk_floors_from_corner(data_, data_.point_edge[point], corner.at);
    if (corner.floor == kNone) return;
    const SineCosineDouble a = sine_cosine(normal - kTautSlack);
    const SineCosineDouble b = sine_cosine(normal + turn + kTautSlack);
    corner.first = {-a.sine, a.cosine};
    corner.last = {-b.sine, b.cosine};
    data_.corners.push_back(corner);
  }

  void sort_by_triangle() {
    std::vector<std::uint32_t>& first = data_.triangle_first_corner;
    first.assign(mesh_.triangle_count() + 1, 0);
    for (const GroundCorner& c : data_.corners) ++first[c.triangle + 1];
    for (std::size_t t = 1; t < first.size(); ++t) first[t] += first[t - 1];
    std::vector<std::uint32_t> at(first.begin(), first.end());
    std::vector<GroundCorner> sorted(data_.corners.size());
    for (const GroundCorner& c : data_.corners) sorted[at[c.triangle]++] = c;
    data_.corners = std::move(sorted);
  }

  void find_links(std::uint32_t c) {
    const GroundCorner& corner = data_.corners[c];
    const auto visit = [&](std::uint32_t triangle, PlanVector right, PlanVector left) {
      for (std::uint32_t other = data_.triangle_first_corner[triangle];
           other < data_.triangle_first_corner[triangle + 1]; ++other) {
        if (other <= c) continue;
        const PlanVector d = data_.corners[other].at - corner.at;
        if (cross_plan(right, d) >= 0.0 && cross_plan(d, left) >= 0.0) try_pair(c, other);
      }
    };
    look_between(mesh_, corner.triangle, corner.at, corner.first, corner.last, gaps_, visit);
    look_between(mesh_, corner.triangle, corner.at, -corner.first, -corner.last, gaps_, visit);
  }

  void try_pair(std::uint32_t a, std::uint32_t b) {
    const GroundCorner &ca = data_.corners[a], &cb = data_.corners[b];
    const PlanVector d = cb.at - ca.at;
    const CornerSide leave = corner_side(ca, d), land = corner_side(cb, -d);
    if (leave == CornerSide::Neither || land == CornerSide::Neither) return;
    doors_.clear();
    if (!check_clear_way(mesh_, clear_radius(data_), ca.triangle, ca.at, cb.at, &doors_).clear)
      return;
    pairs_.push_back({a, b, store_doors(), leave == CornerSide::Left, land == CornerSide::Left});
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
    for (const CornerPair& p : pairs_) {
      const PlanVector d = data_.corners[p.b].at - data_.corners[p.a].at;
      const auto length = static_cast<float>(std::sqrt(dot_plan(d, d)));
      data_.links[p.b_left_of_a ? left[p.a]++ : right[p.a]++] = {p.b, p.first_door, length,
                                                                 p.a_left_of_b};
      data_.links[p.a_left_of_b ? left[p.b]++ : right[p.b]++] = {p.a, p.first_door, length,
                                                                 p.b_left_of_a};
    }
  }

  GroundData& data_;
  const GroundMesh& mesh_;
  std::vector<SightGap> gaps_;
  std::vector<CornerPair> pairs_;
  std::vector<std::uint32_t> doors_;
};

}  // namespace

void build_ground_corners(GroundData& data) { CornerBuilder(data).build(); }

}  // namespace playset
