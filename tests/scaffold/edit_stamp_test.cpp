// Stamps: volumes of cubes, rings, arcs, cylinders, stairs, domes and corridors, closed rings,
// refusals.
#include "playset/scaffold/edit_stamp.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <utility>

#include "playset/scaffold/cub_shape.h"
#include "tests/scaffold/edit_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

// Of a regular polygon with sides `inner` from its middle: area of one of its triangles.
double slice_area(double inner, double angle) { return inner * inner * std::tan(angle / 2); }

}  // namespace

TEST_CASE("stamp: a cube has its size, look and tag") {
  EditDraft draft(make_corridor(1));
  const StampLook look{key_id("deck"), key_id("hull"), key_id("panel"), "vault"};
  const auto cube = stamp_cube(draft.document, {0, 5000, 0}, {1024, 7048, 3072}, look);
  REQUIRE(cube.ok());
  const ScaffoldCub& cub = draft.at(cube->cubs[0]);
  CHECK(measure_cub(draft.document.level(), cub).volume == doctest::Approx(6.0));
  CHECK(cub.sides[number(Bottom)].material == key_id("deck"));
  CHECK(cub.sides[number(Top)].material == key_id("panel"));
  CHECK(cub.sides[number(Back)].material == key_id("hull"));
  CHECK(cub.tags == std::vector<std::string>{"vault"});
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);
}

TEST_CASE("stamp: rings and cylinders from 3 segments, whole and in arcs (scaffold case 36)") {
  for (const std::uint32_t segments : {3u, 4u, 5u, 16u, 64u}) {
    for (const std::int32_t inner : {0, 2048}) {
      for (const std::int32_t arc : {360'000, 90'000, 270'000}) {
        CAPTURE(segments);
        CAPTURE(inner);
        CAPTURE(arc);
        EditDraft draft(Scaffold{});
        RingConfig ring;
        ring.centre = {-7000, 300, 12345};
        ring.inner = inner;
        ring.outer = 10'240;
        ring.segments = segments;
        ring.arc = arc;
        ring.start = 30'000;
        const auto made = stamp_ring(draft.document, ring);
        REQUIRE_MESSAGE(made.ok(), why(made));
        const bool closed = arc == 360'000;
        CHECK(made->cubs.size() == segments);
        CHECK(draft.document.level().windows.size() == segments - (closed ? 0 : 1));
        const std::size_t joints = segments + (closed ? 0 : 1);
        CHECK(draft.document.level().vertices.size() == (inner == 0 ? 2 * joints + 2 : 4 * joints));
        const double angle = arc / 1000.0 / 180.0 * 3.14159265358979 / segments;
        const double area = slice_area(10.0, angle) - slice_area(inner / 1024.0, angle);
        CHECK(total_volume(draft.document.level()) ==
              doctest::Approx(3.0 * segments * area).epsilon(1e-3));
        CHECK(build_verdict(draft.document) == "ok");
        check_round_trip(draft);
      }
    }
  }
}

TEST_CASE("stamp: the first segment lies where start says, the next to the left") {
  EditDraft draft(Scaffold{});
  RingConfig ring;
  ring.inner = 2048;
  ring.segments = 8;
  const auto made = stamp_ring(draft.document, ring);
  REQUIRE(made.ok());
  for (const ScaffoldId id :
       vertices_of_sides(draft.document, std::vector{side_of(made->cubs[0], Front)}))
    CHECK(draft.place(id).z == 4096);
  for (const ScaffoldId id :
       vertices_of_sides(draft.document, std::vector{side_of(made->cubs[2], Front)}))
    CHECK(draft.place(id).x == 4096);
}

TEST_CASE("stamp: stairs lead where they face, up or down, each step open to the next") {
  for (std::uint32_t facing = 0; facing < 4; ++facing) {
    for (const std::int32_t rise : {192, -192, 0}) {
      CAPTURE(facing);
      CAPTURE(rise);
      EditDraft draft(Scaffold{});
      StairsConfig stairs;
      stairs.start = {100, -50, 7};
      stairs.facing = facing;
      stairs.rise = rise;
      const auto made = stamp_stairs(draft.document, stairs);
      REQUIRE_MESSAGE(made.ok(), why(made));
      CHECK(made->cubs.size() == 12);
      CHECK(draft.document.level().windows.size() == 11);
      CHECK(total_volume(draft.document.level()) ==
            doctest::Approx(12 * (2048.0 * 320.0 * 3072.0) / (1024.0 * 1024.0 * 1024.0)));
      GridPoint end = stairs.start + GridPoint(0, 11 * rise, 0);
      (facing % 2 == 0 ? end.z : end.x) += facing < 2 ? 12 * 320 : -12 * 320;
      double least = 1e9;
      for (const ScaffoldId id :
           vertices_of_sides(draft.document, std::vector{side_of(made->cubs[11], Front)})) {
        const GridPoint at = draft.place(id);
        least = std::min(least, std::hypot(at.x - end.x, at.y - end.y, at.z - end.z));
      }
      CHECK(least == doctest::Approx(1024.0));  // half the width from the middle of its far edge
      CHECK(build_verdict(draft.document) == "ok");
      check_round_trip(draft);
    }
  }
}

TEST_CASE("stamp: winding stairs of several turns, up and down, around a post or an axis") {
  for (const std::int32_t inner : {0, 1024}) {
    for (const std::int32_t rise : {256, -256}) {
      CAPTURE(inner);
      CAPTURE(rise);
      EditDraft draft(Scaffold{});
      RingConfig stair;
      stair.inner = inner;
      stair.segments = 36;
      stair.arc = 3 * 360'000;
      stair.rise = rise;
      stair.height = 2560;
      const auto made = stamp_ring(draft.document, stair);
      REQUIRE_MESSAGE(made.ok(), why(made));
      CHECK(made->cubs.size() == 36);
      CHECK(draft.document.level().windows.size() == 35);
      const double angle = 3.14159265358979 / 6.0;
      const double area = slice_area(4.0, angle) - slice_area(inner / 1024.0, angle);
      CHECK(total_volume(draft.document.level()) == doctest::Approx(2.5 * 36 * area).epsilon(1e-3));
      CHECK(build_verdict(draft.document) == "ok");
      check_round_trip(draft);
    }
  }
}

TEST_CASE("stamp: domes hold half a ball, the more segments and layers the nearer") {
  double last = 0.0;
  for (const auto& [segments, layers] : {std::pair{3u, 1u}, {8u, 3u}, {24u, 8u}, {64u, 24u}}) {
    CAPTURE(segments);
    EditDraft draft(Scaffold{});
    DomeConfig dome;
    dome.centre = {5, 6, 7};
    dome.segments = segments;
    dome.layers = layers;
    const auto made = stamp_dome(draft.document, dome);
    REQUIRE_MESSAGE(made.ok(), why(made));
    CHECK(made->cubs.size() == segments * layers);
    CHECK(draft.document.level().windows.size() == segments * layers + segments * (layers - 1));
    const double volume = total_volume(draft.document.level()) / (2.0 / 3.0 * 3.14159265 * 512.0);
    CHECK(volume > last);
    CHECK(volume <= 1.0);
    last = volume;
    CHECK(build_verdict(draft.document) == "ok");
    check_round_trip(draft);
  }
  CHECK(last > 0.99);
}

TEST_CASE("stamp: stairs, winding stairs and domes that cannot be are refused with a reason") {
  EditDraft draft(Scaffold{});
  const auto stairs = [&](auto change, std::string_view part) {
    StairsConfig config;
    change(config);
    const std::string text = why(stamp_stairs(draft.document, config));
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
    CHECK(draft.text() == draft.start);
  };
  stairs([](StairsConfig& s) { s.rise = s.height; }, "next one");
  stairs([](StairsConfig& s) { s.rise = -s.height; }, "next one");
  stairs([](StairsConfig& s) { s.rise = std::numeric_limits<std::int32_t>::min(); }, "next one");
  stairs([](StairsConfig& s) { s.rise = s.height - 2; }, "two grid steps");
  stairs([](StairsConfig& s) { s.rise = 2 - s.height; }, "two grid steps");
  stairs([](StairsConfig& s) { s.width = 2; }, "two grid steps");
  stairs([](StairsConfig& s) { s.width = 3; }, "even");
  stairs([](StairsConfig& s) { s.tread = 0; }, "depth");
  stairs([](StairsConfig& s) { s.height = -1; }, "headroom");
  stairs([](StairsConfig& s) { s.steps = 0; }, "steps");
  stairs([](StairsConfig& s) { s.facing = 4; }, "face");
  stairs([](StairsConfig& s) { s.tread = kGridLimit; }, "outside the grid");
  const auto spiral = [&](auto change, std::string_view part) {
    RingConfig config;
    config.rise = 256;
    config.inner = 1024;
    config.segments = 24;
    change(config);
    const std::string text = why(stamp_ring(draft.document, config));
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
    CHECK(draft.text() == draft.start);
  };
  spiral([](RingConfig& r) { r.rise = r.height; }, "next one");
  spiral([](RingConfig& r) { r.rise = r.height - 2; }, "two grid steps");
  spiral([](RingConfig& r) { r.inner = r.outer - 2; }, "two grid steps");
  spiral([](RingConfig& r) { r.segments = 1, r.arc = 179'999; }, "outside the grid");
  spiral([](RingConfig& r) { r.centre.y = kGridLimit - 4000; }, "outside the grid");
  spiral([](RingConfig& r) { r.arc = 720'000, r.rise = 200; }, "each circle");
  spiral([](RingConfig& r) { r.arc = 65 * 360'000; }, "23,040");
  const auto dome = [&](auto change, std::string_view part) {
    DomeConfig config;
    change(config);
    const std::string text = why(stamp_dome(draft.document, config));
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
    CHECK(draft.text() == draft.start);
  };
  dome([](DomeConfig& d) { d.centre.x = kGridLimit; }, "outside the grid");
  dome([](DomeConfig& d) { d.radius = 0; }, "radius");
  dome([](DomeConfig& d) { d.height = -4; }, "height");
  dome([](DomeConfig& d) { d.segments = 2; }, "segments");
  dome([](DomeConfig& d) { d.layers = 0; }, "layers");
  dome([](DomeConfig& d) { d.radius = 3, d.segments = 64; }, "make the dome larger");
}

TEST_CASE("stamp: a corridor goes through its points, upright, in rooms of about a step") {
  EditDraft draft(Scaffold{});
  CorridorConfig straight;
  straight.points = {{0, 0, 0}, {0, 0, 20'480}};
  const auto made = stamp_corridor(draft.document, straight);
  REQUIRE_MESSAGE(made.ok(), why(made));
  CHECK(made->cubs.size() == 5);
  CHECK(draft.document.level().windows.size() == 4);
  CHECK(total_volume(draft.document.level()) == doctest::Approx(20.0 * 9.0));
  CHECK(build_verdict(draft.document) == "ok");
  check_round_trip(draft);

  EditDraft bent(Scaffold{});
  CorridorConfig config;
  config.points = {{0, 0, 0}, {0, 2048, 16'384}, {16'384, 4096, 24'576}, {32'768, 0, 16'384}};
  const auto curved = stamp_corridor(bent.document, config);
  REQUIRE_MESSAGE(curved.ok(), why(curved));
  CHECK(build_verdict(bent.document) == "ok");
  // each point is the middle of the floor of a cut
  for (const GridPoint point : config.points) {
    double nearest = 1e9;
    for (const ScaffoldId id : curved->cubs) {
      for (const CubSideName end : {Front, Back}) {
        const auto loop = side_loop(bent.at(id), number(end)).vertices;
        std::array<GridPoint, 4> at{};
        for (std::size_t i = 0; i < 4; ++i) at[i] = bent.place(loop[i]);
        std::sort(at.begin(), at.end(), [](GridPoint a, GridPoint b) { return a.y < b.y; });
        const glm::dvec3 middle = 0.5 * (to_metres(at[0]) + to_metres(at[1]));
        CHECK(at[0].y == at[1].y);  // level, and the ceiling right above
        CHECK(at[2].y - at[0].y == config.height);
        nearest = std::min(nearest, glm::length(middle - to_metres(point)));
      }
    }
    CHECK(nearest < 0.002);
  }
  check_round_trip(bent);
}

TEST_CASE("stamp: a closed corridor meets its beginning, leaning ones with any roll of circles") {
  for (const bool upright : {true, false}) {
    for (const std::int32_t roll : {0, 360'000}) {
      if (upright && roll != 0) continue;
      CAPTURE(upright);
      CAPTURE(roll);
      EditDraft draft(Scaffold{});
      CorridorConfig config;
      config.points = {{0, 0, 0}, {40'960, 3000, 0}, {40'960, 0, 40'960}, {0, 9000, 40'960}};
      config.step = 2048;
      config.closed = true;
      config.upright = upright;
      config.roll = roll;
      const auto made = stamp_corridor(draft.document, config);
      REQUIRE_MESSAGE(made.ok(), why(made));
      const std::size_t rooms = made->cubs.size();
      CHECK(rooms > 60);
      CHECK(draft.document.level().windows.size() == rooms);
      CHECK(draft.document.level().vertices.size() == 4 * rooms);
      CHECK(build_verdict(draft.document) == "ok");
      CHECK(connected_cubs(draft.document, std::vector{made->cubs[0]}).size() == rooms);
      check_round_trip(draft);
    }
  }
}

TEST_CASE("stamp: a leaning corridor climbs a shaft and turns its end by the roll") {
  EditDraft draft(Scaffold{});
  CorridorConfig config;
  config.points = {{0, 0, 0}, {0, 0, 30'720}};
  config.upright = false;
  config.roll = 90'000;
  config.step = 2048;
  const auto rolled = stamp_corridor(draft.document, config);
  REQUIRE_MESSAGE(rolled.ok(), why(rolled));
  // from the middle of the floor at x = 0, up is to the left now, as seen ahead: +X
  const auto loop = side_loop(draft.at(rolled->cubs.back()), number(Front)).vertices;
  std::int32_t left = INT32_MIN, right = INT32_MAX;
  for (const ScaffoldId id : loop) {
    left = std::max(left, draft.place(id).x);
    right = std::min(right, draft.place(id).x);
  }
  CHECK(right == 0);
  CHECK(left == config.height);

  EditDraft shaft(Scaffold{});
  CorridorConfig up;
  up.points = {{0, 0, 0}, {0, 0, 10'240}, {0, 20'480, 20'480}, {0, 40'960, 20'480}};
  CHECK(why(stamp_corridor(shaft.document, up)).find("steeply") != std::string::npos);
  up.upright = false;
  const auto made = stamp_corridor(shaft.document, up);
  REQUIRE_MESSAGE(made.ok(), why(made));
  CHECK(build_verdict(shaft.document) == "ok");
}

TEST_CASE("stamp: corridors that cannot be are refused with a reason") {
  EditDraft draft(Scaffold{});
  const auto refused = [&](auto change, std::string_view part) {
    CorridorConfig config;
    config.points = {{0, 0, 0}, {0, 0, 8192}, {8192, 0, 16'384}};
    change(config);
    const std::string text = why(stamp_corridor(draft.document, config));
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
    CHECK(draft.text() == draft.start);
  };
  refused([](CorridorConfig& c) { c.points.clear(); }, "2 to 1,024 points");
  refused([](CorridorConfig& c) { c.points.resize(1); }, "2 to 1,024 points");
  refused([](CorridorConfig& c) { c.points.resize(2), c.closed = true; }, "3 to 1,024 points");
  refused([](CorridorConfig& c) { c.points[1] = c.points[0]; }, "the same");
  refused([](CorridorConfig& c) { c.points[2] = c.points[0], c.closed = true; }, "the same");
  refused([](CorridorConfig& c) { c.points[1].x = kGridLimit + 1; }, "outside the grid");
  refused([](CorridorConfig& c) { c.points[1].x = kGridLimit; }, "outside the grid");
  refused([](CorridorConfig& c) { c.width = 0; }, "above 0");
  refused([](CorridorConfig& c) { c.height = -1; }, "above 0");
  refused([](CorridorConfig& c) { c.step = 0; }, "above 0");
  refused([](CorridorConfig& c) { c.roll = 90'000; }, "roll");
  refused([](CorridorConfig& c) { c.upright = false, c.closed = true, c.roll = 90'000; }, "whole");
  refused([](CorridorConfig& c) { c.step = 1; }, "10,000 rooms");
  refused([](CorridorConfig& c) { c.width = 60'000; }, "bend more gently");
}

TEST_CASE("stamp: bad values are refused with a reason (scaffold case 36)") {
  EditDraft draft(Scaffold{});
  const auto refused = [&](auto change, std::string_view part) {
    RingConfig ring;
    change(ring);
    const std::string text = why(stamp_ring(draft.document, ring));
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
    CHECK(draft.text() == draft.start);
  };
  refused([](RingConfig& r) { r.outer = -5; }, "outer radius");
  refused([](RingConfig& r) { r.inner = -5; }, "outer radius");
  refused([](RingConfig& r) { r.inner = r.outer; }, "outer radius");
  refused([](RingConfig& r) { r.height = 0; }, "height");
  refused([](RingConfig& r) { r.arc = 0; }, "arc");
  refused([](RingConfig& r) { r.arc = 360'001; }, "arc");
  refused([](RingConfig& r) { r.segments = 0; }, "segments");
  refused([](RingConfig& r) { r.segments = 2; }, "180 degrees");
  refused([](RingConfig& r) { r.segments = 1'000'000'000; }, "segments");
  refused([](RingConfig& r) { r.centre.x = kGridLimit + 1; }, "grid");
  refused([](RingConfig& r) { r.centre.x = kGridLimit; }, "outside the grid");
  refused([](RingConfig& r) { r.outer = 3, r.segments = 64; }, "make the ring larger");
  CHECK(why(stamp_cube(draft.document, {0, 0, 0}, {-1, 5, 5})).find("below its high one") !=
        std::string::npos);
  CHECK(why(stamp_cube(draft.document, {0, 0, 0}, {1, 5, 5}, {77, 0, 0, ""}))
            .find("no such material") != std::string::npos);
}
