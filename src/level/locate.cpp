// Which cell holds a point: the hint, its neighbours, then the boxes of a grid.
#include <cmath>

#include "level/exact_walk.h"

namespace playset {
namespace {

// Cells listed in the grid box of a point given in grid steps.
std::span<const std::uint32_t> grid_candidates(const LevelHeader& h, GridPoint p) noexcept {
  std::int64_t index = 0;
  for (int axis = 2; axis >= 0; --axis) {
    if (p[axis] < h.lo[axis] || p[axis] > h.hi[axis]) return {};
    const std::int64_t box = (std::int64_t{p[axis]} - h.lo[axis]) >> h.grid_shift;
    index = index * h.grid_dims[static_cast<std::size_t>(axis)] + box;
  }
  const auto starts = LevelAccess::table<std::uint32_t>(h, h.grid_starts);
  const auto listed = LevelAccess::table<std::uint32_t>(h, h.grid_cells);
  const auto i = static_cast<std::size_t>(index);
  return listed.subspan(starts[i], starts[i + 1] - starts[i]);
}

enum class Guess : std::uint8_t { Inside, Outside, Unsure };

// One block of planes in floats with its tolerance.
Guess guess_block(const HotBlock& block, float bend, glm::dvec3 p) noexcept {
  const auto x = static_cast<float>(p.x - block.ref[0]);
  const auto y = static_cast<float>(p.y - block.ref[1]);
  const auto z = static_cast<float>(p.z - block.ref[2]);
  const float base = static_cast<float>(block.tolerance >> kBlockFaces) * kToleranceStep +
                     (std::fabs(x) + std::fabs(y) + std::fabs(z)) * 0x1p-20f;
  Guess guess = Guess::Inside;
  for (std::size_t i = 0; i < kBlockFaces; ++i) {
    const float distance = block.nx[i] * x + block.ny[i] * y + block.nz[i] * z + block.w[i];
    const float tolerance = base + ((block.tolerance >> i) & 1u ? bend : 0.0f);
    if (distance < -tolerance) return Guess::Outside;
    if (!(distance > tolerance)) guess = Guess::Unsure;
  }
  return guess;
}

Guess guess_cell(const Level& level, std::uint32_t cell, glm::dvec3 p) noexcept {
  const LevelHeader& h = *level.header();
  const auto blocks = LevelAccess::table<HotBlock>(h, h.blocks);
  if (cell >= h.first_rough) return Guess::Unsure;
  if (cell < h.first_wide) return guess_block(blocks[cell], h.bend, p);
  const WideCell wide = LevelAccess::table<WideCell>(h, h.wide)[cell - h.first_wide];
  Guess guess = Guess::Inside;
  for (std::uint32_t i = 0; i < wide.block_count; ++i) {
    const Guess one = guess_block(blocks[wide.first_block + i], h.bend, p);
    if (one == Guess::Outside) return one;
    if (one == Guess::Unsure) guess = one;
  }
  return guess;
}

bool holds(const Level& level, std::uint32_t cell, const Wide3& point, glm::dvec3 metres) noexcept {
  const Guess guess = guess_cell(level, cell, metres);
  return guess == Guess::Unsure ? cell_holds_rounded(level, cell, point) : guess == Guess::Inside;
}

}  // namespace

std::uint32_t locate_rounded(const Level& level, const Wide3& point, std::uint32_t hint) noexcept {
  if (level.cell_count() == 0) return kNone;
  const glm::dvec3 metres = from_ray_units(point);
  if (hint < level.cell_count()) {
    if (holds(level, hint, point, metres)) return hint;
    const CellRecord& record = LevelAccess::cells(level)[hint];
    for (std::uint32_t s = record.first_side; s < record.first_side + record.side_count; ++s) {
      const std::uint32_t next = LevelAccess::sides(level)[s].neighbor_cell;
      if (next != kNone && holds(level, next, point, metres)) return next;
    }
  }
  GridPoint box;  // floor, so that a point on the upper bound stays in the last box
  for (int axis = 0; axis < 3; ++axis)
    box[axis] =
        static_cast<std::int32_t>(point[static_cast<std::size_t>(axis)] >> (kRayBits - kGridBits));
  for (const std::uint32_t cell : grid_candidates(*level.header(), box))
    if (holds(level, cell, point, metres)) return cell;
  return kNone;
}

std::uint32_t locate_point(const Level& level, glm::dvec3 point, std::uint32_t hint) noexcept {
  return inside_grid(point) ? locate_rounded(level, to_ray_units(point), hint) : kNone;
}

bool cell_holds(const Level& level, std::uint32_t cell, glm::dvec3 point) noexcept {
  PLAYSET_ASSERT(cell < level.cell_count(), "cell must be one of the level's");
  if (!inside_grid(point)) return false;
  const Wide3 rounded = to_ray_units(point);
  return holds(level, cell, rounded, from_ray_units(rounded));
}

}  // namespace playset
