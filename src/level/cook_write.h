// Cooking, step 3: tables into one block of bytes.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "level/format.h"

namespace playset {

// Lays tables behind a header, each at a multiple of 128 bytes: all are reserved, then allocated at
// once, then filled in place.
class BlockWriter {
 public:
  template <typename T>
  Table reserve(std::size_t count) {
    const std::size_t start = (size_ + kAlign - 1) / kAlign * kAlign;
    gaps_.push_back({size_, start - size_});
    size_ = start + count * sizeof(T);
    return {start, count};
  }

  // The block, zero between the tables, with `room` for bytes that are reserved later.
  void allocate(std::size_t room = 0);

  // Makes room for what was reserved since allocate(); spans from fill() are void where it moves.
  void extend();

  template <typename T>
  [[nodiscard]] std::span<T> fill(const Table& table) noexcept {
    return {reinterpret_cast<T*>(block_.get() + table.offset),
            static_cast<std::size_t>(table.count)};
  }
  template <typename T>
  void copy(const Table& table, std::span<const T> items) noexcept {
    if (!items.empty()) std::memcpy(block_.get() + table.offset, items.data(), items.size_bytes());
  }

  // Writes the header in front (size and checksum filled in) and hands over the block.
  [[nodiscard]] Level finish(LevelHeader& header) noexcept;

  static constexpr std::size_t kAlign = 128;

 private:
  void clear_gaps() noexcept;

  std::size_t size_ = sizeof(LevelHeader);
  std::size_t capacity_ = 0, filled_ = 0;
  std::vector<Table> gaps_;
  std::shared_ptr<std::byte> block_;
};

// Aligned memory for a level's bytes.
[[nodiscard]] std::shared_ptr<std::byte> allocate_block(std::size_t size);

[[nodiscard]] std::uint64_t level_checksum(std::span<const std::byte> file) noexcept;

// Names, doors, triggers, spawns and axes of a complex as bytes, and back. read_extras refuses what
// does not add up.
[[nodiscard]] std::vector<std::byte> write_extras(const CellComplex& complex);
[[nodiscard]] Result<CellComplex> read_extras(std::span<const std::byte> bytes);

// The locating grid: which cells' boxes touch which of its boxes.
struct LocateGrid {
  std::int32_t shift = 0;
  std::array<std::int32_t, 3> dims{};
  std::vector<std::uint32_t> starts, cells;
};

[[nodiscard]] LocateGrid build_locate_grid(std::span<const GridBox> boxes, GridBox all);

// Where a cell was or is.
struct CellBox {
  std::uint32_t cell;
  GridBox box;
};

// What build_locate_grid gives for a level of `cells` cells and the same bounds as the one behind
// `old`: some cells have left their boxes, some have come to others, and `now` has the new numbers
// of all that were there. Nothing where it takes all boxes to tell.
[[nodiscard]] std::optional<LocateGrid> edit_locate_grid(const LevelHeader& old, std::size_t cells,
                                                         std::span<const CellBox> left,
                                                         std::span<const CellBox> come,
                                                         std::span<const std::uint32_t> now);

// Visits every cell whose box may touch `box`, some of them often. `all` as for the grid's making.
template <typename Visit>
void for_each_cell_near(const LocateGrid& grid, const GridBox& all, const GridBox& box,
                        Visit visit) {
  GridPoint lo, hi;
  for (int i = 0; i < 3; ++i) {
    lo[i] = (std::max(box.lo[i], all.lo[i]) - all.lo[i]) >> grid.shift;
    hi[i] = (std::min(box.hi[i], all.hi[i]) - all.lo[i]) >> grid.shift;
  }
  for (std::int32_t z = lo.z; z <= hi.z; ++z)
    for (std::int32_t y = lo.y; y <= hi.y; ++y)
      for (std::int32_t x = lo.x; x <= hi.x; ++x) {
        const auto at =
            static_cast<std::size_t>((std::int64_t{z} * grid.dims[1] + y) * grid.dims[0] + x);
        for (std::uint32_t e = grid.starts[at]; e < grid.starts[at + 1]; ++e) visit(grid.cells[e]);
      }
}

}  // namespace playset
