// The cooked level as it lies in a file and in memory: what cook writes, open checks and the
// walkers read.
//
// Little-endian, every table 64-byte aligned, offsets from the first byte of the header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "playset/geom/grid.h"
#include "playset/level/level.h"

namespace playset {

inline constexpr std::array<char, 8> kLevelMagic = {'P', 'L', 'A', 'Y', 'S', 'E', 'T', 'L'};
inline constexpr std::uint32_t kLevelVersion = 3;
inline constexpr std::uint32_t kLevelEndian = 0x01020304u;

// Where a ray goes after leaving through a face: the top bits say what, the rest which. Never
// negative as signed.
enum class ExitTag : std::uint32_t { Cell, Wall, Node, Door, End, Exact };
inline constexpr std::uint32_t kExitTagShift = 28;
inline constexpr std::uint32_t kExitIndexMask = (1u << kExitTagShift) - 1u;

[[nodiscard]] constexpr std::uint32_t make_exit(ExitTag tag, std::uint32_t index) noexcept {
  return (static_cast<std::uint32_t>(tag) << kExitTagShift) | index;
}
[[nodiscard]] constexpr ExitTag exit_tag(std::uint32_t code) noexcept {
  return static_cast<ExitTag>(code >> kExitTagShift);
}
// the segment ends in the cell
inline constexpr std::uint32_t kExitEnd = make_exit(ExitTag::End, 0);
inline constexpr std::uint32_t kExitExact = make_exit(ExitTag::Exact, 0);  // ask the exact walk

// Six faces of a cell in two cache lines: all a ray reads on its way. Distance to face i: n.(p -
// ref) + w, >= 0 inside. Unused faces have n = 0 and a huge w. Wide cells are several blocks with
// the same ref.
inline constexpr int kBlockFaces = 6;
struct alignas(64) HotBlock {
  std::array<float, kBlockFaces> nx, ny, nz, w;
  std::array<std::uint32_t, kBlockFaces> exit;
  std::array<std::int16_t, 3> ref;  // m, an integer point near the cell
  // bits 0-5: face is bent; 6-15: rounding of this block in kToleranceStep
  std::uint16_t tolerance;
};
static_assert(sizeof(HotBlock) == 128);
inline constexpr float kToleranceStep = 1.0f / 1048576.0f;  // m
inline constexpr std::uint32_t kMaxTolerance = 1023;

// Decides which side of a face a hit lies on, by up to four parallel lines: child[number of cuts <=
// n.(p - ref)].
inline constexpr int kNodeCuts = 4;
struct alignas(64) FaceNode {
  std::array<float, 3> n;
  std::array<float, kNodeCuts> cut;                // ascending; unused: huge
  std::array<std::uint32_t, kNodeCuts + 1> child;  // exits, or further nodes
  std::array<std::int16_t, 3> ref;
  // 1: the face is bent, so t comes from the side's own plane
  std::uint16_t bent;
  std::array<std::uint32_t, 2> reserved;
};
static_assert(sizeof(FaceNode) == 64);

// A cell of more than six faces.
struct WideCell {
  std::uint32_t first_block, block_count;
};

struct DoorPortal {
  std::uint32_t side, cell, door;
};

struct CellRecord {
  std::uint32_t first_side, side_count;
  GridPoint center;
  std::int32_t source_id;
  std::uint32_t complex_cell, tag, trigger;
  std::uint32_t convex;  // 1: exactly convex and its center strictly inside
  float bend;            // m: how far its bent faces stray from their planes, rounded up
};

struct SideRecord {
  std::uint32_t first_corner, corner_count;
  std::uint32_t cell, neighbor_side, neighbor_cell;
  std::uint32_t door, material, trigger;
  std::int32_t source_side;
  std::uint32_t complex_side;
};

// A side's plane in doubles: n.p + w is the distance of p (m, of the level) into the cell. Zero
// where the side has no area.
struct SidePlane {
  glm::dvec3 n;
  double w;
};

// A stretch of a wall's or door's edge round which more than half a turn is open: all that a thick
// body can touch beside the faces. It is listed with every wall and door that ends there.
inline constexpr double kSeamAngle = 1e-4;  // rad beyond half a turn that still count as flat
inline constexpr std::uint32_t kCornerA = 1, kCornerB = 2;
struct alignas(64) ExposedEdge {
  GridPoint a, b;
  std::uint32_t side;
  std::uint32_t corners;      // which ends are this edge's to test: kCornerA, kCornerB
  std::array<float, 3> mine;  // unit, into the side; a contact's normal points away from it
  // the same of the next side round the edge; zero where unknown: then it says nothing
  std::array<float, 3> other;
  std::uint32_t door;  // kNone where the side is a wall
  std::uint32_t reserved;
};
static_assert(sizeof(ExposedEdge) == 64);

// An array in the file.
struct Table {
  std::uint64_t offset, count;
};

struct alignas(64) LevelHeader {
  std::array<char, 8> magic;
  std::uint32_t version, endian;
  std::uint64_t size;      // of the whole file
  std::uint64_t checksum;  // of everything behind this field
  Table blocks, wide, nodes, door_portals, cells, sides, planes, corners, vertices, grid_starts,
      grid_cells, extras;
  // exposed edges by cell: those of cell c are [edge_starts[c], edge_starts[c + 1])
  Table edge_starts, edges;
  Table side_faces;          // CellSide::face by side: what recook_cells compares
  std::uint32_t first_wide;  // cells [0, first_wide) have six faces at most: block index = cell
  // cells [first_wide, first_rough) are wide; those behind are walked exactly
  std::uint32_t first_rough;
  std::uint32_t door_count, wall_triangle_count;
  // m: how far a bent face strays from its plane, at most, in this level
  float bend;
  std::int32_t grid_shift;  // a locating grid's box is 2^grid_shift grid steps wide
  GridPoint lo, hi;         // bounds of the vertices
  std::array<std::int32_t, 3> grid_dims;
  std::uint32_t renumbered;  // 1: cells lie along a Hilbert curve
  std::array<std::uint32_t, 12> reserved;
};
static_assert(sizeof(LevelHeader) == 384, "no padding: equal levels have equal bytes");

// The tables as spans; for the level's own code.
struct LevelAccess {
  template <typename T>
  static std::span<const T> table(const LevelHeader& h, const Table& t) noexcept {
    return {reinterpret_cast<const T*>(reinterpret_cast<const std::byte*>(&h) + t.offset),
            static_cast<std::size_t>(t.count)};
  }
  static std::span<const CellRecord> cells(const Level& l) noexcept {
    return table<CellRecord>(*l.header_, l.header_->cells);
  }
  static std::span<const SideRecord> sides(const Level& l) noexcept {
    return table<SideRecord>(*l.header_, l.header_->sides);
  }
  static std::span<const SidePlane> planes(const Level& l) noexcept {
    return table<SidePlane>(*l.header_, l.header_->planes);
  }
  static std::span<const std::uint32_t> corners(const Level& l) noexcept {
    return table<std::uint32_t>(*l.header_, l.header_->corners);
  }
  static std::span<const GridPoint> vertices(const Level& l) noexcept {
    return table<GridPoint>(*l.header_, l.header_->vertices);
  }
  static std::span<const ExposedEdge> edges(const Level& l, std::uint32_t cell) noexcept {
    const auto starts = table<std::uint32_t>(*l.header_, l.header_->edge_starts);
    return table<ExposedEdge>(*l.header_, l.header_->edges)
        .subspan(starts[cell], starts[cell + 1] - starts[cell]);
  }
  static Level make(std::shared_ptr<const std::byte> block, std::size_t size) noexcept {
    Level level;
    level.header_ = reinterpret_cast<const LevelHeader*>(block.get());
    level.block_ = std::move(block);
    level.size_ = size;
    return level;
  }
};

}  // namespace playset
