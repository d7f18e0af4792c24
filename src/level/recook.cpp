// recook_cells: compares, cooks what changed as a small complex of its own, and assembles the rest
// from the old level.
#include "playset/level/recook.h"

#include <algorithm>

#include "level/assemble.h"
#include "level/find_changes.h"
#include "level/format.h"
#include "playset/core/assert.h"

namespace playset {
namespace {

constexpr std::uint32_t kOutsidePart = kNone - 1;  // a portal to a cell that is not in the part

// Cells to cook: those changed, with their neighbours, whose sides are cut and numbered anew; and
// around them those that only say whether the faces between them are bent.
class PartCutter {
 public:
  explicit PartCutter(const CellComplex& whole) : whole_(whole) {}

  void add(std::uint32_t cell) {
    if (part_cell_.empty()) part_cell_.assign(whole_.cells.size(), kNone);
    if (part_cell_[cell] != kNone) return;
    part_cell_[cell] = 0;
    cells_.push_back(cell);
  }
  // All neighbours of the cells so far.
  void grow() {
    for (std::size_t i = 0, n = cells_.size(); i < n; ++i) {
      const Cell& cell = whole_.cells[cells_[i]];
      for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
        if (whole_.sides[s].neighbor != kNone) add(whole_.sides[whole_.sides[s].neighbor].cell);
    }
  }
  [[nodiscard]] const std::vector<std::uint32_t>& cells() const noexcept { return cells_; }

  // Sides and vertices keep their order, on which cuts depend.
  CellComplex cut(CookedPart& part, std::vector<std::uint32_t>& part_cell) {
    std::sort(cells_.begin(), cells_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return whole_.cells[a].first_side < whole_.cells[b].first_side;
    });
    CellComplex out;
    for (std::uint32_t i = 0; i < cells_.size(); ++i) {
      part_cell_[cells_[i]] = i;
      Cell cell = whole_.cells[cells_[i]];
      cell.first_side =
          out.cells.empty() ? 0 : out.cells.back().first_side + out.cells.back().side_count;
      out.cells.push_back(cell);
    }
    for (std::uint32_t i = 0; i < cells_.size(); ++i) add_sides(out, i);
    gather_vertices(out, part.vertices);
    part.cells = std::move(cells_);
    part_cell = std::move(part_cell_);
    return out;
  }

 private:
  void add_sides(CellComplex& out, std::uint32_t i) const {
    const Cell& cell = whole_.cells[cells_[i]];
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s) {
      CellSide side = whole_.sides[s];
      const std::uint32_t* loop = whole_.corners.data() + side.first_corner;
      side.first_corner = static_cast<std::uint32_t>(out.corners.size());
      out.corners.insert(out.corners.end(), loop, loop + side.corner_count);
      side.cell = i;
      if (side.neighbor != kNone) side.neighbor = part_side(out, side.neighbor);
      out.sides.push_back(side);
    }
  }

  [[nodiscard]] std::uint32_t part_side(const CellComplex& out, std::uint32_t side) const noexcept {
    const std::uint32_t cell = whole_.sides[side].cell;
    if (part_cell_[cell] == kNone) return kOutsidePart;
    return out.cells[part_cell_[cell]].first_side + (side - whole_.cells[cell].first_side);
  }

  void gather_vertices(CellComplex& out, std::vector<std::uint32_t>& ids) const {
    ids = out.corners;
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (const std::uint32_t v : ids) out.vertices.push_back(whole_.vertices[v]);
    for (std::uint32_t& v : out.corners)
      v = static_cast<std::uint32_t>(std::lower_bound(ids.begin(), ids.end(), v) - ids.begin());
  }

  const CellComplex& whole_;
  std::vector<std::uint32_t> cells_;
  std::vector<std::uint32_t> part_cell_;  // kNone: not in the part
};

class BoxGrower {
 public:
  void add(GridPoint p) noexcept {
    for (int i = 0; i < 3; ++i) {
      box.lo[i] = std::min(box.lo[i], p[i]);
      box.hi[i] = std::max(box.hi[i], p[i]);
    }
  }
  GridBox box{GridPoint(kGridLimit), GridPoint(-kGridLimit)};
};

std::vector<CellBox> boxes_left(const Level& old, const CellComplex& edited,
                                const Changes& changes) {
  std::vector<CellBox> boxes;
  std::vector<bool> changed(edited.cells.size(), false);
  for (const std::uint32_t c : changes.changed) changed[c] = true;
  for (std::uint32_t o = 0; o < old.cell_count(); ++o) {
    if (changes.now[o] != kNone && !changed[changes.now[o]]) continue;
    BoxGrower grower;
    const std::uint32_t first = old.first_side(o);
    for (std::uint32_t s = first; s < first + old.side_count(o); ++s)
      for (const std::uint32_t v : old.side_corners(s)) grower.add(old.vertex(v));
    boxes.push_back({o, grower.box});
  }
  return boxes;
}

std::vector<CellBox> boxes_come(const CellComplex& edited, const Changes& changes) {
  std::vector<CellBox> boxes;
  for (const std::uint32_t c : changes.changed) {
    BoxGrower grower;
    const Cell& cell = edited.cells[c];
    for (std::uint32_t s = cell.first_side; s < cell.first_side + cell.side_count; ++s)
      for (std::uint32_t k = 0; k < edited.sides[s].corner_count; ++k)
        grower.add(edited.vertices[edited.corners[edited.sides[s].first_corner + k]]);
    boxes.push_back({c, grower.box});
  }
  return boxes;
}

Level recook(const Level& old, const CellComplex& edited, Changes& changes) {
  PartCutter cutter(edited);
  for (const std::uint32_t c : changes.changed) cutter.add(c);
  cutter.grow();
  KeptCells kept;
  kept.old = &old;
  kept.left = boxes_left(old, edited, changes);
  kept.come = boxes_come(edited, changes);
  kept.cells = std::move(changes.origin);
  for (const std::uint32_t c : cutter.cells()) kept.cells[c] = kNone;
  kept.now = std::move(changes.now);
  kept.vertices = std::move(changes.vertices);
  kept.in_order = changes.cells_in_order;
  cutter.grow();
  CookedPart part;
  const CellComplex cut = cutter.cut(part, kept.part_cell);
  part.complex = &cut;
  part.pieces = cut_sides(cut);
  part.faces = find_faces(cut, part.pieces);
  share_bends(cut, part.pieces, part.faces);
  return assemble_level(edited, part, kept, old.header()->renumbered != 0);
}

}  // namespace

Result<Level> recook_cells(const Level& old, const CellComplex& edited,
                           std::span<const std::uint32_t> dirty,
                           std::span<const std::uint32_t> was) {
  PLAYSET_ASSERT(was.empty() || was.size() == edited.cells.size(), "one `was` per cell, or none");
  if (old.cell_count() == 0) return cook_level(edited);
  const CookOptions options{old.header()->renumbered != 0};
  if (edited.sides.size() >= kExitIndexMask / 64) return cook_level(edited, options);
  Changes changes = find_changes(old, edited, dirty, was);
  if (!changes.vertices_in_order || changes.changed.size() > edited.cells.size() / 2 ||
      !check_changed_cells(edited, changes.changed))
    return cook_level(edited, options);  // which also says what is wrong
  return recook(old, edited, changes);
}

}  // namespace playset
