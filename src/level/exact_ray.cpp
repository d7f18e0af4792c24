// Exact edge signs and plane crossings of one ray; see exact_ray.h for what is promised.
#include "level/exact_ray.h"

#include <cmath>

namespace playset {
namespace {

Wide3 to_ray(GridPoint p) noexcept {
  return {std::int64_t{p.x} * kRayPerGrid, std::int64_t{p.y} * kRayPerGrid,
          std::int64_t{p.z} * kRayPerGrid};
}

Wide3 minus(const Wide3& a, const Wide3& b) noexcept {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double magnitude(double x) noexcept { return x < 0.0 ? -x : x; }

// The sign of dir . (a x e) where doubles are sure of it, else 0. Inputs are integers below 2^53,
// so each is exact.
int quick_sign(const Wide3& dir, const Wide3& a, const Wide3& e) noexcept {
  double sum = 0.0;
  double bound = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const double d = static_cast<double>(dir[i]);
    const double p = static_cast<double>(a[j]) * static_cast<double>(e[k]);
    const double q = static_cast<double>(a[k]) * static_cast<double>(e[j]);
    sum += d * (p - q);
    bound += magnitude(d) * (magnitude(p) + magnitude(q));
  }
  bound *= 0x1p-49;
  return sum > bound ? 1 : sum < -bound ? -1 : 0;
}

}  // namespace

Wide3 to_ray_units(glm::dvec3 metres) noexcept {
  constexpr double scale = 1 << kRayBits;
  return {std::llrint(metres.x * scale), std::llrint(metres.y * scale),
          std::llrint(metres.z * scale)};
}

glm::dvec3 from_ray_units(const Wide3& v) noexcept {
  constexpr double scale = 1.0 / (1 << kRayBits);
  return {static_cast<double>(v[0]) * scale, static_cast<double>(v[1]) * scale,
          static_cast<double>(v[2]) * scale};
}

void set_push(ExactRay& ray, const GridPoint* inside) noexcept {
  // The last three span space, so that no edge but one parallel to dir stays undecided.
  constexpr Wide3 fixed[3] = {
      {536870909, 331804193, 202917769}, {-143853499, 536870879, 393016381}, {0, 0, 1}};
  std::size_t count = 0;
  if (inside != nullptr) ray.push[count++] = minus(to_ray(*inside), ray.from);
  for (const Wide3& direction : fixed) ray.push[count++] = direction;
  if (count < ray.push.size()) ray.push[count] = {1, 0, 0};
}

int edge_sign(ExactRay& ray, GridPoint a, GridPoint b) noexcept {
  const Wide3 to_a = minus(to_ray(a), ray.from);  // 35 bits
  // 26 bits
  const Wide3 edge = {std::int64_t{b.x} - a.x, std::int64_t{b.y} - a.y, std::int64_t{b.z} - a.z};
  if (const int sign = quick_sign(ray.dir, to_a, edge)) return sign;
  if (const int sign = sign_of(dot(ray.dir, cross(to_a, edge)))) return sign;
  ++ray.ties;
  for (const Wide3& push : ray.push)
    if (const int sign = sign_of(dot(ray.dir, cross(push, edge)))) return -sign;
  return 0;
}

Crossing cross_plane(const ExactRay& ray, const Wide3& normal, GridPoint point) noexcept {
  return {dot(normal, minus(to_ray(point), ray.from)), dot(normal, ray.dir), normal};
}

int compare_crossings(const ExactRay& ray, const Crossing& a, const Crossing& b) noexcept {
  const int den_sign = sign_of(a.den) * sign_of(b.den);
  if (const int order = compare_products(a.num, b.den, b.num, a.den)) return order * den_sign;
  for (const Wide3& push : ray.push) {  // t = (num - e normal.push) / den
    const int order = compare_products(-dot(a.normal, push), b.den, -dot(b.normal, push), a.den);
    if (order != 0) return order * den_sign;
  }
  return 0;
}

int sign_at_end(const Crossing& c) noexcept { return sign_of(c.num - c.den) * sign_of(c.den); }

double crossing_t(const Crossing& c) noexcept { return to_double(c.num) / to_double(c.den); }

int plane_side(const Wide3& normal, GridPoint point, const Wide3& p) noexcept {
  return sign_of(dot(normal, minus(p, to_ray(point))));
}

}  // namespace playset
