// Traces against the exact oracle: random rays, rays aimed at vertices, edges, diagonals and along
// axes, starts on boundaries.
#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/random_rays.h"
#include "tests/level/real_levels.h"

using namespace playset;
using namespace playset::test;

namespace {

void check_tally(const Tally& tally) {
  CHECK(tally.asked > 0);
  CHECK(tally.wrong == 0);
  CHECK(tally.orphans == 0);
  CHECK(tally.wrong_cell == 0);
  CHECK(tally.other_side == 0);
  CHECK(tally.worst_t <= 1e-4);
  if (!tally.first_wrong.empty()) MESSAGE(tally.first_wrong);
}

// How many rays of each sort to try on a level.
struct Share {
  std::size_t random, aimed;  // aimed: at each of the four aims, and from and to boundaries
};

// Tries a level with its doors open, or as they are at start, and adds to `all`.
void try_level(const std::string& name, const Level& level, const Share& share,
               const DoorStates* doors, std::uint64_t seed, Tally& all) {
  CAPTURE(name);
  CAPTURE(seed);
  CAPTURE((doors != nullptr));
  const Oracle oracle(level, doors);
  const auto add = [&](const std::vector<Segment>& rays) {
    const Tally tally = try_rays(level, oracle, rays, doors);
    check_tally(tally);
    all.add(tally);
  };
  add(random_rays(level, share.random, seed));
  for (const Aim aim : kAims) {
    CAPTURE(static_cast<int>(aim));
    add(aimed_rays(level, aim, share.aimed, seed));
  }
  CAPTURE("from or to boundaries");
  add(boundary_rays(level, share.aimed, seed));
  add(ending_rays(level, share.aimed, seed));
}

// Half of the rays with open doors, half with closed ones where there are any.
void try_doors(const std::string& name, const Imported& imported, const Share& share,
               std::uint64_t seed, Tally& all) {
  const Level level = cook_or_fail(imported.cells);
  const DoorStates doors = initial_doors(level);
  const Share half{share.random / 2, share.aimed / 2};
  try_level(name, level, half, nullptr, seed, all);
  try_level(name, level, half, level.door_count() > 0 ? &doors : nullptr, seed + 1, all);
}

void report(const std::string& what, std::size_t levels, const Tally& all,
            std::chrono::steady_clock::time_point start) {
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  MESSAGE(what, ": ", levels, " levels, ", all.asked, " rays, ", all.wrong, " wrong, ", all.orphans,
          " orphans, ", all.wrong_cell, " in a wrong cell, ", all.other_side,
          " at another side, worst t ", all.worst_t, ", ", seconds, " s");
}

}  // namespace

TEST_CASE("oracle: the tree of boxes finds what asking every polygon finds") {
  const Level level = cook_or_fail(build_tunnels({150, 3}));
  const Oracle oracle(level);
  for (const Segment& ray : random_rays(level, 600, 5)) {
    const OracleRay exact = oracle_ray(level, glm::dvec3(ray.from), glm::dvec3(ray.to), ray.cell);
    const OracleHit fast = oracle.first_hit(exact), slow = oracle.brute(exact);
    CHECK(fast.side == slow.side);
    CHECK(fast.t == slow.t);
  }
}

TEST_CASE("traces: random and aimed rays in tunnels are the oracle's") {
  Tally all;
  try_level("tunnels", cook_or_fail(build_tunnels({1000, 1})), {20000, 3000}, nullptr, 1, all);
}

TEST_CASE("traces: random and aimed rays in every level file are the oracle's") {
  Tally all;
  const auto start = std::chrono::steady_clock::now();
  const std::size_t levels =
      for_each_level_file([&](const std::string& name, const Imported& imported) {
        try_doors(name, imported, {4000, 600}, 11, all);
      });
  report("level files", levels, all, start);
}

TEST_CASE("traces: random and aimed rays in MAP01 and MAP12 are the oracle's") {
  Tally all;
  const auto start = std::chrono::steady_clock::now();
  const std::size_t levels = for_each_freedoom_map(
      [&](const std::string& name, const Imported& imported) {
        try_doors(name, imported, {10000, 1000}, 12, all);
      },
      {"MAP01", "MAP12"});
  report("freedoom2", levels, all, start);
}

TEST_SUITE("slow") {
  TEST_CASE(
      "traces: 2,000,000 random and 200,000 aimed rays over every map and every file are the "
      "oracle's") {
    Tally all;
    std::size_t levels = 0;
    const auto start = std::chrono::steady_clock::now();
    const auto visit = [&](const std::string& name, const Imported& imported) {
      try_doors(name, imported, {25000, 500}, 100 + levels++, all);
    };
    for_each_freedoom_map(visit);
    for_each_level_file(visit);
    report("every map and file", levels, all, start);
    if (levels >= 80) CHECK(all.asked >= 2200000);
  }
}
