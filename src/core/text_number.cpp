// Decimal text to the nearest float or double: machine numbers where they are exact, 128 bits where
// those decide, else big integers.
#include <array>
#include <bit>
#include <charconv>
#include <limits>

#include "core/big_unsigned.h"
#include "playset/core/int128.h"
#include "playset/core/text_number.h"

namespace playset {
namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

constexpr int kKeptDigits =
    800;  // more than the 767 that can decide a rounding; later ones count as one sticky digit

// digits * 10^exponent, as found in the text.
struct Decimal {
  bool negative = false;
  std::uint64_t leading = 0;  // the first 19 significant digits
  int digits = 0;             // significant digits, at most kKeptDigits + 1
  std::int64_t exponent = 0;  // of the last digit in `leading`
  bool more = false;          // digits other than 0 follow those in `leading`
  std::string_view
      significant;  // from the first digit other than 0 on, up to the exponent; may hold the point
  std::size_t length = 0;  // characters used; 0: no number
};

// Digits and point; returns the number of characters, 0 where there is no digit.
std::size_t scan_digits(std::string_view text, Decimal& out) noexcept {
  std::size_t i = 0;
  std::size_t seen = 0;
  bool point = false;
  std::size_t first = std::string_view::npos;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (!is_digit(c)) break;
    ++seen;
    if (first == std::string_view::npos && c != '0') first = i;
    if (first == std::string_view::npos || out.digits >= 19) {
      out.more = out.more || (first != std::string_view::npos && c != '0');
      out.exponent += first == std::string_view::npos ? (point ? -1 : 0) : (point ? 0 : 1);
      continue;
    }
    out.leading = out.leading * 10 + static_cast<std::uint64_t>(c - '0');
    ++out.digits;
    out.exponent -= point ? 1 : 0;
  }
  if (first != std::string_view::npos) out.significant = text.substr(first, i - first);
  return seen == 0 ? 0 : i;
}

// "e+12" at the front; nothing where the letter is not followed by digits.
std::size_t scan_exponent(std::string_view text, std::int64_t& exponent) noexcept {
  std::size_t i = 1;
  if (text.empty() || (text[0] | 32) != 'e') return 0;
  const bool negative = i < text.size() && text[i] == '-';
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
  const std::size_t first = i;
  std::int64_t value = 0;
  for (; i < text.size() && is_digit(text[i]); ++i)
    if (value < std::int64_t{1} << 50) value = value * 10 + (text[i] - '0');
  if (i == first) return 0;
  exponent += negative ? -value : value;
  return i;
}

Decimal scan(std::string_view text) noexcept {
  Decimal out;
  std::size_t at = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) at = 1;
  out.negative = at == 1 && text[0] == '-';
  const std::size_t digits = scan_digits(text.substr(at), out);
  if (digits == 0) return out;
  at += digits;
  out.length = at + scan_exponent(text.substr(at), out.exponent);
  return out;
}

template <typename T>
struct Format;
template <>
struct Format<double> {
  using Bits = std::uint64_t;
  static constexpr int kExactPower = 22;  // 10^22 is a double
};
template <>
struct Format<float> {
  using Bits = std::uint32_t;
  static constexpr int kExactPower = 10;
};

// value * 2^exponent (and a little more where sticky), rounded once, halves to even; infinity where
// it does not fit.
template <typename T>
T assemble(std::uint64_t value, int exponent, bool sticky) noexcept {
  using Bits = typename Format<T>::Bits;
  constexpr int digits = std::numeric_limits<T>::digits;
  constexpr int lowest =
      std::numeric_limits<T>::min_exponent - digits;  // exponent of the last place of subnormals
  if (value == 0) return T{0};
  const int lead = std::countl_zero(value);
  value <<= lead;
  exponent -= lead;
  int place = exponent + 64 - digits;  // exponent of the last place kept
  if (place < lowest) place = lowest;
  const int drop = place - exponent;  // at least 64 - digits
  if (drop > 64) return T{0};
  std::uint64_t kept = drop == 64 ? 0 : value >> drop;
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const std::uint64_t lost = drop == 64 ? value : value & (2 * half - 1);
  if (lost > half || (lost == half && (sticky || (kept & 1u) != 0))) ++kept;
  // A carry into the next power of two, or from subnormal to normal, comes out right by itself.
  const std::uint64_t biased = static_cast<std::uint64_t>(place - lowest);
  const std::uint64_t implicit = std::uint64_t{1} << (digits - 1);
  std::uint64_t bits = kept < implicit ? kept : kept - implicit + ((biased + 1) << (digits - 1));
  const std::uint64_t infinity = std::uint64_t{2 * std::numeric_limits<T>::max_exponent - 1}
                                 << (digits - 1);
  if (bits > infinity) bits = infinity;
  return std::bit_cast<T>(static_cast<Bits>(bits));
}

constexpr std::array<std::uint64_t, 28> powers_of_five() noexcept {
  std::array<std::uint64_t, 28> out{1};
  for (std::size_t i = 1; i < out.size(); ++i) out[i] = out[i - 1] * 5;
  return out;
}
constexpr auto kPowersOfFive = powers_of_five();

// value * 10^exponent for |exponent| <= 27, exactly: a product of 128 bits, or a quotient of 64
// with a remainder.
template <typename T>
T scale_in_128_bits(std::uint64_t value, int exponent) noexcept {
  if (exponent >= 0) {
    const U128Halves product =
        multiply_u64(value, kPowersOfFive[static_cast<std::size_t>(exponent)]);
    if (product.high == 0) return assemble<T>(product.low, exponent, false);
    const int lead = std::countl_zero(product.high);
    const std::uint64_t top =
        lead == 0 ? product.high : (product.high << lead) | (product.low >> (64 - lead));
    return assemble<T>(top, exponent + 64 - lead, (product.low << lead) != 0);
  }
  std::uint64_t divisor = kPowersOfFive[static_cast<std::size_t>(-exponent)];
  const int lead = std::countl_zero(value);
  const int divisor_lead = std::countl_zero(divisor);
  divisor <<= divisor_lead;
  std::uint64_t rest = value << lead;
  std::uint64_t quotient = 0;  // of rest * 2^63 / divisor: 63 or 64 bits
  for (int i = 0; i < 64; ++i) {
    const bool carry = i > 0 && (rest >> 63) != 0;
    if (i > 0) rest <<= 1;
    quotient <<= 1;
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient |= 1u;
    }
  }
  return assemble<T>(quotient, exponent - 63 - lead + divisor_lead, rest != 0);
}

// All digits as a big integer; returns the power of ten that belongs to it.
std::int64_t gather_digits(const Decimal& decimal, BigUnsigned& out) noexcept {
  std::int64_t dropped = 0;
  bool sticky = false;
  int kept = 0;
  for (const char c : decimal.significant) {
    if (c == '.') continue;
    if (kept < kKeptDigits) {
      out.multiply_add(10u, static_cast<std::uint32_t>(c - '0'));
      ++kept;
    } else {
      sticky = sticky || c != '0';
      ++dropped;
    }
  }
  if (sticky) {
    out.multiply_add(10u, 1u);
    --dropped;
  }
  // `exponent` belongs to the 19th digit (or the last one): move it to the last digit in `out`.
  const std::int64_t total = kept + dropped + (sticky ? 1 : 0);
  return decimal.exponent - (total - decimal.digits) + dropped;
}

template <typename T>
T scale_in_big_integers(const Decimal& decimal) noexcept {
  BigUnsigned numerator;
  const std::int64_t exponent = gather_digits(decimal, numerator);
  BigUnsigned denominator(1);
  if (exponent >= 0)
    numerator.multiply_by_power_of_ten(static_cast<int>(exponent));
  else
    denominator.multiply_by_power_of_ten(static_cast<int>(-exponent));
  const int shift = 63 - (numerator.bit_length() - denominator.bit_length());
  if (shift >= 0)
    numerator.shift_left(shift);
  else
    denominator.shift_left(-shift);
  denominator.shift_left(63);
  std::uint64_t quotient = 0;
  for (int i = 0; i < 64; ++i) {
    if (i > 0) numerator.shift_left(1);
    quotient <<= 1;
    if (compare(numerator, denominator) < 0) continue;
    numerator.subtract(denominator);
    quotient |= 1u;
  }
  return assemble<T>(quotient, -shift, !numerator.is_zero());
}

template <typename T>
T magnitude(const Decimal& decimal) noexcept {
  if (decimal.leading == 0) return T{0};
  const std::int64_t size = decimal.exponent + decimal.digits;  // the value is below 10^size
  if (size > std::numeric_limits<T>::max_exponent10 + 1) return std::numeric_limits<T>::infinity();
  if (size < std::numeric_limits<T>::min_exponent10 - std::numeric_limits<T>::digits10 - 2)
    return T{0};
  const auto exponent = static_cast<int>(decimal.exponent);
  if (decimal.more) return scale_in_big_integers<T>(decimal);
  if (decimal.leading >> std::numeric_limits<T>::digits == 0) {
    constexpr int exact = Format<T>::kExactPower;
    T power{1};
    for (int i = 0; i < exponent && i < exact; ++i) power *= 10;
    for (int i = 0; i > exponent && i > -exact; --i) power *= 10;
    if (exponent >= 0 && exponent <= exact) return static_cast<T>(decimal.leading) * power;
    if (exponent < 0 && exponent >= -exact) return static_cast<T>(decimal.leading) / power;
  }
  if (exponent >= -27 && exponent <= 27) return scale_in_128_bits<T>(decimal.leading, exponent);
  return scale_in_big_integers<T>(decimal);
}

template <typename T>
std::optional<T> parse_whole(std::string_view text) noexcept {
  const Decimal decimal = scan(text);
  if (decimal.length == 0 || decimal.length != text.size()) return std::nullopt;
  const T value = magnitude<T>(decimal);
  if (value > std::numeric_limits<T>::max()) return std::nullopt;
  return decimal.negative ? -value : value;
}

template <typename T>
std::optional<T> parse_integer(std::string_view text) noexcept {
  T value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) noexcept {
  return parse_whole<double>(text);
}
std::optional<float> parse_float(std::string_view text) noexcept {
  return parse_whole<float>(text);
}

std::optional<std::int64_t> parse_int64(std::string_view text) noexcept {
  if (text.size() > 1 && text[0] == '+' && is_digit(text[1])) text.remove_prefix(1);
  return parse_integer<std::int64_t>(text);
}

std::optional<std::uint64_t> parse_uint64(std::string_view text) noexcept {
  return parse_integer<std::uint64_t>(text);
}

std::size_t number_length(std::string_view text) noexcept { return scan(text).length; }

}  // namespace playset
