// Exact signs on the plan that geom's predicates lack: who lies in whose circle.
#pragma once

#include <cmath>

#include "nav/ground_data.h"
#include "playset/core/int128.h"

namespace playset {

// Positive where d lies inside the circle through a, b, c, which turn left. Exact on the grid.
[[nodiscard]] inline int in_circle(PlanPoint a, PlanPoint b, PlanPoint c, PlanPoint d) noexcept {
  const std::int64_t ax = std::int64_t{a.x} - d.x, ay = std::int64_t{a.y} - d.y;
  const std::int64_t bx = std::int64_t{b.x} - d.x, by = std::int64_t{b.y} - d.y;
  const std::int64_t cx = std::int64_t{c.x} - d.x, cy = std::int64_t{c.y} - d.y;
  const std::int64_t a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
  const std::int64_t bc = bx * cy - by * cx, ca = cx * ay - cy * ax, ab = ax * by - ay * bx;
  const double guess = static_cast<double>(a2) * static_cast<double>(bc) +
                       static_cast<double>(b2) * static_cast<double>(ca) +
                       static_cast<double>(c2) * static_cast<double>(ab);
  const double size = static_cast<double>(a2) * std::fabs(static_cast<double>(bc)) +
                      static_cast<double>(b2) * std::fabs(static_cast<double>(ca)) +
                      static_cast<double>(c2) * std::fabs(static_cast<double>(ab));
  if (std::fabs(guess) > size * 0x1p-49) return guess > 0.0 ? 1 : -1;
  return sign_of(multiply_64(a2, bc) + multiply_64(b2, ca) + multiply_64(c2, ab));
}

}  // namespace playset
