// src/nav/ground_mesh.cpp - floors cut into triangles, joined, and made Delaunay.
#include "nav/ground_mesh.h"

#include <cmath>

#include "nav/ground_flips.h"
#include "nav/ground_sight.h"

namespace playset {
namespace {

class MeshBuilder {
 public:
  explicit MeshBuilder(GroundData& data) : data_(data) {}

  std::vector<WallPoint> build() {
    edge_half_.assign(data_.edges.size(), kNone);
    const std::size_t halves = 3 * data_.edges.size();  // an edge makes a triangle at most
    mesh_.origin.reserve(halves);
    mesh_.twin.reserve(halves);
    mesh_.door.reserve(halves);
    half_at_.reserve(halves);
    for (const GroundFloor& floor : data_.floors) cut_floor(floor);
    join_floors();
    number_points();
    GroundFlips flips(mesh_);
    mark_drops(flips);
    flips.drop_interior();
    flips.drop_straight();
    flips.flip_all();
    const std::vector<std::uint32_t> moved = flips.compact();
    pack();
    place_anchors(moved);
    return list_wall_points(moved);
  }

 private:
  struct Rim {
    PlanPoint at;
    std::uint32_t edge;      // of the floor from here on; kNone: a diagonal
    std::uint32_t diagonal;  // half-edge on the diagonal's other side
    int turn;                // 1: left, 0: straight
  };

  // Ears off a convex polygon with straight corners, so that no triangle is empty. What cannot be
  // cut (turned over by rounding) is left out; its edges become walls.
  void cut_floor(const GroundFloor& floor) {
    rim_.clear();
    for (std::uint32_t e = floor.first_edge; e < floor.first_edge + floor.edge_count; ++e)
      rim_.push_back({to_plan(data_.edges[e].from), e, kNone, 0});
    turning_ = 0;
    for (std::size_t i = 0; i < rim_.size(); ++i) {
      rim_[i].turn = turn(i);
      if (rim_[i].turn < 0) return;
      turning_ += rim_[i].turn;
    }
    if (turning_ == static_cast<int>(rim_.size())) return cut_convex();
    while (turning_ >= 3) {
      const std::size_t i = pick_ear();
      if (i == rim_.size()) return;
      cut_ear(i);
    }
  }

  // Without straight corners the ears are a fan about the last corner.
  void cut_convex() {
    const std::size_t n = rim_.size();
    for (std::size_t i = 0; i + 2 < n; ++i) {
      const std::uint32_t h = add_triangle(n - 1, i, i + 1);
      if (i == 0) {
        edge_half_[rim_[n - 1].edge] = h;
      } else {
        mesh_.twin[h] = h - 1;
        mesh_.twin[h - 1] = h;
      }
      edge_half_[rim_[i].edge] = h + 1;
      if (i + 3 == n) edge_half_[rim_[i + 1].edge] = h + 2;
    }
  }

  std::uint32_t add_triangle(std::size_t a, std::size_t b, std::size_t c) {
    const auto h = static_cast<std::uint32_t>(mesh_.origin.size());
    mesh_.origin.insert(mesh_.origin.end(), 3, kNone);
    mesh_.twin.insert(mesh_.twin.end(), 3, kNone);
    mesh_.door.insert(mesh_.door.end(), 3, kNone);
    half_at_.insert(half_at_.end(), {rim_[a].at, rim_[b].at, rim_[c].at});
    return h;
  }

  [[nodiscard]] int turn(std::size_t i) const noexcept {
    const std::size_t n = rim_.size();
    return orient2d(rim_[i == 0 ? n - 1 : i - 1].at, rim_[i].at, rim_[i + 1 == n ? 0 : i + 1].at);
  }

  // With three corners that turn, only one beside a straight corner may go: else nothing but a line
  // is left.
  [[nodiscard]] std::size_t pick_ear() const noexcept {
    const std::size_t n = rim_.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (rim_[i].turn <= 0) continue;
      if (turning_ > 3 || n == 3 || rim_[i + 1 == n ? 0 : i + 1].turn == 0 ||
          rim_[i == 0 ? n - 1 : i - 1].turn == 0)
        return i;
    }
    return n;
  }

  void cut_ear(std::size_t i) {
    const std::size_t n = rim_.size();
    const std::size_t before = i == 0 ? n - 1 : i - 1, after = i + 1 == n ? 0 : i + 1;
    const std::uint32_t h = add_triangle(before, i, after);
    set_rim(h, rim_[before]);
    set_rim(h + 1, rim_[i]);
    if (n == 3) set_rim(h + 2, rim_[after]);
    rim_[before].edge = kNone;
    rim_[before].diagonal = h + 2;
    if (n == 3) {
      turning_ = 0;
      return;
    }
    rim_.erase(rim_.begin() + static_cast<std::ptrdiff_t>(i));
    turning_ -= 1;
    for (const std::size_t k : {i == 0 ? n - 2 : i - 1, i == n - 1 ? 0 : i}) {
      turning_ -= rim_[k].turn;
      rim_[k].turn = turn(k);
      turning_ += rim_[k].turn;
      if (rim_[k].turn < 0) turning_ = -1000;  // not convex after all
    }
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
        at = mesh_.twin[prev_third(at)];
      } while (at != kNone && at != h);
      if (at == h) continue;
      for (at = mesh_.twin[h]; at != kNone; at = mesh_.twin[at]) {
        at = next_third(at);
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
      flips.keep[mesh_.origin[next_third(edge_half_[e])]] = 1;
    }
  }

  [[nodiscard]] static std::uint32_t to_fourth(std::uint32_t h) noexcept {
    return h == kNone ? kNone : 4 * (h / 3) + h % 3;
  }

  void pack() {
    std::vector<std::uint8_t> is_obstacle(mesh_.points.size(), 0);
    first_half_.assign(mesh_.points.size(), kNone);
    const auto halves = static_cast<std::uint32_t>(mesh_.origin.size());
    for (std::uint32_t h = 0; h < halves; ++h) {
      std::uint32_t& first = first_half_[mesh_.origin[h]];
      if (first == kNone || mesh_.twin[h] == kNone) first = to_fourth(h);
      if (mesh_.twin[h] == kNone)
        is_obstacle[mesh_.origin[h]] = is_obstacle[mesh_.origin[next_third(h)]] = 1;
    }
    data_.plan.triangles.resize(halves / 3);
    data_.plan.door.assign(std::size_t{halves} / 3 * 4, kNone);
    for (std::uint32_t h = 0; h < halves; ++h) {
      const std::uint32_t k = h % 3;
      PlanTriangle& triangle = data_.plan.triangles[h / 3];
      triangle.at[k] = mesh_.points[mesh_.origin[h]];
      triangle.twin[k] = to_fourth(mesh_.twin[h]);
      data_.plan.door[to_fourth(h)] = mesh_.door[h];
      const int obstacle = is_obstacle[mesh_.origin[h]];
      triangle.obstacles = static_cast<std::uint8_t>(triangle.obstacles | (obstacle << k));
      if (mesh_.twin[h] != kNone && obstacle != 0 && is_obstacle[mesh_.origin[next_third(h)]] != 0)
        set_inset(triangle, k, mesh_.points[mesh_.origin[next_third(h)]]);
    }
  }

  void set_inset(PlanTriangle& triangle, std::uint32_t k, PlanPoint end) const {
    const PlanVector along = to_vector(end) - to_vector(triangle.at[k]);
    const double length2 = dot_plan(along, along), reach = data_.radius - 2.0;
    if (length2 < 4.0 * reach * reach)
      triangle.narrow = static_cast<std::uint8_t>(triangle.narrow | (1 << k));
    const PlanVector inset = along * (reach / std::sqrt(length2));
    triangle.inset[k] = {static_cast<std::int16_t>(inset.x), static_cast<std::int16_t>(inset.y)};
  }

  [[nodiscard]] std::vector<WallPoint> list_wall_points(
      const std::vector<std::uint32_t>& moved) const {
    std::vector<WallPoint> points(first_half_.size());
    for (std::uint32_t e = 0; e < floor_point_.size(); ++e)
      if (floor_point_[e] != kNone && moved[floor_point_[e]] != kNone)
        points[moved[floor_point_[e]]] = {first_half_[moved[floor_point_[e]]], e};
    return points;
  }

  // At a corner that is still there, or from a neighbour's place.
  void place_anchors(const std::vector<std::uint32_t>& moved) {
    data_.anchors.resize(data_.floors.size());
    for (std::uint32_t f = 0; f < data_.floors.size(); ++f) {
      const GroundFloor& floor = data_.floors[f];
      for (std::uint32_t e = floor.first_edge; e < floor.first_edge + floor.edge_count; ++e) {
        const std::uint32_t point = floor_point_[e] == kNone ? kNone : moved[floor_point_[e]];
        if (point == kNone) continue;
        data_.anchors[f] = {to_vector(mesh_.points[point]), first_half_[point], kNone};
        stack_.push_back(f);
        break;
      }
    }
    while (!stack_.empty()) {
      const std::uint32_t f = stack_.back();
      stack_.pop_back();
      const GroundFloor& floor = data_.floors[f];
      for (std::uint32_t e = floor.first_edge; e < floor.first_edge + floor.edge_count; ++e)
        if (data_.edges[e].kind == GroundEdgeKind::Walk) place_behind(f, data_.edges[e]);
    }
  }
  void place_behind(std::uint32_t floor, const GroundEdge& edge) {
    const GroundEdge& behind = data_.edges[edge.across];
    FloorAnchor& anchor = data_.anchors[behind.floor];
    if (anchor.half != kNone || anchor.triangle != kNone) return;
    const PlanVector gate = 0.5 * (to_vector(to_plan(edge.from)) + to_vector(to_plan(behind.from)));
    anchor.triangle = walk_from_anchor(data_.plan, data_.anchors[floor], gate);
    anchor.at = gate;
    if (anchor.triangle != kNone) stack_.push_back(behind.floor);
  }

  GroundData& data_;
  GroundMesh mesh_;
  std::vector<Rim> rim_;
  int turning_ = 0;                         // corners of the rim that turn
  std::vector<PlanPoint> half_at_;          // per half-edge, before points have numbers
  std::vector<std::uint32_t> edge_half_;    // per floor edge
  std::vector<std::uint32_t> floor_point_;  // per floor edge: its point before any is taken out
  std::vector<std::uint32_t> first_half_;   // per point that is left
  std::vector<std::uint32_t> stack_;
};

}  // namespace

std::vector<WallPoint> build_ground_mesh(GroundData& data) { return MeshBuilder(data).build(); }

}  // namespace playset
