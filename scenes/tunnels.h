// scenes/tunnels.h - build_tunnels: a network of tunnels in every orientation, as big as you like,
// for benches and tests.
//
// Like a Descent mine without rooms: a self-avoiding tree of six-sided cells about 10 m across.
// Every side is exactly planar on the grid: a tunnel's cross-sections are parallelograms with the
// same two edge directions, so that what lies between two of them is a trapezoid; a branch starts
// at a side that is itself a parallelogram.
//
// Units   grid steps of 1/1024 m in the result.
// Cost    about 20 us a cell.
// Threads pure function.
// See     tests/level/tunnels_test.cpp, bench/level
#pragma once

#include <cstdint>

#include "playset/geom/cell_complex.h"

namespace playset {

struct TunnelConfig {
  std::uint32_t cells = 10000;  // exactly so many
  std::uint64_t seed = 1;
};

// Equal configs give equal complexes. `source_id` is the order of growth; one material, "rock".
[[nodiscard]] CellComplex build_tunnels(const TunnelConfig& config);

}  // namespace playset
