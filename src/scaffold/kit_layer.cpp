// KitLayer: which walls a cub has, what meets them over their edges, and which pieces go there.
#include "scaffold/kit_layer.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "playset/core/rng.h"

namespace playset {
namespace {

constexpr double kFlatCosine = 0.9962;  // 5 degrees
constexpr int kMostSteps = 64;          // windows round an edge, walls round a corner

glm::dvec3 unit_of(glm::dvec3 v) {
  const double length = std::sqrt(glm::dot(v, v));
  return length > 0.0 ? v / length : glm::dvec3(0.0);
}

bool before(SideRef a, SideRef b) { return a.cub != b.cub ? a.cub < b.cub : a.side < b.side; }

// The rotation that brings the axes to x, y, z, which are right-handed and of unit length.
std::array<float, 4> rotation_of(glm::dvec3 x, glm::dvec3 y, glm::dvec3 z) {
  const double four[4] = {1.0 + x.x - y.y - z.z, 1.0 - x.x + y.y - z.z, 1.0 - x.x - y.y + z.z,
                          1.0 + x.x + y.y + z.z};
  const auto most = std::max_element(four, four + 4) - four;
  const double root = std::sqrt(std::max(four[most], 0.0)), by = 0.5 / std::max(root, 1e-9);
  const double a = (y.z - z.y) * by, b = (z.x - x.z) * by, c = (x.y - y.x) * by,
               d = (x.y + y.x) * by, e = (z.x + x.z) * by, f = (y.z + z.y) * by;
  const double half = 0.5 * root;
  const auto quaternion = [](double qx, double qy, double qz, double qw) {
    const double sign = qw < 0.0 ? -1.0 : 1.0;
    return std::array{static_cast<float>(sign * qx), static_cast<float>(sign * qy),
                      static_cast<float>(sign * qz), static_cast<float>(sign * qw)};
  };
  switch (most) {
    case 0:
      return quaternion(half, d, e, a);
    case 1:
      return quaternion(d, half, f, b);
    case 2:
      return quaternion(e, f, half, c);
    default:
      return quaternion(a, b, c, half);
  }
}

}  // namespace

struct KitLayer::SoundKit {
  ScaffoldId id = kNoId;
  const ScaffoldKit* kit = nullptr;
  std::array<glm::dvec3, kKitParts> size{};  // m; zero where it has none
  std::int64_t weight = 0;                   // of all variants

  [[nodiscard]] bool has(KitPart part) const {
    return size[static_cast<std::size_t>(part)].x > 0.0;
  }
  [[nodiscard]] glm::dvec3 size_of(KitPart part) const {
    return size[static_cast<std::size_t>(part)];
  }

  // Of nothing but the seed, the side and the number on it.
  [[nodiscard]] std::uint32_t choose(SideRef side, std::uint32_t index) const {
    if (weight == 0) return 0;
    const std::uint64_t bits =
        keyed_bits(static_cast<std::uint32_t>(kit->seed), side.cub, index * 8ull + side.side);
    auto left = static_cast<std::int64_t>((bits >> 32) * static_cast<std::uint64_t>(weight) >> 32);
    std::uint32_t variant = 0;
    while (left >= kit->weights[variant]) left -= kit->weights[variant++];
    return variant;
  }
};

// Two walls over one edge: base (the more upright of the two) and mate.
struct KitLayer::Edge {
  SideRef base, mate;
  ScaffoldId from = kNoId, to = kNoId;  // as the base's loop runs
  glm::dvec3 base_normal{0.0}, mate_normal{0.0};
  KitPart part = KitPart::FlatEdge;
};

// The walls round a corner, and the edges between each and the next.
struct KitLayer::Ring {
  std::vector<SideRef> sides;
  std::vector<glm::dvec3> ways;  // along the edges that are not flat, away from the corner
  bool convex = true, concave = true;
};

ScaffoldId worn_kit(const Scaffold& level, const ScaffoldSide& side) {
  if (side.wear.bare) return kNoId;
  if (side.kit != kNoId) return side.kit;
  const ScaffoldMaterial* material =
      side.material == kNoId ? nullptr : find_record(level.materials, side.material);
  return material == nullptr ? kNoId : material->kit;
}

KitLayer::KitLayer(const Scaffold& level, const Adjacency& near) : level_(level), near_(near) {
  for (const ScaffoldKit& kit : level.kits) {
    if (!check_kit(kit).ok()) continue;
    SoundKit& sound = kits_.emplace_back();
    sound.id = kit.id;
    sound.kit = &kit;
    for (std::size_t part = 0; part < kKitParts; ++part) {
      const std::array<std::int32_t, 3> size = kit_piece_size(kit.pieces[part]);
      sound.size[part] = glm::dvec3(size[0], size[1], size[2]) * kMetresPerGrid;
    }
    for (const std::int32_t weight : kit.weights) sound.weight += weight;
    edges_ = edges_ || sound.has(KitPart::ConvexEdge) || sound.has(KitPart::ConcaveEdge) ||
             sound.has(KitPart::FlatEdge);
    corners_ = corners_ || sound.has(KitPart::ConvexCorner) || sound.has(KitPart::ConcaveCorner);
    doors_ = doors_ || sound.has(KitPart::Door);
  }
}

KitLayer::~KitLayer() = default;

// --- What the level says.

const KitLayer::SoundKit* KitLayer::kit_of(const ScaffoldCub& cub, std::uint32_t side) const {
  const ScaffoldSide& look = cub.sides[side];
  const ScaffoldId id = kits_.empty() ? kNoId : worn_kit(level_, look);
  if (id == kNoId || !check_wear(look.wear).ok()) return nullptr;
  return find_record(kits_, id);
}

// The kit of the first of the sides that has such a piece.
const KitLayer::SoundKit* KitLayer::kit_with(std::span<const SideRef> sides, KitPart part) const {
  for (const SideRef side : sides) {
    const ScaffoldCub* cub = find_record(level_.cubs, side.cub);
    const SoundKit* kit = cub == nullptr ? nullptr : kit_of(*cub, side.side);
    if (kit != nullptr && kit->has(part)) return kit;
  }
  return nullptr;
}

const ScaffoldWindow* KitLayer::whole_window(SideRef side) const {
  for (const ScaffoldId id : near_.windows_of_cub.of(side.cub)) {
    const ScaffoldWindow* window = find_record(level_.windows, id);
    if (window != nullptr && !window->partial &&
        (window->sides[0] == side || window->sides[1] == side))
      return window;
  }
  return nullptr;
}

bool KitLayer::is_wall(SideRef side) const {
  const ScaffoldCub* cub = find_record(level_.cubs, side.cub);
  return cub != nullptr && side.side < kCubSides && !cub->sides[side.side].gate &&
         side_loop(*cub, side.side).count >= 3 && whole_window(side) == nullptr;
}

glm::dvec3 KitLayer::place_of(ScaffoldId vertex) const {
  const ScaffoldVertex* found = find_record(level_.vertices, vertex);
  return found == nullptr ? glm::dvec3(0.0) : to_metres(found->at);
}

// Empty where vertices are missing or lie outside the grid.
std::vector<glm::dvec3> KitLayer::corners_of(SideRef side) const {
  std::vector<glm::dvec3> corners;
  const ScaffoldCub* cub = find_record(level_.cubs, side.cub);
  if (cub == nullptr || side.side >= kCubSides) return corners;
  const SideLoop loop = side_loop(*cub, side.side);
  for (std::uint32_t i = 0; i < loop.count; ++i) {
    const ScaffoldVertex* vertex = find_record(level_.vertices, loop.vertices[i]);
    if (vertex == nullptr || !on_grid(vertex->at)) return {};
    corners.push_back(to_metres(vertex->at));
  }
  return corners;
}

SideFrame KitLayer::frame_of(SideRef side) const { return make_side_frame(corners_of(side)); }

// What partial windows open of the side, by window.
std::vector<std::pair<ScaffoldId, FlatPolygon>> KitLayer::openings_of(
    SideRef side, const SideFrame& frame) const {
  std::vector<std::pair<ScaffoldId, FlatPolygon>> openings;
  for (const ScaffoldId id : near_.windows_of_cub.of(side.cub)) {
    const ScaffoldWindow* window = find_record(level_.windows, id);
    if (window == nullptr || !window->partial) continue;
    for (std::size_t k = 0; k < 2; ++k) {
      if (!(window->sides[k] == side)) continue;
      FlatPolygon other;
      for (const glm::dvec3 p : corners_of(window->sides[1 - k])) other.push_back(frame.flat(p));
      std::reverse(other.begin(), other.end());
      FlatPolygon open = overlap_of(other, frame.outline);
      if (!open.empty()) openings.emplace_back(id, std::move(open));
    }
  }
  return openings;
}

// The wall that meets `side` over its edge, on through whole windows.
std::optional<SideRef> KitLayer::across_edge(SideRef side, ScaffoldId a, ScaffoldId b) const {
  const auto has_edge = [&](const ScaffoldCub& cub, std::uint32_t s) {
    const SideLoop loop = side_loop(cub, s);
    for (std::uint32_t i = 0; i < loop.count && loop.count >= 3; ++i) {
      const ScaffoldId p = loop.vertices[i], q = loop.vertices[(i + 1) % loop.count];
      if ((p == a && q == b) || (p == b && q == a)) return true;
    }
    return false;
  };
  for (int step = 0; step < kMostSteps; ++step) {
    const ScaffoldCub* cub = find_record(level_.cubs, side.cub);
    if (cub == nullptr || side.side >= kCubSides || !has_edge(*cub, side.side)) return std::nullopt;
    std::uint8_t next = 0;
    while (next < kCubSides && (next == side.side || !has_edge(*cub, next))) ++next;
    if (next == kCubSides) return std::nullopt;
    side.side = next;
    const ScaffoldWindow* window = whole_window(side);
    if (window == nullptr) return is_wall(side) ? std::optional(side) : std::nullopt;
    side = window->sides[window->sides[0] == side ? 1 : 0];
  }
  return std::nullopt;
}

// --- Rows of pieces.

namespace {

struct PieceRow {
  glm::dvec3 size{0.0};
  glm::dvec3 start{0.0}, x{0.0}, y{0.0}, z{0.0};
  glm::dvec3 shift{0.0};  // of the piece's box, along x, y, z
};

// Pieces one after another along x, stretched to fill the interval.
void lay_row(const PieceRow& row, Interval within, KitPlacement piece, std::uint32_t& index,
             std::vector<KitPlacement>& out) {
  const double length = within.high - within.low;
  if (length <= 2.0 * kKitSlack) return;
  const double n = std::max(std::floor(length / row.size.x + 0.5), 1.0);
  if (n > kMostKitPieces) return;
  const double pitch = length / n;
  piece.rotation = rotation_of(row.x, row.y, row.z);
  piece.scale = glm::vec3(static_cast<float>(pitch / row.size.x), 1.0f, 1.0f);
  for (double i = 0.0; i < n; i += 1.0) {
    piece.index = index++;
    piece.position = glm::vec3(row.start + row.x * (within.low + i * pitch + row.shift.x) +
                               row.y * row.shift.y + row.z * row.shift.z);
    out.push_back(piece);
  }
}

}  // namespace

void KitLayer::lay_fill(const SoundKit& kit, SideRef side, const SideFrame& frame,
                        std::vector<KitPlacement>& out) const {
  if (!kit.has(KitPart::Fill)) return;
  const KitWear& wear = find_record(level_.cubs, side.cub)->sides[side.side].wear;
  if (count_kit_pieces(*kit.kit, wear, frame) > kMostKitPieces) return;
  const KitGrid grid = make_kit_grid(*kit.kit, wear);
  const auto openings = openings_of(side, frame);
  const double rim = kit.has(KitPart::Frame) ? kit.size_of(KitPart::Frame).y : 0.0;
  const glm::dvec3 size = kit.size_of(KitPart::Fill);
  KitPlacement piece{kit.id, KitPart::Fill, 0, side, side, 0, {}, {}, {}};
  piece.rotation = rotation_of(frame.u, frame.v, frame.n);
  std::uint32_t row = 0;
  for (const KitSlot up : grid.up.slots({frame.low.y, frame.high.y})) {
    const Interval band{up.at, up.at + size.y * up.scale};
    const double slack = std::min(2.0 * kKitSlack, 0.25 * (band.high - band.low));
    std::vector<Interval> holes;
    for (const auto& [window, open] : openings) {
      const Interval reach = reach_in_band(open, {band.low - rim + slack, band.high + rim - slack});
      if (reach.low <= reach.high) holes.push_back({reach.low - rim, reach.high + rim});
    }
    const Interval clear = clear_in_band(frame.outline, band);
    std::vector<Interval> parts{clear};
    const bool fixed = grid.along.repeats > 0;
    for (const Interval hole : holes)
      if (!fixed) cut_interval(parts, {hole.low + kKitSlack, hole.high - kKitSlack});
    std::uint32_t column = 0;
    for (const Interval part : parts) {
      for (const KitSlot along : grid.along.slots(part)) {
        const double end = along.at + size.x * along.scale;
        piece.index = row << 16 | column++;
        const bool covers = std::any_of(holes.begin(), holes.end(), [&](Interval hole) {
          return end > hole.low + 2.0 * kKitSlack && along.at < hole.high - 2.0 * kKitSlack;
        });
        if (covers) continue;
        piece.variant = kit.choose(side, piece.index);
        piece.position = glm::vec3(frame.place({grid.mirror ? end : along.at, up.at}));
        piece.scale = {static_cast<float>(grid.mirror ? -along.scale : along.scale),
                       static_cast<float>(up.scale), 1.0f};
        out.push_back(piece);
      }
    }
    ++row;
  }
}

// Bars along those edges of each opening beyond which there is wall.
void KitLayer::lay_frames(const SoundKit& kit, SideRef side, const SideFrame& frame,
                          std::vector<KitPlacement>& out) const {
  if (!kit.has(KitPart::Frame)) return;
  const glm::dvec3 size = kit.size_of(KitPart::Frame);
  const auto openings = openings_of(side, frame);
  std::uint32_t index = 0;
  for (const auto& [id, open] : openings) {
    const ScaffoldWindow& window = *find_record(level_.windows, id);
    const SideRef far = window.sides[window.sides[0] == side ? 1 : 0];
    const auto framed = [&](std::size_t i) {
      return !on_outline(frame.outline, open[i % open.size()], open[(i + 1) % open.size()]);
    };
    for (std::size_t i = 0; i < open.size(); ++i) {
      const glm::dvec2 from = open[(i + 1) % open.size()], along = open[i] - from;
      const double length = std::sqrt(glm::dot(along, along));
      if (!framed(i) || length <= 2.0 * kKitSlack) continue;
      // Each bar covers the corner it begins at.
      const glm::dvec2 x = along / length, y(-x.y, x.x);
      const Interval within{framed(i + 1) ? -size.y : 0.0, length};
      const FlatPolygon bar{from + x * within.low, from + x * within.high,
                            from + x * within.high + y * size.y,
                            from + x * within.low + y * size.y};
      const bool blocked = std::any_of(openings.begin(), openings.end(), [&](const auto& other) {
        return other.first != id && !overlap_of(bar, other.second).empty();
      });
      if (blocked || !holds_rectangle(frame.outline, bar)) continue;
      PieceRow row{
          size,    frame.place(from), frame.u * x.x + frame.v * x.y, frame.u * y.x + frame.v * y.y,
          frame.n, glm::dvec3(0.0)};
      lay_row(row, within, {kit.id, KitPart::Frame, 0, side, far, 0, {}, {}, {}}, index, out);
    }
  }
}

// --- Edges and corners.

std::optional<KitLayer::Edge> KitLayer::edge_between(SideRef one, SideRef other, ScaffoldId a,
                                                     ScaffoldId b) const {
  const SideFrame one_frame = frame_of(one), other_frame = frame_of(other);
  if (one_frame.outline.empty() || other_frame.outline.empty()) return std::nullopt;
  Edge edge;
  const double steeper = std::fabs(one_frame.n.y) - std::fabs(other_frame.n.y);
  const bool swap = std::fabs(steeper) > 1e-3 ? steeper > 0.0 : before(other, one);
  edge.base = swap ? other : one;
  edge.mate = swap ? one : other;
  edge.base_normal = swap ? other_frame.n : one_frame.n;
  edge.mate_normal = swap ? one_frame.n : other_frame.n;
  const SideLoop loop = side_loop(*find_record(level_.cubs, edge.base.cub), edge.base.side);
  edge.from = a;
  edge.to = b;
  for (std::uint32_t i = 0; i < loop.count; ++i) {
    if (loop.vertices[i] == b && loop.vertices[(i + 1) % loop.count] == a)
      std::swap(edge.from, edge.to);
  }
  const glm::dvec3 mate_middle = swap ? one_frame.origin : other_frame.origin;
  const double ahead = glm::dot(edge.base_normal, mate_middle - place_of(a));
  if (glm::dot(edge.base_normal, edge.mate_normal) > kFlatCosine)
    edge.part = KitPart::FlatEdge;
  else
    edge.part = ahead > 1e-6 ? KitPart::ConcaveEdge : KitPart::ConvexEdge;
  return edge;
}

// Edges that this side owns: those whose other wall comes later.
void KitLayer::lay_edges(SideRef side, std::vector<KitPlacement>& out) const {
  const SideLoop loop = side_loop(*find_record(level_.cubs, side.cub), side.side);
  for (std::uint32_t i = 0; i < loop.count; ++i) {
    const ScaffoldId a = loop.vertices[i], b = loop.vertices[(i + 1) % loop.count];
    const std::optional<SideRef> mate = across_edge(side, a, b);
    if (!mate || !before(side, *mate)) continue;
    const std::array both{side, *mate};
    bool wanted = false;
    for (const KitPart part : {KitPart::ConvexEdge, KitPart::ConcaveEdge, KitPart::FlatEdge})
      wanted = wanted || kit_with(both, part) != nullptr;
    if (!wanted) continue;
    if (const std::optional<Edge> edge = edge_between(side, *mate, a, b))
      lay_edge(*edge, side, out);
  }
}

void KitLayer::lay_edge(const Edge& edge, SideRef owner, std::vector<KitPlacement>& out) const {
  const SoundKit* kit = kit_with(std::array{edge.base, edge.mate}, edge.part);
  if (kit == nullptr) return;
  PieceRow row;
  row.size = kit->size_of(edge.part);
  row.start = place_of(edge.from);
  const glm::dvec3 whole = place_of(edge.to) - row.start;
  const double length = std::sqrt(glm::dot(whole, whole));
  row.x = unit_of(whole);
  if (!(length > 0.0)) return;
  // Between the two normals; where walls stand back to back, away from both.
  glm::dvec3 open = edge.base_normal + edge.mate_normal;
  if (glm::dot(open, open) < 1e-3) open = glm::cross(row.x, edge.base_normal);
  open = unit_of(open - row.x * glm::dot(open, row.x));
  const glm::dvec3 aside = glm::cross(row.x, open);
  if (edge.part == KitPart::FlatEdge) {
    row.y = -aside;
    row.z = open;
    row.shift.y = -0.5 * row.size.y;
  } else {
    row.y = unit_of(open - aside);
    row.z = unit_of(open + aside);
    if (edge.part == KitPart::ConvexEdge) row.shift = {0.0, -0.5 * row.size.y, -0.5 * row.size.z};
  }
  std::vector<Interval> parts{{0.0, length}};
  for (const SideRef side : {edge.base, edge.mate}) {
    const SideFrame frame = frame_of(side);
    const glm::dvec2 from = frame.flat(row.start);
    const glm::dvec2 x(glm::dot(row.x, frame.u), glm::dot(row.x, frame.v));
    const glm::dvec2 in = side == edge.base ? glm::dvec2(-x.y, x.x) : glm::dvec2(x.y, -x.x);
    const double reach = std::max(row.size.y, row.size.z);
    for (const auto& [window, polygon] : openings_of(side, frame)) {
      FlatPolygon along;
      for (const glm::dvec2 p : polygon)
        along.emplace_back(glm::dot(p - from, x), glm::dot(p - from, in));
      cut_interval(parts, reach_in_band(along, {-kKitSlack, reach}));
    }
  }
  const SideRef far = owner == edge.base ? edge.mate : edge.base;
  auto index =
      static_cast<std::uint32_t>(std::count_if(out.begin(), out.end(), [&](const KitPlacement& p) {
        return p.side == owner && p.part == edge.part && p.kit == kit->id;
      }));
  for (const Interval part : parts)
    lay_row(row, part, {kit->id, edge.part, 0, owner, far, 0, {}, {}, {}}, index, out);
}

// Walls round the vertex, from `start` on, over edges; none where that does not close.
std::optional<KitLayer::Ring> KitLayer::ring_around(SideRef start, ScaffoldId vertex) const {
  Ring ring;
  SideRef side = start;
  ScaffoldId came_from = kNoId;
  for (int step = 0; step < kMostSteps; ++step) {
    const ScaffoldCub* cub = find_record(level_.cubs, side.cub);
    const SideLoop loop = side_loop(*cub, side.side);
    const auto end = loop.vertices.begin() + loop.count;
    const auto at = std::find(loop.vertices.begin(), end, vertex);
    if (at == end) return std::nullopt;
    const auto i = static_cast<std::uint32_t>(at - loop.vertices.begin());
    const ScaffoldId next = loop.vertices[(i + 1) % loop.count],
                     last = loop.vertices[(i + loop.count - 1) % loop.count];
    const ScaffoldId way = came_from == next ? last : next;
    const std::optional<SideRef> mate = across_edge(side, vertex, way);
    if (!mate) return std::nullopt;
    const std::optional<Edge> edge = edge_between(side, *mate, vertex, way);
    if (!edge) return std::nullopt;
    ring.sides.push_back(side);
    if (edge->part != KitPart::FlatEdge) {
      ring.ways.push_back(unit_of(place_of(way) - place_of(vertex)));
      ring.convex = ring.convex && edge->part == KitPart::ConvexEdge;
      ring.concave = ring.concave && edge->part == KitPart::ConcaveEdge;
    }
    came_from = way;
    side = *mate;
    if (side == start) return ring;
  }
  return std::nullopt;
}

void KitLayer::lay_corners(const ScaffoldCub& cub, std::vector<KitPlacement>& out) const {
  for (std::uint8_t s = 0; s < kCubSides; ++s) {
    const SideRef side{cub.id, s};
    if (!is_wall(side) || frame_of(side).outline.empty()) continue;
    const SideLoop loop = side_loop(cub, s);
    std::uint32_t index = 0;
    for (std::uint32_t i = 0; i < loop.count; ++i) {
      const std::optional<Ring> ring = ring_around(side, loop.vertices[i]);
      if (!ring || ring->ways.size() < 3 || !(ring->convex || ring->concave)) continue;
      // The first of its walls owns it.
      if (std::any_of(ring->sides.begin(), ring->sides.end(),
                      [&](SideRef other) { return before(other, side); }))
        continue;
      const KitPart part = ring->convex ? KitPart::ConvexCorner : KitPart::ConcaveCorner;
      const SoundKit* kit = kit_with(ring->sides, part);
      if (kit == nullptr) continue;
      const std::size_t n = ring->ways.size();
      std::size_t up = 0;
      for (std::size_t k = 1; k < n; ++k)
        if (std::fabs(ring->ways[k].y) > std::fabs(ring->ways[up].y) + 1e-6) up = k;
      const glm::dvec3 y = ring->ways[up];
      glm::dvec3 x = ring->ways[(up + 1) % n];
      const glm::dvec3 third = ring->ways[(up + 2) % n];
      if (glm::dot(glm::cross(x, y), third) < 0.0) x = third;
      x = unit_of(x - y * glm::dot(x, y));
      const glm::dvec3 z = glm::cross(x, y), size = kit->size_of(part);
      if (glm::dot(x, x) < 0.5) continue;  // edges in one line
      KitPlacement piece{kit->id, part, 0, side, side, index++, {}, {}, glm::vec3(1.0f)};
      glm::dvec3 at = place_of(loop.vertices[i]);
      if (ring->convex) at -= (x * size.x + y * size.y + z * size.z) * 0.5;
      piece.rotation = rotation_of(x, y, z);
      piece.position = glm::vec3(at);
      out.push_back(piece);
    }
  }
}

// --- Doors.

// In windows whose first side is the cub's. What lies in the window has seldom a look of its own:
// then the first of the two cubs' sides that wears a kit with a door decides.
void KitLayer::lay_doors(const ScaffoldCub& cub, std::vector<KitPlacement>& out) const {
  std::array<std::uint32_t, kCubSides> index{};
  for (const ScaffoldId id : near_.windows_of_cub.of(cub.id)) {
    const ScaffoldWindow* window = find_record(level_.windows, id);
    if (window == nullptr || window->door == kNoId || window->sides[0].cub != cub.id) continue;
    const SideRef side = window->sides[0], far = window->sides[1];
    std::vector<SideRef> wearers{side, far};
    for (const ScaffoldId of : {side.cub, far.cub})
      for (std::uint8_t s = 0; s < kCubSides; ++s) wearers.push_back({of, s});
    std::erase_if(wearers, [](SideRef ref) { return ref.side >= kCubSides; });
    const SoundKit* kit = kit_with(wearers, KitPart::Door);
    const SideFrame frame = frame_of(side);
    if (kit == nullptr || frame.outline.empty()) continue;
    FlatPolygon open = frame.outline;
    if (window->partial) {
      open.clear();
      for (auto& [other, polygon] : openings_of(side, frame))
        if (other == id) open = std::move(polygon);
    }
    glm::dvec2 low, high;
    if (!is_upright_rectangle(open, low, high)) continue;
    const glm::dvec3 size = kit->size_of(KitPart::Door);
    const auto leaves = [](double length, double of) {
      return std::max(std::floor(length / of + 0.5), 1.0);
    };
    const double columns = leaves(high.x - low.x, size.x), rows = leaves(high.y - low.y, size.y);
    if (columns * rows > kMostKitPieces) continue;
    const glm::dvec2 leaf((high.x - low.x) / columns, (high.y - low.y) / rows);
    KitPlacement piece{kit->id, KitPart::Door, 0, side, far, 0, {}, {}, {}};
    piece.rotation = rotation_of(frame.u, frame.v, frame.n);
    piece.scale = {static_cast<float>(leaf.x / size.x), static_cast<float>(leaf.y / size.y), 1.0f};
    for (double row = 0.0; row < rows; row += 1.0) {
      for (double column = 0.0; column < columns; column += 1.0) {
        piece.index = index[side.side]++;
        const glm::dvec3 at = frame.place({low.x + column * leaf.x, low.y + row * leaf.y});
        piece.position = glm::vec3(at - frame.n * (0.5 * size.z));
        out.push_back(piece);
      }
    }
  }
}

std::vector<KitPlacement> KitLayer::lay(ScaffoldId id) const {
  std::vector<KitPlacement> out;
  const ScaffoldCub* cub = find_record(level_.cubs, id);
  if (cub == nullptr || kits_.empty()) return out;
  for (std::uint8_t s = 0; s < kCubSides; ++s) {
    const SideRef side{id, s};
    if (!is_wall(side)) continue;
    if (const SoundKit* kit = kit_of(*cub, s)) {
      const SideFrame frame = frame_of(side);
      if (!frame.outline.empty()) {
        lay_fill(*kit, side, frame, out);
        lay_frames(*kit, side, frame, out);
      }
    }
    if (edges_) lay_edges(side, out);
  }
  if (corners_) lay_corners(*cub, out);
  if (doors_) lay_doors(*cub, out);
  std::sort(out.begin(), out.end(), [](const KitPlacement& a, const KitPlacement& b) {
    if (a.kit != b.kit) return a.kit < b.kit;
    if (a.part != b.part) return a.part < b.part;
    if (a.variant != b.variant) return a.variant < b.variant;
    return a.side.side != b.side.side ? a.side.side < b.side.side : a.index < b.index;
  });
  return out;
}

}  // namespace playset
