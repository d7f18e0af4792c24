// src/geom/overlay.cpp - overlay of polygons that share vertices: directed edges cancel, loops are
// traced, holes are bridged.
#include "geom/overlay.h"

#include <algorithm>
#include <utility>

#include "playset/geom/polygon.h"
#include "playset/geom/predicates.h"

namespace playset {
namespace {

struct Edge {
  std::uint32_t from, to;
  friend bool operator==(const Edge&, const Edge&) = default;
  friend bool operator<(const Edge& a, const Edge& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  }
};

std::vector<Edge> edges_of(const CornerLoop& loop) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < loop.size(); ++i)
    edges.push_back({loop[i], loop[i + 1 < loop.size() ? i + 1 : 0]});
  return edges;
}

std::int64_t area2_of(const PlaneView& view, const CornerLoop& loop) {
  std::int64_t sum = 0;
  for (std::size_t i = 2; i < loop.size(); ++i)
    sum += area2(view.at(loop[0]), view.at(loop[i - 1]), view.at(loop[i]));
  return sum;
}

// Whether the middle of an edge lies strictly inside a polygon; in half steps, so that it is exact.
bool middle_inside(const PlaneView& view, Edge edge, std::span<const glm::ivec2> doubled) {
  return place_in_polygon(doubled, view.at(edge.from) + view.at(edge.to)) == PointPlace::Inside;
}

std::vector<glm::ivec2> doubled_corners(const PlaneView& view, const CornerLoop& loop) {
  std::vector<glm::ivec2> corners;
  for (const std::uint32_t v : loop) corners.push_back(view.at(v) * 2);
  return corners;
}

// Adds to `out` the edges of `a` that run inside `b`, and with `shared` those that both have in the
// same direction.
void keep_inside(const PlaneView& view, const CornerLoop& a, const CornerLoop& b, bool shared,
                 std::vector<Edge>& out) {
  std::vector<Edge> others = edges_of(b);
  std::sort(others.begin(), others.end());
  const std::vector<glm::ivec2> doubled = doubled_corners(view, b);
  for (const Edge e : edges_of(a)) {
    if (std::binary_search(others.begin(), others.end(), e)) {
      if (shared) out.push_back(e);
    } else if (!std::binary_search(others.begin(), others.end(), Edge{e.to, e.from}) &&
               middle_inside(view, e, doubled)) {
      out.push_back(e);
    }
  }
}

// True when, turning clockwise from `back`, direction a comes before direction b.
bool sooner_clockwise(glm::ivec2 back, glm::ivec2 a, glm::ivec2 b) {
  // Angles from `back` counterclockwise: the larger comes first clockwise. 0 counts as a whole
  // turn.
  const auto cross = [](glm::ivec2 u, glm::ivec2 v) { return area2({0, 0}, u, v); };
  const auto dot = [](glm::ivec2 u, glm::ivec2 v) {
    return std::int64_t{u.x} * v.x + std::int64_t{u.y} * v.y;
  };
  const auto turn = [&](glm::ivec2 d) {  // 0: straight on to half a turn, 1: beyond, 2: back itself
    const std::int64_t c = cross(back, d);
    if (c == 0 && dot(back, d) > 0) return 2;
    return c >= 0 ? 0 : 1;
  };
  if (turn(a) != turn(b)) return turn(a) > turn(b);
  return cross(b, a) > 0;
}

// Takes loops out of a set of directed edges, at each vertex turning so that the region on the left
// stays one piece.
bool trace_loops(const PlaneView& view, std::vector<Edge> edges, std::vector<CornerLoop>& loops) {
  std::sort(edges.begin(), edges.end());
  std::vector<bool> used(edges.size(), false);
  const auto next_edge = [&](const Edge& e) {
    auto at = std::lower_bound(edges.begin(), edges.end(), Edge{e.to, 0});
    const glm::ivec2 corner = view.at(e.to), back = view.at(e.from) - corner;
    std::size_t best = edges.size();
    for (; at != edges.end() && at->from == e.to; ++at) {
      const auto i = static_cast<std::size_t>(at - edges.begin());
      if (used[i]) continue;
      if (best == edges.size() ||
          sooner_clockwise(back, view.at(at->to) - corner, view.at(edges[best].to) - corner))
        best = i;
    }
    return best;
  };
  for (std::size_t first = 0; first < edges.size(); ++first) {
    if (used[first]) continue;
    CornerLoop loop;
    std::size_t at = first;
    do {  // `first` stays free, so that the turn that leads back to it ends the loop
      loop.push_back(edges[at].from);
      if (at != first) used[at] = true;
      at = next_edge(edges[at]);
      if (at == edges.size()) return false;
    } while (at != first);
    used[first] = true;
    loops.push_back(std::move(loop));
  }
  return true;
}

// Removes pairs of opposite edges. False where an edge occurs twice in one direction.
bool cancel_opposites(std::vector<Edge>& edges) {
  std::sort(edges.begin(), edges.end());
  if (std::adjacent_find(edges.begin(), edges.end()) != edges.end()) return false;
  std::vector<Edge> left;
  for (const Edge& e : edges) {
    if (!std::binary_search(edges.begin(), edges.end(), Edge{e.to, e.from})) left.push_back(e);
  }
  edges = std::move(left);
  return true;
}

bool between(glm::ivec2 a, glm::ivec2 b, glm::ivec2 p) {
  return p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) && p.y >= std::min(a.y, b.y) &&
         p.y <= std::max(a.y, b.y);
}

// Whether two segments share a point other than a common end.
bool segments_touch(glm::ivec2 a, glm::ivec2 b, glm::ivec2 c, glm::ivec2 d) {
  const int ac = orient2d(a, b, c), ad = orient2d(a, b, d), ca = orient2d(c, d, a),
            cb = orient2d(c, d, b);
  if (ac * ad < 0 && ca * cb < 0) return true;
  const auto inside = [](glm::ivec2 p, glm::ivec2 q, glm::ivec2 x) {
    return x != p && x != q && between(p, q, x);
  };
  return (ac == 0 && inside(a, b, c)) || (ad == 0 && inside(a, b, d)) ||
         (ca == 0 && inside(c, d, a)) || (cb == 0 && inside(c, d, b));
}

bool sees(const PlaneView& view, glm::ivec2 a, glm::ivec2 b, std::span<const CornerLoop> loops) {
  for (const CornerLoop& loop : loops) {
    for (const Edge e : edges_of(loop)) {
      if (segments_touch(a, b, view.at(e.from), view.at(e.to))) return false;
    }
  }
  return true;
}

struct Bridge {
  std::int64_t length2;
  std::size_t outer_at, hole_at;
  friend bool operator<(const Bridge& a, const Bridge& b) { return a.length2 < b.length2; }
};

// Joins a hole to the loop around it by the shortest bridge that crosses nothing.
bool bridge_hole(const PlaneView& view, std::span<const CornerLoop> all, const CornerLoop& hole,
                 CornerLoop& outer) {
  std::vector<Bridge> bridges;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    for (std::size_t k = 0; k < hole.size(); ++k) {
      const glm::ivec2 a = view.at(outer[i]), b = view.at(hole[k]);
      const std::int64_t x = std::int64_t{b.x} - a.x, y = std::int64_t{b.y} - a.y;
      bridges.push_back({x * x + y * y, i, k});
    }
  }
  std::stable_sort(bridges.begin(), bridges.end());
  for (const Bridge& bridge : bridges) {
    const glm::ivec2 a = view.at(outer[bridge.outer_at]), b = view.at(hole[bridge.hole_at]);
    if (a == b || !sees(view, a, b, all) || !sees(view, a, b, std::span(&outer, 1))) continue;
    CornerLoop joined(outer.begin(),
                      outer.begin() + static_cast<std::ptrdiff_t>(bridge.outer_at) + 1);
    for (std::size_t k = 0; k <= hole.size(); ++k)
      joined.push_back(hole[(bridge.hole_at + k) % hole.size()]);
    joined.insert(joined.end(), outer.begin() + static_cast<std::ptrdiff_t>(bridge.outer_at),
                  outer.end());
    outer = std::move(joined);
    return true;
  }
  return false;
}

bool holds_loop(const PlaneView& view, const CornerLoop& outer, const CornerLoop& inner) {
  std::vector<glm::ivec2> corners;
  for (const std::uint32_t v : outer) corners.push_back(view.at(v));
  return place_in_polygon(corners, view.at(inner[0])) == PointPlace::Inside;
}

std::vector<GridPoint> flat_points(const PlaneView& view, const CornerLoop& loop) {
  std::vector<GridPoint> points;
  for (const std::uint32_t v : loop) points.emplace_back(view.at(v), 0);
  return points;
}

// Triangles of positive area that add up to the loop; false where that fails.
bool triangulate_loop(const PlaneView& view, const CornerLoop& loop, std::vector<CornerLoop>& out) {
  std::vector<PolygonTriangle> triangles;
  if (!triangulate_polygon(flat_points(view, loop), triangles)) return false;
  std::int64_t sum = 0;
  for (const PolygonTriangle& t : triangles) {
    CornerLoop piece = {loop[t[0]], loop[t[1]], loop[t[2]]};
    const std::int64_t area = area2_of(view, piece);
    if (area <= 0) return false;
    sum += area;
    out.push_back(std::move(piece));
  }
  return sum == area2_of(view, loop);
}

bool exactly_planar(const PlaneView& view, const CornerLoop& loop) {
  const auto at = [&](std::size_t i) { return view.vertices[loop[i]]; };
  std::size_t third = 2;
  while (third < loop.size() && collinear(at(0), at(1), at(third))) ++third;
  for (std::size_t i = third + 1; i < loop.size(); ++i) {
    if (orient3d(at(0), at(1), at(third), at(i)) != 0) return false;
  }
  return true;
}

bool good_piece(const PlaneView& view, const CornerLoop& loop) {
  CornerLoop sorted = loop;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return false;
  return is_convex(flat_points(view, loop)) && exactly_planar(view, loop);
}

// The union of two pieces along an edge of a that b has in reverse; empty where they share none.
CornerLoop joined_along_edge(const CornerLoop& a, const CornerLoop& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint32_t from = a[i], to = a[(i + 1) % a.size()];
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (b[k] != to || b[(k + 1) % b.size()] != from) continue;
      CornerLoop joined;
      for (std::size_t j = 1; j <= a.size(); ++j) joined.push_back(a[(i + j) % a.size()]);
      for (std::size_t j = 2; j < b.size(); ++j) joined.push_back(b[(k + j) % b.size()]);
      return joined;
    }
  }
  return {};
}

// Joins neighboring pieces while the result is convex and exactly planar.
void merge_pieces(const PlaneView& view, std::vector<CornerLoop>& pieces, std::size_t first) {
  for (std::size_t i = first; i < pieces.size(); ++i) {
    for (std::size_t k = i + 1; k < pieces.size();) {
      CornerLoop joined = joined_along_edge(pieces[i], pieces[k]);
      if (joined.empty() || !good_piece(view, joined)) {
        ++k;
        continue;
      }
      pieces[i] = std::move(joined);
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(k));
      k = i + 1;  // the larger piece may now fit those passed over
    }
  }
}

// Splits loops into outer ones (turning left) and holes, and joins the holes to theirs.
bool join_holes(const PlaneView& view, const std::vector<CornerLoop>& loops,
                std::vector<CornerLoop>& outers) {
  std::vector<CornerLoop> holes;
  for (const CornerLoop& loop : loops) {
    const std::int64_t area = area2_of(view, loop);
    if (area == 0) return false;
    (area > 0 ? outers : holes).push_back(loop);
  }
  for (const CornerLoop& hole : holes) {
    const auto outer = std::find_if(outers.begin(), outers.end(),
                                    [&](const CornerLoop& o) { return holds_loop(view, o, hole); });
    if (outer == outers.end() || !bridge_hole(view, loops, hole, *outer)) return false;
  }
  return true;
}

}  // namespace

glm::ivec2 PlaneView::at(std::uint32_t vertex) const noexcept {
  const glm::ivec2 p = drop_axis(vertices[vertex], axis);
  return mirrored ? glm::ivec2(p.y, p.x) : p;
}

PlaneView view_of(std::span<const GridPoint> vertices, const CornerLoop& polygon) {
  std::vector<GridPoint> points;
  for (const std::uint32_t v : polygon) points.push_back(vertices[v]);
  const GridVector n = area_vector2(points);
  PlaneView view{vertices, dominant_axis(n), false};
  view.mirrored = (view.axis == 0 ? n.x : view.axis == 1 ? n.y : n.z) < 0;
  return view;
}

bool overlap_of(const PlaneView& view, const CornerLoop& a, const CornerLoop& b, CornerLoop& out) {
  std::vector<Edge> edges;
  keep_inside(view, a, b, true, edges);
  keep_inside(view, b, a, false, edges);
  out.clear();
  if (edges.size() < 3) return edges.empty();
  std::vector<CornerLoop> loops;
  if (!trace_loops(view, std::move(edges), loops) || loops.size() != 1) return false;
  CornerLoop sorted = loops[0];
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return false;
  if (area2_of(view, loops[0]) <= 0) return false;
  out = std::move(loops[0]);
  return true;
}

bool remainder_of(const PlaneView& view, const CornerLoop& whole, std::span<const CornerLoop> parts,
                  std::vector<CornerLoop>& out) {
  std::vector<Edge> edges = edges_of(whole);
  std::int64_t area = area2_of(view, whole);
  for (const CornerLoop& part : parts) {
    for (const Edge e : edges_of(part)) edges.push_back({e.to, e.from});
    area -= area2_of(view, part);
  }
  std::vector<CornerLoop> loops, outers;
  if (!cancel_opposites(edges) || !trace_loops(view, std::move(edges), loops)) return false;
  if (!join_holes(view, loops, outers)) return false;
  const std::size_t first = out.size();
  for (const CornerLoop& outer : outers) {
    area -= area2_of(view, outer);
    if (!triangulate_loop(view, outer, out)) return false;
  }
  merge_pieces(view, out, first);
  return area == 0;
}

bool planar_pieces(const PlaneView& view, const CornerLoop& polygon, std::vector<CornerLoop>& out) {
  const bool planar = polygon.size() <= 4 || exactly_planar(view, polygon);
  if (planar && is_convex(flat_points(view, polygon))) {
    out.push_back(polygon);
    return true;
  }
  const std::size_t first = out.size();
  if (!triangulate_loop(view, polygon, out)) return false;
  merge_pieces(view, out, first);
  return true;
}

}  // namespace playset
