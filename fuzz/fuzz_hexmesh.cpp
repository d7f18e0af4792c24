// MFEM and VTK meshes from anywhere; the first word decides which reader gets past its first line.
#include <cstddef>
#include <cstdint>

#include "import_judge.h"
#include "playset/asset/hexmesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace playset;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::judge_importer(
      [&](const ImportOptions& options) { return parse_mfem(text, "fuzz", options); }, size);
  fuzz::judge_importer(
      [&](const ImportOptions& options) { return parse_vtk(text, "fuzz", options); }, size);
  return 0;
}
