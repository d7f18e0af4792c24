// Levels that were imported, made editable and cooked again answer rays as those that were cooked
// straight away.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/from_cells.h"
#include "playset/scaffold/scaffold_text.h"
#include "playset/scaffold/validate.h"
#include "support/support.h"
#include "tests/level/random_rays.h"
#include "tests/level/real_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

struct Difference {
  std::size_t rays = 0, kinds = 0, far = 0;
  double worst = 0.0;  // relative, of t
};

// Both levels trace the same rays, doors open and as they are at start.
Difference compare_traces(const Level& a, const Level& b, std::size_t count, std::uint64_t seed) {
  Difference d;
  std::vector<Segment> rays = random_rays(a, count, seed);
  for (Segment& ray : rays) ray.cell = kNone;
  std::vector<SegmentHit> ha(rays.size()), hb(rays.size());
  for (const bool closed : {false, true}) {
    const DoorStates da = initial_doors(a), db = initial_doors(b);
    TraceOptions oa, ob;
    oa.doors = closed ? &da : nullptr;
    ob.doors = closed ? &db : nullptr;
    trace_segments(a, rays, ha, oa);
    trace_segments(b, rays, hb, ob);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      ++d.rays;
      if (ha[i].kind != hb[i].kind) {
        ++d.kinds;
        continue;
      }
      const double ta = static_cast<double>(ha[i].t), tb = static_cast<double>(hb[i].t);
      const double off = std::fabs(ta - tb) / std::max({ta, tb, 1e-6});
      d.worst = std::max(d.worst, off);
      if (off > 1e-4) ++d.far;
    }
  }
  return d;
}

// Through the editable form, as a file, and back.
struct RoundTrip {
  Scaffold scaffold;
  Level level;
  std::size_t repairs = 0;
  bool cooked = false;
};
RoundTrip round_trip(const CellComplex& cells) {
  RoundTrip trip;
  const Result<ScaffoldImport> import = build_scaffold(cells, "round trip");
  REQUIRE(import.ok());
  for (const Repair& repair : import->repairs) MESSAGE(cells.name << ": " << repair.text);
  trip.repairs = import->repairs.size();
  const std::string text = write_scaffold(import->scaffold);
  Result<Scaffold> read = parse_scaffold(text);
  REQUIRE_MESSAGE(read.ok(), read.error().message);
  CHECK(write_scaffold(*read) == text);
  trip.scaffold = std::move(*read);
  const Result<CellComplex> again = build_cells(trip.scaffold);
  trip.cooked = again.ok();
  if (again.ok()) trip.level = cook_or_fail(*again);
  return trip;
}

double volume_of(const Level& level) {
  double sum = 0.0;
  for (std::uint32_t side = 0; side < level.side_count(); ++side) {
    const auto corners = level.side_corners(side);
    const glm::dvec3 first = to_metres(level.vertex(corners[0]));
    for (std::size_t i = 2; i < corners.size(); ++i) {
      const glm::dvec3 a = first, b = to_metres(level.vertex(corners[i - 1])),
                       c = to_metres(level.vertex(corners[i]));
      sum -= a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
             a.z * (b.x * c.y - b.y * c.x);
    }
  }
  return sum / 6.0;
}

void expect_same_level(const std::string& name, const CellComplex& cells, std::size_t rays) {
  CAPTURE(name);
  const Level straight = cook_or_fail(cells);
  const RoundTrip trip = round_trip(cells);
  REQUIRE(trip.cooked);
  const Difference d = compare_traces(straight, trip.level, rays, 7);
  MESSAGE(name << ": " << cells.cells.size() << " cells, " << trip.scaffold.cubs.size() << " cubs, "
               << trip.scaffold.windows.size() << " windows; " << d.rays << " rays, " << d.kinds
               << " of another kind, " << d.far << " further than 1e-4, worst " << d.worst);
  CHECK(d.kinds == 0);
  CHECK(d.far == 0);
  CHECK(volume_of(trip.level) == doctest::Approx(volume_of(straight)).epsilon(1e-6));
  CHECK(trip.level.door_count() == straight.door_count());
  const CellComplex before = straight.extras(), after = trip.level.extras();
  CHECK(after.triggers.size() == before.triggers.size());
  CHECK(after.spawns.size() == before.spawns.size());
  for (std::size_t i = 0; i < cells.doors.size(); ++i) {
    const auto at = std::find_if(after.doors.begin(), after.doors.end(), [&](const CellDoor& door) {
      return door.name == cells.doors[i].name;
    });
    REQUIRE(at != after.doors.end());
    CHECK(at->closed == cells.doors[i].closed);
    CHECK(at->key == cells.doors[i].key);
  }
}

}  // namespace

TEST_CASE("from cells: MAP01 and MAP12 as cubs answer 100,000 rays as the maps do") {
  for_each_freedoom_map(
      [](const std::string& name, const Imported& imported) {
        if (name.find("freedoom2") != std::string::npos || name.find(':') == std::string::npos)
          expect_same_level(name, imported.cells, 50'000);
      },
      {"MAP01", "MAP12"});
}

TEST_CASE("from cells: Descent levels, hex meshes and small maps as cubs answer rays as before") {
  for_each_level_file([](const std::string& name, const Imported& imported) {
    if (name == "relay_station.scaffold") return;  // below, without the space around it
    expect_same_level(name, imported.cells, 2'000);
  });
  const std::string own = "data/levels/relay_station.scaffold";
  const Result<Scaffold> station = parse_scaffold(read_file_text(source_path(own)), own);
  REQUIRE(station.ok());
  const Result<CellComplex> cubs = build_cells(*station);
  REQUIRE(cubs.ok());
  expect_same_level(own, *cubs, 2'000);
}

TEST_SUITE("slow") {
  TEST_CASE("from cells: every map of freedoom goes to cubs and back") {
    std::size_t rays = 0, kinds = 0, far = 0;
    const std::size_t maps =
        for_each_freedoom_map([&](const std::string& name, const Imported& imported) {
          CAPTURE(name);
          const Level straight = cook_or_fail(imported.cells);
          const RoundTrip trip = round_trip(imported.cells);
          CHECK(trip.repairs <= 1);
          REQUIRE(trip.cooked);
          const Difference d = compare_traces(straight, trip.level, 5'000, 11);
          rays += d.rays;
          kinds += d.kinds;
          far += d.far;
        });
    MESSAGE(maps << " maps, " << rays << " rays, " << kinds << " of another kind, " << far
                 << " further than 1e-4");
    CHECK(kinds == 0);
    CHECK(far == 0);
  }
}
