// Results: value or error, moves, and the texts people read.
#include "playset/core/result.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

using namespace playset;

namespace {

Result<int> half_of(int n) {
  if (n % 2 != 0) return Error{ErrorCode::Invalid, "odd", {}, 0, 0, 0};
  return n / 2;
}

}  // namespace

TEST_CASE("result: holds a value or an error") {
  const Result<int> good = half_of(4);
  REQUIRE(good.ok());
  CHECK(static_cast<bool>(good));
  CHECK(*good == 2);
  const Result<int> bad = half_of(3);
  CHECK_FALSE(bad.ok());
  CHECK(bad.error().message == "odd");
  CHECK(bad.error().code == ErrorCode::Invalid);
}

TEST_CASE("result: moves its value out, also one that cannot be copied") {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(5);
  REQUIRE(made.ok());
  CHECK(**made == 5);
  const std::unique_ptr<int> taken = std::move(made).value();
  CHECK(*taken == 5);
}

TEST_CASE("result: a value that is itself a string is no error") {
  const Result<std::string> text = std::string("fine");
  REQUIRE(text.ok());
  CHECK(text->size() == 4);
}

TEST_CASE("result: texts say where as far as it is known") {
  CHECK(Error{ErrorCode::Syntax, "no brace", "a.json", 3, 7, 0}.text() == "a.json:3:7: no brace");
  CHECK(Error{ErrorCode::Syntax, "no brace", "a.json", 3, 0, 0}.text() == "a.json:3: no brace");
  CHECK(Error{ErrorCode::Truncated, "ends early", "a.wad", 0, 0, 12}.text() ==
        "a.wad at byte 12: ends early");
  CHECK(Error{ErrorCode::Usage, "what?", {}, 0, 0, 0}.text() == "what?");
}

TEST_CASE("result: codes have distinct short names") {
  CHECK(std::string(error_code_name(ErrorCode::Io)) == "io");
  CHECK(std::string(error_code_name(ErrorCode::OutOfRange)) == "out_of_range");
  CHECK(std::string(error_code_name(static_cast<ErrorCode>(99))) == "unknown");
}
