// Objects' shapes as those of geom: boxes are turned into their own axes first.
#include "level/object_shape.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace playset {
namespace {

Sphere sphere_of(const ObjectSlot& slot) noexcept {
  return {glm::dvec3(slot.center), double{slot.half.x}};
}

Capsule capsule_of(const ObjectSlot& slot) noexcept {
  const glm::dvec3 center(slot.center), along = axes_of(slot.rotation)[1] * double{slot.half.y};
  return {{center - along, center + along}, double{slot.half.x}};
}

// A box at the origin and what is asked of it, in its own axes.
struct BoxFrame {
  ShapeAxes axes;
  glm::dvec3 center;
  Box box;

  explicit BoxFrame(const ObjectSlot& slot) noexcept
      : axes(axes_of(slot.rotation)),
        center(slot.center),
        box{-glm::dvec3(slot.half), glm::dvec3(slot.half)} {}
  [[nodiscard]] glm::dvec3 in(glm::dvec3 p) const noexcept {
    const glm::dvec3 v = p - center;
    return {glm::dot(axes[0], v), glm::dot(axes[1], v), glm::dot(axes[2], v)};
  }
  [[nodiscard]] LineSegment in(const LineSegment& s) const noexcept {
    return {in(s.from), in(s.to)};
  }
  [[nodiscard]] glm::dvec3 turn_out(glm::dvec3 v) const noexcept {
    return axes[0] * v.x + axes[1] * v.y + axes[2] * v.z;
  }
  [[nodiscard]] std::optional<ShapeHit> out(std::optional<ShapeHit> hit) const noexcept {
    if (hit) {
      hit->point = center + turn_out(hit->point);
      hit->normal = turn_out(hit->normal);
    }
    return hit;
  }
};

}  // namespace

float bounding_radius(ObjectKind kind, glm::vec3 half) noexcept {
  if (kind == ObjectKind::Sphere) return half.x;
  const double reach = kind == ObjectKind::Capsule
                           ? double{half.x} + double{half.y}
                           : std::sqrt(glm::dot(glm::dvec3(half), glm::dvec3(half)));
  return static_cast<float>(reach * (1.0 + 1e-6));
}

std::optional<ShapeHit> trace_shape(const ObjectSlot& slot, const LineSegment& path) noexcept {
  if (slot.kind == ObjectKind::Sphere) return trace_sphere(path, sphere_of(slot));
  if (slot.kind == ObjectKind::Capsule) return trace_capsule(path, capsule_of(slot));
  const BoxFrame frame(slot);
  return frame.out(trace_box(frame.in(path), frame.box));
}

std::optional<ShapeHit> sweep_shape(const ObjectSlot& slot, const LineSegment& path,
                                    double radius) noexcept {
  if (slot.kind == ObjectKind::Sphere) return sweep_sphere(path, radius, sphere_of(slot));
  if (slot.kind == ObjectKind::Capsule) return sweep_sphere(path, radius, capsule_of(slot));
  const BoxFrame frame(slot);
  return frame.out(sweep_sphere(frame.in(path), radius, frame.box));
}

glm::dvec3 nearest_of_shape(const ObjectSlot& slot, glm::dvec3 p) noexcept {
  if (slot.kind == ObjectKind::Box) {
    const BoxFrame frame(slot);
    const glm::dvec3 at = frame.in(p), on = glm::clamp(at, frame.box.low, frame.box.high);
    return on == at ? p : frame.center + frame.turn_out(on);
  }
  const Capsule capsule =
      slot.kind == ObjectKind::Sphere
          ? Capsule{{glm::dvec3(slot.center), glm::dvec3(slot.center)}, double{slot.half.x}}
          : capsule_of(slot);
  const glm::dvec3 on_axis = nearest_point(capsule.axis, p), out = p - on_axis;
  const double distance = std::sqrt(glm::dot(out, out));
  return distance <= capsule.radius ? p : on_axis + out * (capsule.radius / distance);
}

}  // namespace playset
