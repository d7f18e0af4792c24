// Places, normals and neighbours of sides.
#include "cub_geometry.h"

#include <algorithm>
#include <cmath>

namespace playset {

GridPoint place_of(const ScaffoldDocument& document, ScaffoldId vertex) {
  return document.find<ScaffoldVertex>(vertex)->at;
}

SidePlaces side_places(const ScaffoldDocument& document, const ScaffoldCub& cub,
                       std::uint32_t side) {
  SidePlaces result;
  result.loop = side_loop(cub, side);
  for (std::uint32_t i = 0; i < result.loop.count; ++i)
    result.at[i] = place_of(document, result.loop.vertices[i]);
  return result;
}

SidePlaces side_places(const ScaffoldDocument& document, SideRef side) {
  return side_places(document, *document.find<ScaffoldCub>(side.cub), side.side);
}

double length_of(glm::dvec3 v) { return std::sqrt(dot_of(v, v)); }

glm::dvec3 unit(glm::dvec3 v) {
  const double length = length_of(v);
  return length > 0.0 ? v / length : glm::dvec3(0.0);
}

// Loops run counterclockwise seen from inside.
glm::dvec3 outward_normal(const SidePlaces& side) {
  glm::dvec3 area(0.0);
  for (std::uint32_t i = 2; i < side.loop.count; ++i)
    area += cross_of(to_metres(side.at[i] - side.at[0]), to_metres(side.at[i - 1] - side.at[0]));
  return unit(area);
}

glm::dvec3 side_centre(const SidePlaces& side) {
  glm::dvec3 sum(0.0);
  for (const GridPoint p : side.places()) sum += to_metres(p);
  return sum / std::max(1.0, static_cast<double>(side.loop.count));
}

glm::dvec3 cub_centre(const ScaffoldDocument& document, const ScaffoldCub& cub) {
  glm::dvec3 sum(0.0);
  for (const ScaffoldId id : cub.corners) sum += to_metres(place_of(document, id));
  return sum / static_cast<double>(kCubCorners);
}

GridPoint nearest_grid(glm::dvec3 metres) {
  constexpr double kMost = 4.0 * kLevelLimit;
  const auto clamped = [](double m) { return m > kMost ? kMost : m > -kMost ? m : -kMost; };
  const auto steps = [&](double m) {
    return static_cast<std::int32_t>(std::floor(clamped(m) * kGridPerMetre + 0.5));
  };
  return {steps(metres.x), steps(metres.y), steps(metres.z)};
}

const ScaffoldWindow* whole_window_of(const ScaffoldDocument& document, SideRef side) {
  for (const ScaffoldId id : document.windows_of_cub(side.cub)) {
    const ScaffoldWindow* window = document.find<ScaffoldWindow>(id);
    if (!window->partial && (window->sides[0] == side || window->sides[1] == side)) return window;
  }
  return nullptr;
}

SideRef other_side(const ScaffoldWindow& window, SideRef side) {
  return window.sides[0] == side ? window.sides[1] : window.sides[0];
}

std::vector<SideRef> sides_of_edge(const ScaffoldDocument& document, EdgeRef edge) {
  std::vector<SideRef> found;
  for (const ScaffoldId id : document.cubs_of_vertex(edge.a)) {
    const ScaffoldCub& cub = *document.find<ScaffoldCub>(id);
    for (std::uint8_t side = 0; side < kCubSides; ++side) {
      const SideLoop loop = side_loop(cub, side);
      for (std::uint32_t i = 0; i < loop.count && loop.count >= 3; ++i) {
        if (make_edge(loop.vertices[i], loop.vertices[(i + 1) % loop.count]) == edge)
          found.push_back({id, side});
      }
    }
  }
  return found;
}

bool loops_meet(const SideLoop& a, const SideLoop& b) {
  if (a.count != b.count || a.count < 3) return false;
  const std::uint32_t n = a.count;
  const auto end = b.vertices.begin() + n;
  const auto at = static_cast<std::uint32_t>(std::find(b.vertices.begin(), end, a.vertices[0]) -
                                             b.vertices.begin());
  for (std::uint32_t i = 0; i < n; ++i) {
    if (at == n || a.vertices[i] != b.vertices[(at + n - i) % n]) return false;
  }
  return true;
}

}  // namespace playset
