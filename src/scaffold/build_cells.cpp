// build_cells: the cells of a whole level, or the first thing that stands in their way.
#include "playset/scaffold/build_cells.h"

#include "scaffold/cell_builder.h"

namespace playset {

Result<CellComplex> build_cells(const Scaffold& scaffold) {
  const ScaffoldPart part = whole_of(scaffold);
  CellBuilder builder(part);
  if (const std::optional<Error> refused = builder.build([&] { builder.check_result(); }))
    return *refused;
  return std::move(builder.cells);
}

std::vector<std::uint32_t> find_gates(const Scaffold& scaffold, const CellComplex& cells) {
  std::vector<std::uint32_t> gates;
  for (std::uint32_t s = 0; s < cells.sides.size(); ++s) {
    const CellSide& side = cells.sides[s];
    if (side.neighbor == kNone && side.cell < scaffold.cubs.size() && side.source_side >= 0 &&
        scaffold.cubs[side.cell].sides[static_cast<std::size_t>(side.source_side)].gate)
      gates.push_back(s);
  }
  return gates;
}

}  // namespace playset
