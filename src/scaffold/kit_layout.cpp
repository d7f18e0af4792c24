// Frames of sides, bands through convex outlines, and slots along a row.
#include "scaffold/kit_layout.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace playset {
namespace {

constexpr double kFloorCosine = 0.7;  // |n.y| from which a side is a floor or ceiling

glm::dvec3 unit_or_zero(glm::dvec3 v) {
  const double length = std::sqrt(glm::dot(v, v));
  return length > 0.0 ? v / length : glm::dvec3(0.0);
}

bool is_rectangle(std::span<const glm::dvec3> p) {
  if (p.size() != 4) return false;
  const auto distance = [&](std::size_t a, std::size_t b) {
    const glm::dvec3 d = p[b] - p[a];
    return std::sqrt(glm::dot(d, d));
  };
  const auto alike = [](double a, double b) { return std::fabs(a - b) <= 2.0 * kKitSlack; };
  return alike(distance(0, 1), distance(2, 3)) && alike(distance(1, 2), distance(3, 0)) &&
         alike(distance(0, 2), distance(1, 3));
}

// The way to the right: level on walls, and along an edge where the side is a rectangle; on other
// floors along the longest edge.
glm::dvec3 choose_right(std::span<const glm::dvec3> p, glm::dvec3 n, bool rectangle) {
  const bool floor = std::fabs(n.y) >= kFloorCosine;
  const glm::dvec3 level = unit_or_zero(floor ? glm::dvec3(1.0, 0.0, 0.0) - n * n.x
                                              : glm::cross(glm::dvec3(0.0, 1.0, 0.0), n));
  if (!rectangle && !floor) return level;
  glm::dvec3 best = level;
  double most = -2.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const glm::dvec3 edge = p[(i + 1) % p.size()] - p[i];
    const double value = rectangle ? glm::dot(unit_or_zero(edge), level) : glm::dot(edge, edge);
    if (value <= most + 1e-6) continue;
    most = value;
    best = edge;
  }
  return unit_or_zero(best - n * glm::dot(best, n));
}

double crossing(glm::dvec2 a, glm::dvec2 b, double y) {
  return a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
}

}  // namespace

glm::dvec2 SideFrame::flat(glm::dvec3 p) const {
  return {glm::dot(p - origin, u), glm::dot(p - origin, v)};
}

SideFrame make_side_frame(std::span<const glm::dvec3> corners) {
  SideFrame frame;
  if (corners.size() < 3) return frame;
  glm::dvec3 area(0.0), middle(0.0);
  for (std::size_t i = 2; i < corners.size(); ++i)
    area += glm::cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
  for (const glm::dvec3 p : corners) middle += p / static_cast<double>(corners.size());
  frame.n = unit_or_zero(area);
  if (std::sqrt(glm::dot(area, area)) < kKitSlack * kKitSlack) return frame;
  frame.rectangle = is_rectangle(corners);
  frame.u = choose_right(corners, frame.n, frame.rectangle);
  frame.v = glm::cross(frame.n, frame.u);
  frame.origin = middle;
  frame.low = glm::dvec2(1e9);
  frame.high = glm::dvec2(-1e9);
  for (const glm::dvec3 p : corners) {
    const glm::dvec2 at = frame.flat(p);
    frame.outline.push_back(at);
    frame.low = {std::min(frame.low.x, at.x), std::min(frame.low.y, at.y)};
    frame.high = {std::max(frame.high.x, at.x), std::max(frame.high.y, at.y)};
  }
  return frame;
}

FlatPolygon overlap_of(const FlatPolygon& a, const FlatPolygon& b) {
  FlatPolygon kept = a;
  for (std::size_t i = 0; i < b.size() && !kept.empty(); ++i) {
    const glm::dvec2 from = b[i], along = b[(i + 1) % b.size()] - from;
    const auto side = [&](glm::dvec2 p) {
      return along.x * (p.y - from.y) - along.y * (p.x - from.x);
    };
    FlatPolygon next;
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const glm::dvec2 p = kept[k], q = kept[(k + 1) % kept.size()];
      const double s = side(p), t = side(q);
      if (s >= 0.0) next.push_back(p);
      if ((s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0)) next.push_back(p + (q - p) * (s / (s - t)));
    }
    kept = std::move(next);
  }
  double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9;
  for (const glm::dvec2 p : kept) {
    low_x = std::min(low_x, p.x);
    high_x = std::max(high_x, p.x);
    low_y = std::min(low_y, p.y);
    high_y = std::max(high_y, p.y);
  }
  const bool thin = high_x - low_x <= kKitSlack || high_y - low_y <= kKitSlack;
  return kept.size() < 3 || thin ? FlatPolygon{} : kept;
}

Interval reach_in_band(const FlatPolygon& polygon, Interval band) {
  Interval reach{1e9, -1e9};
  const auto add = [&](double x) { reach = {std::min(reach.low, x), std::max(reach.high, x)}; };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const glm::dvec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    if (a.y >= band.low && a.y <= band.high) add(a.x);
    for (const double y : {band.low, band.high})
      if ((a.y < y && b.y > y) || (a.y > y && b.y < y)) add(crossing(a, b, y));
  }
  return reach;
}

Interval clear_in_band(const FlatPolygon& polygon, Interval band) {
  const double inner = std::min(kKitSlack, 0.25 * (band.high - band.low));
  Interval clear{-1e9, 1e9};
  for (const double y : {band.low + inner, band.high - inner}) {
    const Interval at = reach_in_band(polygon, {y, y});
    clear = {std::max(clear.low, at.low), std::min(clear.high, at.high)};
  }
  return clear;
}

void cut_interval(std::vector<Interval>& from, Interval hole) {
  if (hole.high <= hole.low) return;
  std::vector<Interval> left;
  for (const Interval part : from) {
    if (hole.high <= part.low || hole.low >= part.high) {
      left.push_back(part);
      continue;
    }
    if (hole.low > part.low) left.push_back({part.low, hole.low});
    if (hole.high < part.high) left.push_back({hole.high, part.high});
  }
  from = std::move(left);
}

bool on_outline(const FlatPolygon& outline, glm::dvec2 a, glm::dvec2 b) {
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const glm::dvec2 from = outline[i], along = outline[(i + 1) % outline.size()] - from;
    const double length = std::sqrt(glm::dot(along, along));
    const auto off = [&](glm::dvec2 p) {
      return std::fabs(along.x * (p.y - from.y) - along.y * (p.x - from.x)) / length;
    };
    if (length > 0.0 && off(a) <= 2.0 * kKitSlack && off(b) <= 2.0 * kKitSlack) return true;
  }
  return false;
}

bool holds_rectangle(const FlatPolygon& outline, const FlatPolygon& rectangle) {
  return std::all_of(rectangle.begin(), rectangle.end(), [&](glm::dvec2 p) {
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const glm::dvec2 from = outline[i], along = outline[(i + 1) % outline.size()] - from;
      const double length = std::sqrt(glm::dot(along, along));
      const double inside = along.x * (p.y - from.y) - along.y * (p.x - from.x);
      if (inside < -2.0 * kKitSlack * length) return false;
    }
    return true;
  });
}

bool is_upright_rectangle(const FlatPolygon& polygon, glm::dvec2& low, glm::dvec2& high) {
  low = glm::dvec2(1e9);
  high = glm::dvec2(-1e9);
  for (const glm::dvec2 p : polygon) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  return !polygon.empty() && std::all_of(polygon.begin(), polygon.end(), [&](glm::dvec2 p) {
    const auto at = [](double a, double b) { return std::fabs(a - b) <= 2.0 * kKitSlack; };
    return (at(p.x, low.x) || at(p.x, high.x)) && (at(p.y, low.y) || at(p.y, high.y));
  });
}

double KitRow::count(double length) const {
  const double whole = std::floor((length + 2.0 * kKitSlack) / step);
  if (repeats > 0) return std::min(static_cast<double>(repeats), std::max(whole, 0.0));
  return std::max(stretch ? std::floor(length / step + 0.5) : whole, 0.0);
}

std::vector<KitSlot> KitRow::slots(Interval within) const {
  std::vector<KitSlot> result;
  const double length = within.high - within.low, n = count(length);
  if (n < 1.0 || n > kMostKitPieces) return result;
  const double scale = repeats == 0 && stretch ? length / (n * step) : 1.0;
  const double over = length - n * step * scale;
  const double start = align == KitAlign::Start    ? 0.0
                       : align == KitAlign::Middle ? 0.5 * over
                                                   : over;
  for (double i = 0.0; i < n; i += 1.0)
    result.push_back({within.low + start + (i * step + 0.5 * (step - size)) * scale, scale});
  return result;
}

KitGrid make_kit_grid(const ScaffoldKit& kit, const KitWear& wear) {
  const std::array<std::int32_t, 3> size = kit_piece_size(kit.piece(KitPart::Fill));
  const KitRepeats repeats = wear.repeats.value_or(kit.repeats);
  const KitAligns align = wear.align.value_or(kit.align);
  const auto row = [&](std::size_t k) {
    const std::int32_t step = kit.step[k] == 0 ? size[k] : kit.step[k];
    return KitRow{size[k] * kMetresPerGrid, step * kMetresPerGrid, repeats[k], align[k],
                  kit.stretch};
  };
  return {row(0), row(1), wear.mirror.value_or(kit.mirror)};
}

double count_kit_pieces(const ScaffoldKit& kit, const KitWear& wear, const SideFrame& frame) {
  if (kit.piece(KitPart::Fill).name.empty()) return 0.0;
  const KitGrid grid = make_kit_grid(kit, wear);
  return grid.along.count(frame.high.x - frame.low.x) * grid.up.count(frame.high.y - frame.low.y);
}

}  // namespace playset
