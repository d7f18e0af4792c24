// From a DOOM map's clipped leaves to its plan: welding, matching of edges.
#include "asset/doom_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "asset/doom_weld.h"

namespace playset::doom {

namespace {

constexpr double kWeld = 4.0;                // steps: corners closer than this become one
constexpr double kReach = 3.5;               // edges take in corners closer than this
constexpr std::size_t kPiecesPerPoint = 16;  // on average; real maps have about 2

Error plan_error(const DoomMap& map, ErrorCode code, const std::string& message) {
  return {code, map.name + ": " + message, {}, 0, 0, 0};
}

using Polygon = std::vector<glm::dvec2>;

// A piece of a linedef between two neighbouring points.
struct LinePiece {
  std::uint64_t key;  // lower point << 32 | higher
  std::uint32_t line;
  bool rising;  // runs from the lower to the higher id

  bool operator<(const LinePiece& o) const { return key != o.key ? key < o.key : line < o.line; }
};

std::uint64_t edge_key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }
std::uint64_t free_key(std::uint32_t a, std::uint32_t b) {
  return edge_key(std::min(a, b), std::max(a, b));
}

class PlanBuilder {
 public:
  PlanBuilder(const DoomMap& map, double scale)
      : map_(map),
        scale_(scale),
        points_(std::min(kWeld, 0.4 * scale), std::min(kReach, 0.35 * scale),
                map.vertices.size() + map.leaves.size() * 2) {}

  Result<Plan> run() {
    auto leaves = clip_leaves(map_, scale_);
    if (!leaves) return leaves.error();
    add_points(*leaves);
    points_.index();
    plan_.points = points_.points();
    if (!cut_lines()) return crowded();
    for (std::size_t i = 0; i < leaves->size(); ++i) {
      if (!add_leaf((*leaves)[i], corners_[i])) return crowded();
    }
    join();
    return std::move(plan_);
  }

 private:
  Error crowded() const {
    return plan_error(map_, ErrorCode::OutOfRange,
                      "too many corners lie in edges of others: rebuild the map's nodes");
  }

  void add_points(const std::vector<LeafPolygon>& leaves) {
    line_ends_.resize(map_.lines.size());
    for (std::size_t i = 0; i < map_.lines.size(); ++i) {
      line_ends_[i] = {add_vertex(map_.lines[i].v1), add_vertex(map_.lines[i].v2)};
    }
    corners_.resize(leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      for (const glm::dvec2 p : leaves[i].corners) corners_[i].push_back(points_.add(p));
    }
  }

  std::uint32_t add_vertex(std::uint32_t v) {
    const DoomVertex& p = map_.vertices[v];
    return points_.add_fixed({static_cast<int>(std::floor(p.x * scale_ + 0.5)),
                              static_cast<int>(std::floor(p.y * scale_ + 0.5))});
  }

  // Appends edge a..b without b.
  bool append_edge(std::uint32_t a, std::uint32_t b, Ring& ring) {
    if (!points_.between(a, b, between_)) return false;
    ring.push_back(a);
    ring.insert(ring.end(), between_.begin(), between_.end());
    pieces_made_ += between_.size();
    return pieces_made_ <= kPiecesPerPoint * (plan_.points.size() + 256);
  }

  bool cut_lines() {
    Ring chain;
    for (std::uint32_t i = 0; i < map_.lines.size(); ++i) {
      const auto [a, b] = line_ends_[i];
      if (a == b) continue;
      chain.clear();
      if (!append_edge(a, b, chain)) return false;
      chain.push_back(b);
      for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
        line_pieces_.push_back({free_key(chain[k], chain[k + 1]), i, chain[k] < chain[k + 1]});
      }
    }
    std::sort(line_pieces_.begin(), line_pieces_.end());
    return true;
  }

  bool add_leaf(const LeafPolygon& leaf, const Ring& corners) {
    Ring ring;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const std::uint32_t a = corners[i], b = corners[i + 1 < corners.size() ? i + 1 : 0];
      if (a != b && !append_edge(a, b, ring)) return false;
    }
    std::vector<Ring> clean, parts;
    clean_ring(plan_.points, std::move(ring), clean);
    for (Ring& r : clean) split_ring(plan_.points, std::move(r), parts);
    if (parts.size() > 1) ++plan_.split_leaves;
    if (parts.empty())
      plan_.lost.push_back({leaf_sector(leaf.leaf), leaf.corners[0], polygon_area(leaf.corners)});
    for (const Ring& part : parts) add_cell(leaf.leaf, part);
    return true;
  }

  static double polygon_area(const Polygon& p) {
    double twice = 0;
    for (std::size_t i = 2; i < p.size(); ++i) {
      const glm::dvec2 a = p[i - 1] - p[0], b = p[i] - p[0];
      twice += a.x * b.y - a.y * b.x;
    }
    return twice / 2;
  }

  void add_cell(std::uint32_t leaf, const Ring& ring) {
    const auto cell = static_cast<std::uint32_t>(plan_.cells.size());
    const std::vector<std::uint32_t> faces = ring_faces(plan_.points, ring);
    plan_.cells.push_back({static_cast<std::uint32_t>(plan_.pieces.size()),
                           static_cast<std::uint32_t>(ring.size()), leaf, leaf_sector(leaf),
                           static_cast<std::int32_t>(leaf)});
    for (std::size_t i = 0; i < ring.size(); ++i) {
      PlanPiece piece{ring[i], cell, faces[i], kNone, kNone, 0};
      find_line(piece, ring[i + 1 < ring.size() ? i + 1 : 0]);
      plan_.pieces.push_back(piece);
    }
  }

  [[nodiscard]] std::uint32_t leaf_sector(std::uint32_t leaf) const {
    const DoomLeaf& range = map_.leaves[leaf];
    for (std::uint32_t i = 0; i < range.seg_count; ++i) {
      const std::uint32_t sector = seg_sector(map_, map_.segs[range.first_seg + i]);
      if (sector != kNone) return sector;
    }
    return kNone;
  }

  // A linedef's right side sees it run backwards.
  void find_line(PlanPiece& piece, std::uint32_t to) const {
    const LinePiece wanted{free_key(piece.point, to), 0, false};
    const auto at = std::lower_bound(line_pieces_.begin(), line_pieces_.end(), wanted);
    if (at == line_pieces_.end() || at->key != wanted.key) return;
    piece.line = at->line;
    piece.line_side = at->rising == (piece.point < to) ? 1 : 0;
  }

  [[nodiscard]] std::uint32_t piece_end(std::uint32_t i) const {
    const PlanCell& cell = plan_.cells[plan_.pieces[i].cell];
    return plan_.pieces[i + 1 < cell.first_piece + cell.piece_count ? i + 1 : cell.first_piece]
        .point;
  }

  // Whether the map says that nothing lies behind this edge.
  [[nodiscard]] bool is_wall(const PlanPiece& piece) const {
    if (piece.line == kNone) return false;
    const DoomLine& line = map_.lines[piece.line];
    return line.side[piece.line_side] != kNone && line.side[1 - piece.line_side] == kNone;
  }

  void count_gap(std::uint32_t i) {
    const glm::dvec2 d(plan_.points[piece_end(i)] - plan_.points[plan_.pieces[i].point]);
    ++plan_.gaps;
    plan_.gap_length += std::sqrt(d.x * d.x + d.y * d.y);
  }

  // Joins each edge to the same edge run the other way, if there is exactly one of each.
  void join() {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> edges;
    edges.reserve(plan_.pieces.size());
    for (std::uint32_t i = 0; i < plan_.pieces.size(); ++i)
      edges.emplace_back(edge_key(plan_.pieces[i].point, piece_end(i)), i);
    std::sort(edges.begin(), edges.end());
    const auto only = [&](std::uint64_t key) {
      const auto at =
          std::lower_bound(edges.begin(), edges.end(), std::make_pair(key, std::uint32_t{0}));
      if (at == edges.end() || at->first != key ||
          (at + 1 != edges.end() && (at + 1)->first == key))
        return kNone;
      return at->second;
    };
    for (const auto& [key, i] : edges) {
      const std::uint32_t twin =
          only(edge_key(static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)));
      if (twin != kNone && only(key) == i) plan_.pieces[i].twin = twin;
      if (plan_.pieces[i].twin == kNone && !is_wall(plan_.pieces[i])) count_gap(i);
    }
  }

  const DoomMap& map_;
  double scale_;
  PointSet points_;
  Plan plan_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> line_ends_;
  std::vector<Ring> corners_;  // per leaf polygon
  std::vector<LinePiece> line_pieces_;
  Ring between_;
  std::size_t pieces_made_ = 0;
};

}  // namespace

Result<Plan> build_plan(const DoomMap& map, double steps_per_unit) {
  return PlanBuilder(map, steps_per_unit).run();
}

}  // namespace playset::doom
