// A flat picture as an SVG document, with own number printing so that the bytes never depend on
// locale or platform.
#include <cstdint>

#include "playset/core/debug_canvas.h"
#include "playset/core/text_number.h"

namespace playset {
namespace {

// Numbers beyond any picture are cut, so that no exponent appears.
void append_decimal(std::string& out, float value) {
  append_fixed(out, value > 1e9f ? 1e9 : value > -1e9f ? static_cast<double>(value) : -1e9, 2);
}

void append_attribute(std::string& out, const char* name, float value) {
  out += ' ';
  out += name;
  out += "=\"";
  append_decimal(out, value);
  out += '"';
}

void append_colour(std::string& out, const char* name, Colour colour) {
  constexpr char digits[] = "0123456789abcdef";
  out += ' ';
  out += name;
  if (colour.alpha == 0) {
    out += "=\"none\"";
    return;
  }
  out += "=\"#";
  for (const std::uint8_t v : {colour.red, colour.green, colour.blue}) {
    out += digits[v >> 4];
    out += digits[v & 15];
  }
  out += '"';
  if (colour.alpha == 255) return;
  out += ' ';
  out += name;
  out += "-opacity=\"";
  append_decimal(out, static_cast<float>(colour.alpha) / 255.0f);
  out += '"';
}

// Bytes of the well-formed UTF-8 sequence at the front of text, or 0.
std::size_t utf8_length(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xc2 ? 0
                             : lead < 0xe0 ? 2
                             : lead < 0xf0 ? 3
                             : lead < 0xf5 ? 4
                                           : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  if (length < 3) return length;
  const unsigned char second = byte(1);
  const bool wrong = (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second >= 0xa0) ||
                     (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second >= 0x90) ||
                     (lead == 0xef && second == 0xbf && byte(2) >= 0xbe);
  return wrong ? 0 : length;
}

// Text that XML accepts whatever it holds: markup escaped, control bytes blank, broken UTF-8
// replaced by U+FFFD.
void append_text(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const char c = text[0];
    const std::size_t length = utf8_length(text);
    if (length == 0)
      out += "\xef\xbf\xbd";
    else if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += ' ';
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

class SvgWriter {
 public:
  explicit SvgWriter(const Picture& picture) : picture_(picture) {}

  std::string write() {
    open();
    for (std::size_t i = 0; i < picture_.items.size();) i = write_item(i);
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  void open() {
    out_ += "<svg xmlns=\"http://www.w3.org/2000/svg\"";
    append_attribute(out_, "width", picture_.width);
    append_attribute(out_, "height", picture_.height);
    out_ += " viewBox=\"0 0 ";
    append_decimal(out_, picture_.width);
    out_ += ' ';
    append_decimal(out_, picture_.height);
    out_ +=
        "\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" "
        "font-family=\"Inter, Helvetica, Arial, sans-serif\">\n";
    if (picture_.background.alpha == 0) return;
    out_ += "<rect width=\"100%\" height=\"100%\"";
    append_colour(out_, "fill", picture_.background);
    out_ += "/>\n";
  }

  std::span<const glm::vec2> points_of(const PictureItem& item) const noexcept {
    return std::span(picture_.points).subspan(item.first_point, item.point_count);
  }

  // Opaque lines of one look may share an element: where they cross, nothing shows.
  static bool may_share(const PictureItem& a, const PictureItem& b) noexcept {
    return a.shape == PictureShape::Polyline && b.shape == PictureShape::Polyline &&
           a.stroke == b.stroke && a.stroke.alpha == 255 && a.width == b.width && a.dash == b.dash;
  }

  std::size_t write_item(std::size_t i) {
    const PictureItem& item = picture_.items[i];
    if (item.shape == PictureShape::Text) return write_text(item), i + 1;
    if (item.stroke.alpha == 0 && item.fill.alpha == 0) return i + 1;
    if (item.shape == PictureShape::Disc) return write_disc(item), i + 1;
    out_ += "<path";
    append_style(item);
    out_ += " d=\"";
    append_path(item);
    for (++i; i < picture_.items.size() && may_share(item, picture_.items[i]); ++i)
      append_path(picture_.items[i]);
    out_ += "\"/>\n";
    return i;
  }

  void append_style(const PictureItem& item) {
    if (item.fill.alpha > 0) append_colour(out_, "fill", item.fill);
    if (item.stroke.alpha == 0) return;
    append_colour(out_, "stroke", item.stroke);
    append_attribute(out_, "stroke-width", item.width);
    if (item.dash > 0.0f) append_attribute(out_, "stroke-dasharray", item.dash);
  }

  void append_path(const PictureItem& item) {
    char command = 'M';
    for (const glm::vec2 p : points_of(item)) {
      out_ += command;
      append_decimal(out_, p.x);
      out_ += ' ';
      append_decimal(out_, p.y);
      command = 'L';
    }
    if (item.shape == PictureShape::Polygon) out_ += 'Z';
  }

  void write_disc(const PictureItem& item) {
    const glm::vec2 centre = points_of(item)[0];
    out_ += "<circle";
    append_style(item);
    append_attribute(out_, "cx", centre.x);
    append_attribute(out_, "cy", centre.y);
    append_attribute(out_, "r", item.size);
    out_ += "/>\n";
  }

  void write_text(const PictureItem& item) {
    const glm::vec2 at = points_of(item)[0];
    out_ += "<text";
    append_colour(out_, "fill", item.fill);
    if (item.halo.alpha > 0) {
      append_colour(out_, "stroke", item.halo);
      out_ += " stroke-width=\"3\" paint-order=\"stroke\"";
    }
    append_attribute(out_, "x", at.x);
    append_attribute(out_, "y",
                     at.y + 0.36f * item.size);  // the middle of capitals above the baseline
    append_attribute(out_, "font-size", item.size);
    if (item.anchor != TextAnchor::Start)
      out_ +=
          item.anchor == TextAnchor::Middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
    out_ += '>';
    append_text(out_, picture_.texts[item.text]);
    out_ += "</text>\n";
  }

  const Picture& picture_;
  std::string out_;
};

}  // namespace

std::string write_svg(const Picture& picture) { return SvgWriter(picture).write(); }

std::string write_svg(const DebugCanvas& canvas, const CanvasOptions& options) {
  return write_svg(project_canvas(canvas, options));
}

}  // namespace playset
