// Objects' shapes as those of geom: boxes are turned into their own axes first.
#include "level/object_shape.h"
#include "playset/level/sweep.h"

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

// From the nearest approach: exact enough for long paths.
double enter_ball(glm::dvec3 m, glm::dvec3 d, double dd, double inverse_dd,
                  double radius) noexcept {
  if (glm::dot(m, m) <= radius * radius) return 0.0;
  const double towards = -glm::dot(m, d);
  if (towards <= 0.0) return kNoEntry;
  const double nearest = towards * inverse_dd;
  const glm::dvec3 miss = m + d * nearest;
  const double room = radius * radius - glm::dot(miss, miss);
  if (room < 0.0) return kNoEntry;
  const double t = nearest - std::sqrt(room * inverse_dd);
  return t <= 1.0 && dd > 0.0 ? std::max(t, 0.0) : kNoEntry;
}

// The cylinder round the axis first; where its side is entered beyond an end, that end's ball.
double enter_capsule(const ObjectSlot& slot, glm::dvec3 m, const ShapePath& path) noexcept {
  const glm::dvec3 axis = axes_of(slot.rotation)[1];
  const double radius = double{slot.half.x}, end = double{slot.half.y};
  const double height = glm::dot(m, axis), rise = glm::dot(path.dir, axis);
  const glm::dvec3 m_across = m - axis * height, d_across = path.dir - axis * rise;
  const double across2 = glm::dot(d_across, d_across);
  const bool slanted = across2 > 1e-12 * path.dd;
  double t = kNoEntry;
  if (slanted || glm::dot(m_across, m_across) <= radius * radius)
    t = enter_ball(m_across, d_across, across2, slanted ? 1.0 / across2 : 0.0, radius);
  if (slanted && t > 1.0) return kNoEntry;
  const double at = height + rise * t;
  if (t <= 1.0 && std::fabs(at) <= end) return t;
  const auto cap = [&](double side) {
    return enter_ball(m - axis * (side * end), path.dir, path.dd, path.inverse_dd, radius);
  };
  return std::min(cap(1.0), cap(-1.0));
}

double enter_box(const ObjectSlot& slot, glm::dvec3 m, const ShapePath& path) noexcept {
  const ShapeAxes axes = axes_of(slot.rotation);
  double enter = 0.0, leave = 1.0;
  for (int k = 0; k < 3; ++k) {
    const double at = glm::dot(m, axes[static_cast<std::size_t>(k)]),
                 speed = glm::dot(path.dir, axes[static_cast<std::size_t>(k)]),
                 half = double{slot.half[k]};
    if (std::fabs(speed) < 1e-30) {
      if (std::fabs(at) > half) return kNoEntry;
      continue;
    }
    const double inverse = 1.0 / speed, middle = -at * inverse, width = half * std::fabs(inverse);
    enter = std::max(enter, middle - width);
    leave = std::min(leave, middle + width);
  }
  return enter <= leave ? enter : kNoEntry;
}

}  // namespace

float bounding_radius(ObjectKind kind, glm::vec3 half) noexcept {
  if (kind == ObjectKind::Sphere) return half.x;
  const double reach = kind == ObjectKind::Capsule
                           ? double{half.x} + double{half.y}
                           : std::sqrt(glm::dot(glm::dvec3(half), glm::dvec3(half)));
  return static_cast<float>(reach * (1.0 + 1e-6));
}

double enter_shape(const ObjectSlot& slot, const ShapePath& path) noexcept {
  const glm::dvec3 m = path.from - glm::dvec3(slot.center);
  if (slot.kind == ObjectKind::Sphere)
    return enter_ball(m, path.dir, path.dd, path.inverse_dd, double{slot.half.x});
  return slot.kind == ObjectKind::Capsule ? enter_capsule(slot, m, path) : enter_box(slot, m, path);
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
