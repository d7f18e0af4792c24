// Cooking, step 2: the planes a ray tests. Sides in one plane become one face; a face that leads to
// several places gets nodes.
#pragma once

#include <vector>

#include "level/cook_pieces.h"
#include "level/format.h"

namespace playset {

// m: sides further off a common plane are faces of their own
inline constexpr double kMaxBend = 2.5 * kMetresPerGrid;

// A plane with the pieces on it: n.(p - ref) + w >= 0 inside.
struct Face {
  glm::dvec3 n{0.0};
  double w = 0.0;
  std::vector<std::uint32_t> pieces;
  bool bent = false;
};

struct CellFaces {
  glm::dvec3 ref{0.0};  // whole metres
  GridPoint center{0};
  std::vector<Face> faces;
  double reach = 0.0;  // m: largest |x|+|y|+|z| of a corner from ref
  double bend = 0.0;   // m: how far the cell strays from its planes
  bool exactly_convex = false;
  bool rough = false;  // too far from convex, or too many faces, for the fast walk
};

[[nodiscard]] std::vector<CellFaces> find_faces(const CellComplex& complex, const Pieces& pieces);

// Marks both faces at a portal as bent where one is.
void share_bends(const CellComplex& complex, const Pieces& pieces, std::vector<CellFaces>& cells);

// The plane of a side with these corners.
[[nodiscard]] SidePlane plane_of(const std::vector<GridPoint>& vertices,
                                 std::span<const std::uint32_t> loop) noexcept;

// Where pieces lead: codes of walls, cells and doors by piece.
using PieceExits = std::vector<std::uint32_t>;

// The code of a face: its one exit, or nodes appended to `nodes` that find it.
[[nodiscard]] std::uint32_t face_exit(const CellComplex& complex, const Pieces& pieces,
                                      const PieceExits& exits, const CellFaces& cell,
                                      const Face& face, std::vector<FaceNode>& nodes);

}  // namespace playset
