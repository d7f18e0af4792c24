// What a moving body's shapes are asked about one wall, portal or exposed edge of a level. All in
// doubles.
#pragma once

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <span>

#include "level/format.h"

namespace playset {

inline constexpr double kOnWall = 0x1p-18;  // m: a centre this far behind a wall is on it
inline constexpr double kReach = 1e-6;      // m: portals are sought this much further out
// of the motion's length: what comes nearer a touched wall by less slides along it
inline constexpr double kSlide = 1e-9;
// sine of how far a contact's normal may lean over a face that it should not be above
inline constexpr double kCone = 1e-6;

// The motion of a body's middle: at + t * by.
struct Motion {
  glm::dvec3 from{0.0}, by{0.0};
  double length = 0.0;
};

// A side as a convex polygon.
struct SidePolygon {
  std::span<const std::uint32_t> corners;
  std::span<const GridPoint> vertices;
  glm::dvec3 n;  // unit, into the cell; zero where it has no area
  double w;

  SidePolygon(const Level& level, std::uint32_t side) noexcept
      : corners(LevelAccess::corners(level).subspan(LevelAccess::sides(level)[side].first_corner,
                                                    LevelAccess::sides(level)[side].corner_count)),
        vertices(LevelAccess::vertices(level)),
        n(LevelAccess::planes(level)[side].n),
        w(LevelAccess::planes(level)[side].w) {}

  [[nodiscard]] std::size_t size() const noexcept { return corners.size(); }
  [[nodiscard]] glm::dvec3 corner(std::size_t i) const noexcept {
    return to_metres(vertices[corners[i < corners.size() ? i : 0]]);
  }
  [[nodiscard]] double height(glm::dvec3 p) const noexcept { return glm::dot(n, p) + w; }
};

// An exposed edge in metres.
struct EdgeLine {
  glm::dvec3 a, run;  // from a to a + run
  glm::dvec3 mine, other;
  std::uint32_t corners;

  explicit EdgeLine(const ExposedEdge& e) noexcept
      : a(to_metres(e.a)),
        run(to_metres(e.b) - to_metres(e.a)),
        mine(e.mine[0], e.mine[1], e.mine[2]),
        other(e.other[0], e.other[1], e.other[2]),
        corners(e.corners) {}

  // Whether a body that lies towards `away` from the edge (any length) meets it before its faces.
  [[nodiscard]] bool faces(glm::dvec3 away) const noexcept {
    const double x = glm::dot(away, mine), y = glm::dot(away, other);
    if (x <= 0.0 && y <= 0.0) return true;
    const double limit = kCone * std::sqrt(glm::dot(away, away));
    return x <= limit && y <= limit;
  }
  // Away from all its faces, for a body whose middle lies on it; zero where nothing says.
  [[nodiscard]] glm::dvec3 outward() const noexcept {
    const glm::dvec3 sum = mine + other;
    const double length = std::sqrt(glm::dot(sum, sum));
    return length > 1e-9 ? sum / -length : glm::dvec3(0.0);
  }
};

// How a body touches one wall or edge where it is.
struct Contact {
  glm::dvec3 point{0.0};   // on the wall
  glm::dvec3 normal{0.0};  // unit, towards the body
  double depth = 0.0;      // m, >= 0
  // of a face: the way over its rim is shorter, if that is exposed
  bool rim = false;
};

// When a body meets one wall or edge.
struct Meeting {
  double t = 0.0;
  glm::dvec3 point{0.0}, normal{0.0};
};

// The part of [t0, t1] in which the point from + t * by lies above (or below) the polygon, grown
// by `margin`. False where there is none.
[[nodiscard]] bool clip_above(const SidePolygon& side, glm::dvec3 from, glm::dvec3 by,
                              double margin, double& t0, double& t1) noexcept;

// Distance of the segment from, from + by to the polygon, and the nearest points.
struct SideDistance {
  double distance2;
  glm::dvec3 on_segment, on_side;
};
[[nodiscard]] SideDistance segment_to_side(const SidePolygon& side, glm::dvec3 from,
                                           glm::dvec3 by) noexcept;

// A sphere whose centre is `from + t * by`, against the front of a wall and against an edge: a
// start that touches is not theirs to answer. Answer false where there is nothing up to `until`.
[[nodiscard]] bool sphere_meets_face(const SidePolygon& side, const Motion& motion, double radius,
                                     double until, Meeting& out) noexcept;
[[nodiscard]] bool sphere_meets_edge(const EdgeLine& edge, const Motion& motion, double radius,
                                     double until, Meeting& out) noexcept;
// The same against a line segment without its ends, then one of its ends.
[[nodiscard]] bool sphere_meets_line(glm::dvec3 a, glm::dvec3 run, const Motion& motion,
                                     double radius, double until, double& t,
                                     double& along) noexcept;
[[nodiscard]] bool sphere_meets_point(glm::dvec3 point, const Motion& motion, double radius,
                                      double until, double& t) noexcept;

[[nodiscard]] bool sphere_on_face(const SidePolygon& side, glm::dvec3 center, double radius,
                                  Contact& out) noexcept;
[[nodiscard]] bool sphere_on_edge(const EdgeLine& edge, glm::dvec3 center, double radius,
                                  Contact& out) noexcept;

}  // namespace playset
