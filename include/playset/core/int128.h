// playset/core/int128.h - Int128: signed 128-bit integers, and the exact sign of a*b - c*d.
//
// For exact geometric predicates. Uses the compiler's 128-bit type on 64-bit targets and two 64-bit
// limbs elsewhere (or everywhere with PLAYSET_PORTABLE_INT128=1); both are always tested.
// Arithmetic wraps modulo 2^128.
// Units   none.
// Cost    add 2, multiply 64x64 1 to 4 machine multiplications; compare_products 8 at most, 2 when
//         the factors fit 64 bits.
// Threads plain values; everything is constexpr.
// Ref     D. Knuth, The Art of Computer Programming 2, 4.3.1 (multiple precision, algorithms M and
//         D)
// See     tests/core/int128_test.cpp
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include "playset/core/api.h"
#include "playset/core/int128_limbs.h"

#if !defined(PLAYSET_PORTABLE_INT128)
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
#define PLAYSET_PORTABLE_INT128 0
#else
#define PLAYSET_PORTABLE_INT128 1
#endif
#endif

namespace playset {

#if !PLAYSET_PORTABLE_INT128
__extension__ using NativeI128 = __int128;
__extension__ using NativeU128 = unsigned __int128;

// The compiler's own type, with additions and products made to wrap.
class Int128Native {
 public:
  constexpr Int128Native() noexcept = default;
  constexpr Int128Native(std::int64_t v) noexcept : v_(v) {}
  [[nodiscard]] static constexpr Int128Native from_halves(std::int64_t high,
                                                          std::uint64_t low) noexcept {
    return make((static_cast<NativeU128>(static_cast<std::uint64_t>(high)) << 64) | low);
  }
  [[nodiscard]] constexpr std::int64_t high() const noexcept {
    return static_cast<std::int64_t>(v_ >> 64);
  }
  [[nodiscard]] constexpr std::uint64_t low() const noexcept {
    return static_cast<std::uint64_t>(v_);
  }

  friend constexpr Int128Native operator+(Int128Native a, Int128Native b) noexcept {
    return make(a.u() + b.u());
  }
  friend constexpr Int128Native operator-(Int128Native a, Int128Native b) noexcept {
    return make(a.u() - b.u());
  }
  constexpr Int128Native operator-() const noexcept { return make(NativeU128{0} - u()); }
  friend constexpr Int128Native operator*(Int128Native a, Int128Native b) noexcept {
    return make(a.u() * b.u());
  }
  // Requires 0 <= n < 128. Right shifts keep the sign.
  friend constexpr Int128Native operator<<(Int128Native a, int n) noexcept {
    return make(a.u() << n);
  }
  friend constexpr Int128Native operator>>(Int128Native a, int n) noexcept {
    return make(static_cast<NativeU128>(a.v_ >> n));
  }
  friend constexpr bool operator==(Int128Native a, Int128Native b) noexcept = default;
  friend constexpr std::strong_ordering operator<=>(Int128Native a,
                                                    Int128Native b) noexcept = default;
  [[nodiscard]] static constexpr U128Halves multiply_u64(std::uint64_t a,
                                                         std::uint64_t b) noexcept {
    const NativeU128 p = static_cast<NativeU128>(a) * b;
    return {static_cast<std::uint64_t>(p >> 64), static_cast<std::uint64_t>(p)};
  }
  [[nodiscard]] static constexpr Int128Native multiply(std::int64_t a, std::int64_t b) noexcept {
    return make(static_cast<NativeU128>(static_cast<NativeI128>(a) * b));
  }

 private:
  [[nodiscard]] constexpr NativeU128 u() const noexcept { return static_cast<NativeU128>(v_); }
  static constexpr Int128Native make(NativeU128 v) noexcept {
    Int128Native r;
    r.v_ = static_cast<NativeI128>(v);
    return r;
  }
  NativeI128 v_ = 0;
};
using Int128 = Int128Native;
#else
using Int128 = Int128TwoLimb;
#endif

// Exact: a 64x64 product always fits.
[[nodiscard]] constexpr Int128 multiply_64(std::int64_t a, std::int64_t b) noexcept {
  return Int128::multiply(a, b);
}
[[nodiscard]] constexpr U128Halves multiply_u64(std::uint64_t a, std::uint64_t b) noexcept {
  return Int128::multiply_u64(a, b);
}

// -1, 0 or 1.
template <typename I>
[[nodiscard]] constexpr int sign_of(const I& a) noexcept {
  return a.high() < 0 ? -1 : (a.high() == 0 && a.low() == 0) ? 0 : 1;
}

// |a| as an unsigned number, also for -2^127.
template <typename I>
[[nodiscard]] constexpr U128Halves magnitude_of(const I& a) noexcept {
  const I m = a.high() < 0 ? -a : a;
  return {static_cast<std::uint64_t>(m.high()), m.low()};
}

// Nearest double, halves to even.
template <typename I>
[[nodiscard]] constexpr double to_double(const I& a) noexcept {
  U128Halves m = magnitude_of(a);
  int scale = 0;
  if (m.high != 0) {  // keep 64 bits, the last one sticky: conversion to double then rounds once
    scale = 64 - std::countl_zero(m.high);
    const bool lost = scale == 64 ? m.low != 0 : (m.low << (64 - scale)) != 0;
    m.low = (scale == 64 ? m.high : (m.high << (64 - scale)) | (m.low >> scale)) | (lost ? 1u : 0u);
  }
  double r = static_cast<double>(m.low);
  for (; scale > 0; --scale) r *= 2.0;
  return a.high() < 0 ? -r : r;
}

// The quotient towards zero. Requires b != 0, and not -2^127 / -1.
template <typename I>
[[nodiscard]] constexpr I divide(const I& a, const I& b) noexcept {
  const U128Halves n = magnitude_of(a);
  const U128Halves d = magnitude_of(b);
  U128Halves q;
  U128Halves r;
  for (int bit = 127; bit >= 0; --bit) {
    const bool carry = (r.high >> 63) != 0;
    const std::uint64_t next = bit >= 64 ? (n.high >> (bit - 64)) & 1u : (n.low >> bit) & 1u;
    r = {(r.high << 1) | (r.low >> 63), (r.low << 1) | next};
    if (!carry && r < d) continue;
    r = {r.high - d.high - (r.low < d.low ? 1u : 0u), r.low - d.low};
    (bit >= 64 ? q.high : q.low) |= std::uint64_t{1} << (bit & 63);
  }
  const I quotient = I::from_halves(static_cast<std::int64_t>(q.high), q.low);
  return sign_of(a) * sign_of(b) < 0 ? -quotient : quotient;
}

namespace int128_detail {

// a * b as four limbs, most significant first.
struct U256 {
  U128Halves high;
  U128Halves low;
  friend constexpr auto operator<=>(const U256&, const U256&) noexcept = default;
};

template <typename I>
[[nodiscard]] constexpr U256 multiply_magnitudes(U128Halves a, U128Halves b) noexcept {
  const U128Halves ll = I::multiply_u64(a.low, b.low);
  const U128Halves lh = I::multiply_u64(a.low, b.high);
  const U128Halves hl = I::multiply_u64(a.high, b.low);
  const U128Halves hh = I::multiply_u64(a.high, b.high);
  std::uint64_t second = ll.high + lh.low;
  std::uint64_t carry = second < lh.low ? 1u : 0u;
  second += hl.low;
  carry += second < hl.low ? 1u : 0u;
  std::uint64_t third = hh.low + carry;
  std::uint64_t top = hh.high + (third < carry ? 1u : 0u);
  third += lh.high;
  top += third < lh.high ? 1u : 0u;
  third += hl.high;
  top += third < hl.high ? 1u : 0u;
  return {{top, third}, {second, ll.low}};
}

}  // namespace int128_detail

// The sign of a*b - c*d, exactly, for any values: -1, 0 or 1. Compares the fractions a/d and c/b
// where b and d are positive.
template <typename I>
[[nodiscard]] constexpr int compare_products(const I& a, const I& b, const I& c,
                                             const I& d) noexcept {
  const int sign_ab = sign_of(a) * sign_of(b);
  const int sign_cd = sign_of(c) * sign_of(d);
  if (sign_ab != sign_cd) return sign_ab < sign_cd ? -1 : 1;
  if (sign_ab == 0) return 0;
  const U128Halves ma = magnitude_of(a);
  const U128Halves mb = magnitude_of(b);
  const U128Halves mc = magnitude_of(c);
  const U128Halves md = magnitude_of(d);
  std::strong_ordering order = std::strong_ordering::equal;
  if ((ma.high | mb.high | mc.high | md.high) == 0)
    order = I::multiply_u64(ma.low, mb.low) <=> I::multiply_u64(mc.low, md.low);
  else
    order = int128_detail::multiply_magnitudes<I>(ma, mb) <=>
            int128_detail::multiply_magnitudes<I>(mc, md);
  return order == std::strong_ordering::equal                     ? 0
         : (order == std::strong_ordering::less) == (sign_ab > 0) ? -1
                                                                  : 1;
}

}  // namespace playset
