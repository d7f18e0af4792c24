// src/nav/air_corridor.cpp - pulls a corridor taut and leads it round the right side of edges in
// the open air.
//
// A string that bends at an edge which is no wall could go round its other side: the corner is cut
// by a straight flight from halfway before it to halfway behind it, through whatever windows lie
// there.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "nav/air_graph_data.h"

namespace playset {
namespace {

constexpr double kInsideTolerance = 1e-7;  // m
constexpr std::size_t kMostTogether = 16;  // bends that one flight cuts
constexpr double kEnough = 1e-3;           // of the length: rounds end where one gains less
constexpr int kMostCuts = 12;              // rounds
constexpr std::size_t kMostSteps = 512;    // of one straight flight

bool holds(const AirGraphData& graph, const AirWindow& window, glm::dvec3 p) noexcept {
  const glm::dvec3* corners = graph.corners.data() + window.first_corner;
  for (std::uint32_t k = 0; k < window.corner_count; ++k) {
    const glm::dvec3 a = corners[k], b = corners[k + 1 == window.corner_count ? 0 : k + 1];
    if (glm::dot(glm::cross(window.normal, b - a), p - a) < -kInsideTolerance) return false;
  }
  return true;
}

// The straight flight from a, in cell `cell`, to b in cell `goal`, appended to steps; false where
// it leaves the windows.
bool fly_straight(const AirGraphData& graph, const DoorStates* doors, glm::dvec3 a,
                  std::uint32_t cell, glm::dvec3 b, std::uint32_t goal,
                  std::vector<AirStep>& steps) {
  const glm::dvec3 d = b - a;
  std::uint32_t entered = kNone;  // side of the portal
  for (std::size_t count = 0; cell != goal; ++count) {
    if (count == kMostSteps) return false;
    std::uint32_t best = kNone;
    double best_t = 2.0;
    for (const std::uint32_t w : graph.windows_of(cell)) {
      const AirWindow& window = graph.windows[w];
      const double out = window.cells[0] == cell ? -1.0 : 1.0;
      const double rate = out * glm::dot(window.normal, d);
      if (!(rate > 0.0) || window.tight || window.side == entered) continue;
      const double t = out * (window.offset - glm::dot(window.normal, a)) / rate;
      if (t < -1e-9 || t > 1.0 || t >= best_t || !holds(graph, window, a + d * t)) continue;
      best = w;
      best_t = t;
    }
    if (best == kNone) return false;
    const AirWindow& window = graph.windows[best];
    if (window.door != kNone && doors != nullptr && is_closed(*doors, window.door)) return false;
    entered = window.side;
    cell = window.cells[window.cells[0] == cell ? 1 : 0];
    steps.push_back({best, cell});
  }
  return true;
}

class Tightener {
 public:
  Tightener(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch)
      : graph_(graph), ends_(ends), scratch_(scratch) {}

  double run() {
    scratch_.held.clear();
    double length = pull();
    for (int round = 0; round < kMostCuts && cut_corners(); ++round) {
      scratch_.corridor.swap(scratch_.tried);
      const double shorter = pull();
      if (shorter <= length + 1e-9 * length) {
        const bool enough = shorter > length * (1.0 - kEnough);
        length = shorter;
        if (enough) break;
        continue;
      }
      scratch_.corridor.swap(scratch_.tried);
      length = pull();
      break;
    }
    return length;
  }

 private:
  double pull() {
    StringPuller& puller = scratch_.puller;
    puller.begin(ends_.from, ends_.to);
    for (const AirStep& step : scratch_.corridor) puller.add_window(graph_.polygon(step.window));
    for (const AirHeld& held : scratch_.held) puller.hold_window(held.step, held.at);
    scratch_.held.clear();
    return puller.solve().length;
  }

  [[nodiscard]] bool in_open_air(std::size_t step) const noexcept {
    const PulledPoint& point = scratch_.puller.points()[step];
    if (!point.bends || point.edge < 0) return false;
    const AirWindow& window = graph_.windows[scratch_.corridor[step].window];
    const auto edge = static_cast<std::uint32_t>(point.edge);
    if (graph_.cut[window.first_corner + edge] == 0) return true;
    // at a corner, the edges beside it count too
    const glm::dvec3* corners = graph_.corners.data() + window.first_corner;
    const std::uint32_t n = window.corner_count, next = (edge + 1) % n, last = (edge + n - 1) % n;
    const auto at = [&](std::uint32_t c) {
      const glm::dvec3 d = corners[c] - point.position;
      return glm::dot(d, d) < 1e-12;
    };
    return (at(next) && graph_.cut[window.first_corner + next] == 0) ||
           (at(edge) && graph_.cut[window.first_corner + last] == 0);
  }

  // A place on the string: between steps `step` - 1 and `step`.
  struct Place {
    glm::dvec3 at{0.0};
    std::size_t step = 0;
    std::uint32_t cell = 0;
  };

  [[nodiscard]] glm::dvec3 point(std::size_t i) const noexcept {  // 0: from, i: step i - 1
    if (i == 0) return ends_.from;
    return i > scratch_.corridor.size() ? ends_.to : scratch_.puller.points()[i - 1].position;
  }

  // Part of the way along the straight piece from point a to point b (both as point() counts).
  [[nodiscard]] Place place_between(std::size_t a, std::size_t b, double part) const noexcept {
    Place place;
    const glm::dvec3 from = point(a), d = point(b) - from;
    place.at = from + part * d;
    place.step = a;
    while (place.step + 1 < b && glm::dot(point(place.step + 1) - place.at, d) <= 0.0) ++place.step;
    place.cell = place.step == 0 ? ends_.from_cell : scratch_.corridor[place.step - 1].into;
    return place;
  }

  // The next point of the string behind point i at which it bends, or its end.
  [[nodiscard]] std::size_t next_bend(std::size_t i) const noexcept {
    const auto points = scratch_.puller.points();
    std::size_t next = i + 1;
    while (next <= points.size() && !points[next - 1].bends) ++next;
    return next;
  }

  // Flies straight from part of the piece before a bend to part of the piece behind the last one.
  [[nodiscard]] bool cut(std::size_t last, std::size_t bend, std::size_t last_bend,
                         std::size_t next, double before_part, double after_part) {
    const Place before = place_between(last, bend, before_part);
    const Place after = place_between(last_bend, next, after_part);
    scratch_.straight.clear();
    if (!fly_straight(graph_, ends_.doors, before.at, before.cell, after.at, after.cell,
                      scratch_.straight))
      return false;
    append(copied_, before.step);
    scratch_.tried.insert(scratch_.tried.end(), scratch_.straight.begin(), scratch_.straight.end());
    copied_ = after.step;
    return true;
  }

  // Cuts one bend or several at once: from a tenth of the piece before the first to nine tenths of
  // the piece behind the last, or half of both. Moves last and bend to behind what was cut, and says
  // which part of that piece is used up; 0 where nothing was cut.
  double cut_from(std::size_t& last, std::size_t& bend, double used) {
    std::array<std::size_t, kMostTogether + 1> ends;  // points behind 1, 2, ... bends
    std::size_t count = 0;
    for (std::size_t at = bend; count < ends.size() && at <= scratch_.corridor.size(); ++count)
      ends[count] = at = next_bend(at);
    for (std::size_t together = kMostTogether; together > 0; together /= 4) {
      if (together > count) continue;
      const std::size_t at = together == 1 ? bend : ends[together - 2];
      for (const double part : {0.9, 0.5}) {
        if (together > 1 && part < 0.9)
          break;  // several are cut by most of both legs or not at all
        if (!cut(last, bend, at, ends[together - 1], std::max(1.0 - part, used), part)) continue;
        last = at;
        bend = ends[together - 1];
        return part;
      }
    }
    last = bend;
    bend = ends[0];
    return 0.0;
  }

  // Writes to tried the corridor with corners in the open air cut; false where there is none.
  bool cut_corners() {
    scratch_.tried.clear();
    scratch_.held.clear();
    copied_ = 0;
    bool any = false;
    double used = 0.0;  // of the piece before the bend, by the cut before
    for (std::size_t last = 0, bend = next_bend(0); bend <= scratch_.corridor.size();) {
      if (in_open_air(bend - 1)) {
        used = cut_from(last, bend, used);
        any = any || used > 0.0;
      } else {
        last = bend;
        bend = next_bend(bend);
        used = 0.0;
      }
    }
    append(copied_, scratch_.corridor.size());
    return any;
  }

  void append(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const PulledPoint& p = scratch_.puller.points()[i];
      if (p.bends) scratch_.held.push_back({scratch_.tried.size(), p.position});
      scratch_.tried.push_back(scratch_.corridor[i]);
    }
  }

  const AirGraphData& graph_;
  const AirEnds& ends_;
  AirScratchData& scratch_;
  std::size_t copied_ = 0;  // steps of the corridor that tried has
};

}  // namespace

double tighten_corridor(const AirGraphData& graph, const AirEnds& ends, AirScratchData& scratch) {
  return Tightener(graph, ends, scratch).run();
}

}  // namespace playset
