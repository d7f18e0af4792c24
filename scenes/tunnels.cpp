// Growth of the tunnel network: pick an open side, extrude a cell from it, keep it where it
// overlaps nothing.
#include "scenes/tunnels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "playset/core/rng.h"

namespace playset {
namespace {

using Wide = std::int64_t;

constexpr double kMeanLength = 10.3 * kGridPerMetre;  // of a cell and of a section's edges
constexpr double kShortestEdge = 6.5 * kGridPerMetre;
constexpr double kLongestEdge = 15.0 * kGridPerMetre;
// a leg is 16 of its units, so a branch can shrink or grow
constexpr int kFirstScale = 16;
constexpr double kGap = 0.25 * kGridPerMetre;  // between cells that do not touch
constexpr int kTries = 3;                      // different tilts per open side
constexpr std::int32_t kBucket = 16 * 1024;    // of the overlap grid

// A parallelogram p, p + ku*u, p + ku*u + kv*v, p + kv*v; u x v points along the tunnel.
struct Section {
  GridPoint p{0};
  GridPoint u{0};
  GridPoint v{0};
  int ku = kFirstScale;
  int kv = kFirstScale;

  [[nodiscard]] std::array<GridPoint, 4> corners() const {
    return {p, p + ku * u, p + ku * u + kv * v, p + kv * v};
  }
};

struct Tunnel {                             // one cell
  Section start, end;                       // the same u and v
  std::array<std::uint32_t, 8> vertices{};  // start's corners, end's corners
  std::array<std::uint32_t, 6> behind{};    // cell behind each side, kNone for walls
};

struct OpenSide {
  std::uint32_t cell = 0;
  std::uint32_t side = 0;
};

// Corners of the six sides, counterclockwise seen from inside: start, end, then v = 0, u = ku, v =
// kv, u = 0.
constexpr std::uint32_t kSideCorners[6][4] = {{0, 1, 2, 3}, {4, 7, 6, 5}, {0, 4, 5, 1},
                                              {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}};

glm::dvec3 to_double(GridPoint p) { return {p.x, p.y, p.z}; }
double length_of(glm::dvec3 d) { return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z); }

glm::dvec3 cross_of(glm::dvec3 a, glm::dvec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Nearest point whose coordinates are multiples of `step`.
GridPoint snap(glm::dvec3 d, int step) {
  const auto one = [step](double x) {
    return static_cast<std::int32_t>(std::floor(x / step + 0.5)) * step;
  };
  return {one(d.x), one(d.y), one(d.z)};
}

class Grower {
 public:
  explicit Grower(const TunnelConfig& config) : wanted_(config.cells), rng_(config.seed) {}

  CellComplex grow() {
    cells_.reserve(wanted_);
    plant();
    while (cells_.size() < wanted_ && !open_.empty()) grow_one();
    return complex();
  }

 private:
  glm::dvec3 random_direction() { return glm::dvec3(rng_.unit_vec3()); }
  double uniform() { return rng_.next_double(); }
  std::uint32_t below(std::uint32_t n) { return rng_.below(n); }

  void plant() {
    Section first;
    const glm::dvec3 u = random_direction();
    glm::dvec3 v = cross_of(u, random_direction());
    v = v / length_of(v);
    first.u = snap(u * (kMeanLength / kFirstScale), 1);
    first.v = snap(v * (kMeanLength / kFirstScale), 1);
    const auto corners = first.corners();
    for (std::size_t i = 0; i < 4; ++i) vertices_.push_back(corners[i]);
    Tunnel root = extrude(first);
    root.vertices = {0, 1, 2, 3, 0, 0, 0, 0};
    root.behind.fill(kNone);
    add(root);
  }

  // A cell from `start` to a section some 10 m along its normal, tilted and scaled a little.
  Tunnel extrude(const Section& start) {
    Tunnel cell;
    cell.start = start;
    cell.end = start;
    vary_scale(cell.end.ku, to_double(start.u));
    vary_scale(cell.end.kv, to_double(start.v));
    glm::dvec3 normal = cross_of(to_double(start.u), to_double(start.v));
    normal = normal / length_of(normal);
    // drawn before its size: the order within an expression is the compiler's
    const glm::dvec3 swerve = random_direction();
    glm::dvec3 along = normal + swerve * (0.55 * uniform());
    along = along / length_of(along);
    const double length = kMeanLength * (0.7 + 0.6 * uniform());
    const glm::dvec3 recenter =
        to_double((start.ku - cell.end.ku) * start.u + (start.kv - cell.end.kv) * start.v) * 0.5;
    cell.end.p = start.p + snap(along * length + recenter, kFirstScale);
    return cell;
  }

  void vary_scale(int& k, glm::dvec3 unit) {
    const double size = length_of(unit);
    const int least = static_cast<int>(std::ceil(kShortestEdge / size));
    const int most = static_cast<int>(std::floor(kLongestEdge / size));
    if (uniform() < 0.6 && k >= least && k <= most) return;
    k = std::clamp(k + static_cast<int>(below(9)) - 4, least, std::max(least, most));
  }

  // The section with which a cell behind `side` starts, where the side is a parallelogram that can
  // be scaled.
  bool section_behind(const Tunnel& cell, std::uint32_t side, Section& out) const {
    if (side == 1) {
      out = cell.end;
      return true;
    }
    const std::uint32_t i = side - 2;  // 0 and 2 have edges along u, 1 and 3 along v
    const bool along_u = i % 2 == 0;
    const int grown = along_u ? cell.end.ku - cell.start.ku : cell.end.kv - cell.start.kv;
    const int across = along_u ? cell.end.kv - cell.start.kv : cell.end.ku - cell.start.ku;
    const bool near_corner = i == 0 || i == 3;  // its leg is end.p - start.p itself
    if (grown != 0 || (across != 0 && !near_corner)) return false;
    const auto from = cell.start.corners();
    const GridPoint leg = (cell.end.p - cell.start.p) / kFirstScale;
    // Reversed seen from behind: from corner i along the base edge to i + 1, and along the leg.
    out.p = from[i];
    out.u = along_u ? cell.start.u : cell.start.v;
    if (i >= 2) out.u = -out.u;
    out.ku = along_u ? cell.start.ku : cell.start.kv;
    out.v = leg;
    out.kv = kFirstScale;
    return true;
  }

  void grow_one() {
    // Mostly the newest sides, its end last: runs and turns. Sometimes any: branches.
    const std::size_t newest = std::min<std::size_t>(open_.size(), 4);
    const bool any = uniform() < 0.12;
    const std::size_t back =
        any ? below(static_cast<std::uint32_t>(open_.size()))
            : (uniform() < 0.7 ? 0 : below(static_cast<std::uint32_t>(newest)));
    const std::size_t index = open_.size() - 1 - back;
    const OpenSide at = open_[index];
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(index));
    Section start;
    if (!section_behind(cells_[at.cell], at.side, start)) return;
    for (int attempt = 0; attempt < kTries; ++attempt) {
      Tunnel cell = extrude(start);
      link_start(cell, at);
      if (!is_free(cell)) continue;
      cells_[at.cell].behind[at.side] = static_cast<std::uint32_t>(cells_.size());
      add(cell);
      return;
    }
  }

  // Takes over the parent's four vertices: those of the section's corners.
  void link_start(Tunnel& cell, OpenSide parent) const {
    cell.behind.fill(kNone);
    cell.behind[0] = parent.cell;
    const auto corners = cell.start.corners();
    for (std::uint32_t i = 0; i < 4; ++i) {
      for (const std::uint32_t corner : kSideCorners[parent.side]) {
        const std::uint32_t vertex = cells_[parent.cell].vertices[corner];
        if (vertices_[vertex] == corners[i]) cell.vertices[i] = vertex;
      }
    }
  }

  void add(Tunnel cell) {
    const auto corners = cell.end.corners();
    for (std::uint32_t i = 0; i < 4; ++i) {
      cell.vertices[i + 4] = static_cast<std::uint32_t>(vertices_.size());
      vertices_.push_back(corners[i]);
    }
    const auto id = static_cast<std::uint32_t>(cells_.size());
    cells_.push_back(cell);
    for_each_bucket(cell, [&](std::uint64_t key) { buckets_[key].push_back(id); });
    std::array<std::uint32_t, 4> laterals{2, 3, 4, 5};
    for (std::uint32_t i = 3; i > 0; --i) std::swap(laterals[i], laterals[below(i + 1)]);
    for (const std::uint32_t side : laterals) open_.push_back({id, side});
    open_.push_back({id, 1});
  }

  static std::array<GridPoint, 8> points_of(const Tunnel& cell) {
    const auto a = cell.start.corners(), b = cell.end.corners();
    return {a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]};
  }

  template <typename Visit>
  static void for_each_bucket(const Tunnel& cell, Visit&& visit) {
    const auto points = points_of(cell);
    GridPoint low = points[0], high = points[0];
    for (const GridPoint& p : points) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const auto bucket = [](std::int32_t x) {
      return static_cast<std::int32_t>(std::floor(double(x) / kBucket));
    };
    const auto gap = static_cast<std::int32_t>(kGap);
    for (std::int32_t x = bucket(low.x - gap); x <= bucket(high.x + gap); ++x)
      for (std::int32_t y = bucket(low.y - gap); y <= bucket(high.y + gap); ++y)
        for (std::int32_t z = bucket(low.z - gap); z <= bucket(high.z + gap); ++z)
          visit((std::uint64_t(x & 0x1FFFFF) << 42) | (std::uint64_t(y & 0x1FFFFF) << 21) |
                std::uint64_t(z & 0x1FFFFF));
  }

  bool is_free(const Tunnel& cell) const {
    for (const GridPoint& p : points_of(cell)) {
      if (std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) > kGridLimit - 1024) return false;
    }
    bool free = true;
    for_each_bucket(cell, [&](std::uint64_t key) {
      const auto found = buckets_.find(key);
      if (found == buckets_.end()) return;
      for (const std::uint32_t other : found->second) free = free && apart(cell, cells_[other]);
    });
    return free;
  }

  // True when a side's plane of one of the two has the other behind it: by a gap, or exactly where
  // they share vertices.
  bool apart(const Tunnel& a, const Tunnel& b) const {
    bool touching = false;
    for (std::uint32_t i = 0; i < 4; ++i) {
      touching = touching ||
                 std::find(b.vertices.begin(), b.vertices.end(), a.vertices[i]) != b.vertices.end();
    }
    const double gap = touching ? 0.0 : kGap;
    const auto pa = points_of(a), pb = points_of(b);
    return separates(pa, pb, gap) || separates(pb, pa, gap);
  }

  static bool separates(const std::array<GridPoint, 8>& a, const std::array<GridPoint, 8>& b,
                        double gap) {
    for (const auto& side : kSideCorners) {
      const GridPoint o = a[side[0]], e = a[side[1]] - o, f = a[side[2]] - o;
      const Wide nx = Wide(e.y) * f.z - Wide(e.z) * f.y, ny = Wide(e.z) * f.x - Wide(e.x) * f.z,
                 nz = Wide(e.x) * f.y - Wide(e.y) * f.x;
      Wide most = INT64_MIN;
      for (const GridPoint& p : b) {
        const GridPoint d = p - o;
        most = std::max(most, nx * d.x + ny * d.y + nz * d.z);
      }
      if (most > 0) continue;
      if (gap == 0.0) return true;
      const double n =
          length_of({static_cast<double>(nx), static_cast<double>(ny), static_cast<double>(nz)});
      if (static_cast<double>(most) <= -gap * n) return true;
    }
    return false;
  }

  CellComplex complex() const {
    CellComplex out;
    out.name = "tunnels" + std::to_string(cells_.size());
    out.vertices = vertices_;
    out.materials = {"rock"};
    for (std::uint32_t c = 0; c < cells_.size(); ++c) append_cell(out, c);
    return out;
  }

  void append_cell(CellComplex& out, std::uint32_t c) const {
    const Tunnel& cell = cells_[c];
    Cell record;
    record.first_side = static_cast<std::uint32_t>(out.sides.size());
    record.side_count = 6;
    record.source_id = static_cast<std::int32_t>(c);
    out.cells.push_back(record);
    for (std::uint32_t s = 0; s < 6; ++s) {
      CellSide side;
      side.first_corner = static_cast<std::uint32_t>(out.corners.size());
      side.corner_count = 4;
      side.cell = c;
      side.face = s;
      side.source_side = static_cast<std::int32_t>(s);
      for (const std::uint32_t corner : kSideCorners[s])
        out.corners.push_back(cell.vertices[corner]);
      if (cell.behind[s] == kNone)
        side.material = 0;
      else
        side.neighbor = cell.behind[s] * 6 + side_towards(cell.behind[s], c, s);
      out.sides.push_back(side);
    }
  }

  // A parent is met through the child's start; a child through the parent's side that names it.
  std::uint32_t side_towards(std::uint32_t other, std::uint32_t from, std::uint32_t through) const {
    if (through != 0) return 0;
    const auto& behind = cells_[other].behind;
    for (std::uint32_t s = 1; s < 6; ++s) {
      if (behind[s] == from) return s;
    }
    return 0;
  }

  std::uint32_t wanted_;
  Rng rng_;
  std::vector<GridPoint> vertices_;
  std::vector<Tunnel> cells_;
  std::vector<OpenSide> open_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> buckets_;
};

}  // namespace

CellComplex build_tunnels(const TunnelConfig& config) { return Grower(config).grow(); }

}  // namespace playset
