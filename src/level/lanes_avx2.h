// Eight rays side by side for the fast walk. Only for files compiled with -mavx2 and without FMA;
// same bits as Plain.
#pragma once

#include "level/trace_lanes.h"

#if defined(__AVX2__)
#include <immintrin.h>

namespace playset {
namespace {

struct F8 {
  __m256 v;
  friend F8 operator+(F8 a, F8 b) noexcept { return {_mm256_add_ps(a.v, b.v)}; }
  friend F8 operator-(F8 a, F8 b) noexcept { return {_mm256_sub_ps(a.v, b.v)}; }
  friend F8 operator*(F8 a, F8 b) noexcept { return {_mm256_mul_ps(a.v, b.v)}; }
  friend F8 operator/(F8 a, F8 b) noexcept { return {_mm256_div_ps(a.v, b.v)}; }
};

// For each 8-bit mask the byte shuffle that packs the chosen 16-bit lanes to the front.
struct PackTable {
  alignas(16) std::uint8_t shuffle[256][16];
};
constexpr PackTable make_pack_table() noexcept {
  PackTable table{};
  for (int mask = 0; mask < 256; ++mask) {
    int out = 0;
    for (int lane = 0; lane < 8; ++lane) {
      if (((mask >> lane) & 1) == 0) continue;
      table.shuffle[mask][2 * out] = static_cast<std::uint8_t>(2 * lane);
      table.shuffle[mask][2 * out + 1] = static_cast<std::uint8_t>(2 * lane + 1);
      ++out;
    }
  }
  return table;
}
constexpr PackTable kPack = make_pack_table();

struct Avx2 {
  static constexpr std::uint32_t kWidth = 8;
  static constexpr std::uint32_t kAllLanes = 0xFF;
  using F = F8;
  using Count = __m256i;

  static F all(float x) noexcept { return {_mm256_set1_ps(x)}; }
  static F bits(std::uint32_t x) noexcept {
    return {_mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>(x)))};
  }
  static F abs(F x) noexcept {
    return {_mm256_and_ps(x.v, _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFFFFFF)))};
  }
  static __m256 in_grid(const Segment& s) noexcept {
    const __m256 numbers = _mm256_castsi256_ps(_mm256_setr_epi32(
        0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF, 0, 0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF, 0));
    const __m256 sizes = _mm256_and_ps(_mm256_loadu_ps(&s.from.x), numbers);
    const __m256 limit = _mm256_set1_ps(static_cast<float>(kLevelLimit));
    return _mm256_cmp_ps(sizes, limit, _CMP_LE_OQ);
  }
  static bool all_true(__m256 mask) noexcept { return _mm256_movemask_ps(mask) == 0xFF; }
  static F to_ray_grid(F x) noexcept {
    const __m256 units = _mm256_mul_ps(x.v, _mm256_set1_ps(0x1p18f));
    return {_mm256_mul_ps(_mm256_round_ps(units, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
                          _mm256_set1_ps(0x1p-18f))};
  }
  static F min(F a, F b) noexcept { return {_mm256_min_ps(a.v, b.v)}; }
  static F max(F a, F b) noexcept { return {_mm256_max_ps(a.v, b.v)}; }
  static __m256 less(F a, F b) noexcept { return _mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ); }
  static __m256 both(__m256 a, __m256 b) noexcept { return _mm256_and_ps(a, b); }
  static F select(__m256 mask, F yes, F no) noexcept {
    return {_mm256_blendv_ps(no.v, yes.v, mask)};
  }
  static Count zero_count() noexcept { return _mm256_setzero_si256(); }
  static Count count_not_above(F a, F b, Count count) noexcept {
    return _mm256_sub_epi32(count, _mm256_castps_si256(_mm256_cmp_ps(a.v, b.v, _CMP_NGT_UQ)));
  }
  static Count add(Count a, Count b) noexcept { return _mm256_add_epi32(a, b); }
  static __m256 is_one(Count count) noexcept {
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(count, _mm256_set1_epi32(1)));
  }
  static __m256 in_range(F code, std::uint32_t first, std::uint32_t limit) noexcept {
    const __m256i x = _mm256_castps_si256(code.v);
    const __m256i not_below = _mm256_cmpgt_epi32(x, _mm256_set1_epi32(static_cast<int>(first) - 1));
    return _mm256_castsi256_ps(_mm256_and_si256(
        not_below, _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(limit)), x)));
  }
  static std::uint32_t mask(__m256 lanes) noexcept {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(lanes));
  }
  static F index_bits(F code) noexcept {
    return {_mm256_castsi256_ps(
        _mm256_and_si256(_mm256_castps_si256(code.v), _mm256_set1_epi32(kExitIndexMask)))};
  }
  static F load_bits(const std::uint32_t* p) noexcept {
    return {_mm256_castsi256_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)))};
  }
  [[gnu::always_inline]] static inline void store_hits(F t, F side, F cell, F kind,
                                                       SegmentHit* hits) noexcept {
    F row[4];
    turn(t.v, side.v, cell.v, kind.v, row);
    for (int i = 0; i < 4; ++i) {
      _mm_storeu_ps(&hits[i].t, _mm256_castps256_ps128(row[i].v));
      _mm_storeu_ps(&hits[i + 4].t, _mm256_extractf128_ps(row[i].v, 1));
    }
  }
  static std::uint32_t below(F code, std::uint32_t limit) noexcept {
    const __m256i less =
        _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(limit)), _mm256_castps_si256(code.v));
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(less)));
  }

  // Eight floats of each of eight rows, turned so that out[i] holds float first + i of every row.
  [[gnu::always_inline]] static inline void load_rows(const float* const* rows, int first,
                                                      F* out) noexcept {
    const auto two = [&](int a, int at) {
      return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows[a] + first + at)),
                                  _mm_loadu_ps(rows[a + 4] + first + at), 1);
    };
    for (int half = 0; half < 2; ++half)
      turn(two(0, 4 * half), two(1, 4 * half), two(2, 4 * half), two(3, 4 * half), out + 4 * half);
  }
  // Four floats of each row.
  static void load_states(const float* const* rows, F* out) noexcept {
    const auto two = [&](int a) {
      return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows[a])),
                                  _mm_loadu_ps(rows[a + 4]), 1);
    };
    turn(two(0), two(1), two(2), two(3), out);
  }
  [[gnu::always_inline]] static inline void store_states(F t, F code, F slack, F speed,
                                                         RayState* const* rows) noexcept {
    F row[4];
    turn(t.v, code.v, slack.v, speed.v, row);
    for (int i = 0; i < 4; ++i) {
      _mm_storeu_ps(&rows[i]->t, _mm256_castps256_ps128(row[i].v));
      _mm_storeu_ps(&rows[i + 4]->t, _mm256_extractf128_ps(row[i].v, 1));
    }
  }

  static F low_half(F x) noexcept {
    return {
        _mm256_cvtepi32_ps(_mm256_srai_epi32(_mm256_slli_epi32(_mm256_castps_si256(x.v), 16), 16))};
  }
  static F high_half(F x) noexcept {
    return {_mm256_cvtepi32_ps(_mm256_srai_epi32(_mm256_castps_si256(x.v), 16))};
  }
  static F tolerance_units(F x) noexcept {
    return {_mm256_cvtepi32_ps(_mm256_srli_epi32(_mm256_castps_si256(x.v), 16 + kBlockFaces))};
  }
  static F where_flag(F x, int bit, float value) noexcept {
    const __m256i set =
        _mm256_srai_epi32(_mm256_slli_epi32(_mm256_castps_si256(x.v), 31 - bit), 31);
    return {_mm256_and_ps(_mm256_castsi256_ps(set), _mm256_set1_ps(value))};
  }

  static void append(RayList<8>& list, const std::uint16_t* ids, std::uint32_t mask) noexcept {
    const __m128i packed =
        _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(ids)),
                         _mm_load_si128(reinterpret_cast<const __m128i*>(kPack.shuffle[mask])));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(list.ray.data() + list.count), packed);
    list.count += static_cast<std::uint32_t>(std::popcount(mask));
  }

 private:
  // Turns the two 4x4 blocks held in the halves of a, b, c, d.
  [[gnu::always_inline]] static inline void turn(__m256 a, __m256 b, __m256 c, __m256 d,
                                                 F* out) noexcept {
    const __m256 ab_low = _mm256_unpacklo_ps(a, b);
    const __m256 ab_high = _mm256_unpackhi_ps(a, b);
    const __m256 cd_low = _mm256_unpacklo_ps(c, d);
    const __m256 cd_high = _mm256_unpackhi_ps(c, d);
    out[0] = {_mm256_shuffle_ps(ab_low, cd_low, 0x44)};
    out[1] = {_mm256_shuffle_ps(ab_low, cd_low, 0xEE)};
    out[2] = {_mm256_shuffle_ps(ab_high, cd_high, 0x44)};
    out[3] = {_mm256_shuffle_ps(ab_high, cd_high, 0xEE)};
  }
};

}  // namespace
}  // namespace playset

#endif
