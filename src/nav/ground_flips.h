// The surface while it is built: flips to Delaunay, and taking out corners that are on no obstacle.
#pragma once

#include "nav/ground_data.h"

namespace playset {

// The surface while it is built: half-edge 3 t + k.
[[nodiscard]] constexpr std::uint32_t next_third(std::uint32_t h) noexcept {
  return h % 3 == 2 ? h - 2 : h + 1;
}
[[nodiscard]] constexpr std::uint32_t prev_third(std::uint32_t h) noexcept {
  return h % 3 == 0 ? h + 2 : h - 1;
}
struct GroundMesh {
  std::vector<PlanPoint> points;
  std::vector<std::uint32_t> origin;  // per half-edge: its first point
  std::vector<std::uint32_t> twin;    // kNone: a wall
  std::vector<std::uint32_t> door;    // kNone: none
};

class GroundFlips {
 public:
  explicit GroundFlips(GroundMesh& mesh);

  // Of a point, set: a place where the wall may not be straightened.
  std::vector<std::uint8_t> keep;

  // Makes every edge that is neither wall nor door locally Delaunay.
  void flip_all();
  // Takes out points that neither wall nor door touches.
  void drop_interior();
  // Takes out points on straight walls: within 0.75 grid steps of the wall without them.
  void drop_straight();
  // Forgets triangles and points that are gone, and says where points went: kNone or their number.
  [[nodiscard]] std::vector<std::uint32_t> compact();

 private:
  // A side of a polygon that is cut into triangles: what lies behind it.
  struct RingSide {
    std::uint32_t point;
    std::uint32_t behind;  // half-edge; kNone: a wall
    std::uint32_t door;
    float bend;
  };
  [[nodiscard]] bool is_locked(std::uint32_t h) const noexcept {
    return mesh_.twin[h] == kNone || mesh_.door[h] != kNone;
  }
  [[nodiscard]] PlanPoint at(std::uint32_t h) const noexcept {
    return mesh_.points[mesh_.origin[h]];
  }
  void push(std::uint32_t h);
  void run_queue();
  void flip(std::uint32_t h);
  void link(std::uint32_t h, std::uint32_t behind, std::uint32_t door, float bend);
  // The half-edge from a point farthest to the right: on the wall, where it touches one.
  [[nodiscard]] std::uint32_t rightmost(std::uint32_t point) const noexcept;
  bool collect_ring(std::uint32_t point);
  bool collect_fan(std::uint32_t point);
  [[nodiscard]] bool is_behind_ring() const noexcept;
  [[nodiscard]] bool is_ear(std::size_t i) const noexcept;
  bool find_ears();
  void cut_ears();
  void refill(std::uint32_t point);

  GroundMesh& mesh_;
  std::vector<std::uint32_t> start_;  // per point: a half-edge from it
  std::vector<float> bend_;           // per half-edge: how far its wall was straightened
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint8_t> queued_;
  std::vector<std::uint32_t> slots_;  // triangles of the ring
  std::vector<RingSide> ring_, work_;
  std::vector<std::size_t> ears_;
  std::vector<std::uint8_t> gone_;  // per triangle
};

}  // namespace playset
