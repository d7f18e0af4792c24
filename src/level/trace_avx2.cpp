// The fast walk on AVX2: a block's six faces in one register. Compiled with -mavx2 and without FMA; same bits as the scalar one.
#include "level/trace_kernel.h"

#if defined(__AVX2__)
#include <immintrin.h>

#include <bit>

namespace playset {
namespace {

struct Avx2Floats {
  static constexpr std::uint32_t kFull = 0xFF;
  __m256 v;

  static Avx2Floats all(float x) noexcept { return {_mm256_set1_ps(x)}; }
  // Lanes 6 and 7 hold what follows in the block: finite floats, ignored thanks to load_or.
  static Avx2Floats load(const float* p) noexcept { return {_mm256_loadu_ps(p)}; }
  static Avx2Floats load_or(const float* p, float fill) noexcept {
    return {_mm256_blend_ps(_mm256_loadu_ps(p), _mm256_set1_ps(fill), 0xC0)};
  }
  static Avx2Floats where_bits(std::uint32_t bits, float x) noexcept {
    const __m256i lanes = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 64);
    const __m256i set = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), lanes), lanes);
    return {_mm256_and_ps(_mm256_castsi256_ps(set), _mm256_set1_ps(x))};
  }
  static Avx2Floats exit_times(Avx2Floats a, Avx2Floats b, float parallel, float far_away) noexcept {
    const __m256 leaves = _mm256_cmp_ps(b.v, _mm256_set1_ps(parallel), _CMP_LT_OQ);
    const __m256 down = _mm256_blendv_ps(_mm256_set1_ps(1.0f), _mm256_sub_ps(_mm256_setzero_ps(), b.v), leaves);
    return {_mm256_blendv_ps(_mm256_set1_ps(far_away), _mm256_div_ps(a.v, down), leaves)};
  }
  friend Avx2Floats operator+(Avx2Floats a, Avx2Floats b) noexcept { return {_mm256_add_ps(a.v, b.v)}; }
  friend Avx2Floats operator*(Avx2Floats a, Avx2Floats b) noexcept { return {_mm256_mul_ps(a.v, b.v)}; }
  Avx2Floats abs() const noexcept {
    return {_mm256_and_ps(v, _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFFFFFF)))};
  }
  std::uint32_t greater(Avx2Floats other) const noexcept {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(v, other.v, _CMP_GT_OQ)));
  }
  float min() const noexcept {
    __m128 m = _mm_min_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    m = _mm_min_ps(m, _mm_movehl_ps(m, m));
    m = _mm_min_ss(m, _mm_shuffle_ps(m, m, 1));
    return _mm_cvtss_f32(m);
  }
  std::uint32_t first_equal(float x) const noexcept {
    const int mask = _mm256_movemask_ps(_mm256_cmp_ps(v, _mm256_set1_ps(x), _CMP_EQ_OQ));
    return static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint32_t>(mask) | 1u << (kBlockFaces - 1)));
  }
  float lane(std::uint32_t i) const noexcept {
    return _mm256_cvtss_f32(_mm256_permutevar8x32_ps(v, _mm256_castsi128_si256(_mm_cvtsi32_si128(static_cast<int>(i)))));
  }
};

}  // namespace

void trace_batch_avx2(const Level& level, std::span<const Segment> segments, std::span<SegmentHit> hits,
                      const TraceOptions& options) noexcept {
  trace_all<Avx2Floats>(level, segments, hits, options);
}

bool trace_has_avx2() noexcept { return __builtin_cpu_supports("avx2") != 0; }

}  // namespace playset

#else

namespace playset {

void trace_batch_avx2(const Level& level, std::span<const Segment> segments, std::span<SegmentHit> hits,
                      const TraceOptions& options) noexcept {
  trace_batch_scalar(level, segments, hits, options);
}

bool trace_has_avx2() noexcept { return false; }

}  // namespace playset

#endif
