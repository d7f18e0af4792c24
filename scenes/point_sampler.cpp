// Uniform points: a tetrahedron by its volume, then a point by folding the unit cube into it.
#include "scenes/point_sampler.h"
#include "playset/core/rng.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scenes/to_float.h"

namespace playset {
namespace {

double volume_of(const glm::dvec3 (&c)[4]) {
  const glm::dvec3 p = c[1] - c[0], q = c[2] - c[0], r = c[3] - c[0];
  return std::fabs(p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) +
                   p.z * (q.x * r.y - q.y * r.x)) /
         6;
}

glm::dvec3 fold_into(const glm::dvec3 (&c)[4], double s, double t, double u) {
  if (s + t > 1) s = 1 - s, t = 1 - t;
  if (t + u > 1) {
    const double old = u;
    u = 1 - s - t;
    t = 1 - old;
  } else if (s + t + u > 1) {
    const double old = u;
    u = s + t + u - 1;
    s = 1 - t - old;
  }
  return c[0] + (c[1] - c[0]) * s + (c[2] - c[0]) * t + (c[3] - c[0]) * u;
}

}  // namespace

PointSampler::PointSampler(const Level& level) : level_(&level) {
  double sum = 0;
  for (std::uint32_t side = 0; side < level.side_count(); ++side) {
    const auto corners = level.side_corners(side);
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
      const std::uint32_t cell = level.side_cell(side);
      tetras_.push_back(
          {cell,
           {level.cell_center(cell), to_metres(level.vertex(corners[0])),
            to_metres(level.vertex(corners[i])), to_metres(level.vertex(corners[i + 1]))}});
      up_to_.push_back(sum += volume_of(tetras_.back().corners));
    }
  }
}

PointSampler::Sample PointSampler::draw(Rng& rng) const {
  for (;;) {
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end(), rng.next_double() * volume());
    const auto index = std::min<std::ptrdiff_t>(found - up_to_.begin(), std::ssize(tetras_) - 1);
    const Tetra& tetra = tetras_[static_cast<std::size_t>(index)];
    const double s = rng.next_double(), t = rng.next_double(), u = rng.next_double();
    const glm::vec3 point = to_float(fold_into(tetra.corners, s, t, u));
    // Rounding may push a point on the cell's very boundary out of it; bent cells bulge in.
    if (cell_holds(*level_, tetra.cell, glm::dvec3(point))) return {point, tetra.cell};
  }
}

double PointSampler::mean_cell_size() const {
  std::vector<double> volumes(level_->cell_count(), 0.0);
  for (const Tetra& tetra : tetras_) volumes[tetra.cell] += volume_of(tetra.corners);
  double sum = 0;
  for (const double volume : volumes) sum += std::cbrt(volume);
  return volumes.empty() ? 0.0 : sum / static_cast<double>(volumes.size());
}

}  // namespace playset
