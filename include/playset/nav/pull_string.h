// playset/nav/pull_string.h - StringPuller: the shortest way through a row of convex windows.
//
// What remains of a path query once the search has chosen which windows to pass: on the ground a
// window is an edge, in the air a polygon, and one problem holds both. It is convex, so there is
// one least length, and a lower bound proves how near the answer is. Keep one puller per thread:
// its arrays are reused.
// Units   metres.
// Cost    0.2 to 0.5 us a window: 3 us for 8, 31 us for 64 of which half bend it; see bench/nav.
// Threads one puller per thread.
// Ref     cutting planes: Kelley 1960; Newton on the bends: Nocedal and Wright 2006, 16.7; Fermat's
//         reflection point; bends that hold each other: Boyd et al. 2011, ADMM
// See     nav/air_graph.h, docs/nav.md, tests/nav/pull_string_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "playset/core/api.h"

namespace playset {

// Where the string passes a window.
struct PulledPoint {
  glm::dvec3 position{0.0};
  // corner number of the window's edge that the string lies on, -1 where it passes inside
  std::int32_t edge = -1;
  bool bends = false;  // false: straight through
};

struct PullResult {
  double length = 0.0;
  std::uint32_t rounds = 0;  // of adding windows that the string missed
  bool converged = true;     // the string passes every window, within 10 micrometres
};

class PLAYSET_API StringPuller {
 public:
  // Forgets all windows.
  void begin(glm::dvec3 from, glm::dvec3 to) noexcept;

  // The next window: a convex, planar polygon of either winding, at least 1 corner; two make an
  // edge, one a point. Windows without area are fine.
  void add_window(std::span<const glm::dvec3> corners) { insert_window(windows_.size(), corners); }
  // The same in front of window `before`; where the string bends is kept for the next solve.
  void insert_window(std::size_t before, std::span<const glm::dvec3> corners);

  // A guess: the string will bend at this window, near this point of it. In ascending order, before
  // solve(); it changes how soon that ends, not how.
  void hold_window(std::size_t window, glm::dvec3 near);

  // Sets points().
  PullResult solve();

  // No way through the windows is shorter than this, m. Equal to the length, up to the solver's
  // tolerance, where no two bends are one point. Call it after solve().
  [[nodiscard]] double lower_bound() const noexcept;

  // One for each window, in order.
  [[nodiscard]] std::span<const PulledPoint> points() const noexcept { return points_; }
  [[nodiscard]] std::size_t window_count() const noexcept { return windows_.size(); }
  [[nodiscard]] std::span<const glm::dvec3> window(std::size_t i) const noexcept {
    return {corners_.data() + windows_[i].first, windows_[i].count};
  }

 private:
  struct Window {
    std::uint32_t first = 0, count = 0;
    glm::dvec3 normal{0.0};  // unit; zero without area
    double offset = 0.0;
  };
  // A window that holds the string in this round.
  struct Bend {
    std::uint32_t window = 0;
    std::int32_t edge = -1;
    double along = 0.0;  // on the edge, 0 to 1
    glm::dvec3 at{0.0};
  };
  struct Row {  // of Newton's tridiagonal system
    double gradient = 0.0, diagonal = 0.0, beside = 0.0, step = 0.0;
  };
  // A bend, or with the last one the string's end, while knots are loosened: `at` is pulled by its
  // neighbours, `held` is in its window, `leg` leads to it from the bend before; *_debt are what
  // the last three have disagreed by so far.
  struct Pull {
    glm::dvec3 at{0.0}, held{0.0}, held_debt{0.0}, leg{0.0}, leg_debt{0.0};
    double share = 0.0;  // of the next one in the elimination
  };
  // A straight piece of the string, and the windows [first, last) that it should pass.
  struct Piece {
    glm::dvec3 a, b;
    std::uint32_t first = 0, last = 0;
  };
  // How far the string misses a window, and where it passes.
  struct Pass {
    double miss = 0.0, t = 0.0;
    glm::dvec3 at{0.0};
  };

  [[nodiscard]] glm::dvec3 corner(const Window& w, std::size_t k) const noexcept {
    return corners_[w.first + k % w.count];
  }
  [[nodiscard]] glm::dvec3 before(std::size_t bend) const noexcept;
  [[nodiscard]] glm::dvec3 after(std::size_t bend) const noexcept;
  [[nodiscard]] double bend_length() const noexcept;
  bool settle_on_same_edge(Bend& bend, glm::dvec3 a, glm::dvec3 b) const noexcept;
  void settle(Bend& bend, glm::dvec3 a, glm::dvec3 b) const noexcept;
  void fill_rows() noexcept;
  void take_newton_step() noexcept;
  void solve_bends(double least_gain) noexcept;
  void begin_pulls(double stiffness);
  void pull_once(double stiffness) noexcept;
  bool loosen_knots();
  [[nodiscard]] double bound_of_pulls(double stiffness) const noexcept;
  void drop_straight() noexcept;
  void add_missed(int depth);
  void split_piece(const Piece& piece, int depth);
  [[nodiscard]] std::uint32_t scan_piece(const Piece& piece) noexcept;
  [[nodiscard]] Pass pass_window(const Window& window, glm::dvec3 a, glm::dvec3 b) const noexcept;
  [[nodiscard]] double support(const Window& window, glm::dvec3 direction) const noexcept;

  glm::dvec3 from_{0.0}, to_{0.0};
  std::vector<Window> windows_;
  std::vector<glm::dvec3> corners_;
  std::vector<PulledPoint> points_;
  std::vector<Bend> bends_, next_bends_;
  std::vector<Row> rows_;
  std::vector<Pull> pulls_;
  double bound_ = 0.0;  // no way through the windows is shorter, as loosen_knots found
};

}  // namespace playset
