// The cells that a body reaches, nearest in time first. Small floods live on the stack; what does
// not fit is allocated, so no flood is cut short.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace playset {

// A list whose first kInline items need no memory.
template <typename T, std::size_t kInline>
class InlineList {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  T& operator[](std::size_t i) noexcept { return i < kInline ? few_[i] : more_[i - kInline]; }
  void push_back(const T& item) {
    if (size_ < kInline)
      few_[size_] = item;
    else
      more_.push_back(item);
    ++size_;
  }
  void pop_back() noexcept {
    if (size_-- > kInline) more_.pop_back();
  }

 private:
  std::size_t size_ = 0;
  std::array<T, kInline> few_;  // not filled with anything
  std::vector<T> more_;
};

// A set of cells: a list while it is short, then a table of slots.
class VisitedCells {
 public:
  [[nodiscard]] bool holds(std::uint32_t cell) const noexcept {
    if (count_ <= kList)
      return std::find(list_.begin(), list_.begin() + count_, cell) != list_.begin() + count_;
    return slots()[find_slot(cell)] == cell;
  }

  // False where it was there.
  bool add(std::uint32_t cell) {
    if (holds(cell)) return false;
    if (count_ < kList) {
      list_[count_++] = cell;
      return true;
    }
    if (count_ == kList || 2 * (count_ + 1) > slot_count_) grow();
    slots()[find_slot(cell)] = cell;
    ++count_;
    return true;
  }

 private:
  static constexpr std::uint32_t kList = 24, kFewSlots = 512;
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFFu;

  [[nodiscard]] std::uint32_t* slots() noexcept {
    return slot_count_ > kFewSlots ? more_.data() : few_.data();
  }
  [[nodiscard]] const std::uint32_t* slots() const noexcept {
    return slot_count_ > kFewSlots ? more_.data() : few_.data();
  }
  [[nodiscard]] std::uint32_t find_slot(std::uint32_t cell) const noexcept {
    std::uint32_t i = cell * 0x9E3779B1u & (slot_count_ - 1);
    while (slots()[i] != kEmpty && slots()[i] != cell) i = (i + 1) & (slot_count_ - 1);
    return i;
  }
  void grow() {
    if (count_ == kList) {
      slot_count_ = kFewSlots;
      few_.fill(kEmpty);
      for (const std::uint32_t cell : list_) few_[find_slot(cell)] = cell;
      return;
    }
    std::vector<std::uint32_t> old(slots(), slots() + slot_count_);
    slot_count_ *= 2;
    more_.assign(slot_count_, kEmpty);
    for (const std::uint32_t cell : old)
      if (cell != kEmpty) more_[find_slot(cell)] = cell;
  }

  std::uint32_t count_ = 0, slot_count_ = 0;
  std::array<std::uint32_t, kList> list_;
  std::array<std::uint32_t, kFewSlots> few_;
  std::vector<std::uint32_t> more_;
};

// Cells to look at, by the time (or distance) at which the body can reach them first.
class CellFlood {
 public:
  // A cell may be pushed again for an earlier time; it is popped once.
  void push(std::uint32_t cell, double at) {
    heap_.push_back({at, cell});
    for (std::size_t i = heap_.size() - 1; i > 0;) {
      const std::size_t parent = (i - 1) / 2;
      if (!before(heap_[i], heap_[parent])) break;
      std::swap(heap_[i], heap_[parent]);
      i = parent;
    }
  }

  // The next cell that was not popped yet, if it is reached by `until`.
  bool pop(std::uint32_t& cell, double& at, double until) {
    while (heap_.size() > 0) {
      const Entry next = heap_[0];
      if (!(next.at <= until)) return false;
      drop_first();
      if (!done_.add(next.cell)) continue;
      cell = next.cell;
      at = next.at;
      return true;
    }
    return false;
  }

  [[nodiscard]] bool done(std::uint32_t cell) const noexcept { return done_.holds(cell); }

 private:
  struct Entry {
    double at;
    std::uint32_t cell;
  };
  static bool before(const Entry& a, const Entry& b) noexcept {
    return a.at < b.at || (a.at == b.at && a.cell < b.cell);
  }
  void drop_first() noexcept {
    heap_[0] = heap_[heap_.size() - 1];
    heap_.pop_back();
    for (std::size_t i = 0;;) {
      std::size_t least = i;
      for (const std::size_t child : {2 * i + 1, 2 * i + 2})
        if (child < heap_.size() && before(heap_[child], heap_[least])) least = child;
      if (least == i) return;
      std::swap(heap_[i], heap_[least]);
      i = least;
    }
  }

  InlineList<Entry, 64> heap_;
  VisitedCells done_;
};

}  // namespace playset
