// Scaffold files from anywhere: what loads must survive saving, and become sound cells or be
// refused with a reason.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/scaffold_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace playset;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Scaffold> level = parse_scaffold(text, "fuzz");
  if (!level.ok()) return level.error().message.empty() ? std::abort(), 0 : 0;
  const std::string written = write_scaffold(*level);
  const Result<Scaffold> again = parse_scaffold(written, "again");
  if (!again.ok() || write_scaffold(*again) != written) std::abort();
  const Result<CellComplex> cells = build_cells(*level);
  if (cells.ok() && !check_cells(*cells).ok()) std::abort();
  if (!cells.ok() && cells.error().message.empty()) std::abort();
  return 0;
}
