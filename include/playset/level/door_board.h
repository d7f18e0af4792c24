// playset/level/door_board.h - DoorBoard: one thread moves doors while any number of others ask.
//
// The writer changes doors and publishes; a reader takes a DoorSnapshot and hands its DoorStates to
// a batch of traces, sweeps or a path search, which so sees one revision from its first item to its
// last. A later snapshot never shows an earlier revision. Use it where doors move on one thread and
// queries run on others; on one thread a plain DoorStates does.
//
// Units   none.
// Cost    a snapshot: three atomic operations, and a retry where a publish came in between; no
//         lock, no allocation. publish: copies a bit per door. The constructor alone allocates.
// Threads set and publish from one thread at a time; snapshot from any. The board outlives its
//         snapshots; a snapshot belongs to one thread at a time.
// Ref     read-copy-update: McKenney and Slingwine 1998
// See     level/level.h (DoorStates), docs/level.md, tests/level/door_board_test.cpp
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "playset/core/api.h"
#include "playset/level/level.h"

namespace playset {

class DoorBoard;

// The doors as they were published at one moment, for as long as this lives. Never changes.
class PLAYSET_API DoorSnapshot {
 public:
  DoorSnapshot(DoorSnapshot&& other) noexcept;
  DoorSnapshot& operator=(DoorSnapshot&& other) noexcept;
  ~DoorSnapshot();

  [[nodiscard]] const DoorStates& operator*() const noexcept { return *doors_; }
  [[nodiscard]] const DoorStates* operator->() const noexcept { return doors_; }
  [[nodiscard]] const DoorStates* get() const noexcept { return doors_; }

 private:
  friend class DoorBoard;
  DoorSnapshot(const DoorStates* doors, std::atomic<std::uint32_t>* readers) noexcept
      : doors_(doors), readers_(readers) {}
  const DoorStates* doors_;
  std::atomic<std::uint32_t>* readers_;  // nullptr once moved from
};

enum class PublishStatus : std::uint8_t {
  Published,  // snapshots from now on show it
  Unchanged,  // no door moved since the last one
  Busy,       // every spare copy is held by a snapshot: nothing is lost, publish again later
};

class PLAYSET_API DoorBoard {
 public:
  // Starts with `doors` published. `most_snapshots`: alive at a time; with no more than that
  // publish is never Busy.
  explicit DoorBoard(DoorStates doors, std::uint32_t most_snapshots = 14);
  ~DoorBoard();
  DoorBoard(const DoorBoard&) = delete;
  DoorBoard& operator=(const DoorBoard&) = delete;

  // The writer's. What is set shows after publish, all of it at once.
  void set(std::uint32_t door, bool closed) noexcept { set_door(next_, door, closed); }
  PublishStatus publish() noexcept;
  // The doors as set so far, published or not; its revision is the next to be published.
  [[nodiscard]] const DoorStates& next() const noexcept { return next_; }

  // Any thread's.
  [[nodiscard]] DoorSnapshot snapshot() const noexcept;

 private:
  struct Copy;
  DoorStates next_;
  std::unique_ptr<Copy[]> copies_;
  std::uint32_t copy_count_;
  std::atomic<std::uint32_t> current_{0};
};

}  // namespace playset
