// The tunnel network keeps its promises: closed, planar to the last bit, convex, a tree, and
// nowhere overlapping.
#include "scenes/tunnels.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

using namespace playset;

namespace {

using Wide = std::int64_t;

struct Plane {
  GridPoint origin;
  Wide x, y, z;
};

GridPoint corner(const CellComplex& c, const CellSide& side, std::uint32_t i) {
  return c.vertices[c.corners[side.first_corner + i % side.corner_count]];
}

Plane plane_of(const CellComplex& c, const CellSide& side) {
  const GridPoint o = corner(c, side, 0), e = corner(c, side, 1) - o, f = corner(c, side, 2) - o;
  return {o, Wide(e.y) * f.z - Wide(e.z) * f.y, Wide(e.z) * f.x - Wide(e.x) * f.z,
          Wide(e.x) * f.y - Wide(e.y) * f.x};
}

// Twice-scaled distance: positive in front. Fits 64 bits while cells are some 10 m across.
Wide height(const Plane& plane, GridPoint p) {
  const GridPoint d = p - plane.origin;
  return plane.x * d.x + plane.y * d.y + plane.z * d.z;
}

struct Flaws {
  int bent = 0, concave = 0;
};

Flaws flaws_of(const CellComplex& c) {
  Flaws flaws;
  for (const Cell& cell : c.cells) {
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
      const Plane plane = plane_of(c, c.sides[s]);
      std::set<std::uint32_t> own;
      for (std::uint32_t i = 0; i < c.sides[s].corner_count; ++i)
        own.insert(c.corners[c.sides[s].first_corner + i]);
      for (std::uint32_t o = cell.first_side; o < cell.first_side + cell.side_count; ++o) {
        for (std::uint32_t i = 0; i < c.sides[o].corner_count; ++i) {
          const std::uint32_t v = c.corners[c.sides[o].first_corner + i];
          const Wide h = height(plane, c.vertices[v]);
          if (own.count(v) != 0)
            flaws.bent += h != 0;
          else
            flaws.concave += h <= 0;
        }
      }
    }
  }
  return flaws;
}

std::uint32_t portals_of(const CellComplex& c) {
  return static_cast<std::uint32_t>(std::count_if(
      c.sides.begin(), c.sides.end(), [](const CellSide& s) { return s.neighbor != kNone; }));
}

double mean_edge_m(const CellComplex& c) {
  double sum = 0;
  for (const CellSide& side : c.sides) {
    for (std::uint32_t i = 0; i < side.corner_count; ++i) {
      const glm::dvec3 d = to_metres(corner(c, side, i + 1) - corner(c, side, i));
      sum += std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    }
  }
  return sum / static_cast<double>(c.corners.size());
}

// Octants that the cells' lengths point into: 8 of 8 when tunnels go every way.
std::size_t directions_of(const CellComplex& c) {
  std::set<int> octants;
  for (const Cell& cell : c.cells) {
    const GridPoint d =
        corner(c, c.sides[cell.first_side + 2], 1) - corner(c, c.sides[cell.first_side + 2], 0);
    octants.insert((d.x > 0) + 2 * (d.y > 0) + 4 * (d.z > 0));
  }
  return octants.size();
}

}  // namespace

TEST_CASE("tunnels: 1,000 and 10,000 cells are exactly planar, convex and a tree") {
  for (const std::uint32_t cells : {1000u, 10000u}) {
    CAPTURE(cells);
    const CellComplex tunnels = build_tunnels({cells, 1});
    REQUIRE(tunnels.cells.size() == cells);
    const Result<Done> checked = check_cells(tunnels);
    if (!checked) MESSAGE(checked.error().text());
    CHECK(checked.ok());
    const Flaws flaws = flaws_of(tunnels);
    CHECK(flaws.bent == 0);
    CHECK(flaws.concave == 0);
    CHECK(portals_of(tunnels) == 2 * (cells - 1));
    CHECK(mean_edge_m(tunnels) == doctest::Approx(10.3).epsilon(0.1));
    CHECK(directions_of(tunnels) == 8);
  }
}

TEST_CASE(
    "tunnels: equal configs give equal networks, other seeds others, and no two vertices lie at "
    "one place") {
  const CellComplex a = build_tunnels({500, 7}), b = build_tunnels({500, 7}),
                    c = build_tunnels({500, 8});
  CHECK(a.vertices == b.vertices);
  CHECK(a.corners == b.corners);
  CHECK(a.vertices != c.vertices);
  const auto less = [](GridPoint p, GridPoint q) {
    return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
  };
  const std::set<GridPoint, decltype(less)> places(a.vertices.begin(), a.vertices.end(), less);
  CHECK(places.size() == a.vertices.size());
}
