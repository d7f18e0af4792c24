// The space around a level in steps: which are free, and boxes that fill the free ones.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "playset/geom/cell_complex.h"
#include "playset/geom/plane.h"

namespace playset {

using StepPoint = std::array<std::int32_t, 3>;

// Steps [lo, hi).
struct StepBox {
  StepPoint lo{}, hi{};
};

// A cell, or a tunnel, as planes that it lies behind: n.p <= w in grid steps, n unit and outward.
struct SupportPlane {
  glm::dvec3 n{0.0};
  double w = 0.0;
};
struct SolidShape {
  std::vector<SupportPlane> planes;
  std::vector<GridPoint> corners;
  GridPoint lo{0}, hi{0};
};

// Planes through the sides of a cell, moved out to its farthest corner, so that they hold for cells
// that are not quite convex too.
[[nodiscard]] SolidShape shape_of_cell(const CellComplex& complex, std::uint32_t cell);

// True where a plane of either has the other in front of it, but for two grid steps.
[[nodiscard]] bool are_apart(const SolidShape& a, const SolidShape& b) noexcept;

class ExteriorSpace {
 public:
  enum State : std::uint8_t { Unknown, Free, Solid, Held };

  // Requires a box of steps that is sane: the caller checks sizes.
  ExteriorSpace(StepBox bounds, std::int32_t step);

  [[nodiscard]] std::int32_t step() const noexcept { return step_; }
  [[nodiscard]] const StepBox& bounds() const noexcept { return bounds_; }
  [[nodiscard]] State at(StepPoint p) const noexcept { return states_[index(p)]; }
  [[nodiscard]] bool all(const StepBox& box, State state) const noexcept;
  void set(const StepBox& box, State state) noexcept;

  // Marks what a shape comes nearer to than `distance` grid steps.
  void block(const SolidShape& shape, double distance);
  // What is open to the end of the space becomes Free, everything else Solid; Held stays.
  void flood();

  // Boxes that fill Free and Held, the given ones first; `box_at` tells which.
  [[nodiscard]] std::vector<StepBox> fill(std::vector<StepBox> boxes);
  [[nodiscard]] std::int32_t box_at(StepPoint p) const noexcept { return boxes_[index(p)]; }
  [[nodiscard]] bool inside(StepPoint p) const noexcept;

 private:
  [[nodiscard]] std::size_t index(StepPoint p) const noexcept;
  [[nodiscard]] bool takes(const StepBox& box) const noexcept;
  void label(const StepBox& box, std::int32_t number) noexcept;

  StepBox bounds_;
  std::int32_t step_;
  StepPoint size_{};
  std::vector<State> states_;
  std::vector<std::int32_t> boxes_;
};

}  // namespace playset
