// cook_level: checks, cuts sides, finds faces, and assembles the block of bytes.
#include "level/assemble.h"
#include "level/format.h"

namespace playset {

Result<Level> cook_level(const CellComplex& complex, const CookOptions& options) {
  if (Result<Done> checked = check_cells(complex); !checked) return checked.error();
  if (complex.sides.size() >= kExitIndexMask / 64)
    return Error{ErrorCode::OutOfRange, "more than 16 million sides; split the level", {}, 0, 0, 0};
  CookedPart part;
  part.complex = &complex;
  part.pieces = cut_sides(complex);
  part.faces = find_faces(complex, part.pieces);
  share_bends(complex, part.pieces, part.faces);
  return assemble_level(complex, part, {}, options.renumber);
}

}  // namespace playset
