// playset/core/assert.h - PLAYSET_ASSERT for contracts of the caller, with a replaceable handler.
//
// Use it for span sizes and dead handles: mistakes in code. Bad files get a Result, odd numbers are
// refused and counted.
// Units   none.
// Cost    one branch where PLAYSET_ASSERTS is 1 (default: when NDEBUG is not defined), nothing
//         else.
// Threads set the handler before the first call from a second thread.
// See     tests/core/assert_test.cpp
#pragma once

#include "playset/core/api.h"

namespace playset {

// Called with the broken rule and its place. Returning from it continues the program.
using AssertHandler = void (*)(const char* condition, const char* rule, const char* file, int line);

// Replaces the handler (nullptr restores the default: print to stderr and abort); returns the one
// before.
PLAYSET_API AssertHandler set_assert_handler(AssertHandler handler) noexcept;

// What the macro calls. Not for direct use.
PLAYSET_API void report_assert(const char* condition, const char* rule, const char* file, int line);

}  // namespace playset

#if !defined(PLAYSET_ASSERTS)
#if defined(NDEBUG)
#define PLAYSET_ASSERTS 0
#else
#define PLAYSET_ASSERTS 1
#endif
#endif

#if PLAYSET_ASSERTS
#define PLAYSET_ASSERT(condition, rule) \
  ((condition) ? void(0) : ::playset::report_assert(#condition, rule, __FILE__, __LINE__))
#else
#define PLAYSET_ASSERT(condition, rule) void(0)
#endif
