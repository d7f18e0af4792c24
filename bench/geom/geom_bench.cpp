// bench/geom/geom_bench.cpp - geom_bench: exact predicates beside plain doubles, hulls, cell
// complexes, sweeps, curves.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "bench/runner/runner.h"
#include "playset/geom/cell_complex.h"
#include "playset/geom/curves.h"
#include "playset/geom/frames.h"
#include "playset/geom/hull.h"
#include "playset/geom/partition_sides.h"
#include "playset/geom/predicates.h"
#include "playset/geom/ray_tests.h"

namespace playset::bench {
namespace {

// A cheap running hash for loops whose body takes nanoseconds.
std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x9E3779B97F4A7C15u;
}
std::uint64_t mix(std::uint64_t hash, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return mix(hash, bits);
}

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  double number() {  // [-1, 1)
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(static_cast<std::int64_t>(state_) >> 11) / 4503599627370496.0;
  }
  glm::dvec3 point() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }

 private:
  std::uint64_t state_;
};

int orient3d_double(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
  const glm::dvec3 u(b - a), v(c - a), w(d - a);
  const double volume =
      w.x * (u.y * v.z - u.z * v.y) + w.y * (u.z * v.x - u.x * v.z) + w.z * (u.x * v.y - u.y * v.x);
  return (volume > 0.0) - (volume < 0.0);
}

void bench_predicates(Runner& runner) {
  if (!runner.wants("predicates/orient3d")) return;
  Draws draws(1);
  std::vector<GridPoint> points;
  for (int i = 0; i < 4096; ++i) points.push_back(to_grid(draws.point() * 1000.0));
  const auto each = [points](auto&& predicate) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i + 3 < points.size(); ++i) {
      hash = mix(hash, static_cast<std::uint64_t>(
                           predicate(points[i], points[i + 1], points[i + 2], points[i + 3]) + 1));
    }
    return hash;
  };
  const auto exact = [](GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
    return orient3d(a, b, c, d);
  };
  runner.measure(
      {"predicates/orient3d",
       points.size() - 3,
       [=] { return each(exact); },
       {{"naive", [=] { return each(orient3d_double); }, true, "doubles, inexact near a plane"}}});
}

std::vector<GridPoint> ball(std::size_t count) {
  Draws draws(2);
  std::vector<GridPoint> points;
  while (points.size() < count) {
    const glm::dvec3 p = draws.point();
    const double length2 = p.x * p.x + p.y * p.y + p.z * p.z;
    if (length2 > 0.04 && length2 < 1.0)
      points.push_back(to_grid(p * (100.0 / std::sqrt(length2))));
  }
  return points;
}

std::uint64_t hash_of(const Hull& hull) {
  std::uint64_t hash = hull.faces.size();
  for (const std::uint32_t c : hull.corners) hash = mix(hash, std::uint64_t{c});
  return hash;
}

void bench_hulls(Runner& runner) {
  const std::size_t scale = runner.quick() ? 1 : 10;
  if (runner.wants("build/hull_ball")) {
    const std::vector<GridPoint> points = ball(200 * scale);
    runner.measure(
        {"build/hull_ball", points.size(), [=] { return hash_of(*build_hull(points)); }});
  }
  if (!runner.wants("build/hull_lattice")) return;
  std::vector<GridPoint> lattice;  // ties everywhere
  for (int i = 0; i < 1000; ++i) lattice.emplace_back(i % 10, i / 10 % 10, i / 100);
  runner.measure(
      {"build/hull_lattice", lattice.size(), [=] { return hash_of(*build_hull(lattice)); }});
}

// n x n x n boxes of a metre; every second one in x starts half a metre higher when `staggered`.
CellComplex boxes(int n, bool staggered) {
  constexpr std::uint32_t kSides[6][4] = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1},
                                          {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5}};
  CellComplex c;
  const int m = n + 1;
  for (int i = 0; i < n * n * n; ++i) {
    const int x = i % n, y = i / n % n, z = i / n / n;
    const int lift = staggered && x % 2 == 1 ? 512 : 0;
    const auto cell = static_cast<std::uint32_t>(c.cells.size());
    c.cells.push_back({static_cast<std::uint32_t>(c.sides.size()), 6, i, kNone, kNone});
    std::uint32_t vertex[8];
    for (std::uint32_t k = 0; k < 8; ++k) {
      const int vx = x + int(k & 1), vy = y + int(k >> 1 & 1), vz = z + int(k >> 2);
      const GridPoint p(vx * 1024, vy * 1024 + lift, vz * 1024);
      vertex[k] = static_cast<std::uint32_t>(staggered ? c.vertices.size()
                                                       : std::size_t(vx + m * (vy + m * vz)));
      if (vertex[k] >= c.vertices.size()) c.vertices.resize(vertex[k] + 1);
      c.vertices[vertex[k]] = p;
    }
    for (const auto& side : kSides) {
      CellSide s;
      s.first_corner = static_cast<std::uint32_t>(c.corners.size());
      s.corner_count = 4;
      s.cell = cell;
      for (const std::uint32_t k : side) c.corners.push_back(vertex[k]);
      c.sides.push_back(s);
    }
  }
  return c;
}

void bench_cells(Runner& runner) {
  const int n = runner.quick() ? 6 : 20;
  const auto count = static_cast<std::uint64_t>(n * n * n);
  if (runner.wants("cells/check")) {
    const CellComplex c = boxes(n, false);
    runner.measure({"cells/check", count, [=] { return std::uint64_t{check_cells(c).ok()}; }});
  }
  if (runner.wants("cells/link")) {
    const CellComplex c = boxes(n, false);
    runner.measure({"cells/link", count, [=] {
                      CellComplex copy = c;
                      return std::uint64_t{link_sides(copy).linked} + copy.sides.size();
                    }});
  }
  if (!runner.wants("cells/partition")) return;
  const CellComplex c = boxes(runner.quick() ? 4 : 10, true);
  runner.measure({"cells/partition", c.cells.size(), [=] {
                    CellComplex copy = c;
                    const std::vector<SidePair> pairs = find_facing_sides(copy);
                    return mix(mix(1, std::uint64_t{pairs.size()}),
                               std::uint64_t{partition_sides(copy, pairs).portals});
                  }});
}

void bench_sweeps(Runner& runner) {
  if (!runner.wants("sweep/shapes")) return;
  Draws draws(3);
  std::vector<Triangle> triangles;
  std::vector<LineSegment> paths;
  for (int i = 0; i < 1024; ++i) {
    triangles.push_back({draws.point(), draws.point(), draws.point()});
    paths.push_back({draws.point() * 2.0, draws.point() * 2.0});
  }
  const auto each = [=](auto&& test) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const std::optional<ShapeHit> hit = test(paths[i], triangles[i]);
      hash = mix(hash, hit ? hit->t : 2.0);
    }
    return hash;
  };
  const auto ray = [](const LineSegment& p, const Triangle& t) { return trace_triangle(p, t); };
  const auto sphere = [](const LineSegment& p, const Triangle& t) {
    return sweep_sphere(p, 0.2, t);
  };
  const auto capsule = [](const LineSegment& p, const Triangle& t) {
    return sweep_capsule({{p.from, p.from + glm::dvec3(0, 1, 0)}, 0.2}, p.to - p.from, t);
  };
  runner.measure({"sweep/shapes/capsule",
                  paths.size(),
                  [=] { return each(capsule); },
                  {{"sphere", [=] { return each(sphere); }}, {"ray", [=] { return each(ray); }}}});
}

void bench_curves(Runner& runner) {
  if (!runner.wants("curves")) return;
  const CubicBezier curve = {{0, 0, 0}, {0, 0, 10}, {20, 5, 10}, {20, 0, 0}};
  const ArcLength table = build_arc_length(curve);
  runner.measure({"curves/parameter_at", 1000, [=] {
                    std::uint64_t hash = 0;
                    for (int i = 0; i < 1000; ++i)
                      hash = mix(hash, parameter_at(curve, table, 0.028 * i));
                    return hash;
                  }});
  runner.measure({"curves/build_frames", 256,
                  [=] { return mix(0, build_frames(curve, 256).back().normal.x); }});
}

}  // namespace
}  // namespace playset::bench

int main(int argc, char** argv) {
  using namespace playset::bench;
  Runner runner(argc, argv);
  bench_predicates(runner);
  bench_hulls(runner);
  bench_cells(runner);
  bench_sweeps(runner);
  bench_curves(runner);
  return runner.finish();
}
