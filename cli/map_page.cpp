// The column beside a map.
#include "cli/map_page.h"
#include "playset/core/debug_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace playset {
namespace {

constexpr float kColumn = 270.0f;
constexpr float kMargin = 36.0f;
constexpr Colour kSheet{247, 245, 240, 255};
constexpr Colour kTitleInk{24, 28, 38, 255};
constexpr Colour kTextInk{74, 80, 94, 255};

// Writes shapes below each other into the picture's right column.
class Column {
 public:
  explicit Column(Picture& picture)
      : picture_(picture), left_(picture.width - kColumn), y_(kMargin + 12.0f) {}

  void text(const std::string& words, float height, Colour colour, float x = 0.0f) {
    PictureItem item;
    item.shape = PictureShape::Text;
    item.fill = colour;
    item.stroke = kNoColour;
    item.size = height;
    item.text = static_cast<std::uint32_t>(picture_.texts.size());
    picture_.texts.push_back(words);
    add(item, std::array{glm::vec2{left_ + x, y_}});
  }

  void down(float pixels) { y_ += pixels; }

  void box(float x, float top, float width, float height, Colour fill, Colour stroke = kNoColour,
           float line = 0.0f) {
    PictureItem item;
    item.shape = PictureShape::Polygon;
    item.fill = fill;
    item.stroke = stroke;
    item.width = line;
    const glm::vec2 low{left_ + x, y_ + top};
    add(item, std::array{low, low + glm::vec2(width, 0.0f), low + glm::vec2(width, height),
                         low + glm::vec2(0.0f, height)});
  }

  void rule(float x, float y, float length, Colour colour, float width) {
    PictureItem item;
    item.stroke = colour;
    item.fill = kNoColour;
    item.width = width;
    const glm::vec2 start{left_ + x, y_ + y};
    add(item, std::array{start, start + glm::vec2(length, 0.0f)});
  }

  void disc(float x, float radius, Colour fill) {
    PictureItem item;
    item.shape = PictureShape::Disc;
    item.fill = fill;
    item.stroke = kNoColour;
    item.size = radius;
    add(item, std::array{glm::vec2{left_ + x, y_}});
  }

 private:
  template <std::size_t N>
  void add(PictureItem item, const std::array<glm::vec2, N>& points) {
    item.first_point = static_cast<std::uint32_t>(picture_.points.size());
    item.point_count = N;
    picture_.points.insert(picture_.points.end(), points.begin(), points.end());
    picture_.items.push_back(item);
  }

  Picture& picture_;
  float left_;
  float y_;
};

std::string metres(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f m", std::abs(value) < 0.05 ? 0.0 : value);
  return text;
}

void add_heights(Column& column, const MapHeights& heights) {
  if (heights.sorted.size() < 2) return;
  constexpr int kSteps = 60;
  constexpr int kTicks = 5;
  constexpr float kTall = 150.0f;
  column.text("floor height", 12.0f, kTextInk);
  column.down(16.0f);
  for (int i = 0; i < kSteps; ++i) {
    const Colour colour = rank_colour(1.0 - (i + 0.5) / kSteps);
    column.box(0.0f, kTall * static_cast<float>(i) / kSteps, 18.0f, kTall / kSteps, colour, colour,
               0.6f);
  }
  for (int i = 0; i < kTicks; ++i) {
    column.rule(18.0f, 0.0f, 5.0f, kTextInk, 1.0f);
    column.text(metres(height_at_rank(heights, 1.0 - static_cast<double>(i) / (kTicks - 1))), 12.0f,
                kTextInk, 29.0f);
    if (i + 1 < kTicks) column.down(kTall / (kTicks - 1));
  }
  column.down(32.0f);
}

void add_legend(Column& column, const DebugCanvas& canvas) {
  for (const LegendEntry& entry : canvas.legends()) {
    if (entry.style.fill.alpha == 0)
      column.rule(0.0f, 0.0f, 18.0f, entry.style.stroke, entry.style.width);
    else if (entry.style.layer == kLayerThing)
      column.disc(9.0f, 5.0f, entry.style.fill);
    else
      column.box(0.0f, -6.0f, 18.0f, 12.0f, entry.style.fill);
    column.text(entry.text, 13.0f, kTextInk, 29.0f);
    column.down(21.0f);
  }
}

}  // namespace

Picture lay_out_map(const DebugCanvas& canvas, const MapHeights& heights, const MapOptions& options,
                    const MapPage& page) {
  CanvasOptions fit;
  fit.view = map_canvas_view(options.view);
  fit.width = std::max(page.width - kColumn, 64.0f);
  fit.height = page.height;
  fit.max_height = page.width;
  fit.margin = kMargin;
  fit.background = kSheet;
  fit.legend = false;
  fit.scale_bar = true;
  Picture picture = project_canvas(canvas, fit);
  if (page.height <= 0.0f && picture.height < 0.5f * page.width) {
    fit.height = 0.5f * page.width;
    picture = project_canvas(canvas, fit);
  }
  picture.width = page.width;
  Column column(picture);
  column.text(page.title, 24.0f, kTitleInk);
  column.down(34.0f);
  for (const std::string& fact : page.facts) {
    column.text(fact, 13.0f, kTextInk);
    column.down(20.0f);
  }
  column.down(24.0f);
  if (options.material_colours.empty()) add_heights(column, heights);
  add_legend(column, canvas);
  return picture;
}

}  // namespace playset
