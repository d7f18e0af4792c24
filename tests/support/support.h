// tests/support/support.h - what every test may use: shared files, golden files, counted
// allocations, floating-point traps.
//
//   for_each_shared_file("levels/doom", ".wad", [](const SharedFile& file) { ... });
//                                           // says so loudly where there is none
//   CHECK_GOLDEN("core/easing.svg", text);  // compares with tests/golden/core/easing.svg;
//                                           // --update-golden rewrites it
//   AllocationScope scope; update_things(...); CHECK(scope.count() == 0);
//   FpTrapsOff off;                         // this block may divide by zero on purpose
//
// Every test program is run by ctest case by case. A TEST_SUITE name becomes a ctest label: put
// what takes more than a few seconds in TEST_SUITE("slow") and what starts threads in
// TEST_SUITE("threads"). Invalid operations, divisions by zero and overflows trap (SIGFPE) in g++
// builds unless FpTrapsOff is alive.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace playset::test {

// The whole file as bytes; fails the running test where it cannot be read.
[[nodiscard]] std::vector<std::byte> read_file_bytes(const std::string& path);
[[nodiscard]] std::string read_file_text(const std::string& path);

// A file in a folder of the build tree that this process may write, such as "x.level". The folder
// exists.
[[nodiscard]] std::string temporary_path(std::string_view name);

// Where a file of this repository lies, from its path relative to the root
// ("data/levels/relay_station.scaffold").
[[nodiscard]] std::string source_path(std::string_view relative);

// Real files that we did not write.
struct SharedFile {
  std::string path;  // to open it
  // relative to the shared data folder, "levels/descent/level1.rdl"; for messages
  std::string name;
  std::vector<std::byte> bytes;
};

// Calls fn for each file below shared folder `subfolder` whose name ends in `ending` (any case; ""
// takes all), in the order of names. Returns how many there were; with none it prints a message
// that real data is missing.
std::size_t for_each_shared_file(std::string_view subfolder, std::string_view ending,
                                 const std::function<void(const SharedFile&)>& fn);

// One shared file's path, or "" with a message that it is missing.
[[nodiscard]] std::string shared_path(std::string_view relative);

// Empty where `actual` equals tests/golden/<name>, else what differs first. With --update-golden
// writes it instead.
[[nodiscard]] std::string compare_golden(std::string_view name, std::string_view actual);
[[nodiscard]] std::string compare_golden(std::string_view name, std::span<const std::byte> actual);

// Counts this thread's allocations (operator new, or malloc under a sanitizer) while it lives.
class AllocationScope {
 public:
  AllocationScope() noexcept;
  [[nodiscard]] std::uint64_t count() const noexcept;
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  std::uint64_t first_count_;
  std::uint64_t first_bytes_;
};

// Suspends the floating-point traps of this thread while it lives.
class FpTrapsOff {
 public:
  FpTrapsOff() noexcept;
  ~FpTrapsOff();
  FpTrapsOff(const FpTrapsOff&) = delete;
  FpTrapsOff& operator=(const FpTrapsOff&) = delete;

 private:
  int before_;
};

// Turns the traps on for this thread; the main has done it for the first one.
void enable_fp_traps() noexcept;
// Whether this build traps at all (g++ on x86-64).
[[nodiscard]] bool has_fp_traps() noexcept;

}  // namespace playset::test

#define CHECK_GOLDEN(name, actual) CHECK(::playset::test::compare_golden(name, actual) == "")
