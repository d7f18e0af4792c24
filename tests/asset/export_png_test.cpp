// PNG export, read back: colours where shapes are, anti-aliased rims, text with ink, and refusals.
#include "playset/asset/export_png.h"

#include <cairo.h>
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "support/support.h"

using namespace playset;

namespace {

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint32_t> argb;  // premultiplied
  [[nodiscard]] std::uint32_t at(int x, int y) const {
    return argb[static_cast<std::size_t>(y * width + x)];
  }
};

struct Source {
  const std::vector<std::byte>* bytes;
  std::size_t at = 0;
};

cairo_status_t read_bytes(void* closure, unsigned char* data, unsigned int size) {
  auto* source = static_cast<Source*>(closure);
  if (source->at + size > source->bytes->size()) return CAIRO_STATUS_READ_ERROR;
  std::memcpy(data, source->bytes->data() + source->at, size);
  source->at += size;
  return CAIRO_STATUS_SUCCESS;
}

Pixels decode(const std::vector<std::byte>& bytes) {
  Source source{&bytes};
  cairo_surface_t* surface = cairo_image_surface_create_from_png_stream(read_bytes, &source);
  REQUIRE(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
  Pixels out{cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface), {}};
  for (int y = 0; y < out.height; ++y) {
    const unsigned char* row =
        cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface);
    for (int x = 0; x < out.width; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, row + 4 * x, 4);
      const bool opaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24;
      out.argb.push_back(opaque ? pixel | 0xFF000000u : pixel);
    }
  }
  cairo_surface_destroy(surface);
  return out;
}

Pixels draw(const Picture& picture) {
  const Result<std::vector<std::byte>> bytes = encode_png(picture);
  REQUIRE_MESSAGE(bytes.ok(), bytes.error().text());
  return decode(*bytes);
}

std::uint32_t argb(Colour c) {
  return std::uint32_t{c.alpha} << 24 | std::uint32_t{c.red} << 16 | std::uint32_t{c.green} << 8 |
         c.blue;
}

// An empty sheet to put single items on.
Picture sheet(float width, float height, Colour background) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  picture.background = background;
  return picture;
}

PictureItem& add_item(Picture& picture, PictureShape shape,
                      std::initializer_list<glm::vec2> points) {
  PictureItem item;
  item.shape = shape;
  item.first_point = static_cast<std::uint32_t>(picture.points.size());
  item.point_count = static_cast<std::uint32_t>(points.size());
  picture.points.insert(picture.points.end(), points);
  picture.items.push_back(item);
  return picture.items.back();
}

int count_other(const Pixels& pixels, std::uint32_t background) {
  int count = 0;
  for (const std::uint32_t pixel : pixels.argb) count += pixel != background ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("export png: shapes have their colours where they lie") {
  Picture picture = sheet(100, 80, kPaper);
  add_item(picture, PictureShape::Polygon, {{10, 10}, {40, 10}, {40, 30}, {10, 30}}).fill = kBlue;
  PictureItem& disc = add_item(picture, PictureShape::Disc, {{70, 40}});
  disc.size = 10;
  disc.fill = kGreen;
  disc.stroke = kVermilion;
  disc.width = 4;
  PictureItem& line = add_item(picture, PictureShape::Polyline, {{10, 70}, {90, 70}});
  line.stroke = kInk;
  line.width = 4;
  const Pixels pixels = draw(picture);
  CHECK(pixels.width == 100);
  CHECK(pixels.height == 80);
  CHECK(pixels.at(0, 0) == argb(kPaper));
  CHECK(pixels.at(25, 20) == argb(kBlue));
  CHECK(pixels.at(9, 20) == argb(kPaper));
  CHECK(pixels.at(40, 20) == argb(kPaper));
  CHECK(pixels.at(70, 40) == argb(kGreen));
  CHECK(pixels.at(80, 40) == argb(kVermilion));
  CHECK(pixels.at(50, 70) == argb(kInk));
  CHECK(pixels.at(50, 75) == argb(kPaper));
}

TEST_CASE(
    "export png: slanted rims are anti-aliased, later items cover earlier ones, alpha mixes") {
  Picture picture = sheet(60, 60, {255, 255, 255});
  add_item(picture, PictureShape::Polygon, {{5, 5}, {55, 12}, {30, 55}}).fill = {0, 0, 0};
  std::set<std::uint32_t> shades;
  for (const std::uint32_t pixel : draw(picture).argb) shades.insert(pixel);
  CHECK(shades.size() > 20);
  add_item(picture, PictureShape::Polygon, {{0, 0}, {60, 0}, {60, 60}, {0, 60}}).fill = {255, 0, 0,
                                                                                         128};
  const std::uint32_t mixed = draw(picture).at(30, 25);
  CHECK(static_cast<int>((mixed >> 16) & 255) == doctest::Approx(128).epsilon(0.02));
  CHECK((mixed & 0xFFFF) == 0);
}

TEST_CASE("export png: dashes leave gaps, items without colour leave nothing") {
  Picture picture = sheet(200, 20, kPaper);
  PictureItem& line = add_item(picture, PictureShape::Polyline, {{10, 10}, {190, 10}});
  line.stroke = kInk;
  line.width = 2;
  line.dash = 12;
  const Pixels pixels = draw(picture);
  int inked = 0;
  for (int x = 0; x < 200; ++x) inked += pixels.at(x, 10) == argb(kInk) ? 1 : 0;
  CHECK(inked > 60);
  CHECK(inked < 150);
  picture.items[0].stroke = kNoColour;
  CHECK(count_other(draw(picture), argb(kPaper)) == 0);
}

TEST_CASE("export png: text has ink at its anchor, and bytes that are not text do no harm") {
  for (const TextAnchor anchor : {TextAnchor::Start, TextAnchor::Middle, TextAnchor::End}) {
    Picture picture = sheet(300, 40, kPaper);
    picture.texts = {"Relay station"};
    PictureItem& text = add_item(picture, PictureShape::Text, {{150, 20}});
    text.anchor = anchor;
    text.size = 20;
    text.fill = kInk;
    const Pixels pixels = draw(picture);
    int left = 0, right = 0;
    for (int y = 0; y < 40; ++y) {
      for (int x = 0; x < 300; ++x)
        (x < 150 ? left : right) += pixels.at(x, y) != argb(kPaper) ? 1 : 0;
    }
    CHECK(left + right > 300);
    if (anchor == TextAnchor::Start) CHECK(left < 20);
    if (anchor == TextAnchor::Middle) CHECK((left > 100 && right > 100));
    if (anchor == TextAnchor::End) CHECK(right < 20);
  }
  Picture odd = sheet(100, 40, kPaper);
  odd.texts = {std::string("a\xFF\xC3(\n\0b\xE2\x82", 9)};
  PictureItem& text = add_item(odd, PictureShape::Text, {{10, 20}});
  text.size = 12;
  text.fill = kInk;
  text.halo = kSky;
  CHECK(count_other(draw(odd), argb(kPaper)) > 20);
}

TEST_CASE("export png: a transparent background stays transparent") {
  Picture picture = sheet(64, 64, kNoColour);
  add_item(picture, PictureShape::Disc, {{32, 32}}).size = 10;
  picture.items[0].fill = kOrange;
  const Pixels pixels = draw(picture);
  CHECK((pixels.at(0, 0) >> 24) == 0);
  CHECK(pixels.at(32, 32) == argb(kOrange));
}

TEST_CASE("export png: sizes out of range are refused, also those that are not numbers") {
  for (const float size : {0.0f, -5.0f, 40000.0f, 1e30f, std::numeric_limits<float>::quiet_NaN()}) {
    const Result<std::vector<std::byte>> bytes = encode_png(sheet(size, 100, kPaper));
    REQUIRE_FALSE(bytes.ok());
    CHECK(bytes.error().code == ErrorCode::OutOfRange);
  }
}

TEST_CASE("export png: a canvas is saved as a file, the same bytes each time") {
  DebugCanvas canvas;
  const glm::vec3 triangle[] = {{0, 0, 0}, {4, 0, 0}, {0, 3, 0}};
  canvas.polygon(triangle, fill_style(kSky));
  canvas.label(glm::vec3(1, 1, 0), "a room");
  canvas.legend("rooms", fill_style(kSky));
  CanvasOptions options;
  options.title = "A plan";
  options.scale_bar = true;
  const std::string path = test::temporary_path("export_png_test.png");
  const Result<Done> saved = write_png(canvas, options, path);
  REQUIRE_MESSAGE(saved.ok(), saved.error().text());
  const std::vector<std::byte> bytes = test::read_file_bytes(path);
  CHECK(bytes == *encode_png(project_canvas(canvas, options)));
  const Pixels pixels = decode(bytes);
  CHECK(pixels.width == 960);
  CHECK(count_other(pixels, argb(kPaper)) > 10'000);
  const Result<Done> refused = write_png(canvas, options, "/nowhere/at/all.png");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::Io);
  CHECK(refused.error().file == "/nowhere/at/all.png");
}
