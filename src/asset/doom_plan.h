// src/asset/doom_plan.h - a DOOM map seen from above: convex cells on the grid whose edges match
// piece by piece.
//
// From the BSP to a plan in five steps: clip the map's box down the nodes, weld the corners, put
// every corner that lies in another cell's edge into that edge, cut cells that this bent too far,
// and join the pieces of edges that two cells share.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <vector>

#include "asset/doom_map.h"

namespace playset::doom {

using PlanPoint = glm::ivec2;  // grid steps: x east, y north (our -z)
using Ring = std::vector<std::uint32_t>;

// One edge of a cell, from `point` to the next piece's point; the cell lies on its left.
struct PlanPiece {
  std::uint32_t point = 0;
  std::uint32_t cell = 0;
  std::uint32_t face = 0;      // within the cell: pieces with one number lie on one line
  std::uint32_t twin = kNone;  // the same edge of the neighbouring cell
  std::uint32_t line = kNone;  // linedef it lies on, and which side of that the cell sees
  std::uint32_t line_side = 0;
};

struct PlanCell {
  std::uint32_t first_piece = 0, piece_count = 0;
  std::uint32_t leaf = 0;
  std::uint32_t sector = 0;
  std::int32_t source = 0;  // the subsector in the file
};

// A leaf, or part of one, that became nothing.
struct LostLeaf {
  std::uint32_t sector = 0;
  glm::dvec2 corner{0.0};  // steps
  double area = 0;         // steps squared
};

struct Plan {
  std::vector<PlanPoint> points;
  std::vector<PlanPiece> pieces;
  std::vector<PlanCell> cells;
  std::vector<LostLeaf> lost;
  std::uint32_t split_leaves = 0;  // cut into convex parts because the grid bent them
  std::uint32_t gaps = 0;          // edges with nothing behind them where the map has no wall
  double gap_length = 0;           // steps
};

// steps_per_unit: grid steps in one map unit, at least kMinStepsPerUnit.
inline constexpr double kMinStepsPerUnit = 4.0;
[[nodiscard]] Result<Plan> build_plan(const DoomMap& map, double steps_per_unit);

// The leaf that holds a point, in map units.
[[nodiscard]] std::uint32_t leaf_at(const DoomMap& map, double x, double y) noexcept;

// A leaf's polygon, counterclockwise, in steps.
struct LeafPolygon {
  std::uint32_t leaf = 0;
  std::vector<glm::dvec2> corners;
};

// Clips the map's box down the nodes, then each leaf by the linedefs of its segs. Leaves with
// nothing left are missing.
[[nodiscard]] Result<std::vector<LeafPolygon>> clip_leaves(const DoomMap& map,
                                                           double steps_per_unit);

[[nodiscard]] inline std::int64_t cross(PlanPoint a, PlanPoint b, PlanPoint c) noexcept {
  return std::int64_t{b.x - a.x} * (c.y - a.y) - std::int64_t{b.y - a.y} * (c.x - a.x);
}

// Twice the area; positive where counterclockwise.
[[nodiscard]] std::int64_t twice_area(const std::vector<PlanPoint>& points,
                                      const Ring& ring) noexcept;

// Removes repeated corners and edges that go there and back, and parts rings that touch themselves.
// Appends those with positive area to `out`.
void clean_ring(const std::vector<PlanPoint>& points, Ring ring, std::vector<Ring>& out);

// Cuts a ring until every part is convex up to kMaxBend steps.
inline constexpr double kMaxBend = 1.5;
void split_ring(const std::vector<PlanPoint>& points, Ring ring, std::vector<Ring>& out);

// Face number of each edge of the ring: runs of edges within kMaxBend steps of one line share one.
[[nodiscard]] std::vector<std::uint32_t> ring_faces(const std::vector<PlanPoint>& points,
                                                    const Ring& ring);

}  // namespace playset::doom
