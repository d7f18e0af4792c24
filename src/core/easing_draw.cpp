// Charts of easing curves.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "playset/core/debug_canvas.h"
#include "playset/core/easing.h"

namespace playset {
namespace {

constexpr int kSamples = 96;

void draw_frame(glm::vec2 origin, glm::vec2 size, DebugCanvas& canvas) {
  const std::array corners{origin, origin + glm::vec2(size.x, 0.0f), origin + size,
                           origin + glm::vec2(0.0f, size.y)};
  CanvasStyle frame = fill_style({255, 255, 255});
  frame.stroke = {214, 217, 223};
  frame.width = 1.0f;
  frame.layer = -1;
  canvas.polygon(std::span<const glm::vec2>(corners), frame);
}

template <typename Value>
void draw_samples(glm::vec2 origin, glm::vec2 size, DebugCanvas& canvas, Value value) {
  draw_frame(origin, size, canvas);
  std::vector<glm::vec2> points;
  points.reserve(kSamples + 1);
  for (int i = 0; i <= kSamples; ++i) {
    const float t = static_cast<float>(i) / kSamples;
    points.push_back(origin + glm::vec2(t, value(t)) * size);
  }
  canvas.polyline(std::span<const glm::vec2>(points), stroke_style(kBlue, 2.25f));
}

}  // namespace

void draw_curve(Curve curve, glm::vec2 origin, glm::vec2 size, DebugCanvas& canvas) {
  draw_samples(origin, size, canvas, [curve](float t) { return evaluate_curve(curve, t); });
}

void draw_shape(const CurveShape& shape, glm::vec2 origin, glm::vec2 size, DebugCanvas& canvas) {
  draw_samples(origin, size, canvas, [&shape](float t) { return evaluate_shape(shape, t); });
}

void draw_curve_chart(DebugCanvas& canvas) {
  constexpr std::size_t columns = 6;
  const glm::vec2 pitch{1.35f, -1.85f};
  for (std::size_t i = 0; i < kCurveCount; ++i) {
    const auto curve = static_cast<Curve>(i);
    const glm::vec2 origin =
        glm::vec2(static_cast<float>(i % columns), static_cast<float>(i / columns)) * pitch;
    draw_curve(curve, origin, glm::vec2(1.0f), canvas);
    canvas.label(origin + glm::vec2(0.5f, curve == Curve::Suspension ? -0.95f : -0.3f),
                 curve_name(curve), stroke_style(kInk), 12.0f);
  }
}

}  // namespace playset
