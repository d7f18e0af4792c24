// src/nav/open_list.h - the queue of searches over windows: a heap of four children a node.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace playset {

struct OpenItem {
  float f = 0.0f;
  std::uint32_t node = 0;
};

// Least f first; of equal f the lower node, so that the order of insertion does not matter.
class OpenList {
 public:
  void clear() noexcept { items_.clear(); }
  [[nodiscard]] bool empty() const noexcept { return items_.empty(); }

  void push(OpenItem item) {
    std::size_t i = items_.size();
    items_.push_back(item);
    while (i > 0) {
      const std::size_t up = (i - 1) / 4;
      if (!before(item, items_[up])) break;
      items_[i] = items_[up];
      i = up;
    }
    items_[i] = item;
  }

  // Requires !empty().
  OpenItem pop() noexcept {
    const OpenItem top = items_.front(), last = items_.back();
    items_.pop_back();
    const std::size_t n = items_.size();
    if (n == 0) return top;
    std::size_t i = 0;
    for (std::size_t child = 1; child < n; child = 4 * i + 1) {
      std::size_t least = child;
      const std::size_t end = std::min(child + 4, n);
      for (std::size_t k = child + 1; k < end; ++k)
        if (before(items_[k], items_[least])) least = k;
      if (!before(items_[least], last)) break;
      items_[i] = items_[least];
      i = least;
    }
    items_[i] = last;
    return top;
  }

 private:
  [[nodiscard]] static bool before(const OpenItem& a, const OpenItem& b) noexcept {
    return a.f < b.f || (a.f == b.f && a.node < b.node);
  }
  std::vector<OpenItem> items_;
};

}  // namespace playset
