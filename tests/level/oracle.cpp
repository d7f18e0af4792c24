// The exact oracle: fans of triangles, 128-bit signs, a tree of boxes that only prunes.
#include "tests/level/oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "playset/core/int128.h"

namespace playset::test {
namespace {

constexpr double kUnitsPerMetre = 1 << kRayBits;
constexpr double kInflate = 1e-4;  // m, of every box: more than doubles can lose

Int3 minus(const Int3& a, const Int3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Int3 rounded(glm::dvec3 metres) {
  return {std::llrint(metres.x * kUnitsPerMetre), std::llrint(metres.y * kUnitsPerMetre),
          std::llrint(metres.z * kUnitsPerMetre)};
}

Int3 units_of(GridPoint p) {
  return {p.x * std::int64_t{256}, p.y * std::int64_t{256}, p.z * std::int64_t{256}};
}

std::array<Int128, 3> cross(const Int3& a, const Int3& b) {
  return {multiply_64(a[1], b[2]) - multiply_64(a[2], b[1]),
          multiply_64(a[2], b[0]) - multiply_64(a[0], b[2]),
          multiply_64(a[0], b[1]) - multiply_64(a[1], b[0])};
}

Int128 dot(const std::array<Int128, 3>& a, const Int3& b) {
  return a[0] * Int128{b[0]} + a[1] * Int128{b[1]} + a[2] * Int128{b[2]};
}

// Which side of the line a->b the moved ray passes on: sign of dir . ((a - from) x (b - from)).
int pass_edge(const OracleRay& ray, const Int3& a, const Int3& b) {
  const int sign = sign_of(dot(cross(minus(a, ray.from), minus(b, ray.from)), ray.dir));
  if (sign != 0) return sign;
  const Int3 edge = minus(b, a);
  for (const Int3& push : ray.push) {
    if (const int moved = sign_of(dot(cross(push, edge), ray.dir))) return -moved;
  }
  return 0;
}

// -1 where the ray leaves through the triangle (its front towards the start), 1 where it enters, 0
// where it misses.
int pass_triangle(const OracleRay& ray, const Int3& a, const Int3& b, const Int3& c) {
  const int ab = pass_edge(ray, a, b);
  if (ab == 0 || pass_edge(ray, b, c) != ab || pass_edge(ray, c, a) != ab) return 0;
  return ab;
}

// t = num / den of a crossing of a plane, and its normal for ties.
struct Crossing {
  Int128 num, den;
  Int3 normal{};
  std::uint32_t side = kNone;
};

Crossing cross_plane(const OracleRay& ray, GridPoint a, GridPoint b, GridPoint c,
                     std::uint32_t side) {
  Crossing at;
  at.side = side;
  const Int3 p{std::int64_t{b.x} - a.x, std::int64_t{b.y} - a.y, std::int64_t{b.z} - a.z};
  const Int3 q{std::int64_t{c.x} - a.x, std::int64_t{c.y} - a.y, std::int64_t{c.z} - a.z};
  const auto normal = cross(p, q);
  for (std::size_t i = 0; i < 3; ++i)
    at.normal[i] = static_cast<std::int64_t>(normal[i].low());  // below 2^54
  at.num = dot(normal, minus(units_of(a), ray.from));
  at.den = dot(normal, ray.dir);
  return at;
}

Int128 dot(const Int3& a, const Int3& b) {
  return multiply_64(a[0], b[0]) + multiply_64(a[1], b[1]) + multiply_64(a[2], b[2]);
}

// Is the crossing behind the moved start? den < 0, so t > 0 where the moved numerator is negative.
bool ahead(const OracleRay& ray, const Crossing& at) {
  if (const int sign = sign_of(at.num)) return sign < 0;
  for (const Int3& push : ray.push) {
    if (const int sign = sign_of(dot(at.normal, push))) return sign > 0;
  }
  return false;
}

// a before b along the moved ray; both dens are negative.
bool before(const OracleRay& ray, const Crossing& a, const Crossing& b) {
  if (const int order = compare_products(a.num, b.den, b.num, a.den)) return order < 0;
  for (const Int3& push : ray.push) {
    const int order = compare_products(-dot(a.normal, push), b.den, -dot(b.normal, push), a.den);
    if (order != 0) return order < 0;
  }
  return a.side < b.side;
}

// The crossing at which the ray leaves through `side` within (0, 1], if it does.
bool leaves_through(const Level& level, std::uint32_t side, const OracleRay& ray, Crossing& out) {
  const auto corners = level.side_corners(side);
  const GridPoint a = level.vertex(corners[0]);
  int total = 0;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const GridPoint b = level.vertex(corners[i]), c = level.vertex(corners[i + 1]);
    const int pass = pass_triangle(ray, units_of(a), units_of(b), units_of(c));
    total += pass;
    if (pass < 0) out = cross_plane(ray, a, b, c, side);
  }
  if (total >= 0 || sign_of(out.den) >= 0) return false;
  return ahead(ray, out) && sign_of(out.num - out.den) >= 0;
}

OracleHit to_hit(const Crossing& best) {
  if (best.side == kNone) return {};
  return {std::max(0.0, to_double(best.num) / to_double(best.den)), best.side};
}

constexpr Int3 kFixedPushes[3] = {
    {536870909, 331804193, 202917769}, {-143853499, 536870879, 393016381}, {0, 0, 1}};

glm::dvec3 metres_of(const Int3& p) {
  return {static_cast<double>(p[0]) / kUnitsPerMetre, static_cast<double>(p[1]) / kUnitsPerMetre,
          static_cast<double>(p[2]) / kUnitsPerMetre};
}

// Where the segment enters the box, or a number above 1.
double enters(const glm::dvec3& lo, const glm::dvec3& hi, const glm::dvec3& from,
              const glm::dvec3& dir) {
  double t0 = 0.0, t1 = 1.0 + 1e-9;
  for (int i = 0; i < 3; ++i) {
    if (dir[i] == 0.0) {
      if (from[i] < lo[i] || from[i] > hi[i]) return 2.0;
      continue;
    }
    const double u = (lo[i] - from[i]) / dir[i], v = (hi[i] - from[i]) / dir[i];
    t0 = std::max(t0, std::min(u, v));
    t1 = std::min(t1, std::max(u, v));
  }
  return t0 <= t1 ? t0 : 2.0;
}

double length_of(glm::dvec3 d) { return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z); }

std::string describe(const Segment& s, const SegmentHit& hit, const OracleHit& expected) {
  char text[400];
  std::snprintf(text, sizeof text,
                "from (%a, %a, %a) to (%a, %a, %a) cell %u: got kind %d side %u cell %u t %.9g, "
                "exact side %u t %.12g",
                s.from.x, s.from.y, s.from.z, s.to.x, s.to.y, s.to.z, s.cell,
                static_cast<int>(hit.kind), hit.side, hit.cell, double{hit.t}, expected.side,
                expected.t);
  return text;
}

}  // namespace

OracleRay oracle_ray(const Level& level, glm::dvec3 from, glm::dvec3 to, std::uint32_t cell) {
  OracleRay ray;
  ray.from = rounded(from);
  ray.dir = minus(rounded(to), ray.from);
  if (cell != kNone) ray.push.push_back(minus(rounded(level.cell_center(cell)), ray.from));
  ray.push.insert(ray.push.end(), std::begin(kFixedPushes), std::end(kFixedPushes));
  ray.push.push_back({1, 0, 0});
  return ray;
}

Oracle::Oracle(const Level& level, const DoorStates* doors) : level_(&level) {
  for (std::uint32_t side = 0; side < level.side_count(); ++side) {
    const std::uint32_t door = level.side_door(side);
    const bool closed = door != kNone && doors != nullptr && is_closed(*doors, door);
    if (level.side_neighbor(side) == kNone || closed) polygons_.push_back(side);
  }
  if (polygons_.empty()) return;
  nodes_.reserve(2 * polygons_.size());
  nodes_.emplace_back();
  build(0, 0, static_cast<std::uint32_t>(polygons_.size()));
}

Oracle::Box Oracle::box_of(std::uint32_t side) const {
  Box box{glm::dvec3(1e9), glm::dvec3(-1e9)};
  for (const std::uint32_t corner : level_->side_corners(side)) {
    const glm::dvec3 p = to_metres(level_->vertex(corner));
    for (int i = 0; i < 3; ++i) {
      box.lo[i] = std::min(box.lo[i], p[i] - kInflate);
      box.hi[i] = std::max(box.hi[i], p[i] + kInflate);
    }
  }
  return box;
}

void Oracle::build(std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  Box box{glm::dvec3(1e9), glm::dvec3(-1e9)};
  for (std::uint32_t i = first; i < first + count; ++i) {
    const Box one = box_of(polygons_[i]);
    for (int k = 0; k < 3; ++k) {
      box.lo[k] = std::min(box.lo[k], one.lo[k]);
      box.hi[k] = std::max(box.hi[k], one.hi[k]);
    }
  }
  nodes_[node].box = box;
  if (count <= 3) {
    nodes_[node].first = first;
    nodes_[node].count = count;
    return;
  }
  const glm::dvec3 size = box.hi - box.lo;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto middle_of = [&](std::uint32_t side) {
    const Box one = box_of(side);
    return one.lo[axis] + one.hi[axis];
  };
  const auto begin = polygons_.begin() + first;
  std::nth_element(begin, begin + count / 2, begin + count,
                   [&](std::uint32_t a, std::uint32_t b) { return middle_of(a) < middle_of(b); });
  const auto children = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  nodes_.emplace_back();
  nodes_[node].first = children;
  build(children, first, count / 2);
  build(children + 1, first + count / 2, count - count / 2);
}

OracleHit Oracle::brute(const OracleRay& ray) const {
  Crossing best, at;
  for (const std::uint32_t side : polygons_) {
    if (leaves_through(*level_, side, ray, at) && (best.side == kNone || before(ray, at, best)))
      best = at;
  }
  return to_hit(best);
}

OracleHit Oracle::first_hit(const OracleRay& ray) const {
  if (nodes_.empty()) return {};
  const glm::dvec3 from = metres_of(ray.from), dir = metres_of(ray.dir);
  Crossing best, at;
  double best_t = 1.0;
  std::vector<std::pair<double, std::uint32_t>> stack{{0.0, 0}};
  while (!stack.empty()) {
    const auto [entry, index] = stack.back();
    stack.pop_back();
    if (entry > best_t * (1 + 1e-12) + 1e-15) continue;
    const Node& node = nodes_[index];
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (!leaves_through(*level_, polygons_[i], ray, at)) continue;
      if (best.side != kNone && !before(ray, at, best)) continue;
      best = at;
      best_t = to_hit(best).t;
    }
    if (node.count > 0) continue;
    std::pair<double, std::uint32_t> near{0, node.first}, far{0, node.first + 1};
    for (auto* child : {&near, &far}) {
      child->first = enters(nodes_[child->second].box.lo, nodes_[child->second].box.hi, from, dir);
    }
    if (far.first < near.first) std::swap(near, far);
    if (far.first < 2.0) stack.push_back(far);
    if (near.first < 2.0) stack.push_back(near);
  }
  return to_hit(best);
}

std::vector<OracleHit> Oracle::all_answers(OracleRay ray) const {
  std::vector<OracleHit> all{first_hit(ray)};
  const std::vector<Int3> rule = ray.push;
  Int3 first{};
  for (int i = 0; i < 26; ++i) {  // the 26 directions to a cube's neighbours, each skewed a little
    const int n = i < 13 ? i : i + 1;
    first = {(n % 3 - 1) * 1000003 + 101, (n / 3 % 3 - 1) * 999983 + 307,
             (n / 9 - 1) * 1000033 + 211};
    ray.push = rule;
    ray.push.insert(ray.push.begin(), first);
    all.push_back(first_hit(ray));
  }
  std::sort(all.begin(), all.end(),
            [](const OracleHit& a, const OracleHit& b) { return a.t < b.t; });
  return all;
}

bool Oracle::holds(std::uint32_t cell, glm::dvec3 point) const {
  OracleRay ray;
  ray.from = rounded(point);
  ray.dir = {3037000499, 1640531527, 2078209981};
  // A point on the boundary is held where one of its surroundings is.
  for (int corner = 0; corner < 9; ++corner) {
    ray.push = {
        {(corner & 1 ? 1009 : -1013), (corner & 2 ? 1019 : -1021), (corner & 4 ? 1031 : -1033)}};
    if (corner == 8) ray.push = {minus(rounded(level_->cell_center(cell)), ray.from)};
    ray.push.insert(ray.push.end(), std::begin(kFixedPushes), std::end(kFixedPushes));
    int balance = 0;
    for (std::uint32_t s = level_->first_side(cell);
         s < level_->first_side(cell) + level_->side_count(cell); ++s) {
      const auto corners = level_->side_corners(s);
      const GridPoint a = level_->vertex(corners[0]);
      for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const GridPoint b = level_->vertex(corners[i]), c = level_->vertex(corners[i + 1]);
        const int pass = pass_triangle(ray, units_of(a), units_of(b), units_of(c));
        if (pass == 0) continue;
        Crossing at = cross_plane(ray, a, b, c, s);
        if (pass > 0) at.num = -at.num, at.den = -at.den, at.normal = minus({0, 0, 0}, at.normal);
        if (ahead(ray, at)) balance -= pass;
      }
    }
    if (balance == 1) return true;
  }
  return false;
}

void Tally::add(const Tally& other) {
  asked += other.asked;
  wrong += other.wrong;
  orphans += other.orphans;
  other_side += other.other_side;
  wrong_cell += other.wrong_cell;
  worst_t = std::max(worst_t, other.worst_t);
  if (first_wrong.empty()) first_wrong = other.first_wrong;
}

namespace {

// |t - exact| in units of max(exact, the fraction that is one metre): below 1e-4 is right.
double error_of(const SegmentHit& hit, const OracleHit& expected, double length) {
  const bool blocked = hit.kind == HitKind::Wall || hit.kind == HitKind::Door;
  if (blocked != (expected.side != kNone)) return 1e9;
  return std::fabs(double{hit.t} - expected.t) / std::max(expected.t, 1.0 / std::max(length, 1e-9));
}

}  // namespace

void judge(const Level& level, const Oracle& oracle, const Segment& segment, const SegmentHit& hit,
           Tally& tally, bool any_answer) {
  ++tally.asked;
  const glm::dvec3 from(segment.from), to(segment.to);
  const OracleRay ray = oracle_ray(level, from, to, segment.cell);
  OracleHit expected = oracle.first_hit(ray);
  const auto fail = [&](std::size_t& counter) {
    ++counter;
    if (tally.first_wrong.empty()) tally.first_wrong = describe(segment, hit, expected);
  };
  if (hit.kind != HitKind::Wall && hit.kind != HitKind::Door && hit.kind != HitKind::End)
    return fail(tally.orphans);
  double error = error_of(hit, expected, length_of(to - from));
  if (error > 1e-4 && any_answer) {
    for (const OracleHit& other : oracle.all_answers(ray))
      error = std::min(error, error_of(hit, other, length_of(to - from)));
  }
  if (error > 1e-4) return fail(tally.wrong);
  tally.worst_t = std::max(tally.worst_t, error);
  if (hit.side != expected.side) ++tally.other_side;
  const bool in_its_cell =
      hit.kind == HitKind::End ? oracle.holds(hit.cell, to) : level.side_cell(hit.side) == hit.cell;
  if (!in_its_cell) fail(tally.wrong_cell);
}

}  // namespace playset::test
