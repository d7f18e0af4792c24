// src/nav/pull_string.cpp - pulls a string taut: bends are held by few windows, the rest is checked.
//
// Only windows that hold the string ("bends") are in the problem; solving it, then adding the
// window that each straight piece misses most, until none is missed, gives the least length over
// all windows: fewer windows can only make the string shorter, and this string passes them all.
#include "playset/nav/pull_string.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "playset/core/assert.h"
#include "playset/geom/cell_complex.h"
#include "playset/geom/distance.h"
#include "playset/geom/polygon.h"

namespace playset {
namespace {

constexpr double kPassTolerance = 1e-5;  // m, by which a string may miss a window
constexpr double kSamePoint = 1e-7;      // m
constexpr double kRoughGain = 1e-3;      // of the length: sweeps between rounds stop below
constexpr double kLeastGain = 1e-7;      // and the last ones below this
constexpr std::uint32_t kMostRounds = 96;
constexpr std::uint32_t kDroppingRounds = 48;
constexpr std::uint32_t kSplittingRounds = 3;
constexpr int kSplits = 12;
constexpr int kMostSweeps = 200;
constexpr double kKnotGain = 1e-5;  // of the length: knots that may hide less stay tied
constexpr double kOverRelaxed = 1.6;
constexpr double kStiffness = 3.0;  // over the mean length of a leg
constexpr int kMostLoosenings = 4;
constexpr int kMostPulls = 2000;
constexpr int kPullsBetweenChecks = 10;

double length_of(glm::dvec3 v) noexcept { return std::sqrt(glm::dot(v, v)); }

glm::dvec3 unit_or_zero(glm::dvec3 v) noexcept {
  const double l = length_of(v);
  return l > 1e-12 ? v / l : glm::dvec3(0.0);
}

// Where on p + t e, t in [0, 1], the way from a to b over the line is shortest: the reflection
// point after turning b about the line into the plane of a.
double reflect_on(glm::dvec3 p, glm::dvec3 e, glm::dvec3 a, glm::dvec3 b) noexcept {
  const double l2 = glm::dot(e, e);
  if (l2 <= 0.0) return 0.0;
  const double ta = glm::dot(a - p, e) / l2, tb = glm::dot(b - p, e) / l2;
  const double ha = length_of(a - p - ta * e), hb = length_of(b - p - tb * e);
  const double t = ha + hb > 0.0 ? (ta * hb + tb * ha) / (ha + hb) : ta;
  return std::clamp(t, 0.0, 1.0);
}

}  // namespace

void StringPuller::begin(glm::dvec3 from, glm::dvec3 to) noexcept {
  from_ = from;
  to_ = to;
  windows_.clear();
  corners_.clear();
  points_.clear();
  bends_.clear();
  bound_ = 0.0;
}

void StringPuller::insert_window(std::size_t before, std::span<const glm::dvec3> corners) {
  PLAYSET_ASSERT(!corners.empty() && before <= windows_.size(), "a window has a corner");
  Window window;
  window.first = static_cast<std::uint32_t>(corners_.size());
  window.count = static_cast<std::uint32_t>(corners.size());
  corners_.insert(corners_.end(), corners.begin(), corners.end());
  window.normal = unit_or_zero(area_vector(corners));
  window.offset = glm::dot(window.normal, corners[0]);
  windows_.insert(windows_.begin() + static_cast<std::ptrdiff_t>(before), window);
  points_.emplace_back();
  for (Bend& bend : bends_) bend.window += bend.window >= before ? 1u : 0u;
}

void StringPuller::hold_window(std::size_t window, glm::dvec3 near) {
  PLAYSET_ASSERT(window < windows_.size() && (bends_.empty() || bends_.back().window < window),
                 "windows are held in order");
  Bend bend;
  bend.window = static_cast<std::uint32_t>(window);
  bend.at = near;
  bends_.push_back(bend);
}

glm::dvec3 StringPuller::before(std::size_t bend) const noexcept {
  return bend == 0 ? from_ : bends_[bend - 1].at;
}

glm::dvec3 StringPuller::after(std::size_t bend) const noexcept {
  return bend + 1 >= bends_.size() ? to_ : bends_[bend + 1].at;
}

double StringPuller::bend_length() const noexcept {
  double sum = 0.0;
  glm::dvec3 last = from_;
  for (const Bend& bend : bends_) {
    sum += length_of(bend.at - last);
    last = bend.at;
  }
  return sum + length_of(to_ - last);
}

// True where the bend stays on its edge: the best point of the edge's line is within the edge, and
// no way into the window is downhill from it. Moves it there.
bool StringPuller::settle_on_same_edge(Bend& bend, glm::dvec3 a, glm::dvec3 b) const noexcept {
  const Window& w = windows_[bend.window];
  const auto k = static_cast<std::size_t>(bend.edge);
  const glm::dvec3 p = corner(w, k), e = corner(w, k + 1) - p;
  const double t = reflect_on(p, e, a, b);
  if (!(t > 0.0 && t < 1.0)) return false;
  const glm::dvec3 at = p + t * e, from = at - a, to = at - b;
  const double l_from = length_of(from), l_to = length_of(to);
  if (l_from < kSamePoint || l_to < kSamePoint) return false;
  const glm::dvec3 in = glm::cross(w.normal, e);
  if (glm::dot(in, from) * l_to + glm::dot(in, to) * l_from < 0.0) return false;
  bend.along = t;
  bend.at = at;
  return true;
}

// The best point of the bend's window between a and b: where the straight line (or its mirror image)
// passes inside, else on an edge that this point lies beyond.
void StringPuller::settle(Bend& bend, glm::dvec3 a, glm::dvec3 b) const noexcept {
  if (bend.edge >= 0 && settle_on_same_edge(bend, a, b)) return;
  const Window& w = windows_[bend.window];
  const double da = glm::dot(w.normal, a) - w.offset, db = glm::dot(w.normal, b) - w.offset;
  const double span = std::fabs(da) + std::fabs(db);
  const bool crosses = span > 1e-12 && w.count > 2;
  const glm::dvec3 pa = a - w.normal * da, pb = b - w.normal * db;
  const glm::dvec3 hit = crosses ? pa + (pb - pa) * (std::fabs(da) / span) : pa;
  bool inside = w.count > 2 && w.normal != glm::dvec3(0.0);
  double best = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < w.count; ++k) {
    const glm::dvec3 p = corner(w, k), e = corner(w, k + 1) - p;
    const double side = glm::dot(glm::cross(w.normal, e), hit - p);
    if (crosses && side >= 0.0) continue;
    if (side < 0.0) inside = false;
    const double t = reflect_on(p, e, a, b);
    const glm::dvec3 at = p + t * e;
    const double length = length_of(at - a) + length_of(b - at);
    if (!(length < best)) continue;
    best = length;
    bend = {bend.window, static_cast<std::int32_t>(k), t, at};
  }
  if (inside) bend = {bend.window, -1, 0.0, hit};
}

// The length's first and second derivatives by the places of the bends on their edges. A bend at a
// corner, inside, or on top of another stays where it is: its row is that of no step.
void StringPuller::fill_rows() noexcept {
  rows_.assign(bends_.size(), Row{});
  glm::dvec3 last_edge{0.0};
  for (std::size_t i = 0; i < bends_.size(); ++i) {
    const Bend& bend = bends_[i];
    Row& row = rows_[i];
    row.diagonal = 1.0;
    const glm::dvec3 in = bend.at - before(i), out = after(i) - bend.at;
    const double l_in = length_of(in), l_out = length_of(out);
    glm::dvec3 e{0.0};
    const bool moves = bend.edge >= 0 && bend.along > 0.0 && bend.along < 1.0 &&
                       l_in > kSamePoint && l_out > kSamePoint;
    if (moves) {
      const Window& w = windows_[bend.window];
      const auto k = static_cast<std::size_t>(bend.edge);
      e = corner(w, k + 1) - corner(w, k);
      const glm::dvec3 u = in / l_in, v = out / l_out;
      const double e2 = glm::dot(e, e), eu = glm::dot(e, u), ev = glm::dot(e, v);
      row.gradient = eu - ev;
      row.diagonal = (e2 - eu * eu) / l_in + (e2 - ev * ev) / l_out + 1e-9 * e2 + 1e-300;
      if (i > 0) {
        const double fu = glm::dot(last_edge, u);
        rows_[i - 1].beside = -(glm::dot(e, last_edge) - eu * fu) / l_in;
      }
    }
    last_edge = e;
  }
}

void StringPuller::take_newton_step() noexcept {
  fill_rows();
  for (std::size_t i = 1; i < rows_.size(); ++i) {  // elimination of a symmetric tridiagonal system
    const double factor = rows_[i - 1].beside / rows_[i - 1].diagonal;
    rows_[i].diagonal -= factor * rows_[i - 1].beside;
    rows_[i].gradient -= factor * rows_[i - 1].gradient;
    if (!(rows_[i].diagonal > 0.0)) return;
  }
  double next = 0.0;
  for (std::size_t i = rows_.size(); i-- > 0;) {
    rows_[i].step = (-rows_[i].gradient - rows_[i].beside * next) / rows_[i].diagonal;
    next = rows_[i].step;
  }
  const double before_step = bend_length();
  next_bends_ = bends_;
  for (double scale = 1.0; scale > 0.05; scale *= 0.5) {
    for (std::size_t i = 0; i < bends_.size(); ++i) {
      Bend& bend = bends_[i];
      if (rows_[i].step == 0.0 || bend.edge < 0) continue;
      const Window& w = windows_[bend.window];
      const auto k = static_cast<std::size_t>(bend.edge);
      bend.along = std::clamp(next_bends_[i].along + scale * rows_[i].step, 0.0, 1.0);
      bend.at = corner(w, k) + bend.along * (corner(w, k + 1) - corner(w, k));
    }
    if (bend_length() < before_step) return;
  }
  bends_ = next_bends_;
}

void StringPuller::solve_bends(double least_gain) noexcept {
  double last = std::numeric_limits<double>::infinity();
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    for (std::size_t i = 0; i < bends_.size(); ++i) settle(bends_[i], before(i), after(i));
    if (bends_.size() < 2) return;
    take_newton_step();
    const double length = bend_length();
    if (last - length <= least_gain * length) return;
    last = length;
  }
}

// The bends as they are, and debts that say so: legs pull with unit strength along themselves.
void StringPuller::begin_pulls(double stiffness) {
  pulls_.assign(bends_.size() + 1, Pull{});
  double share = 0.0;
  for (std::size_t i = 0; i < pulls_.size(); ++i) {
    Pull& pull = pulls_[i];
    pull.at = pull.held = i < bends_.size() ? bends_[i].at : to_;
    pull.leg = pull.at - before(i);
    pull.leg_debt = unit_or_zero(pull.leg) / stiffness;
    share = 1.0 / (3.0 - share);
    pull.share = share;
  }
}

// One round of the alternating direction method of multipliers (Boyd et al. 2011): the points go
// where legs and windows, with equal stiffness, want them; then windows and legs, each alone, take
// what is best for them near there.
void StringPuller::pull_once(double stiffness) noexcept {
  const std::size_t count = bends_.size();
  glm::dvec3 last{0.0};
  for (std::size_t i = 0; i < count; ++i) {
    Pull& pull = pulls_[i];
    const Pull& next = pulls_[i + 1];
    glm::dvec3 right =
        pull.held - pull.held_debt + pull.leg - pull.leg_debt - next.leg + next.leg_debt;
    if (i == 0) right += from_;
    if (i + 1 == count) right += to_;
    last = (right + last) * pull.share;
    pull.at = last;
  }
  for (std::size_t i = count - 1; i-- > 0;) pulls_[i].at += pulls_[i].share * pulls_[i + 1].at;
  glm::dvec3 at_before = from_;
  for (std::size_t i = 0; i <= count; ++i) {
    Pull& pull = pulls_[i];
    const glm::dvec3 wanted =
        kOverRelaxed * (pull.at - at_before) + (1.0 - kOverRelaxed) * pull.leg + pull.leg_debt;
    const double length = length_of(wanted), shrunk = std::max(0.0, length - 1.0 / stiffness);
    pull.leg = length > 0.0 ? wanted * (shrunk / length) : glm::dvec3(0.0);
    pull.leg_debt = wanted - pull.leg;
    at_before = pull.at;
    if (i == count) return;
    const glm::dvec3 near =
        kOverRelaxed * pull.at + (1.0 - kOverRelaxed) * pull.held + pull.held_debt;
    Bend bend{bends_[i].window, -1, 0.0, near};
    settle(bend, near, near);
    pull.held = bend.at;
    pull.held_debt = near - bend.at;
  }
}

// lower_bound() with the legs' debts for directions.
double StringPuller::bound_of_pulls(double stiffness) const noexcept {
  glm::dvec3 u = pulls_[0].leg_debt * stiffness;
  double bound = -glm::dot(u, from_);
  for (std::size_t i = 0; i < bends_.size(); ++i) {
    const glm::dvec3 v = pulls_[i + 1].leg_debt * stiffness;
    bound += support(windows_[bends_[i].window], u - v);
    u = v;
  }
  return bound + glm::dot(u, to_);
}

// Where bends lie on one another, each alone may be unable to move though together they could. Pulls
// at all of them at once until a lower bound shows that little is left to gain; true where the
// string got shorter.
bool StringPuller::loosen_knots() {
  const double old_length = bend_length();
  double best = old_length;
  bound_ = std::max(bound_, lower_bound());
  if (bends_.size() < 2 || bound_ >= best * (1.0 - kKnotGain)) return false;
  const double stiffness = kStiffness * static_cast<double>(bends_.size() + 1) / old_length;
  begin_pulls(stiffness);
  next_bends_ = bends_;
  for (int round = 1; round <= kMostPulls && bound_ < best * (1.0 - kKnotGain); ++round) {
    pull_once(stiffness);
    if (round % kPullsBetweenChecks != 0) continue;
    bound_ = std::max(bound_, bound_of_pulls(stiffness));
    for (std::size_t i = 0; i < bends_.size(); ++i) std::swap(bends_[i].at, pulls_[i].held);
    const double length = bend_length();
    for (std::size_t i = 0; i < bends_.size(); ++i) {
      std::swap(bends_[i].at, pulls_[i].held);
      if (length < best) next_bends_[i] = {bends_[i].window, -1, 0.0, pulls_[i].held};
    }
    best = std::min(best, length);
  }
  if (best < old_length) bends_ = next_bends_;
  return best < old_length * (1.0 - kLeastGain);
}

void StringPuller::drop_straight() noexcept {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < bends_.size(); ++i) {
    const glm::dvec3 a = kept == 0 ? from_ : bends_[kept - 1].at, b = after(i);
    const Window& w = windows_[bends_[i].window];
    const double da = glm::dot(w.normal, a) - w.offset, db = glm::dot(w.normal, b) - w.offset;
    if (bends_[i].edge < 0 && da * db < 0.0) continue;
    bends_[kept++] = bends_[i];
  }
  bends_.resize(kept);
}

StringPuller::Pass StringPuller::pass_window(const Window& w, glm::dvec3 a,
                                             glm::dvec3 b) const noexcept {
  const double da = glm::dot(w.normal, a) - w.offset, db = glm::dot(w.normal, b) - w.offset;
  Pass pass;
  if (w.normal != glm::dvec3(0.0) && da * db < 0.0) {
    pass.t = da / (da - db);
    pass.at = a + (b - a) * pass.t;
    for (std::uint32_t k = 0; k < w.count; ++k) {
      const glm::dvec3 p = corner(w, k);
      const glm::dvec3 in = glm::cross(w.normal, corner(w, k + 1) - p);
      const double out = -glm::dot(in, pass.at - p);
      if (out > 0.0) pass.miss = std::max(pass.miss, out / std::max(1e-12, length_of(in)));
    }
    return pass;
  }
  // an end in the plane, or both on one side, or a window without area: the nearest points
  pass.miss = std::numeric_limits<double>::infinity();
  const auto offer = [&](glm::dvec3 at) {
    const double t = nearest_parameter({a, b}, at);
    const double miss = length_of(a + (b - a) * t - at);
    if (miss < pass.miss) pass = {miss, t, a + (b - a) * t};
  };
  Bend end;
  end.window = static_cast<std::uint32_t>(&w - windows_.data());
  for (const glm::dvec3 p : {a, b}) {
    settle(end, p, p);
    offer(end.at);
  }
  for (std::uint32_t k = 0; k < w.count && pass.miss > kPassTolerance; ++k)
    offer(nearest_points(LineSegment{corner(w, k), corner(w, k + 1)}, LineSegment{a, b}).on_first);
  return pass;
}

// Passes of windows [first, last) by the straight piece from a to b; the window missed most, or
// kNone. A window passed before its predecessor is missed by the way back.
std::uint32_t StringPuller::scan_piece(const Piece& piece) noexcept {
  double worst = kPassTolerance, reached = 0.0;
  std::uint32_t missed = kNone;
  const double length = length_of(piece.b - piece.a);
  for (std::uint32_t i = piece.first; i < piece.last; ++i) {
    const Pass pass = pass_window(windows_[i], piece.a, piece.b);
    const double miss = std::max(pass.miss, (reached - pass.t) * length);
    reached = std::max(reached, pass.t);
    points_[i] = {pass.at, -1, false};
    if (miss <= worst) continue;
    worst = miss;
    missed = i;
  }
  return missed;
}

// Appends to next_bends_ the window that the piece misses most, and, as if the string were held
// there already, those that its halves miss.
void StringPuller::split_piece(const Piece& piece, int depth) {
  const std::uint32_t missed = scan_piece(piece);
  if (missed == kNone) return;
  Bend bend;
  bend.window = missed;
  settle(bend, piece.a, piece.b);
  if (depth > 0) split_piece({piece.a, bend.at, piece.first, missed}, depth - 1);
  next_bends_.push_back(bend);
  if (depth > 0) split_piece({bend.at, piece.b, missed + 1, piece.last}, depth - 1);
}

// Writes to next_bends_ the bends and the windows that the string misses.
void StringPuller::add_missed(int depth) {
  next_bends_.clear();
  std::uint32_t first = 0;
  for (std::size_t gap = 0; gap < bends_.size(); ++gap) {
    split_piece({before(gap), bends_[gap].at, first, bends_[gap].window}, depth);
    next_bends_.push_back(bends_[gap]);
    first = bends_[gap].window + 1;
  }
  const glm::dvec3 last = bends_.empty() ? from_ : bends_.back().at;
  split_piece({last, to_, first, static_cast<std::uint32_t>(windows_.size())}, depth);
}

// Least of u . x over the window.
double StringPuller::support(const Window& w, glm::dvec3 u) const noexcept {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < w.count; ++k) least = std::min(least, glm::dot(u, corner(w, k)));
  return least;
}

// For vectors u no longer than 1, sum u_i . (x_i+1 - x_i) is at most the length of any string;
// least over the windows one by one, it bounds all strings from below. Best are the directions of
// the shortest string; where two bends are one point, any direction between is tried.
double StringPuller::lower_bound() const noexcept {
  const auto direction = [&](std::size_t i) {  // of the piece behind bend i - 1
    const glm::dvec3 d = (i < bends_.size() ? bends_[i].at : to_) - before(i);
    return length_of(d) > kSamePoint ? unit_or_zero(d) : glm::dvec3(0.0);
  };
  glm::dvec3 u = direction(0);
  double bound = -glm::dot(u, from_);
  for (std::size_t i = 1; i <= bends_.size(); ++i) {
    glm::dvec3 v = direction(i);
    if (v == glm::dvec3(0.0)) v = i < bends_.size() ? 0.5 * (u + direction(i + 1)) : u;
    bound += support(windows_[bends_[i - 1].window], u - v);
    u = v;
  }
  return std::min(std::max(bound_, bound + glm::dot(u, to_)), bend_length());
}

PullResult StringPuller::solve() {
  PullResult result;
  rows_.reserve(windows_.size());
  bends_.reserve(windows_.size());
  next_bends_.reserve(windows_.size());
  pulls_.reserve(windows_.size() + 1);
  bool rough = true;
  int loosened = 0;
  for (result.rounds = 0; result.rounds < kMostRounds; ++result.rounds) {
    if (!bends_.empty()) solve_bends(rough ? kRoughGain : kLeastGain);
    if (result.rounds < kDroppingRounds && loosened == 0) drop_straight();
    add_missed(result.rounds < kSplittingRounds ? kSplits : 0);
    const bool passes = next_bends_.size() == bends_.size();
    if (!passes) bends_.swap(next_bends_);
    const bool done = passes && (!rough || bends_.empty());
    rough = !passes;
    if (done && (loosened++ >= kMostLoosenings || !loosen_knots())) break;
  }
  result.converged = result.rounds < kMostRounds;
  for (const Bend& bend : bends_) points_[bend.window] = {bend.at, bend.edge, true};
  result.length = bend_length();
  return result;
}

}  // namespace playset
