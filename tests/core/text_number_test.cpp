// Numbers as text: known hard roundings, the standard library as oracle, round trips of every kind
// of bits, hostile text.
#include "playset/core/text_number.h"

#include <doctest/doctest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "playset/core/rng.h"
#include "support/support.h"

using namespace playset;

namespace {

std::string fixed_text(double value, int decimals) {
  std::string out;
  append_fixed(out, value, decimals);
  return out;
}

template <typename T>
T from_bits(Rng& rng) {
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

template <typename T>
std::optional<T> parse(std::string_view text) {
  if constexpr (sizeof(T) == 4)
    return parse_float(text);
  else
    return parse_double(text);
}

// The standard library's shortest digits and exponent, in our format.
template <typename T>
std::string expected_text(T value) {
  char buffer[64] = {};
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  std::string digits;
  int exponent = 0;
  for (const char* p = buffer; p != end; ++p) {
    if (*p == 'e') {
      exponent = std::atoi(p + 1);
      break;
    }
    if (*p >= '0' && *p <= '9') digits += *p;
  }
  std::string out = std::signbit(value) ? "-" : "";
  const int count = static_cast<int>(digits.size());
  if (value == 0) return out += '0';
  if (exponent < -5 || exponent >= 16) {
    out += digits[0];
    if (count > 1) out.append(1, '.').append(digits, 1);
    return out.append(1, 'e').append(std::to_string(exponent));
  }
  if (exponent < 0)
    return out.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(digits);
  const auto whole = static_cast<std::size_t>(exponent + 1);
  if (exponent >= count - 1) return out.append(digits).append(whole - digits.size(), '0');
  return out.append(digits, 0, whole).append(1, '.').append(digits, whole);
}

template <typename T>
void check_against_standard(const std::string& text) {
  CAPTURE(text);
  T expected{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), expected);
  const std::optional<T> ours = parse<T>(text);
  if (result.ec == std::errc::result_out_of_range) {
    REQUIRE((!ours.has_value() || std::fabs(*ours) <= std::numeric_limits<T>::denorm_min()));
  } else {
    REQUIRE(ours.has_value());
    REQUIRE(*ours == expected);
  }
}

// Random digits with a point somewhere and an exponent that keeps most results finite.
std::string random_decimal(Rng& rng) {
  std::string text = rng.chance(0.3f) ? "-" : "";
  const std::uint32_t digits = 1 + rng.below(rng.chance(0.1f) ? 900 : rng.chance(0.5f) ? 25 : 9);
  const std::uint32_t point = rng.below(digits + 1);
  for (std::uint32_t i = 0; i < digits; ++i) {
    if (i == point && i > 0) text += '.';
    text += static_cast<char>('0' + rng.below(10));
  }
  if (rng.chance(0.7f)) {
    const std::int32_t power = rng.range_int(-345, 320);
    text += 'e' + std::to_string(power - static_cast<int>(rng.below(2) * point));
  }
  return text;
}

}  // namespace

TEST_CASE_TEMPLATE(
    "text numbers: 20,000 random decimals parse to the nearest number, as the standard library "
    "says",
    T, double, float) {
  Rng rng(404, sizeof(T));
  for (int i = 0; i < 20000; ++i) check_against_standard<T>(random_decimal(rng));
}

TEST_CASE_TEMPLATE(
    "text numbers: 50,000 random bit patterns print with the standard library's digits and come "
    "back",
    T, double, float) {
  Rng rng(405, sizeof(T));
  for (int i = 0; i < 50000; ++i) {
    const T value =
        i % 2 == 0 ? from_bits<T>(rng) : static_cast<T>(rng.range_double(-2000.0, 2000.0));
    const std::string text = number_text(value);
    REQUIRE(text == expected_text(value));
    const std::optional<T> back = parse<T>(text);
    REQUIRE(back.has_value());
    REQUIRE((*back == value && std::signbit(*back) == std::signbit(value)));
  }
}

TEST_CASE_TEMPLATE(
    "text numbers: powers of two and of ten, their neighbours, and the middles between them", T,
    double, float) {
  using Limits = std::numeric_limits<T>;
  for (int e = Limits::min_exponent - Limits::digits; e < Limits::max_exponent; ++e) {
    const T value = std::ldexp(T{1}, e);
    for (const T v : {value, std::nextafter(value, T{0}), std::nextafter(value, Limits::max())}) {
      if (v == T{0}) continue;
      REQUIRE(number_text(v) == expected_text(v));
      REQUIRE(parse<T>(number_text(v)) == v);
    }
  }
  for (int e = -400; e < 400; ++e)
    check_against_standard<T>(std::string("1e").append(std::to_string(e)));
}

TEST_CASE("text numbers: exact middles round to even, a digit far behind decides") {
  CHECK(parse_double("9007199254740993") == 9007199254740992.0);
  CHECK(parse_double("9007199254740993.0000000000000000000000000000000000001") ==
        9007199254740994.0);
  CHECK(parse_double("9007199254740995") == 9007199254740996.0);
  CHECK(parse_float("16777217") == 16777216.0f);
  CHECK(parse_float("16777217.00000000000000001") ==
        16777218.0f);  // a double in between would lose this
  CHECK(parse_double("2.2250738585072011e-308") ==
        2.2250738585072011e-308);  // hung PHP and Java once
  CHECK(parse_double("2.4703282292062327e-324") == 0.0);
  CHECK(parse_double("2.4703282292062328e-324") == 5e-324);
  CHECK(parse_double("1.7976931348623158e308") == std::numeric_limits<double>::max());
  CHECK_FALSE(parse_double("1.7976931348623159e308").has_value());
  CHECK_FALSE(parse_float("3.4028236e38").has_value());
  // Beyond the kept digits: 1 followed by 900 zeros and a 1, just above a middle.
  CHECK(parse_double("9007199254740993." + std::string(900, '0') + "1") == 9007199254740994.0);
  CHECK(parse_double("9007199254740993." + std::string(900, '0')) == 9007199254740992.0);
  CHECK(parse_double("0." + std::string(400, '0') + "1e401") == 1.0);
  CHECK(parse_double("1" + std::string(400, '0') + "e-400") == 1.0);
  CHECK(parse_double("1e-999999999999999999999999") == 0.0);
  CHECK(parse_double("0e999999999999999999999999") == 0.0);
  CHECK_FALSE(parse_double("1e999999999999999999999999").has_value());
}

TEST_CASE("text numbers: what is a number and what is not") {
  for (const char* good : {"0", "-0", "+1", "1.", ".5", "-.5e3", "1E5", "007", "1e+05"})
    CHECK(parse_double(good).has_value());
  for (const char* bad : {"", "-", ".", "e5", "1e", "1e+", "1.2.3", " 1", "1 ", "0x10", "inf",
                          "nan", "1,5", "--1", "1_000"})
    CHECK_FALSE(parse_double(bad).has_value());
  CHECK(std::signbit(*parse_double("-0")));
  CHECK(number_length("1.5e3,") == 5);
  CHECK(number_length("1.5e,") == 3);
  CHECK(number_length("x1") == 0);
  CHECK(number_length("") == 0);
  CHECK(parse_int64("-9223372036854775808") == INT64_MIN);
  CHECK(parse_int64("+7") == 7);
  CHECK_FALSE(parse_int64("9223372036854775808").has_value());
  CHECK_FALSE(parse_int64("+-7").has_value());
  CHECK_FALSE(parse_int64("7.0").has_value());
  CHECK(parse_uint64("18446744073709551615") == UINT64_MAX);
  CHECK_FALSE(parse_uint64("-1").has_value());
}

TEST_CASE("text numbers: printed forms") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(0.1f) == "0.1");
  CHECK(number_text(3.0) == "3");
  CHECK(number_text(-0.0) == "-0");
  CHECK(number_text(1e15) == "1000000000000000");
  CHECK(number_text(1e16) == "1e16");
  CHECK(number_text(0.00001) == "0.00001");
  CHECK(number_text(0.000001) == "1e-6");
  CHECK(number_text(5e-324) == "5e-324");
  CHECK(number_text(1.7976931348623157e308) == "1.7976931348623157e308");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(number_text(std::numeric_limits<float>::quiet_NaN()) == "nan");
  CHECK(number_text(std::int32_t{-5}) == "-5");
  CHECK(number_text(UINT64_MAX) == "18446744073709551615");
}

TEST_CASE("text numbers: fixed digits round away from zero at halves and drop trailing zeros") {
  CHECK(fixed_text(1.005, 2) == "1");  // the nearest double lies below
  CHECK(fixed_text(0.125, 2) == "0.13");
  CHECK(fixed_text(-0.125, 2) == "-0.13");
  CHECK(fixed_text(2.5, 0) == "3");
  CHECK(fixed_text(-0.004, 2) == "0");
  CHECK(fixed_text(12.30, 2) == "12.3");
  CHECK(fixed_text(12.05, 2) == "12.05");
  CHECK(fixed_text(1e30, 2) == "1e30");
  CHECK(fixed_text(0.000000001, 9) == "0.000000001");
  CHECK(fixed_text(std::numeric_limits<double>::infinity(), 2) == "inf");
}

TEST_CASE(
    "text numbers: every prefix and every changed byte of numbers parses or is refused, and never "
    "hangs") {
  const std::string text = "-123456789012345678901234567890.123456789e-12";
  for (std::size_t i = 0; i <= text.size(); ++i) (void)parse_double(text.substr(0, i));
  for (std::size_t i = 0; i < text.size(); ++i)
    for (int c = 0; c < 256; ++c) {
      std::string changed = text;
      changed[i] = static_cast<char>(c);
      const std::optional<double> value = parse_double(changed);
      REQUIRE(number_length(changed) <= changed.size());
      REQUIRE((!value.has_value() || std::isfinite(*value)));
    }
  CHECK(parse_double(std::string(100000, '9') + "e-100000").has_value());
}
