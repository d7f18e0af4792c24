// Rings of a DOOM plan: cleaning, cutting into convex parts, and which edges share a face. All
// exact on the grid.
#include <algorithm>
#include <cmath>

#include "asset/doom_plan.h"

namespace playset::doom {

namespace {

using Points = std::vector<PlanPoint>;

// Distance of p to the left of the line a-b.
double left_of(const Points& points, std::uint32_t a, std::uint32_t b, std::uint32_t p) {
  const double dx = points[b].x - points[a].x, dy = points[b].y - points[a].y;
  return static_cast<double>(cross(points[a], points[b], points[p])) / std::sqrt(dx * dx + dy * dy);
}

// Removes corners that repeat their predecessor, and a-b-a to a, until there are none.
void drop_spurs(Ring& ring) {
  Ring out;
  for (const std::uint32_t v : ring) {
    if (!out.empty() && out.back() == v) continue;
    if (out.size() >= 2 && out[out.size() - 2] == v) {
      out.pop_back();
    } else {
      out.push_back(v);
    }
  }
  std::size_t first = 0;  // the same across the seam
  while (out.size() - first >= 3) {
    if (out.back() == out[first]) {
      out.pop_back();
    } else if (out.back() == out[first + 1]) {
      ++first;
      out.pop_back();
    } else if (out[out.size() - 2] == out[first]) {
      out.pop_back();
      out.pop_back();
    } else {
      break;
    }
  }
  ring.assign(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
}

// The worst corner of a ring: how far other corners reach behind the line of one of its faces.
struct Bend {
  double depth = 0;
  std::size_t corner = 0;  // the reflex corner to cut at
};

Bend worst_bend(const Points& points, const Ring& ring) {
  const std::size_t n = ring.size();
  const std::vector<std::uint32_t> faces = ring_faces(points, ring);
  Bend worst;
  for (std::size_t i = 0; i < n; ++i) {
    if (faces[i] == faces[(i + n - 1) % n]) continue;  // not a face's first edge
    std::size_t end = i + 1;
    while (end < i + n && faces[end % n] == faces[i]) ++end;
    const std::uint32_t a = ring[i], b = ring[end % n];
    for (std::size_t k = 0; k < n; ++k) {
      const double behind = -left_of(points, a, b, ring[k]);
      if (behind <= worst.depth) continue;
      const auto turn = [&](std::size_t at) {
        return cross(points[ring[(at + n - 1) % n]], points[ring[at]], points[ring[(at + 1) % n]]);
      };
      worst.depth = behind;
      worst.corner = turn(i) < turn(end % n) ? i : end % n;
    }
  }
  return worst;
}

Ring part_of(const Ring& ring, std::size_t from, std::size_t to) {
  Ring part;
  for (std::size_t i = from; i != to; i = (i + 1) % ring.size()) part.push_back(ring[i]);
  part.push_back(ring[to]);
  return part;
}

// The corner to join `at` with so that the worse half is as good as can be; ring.size() where none
// will do.
std::size_t best_cut(const Points& points, const Ring& ring, std::size_t at) {
  const std::size_t n = ring.size();
  std::size_t best = n;
  double best_depth = 0;
  const std::size_t step = n / 64 + 1;
  for (std::size_t k = 2; k + 1 < n; k += step) {
    const std::size_t to = (at + k) % n;
    const Ring one = part_of(ring, at, to), two = part_of(ring, to, at);
    if (twice_area(points, one) <= 0 || twice_area(points, two) <= 0) continue;
    const double depth = std::max(worst_bend(points, one).depth, worst_bend(points, two).depth);
    if (best == n || depth < best_depth) best = to, best_depth = depth;
  }
  return best;
}

// Whether corners first+1 .. last-1 (cyclic) lie within kMaxBend of first-last, in order along it.
bool straight(const Points& points, const Ring& ring, std::size_t first, std::size_t last) {
  const std::size_t n = ring.size();
  const PlanPoint a = points[ring[first % n]], b = points[ring[last % n]];
  if (a == b) return false;
  const glm::i64vec2 along(b - a);
  std::int64_t before = 0;
  for (std::size_t i = first + 1; i <= last; ++i) {
    const glm::i64vec2 d(points[ring[i % n]] - a);
    const std::int64_t at = d.x * along.x + d.y * along.y;
    if (at <= before) return false;
    before = at;
    if (std::fabs(left_of(points, ring[first % n], ring[last % n], ring[i % n])) > kMaxBend)
      return false;
  }
  return true;
}

// The corner that turns most.
std::size_t sharpest(const Points& points, const Ring& ring) {
  std::size_t best = 0;
  double most = -1;
  const std::size_t n = ring.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t a = ring[(i + n - 1) % n], c = ring[(i + 1) % n];
    const double turn = a == c ? 0 : std::fabs(left_of(points, a, c, ring[i]));
    if (turn > most) most = turn, best = i;
  }
  return best;
}

}  // namespace

std::int64_t twice_area(const Points& points, const Ring& ring) noexcept {
  std::int64_t sum = 0;
  for (std::size_t i = 2; i < ring.size(); ++i)
    sum += cross(points[ring[0]], points[ring[i - 1]], points[ring[i]]);
  return sum;
}

void clean_ring(const Points& points, Ring ring, std::vector<Ring>& out) {
  std::vector<Ring> work{std::move(ring)};
  while (!work.empty()) {
    Ring r = std::move(work.back());
    work.pop_back();
    drop_spurs(r);
    if (r.size() < 3) continue;
    // A corner met twice parts the ring in two there.
    std::vector<std::pair<std::uint32_t, std::size_t>> order;
    for (std::size_t i = 0; i < r.size(); ++i) order.emplace_back(r[i], i);
    std::sort(order.begin(), order.end());
    const auto twice =
        std::adjacent_find(order.begin(), order.end(),
                           [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice == order.end()) {
      if (twice_area(points, r) > 0) out.push_back(std::move(r));
      continue;
    }
    const auto i = static_cast<std::ptrdiff_t>(twice->second),
               j = static_cast<std::ptrdiff_t>((twice + 1)->second);
    Ring inner(r.begin() + i, r.begin() + j);
    r.erase(r.begin() + i, r.begin() + j);
    work.push_back(std::move(r));
    work.push_back(std::move(inner));
  }
}

void split_ring(const Points& points, Ring ring, std::vector<Ring>& out) {
  std::vector<Ring> work{std::move(ring)};
  while (!work.empty()) {
    Ring r = std::move(work.back());
    work.pop_back();
    const Bend bend = worst_bend(points, r);
    const std::size_t to =
        bend.depth > kMaxBend && r.size() > 3 ? best_cut(points, r, bend.corner) : r.size();
    if (to == r.size()) {
      out.push_back(std::move(r));
      continue;
    }
    work.push_back(part_of(r, bend.corner, to));
    work.push_back(part_of(r, to, bend.corner));
  }
}

std::vector<std::uint32_t> ring_faces(const Points& points, const Ring& ring) {
  const std::size_t n = ring.size(), start = sharpest(points, ring);
  std::vector<std::uint32_t> faces(n);
  std::uint32_t face = 0;
  for (std::size_t i = start; i < start + n; ++face) {
    std::size_t end = i + 1;
    while (end < start + n && straight(points, ring, i, end + 1)) ++end;
    for (; i < end; ++i) faces[i % n] = face;
  }
  return faces;
}

}  // namespace playset::doom
