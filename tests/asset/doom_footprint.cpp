// Footprints of imported DOOM maps.
#include "asset/doom_footprint.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "playset/asset/doom.h"

namespace playset::test {

namespace {

constexpr double kStepsPerUnit = 32.0;

Footprint footprint(const CellComplex& c, const Cell& cell) {
  Footprint f;
  for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
    const CellSide& side = c.sides[s];
    const double height = to_metres(c.vertices[c.corners[side.first_corner]]).y;
    if (side.source_side == -2) f.ceiling = height;
    if (side.source_side != -1) continue;
    f.floor = height;
    for (std::uint32_t k = 0; k < side.corner_count; ++k) {
      const GridPoint p = c.vertices[c.corners[side.first_corner + k]];
      f.ring.push_back({p.x / kStepsPerUnit, -p.z / kStepsPerUnit});
      f.low = {std::min(f.low.x, f.ring.back().x), std::min(f.low.y, f.ring.back().y)};
      f.high = {std::max(f.high.x, f.ring.back().x), std::max(f.high.y, f.ring.back().y)};
    }
  }
  return f;
}

}  // namespace

double Footprint::area() const {
  double twice = 0;
  for (std::size_t i = 2; i < ring.size(); ++i) {
    const glm::dvec2 a = ring[i - 1] - ring[0], b = ring[i] - ring[0];
    twice += a.x * b.y - a.y * b.x;
  }
  return twice / 2;
}

// By crossings, since the grid bends short edges.
double Footprint::depth(glm::dvec2 p) const {
  if (p.x < low.x - 1 || p.y < low.y - 1 || p.x > high.x + 1 || p.y > high.y + 1) return -1;
  bool inside = false;
  double nearest = 1e30;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const glm::dvec2 a = ring[i], b = ring[(i + 1) % ring.size()], d = b - a;
    const double t =
        std::clamp((d.x * (p.x - a.x) + d.y * (p.y - a.y)) / (d.x * d.x + d.y * d.y), 0.0, 1.0);
    nearest = std::min(nearest, std::hypot(a.x + t * d.x - p.x, a.y + t * d.y - p.y));
    if ((a.y > p.y) != (b.y > p.y)) inside ^= a.x + (p.y - a.y) / d.y * d.x > p.x;
  }
  return inside ? nearest : -nearest;
}

std::vector<Footprint> footprints(const CellComplex& c) {
  std::vector<Footprint> out;
  for (const Cell& cell : c.cells) out.push_back(footprint(c, cell));
  return out;
}

double total_area(const std::vector<Footprint>& prints) {
  double sum = 0;
  for (const Footprint& f : prints) sum += f.area();
  return sum;
}

Imported import_or_fail(std::span<const std::byte> wad, std::string_view map,
                        const ImportOptions& options) {
  auto imported = parse_doom_map(wad, map, options);
  REQUIRE_MESSAGE(imported, imported.error().text());
  const auto checked = check_cells(imported->cells);
  REQUIRE_MESSAGE(checked, checked.error().text());
  return std::move(*imported);
}

bool same_geometry(const CellComplex& a, const CellComplex& b) {
  const auto same_side = [](const CellSide& p, const CellSide& q) {
    return p.first_corner == q.first_corner && p.corner_count == q.corner_count &&
           p.cell == q.cell && p.neighbor == q.neighbor && p.face == q.face &&
           p.source_side == q.source_side;
  };
  return a.vertices == b.vertices && a.corners == b.corners && a.cells.size() == b.cells.size() &&
         std::equal(a.sides.begin(), a.sides.end(), b.sides.begin(), b.sides.end(), same_side);
}

}  // namespace playset::test
