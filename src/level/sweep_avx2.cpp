// The fast sweep on AVX2. Compiled with -mavx2 and without FMA; same bits as the scalar one.
#include "level/sweep_kernel.h"

#if defined(__AVX2__)
#include <immintrin.h>

namespace playset {
namespace {

struct Eight {
  __m256 v;
  friend Eight operator+(Eight a, Eight b) noexcept { return {_mm256_add_ps(a.v, b.v)}; }
  friend Eight operator-(Eight a, Eight b) noexcept { return {_mm256_sub_ps(a.v, b.v)}; }
  friend Eight operator/(Eight a, Eight b) noexcept { return {_mm256_div_ps(a.v, b.v)}; }
  friend Eight operator*(Eight a, Eight b) noexcept { return {_mm256_mul_ps(a.v, b.v)}; }
};

struct Avx2Lanes {
  using F = Eight;
  static F all(float x) noexcept { return {_mm256_set1_ps(x)}; }
  static F load(const float* p) noexcept { return {_mm256_loadu_ps(p)}; }
  static void store(F x, float* p) noexcept { _mm256_storeu_ps(p, x.v); }
  static F max(F a, F b) noexcept { return {_mm256_max_ps(a.v, b.v)}; }
  // Which of a block's six exits are walls. Reads eight: what follows them lies in the block too.
  static std::uint32_t walls(const std::uint32_t* exits) noexcept {
    const __m256i tags = _mm256_srli_epi32(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(exits)), kExitTagShift);
    const __m256i wall = _mm256_set1_epi32(static_cast<int>(ExitTag::Wall));
    const auto mask = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(tags, wall)));
    return static_cast<std::uint32_t>(mask) & ((1u << kBlockFaces) - 1u);
  }
  static std::uint32_t less(F a, F b) noexcept {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)));
  }
};

}  // namespace

std::uint64_t sweep_fast_avx2(const Level& level, std::span<const SphereSweep> sweeps,
                              std::uint64_t which, const TraceOptions& options,
                              BodyHit* out) noexcept {
  return sweep_in_lanes<Avx2Lanes>(level, sweeps, which, options, out);
}

}  // namespace playset

#else

namespace playset {

std::uint64_t sweep_fast_avx2(const Level& level, std::span<const SphereSweep> sweeps,
                              std::uint64_t which, const TraceOptions& options,
                              BodyHit* out) noexcept {
  return sweep_fast_scalar(level, sweeps, which, options, out);
}

}  // namespace playset

#endif
