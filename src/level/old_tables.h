// The tables of a level whose cells are kept when it is cooked again.
#pragma once

#include <algorithm>
#include <span>

#include "level/cook_order.h"
#include "level/format.h"

namespace playset {

// Empty where no level is.
struct OldTables {
  OldTables() = default;
  explicit OldTables(const Level& level)
      : header(level.header()),
        cells(LevelAccess::cells(level)),
        sides(LevelAccess::sides(level)),
        planes(LevelAccess::planes(level)),
        corners(LevelAccess::corners(level)),
        faces(LevelAccess::table<std::uint32_t>(*header, header->side_faces)),
        blocks(LevelAccess::table<HotBlock>(*header, header->blocks)),
        wide(LevelAccess::table<WideCell>(*header, header->wide)),
        nodes(LevelAccess::table<FaceNode>(*header, header->nodes)),
        portals(LevelAccess::table<DoorPortal>(*header, header->door_portals)),
        edge_starts(LevelAccess::table<std::uint32_t>(*header, header->edge_starts)),
        edges(LevelAccess::table<ExposedEdge>(*header, header->edges)) {}

  const LevelHeader* header = nullptr;
  std::span<const CellRecord> cells;
  std::span<const SideRecord> sides;
  std::span<const SidePlane> planes;
  std::span<const std::uint32_t> corners, faces;
  std::span<const HotBlock> blocks;
  std::span<const WideCell> wide;
  std::span<const FaceNode> nodes;
  std::span<const DoorPortal> portals;
  std::span<const std::uint32_t> edge_starts;
  std::span<const ExposedEdge> edges;

  [[nodiscard]] WalkKind kind(std::uint32_t cell) const noexcept {
    return cell < header->first_wide    ? WalkKind::Narrow
           : cell < header->first_rough ? WalkKind::Wide
                                        : WalkKind::Rough;
  }
  [[nodiscard]] std::span<const HotBlock> blocks_of(std::uint32_t cell) const noexcept {
    if (cell < header->first_wide) return blocks.subspan(cell, 1);
    if (cell >= header->first_rough) return {};
    const WideCell& range = wide[cell - header->first_wide];
    return blocks.subspan(range.first_block, range.block_count);
  }
  [[nodiscard]] std::span<const SideRecord> sides_of(std::uint32_t cell) const noexcept {
    return sides.subspan(cells[cell].first_side, cells[cell].side_count);
  }
  [[nodiscard]] std::span<const std::uint32_t> corners_of(std::uint32_t cell) const noexcept {
    const auto own = sides_of(cell);
    const std::uint32_t first = own.front().first_corner;
    return corners.subspan(first, own.back().first_corner + own.back().corner_count - first);
  }
  [[nodiscard]] std::span<const ExposedEdge> edges_of(std::uint32_t cell) const noexcept {
    return edges.subspan(edge_starts[cell], edge_starts[cell + 1] - edge_starts[cell]);
  }
  // Door portals lie in the order of their sides.
  [[nodiscard]] std::uint32_t first_portal(std::uint32_t cell) const noexcept {
    const auto at = std::partition_point(
        portals.begin(), portals.end(),
        [&](const DoorPortal& portal) { return portal.side < cells[cell].first_side; });
    return static_cast<std::uint32_t>(at - portals.begin());
  }
  // A cell's nodes lie together, children before their parents.
  [[nodiscard]] std::uint32_t first_node(std::uint32_t root) const noexcept {
    for (;;) {
      const auto& child = nodes[root].child;
      const auto at = std::find_if(child.begin(), child.end(), [](std::uint32_t code) {
        return exit_tag(code) == ExitTag::Node;
      });
      if (at == child.end()) return root;
      root = *at & kExitIndexMask;
    }
  }
};

}  // namespace playset
