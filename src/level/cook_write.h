// Cooking, step 3: tables into one block of bytes.
#pragma once

#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "level/format.h"

namespace playset {

// Collects tables behind a header, each at a multiple of 64 bytes.
class BlockWriter {
 public:
  BlockWriter() : bytes_(sizeof(LevelHeader)) {}

  template <typename T>
  Table add(std::span<const T> items) {
    bytes_.resize((bytes_.size() + kAlign - 1) / kAlign * kAlign);
    const Table table{bytes_.size(), items.size()};
    const auto raw = std::as_bytes(items);
    bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    return table;
  }

  // Writes the header in front (size and checksum filled in) and hands over the block, aligned for
  // its widest table.
  [[nodiscard]] Level finish(LevelHeader& header);

  static constexpr std::size_t kAlign = 128;

 private:
  std::vector<std::byte> bytes_;
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
struct GridBox {
  GridPoint lo, hi;
};
[[nodiscard]] LocateGrid build_locate_grid(std::span<const GridBox> boxes, GridBox all);

}  // namespace playset
