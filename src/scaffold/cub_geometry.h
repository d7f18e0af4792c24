// scaffold/cub_geometry.h - places, normals and neighbours of sides and corners, which selecting
// and editing share.
#pragma once

#include "playset/scaffold/document.h"
#include "playset/scaffold/selection.h"

namespace playset {

// A side's loop with places: 4 corners, 3, or fewer where it has collapsed.
struct SidePlaces {
  SideLoop loop;
  std::array<GridPoint, 4> at{};
  [[nodiscard]] std::span<const GridPoint> places() const { return {at.data(), loop.count}; }
};

// Require that the cub and its vertices exist.
[[nodiscard]] GridPoint place_of(const ScaffoldDocument& document, ScaffoldId vertex);
[[nodiscard]] SidePlaces side_places(const ScaffoldDocument& document, const ScaffoldCub& cub,
                                     std::uint32_t side);
[[nodiscard]] SidePlaces side_places(const ScaffoldDocument& document, SideRef side);

// Out of the cub, unit length; zero for a side without area.
[[nodiscard]] glm::dvec3 outward_normal(const SidePlaces& side);
// Mean of the corners, m.
[[nodiscard]] glm::dvec3 side_centre(const SidePlaces& side);
[[nodiscard]] glm::dvec3 cub_centre(const ScaffoldDocument& document, const ScaffoldCub& cub);

[[nodiscard]] double length_of(glm::dvec3 v);
// Unit length; zero stays zero.
[[nodiscard]] glm::dvec3 unit(glm::dvec3 v);
[[nodiscard]] inline double dot_of(glm::dvec3 a, glm::dvec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[nodiscard]] inline glm::dvec3 cross_of(glm::dvec3 a, glm::dvec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// Nearest grid point, also far outside the grid: commit refuses it there. Never overflows.
[[nodiscard]] GridPoint nearest_grid(glm::dvec3 metres);

// 0, 1, 2 for the sides at the ends of x, y, z.
[[nodiscard]] constexpr std::uint32_t side_axis(std::uint32_t side) {
  return side >= 4 ? 2 : side & 1;
}
// The corner at the other end of the cub's edge along `axis`.
[[nodiscard]] constexpr std::uint32_t corner_across(std::uint32_t corner, std::uint32_t axis) {
  constexpr std::uint8_t kAcross[3][kCubCorners] = {
      {3, 2, 1, 0, 7, 6, 5, 4}, {1, 0, 3, 2, 5, 4, 7, 6}, {4, 5, 6, 7, 0, 1, 2, 3}};
  return kAcross[axis][corner];
}

// The whole window of a side, or nullptr; and the other end of a window.
[[nodiscard]] const ScaffoldWindow* whole_window_of(const ScaffoldDocument& document, SideRef side);
[[nodiscard]] SideRef other_side(const ScaffoldWindow& window, SideRef side);

// The sides of all cubs that have both vertices next to each other in their loop.
[[nodiscard]] std::vector<SideRef> sides_of_edge(const ScaffoldDocument& document, EdgeRef edge);

// True where the two loops are each other in reverse: what a whole window joins.
[[nodiscard]] bool loops_meet(const SideLoop& a, const SideLoop& b);

}  // namespace playset
