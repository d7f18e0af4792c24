// src/asset/cell_draft.h - CellDraft: a level as its file says it, and finish_cells, which makes a
// sound CellComplex of it.
//
// Readers fill a draft without judging it: corners may repeat, links may dangle, cells may be flat
// or inverted. finish_cells collapses, welds, turns, unlinks and drops until check_cells agrees,
// and logs each of these.
// Units   metres in playset axes.
// Cost    O(corners log corners).
// Threads pure functions.
// Ref     docs/asset.md (What every importer of cells repairs)
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <vector>

#include "asset/repair_log.h"
#include "playset/geom/cell_complex.h"

namespace playset {

enum class LinkRule : std::uint8_t {
  Named,         // `behind` names the cell behind each side; corners must agree by vertex id
  NamedByPlace,  // the same, but vertex ids are each cell's own: equal places along links are one
  ByCorners,     // sides with the same vertex ids face each other
};

struct CellDraft {
  CellComplex cells;  // no vertices, no neighbors; indices are numbers in `behind` and in spawns
  std::vector<glm::dvec3> positions;  // per vertex id
  // Per side (Named...): the cell the file names behind it, kNone for walls.
  std::vector<std::uint32_t> behind;
  LinkRule rule = LinkRule::Named;
  std::string cell_word = "cub";  // what the format calls a cell, for messages
};

// Appends a side with these corners to the last cell.
void add_side(CellDraft& draft, std::span<const std::uint32_t> corners, const CellSide& fields,
              std::uint32_t behind);

// Appends a cell without sides.
void add_cell(CellDraft& draft, std::int32_t source_id, std::uint32_t tag);

// Repairs what it can; an error where nothing is left, where a used vertex lies outside the grid,
// or in strict imports.
[[nodiscard]] Result<Imported> finish_cells(CellDraft draft, RepairLog log);

}  // namespace playset
