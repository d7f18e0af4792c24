// tests/level/edited_levels.h - LevelEditor: random edits of a CellComplex, as an editor would make
// them, legal or not.
//
// Units   grid steps.
// Threads one.
// See     tests/level/recook_test.cpp
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "playset/core/rng.h"
#include "playset/geom/cell_complex.h"

namespace playset::test {

// A complex after an edit, the cells that it touched, and what each cell was before.
struct Edit {
  std::string what;
  CellComplex complex;
  std::vector<std::uint32_t> dirty, was;
};

// The complex without a cell: all behind it moves up, and vertices that nothing uses are gone.
[[nodiscard]] CellComplex without_cell(const CellComplex& complex, std::uint32_t cell);

// Adds a cell on a wall: its polygon moved by `offset`, joined to it and around. Returns the cell.
std::uint32_t extrude_wall(CellComplex& complex, std::uint32_t side, GridPoint offset);

class LevelEditor {
 public:
  LevelEditor(CellComplex start, std::uint64_t seed) : now_(std::move(start)), rng_(seed) {}

  [[nodiscard]] Edit next();
  [[nodiscard]] Edit move_vertex();
  // Later edits start from this one.
  void accept(Edit edit) { now_ = std::move(edit.complex); }

 private:
  Edit toggle_door();
  Edit close_or_open_portal();
  Edit remove_cell();
  Edit add_cell();
  Edit change_names();
  Edit change_marks();
  Edit change_faces();
  Edit move_cell();
  Edit move_and_remove();
  [[nodiscard]] Edit start(std::string what) const;
  [[nodiscard]] std::uint32_t any_side() {
    return rng_.below(static_cast<std::uint32_t>(now_.sides.size()));
  }
  [[nodiscard]] std::uint32_t any_cell() {
    return rng_.below(static_cast<std::uint32_t>(now_.cells.size()));
  }
  [[nodiscard]] GridPoint any_shift(int reach);

  CellComplex now_;
  Rng rng_;
};

}  // namespace playset::test
