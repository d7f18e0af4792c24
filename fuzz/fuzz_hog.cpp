// Archives and missions from anywhere: entries lie within the file, and the front door takes
// whatever is in them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "import_judge.h"
#include "playset/asset/hog.h"
#include "playset/asset/import.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace playset;
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  const Result<std::vector<HogEntry>> entries = list_hog(bytes, "fuzz");
  for (std::size_t i = 0; entries && i < entries->size(); ++i) {
    const HogEntry& e = (*entries)[i];
    if (e.offset > size || e.size > size - e.offset) std::abort();
    if (!hog_entry(bytes, e.name)) std::abort();
    if (i < 4) fuzz::judge_import(parse_level(bytes, "fuzz.hog:" + e.name), size);
  }
  const Result<Mission> mission =
      parse_mission({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!mission && mission.error().message.empty()) std::abort();
  if (detect_format(bytes) == LevelFormat::Hog)
    fuzz::judge_import(parse_level(bytes, "fuzz"), size);
  return 0;
}
