// An object's shape in doubles: its axes, how far it reaches, and its exact tests.
#pragma once

#include <array>
#include <optional>

#include "level/object_store.h"
#include "playset/geom/ray_tests.h"

namespace playset {

using ShapeAxes = std::array<glm::dvec3, 3>;

[[nodiscard]] inline ShapeAxes axes_of(const glm::vec4& r) noexcept {
  const double x = double{r.x}, y = double{r.y}, z = double{r.z}, w = double{r.w};
  return {glm::dvec3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
          glm::dvec3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
          glm::dvec3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))};
}

// The radius of the sphere around the center that holds all of it, rounded up.
[[nodiscard]] float bounding_radius(ObjectKind kind, glm::vec3 half) noexcept;

// A point's path, with what every test of it needs.
struct ShapePath {
  glm::dvec3 from, dir;
  double dd, inverse_dd;  // 0 where the path has no length

  explicit ShapePath(const LineSegment& path) noexcept
      : from(path.from),
        dir(path.to - path.from),
        dd(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z),
        inverse_dd(dd > 0.0 ? 1.0 / dd : 0.0) {}
};

inline constexpr double kNoEntry = 2.0;

// t at which the path enters the shape: trace_sphere, trace_capsule and trace_box of geom without
// point and normal. 0 for a start inside; kNoEntry: it does not.
[[nodiscard]] double enter_shape(const ObjectSlot& slot, const ShapePath& path) noexcept;

// Where a ball's path first touches it. The path is finite.
[[nodiscard]] std::optional<ShapeHit> sweep_shape(const ObjectSlot& slot, const LineSegment& path,
                                                  double radius) noexcept;
// The point of it nearest to p: p itself where it is inside.
[[nodiscard]] glm::dvec3 nearest_of_shape(const ObjectSlot& slot, glm::dvec3 p) noexcept;

}  // namespace playset
