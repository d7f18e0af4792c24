// src/geom/plane.cpp - planes through points, and the point where three of them meet.
#include "playset/geom/plane.h"

#include <cmath>
#include <glm/geometric.hpp>

#include "playset/geom/polygon.h"

namespace playset {
namespace {

glm::dvec3 unit_or_zero(glm::dvec3 v) noexcept {
  const double length = std::sqrt(glm::dot(v, v));
  return length > 0.0 ? v / length : glm::dvec3(0.0);
}

}  // namespace

Plane plane_through(glm::dvec3 a, glm::dvec3 b, glm::dvec3 c) noexcept {
  const glm::dvec3 normal = unit_or_zero(glm::cross(b - a, c - a));
  return {normal, glm::dot(normal, a)};
}

Plane fit_plane(std::span<const glm::dvec3> polygon) noexcept {
  if (polygon.empty()) return {glm::dvec3(0.0), 0.0};
  glm::dvec3 mean(0.0);
  for (const glm::dvec3& p : polygon) mean += p;
  mean /= static_cast<double>(polygon.size());
  const glm::dvec3 normal = unit_or_zero(area_vector(polygon));
  return {normal, glm::dot(normal, mean)};
}

std::optional<glm::dvec3> meet(const Plane& a, const Plane& b, const Plane& c) noexcept {
  const glm::dvec3 bc = glm::cross(b.normal, c.normal);
  const double determinant = glm::dot(a.normal, bc);
  if (std::fabs(determinant) < 1e-12) return std::nullopt;
  const glm::dvec3 ca = glm::cross(c.normal, a.normal), ab = glm::cross(a.normal, b.normal);
  return (bc * a.offset + ca * b.offset + ab * c.offset) / determinant;
}

}  // namespace playset
