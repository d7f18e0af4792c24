// encode_png: draws a flat picture with cairo; fill first, then outline, round joins and caps, as
// its SVG says.
#include "playset/asset/export_png.h"

#include <cairo.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <span>

#include "playset/core/save_file.h"

namespace playset {
namespace {

constexpr int kMostPixels = 32767;  // a side, cairo's own limit
constexpr double kPi2 = 6.283185307179586;

struct SurfaceCloser {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct ContextCloser {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceCloser>;
using Context = std::unique_ptr<cairo_t, ContextCloser>;

Error picture_error(ErrorCode code, std::string message) {
  return {code, std::move(message), {}, 0, 0, 0};
}

void set_colour(cairo_t* context, Colour c) {
  cairo_set_source_rgba(context, c.red / 255.0, c.green / 255.0, c.blue / 255.0, c.alpha / 255.0);
}

// Bytes that cairo would choke on become spaces and question marks: control bytes, and what is not
// UTF-8.
std::string printable(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    bool good = length > 0 && i + length <= text.size();
    for (std::size_t k = 1; good && k < length; ++k)
      good = (static_cast<unsigned char>(text[i + k]) & 0xC0u) == 0x80u;
    if (!good)
      out += '?';
    else if (lead < 0x20 || lead == 0x7F)
      out += ' ';
    else
      out.append(text, i, length);
    i += good ? length : 1;
  }
  return out;
}

class Painter {
 public:
  Painter(const Picture& picture, cairo_t* context) : picture_(picture), context_(context) {
    cairo_set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(context_, CAIRO_LINE_CAP_ROUND);
    cairo_select_font_face(context_, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
  }

  void paint() {
    set_colour(context_, picture_.background);
    cairo_paint(context_);
    for (const PictureItem& item : picture_.items) {
      if (item.shape == PictureShape::Text)
        paint_text(item);
      else
        paint_shape(item);
    }
  }

 private:
  [[nodiscard]] std::span<const glm::vec2> points_of(const PictureItem& item) const {
    return std::span(picture_.points).subspan(item.first_point, item.point_count);
  }

  void add_path(const PictureItem& item) {
    const auto points = points_of(item);
    cairo_new_path(context_);
    if (item.shape == PictureShape::Disc) {
      cairo_arc(context_, points[0].x, points[0].y, item.size, 0.0, kPi2);
      return;
    }
    for (const glm::vec2 p : points) cairo_line_to(context_, p.x, p.y);
    if (item.shape == PictureShape::Polygon) cairo_close_path(context_);
  }

  void paint_shape(const PictureItem& item) {
    if (item.point_count == 0) return;
    add_path(item);
    if (item.fill.alpha > 0) {
      set_colour(context_, item.fill);
      cairo_fill_preserve(context_);
    }
    if (item.stroke.alpha == 0 || item.width <= 0.0f) return;
    const double dash = item.dash;
    cairo_set_dash(context_, &dash, dash > 0.0 ? 1 : 0, 0.0);
    cairo_set_line_width(context_, item.width);
    set_colour(context_, item.stroke);
    cairo_stroke(context_);
  }

  void paint_text(const PictureItem& item) {
    if (item.point_count == 0) return;
    const std::string text = printable(picture_.texts[item.text]);
    const glm::vec2 at = points_of(item)[0];
    cairo_set_font_size(context_, item.size);
    cairo_text_extents_t extents;
    cairo_text_extents(context_, text.c_str(), &extents);
    const double back = item.anchor == TextAnchor::Start    ? 0.0
                        : item.anchor == TextAnchor::Middle ? 0.5
                                                            : 1.0;
    cairo_new_path(context_);
    cairo_move_to(context_, at.x - back * extents.x_advance, at.y + 0.36 * item.size);
    cairo_text_path(context_, text.c_str());
    if (item.halo.alpha > 0) {
      cairo_set_dash(context_, nullptr, 0, 0.0);
      cairo_set_line_width(context_, 3.0);
      set_colour(context_, item.halo);
      cairo_stroke_preserve(context_);
    }
    set_colour(context_, item.fill);
    cairo_fill(context_);
  }

  const Picture& picture_;
  cairo_t* context_;
};

cairo_status_t append_bytes(void* out, const unsigned char* data, unsigned int size) {
  auto* bytes = static_cast<std::vector<std::byte>*>(out);
  const auto* first = reinterpret_cast<const std::byte*>(data);
  bytes->insert(bytes->end(), first, first + size);
  return CAIRO_STATUS_SUCCESS;
}

// Whole pixels that hold a size, or 0 where it is out of range.
int whole_pixels(float size) {
  if (!std::isfinite(size) || size < 1.0f || size > static_cast<float>(kMostPixels)) return 0;
  return static_cast<int>(size + 0.5f);
}

}  // namespace

Result<std::vector<std::byte>> encode_png(const Picture& picture) {
  const int width = whole_pixels(picture.width), height = whole_pixels(picture.height);
  if (width == 0 || height == 0) {
    return picture_error(
        ErrorCode::OutOfRange,
        "a PNG's sides must have 1 to 32767 pixels; choose another width or height");
  }
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
  const Context context(cairo_create(surface.get()));
  Painter(picture, context.get()).paint();
  std::vector<std::byte> bytes;
  cairo_status_t status = cairo_status(context.get());
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream(surface.get(), append_bytes, &bytes);
  if (status == CAIRO_STATUS_SUCCESS) return bytes;
  return picture_error(ErrorCode::OutOfRange,
                       std::string("cannot draw the picture: ") + cairo_status_to_string(status));
}

Result<Done> write_png(const DebugCanvas& canvas, const CanvasOptions& options,
                       const std::string& path) {
  const Result<std::vector<std::byte>> bytes = encode_png(project_canvas(canvas, options));
  if (!bytes.ok()) return bytes.error();
  return save_file(path, *bytes);
}

}  // namespace playset
