// tests/level/random_rays.h - rays to try on a level: random ones, and ones aimed exactly at what
// is hard.
//
// Units   metres.
// Cost    a sampler per level.
// Threads one.
// See     tests/level/ray_oracle_test.cpp
#pragma once

#include <cstdint>
#include <vector>

#include "tests/level/oracle.h"

namespace playset::test {

// From points uniform in the open volume; a third each of 0.2 to 1 cell, 5 cells, and the level's
// diagonal long.
[[nodiscard]] std::vector<Segment> random_rays(const Level& level, std::size_t count,
                                               std::uint64_t seed);

// From a cell's center (exact on the grid) through what lies in it or in a neighbour, and as far
// again.
enum class Aim { Vertex, EdgeMiddle, DiagonalMiddle, Axis };
inline constexpr Aim kAims[] = {Aim::Vertex, Aim::EdgeMiddle, Aim::DiagonalMiddle, Aim::Axis};
[[nodiscard]] std::vector<Segment> aimed_rays(const Level& level, Aim aim, std::size_t count,
                                              std::uint64_t seed);

// The same, but ending exactly on the vertex, edge or side.
[[nodiscard]] std::vector<Segment> ending_rays(const Level& level, std::size_t count,
                                               std::uint64_t seed);

// From exactly on a vertex, edge or side of the given cell, in a random direction or along an edge.
[[nodiscard]] std::vector<Segment> boundary_rays(const Level& level, std::size_t count,
                                                 std::uint64_t seed);

// Traces all in one batch and judges every answer. Where single calls, other splits or any-hit
// disagree with the batch it
// counts a wrong one.
[[nodiscard]] Tally try_rays(const Level& level, const Oracle& oracle,
                             const std::vector<Segment>& rays, const DoorStates* doors = nullptr,
                             bool any_answer = false);

}  // namespace playset::test
