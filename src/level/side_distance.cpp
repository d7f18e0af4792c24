// Distances of convex polygons: the plane where the foot lies inside, else the edges it is outside
// of; boxes by clipping.
#include "level/side_distance.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace playset {
namespace {

// The corners of a side in metres, in order.
struct SideCorners {
  std::span<const std::uint32_t> ids;
  std::span<const GridPoint> vertices;

  SideCorners(const Level& level, std::uint32_t side) noexcept
      : ids(level.side_corners(side)), vertices(LevelAccess::vertices(level)) {}
  [[nodiscard]] std::size_t size() const noexcept { return ids.size(); }
  [[nodiscard]] glm::dvec3 operator[](std::size_t i) const noexcept {
    return to_metres(vertices[ids[i < ids.size() ? i : 0]]);
  }
};

double distance2(const LineSegment& edge, glm::dvec3 p) noexcept {
  const glm::dvec3 off = p - nearest_point(edge, p);
  return glm::dot(off, off);
}

using ClipCorners = std::array<glm::dvec3, 16>;  // a triangle cut six times has nine at most

// Clips a convex polygon to v[axis] * sign <= limit. Returns the new size; at most one corner more.
std::size_t clip(const ClipCorners& in, std::size_t count, int axis, double sign, double limit,
                 ClipCorners& out) noexcept {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count && kept + 2 <= out.size(); ++i) {
    const glm::dvec3 a = in[i], b = in[i + 1 < count ? i + 1 : 0];
    const double at = limit - a[axis] * sign, bt = limit - b[axis] * sign;
    if (at >= 0.0) out[kept++] = a;
    if ((at < 0.0) != (bt < 0.0)) out[kept++] = a + (b - a) * (at / (at - bt));
  }
  return kept;
}

// side_depth of one triangle in the box's own axes.
double triangle_depth(ClipCorners corners, glm::dvec3 half) noexcept {
  ClipCorners other;
  std::size_t count = 3;
  for (int axis = 0; axis < 3; ++axis) {
    count = clip(corners, count, axis, 1.0, half[axis], other);
    count = clip(other, count, axis, -1.0, half[axis], corners);
  }
  if (count == 0) return -1.0;
  glm::dvec3 middle(0.0);
  for (std::size_t i = 0; i < count; ++i) middle += corners[i] / static_cast<double>(count);
  const glm::dvec3 room = half - glm::abs(middle);
  return std::max(0.0, std::min(room.x, std::min(room.y, room.z)));
}

}  // namespace

double side_distance(const Level& level, std::uint32_t side, glm::dvec3 p) noexcept {
  const SidePlane& plane = LevelAccess::planes(level)[side];
  const SideCorners corners(level, side);
  const double height = glm::dot(plane.n, p) + plane.w;
  bool outside = plane.n == glm::dvec3(0.0);
  double best = 1e300;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const LineSegment edge{corners[i], corners[i + 1]};
    const double turn = glm::dot(glm::cross(plane.n, edge.to - edge.from), p - edge.from);
    if (turn >= 0.0 && !(plane.n == glm::dvec3(0.0))) continue;
    outside = true;
    best = std::min(best, distance2(edge, p));
  }
  return outside ? std::sqrt(best) : std::fabs(height);
}

double side_distance(const Level& level, std::uint32_t side, const LineSegment& segment) noexcept {
  const SidePlane& plane = LevelAccess::planes(level)[side];
  const double from = glm::dot(plane.n, segment.from) + plane.w,
               to = glm::dot(plane.n, segment.to) + plane.w;
  double best =
      std::min(side_distance(level, side, segment.from), side_distance(level, side, segment.to));
  if ((from < 0.0) != (to < 0.0)) {
    const glm::dvec3 through = segment.from + (segment.to - segment.from) * (from / (from - to));
    best = std::min(best, side_distance(level, side, through));
  }
  const SideCorners corners(level, side);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const LineSegment edge{corners[i], corners[i + 1]};
    best = std::min(best, std::sqrt(nearest_points(segment, edge).distance2));
  }
  return best;
}

double side_depth(const Level& level, std::uint32_t side, glm::dvec3 center,
                  const std::array<glm::dvec3, 3>& axes, glm::dvec3 half) noexcept {
  const SideCorners corners(level, side);
  const auto in = [&](glm::dvec3 p) {
    const glm::dvec3 v = p - center;
    return glm::dvec3(glm::dot(axes[0], v), glm::dot(axes[1], v), glm::dot(axes[2], v));
  };
  double depth = -1.0;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    depth =
        std::max(depth, triangle_depth({in(corners[0]), in(corners[i]), in(corners[i + 1])}, half));
  return depth;
}

}  // namespace playset
