// From a canvas to a flat picture: the view, the fit, draw order, title, legend and scale bar.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "playset/core/debug_canvas.h"
#include "playset/core/math.h"

namespace playset {
namespace {

float row(const glm::vec4& r, glm::vec3 p) noexcept {
  return r.x * p.x + r.y * p.y + r.z * p.z + r.w;
}

// Where the canvas lands on the plane of the view, before scaling.
struct Bounds {
  glm::vec2 low{0.0f};
  glm::vec2 high{0.0f};
  bool empty = true;

  void include(glm::vec2 p) noexcept {
    low = empty ? p : glm::vec2(std::min(low.x, p.x), std::min(low.y, p.y));
    high = empty ? p : glm::vec2(std::max(high.x, p.x), std::max(high.y, p.y));
    empty = false;
  }
};

constexpr float kTitleHeight = 20.0f;
constexpr float kTitleRoom = 38.0f;
constexpr float kLegendHeight = 13.0f;
constexpr float kLegendRow = 22.0f;
constexpr float kSwatch = 18.0f;

// A guess that suits proportional sans-serif fonts; only the legend's rows depend on it.
float text_width(std::string_view text, float height) noexcept {
  const auto starts =
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  return 0.54f * height * static_cast<float>(starts);
}

class Projector {
 public:
  Projector(const DebugCanvas& canvas, const CanvasOptions& options)
      : canvas_(canvas), options_(options) {}

  Picture project() {
    measure();
    place_legend();
    fit();
    for (const std::uint32_t index : draw_order()) draw_item(canvas_.items()[index]);
    draw_title();
    draw_legend();
    draw_scale_bar();
    return std::move(picture_);
  }

 private:
  glm::vec2 on_plane(glm::vec3 p) const noexcept {
    return {row(options_.view.right, p), row(options_.view.up, p)};
  }

  glm::vec2 to_pixels(glm::vec3 p) const noexcept {
    const glm::vec2 q = on_plane(p);
    return {origin_.x + scale_ * (q.x - bounds_.low.x), origin_.y - scale_ * (q.y - bounds_.low.y)};
  }

  std::span<const glm::vec3> points_of(const CanvasItem& item) const noexcept {
    return canvas_.points().subspan(item.first_point, item.point_count);
  }

  void measure() noexcept {
    for (const CanvasItem& item : canvas_.items()) {
      const float reach = item.shape == CanvasShape::Circle ? std::fabs(item.size) : 0.0f;
      for (const glm::vec3& p : points_of(item)) {
        bounds_.include(on_plane(p) - glm::vec2(reach));
        bounds_.include(on_plane(p) + glm::vec2(reach));
      }
    }
  }

  // Rows of legend entries from the left; the scale bar takes the right end of the last row.
  void place_legend() {
    width_ = std::clamp(options_.width, 64.0f, 16384.0f);
    margin_ = std::clamp(options_.margin, 0.0f, width_ / 4);
    if (!options_.legend || canvas_.legends().empty()) {
      legend_rows_ = options_.scale_bar ? 1 : 0;
      return;
    }
    glm::vec2 at{margin_, 0.0f};
    const float room = options_.scale_bar ? 0.7f * width_ : width_ - margin_;
    for (const LegendEntry& entry : canvas_.legends()) {
      const float wide = kSwatch + 8.0f + text_width(entry.text, kLegendHeight) + 20.0f;
      if (at.x > margin_ && at.x + wide > room) at = {margin_, at.y + kLegendRow};
      legend_places_.push_back(at);
      at.x += wide;
    }
    legend_rows_ = static_cast<int>(at.y / kLegendRow + 0.5f) + 1;
  }

  void fit() noexcept {
    const float top = margin_ + (options_.title.empty() ? 0.0f : kTitleRoom);
    const float bottom =
        margin_ + (legend_rows_ > 0 ? kLegendRow * static_cast<float>(legend_rows_) + 14.0f : 0.0f);
    const glm::vec2 extent = bounds_.high - bounds_.low;
    const float wide = width_ - 2 * margin_;
    const float fixed = options_.height > 0.0f ? options_.height : 0.0f;
    const float tall =
        std::max(fixed > 0.0f ? fixed - top - bottom : options_.max_height - top - bottom, 16.0f);
    scale_ = 1.0f;
    if (extent.x > 0.0f && extent.y > 0.0f)
      scale_ = std::min(wide / extent.x, tall / extent.y);
    else if (extent.x > 0.0f)
      scale_ = wide / extent.x;
    else if (extent.y > 0.0f)
      scale_ = tall / extent.y;
    if (!std::isfinite(scale_) || !(scale_ > 0.0f)) scale_ = 1.0f;
    const float used = fixed > 0.0f ? tall : std::max(scale_ * extent.y, 16.0f);
    picture_.width = width_;
    picture_.height = fixed > 0.0f ? fixed : std::ceil(top + used + bottom);
    picture_.background = options_.background;
    picture_.pixels_per_unit = scale_;
    origin_ = {margin_ + 0.5f * (wide - scale_ * extent.x),
               top + 0.5f * (used + scale_ * extent.y)};
    legend_top_ = top + used + 14.0f;
  }

  std::vector<std::uint32_t> draw_order() const {
    std::vector<std::uint32_t> order(canvas_.items().size());
    std::iota(order.begin(), order.end(), 0u);
    std::vector<float> depth(order.size(), 0.0f);
    if (options_.sort_by_depth)
      for (const std::uint32_t i : order) {
        const CanvasItem& item = canvas_.items()[i];
        for (const glm::vec3& p : points_of(item)) depth[i] += row(options_.view.towards, p);
        depth[i] /= static_cast<float>(item.point_count);
      }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::int32_t layer_a = canvas_.items()[a].style.layer;
      const std::int32_t layer_b = canvas_.items()[b].style.layer;
      return layer_a != layer_b ? layer_a < layer_b : depth[a] < depth[b];
    });
    return order;
  }

  PictureItem& emit(PictureShape shape, const CanvasStyle& style, std::span<const glm::vec2> points,
                    float size) {
    PictureItem item;
    item.shape = shape;
    item.stroke = style.width > 0.0f ? style.stroke : kNoColour;
    item.fill = shape == PictureShape::Polyline ? kNoColour : style.fill;
    item.width = style.width;
    item.dash = style.dash;
    item.size = size;
    item.first_point = static_cast<std::uint32_t>(picture_.points.size());
    item.point_count = static_cast<std::uint32_t>(points.size());
    picture_.points.insert(picture_.points.end(), points.begin(), points.end());
    picture_.items.push_back(item);
    return picture_.items.back();
  }

  void emit_text(glm::vec2 at, std::string_view text, Colour colour, float height,
                 TextAnchor anchor, Colour halo) {
    PictureItem& item = emit(PictureShape::Text, CanvasStyle{kNoColour, colour, 0.0f, 0.0f, 0},
                             std::array{at}, height);
    item.anchor = anchor;
    item.halo = halo;
    item.text = static_cast<std::uint32_t>(picture_.texts.size());
    picture_.texts.emplace_back(text);
  }

  void emit_arrow(const CanvasItem& item, glm::vec2 from, glm::vec2 to) {
    const glm::vec2 d = to - from;
    const float length = std::sqrt(d.x * d.x + d.y * d.y);
    if (!(length > 0.0f)) return;
    const glm::vec2 along = d / length;
    const glm::vec2 across{-along.y, along.x};
    const float head = std::min(item.size, length);
    const glm::vec2 neck = to - head * along;
    emit(PictureShape::Polyline, item.style, std::array{from, neck}, 0.0f);
    CanvasStyle tip = fill_style(item.style.stroke);
    emit(PictureShape::Polygon, tip,
         std::array{to, neck + 0.42f * head * across, neck - 0.42f * head * across}, 0.0f);
  }

  void draw_item(const CanvasItem& item) {
    std::vector<glm::vec2> pixels;
    pixels.reserve(item.point_count);
    for (const glm::vec3& p : points_of(item)) pixels.push_back(to_pixels(p));
    switch (item.shape) {
      case CanvasShape::Polyline:
        emit(PictureShape::Polyline, item.style, pixels, 0.0f);
        break;
      case CanvasShape::Polygon:
        emit(PictureShape::Polygon, item.style, pixels, 0.0f);
        break;
      case CanvasShape::Circle:
        emit(PictureShape::Disc, item.style, pixels, scale_ * std::fabs(item.size));
        break;
      case CanvasShape::Marker:
        emit(PictureShape::Disc, item.style, pixels, std::fabs(item.size));
        break;
      case CanvasShape::Arrow:
        emit_arrow(item, pixels[0], pixels[1]);
        break;
      case CanvasShape::Label:
        emit_text(pixels[0], canvas_.texts()[item.text], item.style.stroke, item.size, item.anchor,
                  with_alpha(options_.background, 0.85f));
        break;
    }
  }

  void draw_title() {
    if (options_.title.empty()) return;
    emit_text({margin_, margin_ + 0.5f * kTitleHeight}, options_.title, kInk, kTitleHeight,
              TextAnchor::Start, kNoColour);
  }

  void draw_legend() {
    for (std::size_t i = 0; i < legend_places_.size(); ++i) {
      const LegendEntry& entry = canvas_.legends()[i];
      const glm::vec2 at{legend_places_[i].x,
                         legend_top_ + legend_places_[i].y + 0.5f * kLegendRow};
      const float right = at.x + kSwatch;
      if (entry.style.fill.alpha > 0)
        emit(PictureShape::Polygon, entry.style,
             std::array{glm::vec2{at.x, at.y - 6}, glm::vec2{right, at.y - 6},
                        glm::vec2{right, at.y + 6}, glm::vec2{at.x, at.y + 6}},
             0.0f);
      else
        emit(PictureShape::Polyline, entry.style, std::array{at, glm::vec2{right, at.y}}, 0.0f);
      emit_text({right + 8.0f, at.y}, entry.text, kInk, kLegendHeight, TextAnchor::Start,
                kNoColour);
    }
  }

  // The longest of 1, 2 or 5 times a power of ten that is no longer than a fifth of the picture.
  void draw_scale_bar() {
    if (!options_.scale_bar || bounds_.empty) return;
    const float longest = 0.2f * width_ / scale_;
    int power = 0;
    float unit = 1.0f;
    for (; unit * 10.0f <= longest && power < 30; ++power) unit *= 10.0f;
    for (; unit > longest && power > -30; --power) unit /= 10.0f;
    const int times = 5 * unit <= longest ? 5 : 2 * unit <= longest ? 2 : 1;
    const float y = legend_top_ + kLegendRow * (static_cast<float>(legend_rows_) - 0.5f);
    const float right = width_ - margin_;
    const float left = right - static_cast<float>(times) * unit * scale_;
    const CanvasStyle style = stroke_style(kInk, 1.5f);
    emit(PictureShape::Polyline, style,
         std::array{glm::vec2{left, y - 4}, glm::vec2{left, y + 4}, glm::vec2{left, y},
                    glm::vec2{right, y}, glm::vec2{right, y - 4}, glm::vec2{right, y + 4}},
         0.0f);
    emit_text({left - 8.0f, y}, scale_text(times, power) + ' ' + options_.unit, kInk, kLegendHeight,
              TextAnchor::End, kNoColour);
  }

  // times * 10^power in plain digits.
  static std::string scale_text(int times, int power) {
    const std::string digit = std::to_string(times);
    if (power >= 0) return digit + std::string(static_cast<std::size_t>(power), '0');
    return "0." + std::string(static_cast<std::size_t>(-power - 1), '0') + digit;
  }

  const DebugCanvas& canvas_;
  const CanvasOptions& options_;
  Picture picture_;
  Bounds bounds_;
  std::vector<glm::vec2> legend_places_;
  int legend_rows_ = 0;
  float width_ = 0.0f;
  float margin_ = 0.0f;
  float legend_top_ = 0.0f;
  float scale_ = 1.0f;
  glm::vec2 origin_{0.0f};  // pixel of bounds_.low
};

}  // namespace

CanvasView front_view() noexcept { return {}; }

CanvasView top_view() noexcept { return {{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}}; }

CanvasView side_view() noexcept { return {{0, 0, -1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}}; }

CanvasView orbit_view(float yaw, float pitch) noexcept {
  const SineCosine y = sine_cosine(yaw);
  const SineCosine p = sine_cosine(pitch);
  return {{y.cosine, 0.0f, -y.sine, 0.0f},
          {-p.sine * y.sine, p.cosine, -p.sine * y.cosine, 0.0f},
          {p.cosine * y.sine, p.sine, p.cosine * y.cosine, 0.0f}};
}

Picture project_canvas(const DebugCanvas& canvas, const CanvasOptions& options) {
  return Projector(canvas, options).project();
}

}  // namespace playset
