// Spheres and points against one polygon or edge.
#include "level/side_touch.h"

#include <algorithm>

#include "playset/geom/distance.h"

namespace playset {
namespace {

double seam_margin(double radius) noexcept { return kReach * 1e-3 + kSeamAngle * radius; }

// Narrows [t0, t1] to where g + t * c >= 0.
bool clip(double g, double c, double& t0, double& t1) noexcept {
  const double first = g + t0 * c, last = g + t1 * c;
  if (first < 0.0 && last < 0.0) return false;
  if (first < 0.0) t0 = std::min(t1, -g / c);
  if (last < 0.0) t1 = std::max(t0, -g / c);
  return true;
}

}  // namespace

bool clip_above(const SidePolygon& side, glm::dvec3 from, glm::dvec3 by, double margin, double& t0,
                double& t1) noexcept {
  glm::dvec3 at = side.corner(0);
  for (std::size_t i = 0; i < side.size(); ++i) {
    const glm::dvec3 next = side.corner(i + 1), run = next - at;
    const glm::dvec3 inward = glm::cross(side.n, run);
    const double grown = margin * (std::fabs(run.x) + std::fabs(run.y) + std::fabs(run.z));
    if (!clip(glm::dot(inward, from - at) + grown, glm::dot(inward, by), t0, t1)) return false;
    at = next;
  }
  return true;
}

SideDistance segment_to_side(const SidePolygon& side, glm::dvec3 from, glm::dvec3 by) noexcept {
  const LineSegment path{from, from + by};
  SideDistance best{1e300, from, from};
  const auto keep = [&](glm::dvec3 on_segment, glm::dvec3 on_side) {
    const glm::dvec3 d = on_segment - on_side;
    const double d2 = glm::dot(d, d);
    if (d2 < best.distance2) best = {d2, on_segment, on_side};
  };
  for (std::size_t i = 0; i < side.size(); ++i) {
    const ClosestPoints near =
        nearest_points(path, LineSegment{side.corner(i), side.corner(i + 1)});
    keep(near.on_first, near.on_second);
  }
  double t0 = 0.0, t1 = 1.0;
  if (side.n == glm::dvec3(0.0) || !clip_above(side, from, by, 0.0, t0, t1)) return best;
  // Above the polygon the distance is the height's size, least at an end or where it changes sign.
  const double h0 = side.height(from + by * t0), h1 = side.height(from + by * t1);
  double t = std::fabs(h0) <= std::fabs(h1) ? t0 : t1;
  if ((h0 < 0.0) != (h1 < 0.0)) t = t0 + (t1 - t0) * (h0 / (h0 - h1));
  const glm::dvec3 at = from + by * t;
  keep(at, at - side.n * side.height(at));
  return best;
}

bool sphere_meets_face(const SidePolygon& side, const Motion& motion, double radius, double until,
                       Meeting& out) noexcept {
  const double height = side.height(motion.from), speed = -glm::dot(side.n, motion.by);
  if (height < -kOnWall || !(speed > 0.0) || height - radius > speed * until) return false;
  double t0 = std::max(0.0, (height - radius) / speed);
  double t1 = height < speed * until ? std::max(t0, height / speed) : until;
  if (!clip_above(side, motion.from, motion.by, seam_margin(radius), t0, t1)) return false;
  const glm::dvec3 center = motion.from + motion.by * t0;
  out = {t0, center - side.n * side.height(center), side.n};
  return true;
}

bool sphere_meets_point(glm::dvec3 point, const Motion& motion, double radius, double until,
                        double& t) noexcept {
  const glm::dvec3 m = motion.from - point;
  const double dd = glm::dot(motion.by, motion.by), md = glm::dot(m, motion.by);
  if (md >= 0.0) return false;
  const double nearest = -md / dd;  // from the nearest approach: exact enough for long paths
  const glm::dvec3 miss = m + motion.by * nearest;
  const double h2 = radius * radius - glm::dot(miss, miss);
  if (h2 < 0.0) return false;
  t = std::max(0.0, nearest - std::sqrt(h2 / dd));
  return t <= until;
}

bool sphere_meets_line(glm::dvec3 a, glm::dvec3 run, const Motion& motion, double radius,
                       double until, double& t, double& along) noexcept {
  const double rr = glm::dot(run, run);
  const glm::dvec3 m = motion.from - a;
  const double m_along = glm::dot(m, run) / rr, by_along = glm::dot(motion.by, run) / rr;
  const glm::dvec3 across = m - run * m_along, speed = motion.by - run * by_along;
  const double dd = glm::dot(speed, speed), md = glm::dot(across, speed);
  if (glm::dot(across, across) <= radius * radius) {  // within reach of the line, beyond an end
    t = 0.0;
    along = m_along;
    return true;
  }
  if (md >= 0.0 || dd < 1e-24 * motion.length * motion.length) return false;
  const double nearest = -md / dd;
  const glm::dvec3 miss = across + speed * nearest;
  const double h2 = radius * radius - glm::dot(miss, miss);
  if (h2 < 0.0) return false;
  t = nearest - std::sqrt(h2 / dd);
  along = m_along + by_along * t;
  return t <= until;
}

bool sphere_meets_edge(const EdgeLine& edge, const Motion& motion, double radius, double until,
                       Meeting& out) noexcept {
  double t = 0.0, along = 0.0;
  if (!sphere_meets_line(edge.a, edge.run, motion, radius, until, t, along)) return false;
  along = std::clamp(along, 0.0, 1.0);
  const glm::dvec3 point = edge.a + edge.run * along;
  if (along == 0.0 || along == 1.0) {
    if ((edge.corners & (along == 0.0 ? kCornerA : kCornerB)) == 0) return false;
    if (!sphere_meets_point(point, motion, radius, until, t)) return false;
  }
  const glm::dvec3 away = motion.from + motion.by * t - point;
  const double length = glm::length(away);
  if (!(length > 0.0) || !edge.faces(away)) return false;
  out = {t, point, away / length};
  return true;
}

bool sphere_on_face(const SidePolygon& side, glm::dvec3 center, double radius,
                    Contact& out) noexcept {
  const double height = side.height(center);
  if (height < -kOnWall || height > radius || side.n == glm::dvec3(0.0)) return false;
  double t0 = 0.0, t1 = 0.0;
  if (!clip_above(side, center, glm::dvec3(0.0), seam_margin(radius), t0, t1)) return false;
  out = {center - side.n * height, side.n, radius - std::max(height, 0.0), false};
  return true;
}

bool sphere_on_edge(const EdgeLine& edge, glm::dvec3 center, double radius, Contact& out) noexcept {
  const double along =
      std::clamp(glm::dot(center - edge.a, edge.run) / glm::dot(edge.run, edge.run), 0.0, 1.0);
  if (along == 0.0 && (edge.corners & kCornerA) == 0) return false;
  if (along == 1.0 && (edge.corners & kCornerB) == 0) return false;
  const glm::dvec3 point = edge.a + edge.run * along, away = center - point;
  const double d2 = glm::dot(away, away);
  if (d2 > radius * radius || !edge.faces(away)) return false;
  const double distance = std::sqrt(d2);
  out = {point, distance > 0.0 ? away / distance : edge.outward(), radius - distance, false};
  return true;
}

}  // namespace playset
