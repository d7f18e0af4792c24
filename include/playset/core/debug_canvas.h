// playset/core/debug_canvas.h - DebugCanvas: drawing as data, for SVG, PNG, screens, hashes.
//
// Every system has a draw_x(..., DebugCanvas&) that appends to one. Projecting to a picture happens
// when it is written, so the same canvas serves a plan, a side view and the workshop. Points that
// are not finite are refused and counted.
// Units   points and radii of circles in metres (any unit); widths, markers, arrow heads and text
//         in pixels of the picture.
// Cost    an item is 40 bytes and 12 per point; projecting and writing are linear, one sort by
//         layer.
// Threads one canvas per thread; const use from any.
// Ref     M. Okabe, K. Ito, "Color Universal Design", 2008 (the palette)
// See     tests/core/debug_canvas_test.cpp, asset/export_png.h, docs/core.md
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/glm_layout.h"

namespace playset {

// sRGB and coverage, 0 to 255.
struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t alpha = 255;
  friend constexpr bool operator==(Colour, Colour) noexcept = default;
};

inline constexpr Colour kNoColour{0, 0, 0, 0};
inline constexpr Colour kInk{38, 42, 51};
inline constexpr Colour kGrey{138, 143, 152};
inline constexpr Colour kPaper{251, 250, 247};
inline constexpr Colour kBlue{0, 114, 178};
inline constexpr Colour kOrange{230, 159, 0};
inline constexpr Colour kGreen{0, 158, 115};
inline constexpr Colour kVermilion{213, 94, 0};
inline constexpr Colour kPurple{204, 121, 167};
inline constexpr Colour kSky{86, 180, 233};

// The index-th of seven colours that stay apart for colour-blind readers, over and over.
[[nodiscard]] PLAYSET_API Colour palette_colour(std::size_t index) noexcept;
// Dark blue at 0 over green to yellow at 1, evenly growing lighter; clamps. For heights and counts.
[[nodiscard]] PLAYSET_API Colour ramp_colour(float t) noexcept;
// The colour with another alpha, 0 to 1.
[[nodiscard]] PLAYSET_API Colour with_alpha(Colour colour, float alpha) noexcept;

// How an item looks. Defaults: a thin dark line, no fill.
struct CanvasStyle {
  Colour stroke = kInk;     // also the colour of text
  Colour fill = kNoColour;  // polygons, circles and markers
  float width = 1.5f;       // px; 0: no outline
  float dash = 0.0f;        // px, dashes and gaps; 0: solid
  std::int32_t layer = 0;   // lower layers are drawn first; within one, as appended
};

[[nodiscard]] constexpr CanvasStyle stroke_style(Colour stroke, float width = 1.5f,
                                                 std::int32_t layer = 0) noexcept {
  return {stroke, kNoColour, width, 0.0f, layer};
}
[[nodiscard]] constexpr CanvasStyle fill_style(Colour fill, std::int32_t layer = 0) noexcept {
  return {kNoColour, fill, 0.0f, 0.0f, layer};
}

enum class CanvasShape : std::uint8_t { Polyline, Polygon, Circle, Marker, Arrow, Label };
enum class TextAnchor : std::uint8_t { Start, Middle, End };

struct CanvasItem {
  CanvasShape shape = CanvasShape::Polyline;
  TextAnchor anchor = TextAnchor::Middle;
  CanvasStyle style;
  float size =
      0.0f;  // circle: radius, m; marker: radius, px; arrow: head, px; label: text height, px
  std::uint32_t first_point = 0;  // in points()
  std::uint32_t point_count = 0;
  std::uint32_t text = 0;  // in texts(), labels only
};

struct LegendEntry {
  std::string text;
  CanvasStyle style;
};

class PLAYSET_API DebugCanvas {
 public:
  void line(glm::vec3 a, glm::vec3 b, const CanvasStyle& style = {});
  void polyline(std::span<const glm::vec3> points, const CanvasStyle& style = {});
  void polygon(std::span<const glm::vec3> points,
               const CanvasStyle& style = {});  // closed; filled where style.fill is set
  void triangle(glm::vec3 a, glm::vec3 b, glm::vec3 c, const CanvasStyle& style = {});
  void circle(glm::vec3 centre, float radius, const CanvasStyle& style = {});  // faces the viewer
  void marker(glm::vec3 centre, float radius_px,
              const CanvasStyle& style);  // a disc of the same size in any picture
  void arrow(glm::vec3 from, glm::vec3 to, const CanvasStyle& style = {}, float head_px = 9.0f);
  void label(glm::vec3 at, std::string_view text, const CanvasStyle& style = {},
             float height_px = 13.0f, TextAnchor anchor = TextAnchor::Middle);

  // The same in the plane of the picture: x right, y up (front_view).
  void line(glm::vec2 a, glm::vec2 b, const CanvasStyle& style = {});
  void polyline(std::span<const glm::vec2> points, const CanvasStyle& style = {});
  void polygon(std::span<const glm::vec2> points, const CanvasStyle& style = {});
  void label(glm::vec2 at, std::string_view text, const CanvasStyle& style = {},
             float height_px = 13.0f, TextAnchor anchor = TextAnchor::Middle);

  // One line of the legend; a text already there is left alone.
  void legend(std::string_view text, const CanvasStyle& style);

  void clear() noexcept;  // keeps the capacity

  [[nodiscard]] std::span<const CanvasItem> items() const noexcept { return items_; }
  [[nodiscard]] std::span<const glm::vec3> points() const noexcept { return points_; }
  [[nodiscard]] std::span<const std::string> texts() const noexcept { return texts_; }
  [[nodiscard]] std::span<const LegendEntry> legends() const noexcept { return legends_; }
  [[nodiscard]] std::uint32_t refused() const noexcept {
    return refused_;
  }  // items with a point or size that is not finite

 private:
  bool append(CanvasShape shape, std::span<const glm::vec3> points, const CanvasStyle& style,
              float size);
  bool append(CanvasShape shape, std::span<const glm::vec2> points, const CanvasStyle& style,
              float size);
  void set_text(std::string_view text, TextAnchor anchor);

  std::vector<CanvasItem> items_;
  std::vector<glm::vec3> points_;
  std::vector<std::string> texts_;
  std::vector<LegendEntry> legends_;
  std::uint32_t refused_ = 0;
};

// Appends everything of `from` to `to`, layers moved by `layer`.
PLAYSET_API void append_canvas(const DebugCanvas& from, DebugCanvas& to, std::int32_t layer = 0);

// An affine map to the picture's plane: right = dot(right.xyz, p) + right.w, and so on. towards
// orders by depth.
struct CanvasView {
  glm::vec4 right{1, 0, 0, 0};
  glm::vec4 up{0, 1, 0, 0};
  glm::vec4 towards{0, 0, 1, 0};  // larger is nearer to the viewer
};

[[nodiscard]] PLAYSET_API CanvasView
front_view() noexcept;  // from +Z: +X right, +Y up; also for drawings in the plane
[[nodiscard]] PLAYSET_API CanvasView
top_view() noexcept;  // a plan from +Y: +X right, -Z up (north of a DOOM map is up)
[[nodiscard]] PLAYSET_API CanvasView side_view() noexcept;  // from +X: -Z right, +Y up
// From the direction that yaw (about +Y, 0 is front_view) and pitch (up is positive, pi/2 a plan)
// give; radians.
[[nodiscard]] PLAYSET_API CanvasView orbit_view(float yaw, float pitch) noexcept;

struct CanvasOptions {
  CanvasView view;
  float width = 960.0f;        // px, of the whole picture, 64 to 16384
  float height = 0.0f;         // px; 0: as the content needs, at most max_height
  float max_height = 1200.0f;  // px
  float margin = 28.0f;        // px around everything
  Colour background = kPaper;  // kNoColour: transparent
  std::string title;           // empty: none
  bool legend = true;          // drawn where the canvas has entries
  bool scale_bar = false;
  std::string unit = "m";      // of the scale bar
  bool sort_by_depth = false;  // within a layer, farthest first, by the centre of each item
};

enum class PictureShape : std::uint8_t { Polyline, Polygon, Disc, Text };

// A primitive in pixels, origin top left, y down. Drawn with round joins and caps: fill, then
// outline.
struct PictureItem {
  PictureShape shape = PictureShape::Polyline;
  TextAnchor anchor = TextAnchor::Start;
  Colour stroke;
  Colour fill;
  Colour halo = kNoColour;  // text: drawn around the glyphs first, 3 px wide
  float width = 0.0f;       // px
  float dash = 0.0f;        // px
  float size = 0.0f;        // disc: radius; text: height; px
  std::uint32_t first_point =
      0;  // in Picture::points; text: the middle of its height at the anchor
  std::uint32_t point_count = 0;
  std::uint32_t text = 0;  // in Picture::texts
};

// A flat list in drawing order: all that a writer of SVG or PNG, or a screen, needs.
struct Picture {
  float width = 0.0f;  // px
  float height = 0.0f;
  Colour background;
  float pixels_per_unit = 1.0f;  // px per metre of the canvas
  std::vector<glm::vec2> points;
  std::vector<PictureItem> items;
  std::vector<std::string> texts;
};

// Fits the canvas into the picture, keeping proportions. An empty canvas gives an empty sheet.
[[nodiscard]] PLAYSET_API Picture project_canvas(const DebugCanvas& canvas,
                                                 const CanvasOptions& options = {});

// An SVG document; numbers with up to two decimals, the same bytes on every platform.
[[nodiscard]] PLAYSET_API std::string write_svg(const Picture& picture);
[[nodiscard]] PLAYSET_API std::string write_svg(const DebugCanvas& canvas,
                                                const CanvasOptions& options = {});

// Of everything appended, legend included; -0 counts as 0.
[[nodiscard]] PLAYSET_API std::uint64_t hash_canvas(const DebugCanvas& canvas) noexcept;

}  // namespace playset
