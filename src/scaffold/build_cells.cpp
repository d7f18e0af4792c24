// build_cells: the cells of a whole level, or the first thing that stands in their way.
#include "playset/scaffold/build_cells.h"

#include "scaffold/cell_builder.h"

namespace playset {

Result<CellComplex> build_cells(const Scaffold& scaffold) {
  const ScaffoldPart part = whole_of(scaffold);
  CellBuilder builder(part);
  const auto refusal = [&]() -> Error {
    const Fault& fault = builder.faults.front();
    const ErrorCode code =
        fault.rule == FaultRule::OutsideGrid ? ErrorCode::OutOfRange : ErrorCode::Invalid;
    return Error{code, fault.text, {}, 0, 0, 0};
  };
  builder.build_geometry();
  if (!builder.faults.empty()) return refusal();
  builder.cut_partial_windows();
  builder.add_spawns();
  if (builder.faults.empty()) builder.check_result();
  if (!builder.faults.empty()) return refusal();
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
