// The fast walk of a single segment: the faces of a cell side by side instead of rays, so that one
// call is not one lane of eight. Same bits as a batch.
#include "level/trace_wave.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define PLAYSET_HAS_SSE2 1
#else
#define PLAYSET_HAS_SSE2 0
#endif

namespace playset {
namespace {

#if PLAYSET_HAS_SSE2

// A ray in two registers.
struct OneRay {
  __m128 from, dir;  // the fourth lanes are 0
  float drift;

  explicit OneRay(const Segment& segment) noexcept {
    const __m128 start = to_ray_grid(&segment.from.x);
    from = start;
    dir = _mm_sub_ps(to_ray_grid(&segment.to.x), start);
    drift = kDrift * most(_mm_andnot_ps(_mm_set1_ps(-0.0f), dir));
  }

  // For the steps that are taken one lane at a time.
  [[nodiscard]] Group<Plain> lanes() const noexcept {
    alignas(16) float f[4], d[4];
    _mm_store_ps(f, from), _mm_store_ps(d, dir);
    return {f, d, drift};
  }

 private:
  // As Plain::to_ray_grid, for three numbers at p; what follows them is ignored.
  static __m128 to_ray_grid(const float* p) noexcept {
    const __m128 three = _mm_castsi128_ps(_mm_setr_epi32(-1, -1, -1, 0));
    const __m128 units = _mm_mul_ps(_mm_and_ps(_mm_loadu_ps(p), three), _mm_set1_ps(0x1p18f));
    const __m128 sign = _mm_set1_ps(-0.0f), limit = _mm_set1_ps(0x1p23f);
    const __m128 size = _mm_andnot_ps(sign, units), small = _mm_cmplt_ps(size, limit);
    const __m128 rounded = _mm_sub_ps(_mm_add_ps(size, limit), limit);
    const __m128 whole = _mm_or_ps(_mm_and_ps(small, rounded), _mm_andnot_ps(small, size));
    return _mm_mul_ps(_mm_or_ps(whole, _mm_and_ps(sign, units)), _mm_set1_ps(0x1p-18f));
  }
  static float most(__m128 x) noexcept {
    const __m128 two = _mm_max_ps(x, _mm_movehl_ps(x, x));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
  }
};

// Lane i of x in every lane.
template <int i>
__m128 spread(__m128 x) noexcept {
  return _mm_shuffle_ps(x, x, _MM_SHUFFLE(i, i, i, i));
}

float least(__m128 x) noexcept {
  const __m128 two = _mm_min_ps(x, _mm_movehl_ps(x, x));
  return _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps(two, two, 1)));
}

__m128 select(__m128 mask, __m128 yes, __m128 no) noexcept {
  return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no));
}

// Four faces of a block: 0 to 3, or 2 to 5, so that every load stays within its row.
struct FourFaces {
  __m128 a, b, tolerance, t;

  template <bool kBent>
  void look_at(const HotBlock& block, int first, __m128 at, __m128 dir, float rounding,
               float bend) noexcept {
    const __m128 nx = _mm_loadu_ps(block.nx.data() + first);
    const __m128 ny = _mm_loadu_ps(block.ny.data() + first);
    const __m128 nz = _mm_loadu_ps(block.nz.data() + first);
    const auto along = [&](__m128 v) {
      return _mm_add_ps(_mm_add_ps(_mm_mul_ps(nx, spread<0>(v)), _mm_mul_ps(ny, spread<1>(v))),
                        _mm_mul_ps(nz, spread<2>(v)));
    };
    a = _mm_add_ps(along(at), _mm_loadu_ps(block.w.data() + first));
    b = along(dir);
    tolerance = _mm_set1_ps(rounding);
    if (kBent) tolerance = _mm_add_ps(tolerance, where_bent(block.tolerance, first, bend));
    const __m128 ahead = _mm_cmplt_ps(b, _mm_set1_ps(kParallel));
    const __m128 speed = select(ahead, _mm_sub_ps(_mm_setzero_ps(), b), _mm_set1_ps(1.0f));
    t = select(ahead, _mm_div_ps(a, speed), _mm_set1_ps(kFar));
  }

  // Bit i: surely inside of face first + i; as count_unclear.
  [[nodiscard]] int clear_bits(float exit_a, float speed, float drifted,
                               float slack) const noexcept {
    const __m128 clear = _mm_sub_ps(a, _mm_add_ps(tolerance, _mm_set1_ps(drifted)));
    const __m128 inside =
        _mm_add_ps(_mm_mul_ps(clear, _mm_set1_ps(speed)), _mm_mul_ps(_mm_set1_ps(exit_a), b));
    const __m128 size = _mm_andnot_ps(_mm_set1_ps(-0.0f), b);
    return _mm_movemask_ps(_mm_cmpgt_ps(inside, _mm_mul_ps(size, _mm_set1_ps(slack))));
  }

 private:
  static __m128 where_bent(std::uint16_t bits, int first, float bend) noexcept {
    const __m128i bit = _mm_setr_epi32(1 << first, 2 << first, 4 << first, 8 << first);
    const __m128i bent = _mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32(bits), bit), bit);
    return _mm_and_ps(_mm_castsi128_ps(bent), _mm_set1_ps(bend));
  }
};

__m128 block_ref(const HotBlock& block) noexcept {
  const __m128i packed = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(block.ref.data()));
  return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(packed, packed), 16));
}

// leave_cells for one ray in a cell of one block. The exit is the least t; leave_cells compares
// crosswise, which differs only between exits so close that the step is in doubt either way.
template <bool kFirst, bool kBent>
Step<Plain> leave_cell(const HotBlock& block, const OneRay& ray, float bend) noexcept {
  const float rounding = static_cast<float>(block.tolerance >> kBlockFaces) * kToleranceStep;
  const __m128 at = _mm_sub_ps(ray.from, block_ref(block));
  FourFaces low, high;
  low.look_at<kBent>(block, 0, at, ray.dir, rounding, bend);
  high.look_at<kBent>(block, 2, at, ray.dir, rounding, bend);

  const __m128 first_t = _mm_set1_ps(least(_mm_min_ps(low.t, high.t)));
  const auto is_first = [&](const FourFaces& f) {
    return static_cast<unsigned>(_mm_movemask_ps(_mm_cmpeq_ps(f.t, first_t)));
  };
  const int face = std::countr_zero(is_first(low) | is_first(high) << 2 | 1u << 5);
  alignas(16) float a[6], b[6], tolerance[6];
  _mm_storeu_ps(a, low.a), _mm_storeu_ps(a + 2, high.a);
  _mm_storeu_ps(b, low.b), _mm_storeu_ps(b + 2, high.b);
  if (kBent) _mm_storeu_ps(tolerance, low.tolerance), _mm_storeu_ps(tolerance + 2, high.tolerance);

  const float t = _mm_cvtss_f32(first_t), exit_a = a[face], speed = 0.0f - b[face];
  const float drifted = ray.drift * _mm_cvtss_f32(_mm_min_ss(first_t, _mm_set_ss(1.0f)));
  const float slack = (kBent ? tolerance[face] : rounding) + drifted;
  const int clear = low.clear_bits(exit_a, speed, drifted, slack) |
                    high.clear_bits(exit_a, speed, drifted, slack) << 2;
  const int unclear = ~clear & 0x3F;  // the exit's own face, and no other
  const float past = exit_a - speed + slack + ray.drift;
  const bool leaves = (t < kFar) & (unclear != 0) & ((unclear & (unclear - 1)) == 0) &
                      (past < 0.0f) & (exit_a < speed);
  const auto clearance = [](const FourFaces& f, __m128 b_or_0) {
    return _mm_sub_ps(_mm_add_ps(f.a, b_or_0), f.tolerance);
  };
  const float end_clear = least(_mm_min_ps(clearance(low, low.b), clearance(high, high.b)));
  const __m128 still = _mm_setzero_ps();
  const float start_clear =
      kFirst ? least(_mm_min_ps(clearance(low, still), clearance(high, still))) : 1.0f;
  // Masks, not branches: which it is depends on the ray.
  const auto mask = [](bool yes) { return 0u - static_cast<std::uint32_t>(yes); };
  const std::uint32_t go = mask(leaves), end = mask(ray.drift < end_clear),
                      in = mask(0.0f < start_clear);
  const std::uint32_t exit = block.exit[static_cast<std::size_t>(face)];
  std::uint32_t code = kExitExact ^ ((kExitExact ^ exit) & go);
  code ^= (code ^ kExitEnd) & end;
  code = kExitExact ^ ((kExitExact ^ code) & in);
  return {t, Plain::bits(code), slack, speed};
}

#else

struct OneRay {
  Group<Plain> group;
  explicit OneRay(const Segment& segment) noexcept : group(rows_of(segment).data()) {}
  [[nodiscard]] Group<Plain> lanes() const noexcept { return group; }

 private:
  static std::array<const float*, 1> rows_of(const Segment& segment) noexcept {
    return {&segment.from.x};
  }
};

template <bool kFirst, bool kBent>
Step<Plain> leave_cell(const HotBlock& block, const OneRay& ray, float bend) noexcept {
  const float* const rows[1][1] = {{block.nx.data()}};
  return leave_cells<Plain, kFirst, kBent, 1>(rows, 1, ray.group, bend);
}

#endif

template <bool kBent>
Step<Plain> leave_wide_cell(const Tables& tables, std::uint32_t cell, const Group<Plain>& ray,
                            bool first) noexcept {
  const WideCell wide = tables.wide[cell - tables.first_wide];
  const float* rows[kMaxWideBlocks][1];
  for (std::uint32_t b = 0; b < wide.block_count; ++b)
    rows[b][0] = tables.blocks[wide.first_block + b].nx.data();
  const int count = static_cast<int>(wide.block_count);
  return first ? leave_cells<Plain, true, kBent, kMaxWideBlocks>(rows, count, ray, tables.bend)
               : leave_cells<Plain, false, kBent, kMaxWideBlocks>(rows, count, ray, tables.bend);
}

// Leaves the cell that the ray is in, or follows the node it is at. False where it is neither.
template <bool kBent>
bool step_one(const Tables& tables, RayState& state, std::uint32_t& cell, const OneRay& ray,
              bool first) noexcept {
  Step<Plain> step{state.t, std::bit_cast<float>(state.code), state.slack, state.speed};
  if (state.code < tables.first_wide) {
    cell = state.code;
    const HotBlock& block = tables.blocks[cell];
    step = first ? leave_cell<true, kBent>(block, ray, tables.bend)
                 : leave_cell<false, kBent>(block, ray, tables.bend);
  } else if (state.code < tables.first_rough) {
    cell = state.code;
    step = leave_wide_cell<kBent>(tables, cell, ray.lanes(), first);
  } else if (exit_tag(state.code) == ExitTag::Node) {
    const float* const node[1] = {tables.nodes[state.code & kExitIndexMask].n.data()};
    step.code = follow_nodes<Plain>(node, ray.lanes(), step);
  } else {
    return false;
  }
  state = {step.t, std::bit_cast<std::uint32_t>(step.code), step.slack, step.speed};
  return true;
}

// Open doors lead on.
bool pass_door(const Tables& tables, RayState& state) noexcept {
  if (exit_tag(state.code) != ExitTag::Door) return false;
  const DoorPortal& portal = tables.portals[state.code & kExitIndexMask];
  if (tables.doors != nullptr && is_closed(*tables.doors, portal.door)) return false;
  state.code = portal.cell;
  return true;
}

template <bool kBent>
void walk_one(const Tables& tables, const Segment& segment, std::uint32_t limit, RayState& state,
              std::uint32_t& cell) noexcept {
  const OneRay ray(segment);
  for (std::uint32_t steps = 0; steps < limit; ++steps)
    if (!pass_door(tables, state) && !step_one<kBent>(tables, state, cell, ray, steps == 0)) return;
  // Out of steps: the exact walk counts them.
  if (exit_tag(state.code) != ExitTag::Wall && state.code != kExitEnd) state.code = kExitExact;
}

// As write_hits, by masks: whether a segment ends at a wall or before it is not to be guessed. The
// words go into registers; fields written one by one would be read back from memory.
SegmentHit fast_hit(const RayState& state, std::uint32_t cell) noexcept {
  const auto mask = [](bool yes) { return 0u - static_cast<std::uint32_t>(yes); };
  const std::uint32_t wall = mask(exit_tag(state.code) == ExitTag::Wall);
  const std::uint32_t end = mask(state.code == kExitEnd);
  const std::uint32_t t = std::bit_cast<std::uint32_t>(state.t);
  const std::uint32_t one = std::bit_cast<std::uint32_t>(1.0f);
  const std::uint64_t side = ~wall | (state.code & kExitIndexMask);
  const std::uint64_t kind = static_cast<std::uint32_t>(HitKind::Wall) & wall;
  return std::bit_cast<SegmentHit>(
      std::array<std::uint64_t, 2>{(t ^ ((t ^ one) & end)) | side << 32, cell | kind << 32});
}
static_assert(std::endian::native == std::endian::little, "hits and levels are little-endian");

// True where fast_hit says it all.
bool is_finished(const RayState& state, float bend) noexcept {
  const bool precise = (kRefineNear * state.slack < state.t * state.speed) &
                       (state.slack < (bend > 0.0f ? bend : kFar));
  return ((exit_tag(state.code) == ExitTag::Wall) & precise) | (state.code == kExitEnd);
}

}  // namespace

SegmentHit trace_one(const Level& level, const Segment& segment,
                     const TraceOptions& options) noexcept {
  const Tables tables(level, options);
  std::uint32_t cell = Plain::in_grid(segment) ? find_start(level, segment) : kNone;
  if (cell >= tables.first_rough) return exact_segment(level, segment, options);
  RayState state{0.0f, cell, 0.0f, 0.0f};
  const std::uint32_t limit = step_limit(level, options);
  tables.bend > 0.0f ? walk_one<true>(tables, segment, limit, state, cell)
                     : walk_one<false>(tables, segment, limit, state, cell);
  if (is_finished(state, tables.bend)) return fast_hit(state, cell);
  SegmentHit hit{.cell = cell};
  finish_slowly(level, tables, segment, options, state, hit);
  return hit;
}

}  // namespace playset
