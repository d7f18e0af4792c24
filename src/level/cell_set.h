// A set of cells in the order they came in, which needs no clearing: for floods through portals.
//
// Ref     Briggs and Torczon, "An efficient representation for sparse sets", 1993
#pragma once

#include <cstdint>
#include <span>

#include "playset/core/assert.h"

namespace playset {

class CellSet {
 public:
  // words: two for each cell, of any content.
  explicit CellSet(std::span<std::uint32_t> words) noexcept
      : list_(words.first(words.size() / 2)), place_(words.subspan(words.size() / 2)) {}

  // False where it was there.
  bool add(std::uint32_t cell) noexcept {
    if (contains(cell)) return false;
    place_[cell] = count_;
    list_[count_++] = cell;
    return true;
  }
  [[nodiscard]] bool contains(std::uint32_t cell) const noexcept {
    return place_[cell] < count_ && list_[place_[cell]] == cell;
  }
  // Requires contains(cell).
  [[nodiscard]] std::uint32_t place(std::uint32_t cell) const noexcept { return place_[cell]; }
  [[nodiscard]] std::uint32_t size() const noexcept { return count_; }
  [[nodiscard]] std::uint32_t operator[](std::uint32_t i) const noexcept { return list_[i]; }

 private:
  std::span<std::uint32_t> list_, place_;
  std::uint32_t count_ = 0;
};

}  // namespace playset
