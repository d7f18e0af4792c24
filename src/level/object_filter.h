// Which of a cell's objects a fat segment may meet: bounding spheres and octree cubes, eight at a
// time.
//
// Conservative: what it leaves out is not met, by more than all rounding; the exact tests decide
// about the rest, so that AVX2 and plain C++ give the same answers.
#pragma once

#include <bit>
#include <cmath>

#include "level/object_store.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace playset {
namespace {

inline constexpr float kFilterRounding = 0x1p-19f;  // of distances, each some roundings of 2^-24
inline constexpr float kCubeRounding = 0x1p-10f;    // m, at the edge of the grid

// All points within `reach` of from + t * dir, t in [0, 1].
struct FatSegment {
  float from[3], dir[3], inverse[3];  // of dir, bounded
  float inverse_dd, reach, rounding;

  FatSegment(glm::vec3 a, glm::vec3 b, float radius) noexcept : reach(radius) {
    float dd = 0.0f, sum = 0.0f;
    for (int i = 0; i < 3; ++i) {
      from[i] = a[i];
      dir[i] = b[i] - a[i];
      inverse[i] = std::fabs(dir[i]) > 1e-18f ? 1.0f / dir[i] : 1e18f;
      dd += dir[i] * dir[i];
      sum += std::fabs(dir[i]);
    }
    inverse_dd = dd > 1e-30f ? 1.0f / dd : 0.0f;
    rounding = sum * kFilterRounding;
  }
};

#if defined(__AVX2__)

inline __m256 abs8(__m256 x) noexcept { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x); }

inline std::uint32_t block_candidates(const ObjectBlock& block, const FatSegment& s,
                                      float limit) noexcept {
  const __m256 dx = _mm256_set1_ps(s.dir[0]), dy = _mm256_set1_ps(s.dir[1]),
               dz = _mm256_set1_ps(s.dir[2]);
  __m256 x = _mm256_sub_ps(_mm256_load_ps(block.x.data()), _mm256_set1_ps(s.from[0]));
  __m256 y = _mm256_sub_ps(_mm256_load_ps(block.y.data()), _mm256_set1_ps(s.from[1]));
  __m256 z = _mm256_sub_ps(_mm256_load_ps(block.z.data()), _mm256_set1_ps(s.from[2]));
  const __m256 size = _mm256_add_ps(_mm256_add_ps(abs8(x), abs8(y)), abs8(z));
  const __m256 along = _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(x, dx), _mm256_mul_ps(y, dy)),
                                     _mm256_mul_ps(z, dz));
  __m256 t = _mm256_mul_ps(along, _mm256_set1_ps(s.inverse_dd));
  t = _mm256_min_ps(_mm256_max_ps(t, _mm256_setzero_ps()), _mm256_set1_ps(limit));
  x = _mm256_sub_ps(x, _mm256_mul_ps(t, dx));
  y = _mm256_sub_ps(y, _mm256_mul_ps(t, dy));
  z = _mm256_sub_ps(z, _mm256_mul_ps(t, dz));
  const __m256 off2 =
      _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y)), _mm256_mul_ps(z, z));
  const __m256 room =
      _mm256_add_ps(_mm256_add_ps(_mm256_load_ps(block.radius.data()), _mm256_set1_ps(s.reach)),
                    _mm256_add_ps(_mm256_mul_ps(size, _mm256_set1_ps(kFilterRounding)),
                                  _mm256_set1_ps(s.rounding)));
  return static_cast<std::uint32_t>(
      _mm256_movemask_ps(_mm256_cmp_ps(off2, _mm256_mul_ps(room, room), _CMP_LE_OQ)));
}

inline std::uint32_t group_candidates(const BucketGroup& group, const FatSegment& s,
                                      float limit) noexcept {
  __m256 enter = _mm256_setzero_ps(), leave = _mm256_set1_ps(limit);
  const __m256 room = _mm256_set1_ps(s.reach + kCubeRounding);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const __m256 from = _mm256_set1_ps(s.from[axis]), inverse = _mm256_set1_ps(s.inverse[axis]);
    const __m256 low = _mm256_sub_ps(_mm256_load_ps(group.low[axis].data()), room);
    const __m256 high = _mm256_add_ps(_mm256_load_ps(group.high[axis].data()), room);
    const __m256 a = _mm256_mul_ps(_mm256_sub_ps(low, from), inverse);
    const __m256 b = _mm256_mul_ps(_mm256_sub_ps(high, from), inverse);
    enter = _mm256_max_ps(enter, _mm256_min_ps(a, b));
    leave = _mm256_min_ps(leave, _mm256_max_ps(a, b));
  }
  leave = _mm256_mul_ps(leave, _mm256_set1_ps(1.0f + kFilterRounding));
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(enter, leave, _CMP_LE_OQ)));
}

#else

inline std::uint32_t block_candidates(const ObjectBlock& block, const FatSegment& s,
                                      float limit) noexcept {
  std::uint32_t mask = 0;
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    float x = block.x[i] - s.from[0], y = block.y[i] - s.from[1], z = block.z[i] - s.from[2];
    const float size = std::fabs(x) + std::fabs(y) + std::fabs(z);
    float t = (x * s.dir[0] + y * s.dir[1] + z * s.dir[2]) * s.inverse_dd;
    t = t > 0.0f ? t : 0.0f;
    t = t < limit ? t : limit;
    x -= t * s.dir[0], y -= t * s.dir[1], z -= t * s.dir[2];
    const float room = (block.radius[i] + s.reach) + (size * kFilterRounding + s.rounding);
    mask |= (x * x + y * y + z * z <= room * room ? 1u : 0u) << i;
  }
  return mask;
}

inline std::uint32_t group_candidates(const BucketGroup& group, const FatSegment& s,
                                      float limit) noexcept {
  std::uint32_t mask = 0;
  const float room = s.reach + kCubeRounding;
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    float enter = 0.0f, leave = limit;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float a = (group.low[axis][i] - room - s.from[axis]) * s.inverse[axis];
      const float b = (group.high[axis][i] + room - s.from[axis]) * s.inverse[axis];
      const float first = a < b ? a : b, last = a < b ? b : a;
      enter = first > enter ? first : enter;
      leave = last < leave ? last : leave;
    }
    mask |= (enter <= leave * (1.0f + kFilterRounding) ? 1u : 0u) << i;
  }
  return mask;
}

#endif

// Calls test(block, lane, limit) for every object below `head` that the segment may meet before
// `limit`; it returns the new limit. Octrees are searched from front to back.
template <class Test>
void for_each_candidate(const ObjectStore& store, std::uint32_t head, const FatSegment& segment,
                        float limit, Test&& test) noexcept {
  std::uint32_t stack[kLanes * kDeepest + 1];
  std::uint32_t depth = 0;
  stack[depth++] = head;
  const std::uint32_t back = (segment.dir[0] < 0.0f ? 1u : 0u) | (segment.dir[1] < 0.0f ? 2u : 0u) |
                             (segment.dir[2] < 0.0f ? 4u : 0u);
  while (depth > 0) {
    const std::uint32_t at = stack[--depth];
    if ((at & kGroupBit) != 0) {
      const BucketGroup& group = store.groups[at & ~kGroupBit];
      const std::uint32_t mask = group_candidates(group, segment, limit);
      for (std::uint32_t k = kLanes; k-- > 0;) {
        const std::uint32_t octant = k ^ back;
        if (((mask >> octant) & 1u) != 0 && group.child[octant].head != kNone)
          stack[depth++] = group.child[octant].head;
      }
      continue;
    }
    for (std::uint32_t b = at; b != kNone; b = store.blocks[b].next) {
      const ObjectBlock& block = store.blocks[b];
      for (std::uint32_t mask = block_candidates(block, segment, limit); mask != 0;
           mask &= mask - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
        limit = test(block, lane, limit);
      }
    }
  }
}

}  // namespace
}  // namespace playset
