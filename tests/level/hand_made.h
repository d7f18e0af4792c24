// tests/level/hand_made.h - levels of a few boxes, and how to try them: for tests of hard cases.
//
// Units   metres where a level is asked, grid steps where one is made.
// Threads one.
// See     tests/level/hard_rays_test.cpp, tests/level/hard_shapes_test.cpp
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "geom/box_cells.h"
#include "playset/level/level.h"
#include "tests/level/real_levels.h"

namespace playset::test {

inline constexpr int kMetre = 1024;

[[nodiscard]] inline GridPoint metres(int x, int y, int z) { return GridPoint(x, y, z) * kMetre; }

// The builder's complex with all that fits together linked.
[[nodiscard]] CellComplex linked(playset_test::CellBuilder builder);

// Boxes of 1 m at these places in metres, linked where they touch.
[[nodiscard]] CellComplex boxes(const std::vector<GridPoint>& places);

// Places for nx * ny * nz of them.
[[nodiscard]] std::vector<GridPoint> lattice(int nx, int ny, int nz);

// The level's cell that was this one of the complex.
[[nodiscard]] std::uint32_t cell_of(const Level& level, std::uint32_t complex_cell);

// Traces one segment and checks that the exact line says the same.
SegmentHit shoot(const Level& level, glm::vec3 from, glm::vec3 to, std::uint32_t cell = kNone,
                 const TraceOptions& options = {});

// Random rays, all sorts of aimed ones, and starts on boundaries against the oracle.
void check_against_oracle(const Level& level, std::size_t count, std::uint64_t seed);

// Why cook_level refuses the complex; "" where it does not.
[[nodiscard]] std::string refusal(const CellComplex& complex);

[[nodiscard]] bool contains(const std::string& text, std::string_view part);

}  // namespace playset::test
