// src/geom/cell_name.h - a cell as messages name it.
#pragma once

#include <string>

#include "playset/geom/cell_complex.h"

namespace playset {

// "cell 3 (source 7)".
[[nodiscard]] inline std::string cell_name(const CellComplex& complex, std::uint32_t cell) {
  return "cell " + std::to_string(cell) + " (source " +
         std::to_string(complex.cells[cell].source_id) + ")";
}

}  // namespace playset
