// Numbers everything first, then writes the tables in one pass over the cells in their new order.
#include "level/assemble.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/vector_relational.hpp>
#include <utility>

#include "level/cook_edges.h"
#include "level/cook_order.h"
#include "level/format.h"
#include "level/old_tables.h"
#include "level/prefetch.h"

namespace playset {
namespace {

float rounded_up_bend(double bend) noexcept {
  return bend > 0.0 ? static_cast<float>(bend * 1.001 + 1e-6) : 0.0f;
}

WalkKind kind_of(const CellFaces& cell) noexcept {
  return cell.rough                        ? WalkKind::Rough
         : cell.faces.size() > kBlockFaces ? WalkKind::Wide
                                           : WalkKind::Narrow;
}

std::uint32_t block_count(const CellFaces& cell) noexcept {
  return static_cast<std::uint32_t>((cell.faces.size() + kBlockFaces - 1) / kBlockFaces);
}

class Assembler {
 public:
  Assembler(const CellComplex& complex, const CookedPart& part, const KeptCells& kept,
            bool renumber)
      : complex_(complex), part_(part), kept_(kept), renumber_(renumber) {
    if (kept.old != nullptr) old_ = OldTables(*kept.old);
  }

  Level assemble() {
    find_bounds();
    order_cells();
    number_sides();
    number_portals();
    make_nodes();
    reserve_tables();
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      prefetch_cells(complex_, order_, i);
      write_cell(i);
    }
    write_rest();
    write_edges();
    return writer_.finish(header_);
  }

 private:
  // --- Where a cell comes from. `c` counts cells of the complex, `i` those of the new level.

  [[nodiscard]] std::uint32_t old_cell(std::uint32_t c) const noexcept {
    return kept_.cells.empty() ? kNone : kept_.cells[c];
  }
  [[nodiscard]] std::uint32_t part_cell(std::uint32_t c) const noexcept {
    return kept_.part_cell.empty() ? c : kept_.part_cell[c];
  }
  [[nodiscard]] std::uint32_t whole_cell(std::uint32_t part_cell) const noexcept {
    return part_.cells.empty() ? part_cell : part_.cells[part_cell];
  }
  [[nodiscard]] const CellFaces& faces_of(std::uint32_t c) const noexcept {
    return part_.faces[part_cell(c)];
  }
  // Pieces of a cooked cell: [first, last).
  struct PieceRange {
    std::uint32_t first, last;
  };
  [[nodiscard]] PieceRange pieces_of(std::uint32_t c) const noexcept {
    const Cell& cell = part_.complex->cells[part_cell(c)];
    return {part_.pieces.first[cell.first_side],
            part_.pieces.first[cell.first_side + cell.side_count]};
  }
  [[nodiscard]] const CellSide& part_side(std::uint32_t piece) const noexcept {
    return part_.complex->sides[part_.pieces.pieces[piece].side];
  }

  // --- Order.

  void find_bounds() {
    if (kept_.old != nullptr && !at_bounds(kept_.left) && !at_bounds(kept_.come)) {
      bounds_ = {old_.header->lo, old_.header->hi};
      return;
    }
    find_boxes();
    for (int i = 0; i < 3; ++i) {
      bounds_.lo[i] = complex_.vertices.empty() ? 0 : kGridLimit;
      bounds_.hi[i] = complex_.vertices.empty() ? 0 : -kGridLimit;
    }
    for (const GridBox& box : boxes_) {
      bounds_.lo = glm::min(bounds_.lo, box.lo);
      bounds_.hi = glm::max(bounds_.hi, box.hi);
    }
  }

  // Whether one of the boxes touches the old level's bounds, which then may move.
  [[nodiscard]] bool at_bounds(const std::vector<CellBox>& boxes) const noexcept {
    return std::any_of(boxes.begin(), boxes.end(), [&](const CellBox& at) {
      return glm::any(glm::lessThanEqual(at.box.lo, old_.header->lo)) ||
             glm::any(glm::greaterThanEqual(at.box.hi, old_.header->hi));
    });
  }

  void find_boxes() {
    boxes_.reserve(complex_.cells.size());
    for (const Cell& cell : complex_.cells) boxes_.push_back(box_of(cell));
  }

  [[nodiscard]] GridBox box_of(const Cell& cell) const noexcept {
    GridBox box{GridPoint(kGridLimit), GridPoint(-kGridLimit)};
    for (std::uint32_t s = 0; s < cell.side_count; ++s) {
      const CellSide& side = complex_.sides[cell.first_side + s];
      for (std::uint32_t k = 0; k < side.corner_count; ++k) {
        const GridPoint p = complex_.vertices[complex_.corners[side.first_corner + k]];
        box.lo = glm::min(box.lo, p);
        box.hi = glm::max(box.hi, p);
      }
    }
    return box;
  }

  [[nodiscard]] OrderKey key_of(std::uint32_t c) const noexcept {
    const std::uint32_t o = old_cell(c);
    const GridPoint center = o == kNone ? faces_of(c).center : old_.cells[o].center;
    return {o == kNone ? kind_of(faces_of(c)) : old_.kind(o),
            renumber_ ? curve_position(center, bounds_) : c, c};
  }

  // Kept cells stay in the order they had while the curve's box stays.
  void order_cells() {
    const bool same_curve =
        kept_.old != nullptr && kept_.in_order &&
        (!renumber_ || (old_.header->lo == bounds_.lo && old_.header->hi == bounds_.hi));
    if (same_curve)
      merge_cells();
    else
      sort_cells();
    new_cell_.resize(order_.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      new_cell_[order_[i]] = i;
      const std::uint32_t o = old_cell(order_[i]);
      const WalkKind kind = o == kNone ? kind_of(faces_of(order_[i])) : old_.kind(o);
      header_.first_wide += kind == WalkKind::Narrow ? 1u : 0u;
      header_.first_rough += kind != WalkKind::Rough ? 1u : 0u;
    }
  }

  void sort_cells() {
    std::vector<OrderKey> keys;
    keys.reserve(complex_.cells.size());
    for (std::uint32_t c = 0; c < complex_.cells.size(); ++c) keys.push_back(key_of(c));
    std::sort(keys.begin(), keys.end());
    order_.reserve(keys.size());
    for (const OrderKey& key : keys) order_.push_back(key.cell);
  }

  void merge_cells() {
    std::vector<std::uint32_t> stayed;
    stayed.reserve(complex_.cells.size());
    for (std::uint32_t o = 0; o < old_.cells.size(); ++o)
      if (kept_.now[o] != kNone && old_cell(kept_.now[o]) == o) stayed.push_back(kept_.now[o]);
    std::vector<OrderKey> fresh;
    for (std::uint32_t c = 0; c < complex_.cells.size(); ++c)
      if (old_cell(c) == kNone) fresh.push_back(key_of(c));
    std::sort(fresh.begin(), fresh.end());
    order_.reserve(complex_.cells.size());
    auto from = stayed.begin();
    for (const OrderKey& key : fresh) {
      const auto to = std::partition_point(from, stayed.end(),
                                           [&](std::uint32_t c) { return key_of(c) < key; });
      order_.insert(order_.end(), from, to);
      order_.push_back(key.cell);
      from = to;
    }
    order_.insert(order_.end(), from, stayed.end());
  }

  // --- Numbers.

  // Sides of the level are pieces, in the order of their cells.
  void number_sides() {
    first_side_.resize(order_.size() + 1);
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      const std::uint32_t o = old_cell(order_[i]);
      first_side_[i] = side_total_;
      if (o != kNone) {
        side_total_ += old_.cells[o].side_count;
        corner_total_ += static_cast<std::uint32_t>(old_.corners_of(o).size());
        block_total_ += static_cast<std::uint32_t>(old_.blocks_of(o).size());
        continue;
      }
      const PieceRange range = pieces_of(order_[i]);
      side_total_ += range.last - range.first;
      for (std::uint32_t p = range.first; p < range.last; ++p)
        corner_total_ += part_.pieces.pieces[p].corner_count;
      const CellFaces& cell = faces_of(order_[i]);
      block_total_ += cell.rough ? 0 : block_count(cell);
    }
    first_side_.back() = side_total_;
    new_of_old_.assign(old_.cells.size(), kNone);
    side_shift_.assign(old_.cells.size(), 0);
    for (std::size_t o = 0; o < old_.cells.size(); ++o) {
      if (kept_.now[o] == kNone) continue;
      new_of_old_[o] = new_cell_[kept_.now[o]];
      side_shift_[o] = first_side_[new_of_old_[o]] - old_.cells[o].first_side;
    }
  }

  [[nodiscard]] std::uint32_t new_side(std::uint32_t piece) const noexcept {
    const std::uint32_t c = whole_cell(part_side(piece).cell);
    return first_side_[new_cell_[c]] + (piece - pieces_of(c).first);
  }
  [[nodiscard]] std::uint32_t cell_behind(std::uint32_t piece) const noexcept {
    return new_cell_[whole_cell(part_side(part_.pieces.pieces[piece].twin).cell)];
  }

  // Door portals count in the order of sides; exits of cooked cells are known with that.
  void number_portals() {
    exits_.assign(part_.pieces.pieces.size(), kExitExact);
    if (!complex_.doors.empty()) first_portal_.resize(order_.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      if (!first_portal_.empty()) first_portal_[i] = portal_total_;
      const std::uint32_t o = old_cell(order_[i]);
      if (o == kNone)
        find_exits(order_[i]);
      else if (!old_.portals.empty())
        portal_total_ += portals_of(o);
    }
  }

  [[nodiscard]] std::uint32_t portals_of(std::uint32_t old) const noexcept {
    std::uint32_t count = 0;
    const std::uint32_t end = old_.cells[old].first_side + old_.cells[old].side_count;
    for (std::uint32_t at = old_.first_portal(old);
         at < old_.portals.size() && old_.portals[at].side < end; ++at)
      ++count;
    return count;
  }

  void find_exits(std::uint32_t c) {
    const PieceRange range = pieces_of(c);
    for (std::uint32_t p = range.first; p < range.last; ++p) {
      if (part_.pieces.pieces[p].twin == kNone)
        exits_[p] = make_exit(ExitTag::Wall, new_side(p));
      else if (part_side(p).door != kNone)
        exits_[p] = make_exit(ExitTag::Door, portal_total_++);
      else
        exits_[p] = make_exit(ExitTag::Cell, cell_behind(p));
    }
  }

  // --- Nodes.

  void make_nodes() {
    const bool keeps = !old_.nodes.empty();
    if (keeps) node_shift_.assign(order_.size(), 0);
    for (std::uint32_t i = 0; i < header_.first_rough; ++i) {
      const std::uint32_t o = old_cell(order_[i]);
      if (o == kNone)
        cook_nodes(faces_of(order_[i]));
      else if (keeps)
        keep_nodes(i, o);
    }
  }

  void cook_nodes(const CellFaces& cell) {
    for (const Face& face : cell.faces)
      face_exits_.push_back(face_exit(*part_.complex, part_.pieces, exits_, cell, face, nodes_));
  }

  void keep_nodes(std::uint32_t i, std::uint32_t o) {
    std::uint32_t next = kNone;  // the old node that comes next
    for (const HotBlock& block : old_.blocks_of(o))
      for (const std::uint32_t code : block.exit) {
        if (exit_tag(code) != ExitTag::Node) continue;
        const std::uint32_t root = code & kExitIndexMask;
        if (next == kNone) {
          next = old_.first_node(root);
          node_shift_[i] = static_cast<std::uint32_t>(nodes_.size()) - next;
        }
        for (; next <= root; ++next) {
          nodes_.push_back(old_.nodes[next]);
          for (std::uint32_t& child : nodes_.back().child) child = renumbered(child, i, o);
        }
      }
  }

  // A kept cell's exit with the new numbers.
  [[nodiscard]] std::uint32_t renumbered(std::uint32_t code, std::uint32_t i,
                                         std::uint32_t o) const noexcept {
    const std::uint32_t index = code & kExitIndexMask;
    switch (exit_tag(code)) {
      case ExitTag::Cell:
        return make_exit(ExitTag::Cell, new_of_old_[index]);
      case ExitTag::Wall:
        return make_exit(ExitTag::Wall, index + side_shift_[o]);
      case ExitTag::Node:
        return make_exit(ExitTag::Node, index + node_shift_[i]);
      case ExitTag::Door:
        return make_exit(ExitTag::Door, index - old_.first_portal(o) + first_portal_[i]);
      case ExitTag::End:
      case ExitTag::Exact:
        break;
    }
    return code;
  }

  // --- Tables.

  void reserve_tables() {
    grid_ = build_grid();
    extras_ = encode_extras();
    header_.blocks = writer_.reserve<HotBlock>(block_total_);
    header_.wide = writer_.reserve<WideCell>(header_.first_rough - header_.first_wide);
    header_.nodes = writer_.reserve<FaceNode>(nodes_.size());
    header_.door_portals = writer_.reserve<DoorPortal>(portal_total_);
    header_.cells = writer_.reserve<CellRecord>(order_.size());
    header_.sides = writer_.reserve<SideRecord>(side_total_);
    header_.planes = writer_.reserve<SidePlane>(side_total_);
    header_.corners = writer_.reserve<std::uint32_t>(corner_total_);
    header_.vertices = writer_.reserve<GridPoint>(complex_.vertices.size());
    header_.side_faces = writer_.reserve<std::uint32_t>(side_total_);
    header_.grid_starts = writer_.reserve<std::uint32_t>(grid_.starts.size());
    header_.grid_cells = writer_.reserve<std::uint32_t>(grid_.cells.size());
    header_.extras = writer_.reserve<std::byte>(extras_.size());
    writer_.allocate(old_.edges.size_bytes() + (order_.size() + 4096) * sizeof(std::uint32_t));
    blocks_ = writer_.fill<HotBlock>(header_.blocks);
    wide_ = writer_.fill<WideCell>(header_.wide);
    portals_ = writer_.fill<DoorPortal>(header_.door_portals);
    cells_ = writer_.fill<CellRecord>(header_.cells);
    sides_ = writer_.fill<SideRecord>(header_.sides);
    planes_ = writer_.fill<SidePlane>(header_.planes);
    corners_ = writer_.fill<std::uint32_t>(header_.corners);
    faces_ = writer_.fill<std::uint32_t>(header_.side_faces);
  }

  void write_cell(std::uint32_t i) {
    const std::uint32_t o = old_cell(order_[i]);
    if (o == kNone)
      cook_cell(i);
    else
      keep_cell(i, o);
    header_.bend = std::max(header_.bend, cells_[i].bend);
  }

  void write_record(std::uint32_t i, GridPoint center, bool convex, float bend) {
    const Cell& source = complex_.cells[order_[i]];
    cells_[i] = {first_side_[i],
                 first_side_[i + 1] - first_side_[i],
                 center,
                 source.source_id,
                 order_[i],
                 source.tag,
                 source.trigger,
                 convex ? 1u : 0u,
                 bend};
  }

  // Requires the corners written.
  void write_side(std::uint32_t i, std::uint32_t side, std::uint32_t corners, std::uint32_t source,
                  std::uint32_t twin, std::uint32_t behind) {
    const CellSide& s = complex_.sides[source];
    sides_[side] = {next_corner_, corners,    i,         twin,          behind,
                    s.door,       s.material, s.trigger, s.source_side, source};
    faces_[side] = s.face;
    next_corner_ += corners;
    if (twin == kNone)
      header_.wall_triangle_count += corners - 2;
    else if (s.door != kNone)
      portals_[next_portal_++] = {side, behind, s.door};
  }

  void cook_cell(std::uint32_t i) {
    const std::uint32_t c = order_[i];
    const CellFaces& faces = faces_of(c);
    write_record(i, faces.center, faces.exactly_convex, rounded_up_bend(faces.bend));
    const PieceRange range = pieces_of(c);
    for (std::uint32_t p = range.first; p < range.last; ++p) cook_side(i, p);
    if (faces.rough) return;
    const std::uint32_t count = block_count(faces);
    if (i >= header_.first_wide) wide_[i - header_.first_wide] = {next_block_, count};
    for (std::uint32_t b = 0; b < count; ++b) cook_block(faces, b * kBlockFaces);
  }

  void cook_side(std::uint32_t i, std::uint32_t p) {
    const Piece& piece = part_.pieces.pieces[p];
    const auto loop = part_.pieces.loop(p);
    for (std::uint32_t k = 0; k < piece.corner_count; ++k)
      corners_[next_corner_ + k] = part_.vertices.empty() ? loop[k] : part_.vertices[loop[k]];
    const std::uint32_t c = order_[i];
    const std::uint32_t source =
        complex_.cells[c].first_side + (piece.side - part_.complex->cells[part_cell(c)].first_side);
    const bool wall = piece.twin == kNone;
    const std::uint32_t side = first_side_[i] + (p - pieces_of(c).first);
    planes_[side] = plane_of(part_.complex->vertices, loop);
    write_side(i, side, piece.corner_count, source, wall ? kNone : new_side(piece.twin),
               wall ? kNone : cell_behind(p));
  }

  void cook_block(const CellFaces& cell, std::size_t first_face) {
    HotBlock block{};
    block.w.fill(1e15f);
    block.exit.fill(kExitExact);
    std::uint32_t flags = 0;
    for (std::size_t i = 0; i < kBlockFaces && first_face + i < cell.faces.size(); ++i) {
      const Face& face = cell.faces[first_face + i];
      block.nx[i] = static_cast<float>(face.n.x);
      block.ny[i] = static_cast<float>(face.n.y);
      block.nz[i] = static_cast<float>(face.n.z);
      block.w[i] = static_cast<float>(face.w);
      block.exit[i] = face_exits_[next_face_++];
      flags |= face.bent ? 1u << i : 0u;
    }
    for (std::size_t i = 0; i < 3; ++i)
      block.ref[i] = static_cast<std::int16_t>(cell.ref[static_cast<int>(i)]);
    const auto rounding = static_cast<std::uint32_t>(std::ceil(cell.reach)) + 2u;
    block.tolerance = static_cast<std::uint16_t>(rounding << kBlockFaces | flags);
    blocks_[next_block_++] = block;
  }

  void keep_cell(std::uint32_t i, std::uint32_t o) {
    const CellRecord& record = old_.cells[o];
    write_record(i, record.center, record.convex != 0, record.bend);
    keep_corners(old_.corners_of(o));
    const std::uint32_t first = first_side_[i];
    std::copy_n(old_.planes.data() + record.first_side, record.side_count, planes_.data() + first);
    const std::uint32_t source_shift =
        complex_.cells[order_[i]].first_side - old_.sides[record.first_side].complex_side;
    std::uint32_t side = first;
    for (const SideRecord& s : old_.sides_of(o)) {
      const bool wall = s.neighbor_cell == kNone;
      const std::uint32_t behind = wall ? kNone : new_of_old_[s.neighbor_cell];
      const std::uint32_t twin = wall ? kNone : s.neighbor_side + side_shift_[s.neighbor_cell];
      write_side(i, side++, s.corner_count, s.complex_side + source_shift, twin, behind);
    }
    keep_blocks(i, o);
  }

  void keep_corners(std::span<const std::uint32_t> old) {
    for (std::size_t k = 0; k < old.size(); ++k)
      corners_[next_corner_ + k] = kept_.vertices[old[k]];
  }

  void keep_blocks(std::uint32_t i, std::uint32_t o) {
    const auto old = old_.blocks_of(o);
    if (i >= header_.first_wide && i < header_.first_rough)
      wide_[i - header_.first_wide] = {next_block_, static_cast<std::uint32_t>(old.size())};
    for (const HotBlock& block : old) {
      HotBlock& out = blocks_[next_block_++];
      out = block;
      for (std::uint32_t& code : out.exit) code = renumbered(code, i, o);
    }
  }

  void write_rest() {
    header_.magic = kLevelMagic;
    header_.version = kLevelVersion;
    header_.endian = kLevelEndian;
    writer_.copy(header_.nodes, std::span<const FaceNode>(nodes_));
    writer_.copy(header_.vertices, std::span<const GridPoint>(complex_.vertices));
    writer_.copy(header_.grid_starts, std::span<const std::uint32_t>(grid_.starts));
    writer_.copy(header_.grid_cells, std::span<const std::uint32_t>(grid_.cells));
    writer_.copy(header_.extras, std::span<const std::byte>(extras_));
    header_.door_count = static_cast<std::uint32_t>(complex_.doors.size());
    header_.grid_shift = grid_.shift;
    header_.grid_dims = grid_.dims;
    header_.lo = bounds_.lo;
    header_.hi = bounds_.hi;
    header_.renumbered = renumber_ ? 1 : 0;
  }

  // --- Exposed edges: those of a kept cell are as they were, unless a cell of the fan round one of
  // them changed. Such a cell touches the edge, so that its box touches the kept cell's.

  void write_edges() {
    const std::vector<bool> near = cells_near_changes();
    const auto keeps = [&](std::uint32_t i) { return old_cell(order_[i]) != kNone && !near[i]; };
    std::vector<std::uint32_t> starts(order_.size() + 1, 0);
    std::vector<ExposedEdge> found;
    const EdgeTables tables{cells_, sides_, planes_, corners_, complex_.vertices};
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      const std::size_t before = found.size();
      if (!keeps(i)) append_exposed_edges(tables, i, found);
      const std::size_t count =
          keeps(i) ? old_.edges_of(old_cell(order_[i])).size() : found.size() - before;
      starts[i + 1] = starts[i] + static_cast<std::uint32_t>(count);
    }
    header_.edge_starts = writer_.reserve<std::uint32_t>(starts.size());
    header_.edges = writer_.reserve<ExposedEdge>(starts.back());
    writer_.extend();
    writer_.copy(header_.edge_starts, std::span<const std::uint32_t>(starts));
    ExposedEdge* out = writer_.fill<ExposedEdge>(header_.edges).data();
    auto next = found.begin();
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      const auto count = static_cast<std::ptrdiff_t>(starts[i + 1] - starts[i]);
      out = keeps(i) ? keep_edges(i, out)
                     : std::copy_n(std::exchange(next, next + count), count, out);
    }
  }

  ExposedEdge* keep_edges(std::uint32_t i, ExposedEdge* out) const {
    const std::uint32_t o = old_cell(order_[i]);
    for (const ExposedEdge& edge : old_.edges_of(o)) {
      *out = edge;
      out->side += first_side_[i] - old_.cells[o].first_side;
      if (edge.door != kNone) out->door = sides_[out->side].door;
      ++out;
    }
    return out;
  }

  [[nodiscard]] std::vector<bool> cells_near_changes() const {
    std::vector<bool> near(order_.size(), false);
    for (const auto* boxes : {&kept_.left, &kept_.come})
      for (const CellBox& at : *boxes)
        for_each_cell_near(grid_, bounds_, at.box, [&](std::uint32_t i) {
          if (!near[i] && boxes_touch(at.box, box_of(complex_.cells[order_[i]]))) near[i] = true;
        });
    return near;
  }

  // While the bounds stay, the old grid with new numbers.
  [[nodiscard]] LocateGrid build_grid() {
    if (kept_.old != nullptr && boxes_.empty()) {
      std::vector<CellBox> come = kept_.come;
      for (CellBox& at : come) at.cell = new_cell_[at.cell];
      if (auto grid = edit_locate_grid(*old_.header, order_.size(), kept_.left, come, new_of_old_))
        return std::move(*grid);
    }
    if (boxes_.empty()) find_boxes();
    std::vector<GridBox> boxes;
    boxes.reserve(order_.size());
    for (const std::uint32_t c : order_) boxes.push_back(boxes_[c]);
    return build_locate_grid(boxes, bounds_);
  }

  [[nodiscard]] std::vector<std::byte> encode_extras() const {
    CellComplex extras;
    extras.materials = complex_.materials;
    extras.tags = complex_.tags;
    extras.doors = complex_.doors;
    extras.triggers = complex_.triggers;
    extras.spawns = complex_.spawns;
    extras.name = complex_.name;
    extras.source_axes = complex_.source_axes;
    for (CellSpawn& spawn : extras.spawns)
      if (spawn.cell < new_cell_.size()) spawn.cell = new_cell_[spawn.cell];
    return write_extras(extras);
  }

  const CellComplex& complex_;
  const CookedPart& part_;
  const KeptCells& kept_;
  const bool renumber_;
  OldTables old_;

  std::vector<GridBox> boxes_;  // by cell of the complex; empty where nobody needed them
  GridBox bounds_{};
  std::vector<std::uint32_t> order_, new_cell_;  // level's cell to the complex's, and back
  // by cell of the old level: the new one's, and what its sides' numbers have risen by, modulo 2^32
  std::vector<std::uint32_t> new_of_old_, side_shift_;
  std::vector<std::uint32_t> first_side_;    // by cell of the level; one more at the end
  std::vector<std::uint32_t> first_portal_;  // by cell of the level, where there are doors
  std::vector<std::uint32_t> node_shift_;    // by cell of the level, where any had nodes
  PieceExits exits_;                         // by piece of the part
  std::vector<std::uint32_t> face_exits_;    // of cooked cells, in their order
  std::vector<FaceNode> nodes_;
  std::uint32_t side_total_ = 0, corner_total_ = 0, block_total_ = 0, portal_total_ = 0;

  BlockWriter writer_;
  LevelHeader header_{};
  LocateGrid grid_;
  std::vector<std::byte> extras_;
  std::span<HotBlock> blocks_;
  std::span<WideCell> wide_;
  std::span<DoorPortal> portals_;
  std::span<CellRecord> cells_;
  std::span<SideRecord> sides_;
  std::span<SidePlane> planes_;
  std::span<std::uint32_t> corners_, faces_;
  std::uint32_t next_corner_ = 0, next_block_ = 0, next_portal_ = 0;
  std::size_t next_face_ = 0;
};

}  // namespace

Level assemble_level(const CellComplex& complex, const CookedPart& part, const KeptCells& kept,
                     bool renumber) {
  return Assembler(complex, part, kept, renumber).assemble();
}

}  // namespace playset
