// Collecting items, colours and the hash.
#include "playset/core/debug_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/is_finite.h"
#include "playset/core/hash.h"

namespace playset {
namespace {

std::uint8_t to_byte(float v) noexcept {
  return static_cast<std::uint8_t>(std::clamp(v, 0.0f, 255.0f) + 0.5f);
}

void add_colour(Hasher& hasher, Colour c) noexcept {
  for (const std::uint8_t v : {c.red, c.green, c.blue, c.alpha}) hasher.add(v);
}

void add_style(Hasher& hasher, const CanvasStyle& style) noexcept {
  add_colour(hasher, style.stroke);
  add_colour(hasher, style.fill);
  hasher.add(style.width);
  hasher.add(style.dash);
  hasher.add(style.layer);
}

}  // namespace

Colour palette_colour(std::size_t index) noexcept {
  constexpr std::array<Colour, 7> colours{kBlue, kOrange, kGreen, kVermilion, kPurple, kSky, kGrey};
  return colours[index % colours.size()];
}

Colour ramp_colour(float t) noexcept {
  constexpr std::array<Colour, 6> stops{Colour{68, 20, 94},   Colour{61, 74, 137},
                                        Colour{39, 127, 142}, Colour{50, 175, 120},
                                        Colour{149, 212, 64}, Colour{250, 229, 70}};
  const float clamped = t > 0.0f ? std::min(t, 1.0f) : 0.0f;  // NaN goes to 0
  const float at = clamped * static_cast<float>(stops.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const float f = at - static_cast<float>(i);
  const auto mix = [f](std::uint8_t a, std::uint8_t b) {
    return to_byte(static_cast<float>(a) + f * (static_cast<float>(b) - static_cast<float>(a)));
  };
  const Colour a = stops[i];
  const Colour b = stops[i + 1];
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), 255};
}

Colour with_alpha(Colour colour, float alpha) noexcept {
  colour.alpha = to_byte((alpha > 0.0f ? alpha : 0.0f) * 255.0f);
  return colour;
}

bool DebugCanvas::append(CanvasShape shape, std::span<const glm::vec3> points,
                         const CanvasStyle& style, float size) {
  const bool sound =
      !points.empty() &&
      std::all_of(points.begin(), points.end(), [](glm::vec3 p) { return is_finite(p); }) &&
      std::isfinite(size) && std::isfinite(style.width) && std::isfinite(style.dash);
  if (!sound) {
    ++refused_;
    return false;
  }
  CanvasItem item;
  item.shape = shape;
  item.style = style;
  item.size = size;
  item.first_point = static_cast<std::uint32_t>(points_.size());
  item.point_count = static_cast<std::uint32_t>(points.size());
  points_.insert(points_.end(), points.begin(), points.end());
  items_.push_back(item);
  return true;
}

bool DebugCanvas::append(CanvasShape shape, std::span<const glm::vec2> points,
                         const CanvasStyle& style, float size) {
  std::vector<glm::vec3> lifted;
  lifted.reserve(points.size());
  for (const glm::vec2 p : points) lifted.emplace_back(p.x, p.y, 0.0f);
  return append(shape, std::span<const glm::vec3>(lifted), style, size);
}

void DebugCanvas::set_text(std::string_view text, TextAnchor anchor) {
  items_.back().text = static_cast<std::uint32_t>(texts_.size());
  items_.back().anchor = anchor;
  texts_.emplace_back(text);
}

void DebugCanvas::line(glm::vec3 a, glm::vec3 b, const CanvasStyle& style) {
  append(CanvasShape::Polyline, std::array{a, b}, style, 0.0f);
}

void DebugCanvas::polyline(std::span<const glm::vec3> points, const CanvasStyle& style) {
  append(CanvasShape::Polyline, points, style, 0.0f);
}

void DebugCanvas::polygon(std::span<const glm::vec3> points, const CanvasStyle& style) {
  append(CanvasShape::Polygon, points, style, 0.0f);
}

void DebugCanvas::triangle(glm::vec3 a, glm::vec3 b, glm::vec3 c, const CanvasStyle& style) {
  append(CanvasShape::Polygon, std::array{a, b, c}, style, 0.0f);
}

void DebugCanvas::circle(glm::vec3 centre, float radius, const CanvasStyle& style) {
  append(CanvasShape::Circle, std::array{centre}, style, radius);
}

void DebugCanvas::marker(glm::vec3 centre, float radius_px, const CanvasStyle& style) {
  append(CanvasShape::Marker, std::array{centre}, style, radius_px);
}

void DebugCanvas::arrow(glm::vec3 from, glm::vec3 to, const CanvasStyle& style, float head_px) {
  append(CanvasShape::Arrow, std::array{from, to}, style, head_px);
}

void DebugCanvas::label(glm::vec3 at, std::string_view text, const CanvasStyle& style,
                        float height_px, TextAnchor anchor) {
  if (append(CanvasShape::Label, std::array{at}, style, height_px)) set_text(text, anchor);
}

void DebugCanvas::line(glm::vec2 a, glm::vec2 b, const CanvasStyle& style) {
  append(CanvasShape::Polyline, std::array{a, b}, style, 0.0f);
}

void DebugCanvas::polyline(std::span<const glm::vec2> points, const CanvasStyle& style) {
  append(CanvasShape::Polyline, points, style, 0.0f);
}

void DebugCanvas::polygon(std::span<const glm::vec2> points, const CanvasStyle& style) {
  append(CanvasShape::Polygon, points, style, 0.0f);
}

void DebugCanvas::label(glm::vec2 at, std::string_view text, const CanvasStyle& style,
                        float height_px, TextAnchor anchor) {
  label(glm::vec3(at.x, at.y, 0.0f), text, style, height_px, anchor);
}

void DebugCanvas::legend(std::string_view text, const CanvasStyle& style) {
  const auto same = [text](const LegendEntry& entry) { return entry.text == text; };
  if (std::none_of(legends_.begin(), legends_.end(), same))
    legends_.push_back({std::string(text), style});
}

void DebugCanvas::clear() noexcept {
  items_.clear();
  points_.clear();
  texts_.clear();
  legends_.clear();
  refused_ = 0;
}

void append_canvas(const DebugCanvas& from, DebugCanvas& to, std::int32_t layer) {
  for (const CanvasItem& item : from.items()) {
    CanvasStyle style = item.style;
    style.layer += layer;
    const auto points = from.points().subspan(item.first_point, item.point_count);
    switch (item.shape) {
      case CanvasShape::Polyline:
        to.polyline(points, style);
        break;
      case CanvasShape::Polygon:
        to.polygon(points, style);
        break;
      case CanvasShape::Circle:
        to.circle(points[0], item.size, style);
        break;
      case CanvasShape::Marker:
        to.marker(points[0], item.size, style);
        break;
      case CanvasShape::Arrow:
        to.arrow(points[0], points[1], style, item.size);
        break;
      case CanvasShape::Label:
        to.label(points[0], from.texts()[item.text], style, item.size, item.anchor);
        break;
    }
  }
  for (const LegendEntry& entry : from.legends()) to.legend(entry.text, entry.style);
}

std::uint64_t hash_canvas(const DebugCanvas& canvas) noexcept {
  Hasher hasher;
  for (const CanvasItem& item : canvas.items()) {
    hasher.add(item.shape);
    hasher.add(item.anchor);
    add_style(hasher, item.style);
    hasher.add(item.size + 0.0f);
    hasher.add(item.point_count);
    for (const glm::vec3& p : canvas.points().subspan(item.first_point, item.point_count))
      for (int k = 0; k < 3; ++k) hasher.add(p[k] + 0.0f);
    if (item.shape == CanvasShape::Label) hasher.add_text(canvas.texts()[item.text]);
  }
  for (const LegendEntry& entry : canvas.legends()) {
    hasher.add_text(entry.text);
    add_style(hasher, entry.style);
  }
  return hasher.finish();
}

}  // namespace playset
