// Distances by projection, least values by golden sections, first touches by halving.
#include "tests/level/sweep_oracle.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace playset::test {
namespace {

// Distance of a point to a triangle: the plane's where it projects inside by barycentric
// coordinates, else the nearest edge's.
double point_to_triangle(glm::dvec3 p, const Corners& t) {
  const glm::dvec3 u = t[1] - t[0], v = t[2] - t[0], w = p - t[0];
  const glm::dvec3 n = glm::cross(u, v);
  const double n2 = glm::dot(n, n);
  if (n2 > 0.0) {
    const double b = glm::dot(glm::cross(w, v), n) / n2, c = glm::dot(glm::cross(u, w), n) / n2;
    if (b >= 0.0 && c >= 0.0 && b + c <= 1.0) return std::fabs(glm::dot(w, n)) / std::sqrt(n2);
  }
  double best = 1e300;
  for (std::size_t i = 0; i < 3; ++i) {
    const glm::dvec3 a = t[i], run = t[(i + 1) % 3] - a;
    const double length2 = glm::dot(run, run);
    const double s = length2 > 0.0 ? std::clamp(glm::dot(p - a, run) / length2, 0.0, 1.0) : 0.0;
    best = std::min(best, glm::length(p - a - run * s));
  }
  return best;
}

// Least value of a convex function on [0, 1]: where, by golden sections.
template <typename F>
double least_at(F f) {
  constexpr double kGolden = 0.6180339887498949;
  double a = 0.0, b = 1.0;
  double x = b - kGolden * (b - a), y = a + kGolden * (b - a);
  double fx = f(x), fy = f(y);
  for (int i = 0; i < 60; ++i) {
    if (fx <= fy) {
      b = y, y = x, fy = fx;
      x = b - kGolden * (b - a);
      fx = f(x);
    } else {
      a = x, x = y, fx = fy;
      y = a + kGolden * (b - a);
      fy = f(y);
    }
  }
  double best = 0.5 * (a + b);
  for (const double end : {0.0, 1.0})
    if (f(end) < f(best)) best = end;
  return best;
}

// m: what the nested searches of a box leave of a distance of nothing.
constexpr double kBoxTouch = 1e-7;

double segment_to_triangle(glm::dvec3 a, glm::dvec3 b, const Corners& t) {
  const auto distance = [&](double s) { return point_to_triangle(a + (b - a) * s, t); };
  return distance(least_at(distance));
}

double box_to_triangle(const OracleBody& body, glm::dvec3 center, const Corners& t) {
  // The distance of a point to the box, and its least over rows of the triangle: convex again.
  const auto to_box = [&](glm::dvec3 q) {
    double sum = 0.0;
    for (const glm::dvec3& e : body.edges) {
      const double length = glm::length(e);
      const double x = length > 0.0 ? glm::dot(q - center, e / length) : 0.0;
      const double out = std::fabs(x) > length ? std::fabs(x) - length : 0.0;
      sum += out * out;
    }
    return std::sqrt(sum);
  };
  const auto row = [&](double v) {
    const auto at = [&](double u) {
      return to_box(t[0] + (t[1] - t[0]) * (u * (1.0 - v)) + (t[2] - t[0]) * v);
    };
    return at(least_at(at));
  };
  return row(least_at(row));
}

}  // namespace

double OracleBody::distance(glm::dvec3 center, const Corners& triangle) const {
  if (is_box) return box_to_triangle(*this, center, triangle) - kBoxTouch;
  if (half_axis == glm::dvec3(0.0)) return point_to_triangle(center, triangle) - radius;
  return segment_to_triangle(center - half_axis, center + half_axis, triangle) - radius;
}

OracleBody OracleBody::grown(double by) const {
  OracleBody other = *this;
  if (!is_box) other.radius = std::max(0.0, radius + by);
  if (is_box)
    for (glm::dvec3& e : other.edges) e *= std::max(0.0, 1.0 + by / glm::length(e));
  return other;
}

double OracleBody::bound() const {
  double sum = radius + glm::length(half_axis);
  for (const glm::dvec3& e : edges) sum += glm::length(e);
  return sum;
}

SweepOracle::SweepOracle(const Level& level, const DoorStates* doors)
    : level_(&level), doors_(doors) {
  for (std::uint32_t side = 0; side < level.side_count(); ++side)
    if (blocks(side)) append_triangles(side, walls_);
  if (walls_.empty()) return;
  nodes_.reserve(2 * walls_.size());
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(walls_.size()));
}

bool SweepOracle::blocks(std::uint32_t side) const {
  const std::uint32_t door = level_->side_door(side);
  return level_->side_neighbor(side) == kNone ||
         (door != kNone && doors_ != nullptr && is_closed(*doors_, door));
}

void SweepOracle::append_triangles(std::uint32_t side, std::vector<WallTriangle>& out) const {
  const auto corners = level_->side_corners(side);
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    out.push_back({{to_metres(level_->vertex(corners[0])), to_metres(level_->vertex(corners[i])),
                    to_metres(level_->vertex(corners[i + 1]))},
                   side});
}

void SweepOracle::build(std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  Node made;
  for (std::uint32_t i = first; i < first + count; ++i)
    for (const glm::dvec3& p : walls_[i].corners) {
      made.lo =
          glm::dvec3(std::min(made.lo.x, p.x), std::min(made.lo.y, p.y), std::min(made.lo.z, p.z));
      made.hi =
          glm::dvec3(std::max(made.hi.x, p.x), std::max(made.hi.y, p.y), std::max(made.hi.z, p.z));
    }
  made.first = first;
  made.count = count;
  if (count > 4) {
    const glm::dvec3 size = made.hi - made.lo;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto begin = walls_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count,
                     [axis](const WallTriangle& a, const WallTriangle& b) {
                       return a.corners[0][axis] + a.corners[1][axis] + a.corners[2][axis] <
                              b.corners[0][axis] + b.corners[1][axis] + b.corners[2][axis];
                     });
    made.first = static_cast<std::uint32_t>(nodes_.size());
    made.count = 0;
    nodes_.emplace_back();
    nodes_.emplace_back();
    build(made.first, first, count / 2);
    build(made.first + 1, first + count / 2, count - count / 2);
  }
  nodes_[node] = made;
}

std::vector<WallTriangle> SweepOracle::near(glm::dvec3 from, glm::dvec3 by, double reach) const {
  std::vector<WallTriangle> found;
  std::vector<std::uint32_t> stack;
  if (!nodes_.empty()) stack.push_back(0);
  while (!stack.empty()) {
    const Node& node = nodes_[stack.back()];
    stack.pop_back();
    bool out = false;
    for (int i = 0; i < 3; ++i) {
      const double lo = std::min(from[i], from[i] + by[i]) - reach;
      const double hi = std::max(from[i], from[i] + by[i]) + reach;
      out |= node.lo[i] > hi || node.hi[i] < lo;
    }
    if (out) continue;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) found.push_back(walls_[i]);
    if (node.count > 0) continue;
    stack.push_back(node.first);
    stack.push_back(node.first + 1);
  }
  return found;
}

std::vector<WallTriangle> SweepOracle::reachable(const OracleBody& body, glm::dvec3 from,
                                                 glm::dvec3 by, std::uint32_t cell) const {
  std::vector<std::uint32_t> cells{cell};
  std::vector<WallTriangle> walls;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::uint32_t first = level_->first_side(cells[i]);
    for (std::uint32_t s = first; s < first + level_->side_count(cells[i]); ++s) {
      if (blocks(s)) {
        append_triangles(s, walls);
        continue;
      }
      const std::uint32_t behind = level_->side_neighbor(s);
      if (std::find(cells.begin(), cells.end(), behind) != cells.end()) continue;
      std::vector<WallTriangle> portal;
      append_triangles(s, portal);
      for (const WallTriangle& part : portal) {
        const auto distance = [&](double t) { return body.distance(from + by * t, part.corners); };
        if (distance(least_at(distance)) > 1e-6) continue;
        cells.push_back(behind);
        break;
      }
    }
  }
  return walls;
}

OracleSweep SweepOracle::first_touch(const std::vector<WallTriangle>& walls, const OracleBody& body,
                                     glm::dvec3 from, glm::dvec3 by) {
  OracleSweep best;
  const double bound = body.bound();
  for (const WallTriangle& wall : walls) {
    const auto distance = [&](double t) { return body.distance(from + by * t, wall.corners); };
    // The middle's own way bounds the body's.
    const double point = segment_to_triangle(from, from + by * std::min(best.t, 1.0), wall.corners);
    if (point > bound + 1e-9) continue;
    const double least = least_at(distance);
    if (distance(least) > 0.0) continue;
    double before = 0.0, after = least;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (before + after);
      (distance(middle) > 0.0 ? before : after) = middle;
    }
    if (after < best.t) best = {after, wall.side};
  }
  return best;
}

double SweepOracle::least_distance(const std::vector<WallTriangle>& walls, const OracleBody& body,
                                   glm::dvec3 center) {
  double least = 1e300;
  for (const WallTriangle& wall : walls)
    least = std::min(least, body.distance(center, wall.corners));
  return least;
}

}  // namespace playset::test
