// playset/core/pool.h - Pool<T>: a fixed number of slots by handle, with a stated answer when full.
//
// For bullets' owners, sounds, decals, particles' emitters: things that come and go while nothing
// may allocate.
// Units   none.
// Cost    insert, find and erase O(1) without allocation; the constructor allocates everything. 12
//         bytes a slot besides T.
// Threads one thread at a time.
// See     core/handle.h, tests/core/pool_test.cpp
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "playset/core/api.h"
#include "playset/core/assert.h"
#include "playset/core/handle.h"

namespace playset {

// What insert does when every slot is taken.
enum class PoolPolicy : std::uint8_t {
  Refuse,         // gives a null handle
  ReplaceOldest,  // ends the oldest item's life; its handles go stale
};

struct PoolCounts {
  std::uint32_t live = 0;
  std::uint32_t capacity = 0;
  std::uint32_t most = 0;      // highest `live` so far
  std::uint64_t refused = 0;   // inserts that found no slot (Refuse, or a capacity of 0)
  std::uint64_t replaced = 0;  // items that gave way (ReplaceOldest)
};

// T is default-constructible and movable; a slot holds T{} while it is free. Order of visits:
// oldest first, the same every run.
template <typename T>
class Pool {
 public:
  using Id = Handle<T>;

  explicit Pool(std::uint32_t capacity, PoolPolicy policy = PoolPolicy::Refuse)
      : items_(capacity), links_(capacity), policy_(policy) {
    counts_.capacity = capacity;
    for (std::uint32_t i = 0; i < capacity; ++i) links_[i].next = i + 1 < capacity ? i + 1 : kNone;
    free_ = capacity > 0 ? 0 : kNone;
  }

  // The new item's handle; null where the pool is full and refuses.
  Id insert(T value) {
    if (free_ == kNone && (policy_ == PoolPolicy::Refuse || counts_.capacity == 0)) {
      ++counts_.refused;
      return {};
    }
    if (free_ == kNone) {
      release(oldest_);
      ++counts_.replaced;
    }
    const std::uint32_t index = free_;
    free_ = links_[index].next;
    items_[index] = std::move(value);
    ++links_[index].generation;  // now odd, so never 0, also after it wraps
    append(index);
    if (++counts_.live > counts_.most) counts_.most = counts_.live;
    return {index, links_[index].generation};
  }

  // The item, or nullptr where the handle is null, stale or from elsewhere.
  [[nodiscard]] T* find(Id id) noexcept { return contains(id) ? &items_[id.index] : nullptr; }
  [[nodiscard]] const T* find(Id id) const noexcept {
    return contains(id) ? &items_[id.index] : nullptr;
  }
  [[nodiscard]] bool contains(Id id) const noexcept {
    return id.index < links_.size() && is_taken(id.index) &&
           links_[id.index].generation == id.generation;
  }

  // False where the handle was null or stale.
  bool erase(Id id) {
    if (!contains(id)) return false;
    release(id.index);
    return true;
  }

  // Ends every life; handles go stale, counts of the past stay.
  void clear() {
    while (oldest_ != kNone) release(oldest_);
  }

  // Calls visit(Id, T&) for each item, oldest first. visit may erase any item and insert new ones,
  // which are visited too. Not within another for_each that may change the pool.
  template <typename Visit>
  void for_each(Visit&& visit) {
    PLAYSET_ASSERT(!visiting_, "Pool::for_each does not nest");
    visiting_ = true;
    for (std::uint32_t i = oldest_; i != kNone; i = upcoming_) {
      upcoming_ = links_[i].next;
      visit(Id{i, links_[i].generation}, items_[i]);
    }
    visiting_ = false;
  }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (std::uint32_t i = oldest_; i != kNone; i = links_[i].next)
      visit(Id{i, links_[i].generation}, items_[i]);
  }

  [[nodiscard]] const PoolCounts& counts() const noexcept { return counts_; }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  struct Link {
    std::uint32_t next = kNone;      // of the same list: free slots, or items from old to new
    std::uint32_t previous = kNone;  // items only
    std::uint32_t generation = 0;    // odd while taken
  };

  [[nodiscard]] bool is_taken(std::uint32_t index) const noexcept {
    return (links_[index].generation & 1u) != 0;
  }

  void append(std::uint32_t index) noexcept {
    links_[index].previous = newest_;
    links_[index].next = kNone;
    (newest_ == kNone ? oldest_ : links_[newest_].next) = index;
    newest_ = index;
    if (visiting_ && upcoming_ == kNone) upcoming_ = index;
  }

  void release(std::uint32_t index) {
    Link& link = links_[index];
    if (upcoming_ == index) upcoming_ = link.next;
    (link.previous == kNone ? oldest_ : links_[link.previous].next) = link.next;
    (link.next == kNone ? newest_ : links_[link.next].previous) = link.previous;
    items_[index] = T{};
    ++link.generation;
    link.next = free_;
    free_ = index;
    --counts_.live;
  }

  std::vector<T> items_;
  std::vector<Link> links_;
  PoolCounts counts_;
  std::uint32_t free_ = kNone;
  std::uint32_t oldest_ = kNone;
  std::uint32_t newest_ = kNone;
  std::uint32_t upcoming_ = kNone;  // the item for_each visits next
  bool visiting_ = false;
  PoolPolicy policy_;
};

}  // namespace playset
