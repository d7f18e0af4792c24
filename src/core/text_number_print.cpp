// The shortest decimal digits that read back as the same number, in 128-bit integers where they
// suffice, else big ones.
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/big_unsigned.h"
#include "playset/core/int128.h"
#include "playset/core/text_number.h"

namespace playset {
namespace {

// Unsigned 128 bits with what the digit loop needs; the same operations as BigUnsigned's.
class WideUnsigned {
 public:
  explicit WideUnsigned(std::uint64_t value) noexcept : v_{0, value} {}
  void multiply_add(std::uint32_t factor, std::uint32_t) noexcept {
    const U128Halves low = multiply_u64(v_.low, factor);
    v_ = {v_.high * factor + low.high, low.low};
  }
  void multiply_by_power_of_ten(int power) noexcept {
    for (; power > 0; --power) multiply_add(10u, 0);
  }
  void shift_left(int bits) noexcept {
    if (bits >= 64)
      v_ = {v_.low << (bits - 64), 0};
    else if (bits > 0)
      v_ = {(v_.high << bits) | (v_.low >> (64 - bits)), v_.low << bits};
  }
  void add(const WideUnsigned& o) noexcept {
    const std::uint64_t low = v_.low + o.v_.low;
    v_ = {v_.high + o.v_.high + (low < v_.low ? 1u : 0u), low};
  }
  void subtract(const WideUnsigned& o) noexcept {
    v_ = {v_.high - o.v_.high - (v_.low < o.v_.low ? 1u : 0u), v_.low - o.v_.low};
  }
  friend int compare(const WideUnsigned& a, const WideUnsigned& b) noexcept {
    return a.v_ == b.v_ ? 0 : a.v_ < b.v_ ? -1 : 1;
  }

 private:
  U128Halves v_;
};

// 0.d1d2d3... * 10^point
struct Digits {
  std::array<char, 20> text{};
  int count = 0;
  int point = 0;
};

// mantissa * 2^exponent, and whether the gap to the next smaller number is half the one above.
struct Binary {
  std::uint64_t mantissa = 0;
  int exponent = 0;
  bool narrow_below = false;
};

// Steele and White's free-format algorithm: value = rest / unit; half gaps above and below in the
// same scale.
template <typename Integer>
class DigitMaker {
 public:
  explicit DigitMaker(const Binary& b)
      : even_((b.mantissa & 1u) == 0), rest_(b.mantissa), unit_(1), above_(1), below_(1) {
    const int up = b.exponent > 0 ? b.exponent : 0;
    const int extra = b.narrow_below ? 1 : 0;
    rest_.shift_left(up + 1 + extra);
    above_.shift_left(up + extra);
    below_.shift_left(up);
    unit_.shift_left(1 + extra + (b.exponent < 0 ? -b.exponent : 0));
    // ceil(log10) or one less, from the number of bits.
    const int bits = 64 - std::countl_zero(b.mantissa) + b.exponent;
    point_ = static_cast<int>(std::floor((bits - 1) * 0.30102999566398120));
    scale();
  }

  Digits make() {
    Digits out;
    out.point = point_;
    for (;;) {
      rest_.multiply_add(10u, 0);
      above_.multiply_add(10u, 0);
      below_.multiply_add(10u, 0);
      int digit = 0;
      for (; compare(rest_, unit_) >= 0; ++digit) rest_.subtract(unit_);
      const int down = compare(rest_, below_);
      const bool low = even_ ? down <= 0 : down < 0;
      const bool high = reaches_unit();
      const bool last = low || high;
      if (last) digit += low && high ? (nearer_above(digit) ? 1 : 0) : high ? 1 : 0;
      out.text[static_cast<std::size_t>(out.count++)] = static_cast<char>('0' + digit);
      if (last) return out;
    }
  }

 private:
  bool reaches_unit() const {
    Integer sum = rest_;
    sum.add(above_);
    const int order = compare(sum, unit_);
    return even_ ? order >= 0 : order > 0;
  }
  // Both neighbours read back: take the nearer one, the even one of two equally near.
  bool nearer_above(int digit) const {
    Integer twice = rest_;
    twice.add(rest_);
    const int order = compare(twice, unit_);
    return order > 0 || (order == 0 && digit % 2 != 0);
  }
  // Scales by 10^-point_ so that the first digit is the tenths; the guess may be one too small.
  void scale() {
    if (point_ >= 0) {
      unit_.multiply_by_power_of_ten(point_);
    } else {
      rest_.multiply_by_power_of_ten(-point_);
      above_.multiply_by_power_of_ten(-point_);
      below_.multiply_by_power_of_ten(-point_);
    }
    while (reaches_unit()) {
      unit_.multiply_add(10u, 0);
      ++point_;
    }
  }

  bool even_;
  Integer rest_;
  Integer unit_;
  Integer above_;
  Integer below_;
  int point_ = 0;
};

template <typename T>
Binary take_apart(T value) noexcept {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr int stored = std::numeric_limits<T>::digits - 1;
  const auto bits = std::uint64_t{std::bit_cast<Bits>(value)};
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << stored) - 1);
  const auto biased =
      static_cast<int>(bits >> stored & (2u * std::numeric_limits<T>::max_exponent - 1));
  const int lowest = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
  if (biased == 0) return {fraction, lowest, false};
  return {fraction | std::uint64_t{1} << stored, lowest + biased - 1, fraction == 0 && biased > 1};
}

Digits shortest_digits(const Binary& b) {
  // All intermediate numbers stay below 2^127 in this range (about 1e-17 to 1e32 for doubles).
  if (b.exponent >= -110 && b.exponent <= 56) return DigitMaker<WideUnsigned>(b).make();
  return DigitMaker<BigUnsigned>(b).make();
}

void append_plain(std::string& out, const Digits& d) {
  const std::string_view text(d.text.data(), static_cast<std::size_t>(d.count));
  if (d.point <= 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-d.point), '0');
    out += text;
  } else if (d.point >= d.count) {
    out += text;
    out.append(static_cast<std::size_t>(d.point - d.count), '0');
  } else {
    out += text.substr(0, static_cast<std::size_t>(d.point));
    out += '.';
    out += text.substr(static_cast<std::size_t>(d.point));
  }
}

void append_scientific(std::string& out, const Digits& d) {
  out += d.text[0];
  if (d.count > 1) {
    out += '.';
    out.append(d.text.data() + 1, static_cast<std::size_t>(d.count - 1));
  }
  out += 'e';
  append_number(out, std::int64_t{d.point - 1});
}

template <typename T>
void append_shortest(std::string& out, T value) {
  if (value != value) {
    out += "nan";
    return;
  }
  if (std::signbit(value)) {
    out += '-';
    value = -value;
  }
  if (value > std::numeric_limits<T>::max()) {
    out += "inf";
    return;
  }
  if (value == T{0}) {
    out += '0';
    return;
  }
  const Digits digits = shortest_digits(take_apart(value));
  if (digits.point > -5 && digits.point <= 16)
    append_plain(out, digits);
  else
    append_scientific(out, digits);
}

template <typename T>
void append_integer(std::string& out, T value) {
  std::array<char, 24> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  out.append(buffer.data(), written.ptr);
}

}  // namespace

void append_number(std::string& out, double value) { append_shortest(out, value); }
void append_number(std::string& out, float value) { append_shortest(out, value); }
void append_number(std::string& out, std::int64_t value) { append_integer(out, value); }
void append_number(std::string& out, std::uint64_t value) { append_integer(out, value); }

void append_fixed(std::string& out, double value, int decimals) {
  decimals = decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
  std::uint64_t power = 1;
  for (int i = 0; i < decimals; ++i) power *= 10;
  const double scaled = std::fabs(value) * static_cast<double>(power);
  if (!(scaled < 0x1p52)) {
    append_number(out, value);
    return;
  }
  const auto whole = static_cast<std::uint64_t>(scaled + 0.5);
  if (value < 0.0 && whole != 0) out += '-';
  append_number(out, whole / power);
  std::uint64_t fraction = whole % power;
  if (fraction == 0) return;
  out += '.';
  for (power /= 10; fraction != 0; power /= 10) {
    out += static_cast<char>('0' + fraction / power);
    fraction %= power;
  }
}

}  // namespace playset
