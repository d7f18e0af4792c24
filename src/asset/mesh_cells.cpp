// src/asset/mesh_cells.cpp - elements of a volume mesh become cells, their attributes tags and
// materials.
#include "asset/mesh_cells.h"

#include <algorithm>
#include <map>

namespace playset {
namespace {

// Descent's table over the corners 4 5 6 7 0 1 2 3.
constexpr ElementSide kHexSides[] = {{4, {3, 2, 6, 7}}, {4, {4, 0, 3, 7}}, {4, {4, 5, 1, 0}},
                                     {4, {6, 2, 1, 5}}, {4, {0, 1, 2, 3}}, {4, {7, 6, 5, 4}}};
constexpr ElementSide kTetSides[] = {
    {3, {0, 1, 2}}, {3, {0, 3, 1}}, {3, {0, 2, 3}}, {3, {1, 3, 2}}};
constexpr ElementSide kWedgeSides[] = {
    {3, {0, 1, 2}}, {3, {3, 5, 4}}, {4, {0, 3, 4, 1}}, {4, {1, 4, 5, 2}}, {4, {0, 2, 5, 3}}};
constexpr ElementSide kPyramidSides[] = {
    {4, {0, 1, 2, 3}}, {3, {0, 4, 1}}, {3, {1, 4, 2}}, {3, {2, 4, 3}}, {3, {3, 4, 0}}};

using FaceKey = std::array<std::uint32_t, 4>;

FaceKey key_of(FaceKey corners) {
  std::sort(corners.begin(), corners.end());
  return corners;
}

// Names like "attribute:3", each once.
class NumberedNames {
 public:
  NumberedNames(std::string word, std::vector<std::string>& names)
      : word_(std::move(word)), names_(names) {}

  std::uint32_t index(std::int32_t number) {
    const auto [at, fresh] =
        index_of_.try_emplace(number, static_cast<std::uint32_t>(names_.size()));
    if (fresh) names_.push_back(word_ + ":" + std::to_string(number));
    return at->second;
  }

 private:
  std::string word_;
  std::vector<std::string>& names_;
  std::map<std::int32_t, std::uint32_t> index_of_;
};

// The material of each boundary face that the file names.
std::map<FaceKey, std::uint32_t> boundary_materials(const MeshFile& mesh, CellComplex& cells) {
  NumberedNames names("boundary", cells.materials);
  std::map<FaceKey, std::uint32_t> materials;
  for (const BoundaryFace& face : mesh.boundary)
    materials.try_emplace(key_of(face.corners), names.index(face.attribute));
  return materials;
}

void add_element(CellDraft& draft, const MeshElement& element, std::uint32_t tag,
                 const std::map<FaceKey, std::uint32_t>& materials) {
  add_cell(draft, element.number, tag);
  const std::span<const ElementSide> sides = sides_of(element.kind);
  for (std::size_t k = 0; k < sides.size(); ++k) {
    FaceKey corners{kNone, kNone, kNone, kNone};
    for (std::size_t i = 0; i < sides[k].count; ++i)
      corners[i] = element.corners[sides[k].corners[i]];
    CellSide side;
    side.face = static_cast<std::uint32_t>(k);
    side.source_side = static_cast<std::int32_t>(k);
    const auto material = materials.find(key_of(corners));
    if (material != materials.end()) side.material = material->second;
    add_side(draft, {corners.data(), sides[k].count}, side, kNone);
  }
}

}  // namespace

std::size_t corner_count(ElementKind kind) noexcept {
  switch (kind) {
    case ElementKind::Tetrahedron:
      return 4;
    case ElementKind::Pyramid:
      return 5;
    case ElementKind::Wedge:
      return 6;
    case ElementKind::Hexahedron:
      break;
  }
  return 8;
}

std::span<const ElementSide> sides_of(ElementKind kind) noexcept {
  switch (kind) {
    case ElementKind::Tetrahedron:
      return kTetSides;
    case ElementKind::Pyramid:
      return kPyramidSides;
    case ElementKind::Wedge:
      return kWedgeSides;
    case ElementKind::Hexahedron:
      break;
  }
  return kHexSides;
}

Result<Imported> mesh_cells(MeshFile mesh, const ImportOptions& options, RepairLog log) {
  CellDraft draft;
  draft.rule = LinkRule::ByCorners;
  draft.cell_word = "element";
  draft.cells.source_axes.metres_per_unit = options.scale;
  draft.positions.reserve(mesh.positions.size());
  for (const glm::dvec3& p : mesh.positions)
    draft.positions.push_back(point_from(draft.cells.source_axes, p));
  const std::map<FaceKey, std::uint32_t> materials = boundary_materials(mesh, draft.cells);
  NumberedNames tags(mesh.attribute_word, draft.cells.tags);
  for (const MeshElement& e : mesh.elements) {
    add_element(draft, e, mesh.attribute_word.empty() ? kNone : tags.index(e.attribute), materials);
  }
  if (!mesh.middles.empty() && !cut_hanging_sides(draft, std::move(mesh.middles), log)) {
    return log.error(
        ErrorCode::Unsupported,
        "the mesh's edges are refined more often than sides can have corners: coarsen it");
  }
  return finish_cells(std::move(draft), std::move(log));
}

}  // namespace playset
