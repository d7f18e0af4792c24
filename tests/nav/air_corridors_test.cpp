// Air paths against the best of 64 corridors, each pulled taut on its own.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <limits>
#include <queue>
#include <vector>

#include "playset/core/rng.h"
#include "playset/geom/distance.h"
#include "playset/nav/air_graph.h"
#include "playset/nav/flow_field.h"
#include "playset/nav/pull_string.h"
#include "scenes/point_sampler.h"
#include "support/support.h"
#include "tests/level/real_levels.h"
#include "tests/nav/nav_levels.h"

using namespace playset;

namespace {

// A way from the start to a window, as long as `so_far` over centres.
struct Partial {
  double total = 0.0;  // with the least that remains
  double so_far = 0.0;
  std::uint32_t window = kNone, cell = kNone;  // the cell behind it
  std::size_t parent = 0;                      // in the list of partial ways
};

// The 64 shortest ways over window centres that enter no cell twice, by best first search with the
// exact rest, and the length of the best of them when each is pulled taut.
class Corridors {
 public:
  Corridors(const AirGraph& graph, const FlowField& field) : graph_(graph), field_(field) {}

  double best_of(std::size_t count, glm::dvec3 from, std::uint32_t from_cell) {
    all_.assign(1, {0.0, 0.0, kNone, from_cell, 0});
    using Item = std::pair<double, std::size_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    queue.emplace(0.0, 0);
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t pops = 0; !queue.empty() && count > 0 && pops < 200000; ++pops) {
      const std::size_t at = queue.top().second;
      queue.pop();
      if (all_[at].cell == field_.goal_cell) {
        best = std::min(best, pull(at, from));
        --count;
        continue;
      }
      expand(at, from, queue);
    }
    return best;
  }

  // Strings pulled; every 40th is shaken, and those that get shorter by a thousandth are counted.
  std::size_t pulled = 0, loose = 0;

 private:
  template <typename Queue>
  void expand(std::size_t at, glm::dvec3 from, Queue& queue) {
    const Partial here = all_[at];
    const glm::dvec3 place = here.window == kNone ? from : graph_.windows()[here.window].center;
    for (const std::uint32_t w : graph_.cell_windows(here.cell)) {
      const AirWindow& window = graph_.windows()[w];
      const std::uint32_t behind = window.cells[window.cells[0] == here.cell ? 1 : 0];
      if (window.tight || !std::isfinite(field_.distances[w]) || visited(at, behind)) continue;
      const double so_far = here.so_far + glm::length(window.center - place);
      all_.push_back({so_far + double{field_.distances[w]}, so_far, w, behind, at});
      queue.emplace(all_.back().total, all_.size() - 1);
    }
  }

  [[nodiscard]] bool visited(std::size_t at, std::uint32_t cell) const {
    for (;; at = all_[at].parent) {
      if (all_[at].cell == cell) return true;
      if (at == 0) return false;
    }
  }

  double pull(std::size_t at, glm::dvec3 from) {
    std::vector<std::uint32_t> windows;
    for (; at != 0; at = all_[at].parent) windows.push_back(all_[at].window);
    puller_.begin(from, field_.goal);
    for (std::size_t i = windows.size(); i-- > 0;)
      puller_.add_window(graph_.corners(graph_.windows()[windows[i]]));
    const double length = puller_.solve().length;
    if (++pulled % 40 == 0) loose += shake(from) < length * (1.0 - 1e-3);
    return length;
  }

  static glm::dvec3 nearest_in(std::span<const glm::dvec3> window, glm::dvec3 p) {
    glm::dvec3 best = window[0];
    for (std::size_t i = 2; i < window.size(); ++i) {
      const glm::dvec3 q = nearest_point(Triangle{window[0], window[i - 1], window[i]}, p);
      if (glm::length(q - p) < glm::length(best - p)) best = q;
    }
    return best;
  }

  // Moves up to six points of the string at once by random steps, back into their windows, and keeps
  // what is shorter: knows nothing of edges, bends or knots.
  double shake(glm::dvec3 from) {
    std::vector<glm::dvec3> x{from};
    for (const PulledPoint& p : puller_.points()) x.push_back(p.position);
    x.push_back(field_.goal);
    double total = 0.0;
    for (std::size_t i = 1; i < x.size(); ++i) total += glm::length(x[i] - x[i - 1]);
    if (x.size() < 3) return total;
    Rng rng(pulled);
    std::vector<glm::dvec3> y;
    for (int round = 0; round < 5000; ++round) {
      const std::size_t first = 1 + rng.below(static_cast<std::uint32_t>(x.size() - 2));
      const std::size_t last = std::min<std::size_t>(x.size() - 2, first + rng.below(6));
      const double size = std::pow(10.0, -4.0 * rng.next_double());
      const glm::dvec3 step = glm::dvec3(rng.unit_vec3()) * size;
      y = x;
      double gain = 0.0;
      for (std::size_t k = first; k <= last; ++k)
        y[k] = nearest_in(puller_.window(k - 1), x[k] + step);
      for (std::size_t k = first; k <= last + 1; ++k)
        gain += glm::length(x[k] - x[k - 1]) - glm::length(y[k] - y[k - 1]);
      if (gain <= 1e-12) continue;
      total -= gain;
      x.swap(y);
    }
    return total;
  }

  const AirGraph& graph_;
  const FlowField& field_;
  std::vector<Partial> all_;
  StringPuller puller_;
};

struct Ratios {
  std::vector<double> values;
  std::size_t pulled = 0, loose = 0;
  [[nodiscard]] double at(double part) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(part * double(values.size() - 1))];
  }
};

void compare(const Level& level, float radius, int pairs, std::uint64_t seed, Ratios& ratios) {
  NavAgentConfig agent;
  agent.radius = radius;
  const Result<AirGraph> graph = build_air_graph(level, agent);
  REQUIRE(graph);
  const PointSampler sampler(level);
  Rng rng(seed);
  AirScratch scratch;
  FlowField field;
  NavPath path;
  for (int i = 0; i < pairs; ++i) {
    const auto from = sampler.draw(rng), to = sampler.draw(rng);
    const PathOptions options{nullptr, from.cell, to.cell};
    if (find_air_path(*graph, glm::dvec3(from.point), glm::dvec3(to.point), options, scratch,
                      path) != PathStatus::Found)
      continue;
    build_flow_field(*graph, glm::dvec3(to.point), nullptr, scratch, field, to.cell);
    Corridors corridors(*graph, field);
    const double best = corridors.best_of(64, glm::dvec3(from.point), from.cell);
    ratios.pulled += corridors.pulled;
    ratios.loose += corridors.loose;
    if (std::isfinite(best) && best > 1.0) ratios.values.push_back(path.length / best);
  }
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("air path: 95 of 100 are within a twentieth of the best of 64 corridors") {
    Ratios ratios;
    compare(test::tunnels(150), 0.5f, 100, 1, ratios);
    test::for_each_level_file([&](const std::string&, const Imported& imported) {
      const Result<Level> level = cook_level(imported.cells);
      if (level && level->cell_count() >= 8 && level->cell_count() <= 300)
        compare(*level, 0.3f, 60, 2, ratios);
    });
    REQUIRE(ratios.values.size() >= 100);
    MESSAGE("of ", ratios.values.size(), " paths: median ", ratios.at(0.5), ", p95 ",
            ratios.at(0.95), ", worst ", ratios.at(1.0));
    CHECK(ratios.pulled > 1000);
    CHECK(ratios.loose == 0);
    CHECK(ratios.at(0.5) < 1.01);
    CHECK(ratios.at(0.95) < 1.05);
  }
}
