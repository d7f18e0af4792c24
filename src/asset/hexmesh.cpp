// src/asset/hexmesh.cpp - parse_mfem and parse_vtk: each reads its text, then makes cells of the
// mesh.
#include "playset/asset/hexmesh.h"

#include <string>

#include "asset/mesh_cells.h"

namespace playset {

Result<Imported> parse_mfem(std::string_view text, std::string_view name,
                            const ImportOptions& options) {
  RepairLog log(std::string(name), options.strict);
  Result<MeshFile> mesh = read_mfem(text, options.scale, log);
  if (!mesh) return mesh.error();
  return mesh_cells(std::move(*mesh), options, std::move(log));
}

Result<Imported> parse_vtk(std::string_view text, std::string_view name,
                           const ImportOptions& options) {
  RepairLog log(std::string(name), options.strict);
  Result<MeshFile> mesh = read_vtk(text, log);
  if (!mesh) return mesh.error();
  return mesh_cells(std::move(*mesh), options, std::move(log));
}

}  // namespace playset
