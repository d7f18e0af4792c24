// Signed axis permutations with a scale.
#include "playset/core/axes.h"

namespace playset {
namespace {

double pick(std::int8_t from, glm::dvec3 v) noexcept {
  const int axis = (from < 0 ? -from : from) - 1;
  return from < 0 ? -v[axis] : v[axis];
}

}  // namespace

glm::dvec3 direction_from(const AxisMap& map, glm::dvec3 theirs) noexcept {
  return {pick(map.from[0], theirs), pick(map.from[1], theirs), pick(map.from[2], theirs)};
}

glm::dvec3 direction_to(const AxisMap& map, glm::dvec3 ours) noexcept {
  glm::dvec3 theirs{0.0};
  for (int i = 0; i < 3; ++i) {
    const int from = map.from[static_cast<std::size_t>(i)];
    theirs[(from < 0 ? -from : from) - 1] = from < 0 ? -ours[i] : ours[i];
  }
  return theirs;
}

glm::dvec3 point_from(const AxisMap& map, glm::dvec3 theirs) noexcept {
  return direction_from(map, theirs) * map.metres_per_unit;
}

glm::dvec3 point_to(const AxisMap& map, glm::dvec3 ours) noexcept {
  return direction_to(map, ours) / map.metres_per_unit;
}

bool mirrors(const AxisMap& map) noexcept {
  int sign = 1;
  std::array<int, 3> axis{};
  for (std::size_t i = 0; i < 3; ++i) {
    sign *= map.from[i] < 0 ? -1 : 1;
    axis[i] = map.from[i] < 0 ? -map.from[i] : map.from[i];
  }
  int inversions = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = i + 1; j < 3; ++j) inversions += axis[i] > axis[j] ? 1 : 0;
  const bool odd = inversions % 2 == 1;
  return (sign < 0) != odd;
}

}  // namespace playset
