// playset/core/result.h - Result<T>: a value, or an Error that says where, what and what to do.
//
// For data from outside (files, scripts, arguments). Works without exceptions.
// Units   line and column count from 1; 0 means "not known". offset is in bytes.
// Cost    one std::optional-like storage; Error holds two strings.
// Threads a plain value.
// See     tests/core/result_test.cpp
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "playset/core/api.h"
#include "playset/core/assert.h"

namespace playset {

// What kind of failure; for programs. The message is for people.
enum class ErrorCode : std::uint8_t {
  Io,           // cannot open, read or write
  Syntax,       // not in the format it claims
  Truncated,    // ends before what it announces
  Unsupported,  // a legal file we do not read (version, feature)
  Invalid,      // well formed but breaks a rule (dangling index, flat cell)
  OutOfRange,   // outside the grid or a limit
  Usage,        // wrong argument
};

// One failure. message is a sentence: what is wrong, and what to do about it where that is known.
struct Error {
  ErrorCode code = ErrorCode::Invalid;
  std::string message;
  std::string file;        // empty where there is none
  std::uint32_t line = 0;  // text formats
  std::uint32_t column = 0;
  std::uint64_t offset = 0;  // binary formats: byte where reading stopped

  // "file:line:column: message", leaving out what is not known.
  [[nodiscard]] PLAYSET_API std::string text() const;
};

// Short name of a code, for JSON: "io", "syntax", ...
[[nodiscard]] PLAYSET_API const char* error_code_name(ErrorCode code) noexcept;

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : data_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : data_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const noexcept { return data_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  // Requires ok().
  [[nodiscard]] T& value() & { return *checked_value(); }
  [[nodiscard]] const T& value() const& { return *const_cast<Result*>(this)->checked_value(); }
  [[nodiscard]] T&& value() && { return std::move(*checked_value()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return checked_value(); }
  const T* operator->() const { return const_cast<Result*>(this)->checked_value(); }

  // Requires !ok().
  [[nodiscard]] const Error& error() const {
    PLAYSET_ASSERT(!ok(), "Result::error() needs a failure");
    return *std::get_if<1>(&data_);
  }

 private:
  T* checked_value() {
    PLAYSET_ASSERT(ok(), "Result::value() needs a success");
    return std::get_if<0>(&data_);
  }
  std::variant<T, Error> data_;
};

// For operations that give nothing back.
struct Done {};

}  // namespace playset
