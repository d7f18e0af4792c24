// Tests of what all other tests rely on.
#include "support/support.h"

#include <cstdio>
#include <limits>
#include <memory>

#include "support/settings.h"

namespace playset::test {

TEST_CASE("support: allocations of this thread are counted, and only while the scope lives") {
  const AllocationScope scope;
  CHECK(scope.count() == 0);
  const auto number = std::make_unique<int>(3);
  CHECK(*number == 3);
  CHECK(scope.count() == 1);
  CHECK(scope.bytes() == sizeof(int));
  const AllocationScope later;
  CHECK(later.count() == 0);
}

TEST_CASE("support: over-aligned and array allocations count too") {
  struct alignas(128) Wide {
    char data[128];
  };
  const AllocationScope scope;
  const auto one = std::make_unique<Wide>();
  const void* volatile wide = one.get();
  const auto many = std::make_unique<double[]>(7);
  const void* volatile seen = many.get();  // or the compiler may leave the allocation out
  CHECK(reinterpret_cast<std::uintptr_t>(wide) % 128 == 0);
  CHECK(seen != nullptr);
  CHECK(scope.count() == 2);
}

TEST_CASE("support: traps may be suspended, and dividing by zero is then infinite") {
  const FpTrapsOff off;
  volatile double zero = 0.0;
  const double quotient = 1.0 / zero;
  CHECK(quotient == std::numeric_limits<double>::infinity());
}

TEST_CASE(
    "support: a case's name may hold commas, [brackets] and \"quotes\"; ctest still runs it") {
  CHECK(true);
}

TEST_CASE("support: a golden file that does not exist asks for --update-golden") {
  if (settings().update_golden) return;
  CHECK(compare_golden("support/no_such_file.txt", "x").find("--update-golden") !=
        std::string::npos);
}

TEST_CASE("support: golden text and bytes are compared with what is stored") {
  CHECK_GOLDEN("support/two_lines.txt", "first\nsecond\n");
  const std::byte bytes[] = {std::byte{0}, std::byte{255}, std::byte{10}};
  CHECK(compare_golden("support/three_bytes.bin", bytes) == "");
}

TEST_CASE("support: a difference from a golden file names the line and shows both") {
  if (settings().update_golden) return;
  const auto message = compare_golden("support/two_lines.txt", std::string_view("first\nother\n"));
  CHECK(message.find("line 2") != std::string::npos);
  CHECK(message.find("other") != std::string::npos);
}

TEST_CASE("support: shared files are visited in order of names, with their bytes") {
  std::string last;
  const auto count = for_each_shared_file("levels", ".json", [&](const SharedFile& file) {
    CHECK(last < file.name);
    CHECK(!file.bytes.empty());
    last = file.name;
  });
  if (count == 0) CHECK(last.empty());
}

TEST_CASE("support: a temporary file can be written and read back") {
  const auto path = temporary_path("x.txt");
  {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"),
                                                               &std::fclose);
    REQUIRE(file != nullptr);
    CHECK(std::fputs("hello", file.get()) >= 0);
  }
  CHECK(read_file_text(path) == "hello");
}

}  // namespace playset::test
