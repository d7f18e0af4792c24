// Brute-force shortest ways on floors.
#include "tests/nav/floor_oracle.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace playset::test {
namespace {

constexpr double kSlack = 5e-4;  // m

double dot(glm::dvec2 a, glm::dvec2 b) { return a.x * b.x + a.y * b.y; }
double cross(glm::dvec2 a, glm::dvec2 b) { return a.x * b.y - a.y * b.x; }
double length_of(glm::dvec2 a) { return std::sqrt(dot(a, a)); }

double to_segment(glm::dvec2 p, glm::dvec2 a, glm::dvec2 b) {
  const glm::dvec2 ab = b - a;
  const double l2 = dot(ab, ab);
  const double t = l2 > 0 ? std::clamp(dot(p - a, ab) / l2, 0.0, 1.0) : 0.0;
  return length_of(p - (a + t * ab));
}
bool cross_each_other(glm::dvec2 a, glm::dvec2 b, glm::dvec2 c, glm::dvec2 d) {
  const double s1 = cross(b - a, c - a), s2 = cross(b - a, d - a);
  const double s3 = cross(d - c, a - c), s4 = cross(d - c, b - c);
  return ((s1 > 0) != (s2 > 0)) && ((s3 > 0) != (s4 > 0));
}

}  // namespace

FloorOracle::FloorOracle(const GroundGraph& graph, double radius, int per_circle)
    : radius_(radius) {
  for (const GroundFloor& floor : graph.floors()) {
    for (std::uint32_t i = 0; i < floor.edge_count; ++i) {
      const GroundEdge& edge = graph.edges()[floor.first_edge + i];
      if (edge.kind == GroundEdgeKind::Walk) continue;
      const GroundEdge& next = graph.edges()[floor.first_edge + (i + 1) % floor.edge_count];
      const glm::dvec3 a = to_metres(edge.from), b = to_metres(next.from);
      walls_.push_back({{a.x, a.z}, {b.x, b.z}});
    }
  }
  // Only points whose nearest wall is the end they are about: elsewhere no shortest way turns.
  std::vector<glm::dvec2> ends;
  for (const Wall& wall : walls_) ends.push_back(wall.a);
  const double step = 2.0 * 3.14159265358979 / per_circle, reach = radius / std::cos(step / 2);
  for (const glm::dvec2 end : ends) {
    for (int i = 0; i < per_circle; ++i) {
      const glm::dvec2 p = end + reach * glm::dvec2(std::cos(step * i), std::sin(step * i));
      if (wall_distance(p) < std::min(reach - 1e-9, length_of(p - end) - 1e-9) &&
          wall_distance(p) < radius - kSlack)
        continue;
      points_.push_back(p);
    }
  }
  seen_.resize(points_.size());
  for (std::uint32_t i = 0; i < points_.size(); ++i)
    for (std::uint32_t k = i + 1; k < points_.size(); ++k)
      if (is_clear(points_[i], points_[k])) {
        const double l = length_of(points_[k] - points_[i]);
        seen_[i].push_back({k, l});
        seen_[k].push_back({i, l});
      }
}

double FloorOracle::wall_distance(glm::dvec2 at) const {
  double least = 1e30;
  for (const Wall& wall : walls_) least = std::min(least, to_segment(at, wall.a, wall.b));
  return least;
}

bool FloorOracle::is_clear(glm::dvec2 a, glm::dvec2 b) const {
  const double least = radius_ - kSlack;
  return std::none_of(walls_.begin(), walls_.end(), [&](const Wall& wall) {
    return to_segment(wall.a, a, b) < least || to_segment(wall.b, a, b) < least ||
           to_segment(a, wall.a, wall.b) < least || to_segment(b, wall.a, wall.b) < least ||
           cross_each_other(a, b, wall.a, wall.b);
  });
}

double FloorOracle::length(glm::dvec2 from, glm::dvec2 to) const {
  if (is_clear(from, to)) return length_of(to - from);
  std::vector<double> best(points_.size(), 1e30), last(points_.size(), 1e30);
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (std::uint32_t i = 0; i < points_.size(); ++i) {
    if (is_clear(points_[i], to)) last[i] = length_of(to - points_[i]);
    if (!is_clear(from, points_[i])) continue;
    best[i] = length_of(points_[i] - from);
    queue.push({best[i], i});
  }
  double found = 1e30;
  while (!queue.empty()) {
    const auto [length, i] = queue.top();
    queue.pop();
    if (length > best[i]) continue;
    found = std::min(found, length + last[i]);
    for (const auto& [k, step] : seen_[i])
      if (length + step < best[k]) queue.push({best[k] = length + step, k});
  }
  return found < 1e29 ? found : -1.0;
}

}  // namespace playset::test
