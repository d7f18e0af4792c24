// playset/core/text_number.h - numbers to text and back: correctly rounded, shortest, no locale.
//
// For every file format and command of ours. The standard's from_chars and to_chars lack floats on
// some targets (WASM).
// Units   decimal text in ASCII.
// Cost    parse 20 ns for up to 15 digits, 0.2 us for 19, a few us for the rest; print about 0.3
//         us.
// Threads pure functions.
// Ref     W. Clinger, "How to read floating point numbers accurately", 1990; G. Steele, J. White,
//         "How to print floating-point numbers accurately", 1990
// See     tests/core/text_number_test.cpp
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "playset/core/api.h"

namespace playset {

// The whole text as a number: sign, digits with at most one point (before, between or behind them),
// exponent. No blanks, no "inf" or "nan". Nothing where the text is no number, or rounds to
// infinity; numbers too small for the type become 0.
[[nodiscard]] PLAYSET_API std::optional<double> parse_double(std::string_view text) noexcept;
// The nearest float directly, not by way of a double.
[[nodiscard]] PLAYSET_API std::optional<float> parse_float(std::string_view text) noexcept;
// The whole text as digits with an optional '-' (for signed: also '+'). Nothing where it does not
// fit.
[[nodiscard]] PLAYSET_API std::optional<std::int64_t> parse_int64(std::string_view text) noexcept;
[[nodiscard]] PLAYSET_API std::optional<std::uint64_t> parse_uint64(std::string_view text) noexcept;

// How many characters at the front of the text form a number as parse_double takes it; 0: none. For
// readers of longer text.
[[nodiscard]] PLAYSET_API std::size_t number_length(std::string_view text) noexcept;

// Appends the shortest digits that parse back to the same value: "0.1", "-3", "1e21"; plain from
// 1e-5 up to below 1e16. "inf", "-inf" and "nan" as TOML spells them.
PLAYSET_API void append_number(std::string& out, double value);
PLAYSET_API void append_number(std::string& out, float value);
PLAYSET_API void append_number(std::string& out, std::int64_t value);
PLAYSET_API void append_number(std::string& out, std::uint64_t value);
inline void append_number(std::string& out, std::int32_t value) {
  append_number(out, std::int64_t{value});
}
inline void append_number(std::string& out, std::uint32_t value) {
  append_number(out, std::uint64_t{value});
}

// Appends with at most `decimals` (0 to 9) digits behind the point, halves away from zero, no
// trailing zeros, never "-0". For pictures and tables; values of 2^52 / 10^decimals and above in
// their shortest form.
PLAYSET_API void append_fixed(std::string& out, double value, int decimals);

template <typename T>
[[nodiscard]] std::string number_text(T value) {
  std::string out;
  append_number(out, value);
  return out;
}

}  // namespace playset
