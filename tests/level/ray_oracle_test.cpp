// Traces against the exact oracle: random rays, rays aimed at vertices, edges and diagonals, starts on boundaries.
#include <doctest/doctest.h>

#include "scenes/tunnels.h"
#include "support/support.h"
#include "tests/level/random_rays.h"

using namespace playset;
using namespace playset::test;

namespace {

Level cooked(const CellComplex& complex, bool renumber = true) {
  const Result<Level> level = cook_level(complex, {renumber});
  if (!level) FAIL(complex.name << ": " << level.error().text());
  return level.value();
}

void check_tally(const Tally& tally) {
  CHECK(tally.asked > 0);
  CHECK(tally.wrong == 0);
  CHECK(tally.orphans == 0);
  CHECK(tally.wrong_cell == 0);
  CHECK(tally.other_side == 0);
  if (!tally.first_wrong.empty()) MESSAGE(tally.first_wrong);
}

void check_level(const Level& level, std::size_t random, std::size_t aimed, std::uint64_t seed) {
  const Oracle oracle(level);
  check_tally(try_rays(level, oracle, random_rays(level, random, seed)));
  for (const Aim aim : kAims) {
    CAPTURE(static_cast<int>(aim));
    check_tally(try_rays(level, oracle, aimed_rays(level, aim, aimed, seed)));
  }
  CAPTURE("from boundaries");
  check_tally(try_rays(level, oracle, boundary_rays(level, aimed, seed)));
}

}  // namespace

TEST_CASE("oracle: the tree of boxes finds what asking every polygon finds") {
  const Level level = cooked(build_tunnels({150, 3}));
  const Oracle oracle(level);
  for (const Segment& ray : random_rays(level, 600, 5)) {
    const OracleRay exact = oracle_ray(level, glm::dvec3(ray.from), glm::dvec3(ray.to), ray.cell);
    const OracleHit fast = oracle.first_hit(exact), slow = oracle.brute(exact);
    CHECK(fast.side == slow.side);
    CHECK(fast.t == slow.t);
  }
}

TEST_CASE("traces: random and aimed rays in tunnels are the oracle's") {
  check_level(cooked(build_tunnels({1000, 1})), 20000, 3000, 1);
}
