// src/nav/ground_mesh.cpp - floors cut into triangles, joined, and made Delaunay.
#include "nav/ground_mesh.h"

#include "nav/ground_flips.h"
#include "nav/ground_sight.h"

namespace playset {
namespace {

class MeshBuilder {
 public:
  explicit MeshBuilder(GroundData& data) : data_(data), mesh_(data.mesh) {}

  void build() {
    edge_half_.assign(data_.edges.size(), kNone);
    for (const GroundFloor& floor : data_.floors) cut_floor(floor);
    join_floors();
    number_points();
    GroundFlips flips(mesh_);
    mark_drops(flips);
    flips.flip_all();
    flips.drop_interior();
    flips.drop_straight();
    const std::vector<std::uint32_t> moved = flips.compact();
    mesh_.is_obstacle.assign(mesh_.points.size(), 0);
    for (std::uint32_t h = 0; h < mesh_.origin.size(); ++h)
      if (mesh_.twin[h] == kNone)
        mesh_.is_obstacle[mesh_.origin[h]] = mesh_.is_obstacle[mesh_.origin[next_half(h)]] = 1;
    find_middles(moved);
  }

 private:
  struct Rim {
    PlanPoint at;
    std::uint32_t edge;      // of the floor from here on; kNone: a diagonal
    std::uint32_t diagonal;  // half-edge on the diagonal's other side
  };

  // Ears off a convex polygon with straight corners, so that no triangle is empty. What cannot be
  // cut (turned over by rounding) is left out; its edges become walls.
  void cut_floor(const GroundFloor& floor) {
    rim_.clear();
    for (std::uint32_t e = floor.first_edge; e < floor.first_edge + floor.edge_count; ++e)
      rim_.push_back({to_plan(data_.edges[e].from), e, kNone});
    while (rim_.size() >= 3) {
      const std::size_t i = pick_ear();
      if (i == rim_.size()) return;
      cut_ear(i);
    }
  }

  [[nodiscard]] int turn(std::size_t i) const noexcept {
    const std::size_t n = rim_.size();
    return orient2d(rim_[(i + n - 1) % n].at, rim_[i].at, rim_[(i + 1) % n].at);
  }

  // With three corners that turn, only one beside a straight corner may go: else nothing but a line
  // is left.
  [[nodiscard]] std::size_t pick_ear() const noexcept {
    const std::size_t n = rim_.size();
    std::size_t turning = 0, ear = n;
    for (std::size_t i = 0; i < n; ++i) {
      const int sign = turn(i);
      if (sign < 0) return n;
      turning += sign > 0 ? 1u : 0u;
    }
    for (std::size_t i = 0; i < n && ear == n; ++i) {
      if (turn(i) <= 0) continue;
      if (turning > 3 || n == 3 || turn((i + 1) % n) == 0 || turn((i + n - 1) % n) == 0) ear = i;
    }
    return turning >= 3 ? ear : n;
  }

  void cut_ear(std::size_t i) {
    const std::size_t n = rim_.size();
    const std::size_t before = (i + n - 1) % n, after = (i + 1) % n;
    const auto h = static_cast<std::uint32_t>(mesh_.origin.size());
    for (const std::size_t corner : {before, i, after}) {
      half_at_.push_back(rim_[corner].at);
      mesh_.origin.push_back(kNone);
      mesh_.twin.push_back(kNone);
      mesh_.door.push_back(kNone);
    }
    set_rim(h, rim_[before]);
    set_rim(h + 1, rim_[i]);
    if (n == 3) set_rim(h + 2, rim_[after]);
    rim_[before].edge = kNone;
    rim_[before].diagonal = h + 2;
    if (n == 3)
      rim_.clear();
    else
      rim_.erase(rim_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  void set_rim(std::uint32_t h, const Rim& rim) {
    if (rim.edge != kNone) {
      edge_half_[rim.edge] = h;
    } else {
      mesh_.twin[h] = rim.diagonal;
      mesh_.twin[rim.diagonal] = h;
    }
  }

  void join_floors() {
    for (std::uint32_t e = 0; e < data_.edges.size(); ++e) {
      const GroundEdge& edge = data_.edges[e];
      if (edge.kind != GroundEdgeKind::Walk || edge_half_[e] == kNone ||
          edge_half_[edge.across] == kNone)
        continue;
      mesh_.twin[edge_half_[e]] = edge_half_[edge.across];
      mesh_.door[edge_half_[e]] = edge.door;
    }
  }

  // One point for all triangles around it that are joined.
  void number_points() {
    for (std::uint32_t h = 0; h < mesh_.origin.size(); ++h) {
      if (mesh_.origin[h] != kNone) continue;
      const auto point = static_cast<std::uint32_t>(mesh_.points.size());
      mesh_.points.push_back(half_at_[h]);
      std::uint32_t at = h;
      do {  // to the left until a wall or round
        mesh_.origin[at] = point;
        at = mesh_.twin[prev_half(at)];
      } while (at != kNone && at != h);
      if (at == h) continue;
      for (at = mesh_.twin[h]; at != kNone; at = mesh_.twin[at]) {
        at = next_half(at);
        mesh_.origin[at] = point;
      }
    }
    floor_point_.assign(data_.edges.size(), kNone);
    for (std::uint32_t e = 0; e < data_.edges.size(); ++e)
      if (edge_half_[e] != kNone) floor_point_[e] = mesh_.origin[edge_half_[e]];
  }

  void mark_drops(GroundFlips& flips) {
    for (std::uint32_t e = 0; e < data_.edges.size(); ++e) {
      if (data_.edges[e].kind != GroundEdgeKind::Drop || edge_half_[e] == kNone) continue;
      flips.keep[mesh_.origin[edge_half_[e]]] = 1;
      flips.keep[mesh_.origin[next_half(edge_half_[e])]] = 1;
    }
  }

  // Which triangle holds each floor's middle: from a corner that is still there, then from floor to
  // floor.
  void find_middles(const std::vector<std::uint32_t>& moved) {
    data_.floor_triangle.assign(data_.floors.size(), kNone);
    data_.floor_middle.clear();
    for (const GroundFloor& floor : data_.floors) {
      PlanVector sum(0.0);
      for (std::uint32_t e = floor.first_edge; e < floor.first_edge + floor.edge_count; ++e)
        sum += to_vector(to_plan(data_.edges[e].from));
      data_.floor_middle.push_back(sum / static_cast<double>(floor.edge_count));
    }
    data_.point_edge.assign(mesh_.points.size(), kNone);
    for (std::uint32_t e = 0; e < data_.edges.size(); ++e)
      if (floor_point_[e] != kNone && moved[floor_point_[e]] != kNone)
        data_.point_edge[moved[floor_point_[e]]] = e;
    const std::vector<std::uint32_t> first_half = first_halves(mesh_);
    for (std::uint32_t f = 0; f < data_.floors.size(); ++f) {
      if (data_.floor_triangle[f] != kNone) continue;
      const GroundFloor& floor = data_.floors[f];
      for (std::uint32_t e = floor.first_edge; e < floor.first_edge + floor.edge_count; ++e) {
        const std::uint32_t point = floor_point_[e] == kNone ? kNone : moved[floor_point_[e]];
        if (point == kNone) continue;
        data_.floor_triangle[f] = walk_from_point(mesh_, first_half[point], data_.floor_middle[f]);
        if (data_.floor_triangle[f] != kNone) break;
      }
      if (data_.floor_triangle[f] != kNone) spread(f);
    }
  }

  void spread(std::uint32_t from) {
    stack_.assign(1, from);
    while (!stack_.empty()) {
      const std::uint32_t f = stack_.back();
      stack_.pop_back();
      const GroundFloor& floor = data_.floors[f];
      for (std::uint32_t e = floor.first_edge; e < floor.first_edge + floor.edge_count; ++e) {
        const GroundEdge& edge = data_.edges[e];
        if (edge.kind != GroundEdgeKind::Walk) continue;
        const std::uint32_t g = data_.edges[edge.across].floor;
        if (data_.floor_triangle[g] != kNone) continue;
        const PlanVector gate = 0.5 * (to_vector(to_plan(edge.from)) +
                                       to_vector(to_plan(data_.edges[edge.across].from)));
        const std::uint32_t half_way =
            walk_straight(mesh_, data_.floor_triangle[f], data_.floor_middle[f], gate);
        if (half_way == kNone) continue;
        data_.floor_triangle[g] = walk_straight(mesh_, half_way, gate, data_.floor_middle[g]);
        if (data_.floor_triangle[g] != kNone) stack_.push_back(g);
      }
    }
  }

  GroundData& data_;
  GroundMesh& mesh_;
  std::vector<Rim> rim_;
  std::vector<PlanPoint> half_at_;          // per half-edge, before points have numbers
  std::vector<std::uint32_t> edge_half_;    // per floor edge
  std::vector<std::uint32_t> floor_point_;  // per floor edge: its point before any is taken out
  std::vector<std::uint32_t> stack_;
};

}  // namespace

void build_ground_mesh(GroundData& data) { MeshBuilder(data).build(); }

}  // namespace playset
