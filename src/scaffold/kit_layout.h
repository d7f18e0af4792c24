// scaffold/kit_layout.h - a side as a flat outline, and how rows of pieces lie on it.
//
// Units   metres.
#pragma once

#include <glm/vec2.hpp>
#include <span>
#include <vector>

#include "playset/scaffold/scaffold.h"

namespace playset {

constexpr double kKitSlack = 3.0 / kGridPerMetre;  // what rounding to the grid may do

using FlatPolygon = std::vector<glm::dvec2>;  // convex, counterclockwise

// Axes of a side as one sees it from inside: u to the right, v up (on floors and ceilings: across),
// n out of the wall.
struct SideFrame {
  glm::dvec3 origin{0.0}, u{0.0}, v{0.0}, n{0.0};
  FlatPolygon outline;
  glm::dvec2 low{0.0}, high{0.0};
  bool rectangle = false;

  [[nodiscard]] glm::dvec2 flat(glm::dvec3 p) const;
  [[nodiscard]] glm::dvec3 place(glm::dvec2 p) const { return origin + u * p.x + v * p.y; }
};

// The frame of a side's corners, counterclockwise seen from inside; an empty outline where they
// span no area.
[[nodiscard]] SideFrame make_side_frame(std::span<const glm::dvec3> corners);

// What both cover; empty where that is less than a few grid steps wide.
[[nodiscard]] FlatPolygon overlap_of(const FlatPolygon& a, const FlatPolygon& b);

// True where the segment runs along the outline: there is no wall beyond it.
[[nodiscard]] bool on_outline(const FlatPolygon& outline, glm::dvec2 a, glm::dvec2 b);
[[nodiscard]] bool holds_rectangle(const FlatPolygon& outline, const FlatPolygon& rectangle);
// True for one along u and v: low and high are its corners.
[[nodiscard]] bool is_upright_rectangle(const FlatPolygon& polygon, glm::dvec2& low,
                                        glm::dvec2& high);

struct Interval {
  double low = 0.0, high = 0.0;
};

// How far the polygon reaches within the band low.y to high.y; low above high where it does not.
[[nodiscard]] Interval reach_in_band(const FlatPolygon& polygon, Interval band);
// Where the whole height of the band lies inside the polygon.
[[nodiscard]] Interval clear_in_band(const FlatPolygon& polygon, Interval band);
// Takes `hole` out of intervals that lie in order.
void cut_interval(std::vector<Interval>& from, Interval hole);

// One piece along an axis: where it begins and how much it is stretched.
struct KitSlot {
  double at = 0.0, scale = 1.0;
};

// How pieces lie along an axis.
struct KitRow {
  double size = 0.0, step = 0.0;  // above 0; step >= size
  std::int32_t repeats = 0;
  KitAlign align = KitAlign::Start;
  bool stretch = true;

  // At least one piece that fits; as a double, as it may be any number.
  [[nodiscard]] double count(double length) const;
  [[nodiscard]] std::vector<KitSlot> slots(Interval within) const;
};

// Row and column rules of a kit on a side. Requires check_kit and check_wear.
struct KitGrid {
  KitRow along, up;
  bool mirror = false;
};
[[nodiscard]] KitGrid make_kit_grid(const ScaffoldKit& kit, const KitWear& wear);
// Pieces that a side of this extent takes, before openings and outline leave some out.
[[nodiscard]] double count_kit_pieces(const ScaffoldKit& kit, const KitWear& wear,
                                      const SideFrame& frame);

}  // namespace playset
