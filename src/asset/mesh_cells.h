// src/asset/mesh_cells.h - a volume mesh as its file says it, and the cells made of it; shared by
// MFEM and VTK.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "asset/cell_draft.h"

namespace playset {

// Corner order is MFEM's (VTK's differs for wedges only, by a reflection).
enum class ElementKind : std::uint8_t { Tetrahedron, Hexahedron, Wedge, Pyramid };

[[nodiscard]] std::size_t corner_count(ElementKind kind) noexcept;

struct MeshElement {
  ElementKind kind = ElementKind::Hexahedron;
  std::int32_t number = 0;
  std::int32_t attribute = 0;
  std::array<std::uint32_t, 8> corners{};
};

struct BoundaryFace {
  std::array<std::uint32_t, 4> corners{};  // a triangle's last is kNone
  std::int32_t attribute = 0;
};

// `middle` lies on the edge a-b, a < b, and is a vertex of smaller elements.
struct EdgeMiddle {
  std::uint32_t a = 0, b = 0, middle = 0;
  friend auto operator<=>(const EdgeMiddle&, const EdgeMiddle&) = default;
};

struct MeshFile {
  std::vector<glm::dvec3> positions;  // in the file's units
  std::vector<MeshElement> elements;
  std::vector<BoundaryFace> boundary;
  std::vector<EdgeMiddle> middles;  // non-conforming meshes
  std::string attribute_word;       // before the number in tags; empty: no tags
};

// A side of an element kind: local corners, counterclockwise from inside.
struct ElementSide {
  std::uint8_t count = 0;
  std::array<std::uint8_t, 4> corners{};
};
[[nodiscard]] std::span<const ElementSide> sides_of(ElementKind kind) noexcept;

// mfem.cpp and vtk.cpp. `scale` decides which places are one on the grid.
[[nodiscard]] Result<MeshFile> read_mfem(std::string_view text, double scale, RepairLog& log);
[[nodiscard]] Result<MeshFile> read_vtk(std::string_view text, RepairLog& log);

[[nodiscard]] Result<Imported> mesh_cells(MeshFile mesh, const ImportOptions& options,
                                          RepairLog log);

// Cuts the sides of a draft at hanging vertices, so that large sides and the small ones before them
// match. False where the file makes the polygons grow without bound.
[[nodiscard]] bool cut_hanging_sides(CellDraft& draft, std::vector<EdgeMiddle> middles,
                                     RepairLog& log);

}  // namespace playset
