// Contracts: the handler gets the rule and its place, and is given back.
#define PLAYSET_ASSERTS 1
#include "playset/core/assert.h"

#include <doctest/doctest.h>

#include <string>

using namespace playset;

namespace {

struct Report {
  std::string condition;
  std::string rule;
  int line = 0;
  int count = 0;
};
Report report;

void remember(const char* condition, const char* rule, const char*, int line) {
  report = {condition, rule, line, report.count + 1};
}

}  // namespace

TEST_CASE(
    "assert: a broken contract reaches the handler with its rule and line, a kept one does not") {
  report = {};
  const AssertHandler before = set_assert_handler(remember);
  PLAYSET_ASSERT(1 + 1 == 2, "sums");
  CHECK(report.count == 0);
  const int line = __LINE__ + 1;
  PLAYSET_ASSERT(1 > 2, "one is not more than two");
  CHECK(report.count == 1);
  CHECK(report.condition == "1 > 2");
  CHECK(report.rule == "one is not more than two");
  CHECK(report.line == line);
  CHECK((set_assert_handler(before) == &remember));
}

TEST_CASE("assert: nullptr restores the default handler") {
  const AssertHandler standard = set_assert_handler(remember);
  CHECK((set_assert_handler(nullptr) == &remember));
  CHECK((set_assert_handler(standard) == standard));
}
