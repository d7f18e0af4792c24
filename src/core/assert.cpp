// The replaceable handler behind PLAYSET_ASSERT.
#include "playset/core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace playset {
namespace {

void print_and_abort(const char* condition, const char* rule, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: playset contract broken: %s (%s)\n", file, line, rule, condition);
  std::abort();
}

AssertHandler handler_in_use = print_and_abort;

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) noexcept {
  AssertHandler before = handler_in_use;
  handler_in_use = handler ? handler : print_and_abort;
  return before;
}

void report_assert(const char* condition, const char* rule, const char* file, int line) {
  handler_in_use(condition, rule, file, line);
}

}  // namespace playset
