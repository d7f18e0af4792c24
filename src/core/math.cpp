// Elementary functions from additions, multiplications, divisions and square roots alone: the same
// bits everywhere. Reductions carry a second double ("low") with what the first one lost, so that
// results stay within an ulp.
#include "playset/core/math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/math_tables.h"
#include "playset/core/int128.h"

namespace playset {
namespace {

using math_tables::Parts;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kShift = 0x1.8p52;  // adding and taking it away rounds to an integer

bool is_nan(double x) noexcept { return x != x; }
std::uint64_t bits_of(double x) noexcept { return std::bit_cast<std::uint64_t>(x); }
// From the bits: arithmetic and ordered comparisons would raise the "invalid" flag.
bool is_finite(double x) noexcept { return (bits_of(x) >> 52 & 2047u) != 2047u; }
double absolute(double x) noexcept {
  return std::bit_cast<double>(bits_of(x) & ~(std::uint64_t{1} << 63));
}
double with_sign_of(double size, double sign) noexcept {
  return std::bit_cast<double>(bits_of(size) | (bits_of(sign) & (std::uint64_t{1} << 63)));
}
// 2^n for -1022 <= n <= 1023.
double power_of_two(int n) noexcept {
  return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

// a + b and a * b exactly, as the rounded result and its error.
Parts add_exactly(double a, double b) noexcept {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}
Parts split(double a) noexcept {
  const double big = a * 134217729.0;  // 2^27 + 1
  const double high = big - (big - a);
  return {high, a - high};
}
Parts multiply_exactly(double a, double b) noexcept {
  const double product = a * b;
  const Parts x = split(a);
  const Parts y = split(b);
  return {product, ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

// Rounded to float; what is too large becomes infinity without raising a flag.
float to_float(double x) noexcept {
  if (is_nan(x)) return std::numeric_limits<float>::quiet_NaN();
  return static_cast<float>(absolute(x) < 0x1.ffffffp127 ? x : with_sign_of(kInfinity, x));
}

// x as quadrant * pi/2 + (high + low), |high| <= pi/4 and a little.
struct Reduced {
  unsigned quadrant = 0;  // modulo 4
  double high = 0.0;
  double low = 0.0;
};

constexpr double kLargeAngle = 1e6;

Reduced reduce_small(double x) noexcept {
  using namespace math_tables;
  const double n = (x * kTwoOverPi + kShift) - kShift;
  const Parts first = add_exactly(x - n * kHalfPi1, -n * kHalfPi2);
  const Parts second = add_exactly(first.high, -n * kHalfPi3);
  const double rest = (first.low + second.low) - n * kHalfPi4;
  const double high = second.high + rest;
  return {static_cast<unsigned>(static_cast<int>(n)) & 3u, high, (second.high - high) + rest};
}

// 64 bits of 2/pi from bit `first` behind the point on (0 is the point itself); zeros before it.
std::uint64_t two_over_pi_bits(int first) noexcept {
  const auto word = [](int i) {
    const auto& words = math_tables::kTwoOverPiBits;
    return i >= 0 && i < static_cast<int>(words.size()) ? words[static_cast<std::size_t>(i)] : 0;
  };
  const int index = first >> 6;
  const int shift = first & 63;
  return shift == 0 ? word(index) : (word(index) << shift) | (word(index + 1) >> (64 - shift));
}

// Payne and Hanek: the mantissa times those 192 bits of 2/pi that matter, modulo 4, in integers.
Reduced reduce_large(double x) noexcept {
  const std::uint64_t bits = bits_of(x);
  const std::uint64_t mantissa = (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{1} << 52);
  const int exponent = static_cast<int>((bits >> 52) & 2047u) - 1075;
  const int first = exponent - 2;  // earlier bits contribute multiples of 4
  const U128Halves low = multiply_u64(mantissa, two_over_pi_bits(first + 128));
  const U128Halves middle = multiply_u64(mantissa, two_over_pi_bits(first + 64));
  std::uint64_t w1 = low.high + middle.low;
  std::uint64_t w0 = mantissa * two_over_pi_bits(first) + middle.high + (w1 < middle.low ? 1u : 0u);
  std::uint64_t w2 = low.low;
  unsigned quadrant = static_cast<unsigned>(w0 >> 62);
  w0 = (w0 << 2) | (w1 >> 62);  // now a fraction in [0, 1) of a quadrant
  w1 = (w1 << 2) | (w2 >> 62);
  w2 <<= 2;
  const bool down = (w0 >> 63) != 0;  // nearer to the next quadrant: subtract one
  if (down) {
    ++quadrant;
    w2 = 0u - w2;
    w1 = ~w1 + (w2 == 0 ? 1u : 0u);
    w0 = ~w0 + (w2 == 0 && w1 == 0 ? 1u : 0u);
  }
  int zeros = 0;
  if (w0 == 0) {
    w0 = w1;
    w1 = w2;
    zeros = 64;
  }
  const int lead = std::countl_zero(w0 | 1u);
  if (lead > 0) {
    w0 = (w0 << lead) | (w1 >> (64 - lead));
    w1 = (w1 << lead) | (w2 >> (64 - lead));
    zeros += lead;
  }
  const double high = static_cast<double>(w0 >> 11) * power_of_two(-53 - zeros);
  const double rest =
      static_cast<double>(((w0 & 2047u) << 42) | (w1 >> 22)) * power_of_two(-106 - zeros);
  const Parts product = multiply_exactly(high, math_tables::kHalfPiParts.high);
  const double correction =
      product.low + (high * math_tables::kHalfPiParts.low + rest * math_tables::kHalfPiParts.high);
  const Parts r = add_exactly(product.high, correction);
  const bool negative = down != (x < 0.0);
  if (x < 0.0) quadrant = 0u - quadrant;
  return {quadrant & 3u, negative ? -r.high : r.high, negative ? -r.low : r.low};
}

// Requires a finite x.
Reduced reduce(double x) noexcept {
  if (absolute(x) <= kHalfPi / 2) return {0, x, 0.0};
  return absolute(x) <= kLargeAngle ? reduce_small(x) : reduce_large(x);
}

// Taylor sums on [-pi/4, pi/4], their remainders below 2^-60; `high` is the rounded result.
Parts sine_kernel(double x, double low) noexcept {
  const double z = x * x;
  const double sum =
      1.0 / 120.0 +
      z * (-1.0 / 5040.0 + z * (1.0 / 362880.0 + z * (-1.0 / 39916800.0 +
                                                      z * (1.0 / 6227020800.0 +
                                                           z * (-1.0 / 1307674368000.0 +
                                                                z * (1.0 / 355687428096000.0))))));
  const double cube = z * x;
  return add_exactly(x, cube * (-1.0 / 6.0 + z * sum) + low * (1.0 - 0.5 * z));
}

Parts cosine_kernel(double x, double low) noexcept {
  const double z = x * x;
  const double sum =
      1.0 / 24.0 +
      z * (-1.0 / 720.0 +
           z * (1.0 / 40320.0 + z * (-1.0 / 3628800.0 + z * (1.0 / 479001600.0 +
                                                             z * (-1.0 / 87178291200.0 +
                                                                  z * (1.0 / 20922789888000.0))))));
  const double half = 0.5 * z;
  const double top = 1.0 - half;
  return add_exactly(top, ((1.0 - top) - half) + (z * z * sum - x * low));
}

Parts sine_parts(const Reduced& r, unsigned quarter_turns) noexcept {
  const unsigned quadrant = (r.quadrant + quarter_turns) & 3u;
  const Parts value =
      (quadrant & 1u) != 0 ? cosine_kernel(r.high, r.low) : sine_kernel(r.high, r.low);
  return quadrant >= 2 ? Parts{-value.high, -value.low} : value;
}

double sine_of(const Reduced& r, unsigned quarter_turns) noexcept {
  return sine_parts(r, quarter_turns).high;
}

// What a quotient q = a / b lacks, in units of q.
double quotient_rest(double a, double b, double q) noexcept {
  const Parts product = multiply_exactly(q, b);
  return ((a - product.high) - product.low) / b;
}

// Arguments of floats: one double is enough after the reduction, and shorter sums.
Reduced reduce_float(float x) noexcept {
  using namespace math_tables;
  if (absolute(x) > kLargeAngle) return reduce_large(x);
  const double n = (x * kTwoOverPi + kShift) - kShift;
  return {static_cast<unsigned>(static_cast<int>(n)) & 3u, (x - n * kHalfPi1) - n * kHalfPi2, 0.0};
}

double sine_of_float(const Reduced& r, unsigned quarter_turns) noexcept {
  const unsigned quadrant = (r.quadrant + quarter_turns) & 3u;
  const double x = r.high;
  const double z = x * x;
  double value = 0.0;
  if ((quadrant & 1u) != 0)
    value = 1.0 + z * (-0.5 + z * (1.0 / 24.0 + z * (-1.0 / 720.0 +
                                                     z * (1.0 / 40320.0 - z * (1.0 / 3628800.0)))));
  else
    value =
        x + x * z *
                (-1.0 / 6.0 +
                 z * (1.0 / 120.0 + z * (-1.0 / 5040.0 + z * (1.0 / 362880.0 - z / 39916800.0))));
  return quadrant >= 2 ? -value : value;
}

// The same for any a <= b: scaled to where nothing overflows. Tiny quotients need none: they are
// their own arc tangent.
double ratio_rest(double a, double b, double q) noexcept {
  if (q < 0x1p-40) return 0.0;
  const double scale = b > 0x1p500 ? 0x1p-600 : b < 0x1p-500 ? 0x1p600 : 1.0;
  return quotient_rest(a * scale, b * scale, q);
}

// atan(a / b) for 0 <= a <= b, b > 0, as two parts: from the nearest sixteenth on.
Parts arc_tangent_of_ratio(double a, double b) noexcept {
  const double q = a / b;
  const double index = (q * 16.0 + kShift) - kShift;
  const double c = index / 16.0;
  const double t = (q - c) / (1.0 + q * c);
  const double rest = ratio_rest(a, b, q) / (1.0 + q * q);
  const double z = t * t;
  const double tail =
      z * (-1.0 / 3.0 + z * (1.0 / 5.0 + z * (-1.0 / 7.0 + z * (1.0 / 9.0 - z * (1.0 / 11.0)))));
  const Parts base = math_tables::kAtanTable[static_cast<std::size_t>(index)];
  return {base.high, t + (t * tail + (base.low + rest))};
}

// sqrt(1 - x^2) for |x| <= 1.
double other_leg(double x) noexcept {
  return std::sqrt(absolute(x) < 0.5 ? 1.0 - x * x : (1.0 - x) * (1.0 + x));
}

// The log of a positive finite x, good to about 2^-65 of its size.
Parts logarithm_parts(double x) noexcept {
  int exponent = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54;
  }
  const std::uint64_t bits = bits_of(x);
  const std::size_t index = (bits >> 45) & 127u;
  const int half = index >= 64 ? 1 : 0;
  exponent += static_cast<int>(bits >> 52) - 1023 + half;
  const double m = std::bit_cast<double>((bits & ((std::uint64_t{1} << 52) - 1)) |
                                         std::uint64_t(1023 - half) << 52);
  const math_tables::LogEntry& entry = math_tables::kLogTable[index];
  // r = m * inverse - 1, exactly: the inverse has few bits.
  const double m_high = std::bit_cast<double>(bits_of(m) & ~std::uint64_t{0x7ffffff});
  const Parts r = add_exactly(m_high * entry.inverse - 1.0, (m - m_high) * entry.inverse);
  // log1p(r) = r - r^2/2 + r^3 (1/3 - r/4 ...).
  const Parts square = multiply_exactly(r.high, r.high);
  const double z = square.high * r.high;
  const double tail =
      z * (1.0 / 3.0 +
           r.high * (-1.0 / 4.0 +
                     r.high * (1.0 / 5.0 +
                               r.high * (-1.0 / 6.0 +
                                         r.high * (1.0 / 7.0 + r.high * (-1.0 / 8.0 +
                                                                         r.high * (1.0 / 9.0)))))));
  const double n = exponent;
  const Parts base = add_exactly(n * math_tables::kLn2Parts.high, entry.high);
  const Parts with_r = add_exactly(base.high, r.high);
  const Parts with_square = add_exactly(with_r.high, -0.5 * square.high);
  const double rest =
      n * math_tables::kLn2Parts.low + entry.low + r.low * (1.0 - r.high) - 0.5 * square.low;
  const double low = with_square.low + (with_r.low + (base.low + (rest + tail)));
  return add_exactly(with_square.high, low);
}

// e^(high + low); sign is 1 or -1.
double exponential_of(double high, double low, double sign) noexcept {
  if (high > 710.0) return sign * kInfinity;
  if (high < -746.0) return sign * 0.0;
  const double n = (high * math_tables::k32OverLn2 + kShift) - kShift;
  const double r =
      (high - n * math_tables::kLn2Over32Parts.high) - (n * math_tables::kLn2Over32Parts.low - low);
  const double sum =
      r +
      r * r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0)))));
  const int steps = static_cast<int>(n);
  const int exponent = steps >> 5;
  const Parts base = math_tables::kExpTable[static_cast<std::size_t>(steps & 31)];
  const double value = sign * (base.high + (base.low + base.high * sum));
  if (exponent >= 1024) return absolute(value) >= 1.0 ? sign * kInfinity : value * 0x1p1023 * 2.0;
  if (exponent < -1022) return value * power_of_two(exponent + 200) * 0x1p-200;
  return value * power_of_two(exponent);
}

enum class Parity { NotInteger, Even, Odd };

Parity parity_of(double y) noexcept {
  const double size = absolute(y);
  if (size >= 0x1p53) return Parity::Even;
  const auto whole = static_cast<std::uint64_t>(size);
  if (static_cast<double>(whole) != size) return Parity::NotInteger;
  return (whole & 1u) != 0 ? Parity::Odd : Parity::Even;
}

// The cases of power with a zero or infinity; x is the base's size, y not 0.
double power_of_extreme(double x, double y, double sign) noexcept {
  return sign * ((x == 0.0) == (y < 0.0) ? kInfinity : 0.0);
}

double wrap_reduced(const Reduced& r) noexcept {
  using math_tables::kHalfPiParts;
  using math_tables::kPiParts;
  switch (r.quadrant) {
    case 0:
      return r.high + r.low;
    case 1:
      return kHalfPiParts.high + (r.high + (r.low + kHalfPiParts.low));
    case 2:
      if (r.high > 0.0) return -kPiParts.high + (r.high + (r.low - kPiParts.low));
      return kPiParts.high + (r.high + (r.low + kPiParts.low));
    default:
      return -kHalfPiParts.high + (r.high + (r.low - kHalfPiParts.low));
  }
}

}  // namespace

double sine(double x) noexcept {
  if (!is_finite(x)) return kNan;
  return x == 0.0 ? x : sine_of(reduce(x), 0);
}

double cosine(double x) noexcept { return is_finite(x) ? sine_of(reduce(x), 1) : kNan; }

SineCosineDouble sine_cosine(double x) noexcept {
  if (!is_finite(x)) return {kNan, kNan};
  const Reduced r = reduce(x);
  return {x == 0.0 ? x : sine_of(r, 0), sine_of(r, 1)};
}

double tangent(double x) noexcept {
  if (!is_finite(x)) return kNan;
  if (absolute(x) < 0x1p-40) return x;
  const Reduced r = reduce(x);
  const Parts s = sine_parts(r, 0);
  const Parts c = sine_parts(r, 1);
  const double q = s.high / c.high;
  return q + (quotient_rest(s.high, c.high, q) + (s.low - q * c.low) / c.high);
}

float sine(float x) noexcept { return sine_cosine(x).sine; }
float cosine(float x) noexcept { return sine_cosine(x).cosine; }

SineCosine sine_cosine(float x) noexcept {
  if (!is_finite(x)) return {static_cast<float>(kNan), static_cast<float>(kNan)};
  const Reduced r = reduce_float(x);
  return {x == 0.0f ? x : static_cast<float>(sine_of_float(r, 0)),
          static_cast<float>(sine_of_float(r, 1))};
}

float tangent(float x) noexcept {
  if (!is_finite(x)) return static_cast<float>(kNan);
  if (x == 0.0f) return x;
  const Reduced r = reduce_float(x);
  return static_cast<float>(sine_of_float(r, 0) / sine_of_float(r, 1));
}

double arc_tangent(double y, double x) noexcept {
  if (is_nan(x) || is_nan(y)) return kNan;
  double a = absolute(y);
  double b = absolute(x);
  if (a == kInfinity && b == kInfinity) a = b = 1.0;
  const bool swap = a > b;
  const bool behind = (bits_of(x) >> 63) != 0;
  Parts angle{0.0, 0.0};
  if (swap)
    angle = b == 0.0 || a == kInfinity ? Parts{0.0, 0.0} : arc_tangent_of_ratio(b, a);
  else if (a > 0.0 && b < kInfinity)
    angle = arc_tangent_of_ratio(a, b);
  if (!swap && !behind) return with_sign_of(angle.high + angle.low, y);
  const Parts base = swap ? math_tables::kHalfPiParts : math_tables::kPiParts;
  const double side = swap && behind ? 1.0 : -1.0;  // pi/2 + angle, else the base minus it
  const Parts sum = add_exactly(base.high, side * angle.high);
  return with_sign_of(sum.high + (sum.low + (base.low + side * angle.low)), y);
}

double arc_tangent(double x) noexcept { return arc_tangent(x, 1.0); }

double arc_sine(double x) noexcept {
  return !is_nan(x) && absolute(x) <= 1.0 ? arc_tangent(x, other_leg(x)) : kNan;
}

double arc_cosine(double x) noexcept {
  return !is_nan(x) && absolute(x) <= 1.0 ? arc_tangent(other_leg(x), x) : kNan;
}

float arc_tangent(float y, float x) noexcept {
  return static_cast<float>(arc_tangent(double{y}, double{x}));
}
float arc_tangent(float x) noexcept { return static_cast<float>(arc_tangent(double{x}, 1.0)); }
float arc_sine(float x) noexcept { return static_cast<float>(arc_sine(double{x})); }
float arc_cosine(float x) noexcept { return static_cast<float>(arc_cosine(double{x})); }

double exponential(double x) noexcept { return is_nan(x) ? kNan : exponential_of(x, 0.0, 1.0); }

float exponential(float x) noexcept { return to_float(exponential(double{x})); }

double logarithm(double x) noexcept {
  if (is_nan(x) || x < 0.0) return kNan;
  if (x == 0.0) return -kInfinity;
  return x == kInfinity ? x : logarithm_parts(x).high;
}

float logarithm(float x) noexcept { return static_cast<float>(logarithm(double{x})); }

double power(double base, double exponent) noexcept {
  if (exponent == 0.0 || base == 1.0) return 1.0;
  if (is_nan(base) || is_nan(exponent)) return kNan;
  const double size = absolute(base);
  if (absolute(exponent) == kInfinity) {
    if (size == 1.0) return 1.0;
    return (size > 1.0) == (exponent > 0.0) ? kInfinity : 0.0;
  }
  const Parity parity = parity_of(exponent);
  const bool negative = (bits_of(base) >> 63) != 0;
  const double sign = negative && parity == Parity::Odd ? -1.0 : 1.0;
  if (size == 0.0 || size == kInfinity) return power_of_extreme(size, exponent, sign);
  if (negative && parity == Parity::NotInteger) return kNan;
  if (size == 1.0) return sign;
  const Parts log = logarithm_parts(size);
  // Beyond these the product is 0 or infinite, or its parts would overflow; below, the result is 1.
  if (absolute(exponent) > 0x1p66)
    return sign * ((log.high > 0.0) == (exponent > 0.0) ? kInfinity : 0.0);
  if (absolute(exponent) < 0x1p-66) return sign;
  const Parts product = multiply_exactly(exponent, log.high);
  return exponential_of(product.high, product.low + exponent * log.low, sign);
}

float power(float base, float exponent) noexcept {
  return to_float(power(double{base}, double{exponent}));
}

double wrap_angle(double x) noexcept {
  if (!is_finite(x)) return kNan;
  if (x > -kPi && x <= kPi) return x;
  const double wrapped = wrap_reduced(reduce(x));
  return wrapped <= -kPi ? kPi : wrapped;
}

float wrap_angle(float x) noexcept {
  constexpr auto pi = static_cast<float>(kPi);
  if (!is_finite(x)) return static_cast<float>(kNan);
  if (x > -pi && x <= pi) return x;
  if (x == -pi) return pi;
  const auto wrapped = static_cast<float>(wrap_angle(double{x}));
  return wrapped <= -pi ? pi : wrapped;
}

double angle_between(double from, double to) noexcept {
  return wrap_angle(wrap_angle(to) - wrap_angle(from));
}
float angle_between(float from, float to) noexcept {
  return static_cast<float>(angle_between(double{from}, double{to}));
}

}  // namespace playset
