// Sweeps against the oracle: random bodies in every shared level and in maps of freedoom.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>

#include "playset/core/rng.h"
#include "playset/level/sweep.h"
#include "scenes/point_sampler.h"
#include "scenes/to_float.h"
#include "scenes/tunnels.h"
#include "tests/level/real_levels.h"
#include "tests/level/sweep_oracle.h"

using namespace playset;
using namespace playset::test;

namespace {

struct SweepTally {
  std::size_t asked = 0, hits = 0, touching = 0;
  std::size_t wrong = 0;      // another t than the oracle's
  std::size_t tunnels = 0;    // the body ends nearer to a wall than it may
  std::size_t odd = 0;        // a contact that is none, or an end in the wrong cell
  std::size_t far_walls = 0;  // right among the walls that can be reached, not among all
  std::string first;

  void report(const std::string& name) const {
    std::printf(
        "  %-40s %7zu sweeps, %6zu hits, %6zu starts touch, %zu wrong, %zu tunnel, %zu odd, "
        "%zu by topology\n",
        name.c_str(), asked, hits, touching, wrong, tunnels, odd, far_walls);
  }
};

struct Trial {
  OracleBody body;
  glm::dvec3 from{0.0}, by{0.0};
  std::uint32_t cell = kNone;
};

std::string describe(const Trial& trial, const SweepHit& hit, double expected) {
  char text[400];
  std::snprintf(text, sizeof text,
                "from (%a, %a, %a) by (%a, %a, %a) r %a cell %u: got kind %d side %u t %.9g "
                "started %d, oracle t %.9g",
                trial.from.x, trial.from.y, trial.from.z, trial.by.x, trial.by.y, trial.by.z,
                trial.body.radius, trial.cell, static_cast<int>(hit.kind), hit.side,
                static_cast<double>(hit.t), hit.started_in, expected);
  return text;
}

// t of a body a little smaller and a little larger: what a sweep that only just touches may say.
bool agrees(double t, const std::vector<WallTriangle>& walls, const Trial& trial, double exact) {
  const double length = glm::length(trial.by);
  if (exact <= 1.0 && std::fabs(t - exact) <= 1e-3 * exact + 1e-7) return true;
  if (exact > 1.0 && t >= 1.0) return true;
  const OracleBody thin = trial.body.grown(-2e-6), thick = trial.body.grown(2e-6);
  const double late = SweepOracle::first_touch(walls, thin, trial.from, trial.by).t;
  const double early = SweepOracle::first_touch(walls, thick, trial.from, trial.by).t;
  const double slack = 2e-6 / length + 1e-6;
  return t >= std::min(early, 1.0) - slack && t <= std::min(late, 1.0) + slack;
}

void note(SweepTally& tally, std::size_t& count, const Trial& trial, const SweepHit& hit,
          double expected) {
  ++count;
  if (tally.first.empty()) tally.first = describe(trial, hit, expected);
}

// A hit's point lies on its wall at the body's surface, and the body was coming. A body that
// touched at the start may meet a further wall while it is still that near.
bool sound_contact(const Level& level, const Trial& trial, const SweepHit& hit, bool touching) {
  const glm::dvec3 normal(hit.normal), point(hit.point);
  if (std::fabs(glm::length(normal) - 1.0) > 1e-5) return false;
  if (glm::dot(normal, trial.by) > 1e-6 * glm::length(trial.by)) return false;
  const auto corners = level.side_corners(hit.side);
  OracleBody dot;
  double off = 1e300;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    off = std::min(off, dot.distance(point, {to_metres(level.vertex(corners[0])),
                                             to_metres(level.vertex(corners[i])),
                                             to_metres(level.vertex(corners[i + 1]))}));
  const double scale = 1e-6 * (glm::length(point) + glm::length(trial.by)) + 1e-5;
  constexpr double kBend = 0.5 * kMetresPerGrid;  // corners of one wall stray from its plane
  if (off > scale + 2e-4 * trial.body.radius + kBend) return false;
  const glm::dvec3 center = trial.from + trial.by * double{hit.t};
  const double gap = trial.body.distance(center, {point, point, point});
  return gap <= 2.0 * scale && (touching || gap >= -2.0 * scale);
}

// A start that touches has no one answer from triangles alone; what must hold is that the body
// never comes nearer to the walls it can reach than it was.
bool keeps_clear(const std::vector<WallTriangle>& walls, const Trial& trial, double t) {
  const double start = SweepOracle::least_distance(walls, trial.body, trial.from);
  const double allowed = std::min(0.0, start) - 2e-6 * (1.0 + glm::length(trial.by));
  for (int i = 1; i <= 8; ++i)
    if (SweepOracle::least_distance(walls, trial.body, trial.from + trial.by * (t * i / 8.0)) <
        allowed)
      return false;
  return true;
}

void judge_sweep(const Level& level, const SweepOracle& oracle, const Trial& trial,
                 const SweepHit& hit, SweepTally& tally) {
  ++tally.asked;
  const bool blocked = hit.kind == HitKind::Wall || hit.kind == HitKind::Door;
  tally.hits += blocked ? 1 : 0;
  if (!blocked && hit.kind != HitKind::End) return note(tally, tally.odd, trial, hit, 0.0);
  // A middle that is stopped on a wall lies in the cell but for rounding.
  const double back = std::max(0.0, double{hit.t} - 1e-5 / glm::length(trial.by));
  const glm::dvec3 end = trial.from + trial.by * back;
  if (hit.cell == kNone || locate_point(level, end, hit.cell) == kNone)
    return note(tally, tally.odd, trial, hit, 0.0);
  const double bound = trial.body.bound() + 1e-4;
  const std::vector<WallTriangle> all = oracle.near(trial.from, trial.by, bound);
  const bool touching = SweepOracle::least_distance(all, trial.body, trial.from) <= 1e-6;
  if (blocked && !sound_contact(level, trial, hit, touching))
    return note(tally, tally.odd, trial, hit, 0.0);
  if (touching) {
    ++tally.touching;
    const auto walls = oracle.reachable(trial.body, trial.from, trial.by, trial.cell);
    if (!keeps_clear(walls, trial, double{hit.t})) note(tally, tally.tunnels, trial, hit, 0.0);
    return;
  }
  const double exact = SweepOracle::first_touch(all, trial.body, trial.from, trial.by).t;
  if (agrees(double{hit.t}, all, trial, exact)) return;
  const auto walls = oracle.reachable(trial.body, trial.from, trial.by, trial.cell);
  const double reached = SweepOracle::first_touch(walls, trial.body, trial.from, trial.by).t;
  if (agrees(double{hit.t}, walls, trial, reached)) {
    ++tally.far_walls;
    return;
  }
  note(tally, tally.wrong, trial, hit, reached);
}

enum class Kind { Sphere, Capsule, Box };

glm::dvec3 any_axis(Rng& rng) { return glm::normalize(glm::dvec3(rng.unit_vec3())); }

// Bodies from a hundredth of a cell to thrice its size, moving up to five cells; one in eight
// moves along an axis.
Trial draw_trial(const PointSampler& sampler, double size, Kind kind, Rng& rng) {
  const PointSampler::Sample start = sampler.draw(rng);
  const double share = rng.range_double(0.0, 1.0);
  const double extent = size * (share < 0.9 ? 0.01 + 0.4 * share * share * share : 3.0 * share);
  const double length = size * (rng.below(4) == 0 ? 5.0 : rng.range_double(0.1, 1.5));
  glm::dvec3 along = any_axis(rng);
  if (rng.below(8) == 0) {
    along = glm::dvec3(0.0);
    along[static_cast<int>(rng.below(3))] = rng.below(2) == 0 ? 1.0 : -1.0;
  }
  Trial trial;
  trial.cell = start.cell;
  trial.from = glm::dvec3(start.point);
  trial.by = glm::dvec3(to_float(trial.from + along * length)) - trial.from;
  trial.body.radius = kind == Kind::Box ? 0.0 : double{static_cast<float>(extent)};
  if (kind == Kind::Capsule) {
    const double half = extent * rng.range_double(0.2, 2.0);
    trial.body.half_axis = any_axis(rng) * half;
    if (rng.below(3) == 0) trial.body.half_axis = glm::dvec3(0.0, extent, 0.0);
  }
  if (kind == Kind::Box) {
    glm::dvec3 x = any_axis(rng), y = glm::normalize(glm::cross(x, any_axis(rng)));
    if (rng.below(3) == 0) x = glm::dvec3(1, 0, 0), y = glm::dvec3(0, 1, 0);
    trial.body.is_box = true;
    trial.body.edges = {x * (extent * rng.range_double(0.3, 1.0)),
                        y * (extent * rng.range_double(0.3, 1.0)),
                        glm::cross(x, y) * (extent * rng.range_double(0.3, 1.0))};
  }
  return trial;
}

SweepHit sweep_trial(const Level& level, const Trial& trial, Kind kind,
                     const TraceOptions& options) {
  if (kind == Kind::Sphere)
    return sweep_sphere(level,
                        {glm::vec3(trial.from), trial.cell, glm::vec3(trial.from + trial.by),
                         static_cast<float>(trial.body.radius)},
                        options);
  if (kind == Kind::Capsule)
    return sweep_capsule(
        level,
        {{trial.from - trial.body.half_axis, trial.from + trial.body.half_axis}, trial.body.radius},
        trial.by, trial.cell, options);
  OrientedBox box;
  box.center = trial.from;
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 edge = trial.body.edges[static_cast<std::size_t>(i)];
    box.half[i] = glm::length(edge);
    box.axes[static_cast<std::size_t>(i)] = edge / box.half[i];
  }
  return sweep_box(level, box, trial.by, trial.cell, options);
}

SweepTally try_bodies(const Level& level, Kind kind, std::size_t count, std::uint64_t seed,
                      const DoorStates* doors = nullptr) {
  const SweepOracle oracle(level, doors);
  const PointSampler sampler(level);
  const double size = sampler.mean_cell_size();
  Rng rng(seed);
  SweepTally tally;
  for (std::size_t i = 0; i < count; ++i) {
    const Trial trial = draw_trial(sampler, size, kind, rng);
    judge_sweep(level, oracle, trial, sweep_trial(level, trial, kind, {doors, 0}), tally);
  }
  return tally;
}

void check_tally(const std::string& name, const SweepTally& tally, bool may_overlap) {
  tally.report(name);
  INFO(name, ": ", tally.first);
  CHECK(tally.wrong == 0);
  CHECK(tally.tunnels == 0);
  CHECK(tally.odd == 0);
  if (!may_overlap) CHECK(tally.far_walls == 0);
}

}  // namespace

TEST_CASE("sweep oracle: spheres in tunnels and in two maps stop where all wall triangles say") {
  const Level tunnels = cook_or_fail(build_tunnels({300, 1}));
  check_tally("tunnels", try_bodies(tunnels, Kind::Sphere, 2000, 61), false);
  for_each_freedoom_map(
      [&](const std::string& name, const Imported& imported) {
        const Level level = cook_or_fail(imported.cells);
        const DoorStates doors = initial_doors(level);
        check_tally(name, try_bodies(level, Kind::Sphere, 1000, 62, &doors), false);
      },
      {"MAP01", "MAP07"});
}

TEST_CASE("sweep oracle: spheres, capsules and boxes in every shared level file") {
  std::uint64_t seed = 63;
  for_each_level_file([&](const std::string& name, const Imported& imported) {
    const Level level = cook_or_fail(imported.cells);
    check_tally(name, try_bodies(level, Kind::Sphere, 200, ++seed), true);
    check_tally(name + " capsules", try_bodies(level, Kind::Capsule, 20, ++seed), true);
    check_tally(name + " boxes", try_bodies(level, Kind::Box, 4, ++seed), true);
  });
}

TEST_SUITE("slow") {
  TEST_CASE("sweep oracle: 200,000 spheres in every shared file and ten maps, none wrong") {
    std::uint64_t seed = 1000;
    SweepTally total;
    const auto run = [&](const std::string& name, const CellComplex& cells, std::size_t count,
                         bool may_overlap) {
      const Level level = cook_or_fail(cells);
      const DoorStates doors = initial_doors(level);
      const SweepTally tally = try_bodies(level, Kind::Sphere, count, ++seed, &doors);
      check_tally(name, tally, may_overlap);
      total.asked += tally.asked;
      total.hits += tally.hits;
      total.touching += tally.touching;
    };
    const std::size_t files = for_each_level_file(
        [&](const std::string& name, const Imported& file) { run(name, file.cells, 6000, true); });
    const std::size_t maps = for_each_freedoom_map(
        [&](const std::string& name, const Imported& map) { run(name, map.cells, 10000, false); },
        {"MAP01", "MAP02", "MAP07", "MAP11", "MAP12", "MAP15", "MAP20", "MAP29", "E1M1", "E2M1"});
    MESSAGE(files, " files, ", maps, " maps, ", total.asked, " sweeps, ", total.hits, " hits, ",
            total.touching, " starts that touch");
    if (files >= 18 && maps >= 10) CHECK(total.asked >= 200000);
  }

  TEST_CASE("sweep oracle: capsules and boxes in every shared file") {
    std::uint64_t seed = 2000;
    for_each_level_file([&](const std::string& name, const Imported& imported) {
      const Level level = cook_or_fail(imported.cells);
      check_tally(name + " capsules", try_bodies(level, Kind::Capsule, 150, ++seed), true);
      check_tally(name + " boxes", try_bodies(level, Kind::Box, 30, ++seed), true);
    });
  }
}
