// A level from bytes that may be anything: every size, index and code is checked before the first
// query can use it.
#include <cstdio>
#include <string>

#include "level/cook_write.h"
#include "level/format.h"

namespace playset {
namespace {

Error broken(const char* what) {
  return {ErrorCode::Invalid,
          std::string("the level file is damaged (") + what + "); cook it again",
          {},
          0,
          0,
          0};
}

template <typename T>
bool fits(const LevelHeader& h, const Table& t) noexcept {
  return t.offset % BlockWriter::kAlign == 0 && t.offset >= sizeof(LevelHeader) &&
         t.offset <= h.size && t.count <= (h.size - t.offset) / sizeof(T);
}

bool tables_fit(const LevelHeader& h) noexcept {
  return fits<HotBlock>(h, h.blocks) && fits<WideCell>(h, h.wide) && fits<FaceNode>(h, h.nodes) &&
         fits<DoorPortal>(h, h.door_portals) && fits<CellRecord>(h, h.cells) &&
         fits<SideRecord>(h, h.sides) && fits<SidePlane>(h, h.planes) &&
         h.planes.count == h.sides.count && fits<std::uint32_t>(h, h.corners) &&
         fits<GridPoint>(h, h.vertices) && fits<std::uint32_t>(h, h.grid_starts) &&
         fits<std::uint32_t>(h, h.grid_cells) && fits<std::byte>(h, h.extras) &&
         fits<std::uint32_t>(h, h.edge_starts) && fits<ExposedEdge>(h, h.edges) &&
         fits<std::uint32_t>(h, h.side_faces) && h.side_faces.count == h.sides.count;
}

// A range of a table, without overflow.
bool within(std::uint64_t first, std::uint64_t count, std::uint64_t size) noexcept {
  return first <= size && count <= size - first;
}

// Codes may name walls, cells, doors and, below `nodes`, nodes: so nodes cannot form a loop.
bool code_fits(const LevelHeader& h, std::uint32_t code, std::uint64_t nodes) noexcept {
  if (code == kExitExact) return true;
  const std::uint32_t index = code & kExitIndexMask;
  switch (exit_tag(code)) {
    case ExitTag::Cell:
      return index < h.cells.count;
    case ExitTag::Wall:
      return index < h.sides.count;
    case ExitTag::Node:
      return index < nodes;
    case ExitTag::Door:
      return index < h.door_portals.count;
    case ExitTag::End:
    case ExitTag::Exact:
      break;
  }
  return false;
}

bool walk_tables_fit(const LevelHeader& h) noexcept {
  if (h.first_wide > h.first_rough || h.first_rough > h.cells.count ||
      h.blocks.count < h.first_wide)
    return false;
  if (h.wide.count != h.first_rough - h.first_wide) return false;
  for (const WideCell& wide : LevelAccess::table<WideCell>(h, h.wide))
    if (wide.block_count == 0 || wide.block_count > 8 ||
        !within(wide.first_block, wide.block_count, h.blocks.count))
      return false;
  for (const HotBlock& block : LevelAccess::table<HotBlock>(h, h.blocks))
    for (const std::uint32_t code : block.exit)
      if (!code_fits(h, code, h.nodes.count)) return false;
  const auto nodes = LevelAccess::table<FaceNode>(h, h.nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (const std::uint32_t code : nodes[i].child)
      if (!code_fits(h, code, i)) return false;
  for (const DoorPortal& portal : LevelAccess::table<DoorPortal>(h, h.door_portals))
    if (portal.side >= h.sides.count || portal.cell >= h.cells.count || portal.door >= h.door_count)
      return false;
  return true;
}

bool side_fits(const LevelHeader& h, const SideRecord& side) noexcept {
  const bool wall = side.neighbor_side == kNone && side.neighbor_cell == kNone;
  return side.corner_count >= 3 && within(side.first_corner, side.corner_count, h.corners.count) &&
         side.cell < h.cells.count &&
         (wall || (side.neighbor_side < h.sides.count && side.neighbor_cell < h.cells.count)) &&
         (side.door == kNone || side.door < h.door_count);
}

bool on_grid_all(std::span<const GridPoint> points) noexcept {
  for (const GridPoint& p : points)
    if (!on_grid(p)) return false;
  return true;
}

bool edges_fit(const LevelHeader& h) noexcept {
  const auto starts = LevelAccess::table<std::uint32_t>(h, h.edge_starts);
  if (starts.size() != h.cells.count + 1 || starts.back() != h.edges.count) return false;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i)
    if (starts[i] > starts[i + 1]) return false;
  for (const ExposedEdge& edge : LevelAccess::table<ExposedEdge>(h, h.edges))
    if (edge.side >= h.sides.count || (edge.door != kNone && edge.door >= h.door_count) ||
        !on_grid_all(std::array{edge.a, edge.b}))
      return false;
  return true;
}

bool shape_tables_fit(const LevelHeader& h) noexcept {
  for (const CellRecord& cell : LevelAccess::table<CellRecord>(h, h.cells))
    if (!within(cell.first_side, cell.side_count, h.sides.count)) return false;
  for (const SideRecord& side : LevelAccess::table<SideRecord>(h, h.sides))
    if (!side_fits(h, side)) return false;
  for (const std::uint32_t v : LevelAccess::table<std::uint32_t>(h, h.corners))
    if (v >= h.vertices.count) return false;
  return on_grid_all(LevelAccess::table<GridPoint>(h, h.vertices));
}

// Cells' sides, sides' corners and wide cells' blocks lie one after the other, as cooking left them.
bool order_fits(const LevelHeader& h) noexcept {
  std::uint32_t corner = 0, side = 0, block = h.first_wide;
  for (const CellRecord& cell : LevelAccess::table<CellRecord>(h, h.cells)) {
    if (cell.first_side != side || cell.side_count == 0) return false;
    side += cell.side_count;
  }
  for (const SideRecord& s : LevelAccess::table<SideRecord>(h, h.sides)) {
    if (s.first_corner != corner) return false;
    corner += s.corner_count;
  }
  for (const WideCell& wide : LevelAccess::table<WideCell>(h, h.wide)) {
    if (wide.first_block != block) return false;
    block += wide.block_count;
  }
  return side == h.sides.count && corner == h.corners.count && block == h.blocks.count;
}

// Neighbors know each other, and door portals are the portals with doors, in order.
bool links_fit(const LevelHeader& h) noexcept {
  const auto cells = LevelAccess::table<CellRecord>(h, h.cells);
  const auto sides = LevelAccess::table<SideRecord>(h, h.sides);
  const auto portals = LevelAccess::table<DoorPortal>(h, h.door_portals);
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < sides.size(); ++i) {
    const SideRecord& s = sides[i];
    if (i - cells[s.cell].first_side >= cells[s.cell].side_count) return false;
    if (s.neighbor_side == kNone) continue;
    if (sides[s.neighbor_side].neighbor_side != i || sides[s.neighbor_side].cell != s.neighbor_cell)
      return false;
    if (s.door == kNone) continue;
    if (next == portals.size() || portals[next++].side != i) return false;
  }
  return next == portals.size();
}

// Every cell of the complex that was cooked is here once.
bool sources_fit(const LevelHeader& h) {
  std::vector<bool> seen(static_cast<std::size_t>(h.cells.count), false);
  for (const CellRecord& cell : LevelAccess::table<CellRecord>(h, h.cells)) {
    if (cell.complex_cell >= seen.size() || seen[cell.complex_cell]) return false;
    seen[cell.complex_cell] = true;
  }
  return true;
}

bool grid_fits(const LevelHeader& h) noexcept {
  if (h.grid_shift < 0 || h.grid_shift > 30) return false;
  std::uint64_t boxes = 1;
  for (int i = 0; i < 3; ++i) {
    const std::int32_t dim = h.grid_dims[static_cast<std::size_t>(i)];
    if (dim < 1 || h.hi[i] < h.lo[i] || ((std::int64_t{h.hi[i]} - h.lo[i]) >> h.grid_shift) >= dim)
      return false;
    boxes *= static_cast<std::uint64_t>(dim);
    if (boxes > h.size) return false;
  }
  const auto starts = LevelAccess::table<std::uint32_t>(h, h.grid_starts);
  if (starts.size() != boxes + 1 || starts.back() != h.grid_cells.count) return false;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i)
    if (starts[i] > starts[i + 1]) return false;
  for (const std::uint32_t cell : LevelAccess::table<std::uint32_t>(h, h.grid_cells))
    if (cell >= h.cells.count) return false;
  return true;
}

bool absent_or_below(std::uint32_t index, std::uint64_t size) noexcept {
  return index == kNone || index < size;
}

// What the tables and the extras say of each other.
bool extras_fit(const LevelHeader& h, const CellComplex& extras) noexcept {
  if (extras.doors.size() != h.door_count) return false;
  for (const SideRecord& side : LevelAccess::table<SideRecord>(h, h.sides))
    if (!absent_or_below(side.material, extras.materials.size()) ||
        !absent_or_below(side.trigger, extras.triggers.size()))
      return false;
  for (const CellRecord& cell : LevelAccess::table<CellRecord>(h, h.cells))
    if (!absent_or_below(cell.tag, extras.tags.size()) ||
        !absent_or_below(cell.trigger, extras.triggers.size()))
      return false;
  for (const CellTrigger& trigger : extras.triggers)
    for (const std::uint32_t door : trigger.doors)
      if (door >= extras.doors.size()) return false;
  for (const CellSpawn& spawn : extras.spawns)
    if (!absent_or_below(spawn.cell, h.cells.count)) return false;
  return true;
}

Result<Done> check_level(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(LevelHeader))
    return Error{ErrorCode::Truncated, "too short for a .level file; cook it again", {}, 0, 0,
                 bytes.size()};
  const auto& h = *reinterpret_cast<const LevelHeader*>(bytes.data());
  if (h.magic != kLevelMagic)
    return Error{ErrorCode::Syntax, "not a .level file; cook one with `playset cook`", {}, 0, 0, 0};
  if (h.version != kLevelVersion || h.endian != kLevelEndian)
    return Error{ErrorCode::Unsupported,
                 "a .level file of version " + std::to_string(h.version) + ", this is version " +
                     std::to_string(kLevelVersion) + "; cook again",
                 {},
                 0,
                 0,
                 0};
  if (h.size != bytes.size())
    return Error{ErrorCode::Truncated,
                 "the .level file is cut short or has bytes added; cook it again",
                 {},
                 0,
                 0,
                 bytes.size()};
  if (h.checksum != level_checksum(bytes)) return broken("its checksum differs");
  if (!tables_fit(h)) return broken("a table lies outside the file");
  if (!walk_tables_fit(h)) return broken("a ray would leave its tables");
  if (!shape_tables_fit(h)) return broken("a side or cell names what is not there");
  if (!edges_fit(h)) return broken("an exposed edge names what is not there");
  if (!order_fits(h)) return broken("its sides, corners or blocks are not in order");
  if (!links_fit(h)) return broken("a portal does not lead back");
  if (!sources_fit(h)) return broken("a cell's origin is missing");
  if (!grid_fits(h)) return broken("the locating grid does not add up");
  const Result<CellComplex> extras = read_extras(LevelAccess::table<std::byte>(h, h.extras));
  if (!extras) return extras.error();
  if (!extras_fit(h, *extras))
    return broken("a door, trigger, tag, material or spawn names what is not there");
  return Done{};
}

}  // namespace

Result<Level> open_level(std::span<const std::byte> bytes) {
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(LevelHeader) != 0)
    return Error{ErrorCode::Usage, "a level's bytes must be 64-byte aligned", {}, 0, 0, 0};
  if (Result<Done> checked = check_level(bytes); !checked) return checked.error();
  return LevelAccess::make(std::shared_ptr<const std::byte>(bytes.data(), [](const std::byte*) {}),
                           bytes.size());
}

}  // namespace playset
