// A sphere's sweep from the float planes of the cells it reaches: a few cache lines a cell. Says
// so where it is in doubt; then the flood in doubles answers (sweep_flood.h).
#pragma once

#include <span>

#include "level/sweep_flood.h"

namespace playset {

// Each from its `cell`, a cell of the level, if that surely holds the start. `which`: a bit for each
// of up to 64 sweeps. Returns the bits of those that it could answer; of the others, in doubt, `out`
// is not written. out[i].cell is kNone where the middle may have left sweeps[i].cell. One function
// per instruction set, all with the same bits.
using SweepFast = std::uint64_t (*)(const Level& level, std::span<const SphereSweep> sweeps,
                                    std::uint64_t which, const TraceOptions& options,
                                    BodyHit* out) noexcept;
[[nodiscard]] std::uint64_t sweep_fast_scalar(const Level& level,
                                              std::span<const SphereSweep> sweeps,
                                              std::uint64_t which, const TraceOptions& options,
                                              BodyHit* out) noexcept;
// Only where trace_has_avx2().
[[nodiscard]] std::uint64_t sweep_fast_avx2(const Level& level, std::span<const SphereSweep> sweeps,
                                            std::uint64_t which, const TraceOptions& options,
                                            BodyHit* out) noexcept;

}  // namespace playset
