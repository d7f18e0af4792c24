// A binary heap of keyed items, least key first, equal keys by item, in a vector that is kept.
#pragma once

#include <cstdint>
#include <vector>

namespace playset {

struct HeapEntry {
  double key;
  std::uint32_t item;
  std::uint32_t extra = 0;  // the owner's
};

[[nodiscard]] inline bool is_before(const HeapEntry& a, const HeapEntry& b) noexcept {
  return a.key != b.key ? a.key < b.key : a.item < b.item;
}

inline void push_heap_entry(std::vector<HeapEntry>& heap, HeapEntry entry) {
  std::size_t at = heap.size();
  heap.push_back(entry);
  while (at > 0) {
    const std::size_t parent = (at - 1) / 2;
    if (!is_before(entry, heap[parent])) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = entry;
}

// Requires an entry.
inline HeapEntry pop_heap_entry(std::vector<HeapEntry>& heap) noexcept {
  const HeapEntry top = heap.front(), last = heap.back();
  heap.pop_back();
  const std::size_t n = heap.size();
  if (n == 0) return top;
  std::size_t at = 0;
  for (std::size_t child = 1; child < n; child = 2 * at + 1) {
    if (child + 1 < n && is_before(heap[child + 1], heap[child])) ++child;
    if (!is_before(heap[child], last)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}

}  // namespace playset
