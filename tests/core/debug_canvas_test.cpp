// DebugCanvas: projections by hand, draw order, fitting, hostile text and numbers, golden SVG,
// hashes.
#include "playset/core/debug_canvas.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "playset/core/math.h"
#include "support/support.h"

using namespace playset;

namespace {

CanvasOptions bare(float width = 100, float height = 100, float margin = 0) {
  CanvasOptions options;
  options.width = width;
  options.height = height;
  options.margin = margin;
  return options;
}

glm::vec2 first_point(const Picture& picture, std::size_t item) {
  return picture.points[picture.items[item].first_point];
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// A little of everything; also the picture in the documentation.
DebugCanvas specimen() {
  DebugCanvas canvas;
  const std::array floor{glm::vec3(0, 0, 0), glm::vec3(8, 0, 0), glm::vec3(8, 0, -5),
                         glm::vec3(3, 0, -5), glm::vec3(0, 0, -3)};
  CanvasStyle room = fill_style(with_alpha(kSky, 0.3f), -1);
  room.stroke = kBlue;
  room.width = 2.0f;
  canvas.polygon(std::span<const glm::vec3>(floor), room);
  CanvasStyle door = stroke_style(kVermilion, 3.0f);
  door.dash = 6.0f;
  canvas.line(glm::vec3(5, 0, 0), glm::vec3(6, 0, 0), door);
  canvas.circle(glm::vec3(6, 0, -3.5f), 0.75f, fill_style(with_alpha(kGreen, 0.5f)));
  canvas.marker(glm::vec3(2, 0, -1.5f), 4.0f, fill_style(kInk));
  canvas.arrow(glm::vec3(2, 0, -1.5f), glm::vec3(5.4f, 0, -3.2f), stroke_style(kInk, 1.75f));
  canvas.label(glm::vec3(2, 0, -1.1f), "spawn <1> & \"2\"", stroke_style(kInk));
  canvas.triangle(glm::vec3(1, 0, -0.5f), glm::vec3(1.5f, 0, -0.5f), glm::vec3(1.25f, 0, -1),
                  fill_style(kOrange));
  canvas.legend("room", room);
  canvas.legend("door", door);
  canvas.legend("door", room);
  return canvas;
}

}  // namespace

TEST_CASE("canvas: the plan shows +X to the right and -Z up; front and side views likewise") {
  DebugCanvas canvas;
  canvas.line(glm::vec3(0, 0, 0), glm::vec3(10, 10, -10));
  canvas.marker(glm::vec3(10, 0, 0), 1, fill_style(kInk));
  CanvasOptions options = bare();
  options.view = top_view();
  CHECK(first_point(project_canvas(canvas, options), 1) == glm::vec2(100, 100));
  CHECK(first_point(project_canvas(canvas, options), 0) == glm::vec2(0, 100));
  options.view = front_view();
  CHECK(first_point(project_canvas(canvas, options), 1) == glm::vec2(100, 100));
  options.view = side_view();
  CHECK(first_point(project_canvas(canvas, options), 1) == glm::vec2(0, 100));
}

TEST_CASE(
    "canvas: an orbit of no angles is the front view, of a quarter turn the side view or the "
    "plan") {
  const auto near = [](const CanvasView& a, const CanvasView& b) {
    float worst = 0;
    for (int k = 0; k < 4; ++k)
      worst = std::fmax(worst, std::fmax(std::fabs(a.right[k] - b.right[k]),
                                         std::fmax(std::fabs(a.up[k] - b.up[k]),
                                                   std::fabs(a.towards[k] - b.towards[k]))));
    return worst < 1e-6f;
  };
  const auto quarter = static_cast<float>(kHalfPi);
  CHECK(near(orbit_view(0, 0), front_view()));
  CHECK(near(orbit_view(quarter, 0), side_view()));
  CHECK(near(orbit_view(0, quarter), top_view()));
}

TEST_CASE("canvas: the content fills the sheet, keeps its proportions and is centred") {
  DebugCanvas canvas;
  canvas.line(glm::vec2(0, 0), glm::vec2(4, 2));
  const Picture wide = project_canvas(canvas, bare(220, 220, 10));
  CHECK(wide.pixels_per_unit == 50.0f);
  CHECK(wide.points[0] == glm::vec2(10, 160));
  CHECK(wide.points[1] == glm::vec2(210, 60));
  const Picture free = project_canvas(canvas, bare(220, 0, 10));
  CHECK(free.height == 120.0f);
  DebugCanvas dot;
  dot.marker(glm::vec3(1e6f, 5, 0), 3, fill_style(kInk));
  CHECK(project_canvas(dot, bare()).points[0] == glm::vec2(50, 50));
  CHECK(project_canvas(DebugCanvas{}, bare()).items.empty());
  DebugCanvas disc;
  disc.circle(glm::vec3(0, 0, 0), 2, fill_style(kInk));
  CHECK(project_canvas(disc, bare()).items[0].size == 50.0f);
}

TEST_CASE("canvas: layers first, then order of drawing; or far before near where asked") {
  DebugCanvas canvas;
  canvas.marker(glm::vec3(0, 0, 5), 1, fill_style(kInk, 1));
  canvas.marker(glm::vec3(1, 0, 9), 2, fill_style(kInk, 0));
  canvas.marker(glm::vec3(2, 0, 1), 3, fill_style(kInk, 0));
  const auto order = [&](bool by_depth) {
    CanvasOptions options = bare();
    options.sort_by_depth = by_depth;
    std::string out;
    for (const PictureItem& item : project_canvas(canvas, options).items)
      out += std::to_string(static_cast<int>(item.size));
    return out;
  };
  CHECK(order(false) == "231");
  CHECK(order(true) == "321");
}

TEST_CASE("canvas: what is not finite is refused and counted, and never reaches the picture") {
  DebugCanvas canvas;
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  canvas.line(glm::vec3(0, nan, 0), glm::vec3(1, 1, 1));
  canvas.circle(glm::vec3(0, 0, 0), inf);
  canvas.label(glm::vec3(inf, 0, 0), "lost");
  canvas.polyline(std::span<const glm::vec3>{});
  CHECK(canvas.refused() == 4);
  CHECK(canvas.items().empty());
  CHECK(canvas.texts().empty());
  canvas.line(glm::vec3(-3e38f, 0, 0), glm::vec3(3e38f, 1, 0));
  const test::FpTrapsOff off;
  const std::string svg = write_svg(canvas, bare());
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("canvas: text of any bytes gives well-formed XML") {
  DebugCanvas canvas;
  canvas.label(glm::vec3(0), "a<b>&\"c\"");
  canvas.label(glm::vec3(0), std::string("x\x01\n\x7f\0y", 6));
  canvas.label(glm::vec3(0), "caf\xc3\xa9 \xff\xc0\xaf \xed\xa0\x80 \xf0\x9f\x98\x80 \xe2\x82");
  const std::string svg = write_svg(canvas, bare());
  CHECK(svg.find("a&lt;b&gt;&amp;&quot;c&quot;") != std::string::npos);
  CHECK(svg.find(">x    y<") != std::string::npos);
  CHECK(svg.find("caf\xc3\xa9 \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd ") != std::string::npos);
  CHECK(svg.find("\xf0\x9f\x98\x80 \xef\xbf\xbd") != std::string::npos);
  for (const char c : svg) REQUIRE((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
}

TEST_CASE("canvas: opaque lines of one look share an element, translucent ones do not") {
  DebugCanvas canvas;
  for (int i = 0; i < 10; ++i) canvas.line(glm::vec2(0, i), glm::vec2(1, i));
  CHECK(count_of(write_svg(canvas, bare()), "<path") == 1);
  for (int i = 0; i < 10; ++i)
    canvas.line(glm::vec2(0, i), glm::vec2(1, i), stroke_style(with_alpha(kInk, 0.5f)));
  CHECK(count_of(write_svg(canvas, bare()), "<path") == 11);
}

TEST_CASE("canvas: a scale bar has a round length that fits") {
  DebugCanvas canvas;
  CanvasOptions options = bare(1000, 0, 0);
  options.scale_bar = true;
  for (const auto& [extent, text] :
       std::initializer_list<std::pair<float, const char*>>{{10.0f, "2 m"},
                                                            {260.0f, "50 m"},
                                                            {9.0f, "1 m"},
                                                            {0.03f, "0.005 m"},
                                                            {99999.0f, "10000 m"}}) {
    canvas.clear();
    canvas.line(glm::vec2(0, 0), glm::vec2(extent, 0.01f * extent));
    const Picture picture = project_canvas(canvas, options);
    REQUIRE_FALSE(picture.texts.empty());
    CHECK(picture.texts.back() == text);
  }
}

TEST_CASE("canvas: the specimen's picture, with title, legend and scale bar") {
  CanvasOptions options;
  options.view = top_view();
  options.width = 640;
  options.title = "A room";
  options.scale_bar = true;
  const DebugCanvas canvas = specimen();
  CHECK(canvas.legends().size() == 2);
  CHECK_GOLDEN("core/canvas_specimen.svg", write_svg(canvas, options));
  options.view = orbit_view(0.6f, 0.5f);
  options.legend = false;
  options.background = kNoColour;
  CHECK(write_svg(canvas, options).find("<rect") == std::string::npos);
}

TEST_CASE("canvas: equal drawings have equal hashes, and any change shows") {
  const DebugCanvas canvas = specimen();
  CHECK(hash_canvas(canvas) == hash_canvas(specimen()));
  CHECK(hash_canvas(canvas) == 0xffd15cc63caad0fcu);
  DebugCanvas changed = specimen();
  changed.line(glm::vec2(0, 0), glm::vec2(1, 0));
  CHECK(hash_canvas(changed) != hash_canvas(canvas));
  DebugCanvas zero;
  zero.line(glm::vec2(0, 0), glm::vec2(1, 0));
  DebugCanvas minus_zero;
  minus_zero.line(glm::vec2(-0.0f, 0), glm::vec2(1, -0.0f));
  CHECK(hash_canvas(zero) == hash_canvas(minus_zero));
  DebugCanvas copy;
  append_canvas(canvas, copy);
  CHECK(hash_canvas(copy) == hash_canvas(canvas));
  DebugCanvas lifted;
  append_canvas(canvas, lifted, 2);
  CHECK(lifted.items()[0].style.layer == 1);
  copy.clear();
  CHECK(hash_canvas(copy) == hash_canvas(DebugCanvas{}));
}

TEST_CASE("canvas: the ramp grows lighter all the way, the palette repeats, alpha is clamped") {
  int before = -1;
  for (int i = 0; i <= 100; ++i) {
    const Colour c = ramp_colour(static_cast<float>(i) / 100.0f);
    const int light = 3 * c.red + 6 * c.green + c.blue;
    CHECK(light >= before);
    before = light;
  }
  CHECK(ramp_colour(-5) == ramp_colour(0));
  CHECK(ramp_colour(5) == ramp_colour(1));
  CHECK(palette_colour(0) == palette_colour(7));
  CHECK(with_alpha(kInk, 2.0f).alpha == 255);
  CHECK(with_alpha(kInk, -1.0f).alpha == 0);
}
