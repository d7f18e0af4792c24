// Floating-point traps: invalid operations, divisions by zero and overflows stop the test that does
// them (g++ on x86-64).
//
// Clang vectorises into lanes that nobody reads and traps there for nothing, so its builds run
// without.
#include "support/support.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
#include <cfenv>

namespace playset::test {

namespace {
constexpr int kTraps = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW;
}  // namespace

void enable_fp_traps() noexcept {
  std::feclearexcept(FE_ALL_EXCEPT);
  feenableexcept(kTraps);
}

bool has_fp_traps() noexcept { return true; }

FpTrapsOff::FpTrapsOff() noexcept : before_(fegetexcept()) { fedisableexcept(kTraps); }

FpTrapsOff::~FpTrapsOff() {
  std::feclearexcept(FE_ALL_EXCEPT);
  feenableexcept(before_);
}

}  // namespace playset::test

#else

namespace playset::test {

void enable_fp_traps() noexcept {}
bool has_fp_traps() noexcept { return false; }
FpTrapsOff::FpTrapsOff() noexcept : before_(0) {}
FpTrapsOff::~FpTrapsOff() { static_cast<void>(before_); }

}  // namespace playset::test

#endif
