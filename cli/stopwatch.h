// cli/stopwatch.h - Stopwatch: seconds since it was made, for the reports of commands.
#pragma once

#include <chrono>

namespace playset {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace playset
