// The heights of a level's floors and the colours that stand for them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "cli/draw_map.h"
#include "cli/level_measures.h"
#include "playset/geom/polygon.h"

namespace playset {

Colour mix_colours(Colour a, Colour b, double t) noexcept {
  const auto mix = [t](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(std::lround((1.0 - t) * x + t * y));
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), a.alpha};
}

MapHeights measure_heights(const CellComplex& cells) {
  MapHeights heights;
  std::map<double, double> area_at;
  double total = 0.0;
  for (const Cell& cell : cells.cells) {
    double sum = 0.0, area = 0.0, lowest = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = cell.first_side; i < cell.first_side + cell.side_count; ++i) {
      const std::vector<glm::dvec3> polygon = side_polygon(cells, cells.sides[i]);
      for (const glm::dvec3& corner : polygon) lowest = std::min(lowest, corner.y);
      const double flat = area_vector(polygon).y;
      if (flat <= 0.0) continue;
      sum += flat * polygon_centroid(polygon).y;
      area += flat;
    }
    heights.floors.push_back(area > 0.0 ? sum / area : lowest);
    area_at[heights.floors.back()] += area;
    total += area;
  }
  double below = 0.0;
  for (const auto& [height, area] : area_at) {
    below += area;
    heights.sorted.push_back(height);
    heights.share.push_back(total > 0.0 ? below / total : 1.0);
  }
  return heights;
}

double height_rank(const MapHeights& heights, double height) noexcept {
  if (heights.sorted.size() < 2) return 0.5;
  const double low = heights.sorted.front(), high = heights.sorted.back();
  const auto above = std::lower_bound(heights.sorted.begin(), heights.sorted.end(), height);
  if (above == heights.sorted.begin()) return 0.0;
  if (above == heights.sorted.end()) return 1.0;
  const auto i = static_cast<std::size_t>(above - heights.sorted.begin());
  const double part =
      (height - heights.sorted[i - 1]) / (heights.sorted[i] - heights.sorted[i - 1]);
  const double first = heights.share.front();
  const double share = heights.share[i - 1] + part * (heights.share[i] - heights.share[i - 1]);
  return 0.5 * (height - low) / (high - low) + 0.5 * (share - first) / (1.0 - first);
}

double height_at_rank(const MapHeights& heights, double rank) noexcept {
  if (heights.sorted.empty()) return 0.0;
  double low = heights.sorted.front(), high = heights.sorted.back();
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (height_rank(heights, middle) < rank ? low : high) = middle;
  }
  return high;
}

Colour rank_colour(double rank) noexcept {
  return mix_colours(ramp_colour(static_cast<float>(0.16 + 0.84 * std::clamp(rank, 0.0, 1.0))),
                     {255, 255, 255, 255}, 0.28);
}

float line_scale(const CellComplex& cells) noexcept {
  const double count = static_cast<double>(std::max<std::size_t>(cells.cells.size(), 1));
  return static_cast<float>(std::clamp(std::sqrt(1200.0 / count), 0.6, 1.0));
}

}  // namespace playset
