// Groups a cell's pieces into planes and measures how true they are.
#include "level/cook_faces.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace playset {
namespace {

constexpr double kTrue = 1e-6;         // m: a face that strays less is not bent
constexpr std::size_t kMaxFaces = 48;  // kMaxWideBlocks x kBlockFaces

glm::dvec3 to_vec(const Wide3& v) noexcept {
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

struct Range {
  double lo = 1e300, hi = -1e300;
  void add(double x) noexcept {
    lo = std::min(lo, x);
    hi = std::max(hi, x);
  }
};

// One cell's faces while they are found.
class FaceFinder {
 public:
  FaceFinder(const CellComplex& complex, const Pieces& pieces, const Cell& cell)
      : complex_(complex), pieces_(pieces) {
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
      for (std::uint32_t p = pieces.first[s]; p < pieces.first[s + 1]; ++p) mine_.push_back(p);
    for (const std::uint32_t p : mine_)
      for (const std::uint32_t v : pieces.loop(p)) corners_.push_back(v);
    std::sort(corners_.begin(), corners_.end());
    corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
  }

  CellFaces find() {
    place_center();
    group_pieces();
    check_exactly();
    measure_bend();
    return std::move(cell_);
  }

 private:
  glm::dvec3 local(std::uint32_t vertex) const noexcept {
    return to_metres(complex_.vertices[vertex]) - cell_.ref;
  }
  std::uint32_t face_id(std::uint32_t piece) const noexcept {
    return complex_.sides[pieces_.pieces[piece].side].face;
  }

  void place_center() noexcept {
    Wide3 sum{};
    for (const std::uint32_t v : corners_)
      for (std::size_t i = 0; i < 3; ++i) sum[i] += complex_.vertices[v][static_cast<int>(i)];
    for (std::size_t i = 0; i < 3; ++i)
      cell_.center[static_cast<int>(i)] =
          static_cast<std::int32_t>(sum[i] / static_cast<std::int64_t>(corners_.size()));
    const glm::dvec3 center = to_metres(cell_.center);
    cell_.ref = {std::nearbyint(center.x), std::nearbyint(center.y), std::nearbyint(center.z)};
    for (const std::uint32_t v : corners_) {
      const glm::dvec3 p = local(v);
      cell_.reach = std::max(cell_.reach, std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z));
    }
  }

  // The plane of some pieces by their summed area; its offset halves their spread. False where they
  // have no area.
  bool fit(Face& face) const {
    Wide3 area{};
    for (const std::uint32_t p : face.pieces) {
      const Wide3 part = loop_area_vector(complex_.vertices, pieces_.loop(p));
      for (std::size_t i = 0; i < 3; ++i) area[i] += part[i];
    }
    const glm::dvec3 n = to_vec(area);
    const double length = std::sqrt(glm::dot(n, n));
    if (!(length > 0.0)) return false;
    face.n = n / length;
    const Range spread = spread_of(face);
    face.w = -0.5 * (spread.lo + spread.hi);
    face.bent = spread.hi - spread.lo > 2.0 * kTrue;
    return true;
  }

  Range spread_of(const Face& face) const {
    Range range;
    for (const std::uint32_t p : face.pieces)
      for (const std::uint32_t v : pieces_.loop(p)) range.add(glm::dot(face.n, local(v)));
    return range;
  }

  void add_face(std::vector<std::uint32_t> members) {
    Face face;
    face.pieces = std::move(members);
    if (!fit(face)) return;
    const Range spread = spread_of(face);
    if (face.pieces.size() > 1 && spread.hi - spread.lo > 2.0 * kMaxBend) {
      for (const std::uint32_t p : std::vector(face.pieces)) add_face({p});
      return;
    }
    cell_.bend = std::max(cell_.bend, 0.5 * (spread.hi - spread.lo));
    cell_.faces.push_back(std::move(face));
  }

  void group_pieces() {
    std::stable_sort(mine_.begin(), mine_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return face_id(a) < face_id(b); });
    for (std::size_t i = 0; i < mine_.size();) {
      std::size_t end = i + 1;
      while (end < mine_.size() && face_id(mine_[end]) == face_id(mine_[i])) ++end;
      add_face({mine_.begin() + static_cast<std::ptrdiff_t>(i),
                mine_.begin() + static_cast<std::ptrdiff_t>(end)});
      i = end;
    }
  }

  // Every corner on or inside every piece's plane, the center strictly inside: by integers.
  void check_exactly() {
    cell_.exactly_convex = true;
    for (const std::uint32_t p : mine_) {
      const Wide3 normal = loop_area_vector(complex_.vertices, pieces_.loop(p));
      const GridPoint on = complex_.vertices[pieces_.loop(p)[0]];
      cell_.exactly_convex &= side_of(normal, on, cell_.center) > 0;
      for (const std::uint32_t v : corners_)
        cell_.exactly_convex &= side_of(normal, on, complex_.vertices[v]) >= 0;
      if (!cell_.exactly_convex) return;
    }
  }

  void measure_bend() {
    double outside = 0.0;
    for (const Face& face : cell_.faces)
      for (const std::uint32_t v : corners_)
        outside = std::max(outside, -(glm::dot(face.n, local(v)) + face.w));
    if (outside > kTrue && outside > cell_.bend)
      for (Face& face : cell_.faces) face.bent = true;
    cell_.bend = std::max(cell_.bend, outside);
    cell_.rough = cell_.bend > kMaxBend || cell_.faces.size() > kMaxFaces ||
                  cell_.faces.size() < 4 || cell_.reach + 2.0 > static_cast<double>(kMaxTolerance);
    if (cell_.rough || cell_.bend <= kTrue) cell_.bend = 0.0;
  }

  const CellComplex& complex_;
  const Pieces& pieces_;
  std::vector<std::uint32_t> mine_, corners_;
  CellFaces cell_;
};

// Builds the nodes of one face by cutting its pieces into slabs along parallel lines that cross
// none of them.
class NodeBuilder {
 public:
  NodeBuilder(const CellComplex& complex, const Pieces& pieces, const PieceExits& exits,
              const CellFaces& cell, const Face& face, std::vector<FaceNode>& nodes)
      : complex_(complex),
        pieces_(pieces),
        exits_(exits),
        cell_(cell),
        face_(face),
        nodes_(nodes) {}

  std::uint32_t build(const std::vector<std::uint32_t>& members) {
    const bool same = std::all_of(members.begin(), members.end(),
                                  [&](std::uint32_t p) { return exits_[p] == exits_[members[0]]; });
    if (same) return exits_[members[0]];
    Cut best;
    for (const std::uint32_t p : members) try_directions(members, p, best);
    if (best.slabs.size() < 2) return kExitExact;
    return make_node(best);
  }

 private:
  struct Cut {
    glm::dvec3 m{0.0};
    std::vector<double> at;                         // between the slabs
    std::vector<std::vector<std::uint32_t>> slabs;  // in order along m
  };

  glm::dvec3 local(std::uint32_t vertex) const noexcept {
    return to_metres(complex_.vertices[vertex]) - cell_.ref;
  }

  void try_directions(const std::vector<std::uint32_t>& members, std::uint32_t piece,
                      Cut& best) const {
    const auto loop = pieces_.loop(piece);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const glm::dvec3 e = local(loop[(i + 1) % loop.size()]) - local(loop[i]);
      const glm::dvec3 m(face_.n.y * e.z - face_.n.z * e.y, face_.n.z * e.x - face_.n.x * e.z,
                         face_.n.x * e.y - face_.n.y * e.x);
      const double length = std::sqrt(glm::dot(m, m));
      if (!(length > 0.0)) continue;
      Cut cut = cut_along(members, m / length);
      if (cut.slabs.size() > best.slabs.size()) best = std::move(cut);
    }
  }

  Cut cut_along(const std::vector<std::uint32_t>& members, glm::dvec3 m) const {
    struct Item {
      Range range;
      std::uint32_t piece;
    };
    std::vector<Item> items;
    for (const std::uint32_t p : members) {
      Item item{{}, p};
      for (const std::uint32_t v : pieces_.loop(p)) item.range.add(glm::dot(m, local(v)));
      items.push_back(item);
    }
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.range.lo < b.range.lo; });
    const double overlap = face_.bent ? kMaxBend : kTrue;
    Cut cut{m, {}, {}};
    double reach = -1e300;
    for (const Item& item : items) {
      if (cut.slabs.empty() || item.range.lo >= reach - overlap) {
        if (!cut.slabs.empty()) cut.at.push_back(0.5 * (reach + item.range.lo));
        cut.slabs.emplace_back();
      }
      cut.slabs.back().push_back(item.piece);
      reach = std::max(reach, item.range.hi);
    }
    return cut;
  }

  // Takes up to kNodeCuts lines, evenly; slabs between them go to further nodes.
  std::uint32_t make_node(const Cut& cut) {
    const std::size_t children = std::min<std::size_t>(cut.slabs.size(), kNodeCuts + 1);
    FaceNode node{};
    for (std::size_t i = 0; i < 3; ++i) {
      node.n[i] = static_cast<float>(cut.m[static_cast<int>(i)]);
      node.ref[i] = static_cast<std::int16_t>(cell_.ref[static_cast<int>(i)]);
    }
    node.bent = face_.bent ? 1 : 0;
    node.cut.fill(1e15f);
    std::size_t slab = 0;
    for (std::size_t c = 0; c < children; ++c) {
      const std::size_t end = (c + 1) * cut.slabs.size() / children;
      std::vector<std::uint32_t> members;
      for (; slab < end; ++slab)
        members.insert(members.end(), cut.slabs[slab].begin(), cut.slabs[slab].end());
      if (c + 1 < children) node.cut[c] = static_cast<float>(cut.at[end - 1]);
      node.child[c] = build(members);
    }
    for (std::size_t c = children; c < node.child.size(); ++c)
      node.child[c] = node.child[children - 1];
    nodes_.push_back(node);
    return make_exit(ExitTag::Node, static_cast<std::uint32_t>(nodes_.size() - 1));
  }

  const CellComplex& complex_;
  const Pieces& pieces_;
  const PieceExits& exits_;
  const CellFaces& cell_;
  const Face& face_;
  std::vector<FaceNode>& nodes_;
};

}  // namespace

std::vector<CellFaces> find_faces(const CellComplex& complex, const Pieces& pieces) {
  std::vector<CellFaces> cells;
  cells.reserve(complex.cells.size());
  for (const Cell& cell : complex.cells) cells.push_back(FaceFinder(complex, pieces, cell).find());
  return cells;
}

void share_bends(const CellComplex& complex, const Pieces& pieces, std::vector<CellFaces>& cells) {
  std::vector<std::uint8_t> bent(pieces.pieces.size(), 0);
  for (const CellFaces& cell : cells)
    for (const Face& face : cell.faces)
      for (const std::uint32_t p : face.pieces) bent[p] = face.bent && !cell.rough ? 1 : 0;
  for (std::size_t c = 0; c < complex.cells.size(); ++c)
    for (Face& face : cells[c].faces)
      for (const std::uint32_t p : face.pieces) {
        const std::uint32_t twin = pieces.pieces[p].twin;
        face.bent |= twin != kNone && bent[twin] != 0;
      }
}

std::uint32_t face_exit(const CellComplex& complex, const Pieces& pieces, const PieceExits& exits,
                        const CellFaces& cell, const Face& face, std::vector<FaceNode>& nodes) {
  return NodeBuilder(complex, pieces, exits, cell, face, nodes).build(face.pieces);
}

SidePlane plane_of(const std::vector<GridPoint>& vertices,
                   std::span<const std::uint32_t> loop) noexcept {
  const Wide3 area = loop_area_vector(vertices, loop);
  const glm::dvec3 n(static_cast<double>(area[0]), static_cast<double>(area[1]),
                     static_cast<double>(area[2]));
  const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
  if (!(length > 0.0)) return {glm::dvec3(0.0), 0.0};
  const glm::dvec3 unit = n / length;
  const glm::dvec3 p = to_metres(vertices[loop[0]]);
  return {unit, -(unit.x * p.x + unit.y * p.y + unit.z * p.z)};
}

}  // namespace playset
