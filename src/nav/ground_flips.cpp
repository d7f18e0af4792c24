// src/nav/ground_flips.cpp - flips and removals on the ground's surface, all signs exact.
#include "nav/ground_flips.h"

#include <algorithm>
#include <cmath>

#include "nav/plan_predicates.h"

namespace playset {
namespace {

constexpr float kMostBend = 1.0f;     // grid steps a wall may be straightened by in all
constexpr float kBendAtOnce = 0.75f;  // and by one point

}  // namespace

GroundFlips::GroundFlips(GroundMesh& mesh) : keep(mesh.points.size(), 0), mesh_(mesh) {
  const std::size_t halves = mesh.origin.size();
  start_.assign(mesh.points.size(), kNone);
  bend_.assign(halves, 0.0f);
  queued_.assign(halves, 0);
  gone_.assign(halves / 3, 0);
  for (std::uint32_t h = 0; h < halves; ++h) start_[mesh.origin[h]] = h;
}

void GroundFlips::push(std::uint32_t h) {
  if (is_locked(h) || queued_[h] != 0) return;
  queued_[h] = 1;
  queue_.push_back(h);
}

void GroundFlips::flip_all() {
  for (std::uint32_t h = 0; h < mesh_.origin.size(); ++h)
    if (mesh_.twin[h] != kNone && h < mesh_.twin[h]) push(h);
  run_queue();
}

void GroundFlips::run_queue() {
  while (!queue_.empty()) {
    const std::uint32_t h = queue_.back();
    queue_.pop_back();
    queued_[h] = 0;
    if (gone_[h / 3] != 0 || is_locked(h)) continue;
    const std::uint32_t g = mesh_.twin[h];
    if (g / 3 == h / 3) continue;
    if (in_circle(at(h), at(next_third(h)), at(prev_third(h)), at(prev_third(g))) > 0) flip(h);
  }
}

void GroundFlips::link(std::uint32_t h, std::uint32_t behind, std::uint32_t door, float bend) {
  mesh_.twin[h] = behind;
  mesh_.door[h] = door;
  bend_[h] = bend;
  if (behind == kNone) return;
  mesh_.twin[behind] = h;
  mesh_.door[behind] = door;
}

std::uint32_t GroundFlips::rightmost(std::uint32_t point) const noexcept {
  const std::uint32_t first = start_[point];
  std::uint32_t h = first;
  while (h != kNone && mesh_.twin[h] != kNone) {
    h = next_third(mesh_.twin[h]);
    if (h == first) break;
  }
  return h;
}

// a -> b with c on its left and d on its right becomes d -> c.
void GroundFlips::flip(std::uint32_t h) {
  const std::uint32_t g = mesh_.twin[h], t = h / 3, u = g / 3;
  const std::uint32_t old[4] = {next_third(g), prev_third(h), prev_third(g), next_third(h)};
  const std::uint32_t now[4] = {3 * t, 3 * t + 2, 3 * u, 3 * u + 1};
  std::uint32_t twin[4], door[4];
  float bend[4];
  for (int i = 0; i < 4; ++i) {
    twin[i] = mesh_.twin[old[i]];
    door[i] = mesh_.door[old[i]];
    bend[i] = bend_[old[i]];
    for (int k = 0; k < 4; ++k)
      if (twin[i] == old[k]) {
        twin[i] = now[k];
        break;
      }
  }
  const std::uint32_t a = mesh_.origin[h], b = mesh_.origin[g], c = mesh_.origin[prev_third(h)],
                      d = mesh_.origin[prev_third(g)];
  const std::uint32_t corners[6] = {a, d, c, d, b, c};
  for (std::uint32_t k = 0; k < 3; ++k) {
    mesh_.origin[3 * t + k] = corners[k];
    mesh_.origin[3 * u + k] = corners[k + 3];
  }
  start_[a] = 3 * t;
  start_[b] = 3 * u + 1;
  start_[c] = 3 * t + 2;
  start_[d] = 3 * t + 1;
  for (int i = 0; i < 4; ++i) link(now[i], twin[i], door[i], bend[i]);
  link(3 * t + 1, 3 * u + 2, kNone, 0.0f);
  for (const std::uint32_t outer : now) push(outer);
}

// The polygon around an interior point that no door touches.
bool GroundFlips::collect_ring(std::uint32_t point) {
  ring_.clear();
  slots_.clear();
  const std::uint32_t first = start_[point];
  std::uint32_t h = first;
  do {
    if (is_locked(h)) return false;
    const std::uint32_t far = next_third(h);
    ring_.push_back({mesh_.origin[far], mesh_.twin[far], mesh_.door[far], bend_[far]});
    slots_.push_back(h / 3);
    h = mesh_.twin[prev_third(h)];
  } while (h != kNone && h != first);
  return h == first && !is_behind_ring();
}

// The polygon that is left when a point is taken off a wall that it hardly bends.
bool GroundFlips::collect_fan(std::uint32_t point) {
  ring_.clear();
  slots_.clear();
  std::uint32_t h = start_[point];
  const float first_bend = bend_[h];
  for (;;) {
    const std::uint32_t far = next_third(h), back = prev_third(h);
    ring_.push_back({mesh_.origin[far], mesh_.twin[far], mesh_.door[far], bend_[far]});
    slots_.push_back(h / 3);
    if (mesh_.door[back] != kNone || mesh_.door[h] != kNone) return false;
    if (mesh_.twin[back] != kNone) {
      h = mesh_.twin[back];
      continue;
    }
    const std::uint32_t from = mesh_.origin[back], to = ring_.front().point;
    const PlanVector chord = to_vector(mesh_.points[to]) - to_vector(mesh_.points[from]);
    const PlanVector off = to_vector(mesh_.points[point]) - to_vector(mesh_.points[from]);
    const double length = std::sqrt(dot_plan(chord, chord));
    const double away = std::fabs(cross_plan(chord, off));
    const double part = dot_plan(chord, off);
    if (part <= 0.0 || part >= length * length || away > kBendAtOnce * length) return false;
    const float bend =
        std::max(first_bend, bend_[back]) + static_cast<float>(away / std::max(length, 1.0));
    ring_.push_back({from, kNone, kNone, bend});
    return bend <= kMostBend && !is_behind_ring();
  }
}

bool GroundFlips::is_behind_ring() const noexcept {
  return std::any_of(ring_.begin(), ring_.end(), [&](const RingSide& side) {
    return side.behind != kNone &&
           std::find(slots_.begin(), slots_.end(), side.behind / 3) != slots_.end();
  });
}

bool GroundFlips::is_ear(std::size_t i) const noexcept {
  const std::size_t n = work_.size();
  const RingSide &p = work_[i == 0 ? n - 1 : i - 1], &q = work_[i],
                 &r = work_[i + 1 == n ? 0 : i + 1];
  const PlanPoint a = mesh_.points[p.point], b = mesh_.points[q.point], c = mesh_.points[r.point];
  if (orient2d(a, b, c) <= 0) return false;
  if (n == 3) return true;
  for (std::size_t k = 0; k < n; ++k) {
    const RingSide& other = work_[k];
    if (&other == &p || &other == &q || &other == &r) continue;
    const PlanPoint d = mesh_.points[other.point];
    if (orient2d(a, b, d) >= 0 && orient2d(b, c, d) >= 0 && orient2d(c, a, d) >= 0) return false;
  }
  return true;
}

// Lists the ears to cut until nothing is left; false where that does not work.
bool GroundFlips::find_ears() {
  work_ = ring_;
  ears_.clear();
  while (work_.size() > 3) {
    std::size_t i = 0;
    while (i < work_.size() && !is_ear(i)) ++i;
    if (i == work_.size()) return false;
    ears_.push_back(i);
    work_.erase(work_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  ears_.push_back(0);
  return work_.size() == 3 && is_ear(0);
}

// Makes a triangle of each ear.
void GroundFlips::cut_ears() {
  for (std::size_t slot = 0; slot < ears_.size(); ++slot) {
    const std::size_t n = ring_.size(), i = ears_[slot];
    const std::size_t before = i == 0 ? n - 1 : i - 1, after = i + 1 == n ? 0 : i + 1;
    const RingSide p = ring_[before], q = ring_[i], r = ring_[after];
    const std::uint32_t h = 3 * slots_[slot];
    mesh_.origin[h] = p.point;
    mesh_.origin[h + 1] = q.point;
    mesh_.origin[h + 2] = r.point;
    for (std::uint32_t k = 0; k < 3; ++k) start_[mesh_.origin[h + k]] = h + k;
    link(h, p.behind, p.door, p.bend);
    link(h + 1, q.behind, q.door, q.bend);
    if (n == 3) link(h + 2, r.behind, r.door, r.bend);
    ring_[before] = {p.point, h + 2, kNone, 0.0f};
    ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// Fills the ring with triangles and makes them Delaunay.
void GroundFlips::refill(std::uint32_t point) {
  const std::size_t used = ring_.size() - 2;
  cut_ears();
  start_[point] = kNone;
  for (std::size_t i = used; i < slots_.size(); ++i) gone_[slots_[i]] = 1;
}

void GroundFlips::drop_interior() {
  for (std::uint32_t p = 0; p < mesh_.points.size(); ++p) {
    if (start_[p] == kNone || mesh_.twin[start_[p]] == kNone) continue;
    if (collect_ring(p) && find_ears()) refill(p);
  }
}

void GroundFlips::drop_straight() {
  for (std::uint32_t p = 0; p < mesh_.points.size(); ++p) {
    if (start_[p] == kNone || keep[p] != 0) continue;
    start_[p] = rightmost(p);
    if (mesh_.twin[start_[p]] != kNone) continue;
    if (collect_fan(p) && ring_.size() >= 3 && find_ears()) refill(p);
  }
}

std::vector<std::uint32_t> GroundFlips::compact() {
  std::vector<std::uint32_t> triangle(gone_.size(), kNone), point(mesh_.points.size(), kNone);
  std::uint32_t triangles = 0, points = 0;
  for (std::uint32_t t = 0; t < gone_.size(); ++t)
    if (gone_[t] == 0) triangle[t] = triangles++;
  for (std::uint32_t t = 0; t < gone_.size(); ++t) {
    if (gone_[t] != 0) continue;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t h = 3 * t + k, to = 3 * triangle[t] + k;
      std::uint32_t& p = point[mesh_.origin[h]];
      if (p == kNone) p = points++;
      mesh_.origin[to] = p;
      const std::uint32_t twin = mesh_.twin[h];
      mesh_.twin[to] = twin == kNone ? kNone : 3 * triangle[twin / 3] + twin % 3;
      mesh_.door[to] = mesh_.door[h];
    }
  }
  mesh_.origin.resize(std::size_t{3} * triangles);
  mesh_.twin.resize(std::size_t{3} * triangles);
  mesh_.door.resize(std::size_t{3} * triangles);
  std::vector<PlanPoint> kept(points);
  for (std::size_t p = 0; p < point.size(); ++p)
    if (point[p] != kNone) kept[point[p]] = mesh_.points[p];
  mesh_.points = std::move(kept);
  return point;
}

}  // namespace playset
