// Paths held and made while doors move on another thread: none is used with a door closed in it.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <thread>

#include "geom/box_cells.h"
#include "playset/core/rng.h"
#include "playset/level/door_board.h"
#include "playset/nav/nav_graph.h"
#include "support/support.h"

using namespace playset;

namespace {

// Eight rooms round a block: from the first, in a corner, two ways lead to the opposite corner, along
// x through door 0 and along z through door 1.
Level two_ways() {
  playset_test::CellBuilder builder;
  for (int z = 0; z < 3; ++z)
    for (int x = 0; x < 3; ++x)
      if (x != 1 || z != 1)
        builder.add_box(GridPoint(4 * x, 0, 4 * z) * 1024,
                        GridPoint(4 * x + 4, 4, 4 * z + 4) * 1024);
  link_sides(builder.complex);
  builder.complex.sides[0 * 6 + 1].door = builder.complex.sides[1 * 6 + 0].door = 0;
  builder.complex.sides[0 * 6 + 5].door = builder.complex.sides[3 * 6 + 4].door = 1;
  for (const char* name : {"a", "b"}) builder.complex.doors.push_back({name, false, "", -1});
  const Result<Level> level = cook_level(builder.complex);
  REQUIRE(level);
  return *level;
}

// Whether a closed door lies on the legs of the path.
bool meets_door(const Level& level, const NavPath& path, const DoorStates& doors) {
  for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
    const LineHit hit = trace_line(level, path.points[i].position, path.points[i + 1].position,
                                   path.points[i].cell, {&doors, 0});
    if (hit.kind == HitKind::Door) return true;
  }
  return false;
}

}  // namespace

TEST_SUITE("threads") {
  TEST_CASE(
      "doors: paths held while doors move are blocked exactly when a door on them is closed, and "
      "new ones see one revision") {
    const Level level = two_ways();
    NavAgentConfig agent;
    agent.radius = 0.3f;
    const Result<NavGraph> graph = build_nav_graph(level, agent, NavClass::Air);
    REQUIRE(graph);
    DoorBoard board(initial_doors(level), 2);
    std::atomic<bool> done{false};
    struct Counts {
      std::size_t wrong = 0, kept = 0, made = 0;
    };
    const auto fly = [&](Counts& count) {
      NavScratch scratch;
      NavPath path;
      const glm::dvec3 from{1, 2, 1}, to{11, 2, 11};
      while (!done.load(std::memory_order_relaxed) || count.made == 0) {
        const DoorSnapshot doors = board.snapshot();
        PathOptions options;
        options.doors = doors.get();
        if (path.status == PathStatus::Found && !is_blocked(path, *doors)) {
          ++count.kept;
          count.wrong += meets_door(level, path, *doors) ? 1u : 0u;
          continue;
        }
        const PathStatus status = find_path(*graph, from, to, options, scratch, path);
        const bool open = !is_closed(*doors, 0) || !is_closed(*doors, 1);
        ++count.made;
        count.wrong += (status == PathStatus::Found) == open ? 0u : 1u;
        count.wrong += path.doors_revision == doors->revision ? 0u : 1u;
        if (status != PathStatus::Found) continue;
        count.wrong += is_blocked(path, *doors) || meets_door(level, path, *doors) ? 1u : 0u;
      }
    };
    std::array<Counts, 2> counts;
    std::vector<std::thread> threads;
    for (Counts& count : counts) threads.emplace_back([&fly, &count] { fly(count); });
    Rng rng(6);
    for (int i = 0; i < 3000; ++i) {
      const std::uint32_t door = rng.below(2);
      board.set(door, rng.chance(0.5f));
      CHECK(board.publish() != PublishStatus::Busy);
    }
    done = true;
    for (std::thread& thread : threads) thread.join();
    for (const Counts& count : counts) {
      CHECK(count.wrong == 0);
      CHECK(count.made > 0);
    }
  }
}
