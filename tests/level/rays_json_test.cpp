// Every ray of shared/data/levels/rays.json, answered beforehand by an independent walker and by
// brute force.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "playset/core/json.h"
#include "support/support.h"
#include "tests/level/real_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

// A ray in the source file's own units, axes and numbers.
struct SampleRay {
  std::string level, kind;
  std::int32_t start = -1, end = -1, side = -1;
  std::int64_t ties = 0;
  glm::dvec3 origin{0.0}, dir{0.0};
  std::vector<std::int32_t> path;
  std::vector<double> t_ok;
};

double number(JsonValue value) {
  const std::optional<double> parsed = parse_double(value.raw());
  REQUIRE(parsed.has_value());
  return *parsed;
}

glm::dvec3 vector(JsonValue list) {
  const JsonValue x = list.first(), y = x.next(), z = y.next();
  return {number(x), number(y), number(z)};
}

std::int32_t integer(JsonValue value) {
  std::int64_t n = 0;
  REQUIRE(value.integer(n));
  return static_cast<std::int32_t>(n);
}

SampleRay read_ray(JsonValue value) {
  SampleRay ray;
  ray.level = value.find("level").string();
  ray.kind = value.find("kind").string();
  ray.start = integer(value.find("start"));
  ray.end = integer(value.find("end"));
  ray.side = integer(value.find("side"));
  ray.ties = integer(value.find("ties"));
  ray.origin = vector(value.find("origin"));
  ray.dir = vector(value.find("dir"));
  for (JsonValue v = value.find("path").first(); v.present(); v = v.next())
    ray.path.push_back(integer(v));
  for (JsonValue v = value.find("t_ok").first(); v.present(); v = v.next())
    ray.t_ok.push_back(number(v));
  return ray;
}

std::vector<SampleRay> read_rays(const std::string& path) {
  const Result<JsonDocument> document = parse_json(read_file_text(path), path);
  REQUIRE_MESSAGE(document.ok(), document.error().text());
  std::vector<SampleRay> rays;
  for (JsonValue v = document->root().find("rays").first(); v.present(); v = v.next())
    rays.push_back(read_ray(v));
  return rays;
}

// A level, and what turns a ray of its file into a segment of ours.
struct SampleLevel {
  explicit SampleLevel(const Imported& imported)
      : axes(imported.cells.source_axes), level(cook_or_fail(imported.cells)) {
    for (std::uint32_t c = 0; c < level.cell_count(); ++c) cell_of[level.source_cell(c)] = c;
  }
  AxisMap axes;
  Level level;
  std::map<std::int32_t, std::uint32_t> cell_of;
};

struct OurRay {
  glm::dvec3 from, to;
  double stretch = 1.0;  // to = from + dir * stretch
};

// Beyond the level, by a power of two so that points on the way keep their bits.
OurRay our_ray(const SampleLevel& level, const SampleRay& ray) {
  OurRay our{point_from(level.axes, ray.origin), {}, 1.0};
  const glm::dvec3 dir = direction_from(level.axes, ray.dir) * level.axes.metres_per_unit;
  const glm::dvec3 box = level.level.bounds_max() - level.level.bounds_min();
  const double diagonal = std::sqrt(box.x * box.x + box.y * box.y + box.z * box.z);
  const double length = std::sqrt(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
  while (our.stretch * length < diagonal) our.stretch *= 2.0;
  our.to = our.from + dir * our.stretch;
  return our;
}

bool near_any(double t, const std::vector<double>& answers) {
  return std::any_of(answers.begin(), answers.end(),
                     [&](double right) { return std::fabs(t - right) <= 1e-4 * right; });
}

void check_line(const SampleLevel& level, const SampleRay& ray) {
  const OurRay our = our_ray(level, ray);
  std::vector<std::uint32_t> path;
  const LineHit hit =
      trace_line(level.level, our.from, our.to, level.cell_of.at(ray.start), {}, &path);
  CAPTURE(hit.t * our.stretch);
  REQUIRE(hit.kind == HitKind::Wall);
  CHECK(near_any(hit.t * our.stretch, ray.t_ok));
  if (ray.ties > 0) return;
  CHECK(level.level.source_cell(hit.cell) == ray.end);
  CHECK(level.level.source_side(hit.side) == ray.side);
  std::vector<std::int32_t> cells;
  for (const std::uint32_t cell : path) cells.push_back(level.level.source_cell(cell));
  CHECK(cells == ray.path);
}

void check_segment(const SampleLevel& level, const SampleRay& ray, const Segment& segment,
                   const SegmentHit& hit) {
  const OurRay our = our_ray(level, ray);
  CAPTURE(hit.t * our.stretch);
  REQUIRE(hit.kind == HitKind::Wall);
  CHECK(near_any(double{hit.t} * our.stretch, ray.t_ok));
  const SegmentHit alone = trace_segment(level.level, segment);
  CHECK(alone.t == hit.t);
  CHECK(alone.side == hit.side);
  if (ray.ties > 0) return;
  CHECK(level.level.source_cell(hit.cell) == ray.end);
  CHECK(level.level.source_side(hit.side) == ray.side);
}

void check_level(const Imported& imported, const std::vector<SampleRay>& rays) {
  const SampleLevel level(imported);
  std::vector<Segment> segments;
  for (const SampleRay& ray : rays) {
    const OurRay our = our_ray(level, ray);
    segments.push_back({glm::vec3(our.from), level.cell_of.at(ray.start), glm::vec3(our.to), 0});
  }
  std::vector<SegmentHit> hits(segments.size());
  trace_segments(level.level, segments, hits);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    CAPTURE(i);
    CAPTURE(rays[i].kind);
    check_line(level, rays[i]);
    check_segment(level, rays[i], segments[i], hits[i]);
  }
}

}  // namespace

TEST_CASE("rays.json: every ray hits where an independent walker and brute force say") {
  const std::string path = shared_path("levels/rays.json");
  if (path.empty()) return;
  std::map<std::string, std::vector<SampleRay>> by_level;
  for (SampleRay& ray : read_rays(path)) by_level[ray.level].push_back(std::move(ray));
  std::size_t levels = 0;
  for_each_level_file([&](const std::string& name, const Imported& imported) {
    const auto rays = by_level.find(name.substr(name.rfind('/') + 1));
    if (rays == by_level.end()) return;
    check_level(imported, rays->second);
    ++levels;
  });
  MESSAGE(levels, " of ", by_level.size(), " levels of rays.json are there");
}
