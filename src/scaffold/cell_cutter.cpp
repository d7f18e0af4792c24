// Cuts cells: those with the shape of a cub are taken over, upright prisms are cut along diagonals
// of their plan, all others into pyramids from one corner.
#include "scaffold/cell_cutter.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <optional>
#include <span>

#include "playset/geom/polygon.h"

namespace playset {
namespace {

using Loop = std::vector<std::uint32_t>;  // vertices of the complex

// --- Polygons.

using Piece = std::vector<std::uint32_t>;  // numbers of a polygon's corners

std::vector<GridPoint> points_of(const std::vector<GridPoint>& polygon, const Piece& piece) {
  std::vector<GridPoint> points;
  for (const std::uint32_t i : piece) points.push_back(polygon[i]);
  return points;
}

// How round a piece is: area over the square of its outline; 0 where it is not convex, or turns
// the other way than the polygon.
double roundness(const std::vector<GridPoint>& points, const GridVector& normal) {
  if (!is_convex(points)) return 0.0;
  const GridVector area = area_vector2(points);
  if (glm::dot(glm::dvec3(area), glm::dvec3(normal)) <= 0.0) return 0.0;
  double outline = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const glm::dvec3 d(grid_vector(points[i], points[(i + 1) % points.size()]));
    outline += std::sqrt(glm::dot(d, d));
  }
  const glm::dvec3 wide(area);
  return std::sqrt(glm::dot(wide, wide)) / (outline * outline);
}

// Rungs across a convex polygon, from corner `first` on: the fewest pieces there can be.
std::vector<Piece> ladder(std::uint32_t count, std::uint32_t first) {
  std::vector<Piece> pieces;
  std::uint32_t low = 0, high = count - 1;
  const auto corner = [&](std::uint32_t i) { return (first + i) % count; };
  for (; high - low > 2; ++low, --high)
    pieces.push_back({corner(low), corner(low + 1), corner(high - 1), corner(high)});
  if (high - low == 2) pieces.push_back({corner(low), corner(low + 1), corner(high)});
  return pieces;
}

// The ladder whose worst piece is roundest; empty where none has all pieces sound.
std::vector<Piece> best_ladder(const std::vector<GridPoint>& polygon, const GridVector& normal) {
  const auto count = static_cast<std::uint32_t>(polygon.size());
  std::vector<Piece> best;
  double best_worst = 0.0;
  for (std::uint32_t first = 0; first < count; ++first) {
    std::vector<Piece> pieces = ladder(count, first);
    double worst = 1.0;
    for (const Piece& piece : pieces)
      worst = std::min(worst, roundness(points_of(polygon, piece), normal));
    if (worst <= best_worst) continue;
    best_worst = worst;
    best = std::move(pieces);
  }
  return best;
}

struct Triangles {
  std::vector<PolygonTriangle> all;
  std::vector<std::vector<std::uint32_t>> beside;  // of each
};

Triangles triangles_of(const std::vector<GridPoint>& polygon) {
  Triangles t;
  std::vector<PolygonTriangle> raw;
  (void)triangulate_polygon(polygon, raw);
  for (const PolygonTriangle& x : raw)
    if (!collinear(polygon[x[0]], polygon[x[1]], polygon[x[2]])) t.all.push_back(x);
  t.beside.resize(t.all.size());
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> edges;
  for (std::uint32_t i = 0; i < t.all.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t.all[i][k], b = t.all[i][(k + 1) % 3];
      if (const auto other = edges.find({b, a}); other != edges.end()) {
        t.beside[i].push_back(other->second);
        t.beside[other->second].push_back(i);
      }
      edges[{a, b}] = i;
    }
  }
  return t;
}

// The quad of two triangles that share an edge.
Piece joined(const PolygonTriangle& a, const PolygonTriangle& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (a[i] == b[(k + 1) % 3] && a[(i + 1) % 3] == b[k])
        return {a[(i + 1) % 3], a[(i + 2) % 3], a[i], b[(k + 2) % 3]};
    }
  }
  return {};
}

// Triangles by ears, paired to quads from the leaves inwards.
std::vector<Piece> pair_triangles(const std::vector<GridPoint>& polygon, const GridVector& normal) {
  const Triangles t = triangles_of(polygon);
  std::vector<bool> used(t.all.size(), false);
  const auto free_around = [&](std::size_t i) {
    return std::count_if(t.beside[i].begin(), t.beside[i].end(),
                         [&](std::uint32_t other) { return !used[other]; });
  };
  std::vector<Piece> pieces;
  for (;;) {
    std::size_t leaf = t.all.size();
    for (std::size_t i = 0; i < t.all.size(); ++i) {
      if (!used[i] && (leaf == t.all.size() || free_around(i) < free_around(leaf))) leaf = i;
    }
    if (leaf == t.all.size()) return pieces;
    used[leaf] = true;
    pieces.emplace_back(t.all[leaf].begin(), t.all[leaf].end());
    for (const std::uint32_t other : t.beside[leaf]) {
      if (used[other]) continue;
      Piece quad = joined(t.all[leaf], t.all[other]);
      if (!(roundness(points_of(polygon, quad), normal) > 0.0)) continue;
      used[other] = true;
      pieces.back() = std::move(quad);
      break;
    }
  }
}

// --- A cell as a polyhedron of faces.

struct Face {
  std::uint32_t id = 0;  // CellSide::face
  std::vector<std::uint32_t> sides;
  Loop outline;  // counterclockwise from inside
};

class CellCutter {
 public:
  CellCutter(const CellComplex& complex, std::uint32_t cell, std::vector<CutCub>& out)
      : c_(complex), cell_(complex.cells[cell]), out_(out) {}

  std::string cut() {
    gather_faces();
    if (all_single() && (take_hexahedron(faces_) || take_wedge(faces_) || take_pyramid(faces_)))
      return "";
    if (cut_prism()) return "";
    if (!trace_outlines()) return "a face of it is not one polygon";
    drop_edge_corners();
    if (take_hexahedron(faces_) || take_wedge(faces_) || take_pyramid(faces_)) return "";
    return cut_pyramids();
  }

 private:
  [[nodiscard]] std::span<const std::uint32_t> loop_of(std::uint32_t side) const {
    return std::span(c_.corners).subspan(c_.sides[side].first_corner, c_.sides[side].corner_count);
  }

  void gather_faces() {
    for (std::uint32_t s = cell_.first_side; s < cell_.first_side + cell_.side_count; ++s) {
      const std::uint32_t id = c_.sides[s].face;
      auto at =
          std::find_if(faces_.begin(), faces_.end(), [&](const Face& f) { return f.id == id; });
      if (at == faces_.end()) at = faces_.insert(faces_.end(), {id, {}, {}});
      at->sides.push_back(s);
    }
    for (Face& face : faces_) {
      const auto loop = loop_of(face.sides[0]);
      face.outline.assign(loop.begin(), loop.end());
    }
  }
  [[nodiscard]] bool all_single() const {
    return std::all_of(faces_.begin(), faces_.end(),
                       [](const Face& face) { return face.sides.size() == 1; });
  }

  // Edges of a face's sides that are not shared within it, as one loop.
  bool trace_outlines() {
    return std::all_of(faces_.begin(), faces_.end(),
                       [&](Face& face) { return face.sides.size() == 1 || trace_outline(face); });
  }
  bool trace_outline(Face& face) const {
    std::map<std::uint32_t, std::vector<std::uint32_t>> next;
    for (const std::uint32_t side : face.sides) {
      const auto loop = loop_of(side);
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const std::uint32_t a = loop[i], b = loop[(i + 1) % loop.size()];
        if (const auto back = next.find(b); back != next.end() && std::erase(back->second, a) > 0)
          continue;
        next[a].push_back(b);
      }
    }
    std::size_t left = 0;
    std::uint32_t start = kNone;
    for (const auto& [from, to] : next) {
      if (to.size() > 1) return false;
      if (to.empty()) continue;
      ++left;
      if (start == kNone) start = from;
    }
    face.outline.clear();
    for (std::uint32_t at = start; start != kNone && face.outline.size() < left;) {
      face.outline.push_back(at);
      const auto step = next.find(at);
      if (step == next.end() || step->second.empty()) return false;
      at = step->second[0];
      if (at == start) break;
    }
    return face.outline.size() == left && left >= 3;
  }

  // A vertex of two faces lies on the edge between them.
  void drop_edge_corners() {
    std::map<std::uint32_t, std::uint32_t> uses;
    for (const Face& face : faces_)
      for (const std::uint32_t v : face.outline) ++uses[v];
    for (Face& face : faces_)
      std::erase_if(face.outline, [&](std::uint32_t v) { return uses[v] < 3; });
    std::erase_if(faces_, [](const Face& face) { return face.outline.size() < 3; });
  }

  // --- Cells that are cubs.

  static std::optional<CutCub> label(const std::vector<Face>& faces,
                                     const std::array<std::uint32_t, kCubCorners>& corners) {
    CutCub cub{corners, {}};
    cub.faces.fill(kNone);
    std::size_t found = 0;
    for (std::uint32_t side = 0; side < kCubSides; ++side) {
      const Loop loop = cut_loop(cub, side);
      if (loop.size() < 3) continue;
      const auto face = std::find_if(faces.begin(), faces.end(),
                                     [&](const Face& f) { return same_loop(f.outline, loop); });
      if (face == faces.end()) return std::nullopt;
      cub.faces[side] = face->id;
      ++found;
    }
    return found == faces.size() ? std::optional(cub) : std::nullopt;
  }

  static bool same_loop(const Loop& a, const Loop& b) {
    if (a.size() != b.size()) return false;
    const auto at = static_cast<std::size_t>(std::find(a.begin(), a.end(), b[0]) - a.begin());
    for (std::size_t i = 0; i < a.size(); ++i)
      if (at == a.size() || a[(at + i) % a.size()] != b[i]) return false;
    return true;
  }

  // The neighbour of `v` along an edge that does not belong to `base`.
  static std::uint32_t up_from(const std::vector<Face>& faces, const Face& base, std::uint32_t v) {
    for (const Face& face : faces) {
      if (&face == &base) continue;
      const Loop& loop = face.outline;
      const auto at =
          static_cast<std::size_t>(std::find(loop.begin(), loop.end(), v) - loop.begin());
      if (at == loop.size()) continue;
      for (const std::size_t step : {std::size_t{1}, loop.size() - 1}) {
        const std::uint32_t next = loop[(at + step) % loop.size()];
        if (std::find(base.outline.begin(), base.outline.end(), next) == base.outline.end())
          return next;
      }
    }
    return kNone;
  }

  // How well a labelling fits the axes; source numbers of a cub count more.
  [[nodiscard]] double fit_of(const CutCub& cub) const {
    constexpr std::array<glm::dvec3, kCubSides> kOutward = {
        {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
    double fit = 0.0;
    for (std::uint32_t side = 0; side < kCubSides; ++side) {
      if (cub.faces[side] == kNone) continue;
      std::vector<glm::dvec3> points;
      for (const std::uint32_t v : cut_loop(cub, side)) points.push_back(to_metres(c_.vertices[v]));
      const glm::dvec3 area = area_vector(points);
      const double size = std::sqrt(glm::dot(area, area));
      if (size > 0.0) fit -= glm::dot(kOutward[side], area) / size;
      if (numbered(cub.faces[side], side)) fit += 100.0;
    }
    return fit;
  }
  [[nodiscard]] bool numbered(std::uint32_t face, std::uint32_t side) const {
    const auto at =
        std::find_if(faces_.begin(), faces_.end(), [&](const Face& f) { return f.id == face; });
    return at->sides.size() == 1 &&
           c_.sides[at->sides[0]].source_side == static_cast<std::int32_t>(side);
  }

  void keep_better(std::optional<CutCub>& best, const std::optional<CutCub>& cub) const {
    if (cub && (!best || fit_of(*cub) > fit_of(*best))) best = cub;
  }

  // Six quads: the best of 24 ways to name its corners.
  bool take_hexahedron(const std::vector<Face>& faces) {
    if (faces.size() != 6) return false;
    std::optional<CutCub> best;
    for (const Face& base : faces) {
      if (base.outline.size() != 4) return false;
      std::array<std::uint32_t, 4> up{};
      for (std::size_t i = 0; i < 4; ++i) up[i] = up_from(faces, base, base.outline[i]);
      for (std::size_t turn = 0; turn < 4; ++turn) {
        std::array<std::uint32_t, kCubCorners> corners{};
        for (std::size_t i = 0; i < 4; ++i) {
          corners[i] = base.outline[(i + turn) % 4];
          corners[i + 4] = up[(i + turn) % 4];
        }
        keep_better(best, label(faces, corners));
      }
    }
    return take(best);
  }

  // Two triangles and three quads: the triangles are bottom and top.
  bool take_wedge(const std::vector<Face>& faces) {
    if (faces.size() != 5) return false;
    std::optional<CutCub> best;
    for (const Face& base : faces) {
      if (base.outline.size() != 3) continue;
      for (std::size_t turn = 0; turn < 3; ++turn) {
        const std::array<std::uint32_t, 3> p = {base.outline[turn], base.outline[(turn + 1) % 3],
                                                base.outline[(turn + 2) % 3]};
        std::array<std::uint32_t, 3> up{};
        for (std::size_t i = 0; i < 3; ++i) up[i] = up_from(faces, base, p[i]);
        keep_better(best, label(faces, {up[0], p[0], p[2], up[2], up[1], p[1], p[2], up[2]}));
      }
    }
    return take(best);
  }

  // A base of three or four corners and one vertex above.
  bool take_pyramid(const std::vector<Face>& faces) {
    if (faces.size() != 4 && faces.size() != 5) return false;
    std::optional<CutCub> best;
    for (const Face& base : faces) {
      const Loop& p = base.outline;
      if (p.size() + 1 != faces.size()) continue;
      const std::uint32_t tip = up_from(faces, base, p[0]);
      for (std::size_t turn = 0; turn < p.size(); ++turn) {
        Loop q = p;
        std::rotate(q.begin(), q.begin() + static_cast<std::ptrdiff_t>(turn), q.end());
        keep_better(best, label(faces, pyramid(q, tip)));
      }
    }
    return take(best);
  }

  // The base is the bottom side.
  static std::array<std::uint32_t, kCubCorners> pyramid(const Loop& base, std::uint32_t tip) {
    const std::uint32_t last = base.size() == 4 ? base[3] : base[2];
    return {tip, base[0], last, tip, tip, base[1], base[2], tip};
  }

  bool take(const std::optional<CutCub>& cub) {
    if (cub) out_.push_back(*cub);
    return cub.has_value();
  }

  // --- Upright prisms.

  [[nodiscard]] bool level_loop(const Loop& loop) const {
    return std::all_of(loop.begin(), loop.end(),
                       [&](std::uint32_t v) { return c_.vertices[v].y == c_.vertices[loop[0]].y; });
  }

  // The vertex of `loop` above or below `v`, or kNone.
  [[nodiscard]] std::uint32_t above(const Loop& loop, std::uint32_t v) const {
    const GridPoint p = c_.vertices[v];
    for (const std::uint32_t u : loop)
      if (c_.vertices[u].x == p.x && c_.vertices[u].z == p.z) return u;
    return kNone;
  }

  bool cut_prism() {
    const Face *floor = nullptr, *ceiling = nullptr;
    for (const Face& face : faces_) {
      if (face.sides.size() != 1 || !level_loop(face.outline)) continue;
      const Face*& place = floor == nullptr ? floor : ceiling;
      if (floor != nullptr && ceiling != nullptr) return false;
      place = &face;
    }
    if (ceiling == nullptr || floor->outline.size() != ceiling->outline.size()) return false;
    if (c_.vertices[floor->outline[0]].y > c_.vertices[ceiling->outline[0]].y)
      std::swap(floor, ceiling);
    Loop top;
    for (const std::uint32_t v : floor->outline) top.push_back(above(ceiling->outline, v));
    if (std::find(top.begin(), top.end(), kNone) != top.end()) return false;
    const std::vector<std::uint32_t> walls = walls_of_edges(*floor, *ceiling);
    return !walls.empty() && add_prisms(*floor, *ceiling, top, walls);
  }

  // The face over each edge of the floor; empty where one has none, or something lies elsewhere.
  [[nodiscard]] std::vector<std::uint32_t> walls_of_edges(const Face& floor,
                                                          const Face& ceiling) const {
    const std::size_t n = floor.outline.size();
    std::vector<std::uint32_t> walls(n, kNone);
    for (const Face& face : faces_) {
      if (&face == &floor || &face == &ceiling) continue;
      for (const std::uint32_t side : face.sides) {
        std::vector<std::size_t> ends;
        for (const std::uint32_t v : loop_of(side)) {
          const std::uint32_t below = above(floor.outline, v);
          if (below == kNone) return {};
          ends.push_back(static_cast<std::size_t>(
              std::find(floor.outline.begin(), floor.outline.end(), below) -
              floor.outline.begin()));
        }
        std::sort(ends.begin(), ends.end());
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        if (ends.size() != 2) return {};
        const bool wraps = ends[0] == 0 && ends[1] == n - 1;
        if (!wraps && ends[1] != ends[0] + 1) return {};
        walls[wraps ? n - 1 : ends[0]] = face.id;
      }
    }
    if (std::find(walls.begin(), walls.end(), kNone) != walls.end()) return {};
    return walls;
  }

  bool add_prisms(const Face& floor, const Face& ceiling, const Loop& top,
                  const std::vector<std::uint32_t>& walls) {
    std::vector<GridPoint> plan;
    for (const std::uint32_t v : floor.outline) plan.push_back(c_.vertices[v]);
    const auto n = static_cast<std::uint32_t>(plan.size());
    const std::vector<std::vector<std::uint32_t>> pieces = cut_polygon(plan);
    for (const std::vector<std::uint32_t>& piece : pieces) {
      const std::size_t m = piece.size();
      const auto low = [&](std::size_t i) { return floor.outline[piece[std::min(i, m - 1)]]; };
      const auto high = [&](std::size_t i) { return top[piece[std::min(i, m - 1)]]; };
      CutCub cub{{high(0), low(0), low(3), high(3), high(1), low(1), low(2), high(2)}, {}};
      cub.faces.fill(kNone);
      cub.faces[static_cast<std::size_t>(CubSideName::Bottom)] = floor.id;
      cub.faces[static_cast<std::size_t>(CubSideName::Top)] = ceiling.id;
      constexpr std::array<CubSideName, 4> kAround = {CubSideName::Right, CubSideName::Front,
                                                      CubSideName::Left, CubSideName::Back};
      for (std::size_t i = 0; i < m; ++i) {
        const std::uint32_t a = piece[i], b = piece[(i + 1) % m];
        const CubSideName side = m == 3 && i == 2 ? CubSideName::Back : kAround[i];
        if (b == (a + 1) % n) cub.faces[static_cast<std::size_t>(side)] = walls[a];
      }
      out_.push_back(cub);
    }
    return !pieces.empty();
  }

  // --- Any convex cell.

  std::string cut_pyramids() {
    std::map<std::uint32_t, std::uint32_t> uses;
    for (const Face& face : faces_)
      for (const std::uint32_t v : face.outline) ++uses[v];
    std::uint32_t tip = kNone;
    for (const auto& [vertex, count] : uses)
      if (tip == kNone || count > uses[tip]) tip = vertex;
    if (tip == kNone) return "it has no corners";
    std::map<std::array<std::uint32_t, 2>, std::uint32_t> rims;  // edges of faces that hold the tip
    for (const Face& face : faces_) {
      if (std::find(face.outline.begin(), face.outline.end(), tip) == face.outline.end()) continue;
      for (std::size_t i = 0; i < face.outline.size(); ++i)
        rims[{face.outline[i], face.outline[(i + 1) % face.outline.size()]}] = face.id;
    }
    const std::size_t before = out_.size();
    for (const Face& face : faces_) {
      if (std::find(face.outline.begin(), face.outline.end(), tip) != face.outline.end()) continue;
      add_pyramids(face, tip, rims);
    }
    return out_.size() > before ? "" : "no part of it has volume";
  }

  void add_pyramids(const Face& face, std::uint32_t tip,
                    const std::map<std::array<std::uint32_t, 2>, std::uint32_t>& rims) {
    std::vector<GridPoint> plan;
    for (const std::uint32_t v : face.outline) plan.push_back(c_.vertices[v]);
    for (const std::vector<std::uint32_t>& piece : cut_polygon(plan)) {
      Loop base;
      for (const std::uint32_t i : piece) base.push_back(face.outline[i]);
      CutCub cub{pyramid(base, tip), {}};
      cub.faces.fill(kNone);
      cub.faces[static_cast<std::size_t>(CubSideName::Bottom)] = face.id;
      for (std::uint32_t side = 0; side < kCubSides; ++side) {
        const Loop loop = cut_loop(cub, side);
        if (side == static_cast<std::uint32_t>(CubSideName::Bottom) || loop.size() != 3) continue;
        for (std::size_t i = 0; i < 3; ++i) {
          const auto rim = rims.find({loop[i], loop[(i + 1) % 3]});
          if (rim != rims.end() && loop[i] != tip && loop[(i + 1) % 3] != tip)
            cub.faces[side] = rim->second;
        }
      }
      out_.push_back(cub);
    }
  }

  const CellComplex& c_;
  const Cell& cell_;
  std::vector<CutCub>& out_;
  std::vector<Face> faces_;
};

}  // namespace

std::vector<std::uint32_t> cut_loop(const CutCub& cub, std::uint32_t side) {
  std::vector<std::uint32_t> loop;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t v = cub.corners[kSideCorners[side][i]];
    if (v != cub.corners[kSideCorners[side][(i + 1) % 4]]) loop.push_back(v);
  }
  return loop;
}

std::vector<std::vector<std::uint32_t>> cut_polygon(const std::vector<GridPoint>& polygon) {
  const GridVector normal = area_vector2(polygon);
  if (polygon.size() < 3 || normal == GridVector(0)) return {};
  std::vector<Piece> pieces = best_ladder(polygon, normal);
  return pieces.empty() ? pair_triangles(polygon, normal) : pieces;
}

std::string cut_cell(const CellComplex& complex, std::uint32_t cell, std::vector<CutCub>& out) {
  return CellCutter(complex, cell, out).cut();
}

}  // namespace playset
