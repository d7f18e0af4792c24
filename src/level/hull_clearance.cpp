// Bounds every pair of near triangles: those apart by how fast the gap between them closes, those
// that share vertices by how much they are bent.
#include "level/hull_clearance.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>

#include "playset/geom/distance.h"

namespace playset {
namespace {

constexpr double kNever = 1e30;

// A triangle as seen from one of its corners: how its plane is mapped as the vertices move.
struct Star {
  glm::dvec3 x{0.0}, y{0.0};    // unit, spanning the plane
  glm::dvec3 mx{0.0}, my{0.0};  // how fast they move
  glm::dvec3 a{0.0}, b{0.0};    // unit, along the edges from the corner
  glm::dvec3 normal{0.0};
  bool flat = true;
};

// Largest stretch of the plane's vectors by the map less `s` times themselves.
double norm_less(const Star& t, double s) noexcept {
  const glm::dvec3 u = t.mx - s * t.x, v = t.my - s * t.y;
  const double uu = glm::dot(u, u), vv = glm::dot(v, v), uv = glm::dot(u, v);
  const double half = 0.5 * (uu - vv);
  return std::sqrt(std::max(0.5 * (uu + vv) + std::sqrt(half * half + uv * uv), 0.0));
}

class PairJudge {
 public:
  PairJudge(const MovingSurface& surface, double search) : s_(surface), search_(search) {}

  // Below it the pair does not meet; what is above `enough` is as good as that.
  [[nodiscard]] double bound(std::uint32_t i, std::uint32_t j, double enough) const {
    const auto& a = s_.triangles[i];
    const auto& b = s_.triangles[j];
    std::array<std::uint32_t, 3> shared{};
    std::size_t count = 0;
    for (const std::uint32_t v : a)
      if (std::find(b.begin(), b.end(), v) != b.end()) shared[count++] = v;
    if (count == 0) return apart(a, b);
    if (count == 3) return 0.0;
    const Star p = star(a, shared[0]), q = star(b, shared[0]);
    if (p.flat || q.flat) return 0.0;
    const double bent =
        together(p, q, count == 1 ? corner_cosine(p, q) : edge_cosine(a, b, shared));
    if (bent >= enough) return bent;
    return std::max(
        bent, count == 1 ? corner_bound(a, b, p, q, shared[0], enough) : edge_bound(a, b, shared));
  }

 private:
  using Triple = std::array<std::uint32_t, 3>;

  // The gap along the direction of nearest approach closes at most so fast.
  [[nodiscard]] double apart(const Triple& a, const Triple& b) const {
    const ClosestPoints near = nearest_points(triangle(a), triangle(b));
    const glm::dvec3 gap = near.on_second - near.on_first;
    const double distance = glm::length(gap);
    if (!(distance > 1e-9)) return 0.0;
    const glm::dvec3 n = gap / distance;
    double low = kNever, high = -kNever, gap_a = -kNever, gap_b = kNever;
    for (const std::uint32_t v : a) {
      high = std::max(high, glm::dot(s_.ways[v], n));
      gap_a = std::max(gap_a, glm::dot(s_.places[v], n));
    }
    for (const std::uint32_t v : b) {
      low = std::min(low, glm::dot(s_.ways[v], n));
      gap_b = std::min(gap_b, glm::dot(s_.places[v], n));
    }
    const double rate = high - low;
    return rate <= 0.0 ? kNever : std::max(gap_b - gap_a, 0.0) / rate;
  }

  [[nodiscard]] Triangle triangle(const Triple& t) const {
    return {{s_.places[t[0]], s_.places[t[1]], s_.places[t[2]]}};
  }

  [[nodiscard]] Star star(const Triple& t, std::uint32_t corner) const {
    std::size_t k = 0;
    while (t[k] != corner) ++k;
    const std::uint32_t u = t[(k + 1) % 3], v = t[(k + 2) % 3];
    const glm::dvec3 e = s_.places[u] - s_.places[corner], f = s_.places[v] - s_.places[corner];
    const glm::dvec3 de = s_.ways[u] - s_.ways[corner], df = s_.ways[v] - s_.ways[corner];
    Star out;
    const double le = glm::length(e), lf = glm::length(f);
    const glm::dvec3 area = glm::cross(e, f);
    const double size = glm::length(area);
    if (!(le > 0.0 && lf > 0.0 && size > 1e-12 * le * lf)) return out;
    out.flat = false;
    out.normal = area / size;
    out.x = e / le;
    out.y = glm::cross(out.normal, out.x);
    out.mx = de / le;
    out.my = (df - glm::dot(f, out.x) * out.mx) / glm::dot(f, out.y);
    out.a = out.x;
    out.b = f / lf;
    return out;
  }

  // Vectors p of one and q of the other plane at an angle of at least that cosine have |p - q| >=
  // k (|p| + |q|), k the sine of half the angle; moved, |p + tMp - q - tNq| = |(1 + ts)(p - q) + t
  // (M - s)p - t(N - s)q| > 0 while t max(|M - s|, |N - s|) < (1 + ts) k. Any s will do; growth of
  // the whole, which harms nothing, is the best one.
  [[nodiscard]] static double together(const Star& p, const Star& q, double cosine) noexcept {
    const double k = std::sqrt(std::max(0.5 * (1.0 - cosine), 0.0));
    const double s = 0.25 * (glm::dot(p.x, p.mx) + glm::dot(p.y, p.my) + glm::dot(q.x, q.mx) +
                             glm::dot(q.y, q.my));
    const double bent = std::max(norm_less(p, s), norm_less(q, s)) - s * k;
    return bent <= 1e-12 ? kNever : k / bent;
  }

  // Both other corners of a triangle, from `corner`: where they are and how they move.
  struct Arms {
    std::array<glm::dvec3, 2> at, way;
  };
  [[nodiscard]] Arms arms(const Triple& t, std::uint32_t corner) const {
    Arms out;
    std::size_t k = 0;
    for (const std::uint32_t v : t) {
      if (v == corner) continue;
      out.at[k] = s_.places[v] - s_.places[corner];
      out.way[k++] = s_.ways[v] - s_.ways[corner];
    }
    return out;
  }

  // A plane through the shared corner that parts the triangles now parts them until one of their
  // arms reaches it. The best of some planes.
  [[nodiscard]] double corner_bound(const Triple& a, const Triple& b, const Star& p, const Star& q,
                                    std::uint32_t corner, double enough) const {
    const Arms x = arms(a, corner), y = arms(b, corner);
    double best = 0.0;
    const auto try_plane = [&](glm::dvec3 m) {
      for (int way = 0; way < 2; ++way, m = -m) {
        double until = kNever;
        for (std::size_t k = 0; k < 2; ++k) {
          until = std::min(until, positive_until(glm::dot(m, x.at[k]), glm::dot(m, x.way[k])));
          until = std::min(until, positive_until(-glm::dot(m, y.at[k]), -glm::dot(m, y.way[k])));
        }
        best = std::max(best, until);
      }
    };
    const std::array<glm::dvec3, 4> tilts = {p.normal + q.normal, p.normal - q.normal, p.normal,
                                             q.normal};
    for (const glm::dvec3 tilt : tilts) try_plane(tilt);
    for (const glm::dvec3 u : {p.a, p.b, glm::normalize(p.a + p.b)}) {
      for (const glm::dvec3 v : {q.a, q.b, glm::normalize(q.a + q.b)}) {
        const double size = glm::length(u - v);
        if (!(size > 1e-9)) continue;
        try_plane(u - v);
        for (const glm::dvec3 tilt : tilts)
          for (const double share : {-4.0, -1.0, -0.25, -0.05, 0.05, 0.25, 1.0, 4.0})
            if (best < enough) try_plane((u - v) / size + share * tilt);
      }
    }
    return best;
  }
  static double positive_until(double at, double way) noexcept {
    return !(at > 0.0) ? 0.0 : way >= 0.0 ? kNever : -at / way;
  }

  // The same with a plane through the shared edge: m less its share along the edge, which turns.
  // m' . p is then a cubic of t over a positive number.
  [[nodiscard]] double edge_bound(const Triple& a, const Triple& b, const Triple& shared) const {
    const glm::dvec3 e = s_.places[shared[1]] - s_.places[shared[0]],
                     de = s_.ways[shared[1]] - s_.ways[shared[0]];
    const auto third = [&](const Triple& t) {
      for (const std::uint32_t v : t)
        if (v != shared[0] && v != shared[1]) return v;
      return shared[0];
    };
    const std::uint32_t vp = third(a), vq = third(b);
    const auto across = [&](glm::dvec3 v) { return v - glm::dot(v, e) / glm::dot(e, e) * e; };
    const glm::dvec3 p = s_.places[vp] - s_.places[shared[0]],
                     q = s_.places[vq] - s_.places[shared[0]];
    const glm::dvec3 dp = s_.ways[vp] - s_.ways[shared[0]], dq = s_.ways[vq] - s_.ways[shared[0]];
    const double lp = glm::length(across(p)), lq = glm::length(across(q));
    if (!(lp > 0.0 && lq > 0.0)) return 0.0;
    const glm::dvec3 m = across(p) / lp - across(q) / lq;
    const Quadratic ee{glm::dot(e, e), 2.0 * glm::dot(e, de), glm::dot(de, de)};
    const double until_flat = until_zero({ee[0], ee[1], ee[2], 0.0});
    return std::min({until_flat, until_zero(less_edge(m, p, dp, e, de, ee)),
                     until_zero(less_edge(-m, q, dq, e, de, ee))});
  }

  using Quadratic = std::array<double, 3>;
  using Cubic = std::array<double, 4>;
  // (m.v)(e.e) - (m.e)(e.v), all moving.
  static Cubic less_edge(glm::dvec3 m, glm::dvec3 v, glm::dvec3 dv, glm::dvec3 e, glm::dvec3 de,
                         const Quadratic& ee) noexcept {
    const double v0 = glm::dot(m, v), v1 = glm::dot(m, dv), e0 = glm::dot(m, e),
                 e1 = glm::dot(m, de);
    const Quadratic ev{glm::dot(e, v), glm::dot(e, dv) + glm::dot(de, v), glm::dot(de, dv)};
    return {v0 * ee[0] - e0 * ev[0], v0 * ee[1] + v1 * ee[0] - e0 * ev[1] - e1 * ev[0],
            v0 * ee[2] + v1 * ee[1] - e0 * ev[2] - e1 * ev[1], v1 * ee[2] - e1 * ev[2]};
  }

  // A t below the first zero of the cubic beyond 0, or the end of the search: where Bernstein's
  // coefficients over an interval are all positive, so is the cubic.
  [[nodiscard]] double until_zero(const Cubic& c) const noexcept {
    double from = 0.0, step = search_;
    for (int i = 0; i < 64 && from < search_; ++i) {
      const double to = std::min(from + step, search_), h = to - from;
      const double at = c[0] + from * (c[1] + from * (c[2] + from * c[3]));
      const double d1 = (c[1] + from * (2.0 * c[2] + 3.0 * from * c[3])) * h;
      const double d2 = (c[2] + 3.0 * from * c[3]) * h * h, d3 = c[3] * h * h * h;
      const double lowest =
          std::min({at, at + d1 / 3.0, at + 2.0 * d1 / 3.0 + d2 / 3.0, at + d1 + d2 + d3});
      if (lowest > 1e-12 * std::fabs(c[0])) {
        from = to;
        step *= 2.0;
      } else {
        step = 0.5 * h;
      }
    }
    return from >= search_ ? kNever : from;
  }

  static bool in_sector(const Star& t, glm::dvec3 v) noexcept {
    return glm::dot(glm::cross(t.a, v), t.normal) >= 0.0 &&
           glm::dot(glm::cross(v, t.b), t.normal) >= 0.0;
  }

  // The largest cosine between a vector in either triangle's sector.
  static double corner_cosine(const Star& p, const Star& q) noexcept {
    double cosine = -1.0;
    for (const glm::dvec3 u : {p.a, p.b}) {
      for (const glm::dvec3 v : {q.a, q.b}) cosine = std::max(cosine, glm::dot(u, v));
      cosine = std::max(cosine, sector_cosine(q, u));
    }
    for (const glm::dvec3 v : {q.a, q.b}) cosine = std::max(cosine, sector_cosine(p, v));
    glm::dvec3 line = glm::cross(p.normal, q.normal);
    if (glm::length(line) > 1e-12)
      for (int way = 0; way < 2; ++way, line = -line)
        if (in_sector(p, line) && in_sector(q, line)) return 1.0;
    return std::min(cosine, 1.0);
  }
  static double sector_cosine(const Star& t, glm::dvec3 u) noexcept {
    const glm::dvec3 flat = u - glm::dot(u, t.normal) * t.normal;
    const double size = glm::length(flat);
    return size > 0.0 && in_sector(t, flat) ? size : -1.0;
  }

  // Two half planes: the angle between them, or a right angle, which the edge itself makes.
  [[nodiscard]] double edge_cosine(const Triple& a, const Triple& b, const Triple& shared) const {
    const glm::dvec3 edge = glm::normalize(s_.places[shared[1]] - s_.places[shared[0]]);
    const auto across = [&](const Triple& t) {
      for (const std::uint32_t v : t) {
        if (v == shared[0] || v == shared[1]) continue;
        const glm::dvec3 d = s_.places[v] - s_.places[shared[0]];
        return glm::normalize(d - glm::dot(d, edge) * edge);
      }
      return edge;
    };
    return std::clamp(glm::dot(across(a), across(b)), 0.0, 1.0);
  }

  const MovingSurface& s_;
  double search_;
};

struct Reach {
  glm::dvec3 lo{kNever}, hi{-kNever};
};

}  // namespace

Clearance find_clearance(const MovingSurface& surface, double search) {
  std::vector<Reach> reach(surface.triangles.size());
  for (std::size_t i = 0; i < reach.size(); ++i)
    for (const std::uint32_t v : surface.triangles[i]) {
      for (const glm::dvec3 p : {surface.places[v], surface.places[v] + search * surface.ways[v]})
        for (int k = 0; k < 3; ++k) {
          reach[i].lo[k] = std::min(reach[i].lo[k], p[k]);
          reach[i].hi[k] = std::max(reach[i].hi[k], p[k]);
        }
    }
  std::vector<std::uint32_t> order(reach.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return reach[a].lo.x != reach[b].lo.x ? reach[a].lo.x < reach[b].lo.x : a < b;
  });
  const PairJudge judge(surface, search);
  Clearance found{search, {0, 0}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Reach& a = reach[order[i]];
    for (std::size_t j = i + 1; j < order.size() && reach[order[j]].lo.x <= a.hi.x; ++j) {
      const Reach& b = reach[order[j]];
      if (a.lo.y > b.hi.y || b.lo.y > a.hi.y || a.lo.z > b.hi.z || b.lo.z > a.hi.z) continue;
      const double bound = judge.bound(order[i], order[j], found.safe);
      if (bound < found.safe) found = {bound, {order[i], order[j]}};
    }
  }
  return found;
}

}  // namespace playset
