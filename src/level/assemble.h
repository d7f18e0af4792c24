// Cooking, step 4: numbers cells and sides and writes every table, from cells cooked now and from
// cells kept of an older level.
//
// One code path for cook_level, which keeps nothing, and recook_cells: so their bytes are equal.
#pragma once

#include <cstdint>
#include <vector>

#include "level/cook_faces.h"
#include "level/cook_pieces.h"
#include "level/cook_write.h"

namespace playset {

// Cells cooked now: all of a complex, or a part of it that lists which.
struct CookedPart {
  const CellComplex* complex = nullptr;  // the part's own cells, sides, corners and vertices
  Pieces pieces;
  std::vector<CellFaces> faces;         // by cell of the part
  std::vector<std::uint32_t> cells;     // in the whole complex, by cell; empty: the part is all
  std::vector<std::uint32_t> vertices;  // in the whole complex, by vertex; empty: the part is all
};

// What is taken over from an older level. A cell is kept where its shape, the ways out of it, and
// its neighbours' shapes did not change.
struct KeptCells {
  const Level* old = nullptr;
  std::vector<std::uint32_t> cells;      // by cell of the complex: the old level's, kNone: cooked
  std::vector<std::uint32_t> now;        // by the old level's cell: the complex's, kNone: gone
  std::vector<std::uint32_t> part_cell;  // by cell of the complex: the part's, kNone: not in it
  std::vector<std::uint32_t> vertices;   // by the old level's vertex: the complex's
  std::vector<CellBox> left;             // cells of the old level that changed or are gone
  std::vector<CellBox> come;             // cells of the complex that changed or are new
  bool in_order = false;  // kept cells have risen and not changed places in the complex
};

[[nodiscard]] Level assemble_level(const CellComplex& complex, const CookedPart& part,
                                   const KeptCells& kept, bool renumber);

}  // namespace playset
