// cook_level: checks, cuts sides, finds faces and exposed edges, orders cells for the cache, writes
// one block.
#include <algorithm>
#include <array>
#include <cmath>

#include "level/cook_edges.h"
#include "level/cook_faces.h"
#include "level/cook_pieces.h"
#include "level/cook_write.h"
#include "level/format.h"

namespace playset {
namespace {

// Position along a 3D Hilbert curve of order 16 (J. Skilling, AIP Conf. Proc. 707, 2004).
std::uint64_t hilbert_index(std::array<std::uint32_t, 3> x) noexcept {
  constexpr int kOrder = 16;
  for (std::uint32_t bit = 1u << (kOrder - 1); bit > 1; bit >>= 1)
    for (std::uint32_t& axis : x) {
      const std::uint32_t low = bit - 1;
      if (axis & bit) {
        x[0] ^= low;
      } else {
        const std::uint32_t swap = (x[0] ^ axis) & low;
        x[0] ^= swap;
        axis ^= swap;
      }
    }
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t fix = 0;
  for (std::uint32_t bit = 1u << (kOrder - 1); bit > 1; bit >>= 1)
    if (x[2] & bit) fix ^= bit - 1;
  for (std::uint32_t& axis : x) axis ^= fix;
  std::uint64_t index = 0;
  for (int bit = kOrder - 1; bit >= 0; --bit)
    for (const std::uint32_t axis : x) index = index << 1 | ((axis >> bit) & 1u);
  return index;
}

// Everything between the complex and the bytes.
class Cooker {
 public:
  Cooker(const CellComplex& complex, const CookOptions& options)
      : complex_(complex), pieces_(cut_sides(complex)) {
    cells_ = find_faces(complex_, pieces_);
    share_bends(complex_, pieces_, cells_);
    find_bounds();
    order_cells(options.renumber);
  }

  Level cook() {
    write_sides();
    write_cells();
    write_blocks();
    write_edges();
    return write_file();
  }

 private:
  enum Kind : std::uint32_t { Narrow, Wide, Rough };
  static Kind kind_of(const CellFaces& cell) noexcept {
    return cell.rough ? Rough : cell.faces.size() > kBlockFaces ? Wide : Narrow;
  }
  std::uint32_t cell_of(std::uint32_t piece) const noexcept {
    return complex_.sides[pieces_.pieces[piece].side].cell;
  }

  void find_bounds() {
    for (int i = 0; i < 3; ++i) {
      bounds_.lo[i] = complex_.vertices.empty() ? 0 : kGridLimit;
      bounds_.hi[i] = complex_.vertices.empty() ? 0 : -kGridLimit;
    }
    for (const Piece& piece : pieces_.pieces)
      for (std::uint32_t k = 0; k < piece.corner_count; ++k)
        grow(bounds_, pieces_.corners[piece.first_corner + k]);
  }
  void grow(GridBox& box, std::uint32_t vertex) const noexcept {
    for (int i = 0; i < 3; ++i) {
      box.lo[i] = std::min(box.lo[i], complex_.vertices[vertex][i]);
      box.hi[i] = std::max(box.hi[i], complex_.vertices[vertex][i]);
    }
  }

  std::uint64_t curve_position(const CellFaces& cell) const noexcept {
    std::int64_t extent = 1;
    for (int i = 0; i < 3; ++i)
      extent = std::max(extent, std::int64_t{bounds_.hi[i]} - bounds_.lo[i] + 1);
    std::array<std::uint32_t, 3> x{};
    for (int i = 0; i < 3; ++i)
      x[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(
          (std::int64_t{cell.center[i]} - bounds_.lo[i]) * 65535 / extent);
    return hilbert_index(x);
  }

  void order_cells(bool renumber) {
    struct Key {
      std::uint32_t kind;
      std::uint64_t position;
      std::uint32_t cell;
      auto operator<=>(const Key&) const = default;
    };
    std::vector<Key> keys;
    for (std::uint32_t c = 0; c < cells_.size(); ++c)
      keys.push_back({kind_of(cells_[c]), renumber ? curve_position(cells_[c]) : c, c});
    std::sort(keys.begin(), keys.end());
    new_cell_.resize(cells_.size());
    for (const Key& key : keys) {
      new_cell_[key.cell] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(key.cell);
      header_.first_wide += key.kind == Narrow ? 1u : 0u;
      header_.first_rough += key.kind != Rough ? 1u : 0u;
    }
  }

  // Level sides are pieces in the order of their cells.
  void write_sides() {
    new_side_.resize(pieces_.pieces.size());
    std::uint32_t next = 0;
    for (const std::uint32_t c : order_)
      for_each_piece(c, [&](std::uint32_t p) { new_side_[p] = next++; });
    exits_.resize(pieces_.pieces.size());
    for (const std::uint32_t c : order_) for_each_piece(c, [&](std::uint32_t p) { write_side(p); });
  }

  void write_side(std::uint32_t p) {
    const Piece& piece = pieces_.pieces[p];
    const CellSide& source = complex_.sides[piece.side];
    const bool wall = piece.twin == kNone;
    const std::uint32_t behind = wall ? kNone : new_cell_[cell_of(piece.twin)];
    sides_.push_back({static_cast<std::uint32_t>(corners_.size()), piece.corner_count,
                      new_cell_[source.cell], wall ? kNone : new_side_[piece.twin], behind,
                      source.door, source.material, source.trigger, source.source_side,
                      piece.side});
    const auto loop = pieces_.loop(p);
    corners_.insert(corners_.end(), loop.begin(), loop.end());
    planes_.push_back(plane_of(loop));
    if (wall) {
      header_.wall_triangle_count += piece.corner_count - 2;
      exits_[p] = make_exit(ExitTag::Wall, new_side_[p]);
    } else if (source.door != kNone) {
      exits_[p] = make_exit(ExitTag::Door, static_cast<std::uint32_t>(portals_.size()));
      portals_.push_back({new_side_[p], behind, source.door});
    } else {
      exits_[p] = make_exit(ExitTag::Cell, behind);
    }
  }

  SidePlane plane_of(std::span<const std::uint32_t> loop) const noexcept {
    const Wide3 area = loop_area_vector(complex_.vertices, loop);
    const glm::dvec3 n(static_cast<double>(area[0]), static_cast<double>(area[1]),
                       static_cast<double>(area[2]));
    const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (!(length > 0.0)) return {glm::dvec3(0.0), 0.0};
    const glm::dvec3 unit = n / length;
    const glm::dvec3 p = to_metres(complex_.vertices[loop[0]]);
    return {unit, -(unit.x * p.x + unit.y * p.y + unit.z * p.z)};
  }

  template <typename Visit>
  void for_each_piece(std::uint32_t cell, Visit visit) const {
    const Cell& source = complex_.cells[cell];
    for (std::uint32_t s = source.first_side; s < source.first_side + source.side_count; ++s)
      for (std::uint32_t p = pieces_.first[s]; p < pieces_.first[s + 1]; ++p) visit(p);
  }

  void write_cells() {
    for (const std::uint32_t c : order_) {
      const Cell& source = complex_.cells[c];
      const std::uint32_t first =
          records_.empty() ? 0 : records_.back().first_side + records_.back().side_count;
      std::uint32_t count = 0;
      GridBox box{GridPoint(kGridLimit), GridPoint(-kGridLimit)};
      for_each_piece(c, [&](std::uint32_t p) {
        ++count;
        for (const std::uint32_t v : pieces_.loop(p)) grow(box, v);
      });
      boxes_.push_back(box);
      records_.push_back({first, count, cells_[c].center, source.source_id, c, source.tag,
                          source.trigger, cells_[c].exactly_convex ? 1u : 0u});
    }
  }

  void write_blocks() {
    double bend = 0.0;
    for (const CellFaces& cell : cells_) bend = std::max(bend, cell.bend);
    header_.bend = bend > 0.0 ? static_cast<float>(bend * 1.001 + 1e-6) : 0.0f;
    for (std::uint32_t i = 0; i < header_.first_rough; ++i) {
      const CellFaces& cell = cells_[order_[i]];
      const auto count =
          static_cast<std::uint32_t>((cell.faces.size() + kBlockFaces - 1) / kBlockFaces);
      if (i >= header_.first_wide)
        wide_.push_back({static_cast<std::uint32_t>(blocks_.size()), count});
      for (std::uint32_t b = 0; b < count; ++b) write_block(cell, b * kBlockFaces);
    }
  }

  void write_block(const CellFaces& cell, std::size_t first_face) {
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
      block.exit[i] = face_exit(complex_, pieces_, exits_, cell, face, nodes_);
      flags |= face.bent ? 1u << i : 0u;
    }
    for (std::size_t i = 0; i < 3; ++i)
      block.ref[i] = static_cast<std::int16_t>(cell.ref[static_cast<int>(i)]);
    const auto rounding = static_cast<std::uint32_t>(std::ceil(cell.reach)) + 2u;
    block.tolerance = static_cast<std::uint16_t>(rounding << kBlockFaces | flags);
    blocks_.push_back(block);
  }

  void write_edges() {
    const EdgeTables tables{records_, sides_, planes_, corners_, complex_.vertices};
    for (std::uint32_t c = 0; c < records_.size(); ++c) {
      edge_starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
      append_exposed_edges(tables, c, edges_);
    }
    edge_starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
  }

  Level write_file() {
    BlockWriter writer;
    const LocateGrid grid = build_locate_grid(boxes_, bounds_);
    CellComplex extras = copy_extras();
    header_.magic = kLevelMagic;
    header_.version = kLevelVersion;
    header_.endian = kLevelEndian;
    header_.blocks = writer.add(std::span<const HotBlock>(blocks_));
    header_.wide = writer.add(std::span<const WideCell>(wide_));
    header_.nodes = writer.add(std::span<const FaceNode>(nodes_));
    header_.door_portals = writer.add(std::span<const DoorPortal>(portals_));
    header_.cells = writer.add(std::span<const CellRecord>(records_));
    header_.sides = writer.add(std::span<const SideRecord>(sides_));
    header_.planes = writer.add(std::span<const SidePlane>(planes_));
    header_.corners = writer.add(std::span<const std::uint32_t>(corners_));
    header_.vertices = writer.add(std::span<const GridPoint>(complex_.vertices));
    header_.grid_starts = writer.add(std::span<const std::uint32_t>(grid.starts));
    header_.grid_cells = writer.add(std::span<const std::uint32_t>(grid.cells));
    header_.edge_starts = writer.add(std::span<const std::uint32_t>(edge_starts_));
    header_.edges = writer.add(std::span<const ExposedEdge>(edges_));
    const std::vector<std::byte> encoded = write_extras(extras);
    header_.extras = writer.add(std::span<const std::byte>(encoded));
    header_.door_count = static_cast<std::uint32_t>(complex_.doors.size());
    header_.grid_shift = grid.shift;
    header_.grid_dims = grid.dims;
    header_.lo = bounds_.lo;
    header_.hi = bounds_.hi;
    return writer.finish(header_);
  }

  CellComplex copy_extras() const {
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
    return extras;
  }

  const CellComplex& complex_;
  Pieces pieces_;
  std::vector<CellFaces> cells_;
  GridBox bounds_{};
  std::vector<std::uint32_t> order_, new_cell_, new_side_;
  PieceExits exits_;
  LevelHeader header_{};
  std::vector<HotBlock> blocks_;
  std::vector<WideCell> wide_;
  std::vector<FaceNode> nodes_;
  std::vector<DoorPortal> portals_;
  std::vector<CellRecord> records_;
  std::vector<GridBox> boxes_;
  std::vector<SideRecord> sides_;
  std::vector<SidePlane> planes_;
  std::vector<std::uint32_t> corners_, edge_starts_;
  std::vector<ExposedEdge> edges_;
};

}  // namespace

Result<Level> cook_level(const CellComplex& complex, const CookOptions& options) {
  if (Result<Done> checked = check_cells(complex); !checked) return checked.error();
  if (complex.sides.size() >= kExitIndexMask / 64)
    return Error{ErrorCode::OutOfRange, "more than 16 million sides; split the level", {}, 0, 0, 0};
  return Cooker(complex, options).cook();
}

}  // namespace playset
