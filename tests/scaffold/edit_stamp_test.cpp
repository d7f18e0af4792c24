// Stamps: volumes of cubes, rings, arcs and cylinders, closed rings, refusals.
#include "playset/scaffold/edit_stamp.h"

#include <doctest/doctest.h>

#include <cmath>

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
