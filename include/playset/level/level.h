// playset/level/level.h - Level: the cooked level. Immutable, memory-mappable, traced exactly in
// nanoseconds.
//
// Use it for everything that asks "what is between here and there": bullets, sight, placement.
// Build it once with cook_level, save it, map it; query it from any thread. What changes (doors)
// lies beside it in a DoorStates.
//
// Units   metres; t is the fraction of the segment in [0, 1].
// Cost    one step per cell crossed, whatever the level's size; see bench/level. Queries never
//         allocate.
// Threads const queries from any thread; DoorStates must not change during a batch.
// Ref     Platis and Theoharis 2003 (edge signs); Woop, Benthin, Wald, JCGT 2013; Edelsbrunner and
//         Muecke 1990
// See     docs/level.md, tests/level, bench/level
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

struct LevelHeader;  // src/level/format.h: the file as it lies in memory

// The cooked level: one block of bytes, used where it lies. Copies share the block.
class PLAYSET_API Level {
 public:
  Level() = default;  // no cells

  // The file's bytes: equal levels have equal bytes. Writing them is saving.
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {block_.get(), size_}; }

  [[nodiscard]] std::uint32_t cell_count() const noexcept;
  [[nodiscard]] std::uint32_t side_count() const noexcept;
  [[nodiscard]] std::uint32_t vertex_count() const noexcept;
  [[nodiscard]] std::uint32_t door_count() const noexcept;
  [[nodiscard]] std::uint32_t wall_triangle_count() const noexcept;

  // What the source called it: Cell::source_id, CellSide::source_side. Tags and triggers are
  // indices into extras(), or kNone; complex_cell and complex_side are indices in the CellComplex
  // that was cooked. Requires an index in range.
  [[nodiscard]] std::int32_t source_cell(std::uint32_t cell) const noexcept;
  [[nodiscard]] std::int32_t source_side(std::uint32_t side) const noexcept;
  [[nodiscard]] std::uint32_t cell_tag(std::uint32_t cell) const noexcept;
  [[nodiscard]] std::uint32_t cell_trigger(std::uint32_t cell) const noexcept;
  [[nodiscard]] std::uint32_t complex_cell(std::uint32_t cell) const noexcept;
  [[nodiscard]] std::uint32_t complex_side(std::uint32_t side) const noexcept;

  // Geometry. A side of the level is a polygon of the CellComplex, or half of one where that was
  // not planar. A cell's sides are contiguous; a side has one owner, and the cell behind it is
  // kNone where it is a wall. Doors, materials and triggers are indices into extras(), or kNone.
  // Corners are vertex ids, counterclockwise from inside.
  [[nodiscard]] std::uint32_t first_side(std::uint32_t cell) const noexcept;
  [[nodiscard]] std::uint32_t side_count(std::uint32_t cell) const noexcept;
  [[nodiscard]] std::uint32_t side_cell(std::uint32_t side) const noexcept;
  [[nodiscard]] std::uint32_t side_neighbor(std::uint32_t side) const noexcept;
  [[nodiscard]] std::uint32_t side_door(std::uint32_t side) const noexcept;
  [[nodiscard]] std::uint32_t side_material(std::uint32_t side) const noexcept;
  [[nodiscard]] std::uint32_t side_trigger(std::uint32_t side) const noexcept;
  [[nodiscard]] std::span<const std::uint32_t> side_corners(std::uint32_t side) const noexcept;
  [[nodiscard]] GridPoint vertex(std::uint32_t vertex) const noexcept;
  // Unit, into the cell.
  [[nodiscard]] glm::dvec3 side_normal(std::uint32_t side) const noexcept;
  // The mean of the corners, on the grid: inside, but for cells thinner than a few grid steps.
  [[nodiscard]] glm::dvec3 cell_center(std::uint32_t cell) const noexcept;
  [[nodiscard]] glm::dvec3 bounds_min() const noexcept;
  [[nodiscard]] glm::dvec3 bounds_max() const noexcept;

  // What came along with the geometry: names, doors, triggers, spawns, source axes (decoded on each
  // call; not for hot loops). The result has no vertices, sides or cells.
  [[nodiscard]] CellComplex extras() const;

  [[nodiscard]] const LevelHeader* header() const noexcept { return header_; }

 private:
  friend struct LevelAccess;
  std::shared_ptr<const std::byte> block_;
  std::size_t size_ = 0;
  const LevelHeader* header_ = nullptr;
};

struct CookOptions {
  // order cells along a Hilbert curve for the cache; false keeps the CellComplex's order
  bool renumber = true;
};

// Cooks a level. Deterministic: equal input gives equal bytes. Refuses what check_cells refuses,
// and flat or inverted cells.
[[nodiscard]] PLAYSET_API Result<Level> cook_level(const CellComplex& complex,
                                                   const CookOptions& options = {});

// Uses `bytes` where they lie after checking version, checksum and every index; they must outlive
// the Level and be 64-byte aligned. Another version is refused with "cook again".
[[nodiscard]] PLAYSET_API Result<Level> open_level(std::span<const std::byte> bytes);

// Maps a .level file; and writes one atomically (temporary file, flush, rename).
[[nodiscard]] PLAYSET_API Result<Level> load_level(const std::string& path);
[[nodiscard]] PLAYSET_API Result<Done> save_level(const Level& level, const std::string& path);

// Which doors are closed now. Starts as the source says.
struct DoorStates {
  std::vector<std::uint64_t> closed;  // one bit per door
  std::uint64_t revision = 0;         // rises with every change
};
[[nodiscard]] PLAYSET_API DoorStates initial_doors(const Level& level);
PLAYSET_API void set_door(DoorStates& doors, std::uint32_t door, bool closed) noexcept;
[[nodiscard]] PLAYSET_API bool is_closed(const DoorStates& doors, std::uint32_t door) noexcept;

enum class HitKind : std::uint8_t {
  End,        // reached the segment's end; cell is where that lies
  Wall,       // side is the wall
  Door,       // side is the closed door
  Outside,    // the start lies in no cell
  StepLimit,  // crossed max_steps cells (endless rays in periodic worlds)
  BadCell,    // not finite, outside the grid, or the walk met a broken cell; cell says where
};

// A query. 32 bytes.
struct Segment {
  glm::vec3 from{0.0f};
  // the cell that holds `from`, a guess at it, or kNone: then it is located
  std::uint32_t cell = kNone;
  glm::vec3 to{0.0f};
  std::uint32_t user = 0;  // yours
};

// Its answer. 16 bytes.
struct SegmentHit {
  float t = 1.0f;              // 1 for End
  std::uint32_t side = kNone;  // of the level, for Wall and Door
  std::uint32_t cell = kNone;  // the last cell the segment was in
  HitKind kind = HitKind::End;
  std::uint8_t reserved[3] = {};  // zero, so that equal hits have equal bytes
};

struct TraceOptions {
  const DoorStates* doors = nullptr;  // nullptr: every door is open
  std::uint32_t max_steps = 0;        // 0: 2 x cells + 16
};

// Closest wall or closed door on the way. Ends are rounded to 2^-18 m first, and that segment is
// answered exactly: no crack between walls, whatever the order of cells. A segment through an edge
// or vertex goes one well-defined way (symbolic perturbation of its start). From on a wall: heading
// out hits at t = 0, heading in passes.
[[nodiscard]] PLAYSET_API SegmentHit trace_segment(const Level& level, const Segment& segment,
                                                   const TraceOptions& options = {}) noexcept;

// The same for many: fastest, in any order. hits.size() == segments.size(). Bit-equal to one by one
// on every machine.
PLAYSET_API void trace_segments(const Level& level, std::span<const Segment> segments,
                                std::span<SegmentHit> hits,
                                const TraceOptions& options = {}) noexcept;

// Any-hit: blocked[i] = 1 where a wall or closed door lies between the ends, 0 where End, 2 for
// Outside, StepLimit, BadCell.
PLAYSET_API void trace_segments_any(const Level& level, std::span<const Segment> segments,
                                    std::span<std::uint8_t> blocked,
                                    const TraceOptions& options = {}) noexcept;

// The exact answer in double, with the cells crossed. `path`, where given, is cleared and filled
// (allocates).
struct LineHit {
  double t = 1.0;
  std::uint32_t side = kNone;
  std::uint32_t cell = kNone;
  HitKind kind = HitKind::End;
  std::uint32_t ties = 0;  // edge signs that were zero and decided by perturbation
};
[[nodiscard]] PLAYSET_API LineHit trace_line(const Level& level, glm::dvec3 from, glm::dvec3 to,
                                             std::uint32_t cell = kNone,
                                             const TraceOptions& options = {},
                                             std::vector<std::uint32_t>* path = nullptr);

// The cell that holds `point` (its boundary counts), or kNone. The hint and its neighbours are
// tried first, so that overlapping cells resolve by topology and a body in a doorway keeps its
// cell.
[[nodiscard]] PLAYSET_API std::uint32_t locate_point(const Level& level, glm::dvec3 point,
                                                     std::uint32_t hint = kNone) noexcept;

// True when `cell` holds `point`, boundary included; exact.
[[nodiscard]] PLAYSET_API bool cell_holds(const Level& level, std::uint32_t cell,
                                          glm::dvec3 point) noexcept;

}  // namespace playset
