// playset/core/int128_limbs.h - Int128TwoLimb: 128-bit integers for targets without such a type.
//
// Include core/int128.h, which picks the faster representation; this one is named directly by its
// tests alone.
// Units   none.
// Cost    a product is 4 to 6 machine multiplications.
// Threads plain values; everything is constexpr.
// See     core/int128.h, tests/core/int128_test.cpp
#pragma once

#include <compare>
#include <cstdint>

#include "playset/core/api.h"

namespace playset {

// An unsigned 128-bit number as two halves; what a 64x64 multiplication gives.
struct U128Halves {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend constexpr auto operator<=>(const U128Halves&, const U128Halves&) noexcept = default;
};

// a * b from 32-bit pieces, for any target.
[[nodiscard]] constexpr U128Halves multiply_u64_portable(std::uint64_t a,
                                                         std::uint64_t b) noexcept {
  const std::uint64_t mask = 0xffffffffu;
  const std::uint64_t low_low = (a & mask) * (b & mask);
  const std::uint64_t high_low = (a >> 32) * (b & mask);
  const std::uint64_t low_high = (a & mask) * (b >> 32);
  const std::uint64_t middle = (low_low >> 32) + (high_low & mask) + (low_high & mask);
  return {(a >> 32) * (b >> 32) + (high_low >> 32) + (low_high >> 32) + (middle >> 32),
          (middle << 32) | (low_low & mask)};
}

// Two's complement in two limbs.
class Int128TwoLimb {
 public:
  constexpr Int128TwoLimb() noexcept = default;
  constexpr Int128TwoLimb(std::int64_t v) noexcept
      : high_(v < 0 ? ~std::uint64_t{0} : 0), low_(static_cast<std::uint64_t>(v)) {}
  [[nodiscard]] static constexpr Int128TwoLimb from_halves(std::int64_t high,
                                                           std::uint64_t low) noexcept {
    Int128TwoLimb r;
    r.high_ = static_cast<std::uint64_t>(high);
    r.low_ = low;
    return r;
  }
  [[nodiscard]] constexpr std::int64_t high() const noexcept {
    return static_cast<std::int64_t>(high_);
  }
  [[nodiscard]] constexpr std::uint64_t low() const noexcept { return low_; }

  friend constexpr Int128TwoLimb operator+(Int128TwoLimb a, Int128TwoLimb b) noexcept {
    const std::uint64_t low = a.low_ + b.low_;
    return make(a.high_ + b.high_ + (low < a.low_ ? 1u : 0u), low);
  }
  friend constexpr Int128TwoLimb operator-(Int128TwoLimb a, Int128TwoLimb b) noexcept {
    return make(a.high_ - b.high_ - (a.low_ < b.low_ ? 1u : 0u), a.low_ - b.low_);
  }
  constexpr Int128TwoLimb operator-() const noexcept { return Int128TwoLimb{} - *this; }
  friend constexpr Int128TwoLimb operator*(Int128TwoLimb a, Int128TwoLimb b) noexcept {
    const U128Halves p = multiply_u64_portable(a.low_, b.low_);
    return make(p.high + a.high_ * b.low_ + a.low_ * b.high_, p.low);
  }
  // Requires 0 <= n < 128. Right shifts keep the sign.
  friend constexpr Int128TwoLimb operator<<(Int128TwoLimb a, int n) noexcept {
    if (n == 0) return a;
    if (n >= 64) return make(a.low_ << (n - 64), 0);
    return make((a.high_ << n) | (a.low_ >> (64 - n)), a.low_ << n);
  }
  friend constexpr Int128TwoLimb operator>>(Int128TwoLimb a, int n) noexcept {
    if (n == 0) return a;
    if (n >= 64) return Int128TwoLimb{a.high() >> (n - 64)};
    return make(static_cast<std::uint64_t>(a.high() >> n), (a.low_ >> n) | (a.high_ << (64 - n)));
  }
  friend constexpr bool operator==(Int128TwoLimb a, Int128TwoLimb b) noexcept = default;
  friend constexpr std::strong_ordering operator<=>(Int128TwoLimb a, Int128TwoLimb b) noexcept {
    return a.high_ != b.high_ ? a.high() <=> b.high() : a.low_ <=> b.low_;
  }
  [[nodiscard]] static constexpr U128Halves multiply_u64(std::uint64_t a,
                                                         std::uint64_t b) noexcept {
    return multiply_u64_portable(a, b);
  }
  [[nodiscard]] static constexpr Int128TwoLimb multiply(std::int64_t a, std::int64_t b) noexcept {
    return Int128TwoLimb{a} * Int128TwoLimb{b};
  }

 private:
  static constexpr Int128TwoLimb make(std::uint64_t high, std::uint64_t low) noexcept {
    return from_halves(static_cast<std::int64_t>(high), low);
  }
  std::uint64_t high_ = 0;
  std::uint64_t low_ = 0;
};

}  // namespace playset
