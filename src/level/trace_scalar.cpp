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
  static Lanes3<PlainFloats> local(const Segment& s, const std::int16_t* ref) noexcept {
    return {all(s.from.x - static_cast<float>(ref[0])), all(s.from.y - static_cast<float>(ref[1])),
            all(s.from.z - static_cast<float>(ref[2]))};
  }
  static Lanes3<PlainFloats> direction(const Segment& s) noexcept {
    return {all(s.to.x - s.from.x), all(s.to.y - s.from.y), all(s.to.z - s.from.z)};
  }
  static PlainFloats where_bits(std::uint32_t bits, float x) noexcept {
    return make([=](std::size_t i) { return (bits >> i) & 1u ? x : 0.0f; });
  }
  // When the ray leaves through each face, the lane's number in the three lowest bits; far away where it does not.
  static PlainFloats exit_keys(const PlainFloats& a, const PlainFloats& b, float parallel, float far_away) noexcept {
    return make([&](std::size_t i) {
      const float t = b.v[i] < parallel ? a.v[i] / (0.0f - b.v[i]) : far_away;
      return std::bit_cast<float>((std::bit_cast<std::uint32_t>(t) & ~7u) | static_cast<std::uint32_t>(i));
    });
  }
  friend PlainFloats operator+(const PlainFloats& a, const PlainFloats& b) noexcept {
    return make([&](std::size_t i) { return a.v[i] + b.v[i]; });
  }
  friend PlainFloats operator-(const PlainFloats& a, const PlainFloats& b) noexcept {
    return make([&](std::size_t i) { return a.v[i] - b.v[i]; });
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
  // The least value in every lane; of keys, the first exit.
  PlainFloats least() const noexcept {
    float least = v[0];
    for (std::size_t i = 1; i < kBlockFaces; ++i) least = v[i] < least ? v[i] : least;
    return all(least);
  }
  std::uint32_t key_lane() const noexcept { return std::bit_cast<std::uint32_t>(v[0]) & 7u; }
  PlainFloats pick(const PlainFloats& key) const noexcept { return all(v[key.key_lane()]); }
  float one() const noexcept { return v[0]; }
};

}  // namespace

void trace_batch_scalar(const Level& level, std::span<const Segment> segments, std::span<SegmentHit> hits,
                        const TraceOptions& options) noexcept {
  trace_all<PlainFloats>(level, segments, hits, options);
}

}  // namespace playset
