// The fast sweep in plain C++: the reference for every other instruction set.
#include "level/sweep_kernel.h"

namespace playset {
namespace {

struct Eight {
  std::array<float, kLanes> v;

  template <typename Op>
  static Eight map(const Eight& a, const Eight& b, Op op) noexcept {
    Eight r;
    for (std::size_t i = 0; i < kLanes; ++i) r.v[i] = op(a.v[i], b.v[i]);
    return r;
  }
  friend Eight operator+(const Eight& a, const Eight& b) noexcept {
    return map(a, b, [](float x, float y) { return x + y; });
  }
  friend Eight operator-(const Eight& a, const Eight& b) noexcept {
    return map(a, b, [](float x, float y) { return x - y; });
  }
  friend Eight operator*(const Eight& a, const Eight& b) noexcept {
    return map(a, b, [](float x, float y) { return x * y; });
  }
  friend Eight operator/(const Eight& a, const Eight& b) noexcept {
    return map(a, b, [](float x, float y) { return x / y; });
  }
};

struct PlainLanes {
  using F = Eight;
  static F all(float x) noexcept {
    F r;
    r.v.fill(x);
    return r;
  }
  static F load(const float* p) noexcept {
    F r;
    std::memcpy(r.v.data(), p, sizeof r.v);
    return r;
  }
  static void store(const F& x, float* p) noexcept { std::memcpy(p, x.v.data(), sizeof x.v); }
  static F max(const F& a, const F& b) noexcept {
    return F::map(a, b, [](float x, float y) { return x > y ? x : y; });
  }
  // Which of a block's six exits are walls.
  static std::uint32_t walls(const std::uint32_t* exits) noexcept {
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < kBlockFaces; ++i)
      mask |= (exit_tag(exits[i]) == ExitTag::Wall ? 1u : 0u) << i;
    return mask;
  }
  static std::uint32_t less(const F& a, const F& b) noexcept {
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < kLanes; ++i) mask |= (a.v[i] < b.v[i] ? 1u : 0u) << i;
    return mask;
  }
};

}  // namespace

std::uint64_t sweep_fast_scalar(const Level& level, std::span<const SphereSweep> sweeps,
                                std::uint64_t which, const TraceOptions& options,
                                BodyHit* out) noexcept {
  return sweep_in_lanes<PlainLanes>(level, sweeps, which, options, out);
}

}  // namespace playset
