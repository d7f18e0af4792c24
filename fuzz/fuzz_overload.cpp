// Overload JSON from anywhere.
#include <cstddef>
#include <cstdint>

#include "import_judge.h"
#include "playset/asset/overload.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace playset;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::judge_importer(
      [&](const ImportOptions& options) { return parse_overload(text, "fuzz", options); }, size);
  return 0;
}
