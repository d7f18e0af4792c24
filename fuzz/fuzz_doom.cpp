// Any bytes as a WAD: the importer answers, and what it accepts is sound and in proportion to the
// file.
#include <cstddef>
#include <cstdint>

#include "import_judge.h"
#include "playset/asset/doom.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace playset;
  const std::span<const std::byte> wad(reinterpret_cast<const std::byte*>(data), size);
  const auto maps = list_doom_maps(wad);
  const std::string name = maps && !maps->empty() ? maps->front() : "";
  fuzz::judge_importer(
      [&](const ImportOptions& options) { return parse_doom_map(wad, name, options); }, size);
  return 0;
}
