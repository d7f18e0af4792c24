// DoorBoard: what a snapshot shows, what a writer may lose (nothing), and threads that ask while
// doors move.
#include "playset/level/door_board.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <thread>
#include <vector>

#include "support/support.h"
#include "tests/level/hand_made.h"

namespace playset::test {
namespace {

// A corridor of boxes of 1 m along x; door i stands at x = i + 1. All start open.
CellComplex doored_corridor(std::uint32_t doors) {
  CellComplex complex = boxes(lattice(static_cast<int>(doors) + 1, 1, 1));
  for (std::uint32_t d = 0; d < doors; ++d) {
    complex.sides[d * 6 + 1].door = d;
    complex.sides[(d + 1) * 6].door = d;
    complex.doors.push_back({std::to_string(d), false, "", -1});
  }
  return complex;
}

constexpr std::uint32_t kDoors = 13;

// The script of the tests: step k (from 1) turns door 5k mod 13, and so makes revision k.
std::uint32_t door_of_step(std::uint64_t k) { return static_cast<std::uint32_t>(5 * k % kDoors); }

bool closed_at(std::uint64_t revision, std::uint32_t door) {
  const std::uint64_t whole_rounds = revision / kDoors;
  bool closed = whole_rounds % 2 != 0;
  for (std::uint64_t k = whole_rounds * kDoors + 1; k <= revision; ++k)
    if (door_of_step(k) == door) closed = !closed;
  return closed;
}

void step(DoorBoard& board) {
  const std::uint32_t door = door_of_step(board.next().revision + 1);
  board.set(door, !is_closed(board.next(), door));
}

// Where a ray along the corridor must end with the doors of a revision: m from its start at x = 0.5
double reach(std::uint64_t revision) {
  for (std::uint32_t d = 0; d < kDoors; ++d)
    if (closed_at(revision, d)) return d + 0.5;
  return kDoors + 0.5;
}

}  // namespace

TEST_CASE("door board: a snapshot keeps its revision while doors move on") {
  const Level level = cook_or_fail(doored_corridor(kDoors));
  DoorBoard board(initial_doors(level));
  const DoorSnapshot first = board.snapshot();
  CHECK(first->revision == 0);
  step(board);
  CHECK(board.snapshot()->revision == 0);  // set, not yet published
  CHECK(board.publish() == PublishStatus::Published);
  CHECK(board.publish() == PublishStatus::Unchanged);
  const DoorSnapshot second = board.snapshot();
  CHECK(first->revision == 0);
  CHECK(!is_closed(*first, door_of_step(1)));
  CHECK(second->revision == 1);
  CHECK(is_closed(*second, door_of_step(1)));
}

TEST_CASE("door board: a set that changes nothing is no new revision") {
  const Level level = cook_or_fail(doored_corridor(kDoors));
  DoorBoard board(initial_doors(level));
  board.set(3, false);
  CHECK(board.publish() == PublishStatus::Unchanged);
  board.set(3, true);
  board.set(3, false);
  CHECK(board.publish() == PublishStatus::Published);
  CHECK(board.snapshot()->revision == 2);
}

TEST_CASE("door board: with every copy held publish says Busy, and what was set comes later") {
  const Level level = cook_or_fail(doored_corridor(kDoors));
  DoorBoard board(initial_doors(level), 2);
  std::vector<DoorSnapshot> held;
  for (int i = 0; i < 3; ++i) {
    held.push_back(board.snapshot());
    step(board);
    CHECK(board.publish() == PublishStatus::Published);
  }
  held.push_back(board.snapshot());  // four copies, four revisions
  step(board);
  CHECK(board.publish() == PublishStatus::Busy);
  CHECK(board.snapshot()->revision == 3);
  step(board);
  held.erase(held.begin());
  CHECK(board.publish() == PublishStatus::Published);
  CHECK(board.snapshot()->revision == 5);
  for (std::size_t i = 0; i < held.size(); ++i) CHECK(held[i]->revision == i + 1);
}

TEST_CASE("door board: snapshots move, and within the promised number publish never waits") {
  const Level level = cook_or_fail(doored_corridor(kDoors));
  DoorBoard board(initial_doors(level), 3);
  std::vector<DoorSnapshot> held;
  for (int i = 0; i < 3; ++i) held.push_back(board.snapshot());
  const AllocationScope scope;
  std::size_t published = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    step(board);
    published += board.publish() == PublishStatus::Published ? 1u : 0u;
    held[i % 3] = board.snapshot();  // the one before lets go
  }
  CHECK(scope.count() == 0);
  CHECK(published == 1000);
  CHECK(held[0]->revision == 1000);
}

TEST_CASE("door board: the script of these tests is what its closed form says") {
  const Level level = cook_or_fail(doored_corridor(kDoors));
  DoorBoard board(initial_doors(level));
  for (std::uint64_t revision = 1; revision <= 60; ++revision) {
    step(board);
    REQUIRE(board.next().revision == revision);
    for (std::uint32_t d = 0; d < kDoors; ++d)
      CHECK(is_closed(board.next(), d) == closed_at(revision, d));
  }
}

TEST_SUITE("threads") {
  TEST_CASE(
      "door board: threads that trace while doors move get the answers of one revision, and never "
      "an earlier one again") {
    const Level level = cook_or_fail(doored_corridor(kDoors));
    constexpr std::uint64_t kSteps = 4000;
    constexpr std::size_t kReaders = 3, kRays = 40;
    DoorBoard board(initial_doors(level), kReaders);
    struct Counts {
      std::size_t wrong = 0, backwards = 0, batches = 0, revisions = 0;
    };
    std::array<Counts, kReaders> counts;
    const auto read = [&](Counts& count) {
      std::vector<Segment> rays(kRays, {{0.5f, 0.5f, 0.5f}, kNone, {20.5f, 0.5f, 0.5f}, 0});
      std::vector<SegmentHit> hits(kRays);
      std::uint64_t last = 0;
      while (last < kSteps) {
        const DoorSnapshot doors = board.snapshot();
        const std::uint64_t revision = doors->revision;
        trace_segments(level, rays, hits, {doors.get(), 0});
        for (const SegmentHit& hit : hits)
          count.wrong += std::abs(20.0 * double{hit.t} - reach(revision)) > 1e-4 ? 1u : 0u;
        count.backwards += revision < last ? 1u : 0u;
        count.revisions += revision != last ? 1u : 0u;
        ++count.batches;
        last = revision;
      }
    };
    std::vector<std::thread> readers;
    for (Counts& count : counts) readers.emplace_back([&read, &count] { read(count); });
    std::size_t busy = 0;
    while (board.next().revision < kSteps) {
      step(board);
      if (board.next().revision % 3 != 0) busy += board.publish() == PublishStatus::Busy ? 1u : 0u;
    }
    while (board.publish() == PublishStatus::Busy) ++busy;
    for (std::thread& reader : readers) reader.join();
    for (const Counts& count : counts) {
      CHECK(count.wrong == 0);
      CHECK(count.backwards == 0);
      CHECK(count.batches > 0);
      CHECK(count.revisions > 0);
    }
    CHECK(busy == 0);
    CHECK(board.snapshot()->revision == kSteps);
  }
}

}  // namespace playset::test
