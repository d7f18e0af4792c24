// The fast walk in plain C++: the reference for every other instruction set, and the only one where there is none.
#include "level/trace_kernel.h"

namespace playset {
namespace {

// The lanes of a block's faces; the kernel's wider masks have the unused bits set.
struct PlainFloats {
  static constexpr std::uint32_t kFull = (1u << kBlockFaces) - 1u;
  std::array<float, kBlockFaces> v;

  template <class Op>
  static PlainFloats make(Op op) noexcept {
    PlainFloats r;
    for (std::size_t i = 0; i < kBlockFaces; ++i) r.v[i] = op(i);
    return r;
  }
  static PlainFloats all(float x) noexcept {
    return make([x](std::size_t) { return x; });
  }
  static PlainFloats load(const float* p) noexcept {
    return make([p](std::size_t i) { return p[i]; });
  }
  static PlainFloats load_or(const float* p, float) noexcept { return load(p); }
  static PlainFloats where_bits(std::uint32_t bits, float x) noexcept {
    return make([=](std::size_t i) { return (bits >> i) & 1u ? x : 0.0f; });
  }
  static PlainFloats exit_times(const PlainFloats& a, const PlainFloats& b, float parallel, float far_away) noexcept {
    return make([&](std::size_t i) { return b.v[i] < parallel ? a.v[i] / (0.0f - b.v[i]) : far_away; });
  }
  friend PlainFloats operator+(const PlainFloats& a, const PlainFloats& b) noexcept {
    return make([&](std::size_t i) { return a.v[i] + b.v[i]; });
  }
  friend PlainFloats operator*(const PlainFloats& a, const PlainFloats& b) noexcept {
    return make([&](std::size_t i) { return a.v[i] * b.v[i]; });
  }
  PlainFloats abs() const noexcept {
    return make([this](std::size_t i) { return std::fabs(v[i]); });
  }
  std::uint32_t greater(const PlainFloats& other) const noexcept {
    std::uint32_t mask = 0;
    for (std::size_t i = 0; i < kBlockFaces; ++i) mask |= (v[i] > other.v[i] ? 1u : 0u) << i;
    return mask;
  }
  float min() const noexcept {
    float least = v[0];
    for (std::size_t i = 1; i < kBlockFaces; ++i) least = v[i] < least ? v[i] : least;
    return least;
  }
  std::uint32_t first_equal(float x) const noexcept {
    for (std::uint32_t i = 0; i < kBlockFaces; ++i)
      if (v[i] == x) return i;
    return kBlockFaces - 1;
  }
  float lane(std::uint32_t i) const noexcept { return v[i]; }
};

}  // namespace

void trace_batch_scalar(const Level& level, std::span<const Segment> segments, std::span<SegmentHit> hits,
                        const TraceOptions& options) noexcept {
  trace_all<PlainFloats>(level, segments, hits, options);
}

}  // namespace playset
