// The bodies that sweeps and overlaps know. Each says how far it reaches along a normal, how it
// touches one wall or edge where it is, and when it meets one on its way.
#pragma once

#include "level/side_touch.h"
#include "playset/geom/ray_tests.h"

namespace playset {

struct SphereShape {
  // of the motion's length: an edge that comes nearer by less is grazed. Round shapes sink half
  // the square of it.
  static constexpr double kGraze = 1e-5;
  double radius;

  [[nodiscard]] double reach(glm::dvec3) const noexcept { return radius; }
  [[nodiscard]] bool nears(const SidePolygon& side, glm::dvec3 from, glm::dvec3 by) const noexcept;
  [[nodiscard]] bool on_face(const SidePolygon& side, glm::dvec3 center,
                             Contact& out) const noexcept {
    return sphere_on_face(side, center, radius, out);
  }
  [[nodiscard]] bool on_edge(const EdgeLine& edge, glm::dvec3 center, Contact& out) const noexcept {
    return sphere_on_edge(edge, center, radius, out);
  }
  [[nodiscard]] bool meets_face(const SidePolygon& side, const Motion& motion, double until,
                                Meeting& out) const noexcept {
    return sphere_meets_face(side, motion, radius, until, out);
  }
  [[nodiscard]] bool meets_edge(const EdgeLine& edge, const Motion& motion, double until,
                                Meeting& out) const noexcept {
    return sphere_meets_edge(edge, motion, radius, until, out);
  }
};

struct CapsuleShape {
  static constexpr double kGraze = 1e-7;
  glm::dvec3 half;  // from the middle to one end of the axis
  double radius;

  [[nodiscard]] double reach(glm::dvec3 n) const noexcept {
    return radius + std::fabs(glm::dot(n, half));
  }
  [[nodiscard]] bool nears(const SidePolygon& side, glm::dvec3 from, glm::dvec3 by) const noexcept;
  [[nodiscard]] bool on_face(const SidePolygon& side, glm::dvec3 center,
                             Contact& out) const noexcept;
  [[nodiscard]] bool on_edge(const EdgeLine& edge, glm::dvec3 center, Contact& out) const noexcept;
  [[nodiscard]] bool meets_face(const SidePolygon& side, const Motion& motion, double until,
                                Meeting& out) const noexcept;
  [[nodiscard]] bool meets_edge(const EdgeLine& edge, const Motion& motion, double until,
                                Meeting& out) const noexcept;
};

struct BoxShape {
  static constexpr double kGraze = kSlide;
  std::array<glm::dvec3, 3> axes;
  glm::dvec3 half;

  [[nodiscard]] double reach(glm::dvec3 n) const noexcept {
    return std::fabs(glm::dot(n, axes[0])) * half.x + std::fabs(glm::dot(n, axes[1])) * half.y +
           std::fabs(glm::dot(n, axes[2])) * half.z;
  }
  [[nodiscard]] bool nears(const SidePolygon& side, glm::dvec3 from, glm::dvec3 by) const noexcept;
  [[nodiscard]] bool on_face(const SidePolygon& side, glm::dvec3 center,
                             Contact& out) const noexcept;
  [[nodiscard]] bool on_edge(const EdgeLine& edge, glm::dvec3 center, Contact& out) const noexcept;
  [[nodiscard]] bool meets_face(const SidePolygon& side, const Motion& motion, double until,
                                Meeting& out) const noexcept;
  [[nodiscard]] bool meets_edge(const EdgeLine& edge, const Motion& motion, double until,
                                Meeting& out) const noexcept;
  [[nodiscard]] glm::dvec3 corner(int i) const noexcept {
    return axes[0] * ((i & 1) != 0 ? half.x : -half.x) +
           axes[1] * ((i & 2) != 0 ? half.y : -half.y) +
           axes[2] * ((i & 4) != 0 ? half.z : -half.z);
  }
};

}  // namespace playset
