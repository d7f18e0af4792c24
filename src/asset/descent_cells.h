// src/asset/descent_cells.h - turns cubs as Descent's files say them into a CellComplex; shared by
// levels and block files.
#pragma once

#include "asset/cell_draft.h"
#include "asset/descent_file.h"

namespace playset {

// LinkRule::NamedByPlace where each cub has its own eight vertices (block files without ids).
[[nodiscard]] Result<Imported> descent_cells(const DescentFile& file, LinkRule rule,
                                             const ImportOptions& options, RepairLog log);

}  // namespace playset
