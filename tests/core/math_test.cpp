// Elementary functions against long double libm in ulps, their special cases, and committed hashes
// of their bits.
#include "playset/core/math.h"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "playset/core/hash.h"
#include "playset/core/rng.h"
#include "support/support.h"

using namespace playset;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Distance of a result from the true value, in units of the last place of the true value's type.
template <typename T>
double ulps(T got, long double truth) {
  if (std::isnan(got)) return std::isnan(truth) ? 0.0 : 1e30;
  const T rounded = static_cast<T>(truth);
  if (std::isinf(got) || std::isinf(rounded)) return got == rounded ? 0.0 : 1e30;
  int exponent = 0;
  (void)std::frexp(truth, &exponent);
  const int lowest = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
  const int place = std::max(exponent - std::numeric_limits<T>::digits, lowest);
  return static_cast<double>(std::fabs(static_cast<long double>(got) - truth) /
                             std::ldexp(1.0L, place));
}

// Any finite number: every exponent equally likely. Made from bits: even to look at a signalling
// NaN would trap.
template <typename T>
T any_number(Rng& rng) {
  for (;;) {
    const std::uint64_t bits = rng.next_u64();
    if constexpr (sizeof(T) == 4) {
      if ((bits >> 23 & 255u) != 255u)
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    } else {
      if ((bits >> 52 & 2047u) != 2047u) return std::bit_cast<double>(bits);
    }
  }
}

// A number of everyday size, often at or beside a multiple of pi/4 or a small fraction.
template <typename T>
T usual_number(Rng& rng, double size) {
  const double x = rng.range_double(-size, size);
  switch (rng.below(4)) {
    case 0:
      return static_cast<T>(std::floor(x) * (kPi / 4));
    case 1:
      return std::nextafter(static_cast<T>(std::floor(x) * (kPi / 2)),
                            static_cast<T>(rng.below(2)));
    case 2:
      return static_cast<T>(std::floor(x * 64) / 64);
    default:
      return static_cast<T>(x);
  }
}

constexpr int kSamples = 300000;

template <typename T, typename Ours, typename Truth>
double worst(Ours ours, Truth truth, double size, bool all_exponents) {
  Rng rng(1234, sizeof(T));
  double worst_seen = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    const T x = all_exponents && i % 2 == 0 ? any_number<T>(rng) : usual_number<T>(rng, size);
    const double error = ulps<T>(ours(x), truth(static_cast<long double>(x)));
    if (error <= worst_seen) continue;
    worst_seen = error;
    if (error > 2.0) MESSAGE("at " << x << ": " << error << " ulp");
  }
  return worst_seen;
}

}  // namespace

#define CHECK_WORST(ours, truth, size, all, limit)                                 \
  do {                                                                             \
    const auto f = [](auto x) { return ours(x); };                                 \
    const auto g = [](long double x) { return truth(x); };                         \
    CHECK_MESSAGE(worst<float>(f, g, size, all) <= 0.51, #ours, " as float");      \
    CHECK_MESSAGE(worst<double>(f, g, size, all) <= (limit), #ours, " as double"); \
  } while (false)

TEST_CASE("math: sine, cosine and tangent stay within their ulps for every exponent") {
  const test::FpTrapsOff off;
  CHECK_WORST(sine, std::sin, 100.0, true, 0.80);
  CHECK_WORST(cosine, std::cos, 100.0, true, 0.80);
  CHECK_WORST(tangent, std::tan, 100.0, true, 1.2);
}

TEST_CASE("math: arc functions stay within their ulps") {
  const test::FpTrapsOff off;
  CHECK_WORST(arc_tangent, std::atan, 10.0, true, 1.6);
  CHECK_WORST(arc_sine, std::asin, 1.0, false, 2.0);
  CHECK_WORST(arc_cosine, std::acos, 1.0, false, 2.0);
}

TEST_CASE("math: exponential and logarithm stay within their ulps") {
  const test::FpTrapsOff off;
  CHECK_WORST(exponential, std::exp, 750.0, true, 1.0);
  CHECK_WORST(exponential, std::exp, 1.0, false, 0.60);
  CHECK_WORST(logarithm, std::log, 4.0, true, 0.60);
}

TEST_CASE("math: the angle of a point and powers stay within their ulps for random pairs") {
  const test::FpTrapsOff off;
  Rng rng(77);
  double angle = 0.0;
  double angle_float = 0.0;
  double raised = 0.0;
  double raised_float = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    const bool wild = i % 2 == 0;
    const double y = wild ? any_number<double>(rng) : usual_number<double>(rng, 10);
    const double x = wild ? any_number<double>(rng) : usual_number<double>(rng, 10);
    const auto yf = static_cast<float>(usual_number<float>(rng, 1000));
    const auto xf = static_cast<float>(usual_number<float>(rng, 1000));
    angle = std::max(angle, ulps(arc_tangent(y, x), std::atan2(static_cast<long double>(y),
                                                               static_cast<long double>(x))));
    angle_float = std::max(
        angle_float, ulps(arc_tangent(yf, xf),
                          std::atan2(static_cast<long double>(yf), static_cast<long double>(xf))));
    const double base = wild ? std::fabs(any_number<double>(rng)) : rng.range_double(0.0, 3.0);
    const double exponent = wild ? rng.range_double(-1.5, 1.5) : rng.range_double(-600.0, 600.0);
    raised = std::max(
        raised, ulps(power(base, exponent),
                     std::pow(static_cast<long double>(base), static_cast<long double>(exponent))));
    const auto bf = static_cast<float>(rng.range_double(0.0, 30.0));
    const auto ef = static_cast<float>(rng.range_double(-30.0, 30.0));
    raised_float = std::max(
        raised_float,
        ulps(power(bf, ef), std::pow(static_cast<long double>(bf), static_cast<long double>(ef))));
  }
  CHECK(angle <= 1.6);
  CHECK(angle_float <= 0.51);
  CHECK(raised <= 1.0);
  CHECK(raised_float <= 0.51);
}

TEST_CASE("math: powers near 1 with huge exponents keep their digits") {
  for (const double exponent : {1e5, -1e7, 1e12, 3e15, -2e15}) {
    const double base = std::nextafter(1.0, 2.0);
    CHECK(ulps(power(base, exponent), std::pow(static_cast<long double>(base),
                                               static_cast<long double>(exponent))) <= 1.0);
  }
  CHECK(power(10.0, 3.0) == 1000.0);
  CHECK(power(2.0, -1074.0) == 0x1p-1074);
  CHECK(power(2.0, 1023.0) == 0x1p1023);
  CHECK(power(-3.0, 3.0) == -27.0);
  CHECK(power(2.0, 0.5) == std::sqrt(2.0));
}

TEST_CASE("math: special cases are those of IEEE 754") {
  CHECK(std::signbit(sine(-0.0)));
  CHECK(std::signbit(sine(-0.0f)));
  CHECK(cosine(0.0) == 1.0);
  for (const double bad : {kInf, -kInf, kNan}) {
    CHECK(std::isnan(sine(bad)));
    CHECK(std::isnan(cosine(bad)));
    CHECK(std::isnan(tangent(bad)));
    CHECK(std::isnan(wrap_angle(bad)));
    CHECK(std::isnan(sine(static_cast<float>(bad))));
    CHECK(std::isnan(wrap_angle(static_cast<float>(bad))));
    CHECK(std::isnan(arc_sine(bad)));
  }
  CHECK(std::isnan(arc_cosine(1.0000001)));
  CHECK(arc_cosine(-1.0) == kPi);
  CHECK(arc_cosine(1.0) == 0.0);
  CHECK(arc_sine(1.0) == kHalfPi);
  CHECK(exponential(-kInf) == 0.0);
  CHECK(exponential(kInf) == kInf);
  CHECK(exponential(709.79) == kInf);
  CHECK(exponential(709.78) < kInf);
  CHECK(exponential(-746.0) == 0.0);
  CHECK(exponential(-745.0) == 0x1p-1074);
  CHECK(exponential(0.0) == 1.0);
  CHECK(exponential(89.0f) == std::numeric_limits<float>::infinity());
  CHECK(std::isnan(exponential(kNan)));
  CHECK(logarithm(0.0) == -kInf);
  CHECK(logarithm(-0.0) == -kInf);
  CHECK(logarithm(1.0) == 0.0);
  CHECK(logarithm(kInf) == kInf);
  CHECK(std::isnan(logarithm(-1.0)));
}

TEST_CASE("math: every pair of special values gives atan2 and pow what libm gives them") {
  const test::FpTrapsOff off;
  const std::array values{0.0,    -0.0,   1.0,    -1.0,    0.5,    -0.5,       2.0,
                          -2.0,   3.0,    -3.0,   kInf,    -kInf,  kNan,       1e300,
                          -1e300, 1e-300, 5e-324, -5e-324, 0x1p53, 0x1p53 + 2, 0x1p52 + 1};
  const auto same = [](double a, double b) {
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
  };
  for (const double a : values)
    for (const double b : values) {
      CAPTURE(a);
      CAPTURE(b);
      const double raised = power(a, b);
      CHECK(
          (same(raised, std::pow(a, b)) ||
           ulps(raised, std::pow(static_cast<long double>(a), static_cast<long double>(b))) < 1.0));
      const double angle = arc_tangent(a, b);
      const double truth = std::atan2(a, b);
      CHECK((same(angle, truth) || std::fabs(angle - truth) <= 2e-16 * std::fabs(truth)));
      CHECK(std::signbit(angle) == std::signbit(truth));
    }
}

TEST_CASE("math: sine and cosine together have the bits each has alone") {
  Rng rng(6);
  for (int i = 0; i < 10000; ++i) {
    const double x = i % 2 == 0 ? any_number<double>(rng) : usual_number<double>(rng, 50);
    const SineCosineDouble both = sine_cosine(x);
    REQUIRE(std::bit_cast<std::uint64_t>(both.sine) == std::bit_cast<std::uint64_t>(sine(x)));
    REQUIRE(std::bit_cast<std::uint64_t>(both.cosine) == std::bit_cast<std::uint64_t>(cosine(x)));
  }
}

TEST_CASE(
    "math: angles wrap into (-pi, pi], are untouched inside, and differences take the short way") {
  const auto pi = static_cast<float>(kPi);
  CHECK(wrap_angle(kPi) == kPi);
  CHECK(wrap_angle(-kPi) == kPi);
  CHECK(wrap_angle(pi) == pi);
  CHECK(wrap_angle(-pi) == pi);
  CHECK(wrap_angle(3.0f) == 3.0f);
  CHECK(wrap_angle(to_radians(350.0)) ==
        doctest::Approx(to_radians(-10.0)));  // the camera article's pitch
  CHECK(angle_between(to_radians(170.0), to_radians(-170.0)) == doctest::Approx(to_radians(20.0)));
  CHECK(angle_between(to_radians(-170.0f), to_radians(170.0f)) ==
        doctest::Approx(to_radians(-20.0f)));
  Rng rng(8);
  for (int i = 0; i < 100000; ++i) {
    const double x = i % 2 == 0 ? rng.range_double(-1000, 1000) : rng.range_double(-1e12, 1e12);
    const double w = wrap_angle(x);
    REQUIRE((w > -kPi && w <= kPi));
    REQUIRE(std::fabs(std::sin(w) - std::sin(x)) < 1e-15);
    REQUIRE(std::fabs(std::cos(w) - std::cos(x)) < 1e-15);
    const float wf = wrap_angle(static_cast<float>(x));
    REQUIRE((wf > -pi && wf <= pi));
    REQUIRE(std::fabs(std::sin(double{wf}) - std::sin(double{static_cast<float>(x)})) < 3e-7);
  }
}

TEST_CASE("math: interpolation meets its ends exactly") {
  Rng rng(9);
  for (int i = 0; i < 1000; ++i) {
    const float a = rng.range_float(-1e6f, 1e6f);
    const float b = rng.range_float(-1.0f, 1.0f);
    REQUIRE(lerp(a, b, 0.0f) == a);
    REQUIRE(lerp(a, b, 1.0f) == b);
  }
  CHECK(saturate(-0.5f) == 0.0f);
  CHECK(saturate(0.25) == 0.25);
  CHECK(saturate(7.0f) == 1.0f);
  const test::FpTrapsOff off;
  CHECK(saturate(kNan) == 0.0);
}

TEST_CASE("math: committed hashes: the same bits with every compiler and optimisation") {
  Rng rng(31337);
  Hasher hasher;
  for (int i = 0; i < 20000; ++i) {
    const double x = i % 2 == 0 ? usual_number<double>(rng, 40) : any_number<double>(rng);
    const double y = rng.range_double(-8, 8);
    const auto xf = static_cast<float>(y);
    for (const double v : {sine(x), cosine(x), arc_tangent(x, y), exponential(y), wrap_angle(x)})
      hasher.add(v);
    for (const double v :
         {logarithm(std::fabs(x)), power(std::fabs(y), y), tangent(y), arc_cosine(y / 8)})
      hasher.add(v);
    for (const float v : {sine(xf), cosine(xf), tangent(xf), arc_tangent(xf), exponential(xf)})
      hasher.add(v);
  }
  CHECK(hasher.finish() == 0x8fbb3392a6ff61au);
}
