// The fast walk's numbers: what a lane type must offer, shown by Plain, which is one ray at a time.
//
// The kernel (trace_step.h, trace_wave.h) is written once for any type of lanes; trace_avx2.cpp has
// one of eight rays. Lane operations are the same IEEE operations in the same order, so all give
// the same bits.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "level/format.h"

namespace playset {
namespace {

inline constexpr std::uint32_t kWave = 256;  // rays under way at a time
inline constexpr float kFar = 1e15f;         // beyond every plane and cut
inline constexpr float kParallel = -1e-20f;  // n.dir above this never leaves
inline constexpr int kMaxWideBlocks = 8;     // cells of more faces are rough
inline constexpr float kDrift =
    0x1.8p-19f;  // m of error per m along the ray's longest axis: 16 roundings on each axis
inline constexpr float kRefineNear =
    1536.0f;  // t from floats needs this many tolerances to the plane

// Stands in where a wide cell has fewer blocks than its neighbours in the group: no face, never an
// exit.
inline constexpr HotBlock kNoFaces = [] {
  HotBlock block{};
  block.w.fill(kFar);
  block.exit.fill(kExitExact);
  return block;
}();

// What the last step said of a ray.
struct RayState {
  float t;             // where it leaves the cell
  std::uint32_t code;  // where to
  float slack;         // m: how far off its exit plane may be
  float speed;         // m per t towards that plane
};

template <int kWidth>
struct RayList {
  std::array<std::uint16_t, kWave + kWidth> ray;
  std::uint32_t count = 0;
};

// Rays by what they need next.
template <int kWidth>
struct Lists {
  RayList<kWidth> cell, wide, node, door;
  [[nodiscard]] bool empty() const noexcept {
    return (cell.count | wide.count | node.count | door.count) == 0;
  }
};

// One ray at a time in plain C++: the reference for every other instruction set, and what ends a
// batch.
struct Plain {
  static constexpr std::uint32_t kWidth = 1;
  static constexpr std::uint32_t kAllLanes = 1;
  using F = float;
  using Count = std::uint32_t;

  static F all(float x) noexcept { return x; }
  static F bits(std::uint32_t x) noexcept { return std::bit_cast<float>(x); }
  static F abs(F x) noexcept { return std::fabs(x); }
  // Finite and within +-kLevelLimit; quiet about what is no number.
  static bool in_grid(const Segment& s) noexcept {
    constexpr auto limit = static_cast<float>(kLevelLimit);
    bool ok = true;
    for (const glm::vec3& p : {s.from, s.to})
      ok = ok && std::islessequal(std::fabs(p.x), limit) &&
           std::islessequal(std::fabs(p.y), limit) && std::islessequal(std::fabs(p.z), limit);
    return ok;
  }
  static bool all_true(bool mask) noexcept { return mask; }
  // Nearest multiple of 2^-18 m: the segment that is answered, here as in to_ray_units.
  // Adding and taking 2^23 rounds what is smaller; the rest is whole.
  static F to_ray_grid(F x) noexcept {
    const F units = x * 0x1p18f, size = std::fabs(units);
    const F whole = size < 0x1p23f ? (size + 0x1p23f) - 0x1p23f : size;
    return std::copysign(whole, units) * 0x1p-18f;
  }
  static F min(F a, F b) noexcept { return a < b ? a : b; }
  static F max(F a, F b) noexcept { return a > b ? a : b; }
  static bool less(F a, F b) noexcept { return a < b; }
  static bool both(bool a, bool b) noexcept { return a && b; }
  static F select(bool mask, F yes, F no) noexcept {
    return std::bit_cast<float>(mask ? std::bit_cast<std::uint32_t>(yes)
                                     : std::bit_cast<std::uint32_t>(no));
  }
  static Count zero_count() noexcept { return 0; }
  static Count count_not_above(F a, F b, Count count) noexcept { return count + (a > b ? 0u : 1u); }
  static Count add(Count a, Count b) noexcept { return a + b; }
  static bool is_one(Count count) noexcept { return count == 1; }
  static bool in_range(F code, std::uint32_t first, std::uint32_t limit) noexcept {
    const auto x = std::bit_cast<std::uint32_t>(code);
    return x >= first && x < limit;
  }
  static std::uint32_t mask(bool lanes) noexcept { return lanes ? 1u : 0u; }
  static F index_bits(F code) noexcept {
    return bits(std::bit_cast<std::uint32_t>(code) & kExitIndexMask);
  }
  static F load_bits(const std::uint32_t* p) noexcept { return bits(*p); }
  static void store_hits(F t, F side, F cell, F kind, SegmentHit* hits) noexcept {
    *hits = {t,
             std::bit_cast<std::uint32_t>(side),
             std::bit_cast<std::uint32_t>(cell),
             static_cast<HitKind>(std::bit_cast<std::uint32_t>(kind)),
             {}};
  }
  static std::uint32_t below(F code, std::uint32_t limit) noexcept {
    return std::bit_cast<std::uint32_t>(code) < limit;
  }

  // Eight floats of each row, starting at `first`.
  static void load_rows(const float* const* rows, int first, F* out) noexcept {
    for (int i = 0; i < 8; ++i) out[i] = rows[0][first + i];
  }
  static void load_states(const float* const* rows, F* out) noexcept {
    for (int i = 0; i < 4; ++i) out[i] = rows[0][i];
  }
  static void store_states(F t, F code, F slack, F speed, RayState* const* rows) noexcept {
    *rows[0] = {t, std::bit_cast<std::uint32_t>(code), slack, speed};
  }

  // Signed 16-bit numbers, a tolerance and flags packed into a float's bits.
  static F low_half(F x) noexcept {
    return static_cast<float>(static_cast<std::int16_t>(std::bit_cast<std::uint32_t>(x)));
  }
  static F high_half(F x) noexcept {
    return static_cast<float>(static_cast<std::int16_t>(std::bit_cast<std::uint32_t>(x) >> 16));
  }
  static F tolerance_units(F x) noexcept {
    return static_cast<float>(std::bit_cast<std::uint32_t>(x) >> (16 + kBlockFaces));
  }
  static F where_flag(F x, int bit, float value) noexcept {
    return (std::bit_cast<std::uint32_t>(x) >> bit) & 1u ? value : 0.0f;
  }

  static void append(RayList<1>& list, const std::uint16_t* ids, std::uint32_t mask) noexcept {
    list.ray[list.count] = ids[0];
    list.count += mask;
  }
};

}  // namespace
}  // namespace playset
