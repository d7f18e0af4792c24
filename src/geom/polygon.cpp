// src/geom/polygon.cpp - measures and clips polygons in metres; tests and triangulates them exactly
// on the grid.
#include "playset/geom/polygon.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <tuple>

namespace playset {

glm::dvec3 area_vector(std::span<const glm::dvec3> polygon) noexcept {
  glm::dvec3 sum(0.0);
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    sum += glm::cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
  }
  return sum * 0.5;
}

double polygon_area(std::span<const glm::dvec3> polygon) noexcept {
  const glm::dvec3 v = area_vector(polygon);
  return std::sqrt(glm::dot(v, v));
}

glm::dvec3 polygon_centroid(std::span<const glm::dvec3> polygon) noexcept {
  if (polygon.empty()) return glm::dvec3(0.0);
  const glm::dvec3 whole = area_vector(polygon);
  const double scale = glm::dot(whole, whole);
  glm::dvec3 sum(0.0), mean(0.0);
  for (const glm::dvec3& p : polygon) mean += p - polygon[0];
  if (scale == 0.0) return polygon[0] + mean / static_cast<double>(polygon.size());
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const glm::dvec3 a = polygon[i - 1] - polygon[0], b = polygon[i] - polygon[0];
    sum += (a + b) * (glm::dot(glm::cross(a, b), whole) * 0.5 / scale);
  }
  return polygon[0] + sum / 3.0;
}

void clip_polygon(std::span<const glm::dvec3> polygon, const Plane& plane,
                  std::vector<glm::dvec3>& out) {
  out.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const glm::dvec3 a = polygon[i], b = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const double da = signed_distance(plane, a), db = signed_distance(plane, b);
    if (da >= 0.0) out.push_back(a);
    if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
      const double wa = std::fabs(db), wb = std::fabs(da);  // symmetric: same bits from b to a
      out.push_back((a * wa + b * wb) / (wa + wb));
    }
  }
  if (out.size() < 3) out.clear();
}

GridVector area_vector2(std::span<const GridPoint> polygon) noexcept {
  // Sums wrap, the total of a simple polygon does not.
  std::uint64_t x = 0, y = 0, z = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const GridVector n =
        cross_grid(grid_vector(polygon[0], polygon[i - 1]), grid_vector(polygon[0], polygon[i]));
    x += static_cast<std::uint64_t>(n.x);
    y += static_cast<std::uint64_t>(n.y);
    z += static_cast<std::uint64_t>(n.z);
  }
  return {static_cast<std::int64_t>(x), static_cast<std::int64_t>(y), static_cast<std::int64_t>(z)};
}

namespace {

// A polygon seen along its dominant axis, turning left.
struct FlatPolygon {
  std::vector<glm::ivec2> corners;
  bool has_area = false;
};

FlatPolygon flatten(std::span<const GridPoint> polygon) {
  FlatPolygon flat;
  const GridVector n = area_vector2(polygon);
  const int axis = dominant_axis(n);
  const std::int64_t height = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
  flat.has_area = height != 0;
  flat.corners.reserve(polygon.size());
  for (const GridPoint p : polygon) {
    const glm::ivec2 q = drop_axis(p, axis);
    flat.corners.push_back(height < 0 ? glm::ivec2(q.y, q.x) : q);
  }
  return flat;
}

bool upper_half(glm::ivec2 a, glm::ivec2 b) noexcept {
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}

}  // namespace

bool is_convex(std::span<const GridPoint> polygon) noexcept {
  if (polygon.size() < 3) return false;
  const FlatPolygon flat = flatten(polygon);
  if (!flat.has_area) return false;
  const std::vector<glm::ivec2>& p = flat.corners;
  const std::size_t n = p.size();
  int turns = 0;  // changes from the lower to the upper half of directions: one per winding
  for (std::size_t i = 0; i < n; ++i) {
    const glm::ivec2 a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];
    if (a == b || orient2d(a, b, c) < 0) return false;
    const bool reverses = orient2d(a, b, c) == 0 && upper_half(a, b) != upper_half(b, c);
    if (reverses) return false;
    turns += !upper_half(a, b) && upper_half(b, c) ? 1 : 0;
  }
  return turns == 1;
}

PointPlace place_in_polygon(std::span<const glm::ivec2> polygon, glm::ivec2 p) noexcept {
  bool inside = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const glm::ivec2 a = polygon[i], b = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const int side = orient2d(a, b, p);
    const bool in_box = p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) &&
                        p.y >= std::min(a.y, b.y) && p.y <= std::max(a.y, b.y);
    if (side == 0 && in_box) return PointPlace::OnEdge;
    const bool crosses = (a.y > p.y) != (b.y > p.y);
    if (crosses && (side > 0) == (b.y > a.y)) inside = !inside;
  }
  return inside ? PointPlace::Inside : PointPlace::Outside;
}

namespace {

using EarRank = std::tuple<std::int64_t, std::int32_t, std::int32_t, std::int32_t>;

std::int64_t length2(GridPoint a, GridPoint b) noexcept {
  const GridVector d = grid_vector(a, b);
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

// The ears of what is left of a polygon, as a ring of corner numbers.
class EarClipper {
 public:
  explicit EarClipper(std::span<const GridPoint> polygon)
      : points_(polygon), flat_(flatten(polygon).corners) {
    const std::size_t n = polygon.size();
    for (std::uint32_t i = 0; i < n; ++i) ring_.push_back(i);
    ear_.resize(n);
    for (std::size_t at = 0; at < n; ++at) ear_[at] = is_ear(at);
  }

  bool run(std::vector<PolygonTriangle>& out) {
    bool clean = true;
    while (ring_.size() > 3) {
      const std::size_t best = best_ear();
      clean = clean && best < ring_.size();
      cut(best < ring_.size() ? best : flat_corner(), out);
    }
    if (ring_.size() == 3) out.push_back({ring_[0], ring_[1], ring_[2]});
    return clean;
  }

 private:
  [[nodiscard]] std::size_t before(std::size_t at) const {
    return at == 0 ? ring_.size() - 1 : at - 1;
  }
  [[nodiscard]] std::size_t after(std::size_t at) const {
    return at + 1 == ring_.size() ? 0 : at + 1;
  }

  // Turns left and holds no other corner, nor touches one that is elsewhere than its own corners.
  [[nodiscard]] bool is_ear(std::size_t at) const {
    const glm::ivec2 a = flat_[ring_[before(at)]], b = flat_[ring_[at]],
                     c = flat_[ring_[after(at)]];
    if (orient2d(a, b, c) <= 0) return false;
    for (const std::uint32_t v : ring_) {
      const glm::ivec2 p = flat_[v];
      if (p == a || p == b || p == c) continue;
      if (orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 && orient2d(c, a, p) >= 0) return false;
    }
    return true;
  }

  // Lower is better.
  [[nodiscard]] EarRank rank(std::size_t at) const {
    const GridPoint tip = points_[ring_[at]];
    return {length2(points_[ring_[before(at)]], points_[ring_[after(at)]]), tip.x, tip.y, tip.z};
  }

  // The position in the ring, or its size when there is no ear.
  [[nodiscard]] std::size_t best_ear() const {
    std::size_t best = ring_.size();
    EarRank best_rank{};
    for (std::size_t at = 0; at < ring_.size(); ++at) {
      if (!ear_[at]) continue;
      const EarRank r = rank(at);
      if (best < ring_.size() && !(r < best_rank)) continue;
      best = at;
      best_rank = r;
    }
    return best;
  }

  // Where nothing is an ear: a straight corner, or any.
  [[nodiscard]] std::size_t flat_corner() const {
    for (std::size_t at = 0; at < ring_.size(); ++at) {
      if (orient2d(flat_[ring_[before(at)]], flat_[ring_[at]], flat_[ring_[after(at)]]) == 0)
        return at;
    }
    return 0;
  }

  void cut(std::size_t at, std::vector<PolygonTriangle>& out) {
    out.push_back({ring_[before(at)], ring_[at], ring_[after(at)]});
    ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(at));
    ear_.erase(ear_.begin() + static_cast<std::ptrdiff_t>(at));
    const std::size_t next = at == ring_.size() ? 0 : at;
    ear_[next] = is_ear(next);
    ear_[before(next)] = is_ear(before(next));
  }

  std::span<const GridPoint> points_;
  std::vector<glm::ivec2> flat_;
  std::vector<std::uint32_t> ring_;
  std::vector<bool> ear_;
};

}  // namespace

bool triangulate_polygon(std::span<const GridPoint> polygon, std::vector<PolygonTriangle>& out) {
  out.clear();
  if (polygon.size() < 3) return false;
  out.reserve(polygon.size() - 2);
  return EarClipper(polygon).run(out);
}

}  // namespace playset
