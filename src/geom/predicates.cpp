// src/geom/predicates.cpp - the exact predicates that are too long to inline, above all symbolic
// perturbation.
#include "playset/geom/predicates.h"

#include <cmath>
#include <utility>

#include "playset/core/assert.h"

namespace playset {
namespace {

// The 4 x 4 matrix of rows (x, y, z, 1).
using Rows = std::array<std::array<std::int64_t, 4>, 4>;

// Determinant of the rows and columns left in the masks (equally many). Laplace expansion along the
// first row left.
Int128 minor_of(const Rows& m, unsigned rows, unsigned columns) noexcept {
  if (rows == 0) return Int128(1);
  const int row = std::countr_zero(rows);
  Int128 sum(0);
  int sign = 1;
  for (int column = 0; column < 4; ++column) {
    if ((columns >> column & 1u) == 0) continue;
    const Int128 rest = minor_of(m, rows & ~(1u << row), columns & ~(1u << column));
    const std::int64_t entry = m[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    sum = sum + Int128(sign * entry) * rest;
    sign = -sign;
  }
  return sum;
}

// The coefficient of the product of the infinitesimals in `subset` (bit 3 * row + k moves column 2
// - k of that row), or 0 when two of them share a row or column.
int coefficient_sign(const Rows& m, unsigned subset) noexcept {
  unsigned rows = 0b1111, columns = 0b1111;
  int parity = 0;
  for (unsigned bit = 0; bit < 12; ++bit) {
    if ((subset >> bit & 1u) == 0) continue;
    const unsigned row = bit / 3, column = 2 - bit % 3;
    if ((rows >> row & 1u) == 0 || (columns >> column & 1u) == 0) return 0;
    // Position of the entry among the rows and columns that are left.
    parity +=
        std::popcount(rows & ((1u << row) - 1)) + std::popcount(columns & ((1u << column) - 1));
    rows &= ~(1u << row);
    columns &= ~(1u << column);
  }
  const int sign = sign_of(minor_of(m, rows, columns));
  return parity % 2 == 0 ? sign : -sign;
}

std::int64_t round_half_even(double x) noexcept {
  const double below = std::floor(x);
  const double rest = x - below;
  const auto low = static_cast<std::int64_t>(below);
  return rest > 0.5 || (rest == 0.5 && (low & 1) != 0) ? low + 1 : low;
}

}  // namespace

RayPoint to_ray_point(glm::dvec3 metres) noexcept {
  PLAYSET_ASSERT(inside_grid(metres), "to_ray_point() needs a point inside the grid");
  const glm::dvec3 steps = metres * static_cast<double>(1 << kRayBits);
  return {round_half_even(steps.x), round_half_even(steps.y), round_half_even(steps.z)};
}

bool strictly_between(GridPoint a, GridPoint b, GridPoint p) noexcept {
  if (!collinear(a, b, p)) return false;
  const GridVector along = grid_vector(a, b), d = grid_vector(a, p);
  const std::int64_t at = along.x * d.x + along.y * d.y + along.z * d.z;
  return at > 0 && at < along.x * along.x + along.y * along.y + along.z * along.z;
}

int orient3d_perturbed(const std::array<GridPoint, 4>& points,
                       const std::array<std::uint32_t, 4>& indices) noexcept {
  const int plain = orient3d(points[0], points[1], points[2], points[3]);
  if (plain != 0) return plain;
  std::array<std::size_t, 4> order = {0, 1, 2, 3};
  int sign = 1;
  for (std::size_t i = 1; i < 4; ++i) {
    for (std::size_t j = i; j > 0 && indices[order[j]] < indices[order[j - 1]]; --j) {
      std::swap(order[j], order[j - 1]);
      sign = -sign;
    }
  }
  Rows m{};
  for (std::size_t i = 0; i < 4; ++i) {
    const GridPoint p = points[order[i]];
    m[i] = {p.x, p.y, p.z, 1};
  }
  // Each infinitesimal is smaller than any product of those before it, so the subsets count in
  // binary. With rows (p, 1) the determinant is minus the volume.
  for (unsigned subset = 1; subset < 1u << 12; ++subset) {
    const int s = coefficient_sign(m, subset);
    if (s != 0) return -sign * s;
  }
  PLAYSET_ASSERT(false, "orient3d_perturbed() needs four different indices");
  return 1;
}

int dominant_axis(GridVector n) noexcept {
  const std::int64_t x = n.x < 0 ? -n.x : n.x, y = n.y < 0 ? -n.y : n.y, z = n.z < 0 ? -n.z : n.z;
  if (x >= y && x >= z) return 0;
  return y >= z ? 1 : 2;
}

}  // namespace playset
