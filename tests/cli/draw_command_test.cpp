// playset draw: the files it writes, and arguments it refuses.
#include "cli/draw_command.h"

#include <doctest/doctest.h>

#include "support/support.h"
#include "tests/cli/command_fixture.h"

using namespace playset::test;

TEST_CASE("draw: an SVG and a PNG of the size asked for") {
  const std::string level = save_box_row("draw.level", 3, true);
  const std::string svg = temporary_path("row.svg"), png = temporary_path("row.png");
  const CommandOutput output =
      run_command({"draw", level, "-o", svg, "--size", "800x600", "--json"});
  CHECK(output.code == 0);
  CHECK(output.document()["width"] == 800);
  CHECK(output.document()["height"] == 600);
  const std::string text = read_file_text(svg);
  CHECK(text.find("<svg") != std::string::npos);
  CHECK(text.find(">row<") != std::string::npos);
  CHECK(run_command({"draw", level, "-o", png, "--size", "640"}).code == 0);
  const std::vector<std::byte> bytes = read_file_bytes(png);
  REQUIRE(bytes.size() > 24);
  CHECK(bytes[1] == std::byte{'P'});
  CHECK((std::to_integer<int>(bytes[18]) << 8 | std::to_integer<int>(bytes[19])) == 640);
}

TEST_CASE("draw: the same level gives the same SVG, from every side") {
  const std::string level = save_box_row("draw_same.level", 3, true);
  for (const char* view : {"top", "front", "side", "iso"}) {
    CAPTURE(view);
    const std::string one = temporary_path("one.svg"), two = temporary_path("two.svg");
    CHECK(run_command({"draw", level, "-o", one, "--view", view}).code == 0);
    CHECK(run_command({"draw", level, "-o", two, "--view", view}).code == 0);
    CHECK(read_file_text(one) == read_file_text(two));
  }
}

TEST_CASE("draw: objects are scattered by the seed, and their cells coloured") {
  const std::string level = save_box_row("draw_objects.level", 3, true);
  const std::string one = temporary_path("objects1.svg"), two = temporary_path("objects2.svg");
  const auto draw = [&](const std::string& path, const char* seed) {
    CHECK(run_command({"draw", level, "-o", path, "--objects", "40", "--seed", seed}).code == 0);
    return read_file_text(path);
  };
  const std::string first = draw(one, "1");
  CHECK(first.find("cell listing 1 object") != std::string::npos);
  CHECK(first == draw(two, "1"));
  CHECK(first != draw(two, "2"));
  for (const char* count : {"0", "-1", "100001", "many"}) {
    CAPTURE(count);
    CHECK(run_command({"draw", level, "-o", one, "--objects", count}).code == 2);
  }
}

TEST_CASE("draw: mistakes in arguments are refused with what is expected") {
  const std::string level = save_box_row("draw_usage.level", 1);
  CHECK(run_command({"draw", level}).code == 2);
  CHECK(run_command({"draw", level, "-o", "x.jpg"}).code == 2);
  const CommandOutput view = run_command({"draw", level, "-o", "x.svg", "--view", "bottom"});
  CHECK(view.code == 2);
  CHECK(view.err.find("--view: 'bottom' is none of top, front, side, iso") != std::string::npos);
  for (const char* size : {"0", "12", "800x", "x600", "800x10", "99999", "800x600x2", "big"}) {
    CAPTURE(size);
    const CommandOutput output = run_command({"draw", level, "-o", "x.svg", "--size", size});
    CHECK(output.code == 2);
    CHECK(output.err.find("WIDTHxHEIGHT") != std::string::npos);
  }
  for (const char* floors : {"1", "2:1", ":", "a:b", "1:2:3"}) {
    CAPTURE(floors);
    const CommandOutput output = run_command({"draw", level, "-o", "x.svg", "--floors", floors});
    CHECK(output.code == 2);
    CHECK(output.err.find("LOW:HIGH") != std::string::npos);
  }
}
