// DoorBoard: copies of the doors, one of them current; a copy that a snapshot holds is left alone.
//
// Why a reader never sees a copy being written: it announces itself in the copy's count and then
// looks again whether the copy is current; the writer makes another copy current and then looks
// whether the count is 0. All four are in one total order (seq_cst), so either the writer sees the
// reader or the reader sees that the copy is no longer current, and tries the current one.
#include "playset/level/door_board.h"

#include <utility>

namespace playset {

struct alignas(64) DoorBoard::Copy {
  std::atomic<std::uint32_t> readers{0};
  DoorStates doors;
};

DoorSnapshot::DoorSnapshot(DoorSnapshot&& other) noexcept
    : doors_(other.doors_), readers_(std::exchange(other.readers_, nullptr)) {}

DoorSnapshot& DoorSnapshot::operator=(DoorSnapshot&& other) noexcept {
  std::swap(doors_, other.doors_);
  std::swap(readers_, other.readers_);
  return *this;
}

DoorSnapshot::~DoorSnapshot() {
  if (readers_ != nullptr) readers_->fetch_sub(1, std::memory_order_release);
}

DoorBoard::DoorBoard(DoorStates doors, std::uint32_t most_snapshots)
    : next_(std::move(doors)), copy_count_(most_snapshots + 2) {
  copies_ = std::make_unique<Copy[]>(copy_count_);
  for (std::uint32_t i = 0; i < copy_count_; ++i) copies_[i].doors = next_;
}

DoorBoard::~DoorBoard() = default;

PublishStatus DoorBoard::publish() noexcept {
  const std::uint32_t now = current_.load(std::memory_order_relaxed);  // written by this thread
  if (copies_[now].doors.revision == next_.revision) return PublishStatus::Unchanged;
  for (std::uint32_t i = 0; i < copy_count_; ++i) {
    Copy& copy = copies_[i];
    if (i == now || copy.readers.load(std::memory_order_seq_cst) != 0) continue;
    for (std::size_t w = 0; w < next_.closed.size(); ++w) copy.doors.closed[w] = next_.closed[w];
    copy.doors.revision = next_.revision;
    current_.store(i, std::memory_order_seq_cst);
    return PublishStatus::Published;
  }
  return PublishStatus::Busy;
}

DoorSnapshot DoorBoard::snapshot() const noexcept {
  for (;;) {
    Copy& copy = copies_[current_.load(std::memory_order_seq_cst)];
    copy.readers.fetch_add(1, std::memory_order_seq_cst);
    if (&copy == &copies_[current_.load(std::memory_order_seq_cst)])
      return {&copy.doors, &copy.readers};
    copy.readers.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace playset
