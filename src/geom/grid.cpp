// src/geom/grid.cpp - rounds metres to the integer grid, the same way on every machine and in every
// rounding mode.
#include "playset/geom/grid.h"

#include <cmath>

#include "playset/core/assert.h"

namespace playset {
namespace {

// Nearest integer, halves to even. floor and the subtraction are exact.
std::int32_t round_half_even(double x) noexcept {
  const double below = std::floor(x);
  const double rest = x - below;
  const auto low = static_cast<std::int32_t>(below);
  const bool up = rest > 0.5 || (rest == 0.5 && (low & 1) != 0);
  return up ? low + 1 : low;
}

// Asks for finite first: comparing a NaN would set the invalid flag.
bool inside_limit(double x) noexcept { return std::isfinite(x) && std::fabs(x) <= kLevelLimit; }

}  // namespace

bool inside_grid(glm::dvec3 metres) noexcept {
  return inside_limit(metres.x) && inside_limit(metres.y) && inside_limit(metres.z);
}

GridPoint to_grid(glm::dvec3 metres) noexcept {
  PLAYSET_ASSERT(inside_grid(metres), "to_grid() needs a point inside the grid");
  const glm::dvec3 steps = metres * kGridPerMetre;
  return {round_half_even(steps.x), round_half_even(steps.y), round_half_even(steps.z)};
}

}  // namespace playset
