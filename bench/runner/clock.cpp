// Thread CPU time: what a bench measures, because wall time counts our neighbours on the machine
// too.
#include "bench/runner/runner.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <ctime>
#endif

namespace playset::bench {

#if defined(_WIN32)
std::uint64_t thread_cpu_ns() noexcept {
  FILETIME created, ended, kernel, user;
  GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
  const auto ticks = [](FILETIME f) {
    return (std::uint64_t{f.dwHighDateTime} << 32) | f.dwLowDateTime;
  };
  return (ticks(kernel) + ticks(user)) * 100;
}
#else
std::uint64_t thread_cpu_ns() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}
#endif

}  // namespace playset::bench
