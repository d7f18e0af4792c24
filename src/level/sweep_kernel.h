// The fast sweep, written once for any eight lanes: the planes of a block side by side.
//
// Every decision keeps clear of what rounding and bent faces may do to a plane; a wall that is met
// is asked again in doubles for its t where floats do not tell. Lane operations are the same IEEE
// operations in the same order, so all instruction sets give the same bits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "level/prefetch.h"
#include "level/sweep_fast.h"

namespace playset {
namespace {

constexpr std::size_t kLanes = 8;        // planes of a block, two of them none
constexpr std::size_t kBlocks = 8;       // of a wide cell at most
constexpr std::size_t kUnderWay = 4;     // sweeps of a batch
constexpr std::uint32_t kFewCells = 64;  // more within reach: the flood answers
constexpr float kGrain = 0x1p-20f;       // rounding of a dot product, of the numbers in it
constexpr float kPrecise = 2048.0f;      // tolerances in a gap whose t floats tell to 5e-4
constexpr float kFineTouch = 2e-4f;      // m, a tolerance that floats may find a touch within
constexpr float kUnused = 1e14f;         // planes and cuts beyond stand for none

struct Reached {
  std::uint32_t cell;
  std::uint32_t through;  // which of the list it was reached from
  bool sure;              // through portals that surely come within the radius
};

// Planes as the moving centre sees them: distance at t is a + t * b.
struct alignas(32) PlaneRow {
  std::array<float, kLanes> a, b, nx, ny, nz, tolerance;
  std::uint32_t used;  // a bit for each lane that is a plane
};

struct Planes {
  std::array<PlaneRow, kBlocks> row;
  std::array<const std::uint32_t*, kBlocks> exit;
  std::size_t rows = 0;
  PlaneRow cuts;  // of the nodes above the piece that is looked at
  std::uint32_t cut_count = 0;
  bool bent = false;
};

// One face: its row and lane.
struct FaceAt {
  const PlaneRow* row;
  std::size_t lane;
  std::uint32_t index;  // in all rows
  float a, b, tolerance;

  FaceAt(const Planes& p, std::uint32_t i) noexcept
      : row(&p.row[i / kLanes]),
        lane(i % kLanes),
        index(i),
        a(row->a[lane]),
        b(row->b[lane]),
        tolerance(row->tolerance[lane]) {}
  [[nodiscard]] float at(float t) const noexcept { return a + t * b; }
};

struct Times {
  float first, last;
};

template <class L>
class FastSweep {
  using F = typename L::F;

 public:
  FastSweep(const Level& level, const TraceOptions& options) noexcept
      : level_(level), header_(*level.header()), options_(options) {}

  // Sets out, and asks for the first cell. False: no motion to speak of.
  bool begin(const SphereSweep& sweep) noexcept {
    radius_ = sweep.radius;
    from_ = sweep.from;
    by_ = sweep.to - sweep.from;
    motion_.from = glm::dvec3(from_);
    motion_.by = glm::dvec3(sweep.to) - motion_.from;
    motion_.length = std::sqrt(glm::dot(motion_.by, motion_.by));
    size_ = std::fabs(by_.x) + std::fabs(by_.y) + std::fabs(by_.z) + radius_;
    still_ = 1e-6f * size_;
    length2_ = glm::dot(by_, by_);
    limit_ = 1.0f;
    doubt_at_ = 2.0f;
    hit_ = {};
    start_.rows = start_.cut_count = 0;
    start_.bent = false;
    listed_ = now_ = 0;
    at_edges_ = in_doubt_ = false;
    list_cell({sweep.cell, 0, true});
    return motion_.length > 1e-6;
  }

  // Looks at one cell's planes, or at its edges, and asks for the memory that comes next. False:
  // there is no more to do.
  bool step() noexcept {
    const std::uint32_t cell = list_[now_].cell;
    Planes other;
    if (at_edges_) {
      at_edges_ = false;
      in_doubt_ = !look_at_edges(cell);
    } else {
      sure_ = list_[now_].sure;
      in_doubt_ = !look_at(cell, now_ == 0 ? start_ : other, now_ == 0);
    }
    if (in_doubt_) return false;
    if (at_edges_) return true;
    return ++now_ < listed_;
  }

  // After the last step. False: in doubt.
  bool finish(BodyHit& out) noexcept {
    if (in_doubt_ || doubt_at_ <= limit_) return false;
    hit_.cell = ends_in_start() ? list_[0].cell : kNone;
    out = hit_;
    return true;
  }

 private:
  // ---- planes

  void add_block(Planes& p, const HotBlock& block) const noexcept {
    const float x = from_.x - block.ref[0], y = from_.y - block.ref[1], z = from_.z - block.ref[2];
    const float grain = static_cast<float>(block.tolerance >> kBlockFaces) * kToleranceStep +
                        (std::fabs(x) + std::fabs(y) + std::fabs(z) + size_) * kGrain;
    // Eight from each row of six: the last two are the next row's, and not used.
    const float* const rows = block.nx.data();
    const F nx = L::load(rows), ny = L::load(rows + kBlockFaces),
            nz = L::load(rows + 2 * kBlockFaces), w = L::load(rows + 3 * kBlockFaces);
    PlaneRow& row = p.row[p.rows];
    L::store(nx * L::all(x) + ny * L::all(y) + nz * L::all(z) + w, row.a.data());
    L::store(nx * L::all(by_.x) + ny * L::all(by_.y) + nz * L::all(by_.z), row.b.data());
    L::store(nx, row.nx.data());
    L::store(ny, row.ny.data());
    L::store(nz, row.nz.data());
    L::store(L::all(grain), row.tolerance.data());
    row.used = (1u << kBlockFaces) - 1u;
    const std::uint32_t bent = block.tolerance & row.used;
    for (std::uint32_t rest = bent; rest != 0; rest &= rest - 1)
      row.tolerance[static_cast<std::size_t>(std::countr_zero(rest))] += header_.bend;
    p.bent |= bent != 0;
    p.exit[p.rows++] = block.exit.data();
  }

  bool load(std::uint32_t cell, Planes& p) const noexcept {
    const auto blocks = LevelAccess::table<HotBlock>(header_, header_.blocks);
    if (cell < header_.first_wide) {
      add_block(p, blocks[cell]);
      return true;
    }
    if (cell >= header_.first_rough) return false;
    const auto wide =
        LevelAccess::table<WideCell>(header_, header_.wide)[cell - header_.first_wide];
    for (std::uint32_t i = 0; i < wide.block_count; ++i) add_block(p, blocks[wide.first_block + i]);
    return true;
  }

  // How many planes of a row the centre's foot on a face is not surely inside of at t.
  static std::uint32_t doubts(const PlaneRow& row, const FaceAt& face, float t) noexcept {
    const float height = face.at(t);
    const F x = L::all(height * face.row->nx[face.lane]);
    const F y = L::all(height * face.row->ny[face.lane]);
    const F z = L::all(height * face.row->nz[face.lane]);
    const F lean =
        x * L::load(row.nx.data()) + y * L::load(row.ny.data()) + z * L::load(row.nz.data());
    const F inside = L::load(row.a.data()) + L::all(t) * L::load(row.b.data()) - lean;
    const F off = L::all(face.tolerance) + L::load(row.tolerance.data());
    return static_cast<std::uint32_t>(std::popcount(~L::less(off, inside) & row.used));
  }
  static bool surely_in(const Planes& p, const FaceAt& face, float t) noexcept {
    std::uint32_t count = p.cut_count == 0 ? 0 : doubts(p.cuts, face, t);
    for (std::size_t i = 0; i < p.rows; ++i) count += doubts(p.row[i], face, t);
    return count == 1;  // the face itself
  }

  // Whether it lies more than `by` beyond one plane of a row at both times.
  static bool beyond(const PlaneRow& row, const FaceAt& face, Times t, float by) noexcept {
    const std::size_t k = face.lane;
    const F lean = L::all(face.row->nx[k]) * L::load(row.nx.data()) +
                   L::all(face.row->ny[k]) * L::load(row.ny.data()) +
                   L::all(face.row->nz[k]) * L::load(row.nz.data());
    const F a = L::load(row.a.data()), b = L::load(row.b.data());
    const F v0 = a + L::all(t.first) * b - L::all(face.at(t.first)) * lean;
    const F v1 = a + L::all(t.last) * b - L::all(face.at(t.last)) * lean;
    const F least = L::all(-(face.tolerance + by)) - L::load(row.tolerance.data());
    return (L::less(v0, least) & L::less(v1, least) & row.used) != 0;
  }
  static bool surely_out(const Planes& p, const FaceAt& face, Times t, float by) noexcept {
    if (p.cut_count != 0 && beyond(p.cuts, face, t, by)) return true;
    for (std::size_t i = 0; i < p.rows; ++i)
      if (beyond(p.row[i], face, t, by)) return true;
    return false;
  }

  // ---- one cell

  // The faces of a row that the sphere comes near before the hit so far, as bits.
  std::uint32_t find_near(const PlaneRow& row) const noexcept {
    const F a = L::load(row.a.data());
    const F end = a + L::all(limit_) * L::load(row.b.data());
    const F reach = L::all(radius_) + L::load(row.tolerance.data());
    return ~(L::less(reach, a) & L::less(reach, end)) & row.used;
  }
  // Whether the whole cell is out of reach.
  bool is_away(const PlaneRow& row) const noexcept {
    const F a = L::load(row.a.data()), end = a + L::all(limit_) * L::load(row.b.data());
    const F back = L::all(-radius_) - L::load(row.tolerance.data());
    return (L::less(a, back) & L::less(end, back) & row.used) != 0;
  }
  static bool starts_in(const PlaneRow& row) noexcept {
    return (~L::less(L::load(row.tolerance.data()), L::load(row.a.data())) & row.used) == 0;
  }

  // Walls first, in the order in which they are reached, so that what lies behind the first need
  // not be looked at.
  bool look_at(std::uint32_t cell, Planes& p, bool start) noexcept {
    if (!load(cell, p)) return false;
    std::array<std::uint32_t, kBlocks> walls;
    for (std::size_t i = 0; i < p.rows; ++i) {
      if (start ? !starts_in(p.row[i]) : is_away(p.row[i])) return !start;
      walls[i] = L::walls(p.exit[i]);
    }
    for (std::size_t i = 0; i < p.rows; ++i)
      if (!meet_walls(p, i, find_near(p.row[i]) & walls[i])) return false;
    bool rims = false;
    for (std::size_t i = 0; i < p.rows; ++i)
      for (std::uint32_t rest = find_near(p.row[i]) & ~walls[i]; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        rims = true;
        if (!look_at_piece(p, FaceAt(p, static_cast<std::uint32_t>(i * kLanes) + lane),
                           p.exit[i][lane]))
          return false;
      }
    at_edges_ = (rims || p.bent) && edges_near(p, walls) && await_edges(cell);
    return true;
  }

  bool meet_walls(const Planes& p, std::size_t i, std::uint32_t near) noexcept {
    const PlaneRow& row = p.row[i];
    const F a = L::load(row.a.data()), b = L::load(row.b.data());
    near &= L::less(b, L::all(still_)) & L::less(L::all(0.0f) - L::load(row.tolerance.data()), a);
    if (near == 0) return true;
    alignas(32) std::array<float, kLanes> reached;
    L::store((a - L::all(radius_)) / L::max(L::all(0.0f) - b, L::all(still_)), reached.data());
    while (near != 0) {
      std::uint32_t first = near;
      for (std::uint32_t rest = near & (near - 1); rest != 0; rest &= rest - 1)
        if (reached[static_cast<std::size_t>(std::countr_zero(rest))] <
            reached[static_cast<std::size_t>(std::countr_zero(first))])
          first = rest;
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(first));
      near &= ~(1u << lane);
      const FaceAt face(p, static_cast<std::uint32_t>(i * kLanes) + lane);
      if (!meet_wall(p, face, p.exit[i][lane] & kExitIndexMask, HitKind::Wall)) return false;
    }
    return true;
  }

  // An exposed edge lies between a wall and a portal; where faces are bent, between any two: the
  // sphere must be near both at a time.
  bool edges_near(const Planes& p, const std::array<std::uint32_t, kBlocks>& walls) const noexcept {
    if (p.bent) return true;
    Times at_walls{2.0f, -1.0f}, at_rims{2.0f, -1.0f};
    for (std::size_t i = 0; i < p.rows; ++i)
      for (std::uint32_t rest = find_near(p.row[i]); rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const FaceAt face(p, static_cast<std::uint32_t>(i * kLanes) + lane);
        const bool wall = ((walls[i] >> lane) & 1u) != 0;
        // A face with a node, or a door, may hold walls and portals alike.
        if (wall || exit_tag(p.exit[i][lane]) != ExitTag::Cell) widen(face, at_walls);
        if (!wall) widen(face, at_rims);
      }
    return at_rims.first <= at_walls.last && at_walls.first <= at_rims.last;
  }

  // Adds the times in which the sphere is near a face.
  void widen(const FaceAt& face, Times& times) const noexcept {
    const float reach = radius_ + face.tolerance;
    Times t{0.0f, limit_};
    if (std::fabs(face.b) > still_) {
      const float u = (reach - face.a) / face.b, v = (-reach - face.a) / face.b;
      t = {std::min(u, v), std::max(u, v)};
    }
    times.first = std::min(times.first, t.first);
    times.last = std::max(times.last, t.last);
  }

  bool look_at_piece(Planes& p, const FaceAt& face, std::uint32_t code) noexcept {
    const std::uint32_t index = code & kExitIndexMask;
    switch (exit_tag(code)) {
      case ExitTag::Cell:
        return look_through(p, face, index);
      case ExitTag::Wall:
        return meet_wall(p, face, index, HitKind::Wall);
      case ExitTag::Node:
        return look_at_node(p, face, index);
      case ExitTag::Door: {
        const auto& portal = LevelAccess::table<DoorPortal>(header_, header_.door_portals)[index];
        return door_closed(options_, portal.door) ? meet_wall(p, face, portal.side, HitKind::Door)
                                                  : look_through(p, face, portal.cell);
      }
      case ExitTag::End:
      case ExitTag::Exact:
        break;
    }
    return face.a > kUnused;
  }

  // The pieces of a face between its node's cuts, as far as the sphere comes near them.
  bool look_at_node(Planes& p, const FaceAt& face, std::uint32_t index) noexcept {
    const FaceNode& node = LevelAccess::table<FaceNode>(header_, header_.nodes)[index];
    if (p.cut_count + 2 > kLanes) return false;
    const float x = from_.x - node.ref[0], y = from_.y - node.ref[1], z = from_.z - node.ref[2];
    const float a = node.n[0] * x + node.n[1] * y + node.n[2] * z;
    const float b = node.n[0] * by_.x + node.n[1] * by_.y + node.n[2] * by_.z;
    const float slack = face.tolerance + 4e-6f + (node.bent != 0 ? 0x1.4p-9f : 0.0f);
    const float low = std::min(a, a + limit_ * b) - radius_ - slack;
    const float high = std::max(a, a + limit_ * b) + radius_ + slack;
    const std::uint32_t before = p.cut_count;
    bool fine = true;
    for (std::size_t c = 0; c < node.child.size() && fine; ++c) {
      const float from = c > 0 ? node.cut[c - 1] : -kUnused;
      const float to = c < node.cut.size() ? node.cut[c] : kUnused;
      if (from > kUnused || from > high) break;
      if (to < low) continue;
      p.cut_count = before;
      if (c > 0) add_cut(p, a - from, b, slack);
      if (to < kUnused) add_cut(p, to - a, -b, slack);
      fine = look_at_piece(p, face, node.child[c]);
    }
    p.cut_count = before;
    return fine;
  }
  static void add_cut(Planes& p, float a, float b, float tolerance) noexcept {
    const std::uint32_t i = p.cut_count++;
    if (i == 0) p.cuts = {};
    p.cuts.a[i] = a;
    p.cuts.b[i] = b;
    p.cuts.tolerance[i] = tolerance;
    p.cuts.used = (1u << p.cut_count) - 1u;
  }

  // Touching and coming nearer are asked of the wall's own plane in doubles where floats doubt.
  bool meet_wall(const Planes& p, const FaceAt& face, std::uint32_t side, HitKind kind) noexcept {
    const float a = face.a, b = face.b, tolerance = face.tolerance;
    if (b > still_ || a < -tolerance) return true;  // leaves it, or is behind it
    bool touching = a <= radius_ - tolerance;
    double speed = double{-b};
    if (b >= -still_ || (!touching && a <= radius_ + tolerance)) {
      const SidePlane& plane = LevelAccess::planes(level_)[side];
      const double height = glm::dot(plane.n, motion_.from) + plane.w;
      speed = -glm::dot(plane.n, motion_.by);
      touching = height <= double{radius_};
      if (!(speed > 0.0) || height - double{radius_} > speed * hit_.t) return true;
      if (touching && speed <= kSlide * motion_.length) return true;
    }
    const float come = static_cast<float>(speed);
    const float reaches = touching ? 0.0f : std::max(0.0f, (a - radius_) / come);
    if (reaches > limit_) return true;
    const float leaves = a < come * limit_ ? a / come : limit_;
    const Times t{reaches, std::max(reaches, leaves)};
    if (a > tolerance && surely_in(p, face, reaches))
      return make_sure() && keep_face(face, side, kind, touching, reaches);
    if (surely_out(p, face, t, seam())) return true;
    if (touching) return false;
    doubt_at_ = std::min(doubt_at_, reaches * 0.999999f);
    return true;
  }
  [[nodiscard]] float seam() const noexcept { return 1.2e-4f * radius_; }

  bool look_through(const Planes& p, const FaceAt& face, std::uint32_t behind) noexcept {
    std::uint32_t k = 0;
    while (k < listed_ && list_[k].cell != behind) ++k;
    if (k < listed_ && (list_[k].sure || !sure_)) return true;
    const float reach = radius_ + face.tolerance;
    Times t{0.0f, limit_};
    if (std::fabs(face.a) > reach)
      t.first = std::min(limit_, (std::fabs(face.a) - reach) / std::fabs(face.b));
    float nearest = face.b != 0.0f ? -face.a / face.b : t.first;
    nearest = std::clamp(nearest, t.first, t.last);
    const bool sure = sure_ && std::fabs(face.at(nearest)) < radius_ - face.tolerance &&
                      surely_in(p, face, nearest);
    if (k < listed_) {
      list_[k].sure = sure;
      return true;
    }
    if (!sure && surely_out(p, face, t, radius_)) return true;
    if (listed_ == kFewCells) return false;
    list_cell({behind, now_, sure});
    return true;
  }
  void list_cell(const Reached& reached) noexcept {
    list_[listed_++] = reached;
    if (reached.cell >= header_.first_wide) return;
    const HotBlock* const block =
        LevelAccess::table<HotBlock>(header_, header_.blocks).data() + reached.cell;
    prefetch(block, sizeof *block);
    prefetch(LevelAccess::table<std::uint32_t>(header_, header_.edge_starts).data() + reached.cell);
  }

  // A wall is met: was its cell within reach? Asks the portals in doubles where that is not known.
  bool make_sure() noexcept {
    sure_ = sure_ || confirm(now_);
    return sure_;
  }
  bool confirm(std::uint32_t k) noexcept {
    for (; !list_[k].sure; k = list_[k].through) {
      const CellRecord& cell = LevelAccess::cells(level_)[list_[list_[k].through].cell];
      bool near = false;
      for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count && !near; ++s) {
        const SideRecord& side = LevelAccess::sides(level_)[s];
        near = side.neighbor_cell == list_[k].cell && !door_closed(options_, side.door) &&
               SphereShape{double{radius_}}.nears(SidePolygon(level_, s), motion_.from,
                                                  motion_.by * hit_.t);
      }
      if (!near) return false;
    }
    list_[now_].sure = true;
    return true;
  }

  // False where the cell has none.
  [[nodiscard]] bool await_edges(std::uint32_t cell) const noexcept {
    const auto edges = LevelAccess::edges(level_, cell);
    if (edges.empty()) return false;
    prefetch(&edges.front());
    prefetch(&edges.back());
    return true;
  }

  bool look_at_edges(std::uint32_t cell) noexcept {
    for (const ExposedEdge& exposed : LevelAccess::edges(level_, cell)) {
      if (out_of_reach(exposed)) continue;
      if (!blocks(exposed, options_)) continue;
      const HitKind kind = exposed.door == kNone ? HitKind::Wall : HitKind::Door;
      const EdgeLine edge(exposed);
      Contact contact;
      Meeting meeting;
      const SphereShape sphere{double{radius_}};
      if (sphere.on_edge(edge, motion_.from, contact)) {
        if (!comes(contact.normal)) continue;
        meeting = {0.0, contact.point, contact.normal};
        if (!make_sure()) return false;
        keep(exposed.side, kind, meeting, true);
      } else if (sphere.meets_edge(edge, motion_, hit_.t, meeting) && comes(meeting.normal)) {
        if (!make_sure()) return false;
        keep(exposed.side, kind, meeting, false);
      }
    }
    return true;
  }
  [[nodiscard]] bool comes(glm::dvec3 normal) const noexcept {
    return glm::dot(normal, motion_.by) < -SphereShape::kGraze * motion_.length;
  }
  // The edge's ball against the path up to the hit so far.
  [[nodiscard]] bool out_of_reach(const ExposedEdge& e) const noexcept {
    constexpr auto scale = static_cast<float>(0.5 * kMetresPerGrid);
    const glm::vec3 half = glm::vec3(e.b - e.a) * scale;
    const glm::vec3 m = glm::vec3(e.a + e.b) * scale - from_;
    const float along = std::clamp(glm::dot(m, by_), 0.0f, length2_ * limit_);
    const glm::vec3 off = m * length2_ - by_ * along;  // times the squared length
    const float r = radius_ + 4e-3f + 1e-6f * size_;   // more than floats lose
    return glm::dot(off, off) > 2.0f * (r * r + glm::dot(half, half)) * (length2_ * length2_);
  }

  // ---- answers

  // Floats say when, if their error is nothing beside the gap; else the wall's plane in doubles.
  bool keep_face(const FaceAt& face, std::uint32_t side, HitKind kind, bool touching,
                 float reaches) noexcept {
    const bool told =
        touching ? face.tolerance < kFineTouch : face.a - radius_ > kPrecise * face.tolerance;
    if (told) {
      const glm::dvec3 n(face.row->nx[face.lane], face.row->ny[face.lane], face.row->nz[face.lane]);
      const double t = double{reaches}, off = double{touching ? face.a : radius_};
      keep(side, kind, {t, motion_.from + motion_.by * t - n * off, n}, touching);
      return true;
    }
    const SidePlane& plane = LevelAccess::planes(level_)[side];
    const double height = glm::dot(plane.n, motion_.from) + plane.w;
    const double speed = -glm::dot(plane.n, motion_.by);
    const double t = touching ? 0.0 : std::clamp((height - double{radius_}) / speed, 0.0, 1.0);
    const glm::dvec3 at = motion_.from + motion_.by * t;
    keep(side, kind, {t, at - plane.n * (height - speed * t), plane.n}, touching);
    return true;
  }

  void keep(std::uint32_t side, HitKind kind, const Meeting& met, bool touching) noexcept {
    if (!keeps(hit_, motion_, side, met)) return;
    take_meeting(side, kind, met, touching, hit_);
    limit_ = std::min(1.0f, static_cast<float>(hit_.t) * 1.000001f);
  }

  [[nodiscard]] bool ends_in_start() const noexcept {
    std::uint32_t doubts = 0;
    for (std::size_t i = 0; i < start_.rows; ++i) {
      const PlaneRow& row = start_.row[i];
      const F end = L::load(row.a.data()) + L::all(limit_) * L::load(row.b.data());
      doubts |= ~L::less(L::load(row.tolerance.data()) + L::all(still_), end) & row.used;
    }
    return doubts == 0;
  }

  const Level& level_;
  const LevelHeader& header_;
  const TraceOptions& options_;
  float radius_ = 0.0f;
  glm::vec3 from_{0.0f}, by_{0.0f};
  float size_ = 0.0f, still_ = 0.0f, limit_ = 1.0f, length2_ = 0.0f;
  float doubt_at_ = 2.0f;  // a wall may be met then, but that is not sure
  Motion motion_{};
  BodyHit hit_;
  Planes start_;
  std::array<Reached, kFewCells> list_;
  std::uint32_t listed_ = 0, now_ = 0;  // how many, and which one is looked at
  bool sure_ = true;                    // of the cell that is looked at
  bool at_edges_ = false;               // its edges come next
  bool in_doubt_ = false;
};

// Some sweeps are under way at a time, one step each by turns, so that each one's memory arrives
// while the others work.
template <class L>
std::uint64_t sweep_in_lanes(const Level& level, std::span<const SphereSweep> sweeps,
                             std::uint64_t which, const TraceOptions& options,
                             BodyHit* out) noexcept {
  std::uint64_t answered = 0;
  if (std::has_single_bit(which)) {
    const auto i = static_cast<std::size_t>(std::countr_zero(which));
    FastSweep<L> sweep(level, options);
    bool more = sweep.begin(sweeps[i]);
    if (!more) return 0;
    while (more) more = sweep.step();
    return sweep.finish(out[i]) ? which : 0;
  }
  static_assert(kUnderWay == 4);
  const auto fresh = [&] { return FastSweep<L>(level, options); };
  std::array<FastSweep<L>, kUnderWay> sweep{fresh(), fresh(), fresh(), fresh()};
  std::array<std::size_t, kUnderWay> item{};
  std::uint32_t busy = 0;
  const auto next = [&](std::size_t k) {
    for (; which != 0; which &= which - 1) {
      item[k] = static_cast<std::size_t>(std::countr_zero(which));
      if (!sweep[k].begin(sweeps[item[k]])) continue;
      which &= which - 1;
      busy |= 1u << k;
      return;
    }
    busy &= ~(1u << k);
  };
  for (std::size_t k = 0; k < kUnderWay; ++k) next(k);
  while (busy != 0)
    for (std::size_t k = 0; k < kUnderWay; ++k) {
      if (((busy >> k) & 1u) == 0 || sweep[k].step()) continue;
      if (sweep[k].finish(out[item[k]])) answered |= std::uint64_t{1} << item[k];
      next(k);
    }
  return answered;
}

}  // namespace
}  // namespace playset
