// StringPuller: known answers, hard windows, and a slow oracle that knows nothing of bends.
#include "playset/nav/pull_string.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "playset/core/rng.h"
#include "support/support.h"

using namespace playset;

namespace {

using Polygon = std::vector<glm::dvec3>;

struct Row {
  glm::dvec3 from, to;
  std::vector<Polygon> windows;
};

double length_of(glm::dvec3 v) { return std::sqrt(glm::dot(v, v)); }

PullResult pull(StringPuller& puller, const Row& row) {
  puller.begin(row.from, row.to);
  for (const Polygon& window : row.windows) puller.add_window(window);
  return puller.solve();
}

double length_along(const Row& row, std::span<const PulledPoint> points) {
  double sum = 0.0;
  glm::dvec3 last = row.from;
  for (const PulledPoint& p : points) {
    sum += length_of(p.position - last);
    last = p.position;
  }
  return sum + length_of(row.to - last);
}

// Points of the polygon's triangles about `centre`, within `part` of its size: candidates of one round.
void sample(const Polygon& polygon, glm::dvec3 centre, double part, Polygon& out) {
  out = {centre};
  const int steps = 6;
  const std::size_t triangles = polygon.size() < 3 ? 1 : polygon.size() - 2;
  for (std::size_t k = 0; k < triangles; ++k) {
    const glm::dvec3 a = polygon[0], b = polygon[std::min(k + 1, polygon.size() - 1)],
                     c = polygon[std::min(k + 2, polygon.size() - 1)];
    for (int i = 0; i <= steps; ++i)
      for (int j = 0; i + j <= steps; ++j) {
        const glm::dvec3 p = a + (b - a) * (double(i) / steps) + (c - a) * (double(j) / steps);
        out.push_back(centre + (p - centre) * part);
      }
  }
}

// Least length by dynamic programming over sampled points, again and again about the best ones.
double oracle_length(const Row& row) {
  std::vector<glm::dvec3> best;
  for (const Polygon& w : row.windows) {
    glm::dvec3 middle{0.0};
    for (const glm::dvec3 p : w) middle += p / double(w.size());
    best.push_back(middle);
  }
  double length = 0.0;
  for (double part = 1.0; part > 1e-5; part *= 0.8) {
    std::vector<Polygon> candidates(row.windows.size());
    std::vector<std::vector<double>> cost(row.windows.size());
    std::vector<std::vector<std::size_t>> parent(row.windows.size());
    Polygon last{row.from};
    std::vector<double> last_cost{0.0};
    for (std::size_t i = 0; i <= row.windows.size(); ++i) {
      Polygon here{row.to};
      if (i < row.windows.size()) sample(row.windows[i], best[i], part, here);
      std::vector<double> c(here.size(), 1e300);
      std::vector<std::size_t> from(here.size(), 0);
      for (std::size_t k = 0; k < here.size(); ++k)
        for (std::size_t j = 0; j < last.size(); ++j) {
          const double d = last_cost[j] + length_of(here[k] - last[j]);
          if (d < c[k]) c[k] = d, from[k] = j;
        }
      if (i < row.windows.size()) candidates[i] = here, parent[i] = from;
      if (i == row.windows.size()) {
        length = c[0];
        std::size_t at = from[0];
        for (std::size_t w = row.windows.size(); w-- > 0;) {
          best[w] = candidates[w][at];
          at = parent[w][at];
        }
      }
      last = here;
      last_cost = c;
    }
  }
  return length;
}

glm::dvec3 random_point(Rng& rng, double size) {
  const glm::dvec3 direction{rng.unit_vec3()};
  return direction * (size * rng.next_double());
}

// A polygon of 3 to 7 corners on an ellipse.
Polygon random_window(Rng& rng, glm::dvec3 centre, double size) {
  const double long_radius = size * (0.2 + rng.next_double());
  const double short_radius = 0.3 + rng.next_double();
  const glm::dvec3 u = glm::dvec3(rng.unit_vec3()) * long_radius;
  const glm::dvec3 v = glm::cross(u, glm::dvec3(rng.unit_vec3())) * short_radius;
  const int count = 3 + static_cast<int>(rng.below(5));
  Polygon polygon;
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * 3.141592653589793 * i / count;
    polygon.push_back(centre + u * std::cos(angle) + v * std::sin(angle));
  }
  return polygon;
}

// Windows anywhere: they may cross one another and the way may turn back.
Row wild_row(Rng& rng) {
  Row row;
  glm::dvec3 at{0.0};
  const auto next = [&] { return at += random_point(rng, 6.0); };
  row.from = at;
  const std::uint32_t count = 1 + rng.below(8);
  for (std::uint32_t i = 0; i < count; ++i) row.windows.push_back(random_window(rng, next(), 1.5));
  row.to = next();
  return row;
}

// A winding tunnel: no two windows cross.
Row tunnel_row(Rng& rng, std::uint32_t count) {
  Row row;
  glm::dvec3 at{0.0}, along{1, 0, 0};
  for (std::uint32_t i = 0; i < count; ++i) {
    at += along * (0.5 + rng.next_double() * 5.0);
    glm::dvec3 turned = along + glm::dvec3(rng.unit_vec3()) * 0.7;
    turned /= length_of(turned);
    const glm::dvec3 u = glm::cross(turned, glm::dvec3(rng.unit_vec3()));
    const glm::dvec3 v = glm::cross(turned, u);
    Polygon window;
    for (int k = 0; k < 6; ++k) {
      const double angle = 3.141592653589793 / 3.0 * k;
      window.push_back(at + (u * std::cos(angle) + v * (0.6 * std::sin(angle))));
    }
    row.windows.push_back(window);
    at += along * 0.8 + turned * 0.8;
    along = turned;
  }
  row.to = at + along;
  return row;
}

void check_points(const Row& row, const StringPuller& puller, const PullResult& result) {
  REQUIRE(puller.points().size() == row.windows.size());
  CHECK(result.converged);
  CHECK(length_along(row, puller.points()) <= result.length + 2e-5 * (1.0 + result.length));
  CHECK(puller.lower_bound() <= result.length);
  CHECK(result.length >= length_of(row.to - row.from) - 1e-9);
}

}  // namespace

TEST_CASE("pull string: without windows, or through ones on the way, it is straight") {
  StringPuller puller;
  Row row{{0, 0, 0}, {10, 0, 0}, {}};
  CHECK(pull(puller, row).length == doctest::Approx(10.0));
  for (double x : {2.0, 5.0, 9.0})
    row.windows.push_back({{x, -1, -1}, {x, 1, -1}, {x + 0.5, 1, 1}, {x + 0.5, -1, 1}});
  const PullResult result = pull(puller, row);
  CHECK(result.length == doctest::Approx(10.0));
  CHECK(puller.lower_bound() == doctest::Approx(10.0));
  for (const PulledPoint& p : puller.points()) CHECK(!p.bends);
}

TEST_CASE("pull string: round the corner of a window it has the length of the two legs") {
  StringPuller puller;
  const Row row{{0, 0, 0}, {6, 0, 0}, {{{3, 4, -1}, {3, 9, -1}, {3, 9, 1}, {3, 4, 1}}}};
  const PullResult result = pull(puller, row);
  CHECK(result.length == doctest::Approx(10.0));
  CHECK(puller.lower_bound() == doctest::Approx(10.0));
  CHECK(puller.points()[0].bends);
  CHECK(length_of(puller.points()[0].position - glm::dvec3(3, 4, 0)) < 1e-6);
}

TEST_CASE("pull string: over a box it is as long as on the unfolded box") {
  // edges of a box 2 m high and 3 m long, passed from one wall's foot over its top to the other's
  StringPuller puller;
  const Row row{{0, 0, 0}, {3, 0, 4}, {{{0, 2, -9}, {0, 2, 9}}, {{3, 2, -9}, {3, 2, 9}}}};
  CHECK(pull(puller, row).length == doctest::Approx(std::sqrt(7.0 * 7.0 + 4.0 * 4.0)));
}

TEST_CASE("pull string: repeated and collinear windows, points and windows shrunk to nothing") {
  StringPuller puller;
  const Polygon square{{3, 4, -1}, {3, 9, -1}, {3, 9, 1}, {3, 4, 1}};
  Row row{{0, 0, 0}, {6, 0, 0}, {square, square, square}};
  CHECK(pull(puller, row).length == doctest::Approx(10.0));
  row.windows = {{{3, 4, 0}}};
  CHECK(pull(puller, row).length == doctest::Approx(10.0));
  row.windows = {{{3, 4, 0}, {3, 4, 0}, {3, 4, 0}}, square};
  CHECK(pull(puller, row).length == doctest::Approx(10.0));
  row.windows = {{{3, 4, -1}, {3, 4, 0.5}, {3, 4, 1}}, {{3, 4, -1}, {3, 4, 1}}};
  CHECK(pull(puller, row).length == doctest::Approx(10.0));
  row.windows = {{{1, 0, 0}, {2, 0, 0}}, {{3, 0, 0}, {4, 0, 0}}};  // along the way itself
  CHECK(pull(puller, row).length == doctest::Approx(6.0));
  row.to = row.from;
  row.windows = {square};
  CHECK(pull(puller, row).length == doctest::Approx(2.0 * 5.0));
  row.windows = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  CHECK(pull(puller, row).length == doctest::Approx(0.0));
}

TEST_CASE(
    "pull string: through windows that share one vertex, and slid along one that share an edge") {
  StringPuller puller;
  Row row{{-3, -4, 0}, {3, -4, 0}, {}};
  for (int i = 0; i <= 8; ++i) {  // a fan about the origin, over it
    const double angle = 3.141592653589793 * (1.0 - i / 8.0);
    const glm::dvec3 out{std::cos(angle), std::sin(angle), 0.0};
    row.windows.push_back(
        {{0, 0, 0}, out * 2.0 + glm::dvec3(0, 0, 1), out * 2.0 - glm::dvec3(0, 0, 1)});
  }
  CHECK(pull(puller, row).length == doctest::Approx(10.0));
  row.windows.clear();
  for (int i = 0; i <= 8; ++i) {  // a fan about an edge: all bends lie on it and must slide as one
    const double angle = 3.141592653589793 * (1.0 - i / 8.0);
    const glm::dvec3 out{2.0 * std::cos(angle), 2.0 * std::sin(angle), 0.0};
    row.windows.push_back(
        {{0, 0, -9}, {0, 0, 9}, out + glm::dvec3(0, 0, 9), out - glm::dvec3(0, 0, 9)});
  }
  row.from.z = -3.0;
  row.to.z = 5.0;
  CHECK(pull(puller, row).length == doctest::Approx(std::sqrt(10.0 * 10.0 + 8.0 * 8.0)));
}

TEST_CASE("pull string: equals an oracle that samples, and the lower bound proves it") {
  Rng rng(11);
  StringPuller puller;
  for (std::uint32_t i = 0; i < 40; ++i) {
    CAPTURE(i);
    const Row row = tunnel_row(rng, 1 + i % 12);
    const PullResult result = pull(puller, row);
    check_points(row, puller, result);
    const double oracle = oracle_length(row);
    CHECK(result.length <= oracle * (1.0 + 1e-6));
    CHECK(result.length >= oracle * (1.0 - 1e-3));
    CHECK(puller.lower_bound() >= result.length * (1.0 - 1e-5));
  }
}

TEST_CASE(
    "pull string: windows that cross each other anyhow equal the oracle, and the bound proves it") {
  Rng rng(14);
  StringPuller puller;
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    const Row row = wild_row(rng);
    const PullResult result = pull(puller, row);
    check_points(row, puller, result);
    CHECK(result.length <= oracle_length(row) * (1.0 + 1e-4));
    CHECK(puller.lower_bound() >= result.length * (1.0 - 1e-4));
  }
}

TEST_CASE("pull string: 1,000 tunnels of up to 60 windows, each proved by the lower bound") {
  Rng rng(12);
  StringPuller puller;
  double worst = 0.0;
  std::uint32_t most_rounds = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const Row row = tunnel_row(rng, 1 + i % 60);
    const PullResult result = pull(puller, row);
    check_points(row, puller, result);
    worst = std::max(worst, 1.0 - puller.lower_bound() / result.length);
    most_rounds = std::max(most_rounds, result.rounds);
  }
  CAPTURE(worst);
  CHECK(worst < 1e-4);
  CHECK(most_rounds < 24);
}

TEST_CASE("pull string: a warmed-up puller allocates nothing") {
  Rng rng(13);
  StringPuller puller;
  std::vector<Row> rows;
  for (int i = 0; i < 50; ++i) rows.push_back(wild_row(rng));
  for (const Row& row : rows) (void)pull(puller, row);
  const test::AllocationScope scope;
  for (const Row& row : rows) (void)pull(puller, row);
  CHECK(scope.count() == 0);
}
