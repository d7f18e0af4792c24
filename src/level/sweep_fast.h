// A sphere's sweep from the float planes of the cells it reaches: a few cache lines a cell. Says
// so where it is in doubt; then the flood in doubles answers (sweep_flood.h).
#pragma once

#include "level/sweep_flood.h"

namespace playset {

// Sweeps from sweep.cell, a cell of the level, if that surely holds the start. False: in doubt,
// `out` is not written. out.cell is kNone where the middle may have left that cell. One function
// per instruction set, all with the same bits.
using SweepFast = bool (*)(const Level& level, const SphereSweep& sweep,
                           const TraceOptions& options, BodyHit& out) noexcept;
[[nodiscard]] bool sweep_fast_scalar(const Level& level, const SphereSweep& sweep,
                                     const TraceOptions& options, BodyHit& out) noexcept;
// Only where trace_has_avx2().
[[nodiscard]] bool sweep_fast_avx2(const Level& level, const SphereSweep& sweep,
                                   const TraceOptions& options, BodyHit& out) noexcept;

}  // namespace playset
