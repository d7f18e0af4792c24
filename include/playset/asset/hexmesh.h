// playset/asset/hexmesh.h - imports volume meshes of hexahedra, wedges, pyramids and tetrahedra:
// MFEM .mesh and legacy .vtk.
//
// Use it for spaces made by mesh generators. Elements become cells; faces with equal vertices
// become portals. MFEM's non-conforming meshes (hanging vertices) get partial portals: the large
// face is cut into the small ones' polygons.
// Units   1 unit is 1 m times ImportOptions::scale; axes are taken as ours (right-handed, +Y up).
// Cost    O(elements log elements); memory bounded by a constant times the text's size.
// Threads pure functions.
// Ref     MFEM mesh formats v1.0 to v1.2 and NC v1.0; VTK file formats 4.2
//         and 5.1 (legacy)
// See     docs/asset.md (Hex meshes), tests/asset/hexmesh_test.cpp
#pragma once

#include <string_view>

#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

// Cell::source_id is the element's number; a hexahedron's source_side follows Descent's table after
// taking its corners as 4 5 6 7 0 1 2 3. Element attributes become tags "attribute:N", boundary
// attributes materials "boundary:N". Curved meshes get straight edges between their vertices, and
// periodic ones walls where they jump; both are repairs.
[[nodiscard]] PLAYSET_API Result<Imported> parse_mfem(std::string_view text,
                                                      std::string_view name = {},
                                                      const ImportOptions& options = {});

// ASCII unstructured grids. Integer cell scalars become tags "<their name>:N". Cells of fewer
// dimensions are left out.
[[nodiscard]] PLAYSET_API Result<Imported> parse_vtk(std::string_view text,
                                                     std::string_view name = {},
                                                     const ImportOptions& options = {});

}  // namespace playset
