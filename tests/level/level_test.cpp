// The level's tables say what the complex said; queries keep their contracts and never allocate.
#include "playset/level/level.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "data/relay_station.h"
#include "geom/box_cells.h"
#include "playset/core/rng.h"
#include "playset/scaffold/build_cells.h"
#include "scenes/point_sampler.h"
#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/random_rays.h"
#include "tests/level/real_levels.h"

using namespace playset;
using namespace playset::test;
using playset_test::CellBuilder;

namespace {

CellComplex relay_station() {
  const Result<CellComplex> cells = build_cells(make_relay_station());
  REQUIRE_MESSAGE(cells.ok(), cells.error().text());
  return *cells;
}

CellComplex two_boxes() {
  CellBuilder builder;
  builder.add_box({0, 0, 0}, {1024, 1024, 1024});
  builder.add_box({1024, 0, 0}, {2048, 1024, 1024});
  link_sides(builder.complex);
  return builder.complex;
}

using Wide = std::array<std::int64_t, 3>;

template <typename Corner>
Wide area_vector(std::size_t count, Corner corner) {
  Wide sum{};
  const auto from_first = [&](std::size_t i) {
    const GridPoint a = corner(i), b = corner(0);
    return Wide{std::int64_t{a.x} - b.x, std::int64_t{a.y} - b.y, std::int64_t{a.z} - b.z};
  };
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const Wide p = from_first(i), q = from_first(i + 1);
    for (std::size_t k = 0; k < 3; ++k)
      sum[k] += p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3];
  }
  return sum;
}

Wide plus(const Wide& a, const Wide& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

// The level's sides of one side of the complex cover it: the same vector area, the same links,
// words and numbers.
void check_sides(const Level& level, const CellComplex& complex) {
  std::vector<Wide> covered(complex.sides.size());
  for (std::uint32_t s = 0; s < level.side_count(); ++s) {
    const std::uint32_t source = level.complex_side(s);
    const CellSide& side = complex.sides[source];
    const auto corners = level.side_corners(s);
    const Wide area =
        area_vector(corners.size(), [&](std::size_t i) { return level.vertex(corners[i]); });
    covered[source] = plus(covered[source], area);
    CHECK(level.complex_cell(level.side_cell(s)) == side.cell);
    CHECK(level.side_door(s) == side.door);
    CHECK(level.side_material(s) == side.material);
    CHECK(level.side_trigger(s) == side.trigger);
    CHECK(level.source_side(s) == side.source_side);
    const std::uint32_t behind = level.side_neighbor(s);
    REQUIRE((behind == kNone) == (side.neighbor == kNone));
    if (behind != kNone) CHECK(level.complex_cell(behind) == complex.sides[side.neighbor].cell);
    const glm::dvec3 n = level.side_normal(s);
    CHECK(std::fabs(n.x * n.x + n.y * n.y + n.z * n.z - 1.0) < 1e-12);
  }
  for (std::uint32_t s = 0; s < complex.sides.size(); ++s) {
    const CellSide& side = complex.sides[s];
    const auto corner = [&](std::size_t i) {
      return complex.vertices[complex.corners[side.first_corner + i]];
    };
    CHECK(covered[s] == area_vector(side.corner_count, corner));
  }
}

void check_cells_of(const Level& level, const CellComplex& complex) {
  REQUIRE(level.cell_count() == complex.cells.size());
  std::uint32_t next = 0;
  for (std::uint32_t c = 0; c < level.cell_count(); ++c) {
    const Cell& cell = complex.cells[level.complex_cell(c)];
    CHECK(level.source_cell(c) == cell.source_id);
    CHECK(level.cell_tag(c) == cell.tag);
    CHECK(level.cell_trigger(c) == cell.trigger);
    CHECK(level.first_side(c) == next);
    Wide sum{};
    for (std::uint32_t s = next; s < next + level.side_count(c); ++s) {
      CHECK(level.side_cell(s) == c);
      const auto corners = level.side_corners(s);
      sum = plus(sum, area_vector(corners.size(),
                                  [&](std::size_t i) { return level.vertex(corners[i]); }));
    }
    CHECK(sum == Wide{});  // closed
    next += level.side_count(c);
  }
  CHECK(next == level.side_count());
}

}  // namespace

TEST_CASE("level: its cells and sides are the complex's, renumbered and cut") {
  for (const CellComplex& complex : {two_boxes(), build_tunnels({300, 4}), relay_station()}) {
    CAPTURE(complex.name);
    const Level level = cook_or_fail(complex);
    check_cells_of(level, complex);
    check_sides(level, complex);
  }
  for_each_level_file([](const std::string& name, const Imported& imported) {
    if (imported.cells.cells.size() > 400) return;
    CAPTURE(name);
    const Level level = cook_or_fail(imported.cells);
    check_cells_of(level, imported.cells);
    check_sides(level, imported.cells);
  });
}

TEST_CASE(
    "level: without renumbering cells that are alike keep the complex's order, bounds are the "
    "corners'") {
  const Level level = cook_or_fail(two_boxes(), {false});
  CHECK(level.complex_cell(0) == 0);
  CHECK(level.complex_cell(1) == 1);
  CHECK(level.bounds_min() == glm::dvec3(0, 0, 0));
  CHECK(level.bounds_max() == glm::dvec3(2, 1, 1));
  CHECK(level.cell_center(1) == glm::dvec3(1.5, 0.5, 0.5));
  CHECK(level.side_count() == 12);
  CHECK(level.vertex_count() == 12);
  CHECK(level.wall_triangle_count() == 20);
  CHECK(level.door_count() == 0);
}

TEST_CASE("level: copies share the block, which lives as long as one of them") {
  Level copy;
  CHECK(copy.bytes().empty());
  {
    const Level level = cook_or_fail(two_boxes());
    copy = level;
    CHECK(copy.bytes().data() == level.bytes().data());
  }
  CHECK(copy.cell_count() == 2);
  CHECK(locate_point(copy, {0.5, 0.5, 0.5}) != kNone);
}

TEST_CASE("level: cook_level refuses what check_cells refuses, with its words") {
  CellComplex open = two_boxes();
  open.sides.pop_back();
  --open.cells.back().side_count;
  CellComplex one_way = two_boxes();
  for (CellSide& side : one_way.sides)
    if (side.cell == 1) side.neighbor = kNone;
  for (const CellComplex& complex : {open, one_way}) {
    const Result<Done> checked = check_cells(complex);
    const Result<Level> cooked = cook_level(complex);
    REQUIRE(!checked.ok());
    REQUIRE(!cooked.ok());
    CHECK(cooked.error().message == checked.error().message);
  }
}

TEST_CASE(
    "locate_point: random points are found in the cell they were drawn from, whatever the hint") {
  for (const CellComplex& complex : {build_tunnels({1000, 5}), relay_station()}) {
    const Level level = cook_or_fail(complex);
    const PointSampler sampler(level);
    Rng rng(51);
    MESSAGE("seed 51");
    for (int i = 0; i < 1000; ++i) {
      const PointSampler::Sample sample = sampler.draw(rng);
      const glm::dvec3 point(sample.point);
      CHECK(locate_point(level, point, sample.cell) == sample.cell);
      for (const std::uint32_t hint :
           {kNone, rng.below(level.cell_count()), level.cell_count() + 5}) {
        const std::uint32_t cell = locate_point(level, point, hint);
        REQUIRE(cell != kNone);
        CHECK(cell_holds(level, cell, point));
      }
      const glm::dvec3 outside =
          level.bounds_max() + glm::dvec3(rng.range_double(0.001, 50), 0.0, 0.0);
      CHECK(locate_point(level, outside, sample.cell) == kNone);
    }
  }
}

TEST_CASE("locate_point: boundaries count, the hint and its neighbours come first") {
  const Level level = cook_or_fail(two_boxes(), {false});
  for (const glm::dvec3 on :
       {glm::dvec3(1, 0.5, 0.5), glm::dvec3(1, 0, 0), glm::dvec3(1, 1, 0.25)}) {
    CHECK(locate_point(level, on, 0) == 0);
    CHECK(locate_point(level, on, 1) == 1);
    CHECK(cell_holds(level, 0, on));
    CHECK(cell_holds(level, 1, on));
  }
  CHECK(locate_point(level, {0, 0, 0}) == 0);
  CHECK(locate_point(level, {2, 1, 1}) == 1);
  CHECK(locate_point(level, {2, 1, 1}, 0) == 1);
  const double step = 1.0 / (1 << kRayBits);
  CHECK(locate_point(level, {2 + step, 1, 1}) == kNone);
  CHECK(locate_point(level, {2 + step * 0.25, 1, 1}) == 1);  // rounded to 2^-18 m first
  CHECK(!cell_holds(level, 0, {1 + step, 0.5, 0.5}));
}

TEST_CASE("trace_segments: queries do not allocate") {
  const Level level = cook_or_fail(relay_station());
  const DoorStates doors = initial_doors(level);
  std::vector<Segment> rays = random_rays(level, 1000, 52);
  const std::vector<Segment> hard = boundary_rays(level, 500, 52);
  rays.insert(rays.end(), hard.begin(), hard.end());
  for (std::size_t i = 0; i < rays.size(); i += 3) rays[i].cell = kNone;
  std::vector<SegmentHit> hits(rays.size());
  std::vector<std::uint8_t> blocked(rays.size());
  std::uint32_t sum = 0;
  const AllocationScope scope;
  for (const DoorStates* states : {static_cast<const DoorStates*>(nullptr), &doors}) {
    const TraceOptions options{states, 0};
    trace_segments(level, rays, hits, options);
    trace_segments_any(level, rays, blocked, options);
    for (const Segment& ray : rays) {
      sum += trace_segment(level, ray, options).cell;
      sum += trace_line(level, glm::dvec3(ray.from), glm::dvec3(ray.to), ray.cell, options).cell;
      sum += locate_point(level, glm::dvec3(ray.to), ray.cell);
      sum += cell_holds(level, 0, glm::dvec3(ray.from)) ? 1u : 0u;
    }
  }
  CHECK(scope.count() == 0);
  CHECK(sum != 0);
}

TEST_CASE("trace_segments: an empty batch is answered with nothing") {
  const Level level = cook_or_fail(two_boxes());
  SegmentHit hit{.t = 0.25f, .side = 7};
  std::uint8_t blocked = 9;
  trace_segments(level, {}, std::span(&hit, 0));
  trace_segments_any(level, {}, std::span(&blocked, 0));
  trace_segments(Level{}, {}, std::span(&hit, 0));
  CHECK(hit.t == 0.25f);
  CHECK(hit.side == 7);
  CHECK(blocked == 9);
}

TEST_CASE("trace_line: the path is cleared and holds the cells in order, ties are counted") {
  const Level level = cook_or_fail(two_boxes(), {false});
  std::vector<std::uint32_t> path{7, 7, 7};
  const LineHit hit = trace_line(level, {0.5, 0.25, 0.75}, {1.5, 0.25, 0.7}, 0, {}, &path);
  CHECK(hit.kind == HitKind::End);
  CHECK(hit.t == 1.0);
  CHECK(path == std::vector<std::uint32_t>{0, 1});
  CHECK(hit.ties == 0);
  CHECK(trace_line(level, {0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}, 0).ties > 0);
  const LineHit back = trace_line(level, {1.5, 0.25, 0.75}, {-0.5, 0.25, 0.75}, 1, {}, &path);
  CHECK(back.t == 0.75);
  CHECK(path == std::vector<std::uint32_t>{1, 0});
  CHECK(trace_line(level, {9, 9, 9}, {0, 0, 0}, 0, {}, &path).kind == HitKind::Outside);
  CHECK(path.empty());
}

TEST_CASE("doors: states start as the source says, and a door beyond the last is open") {
  const CellComplex complex = relay_station();
  const Level level = cook_or_fail(complex);
  const DoorStates doors = initial_doors(level);
  REQUIRE(level.door_count() == complex.doors.size());
  for (std::uint32_t d = 0; d < level.door_count(); ++d)
    CHECK(is_closed(doors, d) == complex.doors[d].closed);
  CHECK(doors.revision == 0);
  CHECK(!is_closed(doors, 64 * static_cast<std::uint32_t>(doors.closed.size())));
  CHECK(!is_closed(DoorStates{}, 0));
}
