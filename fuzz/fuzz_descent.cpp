// Descent levels from anywhere, read as both layouts.
#include <cstddef>
#include <cstdint>

#include "import_judge.h"
#include "playset/asset/descent.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace playset;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  fuzz::judge_importer(
      [&](const ImportOptions& options) { return parse_descent(bytes, "fuzz.rl2", options); },
      size);
  fuzz::judge_importer(
      [&](const ImportOptions& options) { return parse_descent(bytes, "fuzz.sdl", options); },
      size);
  return 0;
}
