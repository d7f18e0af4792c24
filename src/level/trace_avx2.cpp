// The fast walk on AVX2: a block's six faces in one register. Compiled with -mavx2 and without FMA; same bits as the scalar one.
#include "level/trace_kernel.h"

#if defined(__AVX2__)
#include <immintrin.h>

namespace playset {
namespace {

struct Avx2Floats {
  static constexpr std::uint32_t kFull = 0xFF;
  __m256 v;

  static Avx2Floats all(float x) noexcept { return {_mm256_set1_ps(x)}; }
  // Lanes 6 and 7 hold what follows in the block: parts of other normals, harmless once load_or has set nz and w.
  static Avx2Floats load(const float* p) noexcept { return {_mm256_loadu_ps(p)}; }
  static Avx2Floats load_or(const float* p, float fill) noexcept {
    return {_mm256_blend_ps(_mm256_loadu_ps(p), _mm256_set1_ps(fill), 0xC0)};
  }
  static Lanes3<Avx2Floats> spread(__m128 v) noexcept {
    return {{_mm256_broadcastss_ps(v)}, {_mm256_broadcastss_ps(_mm_shuffle_ps(v, v, 1))},
            {_mm256_broadcastss_ps(_mm_shuffle_ps(v, v, 2))}};
  }
  // x, y, z and zero from four floats of which the last is something else.
  static __m128 load3(const float* p) noexcept {
    return _mm_and_ps(_mm_loadu_ps(p), _mm_castsi128_ps(_mm_setr_epi32(-1, -1, -1, 0)));
  }
  static Lanes3<Avx2Floats> local(const Segment& s, const std::int16_t* ref) noexcept {
    const __m128i metres = _mm_cvtepi16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(ref)));
    return spread(_mm_sub_ps(load3(&s.from.x), _mm_cvtepi32_ps(metres)));
  }
  static Lanes3<Avx2Floats> direction(const Segment& s) noexcept {
    return spread(_mm_sub_ps(load3(&s.to.x), load3(&s.from.x)));
  }
  static Avx2Floats where_bits(std::uint32_t bits, float x) noexcept {
    const __m256i lanes = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 64);
    const __m256i set = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), lanes), lanes);
    return {_mm256_and_ps(_mm256_castsi256_ps(set), _mm256_set1_ps(x))};
  }
  static Avx2Floats exit_keys(Avx2Floats a, Avx2Floats b, float parallel, float far_away) noexcept {
    const __m256 leaves = _mm256_cmp_ps(b.v, _mm256_set1_ps(parallel), _CMP_LT_OQ);
    const __m256 speed = _mm256_blendv_ps(_mm256_set1_ps(1.0f), _mm256_sub_ps(_mm256_setzero_ps(), b.v), leaves);
    const __m256 t = _mm256_blendv_ps(_mm256_set1_ps(far_away), _mm256_div_ps(a.v, speed), leaves);
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i cleared = _mm256_and_si256(_mm256_castps_si256(t), _mm256_set1_epi32(~7));
    return {_mm256_castsi256_ps(_mm256_or_si256(cleared, lane))};
  }
  friend Avx2Floats operator+(Avx2Floats a, Avx2Floats b) noexcept { return {_mm256_add_ps(a.v, b.v)}; }
  friend Avx2Floats operator-(Avx2Floats a, Avx2Floats b) noexcept { return {_mm256_sub_ps(a.v, b.v)}; }
  friend Avx2Floats operator*(Avx2Floats a, Avx2Floats b) noexcept { return {_mm256_mul_ps(a.v, b.v)}; }
  Avx2Floats abs() const noexcept {
    return {_mm256_and_ps(v, _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFFFFFF)))};
  }
  std::uint32_t greater(Avx2Floats other) const noexcept {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(v, other.v, _CMP_GT_OQ)));
  }
  Avx2Floats least() const noexcept {
    __m256 m = _mm256_min_ps(v, _mm256_permute2f128_ps(v, v, 1));
    m = _mm256_min_ps(m, _mm256_permute_ps(m, 0x4E));
    return {_mm256_min_ps(m, _mm256_permute_ps(m, 0xB1))};
  }
  std::uint32_t key_lane() const noexcept {
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_castps_si128(_mm256_castps256_ps128(v)))) & 7u;
  }
  Avx2Floats pick(Avx2Floats key) const noexcept { return {_mm256_permutevar8x32_ps(v, _mm256_castps_si256(key.v))}; }
  float one() const noexcept { return _mm256_cvtss_f32(v); }
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
