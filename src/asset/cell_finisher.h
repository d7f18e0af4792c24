// src/asset/cell_finisher.h - CellFinisher: the steps behind finish_cells; cell_shapes.cpp mends
// cells, cell_links.cpp joins them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "asset/cell_draft.h"
#include "asset/repair_log.h"
#include "playset/geom/cell_complex.h"

namespace playset {

// Disjoint sets of indices; the lowest index names a set.
class IndexSets {
 public:
  explicit IndexSets(std::size_t count = 0);
  [[nodiscard]] std::uint32_t find(std::uint32_t i) noexcept;
  bool unite(std::uint32_t a, std::uint32_t b) noexcept;  // false: already one

 private:
  std::vector<std::uint32_t> parent_;
};

class CellFinisher {
 public:
  CellFinisher(CellDraft draft, RepairLog log);
  [[nodiscard]] Result<Imported> finish();

 private:
  using Index = std::uint32_t;

  // cell_shapes.cpp
  void drop_dangling_corners();
  [[nodiscard]] std::optional<Error> place_vertices();
  void collapse_sides();
  void check_shapes();
  void check_shape(Index cell);
  void turn_cell(Index cell);
  void report_twisted(Index cell);
  void drop_cell(Index cell, const std::string& why);
  [[nodiscard]] bool is_closed(Index cell);
  [[nodiscard]] int volume_sign(Index cell) const;
  [[nodiscard]] std::uint32_t solid_sides(Index cell) const;
  [[nodiscard]] glm::dvec3 side_normal(Index side) const;  // area times the unit normal
  [[nodiscard]] double side_area(Index side) const;
  [[nodiscard]] glm::dvec3 side_middle(Index side) const;

  // cell_links.cpp
  void weld_links();
  void weld_side(Index side);
  [[nodiscard]] bool weld_pair(Index a, Index b);
  void join_flat_cells();
  void bypass_flat_cell(Index cell);
  void redirect(Index cell, Index from, Index to);
  void link_named();
  void link_side(Index side);
  void link_by_corners(CellComplex& cells);
  void join_doors(Index a, Index b);
  void settle_doors();
  [[nodiscard]] Index find_match(Index side) const;
  [[nodiscard]] std::string why_unlinked(Index side) const;
  [[nodiscard]] bool leads_back(Index side, Index other) const;

  // cell_draft.cpp
  [[nodiscard]] CellComplex compact();
  void keep_spawns(CellComplex& out, const std::vector<Index>& cell_map);

  [[nodiscard]] std::string cell_name(Index cell) const;
  [[nodiscard]] std::string side_name(Index side) const;
  [[nodiscard]] const Index* corners(Index side) const {
    return c_.corners.data() + c_.sides[side].first_corner;
  }
  [[nodiscard]] Index* corners(Index side) {
    return c_.corners.data() + c_.sides[side].first_corner;
  }
  [[nodiscard]] Index first_side(Index cell) const { return c_.cells[cell].first_side; }
  [[nodiscard]] Index end_side(Index cell) const {
    return c_.cells[cell].first_side + c_.cells[cell].side_count;
  }
  [[nodiscard]] bool solid(Index side) const { return c_.sides[side].corner_count >= 3; }

  CellDraft draft_;
  CellComplex& c_;  // draft_.cells
  RepairLog log_;
  std::vector<GridPoint> grid_;  // per vertex id
  IndexSets welds_;              // of vertex ids
  IndexSets door_sets_;
  std::vector<std::uint8_t> dead_;  // per cell
};

// True where b is a in reverse order, from any corner on.
[[nodiscard]] bool reversed_loops(const std::uint32_t* a, const std::uint32_t* b,
                                  std::uint32_t count) noexcept;

}  // namespace playset
