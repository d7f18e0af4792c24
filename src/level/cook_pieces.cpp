// Cuts sides into convex planar polygons with exact tests.
#include "level/cook_pieces.h"

#include <algorithm>

namespace playset {
namespace {

Wide3 difference(GridPoint a, GridPoint b) noexcept {
  return {std::int64_t{a.x} - b.x, std::int64_t{a.y} - b.y, std::int64_t{a.z} - b.z};
}

using Loop = std::vector<std::uint32_t>;

// How a loop turns at corner i, seen against `normal`: 1 convex, 0 straight, -1 reflex.
int turn(const std::vector<GridPoint>& vertices, const Loop& loop, std::size_t i,
         const Wide3& normal) noexcept {
  const std::size_t n = loop.size();
  const GridPoint b = vertices[loop[i]];
  const Wide3 in = difference(b, vertices[loop[(i + n - 1) % n]]);
  const Wide3 out = difference(vertices[loop[(i + 1) % n]], b);
  return sign_of(dot(cross(in, out), normal));
}

bool is_planar(const std::vector<GridPoint>& vertices, const Loop& loop,
               const Wide3& normal) noexcept {
  return std::all_of(loop.begin(), loop.end(), [&](std::uint32_t v) {
    return side_of(normal, vertices[loop[0]], vertices[v]) == 0;
  });
}

bool is_convex(const std::vector<GridPoint>& vertices, const Loop& loop,
               const Wide3& normal) noexcept {
  for (std::size_t i = 0; i < loop.size(); ++i)
    if (turn(vertices, loop, i, normal) < 0) return false;
  return true;
}

// True when corner p lies in or on the triangle a, b, c of the loop's plane.
bool in_triangle(const std::vector<GridPoint>& vertices, const std::array<std::uint32_t, 3>& abc,
                 std::uint32_t p, const Wide3& normal) noexcept {
  for (std::size_t i = 0; i < 3; ++i) {
    const Wide3 edge = difference(vertices[abc[(i + 1) % 3]], vertices[abc[i]]);
    if (sign_of(dot(cross(edge, difference(vertices[p], vertices[abc[i]])), normal)) < 0)
      return false;
  }
  return true;
}

bool is_ear(const std::vector<GridPoint>& vertices, const Loop& loop, std::size_t i,
            const Wide3& normal) noexcept {
  if (turn(vertices, loop, i, normal) <= 0) return false;
  const std::size_t n = loop.size();
  const std::array<std::uint32_t, 3> ear = {loop[(i + n - 1) % n], loop[i], loop[(i + 1) % n]};
  for (const std::uint32_t p : loop)
    if (p != ear[0] && p != ear[1] && p != ear[2] && in_triangle(vertices, ear, p, normal))
      return false;
  return true;
}

// Triangles of a planar simple loop. Where no ear is left (degenerate input) the rest becomes a
// fan.
void clip_ears(const std::vector<GridPoint>& vertices, Loop loop, const Wide3& normal,
               std::vector<Loop>& out) {
  while (loop.size() > 3) {
    std::size_t i = 0;
    while (i < loop.size() && !is_ear(vertices, loop, i, normal)) ++i;
    if (i == loop.size()) break;
    const std::size_t n = loop.size();
    out.push_back({loop[(i + n - 1) % n], loop[i], loop[(i + 1) % n]});
    loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) out.push_back({loop[0], loop[i], loop[i + 1]});
}

void cut_loop(const std::vector<GridPoint>& vertices, Loop loop, bool wall,
              std::vector<Loop>& out) {
  const Wide3 normal = loop_area_vector(vertices, loop);
  const bool planar = is_planar(vertices, loop, normal);
  if (planar && is_convex(vertices, loop, normal)) {
    out.push_back(std::move(loop));
    return;
  }
  std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
  if (planar) return clip_ears(vertices, std::move(loop), normal, out);
  if (wall && loop.size() == 4) {
    const Wide3 first = cross(difference(vertices[loop[1]], vertices[loop[0]]),
                              difference(vertices[loop[2]], vertices[loop[0]]));
    if (side_of(first, vertices[loop[0]], vertices[loop[3]]) < 0)
      std::rotate(loop.begin(), loop.begin() + 1, loop.end());
  }
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) out.push_back({loop[0], loop[i], loop[i + 1]});
}

void append(Pieces& pieces, const Loop& loop, std::uint32_t side) {
  pieces.pieces.push_back({static_cast<std::uint32_t>(pieces.corners.size()),
                           static_cast<std::uint32_t>(loop.size()), side, kNone});
  pieces.corners.insert(pieces.corners.end(), loop.begin(), loop.end());
}

// The parts of an already cut portal seen from the other cell.
void append_reversed(Pieces& pieces, std::uint32_t side, std::uint32_t neighbor) {
  for (std::uint32_t p = pieces.first[neighbor]; p < pieces.first[neighbor + 1]; ++p) {
    const auto loop = pieces.loop(p);
    const auto mine = static_cast<std::uint32_t>(pieces.pieces.size());
    append(pieces, Loop(loop.rbegin(), loop.rend()), side);
    pieces.pieces[mine].twin = p;
    pieces.pieces[p].twin = mine;
  }
}

}  // namespace

Wide3 loop_area_vector(const std::vector<GridPoint>& vertices,
                       std::span<const std::uint32_t> loop) noexcept {
  Wide3 sum{};
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    const Wide3 part = cross(difference(vertices[loop[i]], vertices[loop[0]]),
                             difference(vertices[loop[i + 1]], vertices[loop[0]]));
    for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += part[axis];
  }
  return sum;
}

int side_of(const Wide3& normal, GridPoint q, GridPoint p) noexcept {
  return sign_of(dot(normal, difference(p, q)));
}

Pieces cut_sides(const CellComplex& complex) {
  Pieces pieces;
  pieces.first.reserve(complex.sides.size() + 1);
  pieces.pieces.reserve(complex.sides.size());
  pieces.corners.reserve(complex.corners.size());
  std::vector<Loop> loops;
  for (std::uint32_t s = 0; s < complex.sides.size(); ++s) {
    pieces.first.push_back(static_cast<std::uint32_t>(pieces.pieces.size()));
    const CellSide& side = complex.sides[s];
    if (side.neighbor < s) {
      append_reversed(pieces, s, side.neighbor);
      continue;
    }
    const std::uint32_t* const begin = complex.corners.data() + side.first_corner;
    loops.clear();
    cut_loop(complex.vertices, Loop(begin, begin + side.corner_count), side.neighbor == kNone,
             loops);
    for (const Loop& loop : loops) append(pieces, loop, s);
  }
  pieces.first.push_back(static_cast<std::uint32_t>(pieces.pieces.size()));
  return pieces;
}

}  // namespace playset
