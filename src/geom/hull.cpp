// src/geom/hull.cpp - quickhull on perturbed points, whose hull is all triangles, and then one
// polygon per true plane.
#include "playset/geom/hull.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

#include "playset/geom/predicates.h"

namespace playset {
namespace {

using Points = std::span<const GridPoint>;

struct Facet {
  std::array<std::uint32_t, 3> corner;  // counterclockwise seen from outside
  std::array<std::uint32_t, 3> next{};  // facet across the edge corner[i] - corner[i + 1]
  std::vector<std::uint32_t> outside;   // points that see it; each point is with one facet
  bool alive = true;
};

// An edge between what a new point sees and what it does not.
struct HorizonEdge {
  std::uint32_t from, to;
  std::uint32_t beyond;  // the facet that stays
};

// Hull of points thought to be moved by infinitesimal amounts: no four in a plane, so every step is
// clear cut.
class QuickHull {
 public:
  QuickHull(Points points, std::vector<std::uint32_t> order)
      : points_(points), order_(std::move(order)) {}

  std::vector<Facet> run() {
    start();
    for (std::uint32_t f = 0; f < facets_.size(); ++f) {
      while (facets_[f].alive && !facets_[f].outside.empty()) add_point(f);
    }
    return std::move(facets_);
  }

 private:
  [[nodiscard]] bool sees(std::uint32_t point, const Facet& f) const {
    const auto [a, b, c] = f.corner;
    return orient3d_perturbed({points_[a], points_[b], points_[c], points_[point]},
                              {a, b, c, point}) > 0;
  }

  void start() {
    std::uint32_t a = order_[0], b = order_[1];
    const std::uint32_t c = order_[2], d = order_[3];
    if (orient3d_perturbed({points_[a], points_[b], points_[c], points_[d]}, {a, b, c, d}) > 0)
      std::swap(a, b);
    facets_.push_back({{a, b, c}, {1, 2, 3}, {}, true});
    facets_.push_back({{b, a, d}, {0, 3, 2}, {}, true});
    facets_.push_back({{c, b, d}, {0, 1, 3}, {}, true});
    facets_.push_back({{a, c, d}, {0, 2, 1}, {}, true});
    for (std::size_t i = 4; i < order_.size(); ++i) assign(order_[i], 0);
  }

  // Puts a point with the first facet from `first` on that it sees; a point that sees none is
  // inside.
  void assign(std::uint32_t point, std::size_t first) {
    for (std::size_t f = first; f < facets_.size(); ++f) {
      if (!sees(point, facets_[f])) continue;
      facets_[f].outside.push_back(point);
      return;
    }
  }

  [[nodiscard]] std::uint32_t farthest(const Facet& f) const {
    std::uint32_t best = f.outside[0];
    Int128 best_volume(-1);
    for (const std::uint32_t p : f.outside) {
      const Int128 volume =
          volume6(points_[f.corner[0]], points_[f.corner[1]], points_[f.corner[2]], points_[p]);
      if (!(best_volume < volume)) continue;
      best = p;
      best_volume = volume;
    }
    return best;
  }

  void add_point(std::uint32_t facet) {
    const std::uint32_t point = farthest(facets_[facet]);
    find_horizon(facet, point);
    std::vector<std::uint32_t> homeless;
    for (const std::uint32_t f : seen_) {
      homeless.insert(homeless.end(), facets_[f].outside.begin(), facets_[f].outside.end());
      facets_[f].outside = {};
    }
    const std::size_t first = facets_.size();
    add_cone(point);
    for (const std::uint32_t p : homeless) {
      if (p != point) assign(p, first);
    }
  }

  // Marks dead what the point sees; what it sees is connected. Collects the edges around it.
  void find_horizon(std::uint32_t facet, std::uint32_t point) {
    seen_.assign(1, facet);
    horizon_.clear();
    facets_[facet].alive = false;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const Facet& f = facets_[seen_[i]];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t other = f.next[k];
        if (!facets_[other].alive) continue;
        if (sees(point, facets_[other])) {
          facets_[other].alive = false;
          seen_.push_back(other);
        } else {
          horizon_.push_back({f.corner[k], f.corner[(k + 1) % 3], other});
        }
      }
    }
  }

  // Facets from the point to each edge of the horizon, which is one ring.
  void add_cone(std::uint32_t point) {
    const auto first = static_cast<std::uint32_t>(facets_.size());
    std::sort(horizon_.begin(), horizon_.end(),
              [](const HorizonEdge& a, const HorizonEdge& b) { return a.from < b.from; });
    const auto starting_at = [&](std::uint32_t vertex) {
      const auto at =
          std::lower_bound(horizon_.begin(), horizon_.end(), vertex,
                           [](const HorizonEdge& e, std::uint32_t v) { return e.from < v; });
      return first + static_cast<std::uint32_t>(at - horizon_.begin());
    };
    for (const HorizonEdge& e : horizon_) {
      const auto self = static_cast<std::uint32_t>(facets_.size());
      facets_.push_back({{e.from, e.to, point}, {e.beyond, starting_at(e.to), kNoFacet}, {}, true});
      Facet& beyond = facets_[e.beyond];
      for (std::size_t k = 0; k < 3; ++k) {
        if (beyond.corner[k] == e.to && beyond.corner[(k + 1) % 3] == e.from) beyond.next[k] = self;
      }
    }
    for (std::uint32_t f = first; f < facets_.size(); ++f) facets_[facets_[f].next[1]].next[2] = f;
  }

  static constexpr std::uint32_t kNoFacet = 0xFFFFFFFFu;
  Points points_;
  std::vector<std::uint32_t> order_;
  std::vector<Facet> facets_;
  std::vector<std::uint32_t> seen_;
  std::vector<HorizonEdge> horizon_;
};

// Indices of the points without repetition of a place, ascending.
std::vector<std::uint32_t> distinct(Points points) {
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) {
    return std::make_tuple(points[i].x, points[i].y, points[i].z);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  order.erase(std::unique(order.begin(), order.end(),
                          [&](std::uint32_t a, std::uint32_t b) { return key(a) == key(b); }),
              order.end());
  std::sort(order.begin(), order.end());
  return order;
}

bool is_flat(Points points) {
  std::size_t i = 1;
  while (i < points.size() && points[i] == points[0]) ++i;
  std::size_t k = i;
  while (k < points.size() && collinear(points[0], points[i], points[k])) ++k;
  for (std::size_t m = k; m < points.size(); ++m) {
    if (orient3d(points[0], points[i], points[k], points[m]) != 0) return false;
  }
  return true;
}

// A plane with outward normal, the same numbers for all triangles in it.
struct FacePlane {
  GridVector normal{0};
  Int128 offset{0};
};

FacePlane plane_of(Points points, const Facet& f) {
  const GridPoint a = points[f.corner[0]];
  GridVector n =
      cross_grid(grid_vector(a, points[f.corner[1]]), grid_vector(a, points[f.corner[2]]));
  const std::int64_t divisor = std::gcd(std::gcd(n.x, n.y), n.z);
  if (divisor != 0) n /= divisor;
  return {n, dot_wide(n, GridVector(a))};
}

auto plane_key(const FacePlane& p) {
  return std::make_tuple(p.normal.x, p.normal.y, p.normal.z, p.offset.high(), p.offset.low());
}

struct PlanarFacet {
  FacePlane plane;
  std::uint32_t facet;
};

// The triangles that have area, those of one plane together. The others only fill seams between
// perturbed points.
std::vector<PlanarFacet> facets_by_plane(Points points, const std::vector<Facet>& facets) {
  std::vector<PlanarFacet> list;
  for (std::uint32_t f = 0; f < facets.size(); ++f) {
    if (!facets[f].alive) continue;
    const FacePlane plane = plane_of(points, facets[f]);
    if (plane.normal != GridVector(0)) list.push_back({plane, f});
  }
  std::sort(list.begin(), list.end(), [](const PlanarFacet& a, const PlanarFacet& b) {
    return std::make_tuple(plane_key(a.plane), a.facet) <
           std::make_tuple(plane_key(b.plane), b.facet);
  });
  return list;
}

// The strictly convex polygon round points of one plane, counterclockwise about the normal
// (Andrew's chains).
std::vector<std::uint32_t> polygon_round(Points points, const std::vector<std::uint32_t>& ids,
                                         GridVector normal) {
  const int axis = dominant_axis(normal);
  const bool mirrored = (axis == 0 ? normal.x : axis == 1 ? normal.y : normal.z) < 0;
  std::vector<std::pair<glm::ivec2, std::uint32_t>> flat;
  for (const std::uint32_t id : ids) {
    const glm::ivec2 p = drop_axis(points[id], axis);
    flat.emplace_back(mirrored ? glm::ivec2(p.y, p.x) : p, id);
  }
  std::sort(flat.begin(), flat.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.first.x, a.first.y) < std::make_pair(b.first.x, b.first.y);
  });
  std::vector<std::pair<glm::ivec2, std::uint32_t>> chain;
  for (int half = 0; half < 2; ++half) {
    const std::size_t base = chain.size();
    for (const auto& p : flat) {
      while (chain.size() >= base + 2 &&
             orient2d(chain[chain.size() - 2].first, chain.back().first, p.first) <= 0)
        chain.pop_back();
      chain.push_back(p);
    }
    chain.pop_back();  // the other chain starts with it
    std::reverse(flat.begin(), flat.end());
  }
  std::vector<std::uint32_t> polygon;
  for (const auto& p : chain) polygon.push_back(p.second);
  return polygon;
}

Hull merge_facets(Points points, const std::vector<Facet>& facets) {
  Hull hull;
  const std::vector<PlanarFacet> list = facets_by_plane(points, facets);
  for (std::size_t first = 0, end = 0; first < list.size(); first = end) {
    std::vector<std::uint32_t> ids;
    for (; end < list.size() && plane_key(list[end].plane) == plane_key(list[first].plane); ++end) {
      const auto& corner = facets[list[end].facet].corner;
      ids.insert(ids.end(), corner.begin(), corner.end());
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    const std::vector<std::uint32_t> polygon = polygon_round(points, ids, list[first].plane.normal);
    hull.faces.push_back({static_cast<std::uint32_t>(hull.corners.size()),
                          static_cast<std::uint32_t>(polygon.size())});
    hull.corners.insert(hull.corners.end(), polygon.begin(), polygon.end());
  }
  hull.vertices = hull.corners;
  std::sort(hull.vertices.begin(), hull.vertices.end());
  hull.vertices.erase(std::unique(hull.vertices.begin(), hull.vertices.end()), hull.vertices.end());
  return hull;
}

Error refusal(ErrorCode code, const char* message) {
  Error error;
  error.code = code;
  error.message = message;
  return error;
}

}  // namespace

Result<Hull> build_hull(std::span<const GridPoint> points) {
  if (!std::all_of(points.begin(), points.end(), [](GridPoint p) { return on_grid(p); })) {
    return refusal(ErrorCode::OutOfRange,
                   "a point of the hull lies outside the grid of +-16384 m: move or scale it");
  }
  if (points.size() < 4 || is_flat(points)) {
    return refusal(ErrorCode::Invalid,
                   "the points of the hull lie in one plane: add one off the plane");
  }
  return merge_facets(points, QuickHull(points, distinct(points)).run());
}

bool hull_holds(const Hull& hull, std::span<const GridPoint> points, GridPoint p) noexcept {
  return std::all_of(hull.faces.begin(), hull.faces.end(), [&](const HullFace& face) {
    const std::uint32_t* c = hull.corners.data() + face.first_corner;
    return orient3d(points[c[0]], points[c[1]], points[c[2]], p) <= 0;
  });
}

double hull_volume(const Hull& hull, std::span<const GridPoint> points) noexcept {
  Int128 six(0);
  for (const HullFace& face : hull.faces) {
    const std::uint32_t* c = hull.corners.data() + face.first_corner;
    for (std::uint32_t i = 2; i < face.corner_count; ++i) {
      six = six + volume6(points[hull.vertices[0]], points[c[0]], points[c[i - 1]], points[c[i]]);
    }
  }
  return to_double(six) / 6.0 * (kMetresPerGrid * kMetresPerGrid * kMetresPerGrid);
}

}  // namespace playset
