// Wide integers: both representations against known answers, each other and an independent
// schoolbook product.
#include "playset/core/int128.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "playset/core/rng.h"

using namespace playset;

namespace {

constexpr std::int64_t kMin64 = INT64_MIN;
constexpr std::int64_t kMax64 = INT64_MAX;

// Numbers of all lengths, with runs of ones and zeros, where carries hide.
template <typename I>
I awkward(Rng& rng) {
  const auto word = [&]() -> std::uint64_t {
    switch (rng.below(5)) {
      case 0:
        return 0;
      case 1:
        return ~std::uint64_t{0};
      case 2:
        return std::uint64_t{1} << rng.below(64);
      case 3:
        return ~std::uint64_t{0} >> rng.below(64);
      default:
        return rng.next_u64();
    }
  };
  const std::uint64_t high = word();
  const std::uint64_t low = word();
  return I::from_halves(static_cast<std::int64_t>(high), low) >> static_cast<int>(rng.below(128));
}

// Schoolbook product of magnitudes in 16-bit digits: slow and obvious.
template <typename I>
std::array<std::uint64_t, 16> digits_product(const I& a, const I& b) {
  const U128Halves ma = magnitude_of(a);
  const U128Halves mb = magnitude_of(b);
  const auto digit = [](const U128Halves& m, int i) {
    return ((i < 4 ? m.low : m.high) >> (16 * (i & 3))) & 0xffffu;
  };
  std::array<std::uint64_t, 16> out{};
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) out[static_cast<std::size_t>(i + j)] += digit(ma, i) * digit(mb, j);
  for (std::size_t i = 0; i + 1 < out.size(); ++i) {
    out[i + 1] += out[i] >> 16;
    out[i] &= 0xffffu;
  }
  return out;
}

template <typename I>
int slow_compare(const I& a, const I& b, const I& c, const I& d) {
  const int left = sign_of(a) * sign_of(b);
  const int right = sign_of(c) * sign_of(d);
  if (left != right) return left < right ? -1 : 1;
  const auto ab = digits_product(a, b);
  const auto cd = digits_product(c, d);
  for (std::size_t i = ab.size(); i-- > 0;)
    if (ab[i] != cd[i]) return (ab[i] < cd[i]) == (left > 0) ? -1 : 1;
  return 0;
}

template <typename I>
bool same(const Int128TwoLimb& a, const I& b) {
  return a.high() == b.high() && a.low() == b.low();
}

}  // namespace

TEST_CASE_TEMPLATE("int128: known answers at the ends of the range", I, Int128TwoLimb, Int128) {
  CHECK(I::multiply(kMin64, kMin64) == I::from_halves(std::int64_t{1} << 62, 0));
  CHECK(I::multiply(kMax64, kMax64) == I::from_halves(0x3fffffffffffffff, 1));
  CHECK(I::multiply(kMin64, kMax64) == I::from_halves(-0x4000000000000000, 0x8000000000000000u));
  CHECK(I::multiply(-1, 1) == I{-1});
  CHECK(I{-1}.high() == -1);
  CHECK(I{-1}.low() == ~std::uint64_t{0});
  CHECK(I{5} - I{7} == I{-2});
  CHECK(-I{kMin64} == I::from_halves(0, std::uint64_t{1} << 63));
  CHECK(((I{1} << 127) >> 127) == I{-1});
  CHECK((I{-3} >> 1) == I{-2});
  CHECK((I{-8} >> 64) == I{-1});
  CHECK((I{0} <=> I{-1}) == std::strong_ordering::greater);
  CHECK(I::from_halves(0, ~std::uint64_t{0}) > I{1});
  CHECK(I::from_halves(-1, 0) < I{kMin64});
  CHECK(sign_of(I{0}) == 0);
  CHECK(sign_of(I::from_halves(0, 1)) == 1);
  CHECK(magnitude_of(I::from_halves(kMin64, 0)) == U128Halves{std::uint64_t{1} << 63, 0});
  CHECK(to_double(I::from_halves(kMin64, 0)) == -170141183460469231731687303715884105728.0);
  CHECK(to_double(I{kMax64}) == 9223372036854775807.0);
  CHECK(to_double(I{-3}) == -3.0);
  // 2^64 + 2^11 lies halfway between two doubles (even wins), 2^64 + 2^11 + 1 above it.
  CHECK(to_double(I::from_halves(1, 2048)) == 18446744073709551616.0);
  CHECK(to_double(I::from_halves(1, 2049)) == 18446744073709555712.0);
  CHECK(divide(I{-7}, I{2}) == I{-3});
  CHECK(divide(I::from_halves(1, 0), I{3}) == I::from_halves(0, 0x5555555555555555u));
  CHECK(divide(I::from_halves(kMin64, 0), I{1}) == I::from_halves(kMin64, 0));
}

TEST_CASE_TEMPLATE("int128: product comparison sees a difference of one in 2^254", I, Int128TwoLimb,
                   Int128) {
  const I top = I::from_halves(kMax64, ~std::uint64_t{0});
  const I below = top - I{1};
  const I bottom = I::from_halves(kMin64, 0);
  CHECK(compare_products(top, top, top, top) == 0);
  CHECK(compare_products(below, below, top, below - I{1}) == 1);  // (m-1)^2 - m(m-2) = 1
  CHECK(compare_products(top, below - I{1}, below, below) == -1);
  CHECK(compare_products(-below, below, -top, below - I{1}) == -1);
  CHECK(compare_products(bottom, bottom, top, top) == 1);
  CHECK(compare_products(bottom, top, top, bottom) == 0);
  CHECK(compare_products(bottom, I{1}, top, I{-1}) == -1);
  CHECK(compare_products(I{0}, top, I{0}, bottom) == 0);
  CHECK(compare_products(I{0}, top, I{1}, bottom) == 1);
  CHECK(compare_products(I{3}, I{5}, I{-3}, I{-5}) == 0);
}

TEST_CASE_TEMPLATE("int128: 20,000 awkward quadruples compare as the schoolbook says", I,
                   Int128TwoLimb, Int128) {
  Rng rng(2024, 1);
  int equal = 0;
  for (int i = 0; i < 20000; ++i) {
    const I a = awkward<I>(rng);
    const I b = awkward<I>(rng);
    const bool rearranged = rng.below(4) == 0;
    const I c = rearranged ? b : awkward<I>(rng);
    const I d = rearranged ? a + I{static_cast<std::int64_t>(rng.below(3)) - 1} : awkward<I>(rng);
    const int expected = slow_compare(a, b, c, d);
    equal += expected == 0 ? 1 : 0;
    REQUIRE(compare_products(a, b, c, d) == expected);
    REQUIRE(compare_products(c, d, a, b) == -expected);
  }
  CHECK(equal > 500);
}

TEST_CASE("int128: both representations agree bit for bit on 20,000 operand pairs") {
  Rng first(7, 3);
  Rng second(7, 3);
  for (int i = 0; i < 20000; ++i) {
    const Int128TwoLimb a = awkward<Int128TwoLimb>(first);
    const Int128TwoLimb b = awkward<Int128TwoLimb>(first);
    const Int128 x = awkward<Int128>(second);
    const Int128 y = awkward<Int128>(second);
    const int n = static_cast<int>(first.below(128));
    REQUIRE(second.below(128) == static_cast<std::uint32_t>(n));
    REQUIRE(same(a + b, x + y));
    REQUIRE(same(a - b, x - y));
    REQUIRE(same(a * b, x * y));
    REQUIRE(same(-a, -x));
    REQUIRE(same(a << n, x << n));
    REQUIRE(same(a >> n, x >> n));
    REQUIRE((a <=> b) == (x <=> y));
    REQUIRE((a == b) == (x == y));
    REQUIRE(to_double(a) == to_double(x));
    REQUIRE(multiply_u64_portable(a.low(), b.low()) == multiply_u64(x.low(), y.low()));
    REQUIRE(same(Int128TwoLimb::multiply(a.high(), static_cast<std::int64_t>(b.low())),
                 multiply_64(x.high(), static_cast<std::int64_t>(y.low()))));
  }
}

TEST_CASE_TEMPLATE(
    "int128: quotient times divisor plus a smaller remainder gives the dividend back", I,
    Int128TwoLimb, Int128) {
  Rng rng(99, 5);
  for (int i = 0; i < 5000; ++i) {
    const I a = awkward<I>(rng) >> 1;
    const I b = awkward<I>(rng);
    if (sign_of(b) == 0) continue;
    const I q = divide(a, b);
    const I r = a - q * b;
    REQUIRE(magnitude_of(r) < magnitude_of(b));
    REQUIRE((sign_of(r) == 0 || sign_of(r) == sign_of(a)));
  }
}

static_assert(compare_products(Int128TwoLimb{2}, Int128TwoLimb{3}, Int128TwoLimb{1},
                               Int128TwoLimb{7}) == -1);
