// src/geom/frames.cpp - double reflection, with the reflections that have no direction left out.
#include "playset/geom/frames.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace playset {
namespace {

constexpr double kNoStep2 = 1e-12;  // squared length below which a reflection is skipped

glm::dvec3 reflected(glm::dvec3 v, glm::dvec3 mirror, double mirror2) noexcept {
  return v - mirror * (2.0 * glm::dot(mirror, v) / mirror2);
}

// The part of v across the unit vector `along`, as a unit vector, or zero where nothing is left.
glm::dvec3 across(glm::dvec3 v, glm::dvec3 along) noexcept {
  const glm::dvec3 rest = v - along * glm::dot(v, along);
  const double length2 = glm::dot(rest, rest);
  return length2 > kNoStep2 ? rest / std::sqrt(length2) : glm::dvec3(0.0);
}

// The axis that is farthest from `along`.
glm::dvec3 other_axis(glm::dvec3 along) noexcept {
  const glm::dvec3 size(std::fabs(along.x), std::fabs(along.y), std::fabs(along.z));
  if (size.x <= size.y && size.x <= size.z) return {1.0, 0.0, 0.0};
  return size.y <= size.z ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
}

CurveFrame frame_of(glm::dvec3 tangent, glm::dvec3 normal_wish) noexcept {
  glm::dvec3 normal = across(normal_wish, tangent);
  if (normal == glm::dvec3(0.0)) normal = across(other_axis(tangent), tangent);
  return {tangent, normal, glm::cross(tangent, normal)};
}

glm::dvec3 unit_or(glm::dvec3 v, glm::dvec3 fallback) noexcept {
  const double length2 = glm::dot(v, v);
  return std::isfinite(length2) && length2 > 0.0 ? v / std::sqrt(length2) : fallback;
}

}  // namespace

CurveFrame frame_along(glm::dvec3 tangent, glm::dvec3 up) noexcept {
  return frame_of(unit_or(tangent, {0.0, 0.0, 1.0}), unit_or(up, glm::dvec3(0.0)));
}

CurveFrame carry_frame(const CurveFrame& frame, glm::dvec3 from, glm::dvec3 to,
                       glm::dvec3 to_tangent) noexcept {
  const glm::dvec3 tangent = unit_or(to_tangent, frame.tangent);
  glm::dvec3 normal = frame.normal, before = frame.tangent;
  const glm::dvec3 step = to - from;
  const double step2 = glm::dot(step, step);
  if (step2 >= kNoStep2) {
    normal = reflected(normal, step, step2);
    before = reflected(before, step, step2);
  }
  const glm::dvec3 turn = tangent - before;
  const double turn2 = glm::dot(turn, turn);
  if (turn2 >= kNoStep2) normal = reflected(normal, turn, turn2);
  return frame_of(tangent, normal);
}

std::vector<CurveFrame> build_frames(const CubicBezier& curve, std::uint32_t steps, glm::dvec3 up) {
  const std::uint32_t count = std::max(steps, 1u);
  std::vector<CurveFrame> frames;
  frames.reserve(count + 1);
  frames.push_back(frame_along(curve_tangent(curve, 0.0), up));
  glm::dvec3 from = curve.p0;
  for (std::uint32_t i = 1; i <= count; ++i) {
    const double t = double(i) / count;
    const glm::dvec3 to = curve_point(curve, t);
    frames.push_back(carry_frame(frames.back(), from, to, curve_tangent(curve, t)));
    from = to;
  }
  return frames;
}

CurveFrame frame_at(const CubicBezier& curve, std::span<const CurveFrame> frames,
                    double t) noexcept {
  if (frames.empty()) return {};
  const double at = std::isfinite(t) ? std::clamp(t, 0.0, 1.0) : 0.0;
  const auto steps = static_cast<double>(frames.size() - 1);
  const auto index = static_cast<std::size_t>(at * steps);
  const double start = steps > 0.0 ? static_cast<double>(index) / steps : 0.0;
  if (at == start) return frames[index];
  return carry_frame(frames[index], curve_point(curve, start), curve_point(curve, at),
                     curve_tangent(curve, at));
}

}  // namespace playset
