// Texture coordinates of level meshes, in metres, by the axis that a surface faces most.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace playset {

// Directions in steps of 1/1024: normals of coplanar walls differ by the grid's rounding, and are
// one here.
struct CoarseNormal {
  std::array<std::int16_t, 3> steps{};
  friend bool operator==(const CoarseNormal&, const CoarseNormal&) = default;
};

[[nodiscard]] inline CoarseNormal coarse(glm::dvec3 n) {
  const auto round = [](double v) {
    return static_cast<std::int16_t>(std::floor(v * 1024.0 + 0.5));
  };
  return {{round(n.x), round(n.y), round(n.z)}};
}

// The axis a wall faces most; on a tie, as of walls at 45 degrees, the first, whatever the
// rounding.
[[nodiscard]] inline int facing_axis(const CoarseNormal& n) {
  constexpr int kTie = 4;
  int axis = 0;
  for (int i = 1; i < 3; ++i) {
    if (std::abs(n.steps[static_cast<std::size_t>(i)]) >
        std::abs(n.steps[static_cast<std::size_t>(axis)]) + kTie)
      axis = i;
  }
  return axis;
}

// Seen from inside the cell: u runs to the right, v down (glTF); on floors and ceilings v runs
// along +Z.
[[nodiscard]] inline glm::vec2 box_uv(glm::dvec3 p, const CoarseNormal& n) {
  const int axis = facing_axis(n);
  const double way = n.steps[static_cast<std::size_t>(axis)] < 0 ? -1.0 : 1.0;
  const glm::dvec2 uv = axis == 0   ? glm::dvec2(-way * p.z, -p.y)
                        : axis == 1 ? glm::dvec2(way * p.x, p.z)
                                    : glm::dvec2(way * p.x, -p.y);
  return glm::vec2(uv);
}

}  // namespace playset
