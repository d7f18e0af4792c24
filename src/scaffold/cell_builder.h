// Builds the cells of a level or of a part of it, and lists all that stands in the way: the core of
// build_cells and of find_faults, so that both refuse the same.
#pragma once

#include <optional>
#include <span>

#include "playset/geom/cell_complex.h"
#include "playset/geom/partition_sides.h"
#include "playset/scaffold/cub_shape.h"
#include "playset/scaffold/validate.h"

namespace playset {

// Cubs and windows that are looked at, in id order. Names, vertices and ids are looked up in the
// whole level.
struct ScaffoldPart {
  const Scaffold* level = nullptr;
  std::vector<const ScaffoldCub*> cubs;
  std::vector<const ScaffoldWindow*> windows;
};
[[nodiscard]] ScaffoldPart whole_of(const Scaffold& scaffold);

// What is known of a cub of the part.
struct CubFacts {
  const ScaffoldCub* cub = nullptr;
  std::array<GridPoint, kCubCorners> at{};  // of its corners; on the grid where it is sound
  CubShape shape;
  std::uint32_t cell = kNone;  // of the complex; kNone where it is not sound
  bool placed = false;         // all corners exist and lie on the grid
};

// Where the corners of a level's cubs lay among its vertices.
struct CornerNumbers {
  std::vector<ScaffoldId> vertices;    // sorted
  std::vector<std::uint32_t> corners;  // cub * 8 + corner to `vertices`
};

// What an earlier build of the level knew of it.
struct KnownCells {
  std::span<const std::uint8_t> sound;  // by cub: 1 where it is as it was, and was sound
  std::span<const std::uint32_t> was;   // by cub: which one it was
  CornerNumbers numbers;                // then; empty: not known
};

class CellBuilder {
 public:
  explicit CellBuilder(const ScaffoldPart& part) : part_(part), level_(*part.level) {}

  // Builds in the memory of one that is done with, and gives back its numbers.
  CornerNumbers reuse(CellBuilder&& done);

  // All of it in this order, or the first fault as an error; `check` judges the result, as
  // check_result does.
  template <typename Check>
  [[nodiscard]] std::optional<Error> build(Check check) {
    build_geometry();
    if (!faults.empty()) return first_refusal();
    cut_partial_windows();
    add_spawns();
    if (faults.empty()) check();
    if (!faults.empty()) return first_refusal();
    return std::nullopt;
  }

  // Names, cubs, windows. Cubs and windows at fault are left out.
  void build_geometry();
  // Windows alone are cut after this; requires build_geometry.
  void cut_partial_windows();
  // Spawns and props of the level.
  void add_spawns();
  // What check_cells refuses, cell by cell.
  void check_result();

  // By part_.cubs; valid after build_geometry.
  [[nodiscard]] const std::vector<CubFacts>& cubs() const { return facts_; }
  // Side of the complex before windows were cut, kNone where it has collapsed or the cub is not
  // sound.
  [[nodiscard]] std::uint32_t side_at(std::size_t cub, std::uint32_t side) const {
    return side_index_[cub * kCubSides + side];
  }

  CellComplex cells;
  std::vector<Fault> faults;  // in the order they were met
  KnownCells earlier;         // of a whole level; empty: all cubs are looked at

 private:
  struct PartialWindow;

  template <typename Record>
  std::uint32_t resolve(const std::vector<Record>& records, ScaffoldId id, const char* what,
                        std::string& problem) const;
  Fault& refuse(FaultRule rule, std::string text);
  void refuse_cub(const CubFacts& facts, FaultRule rule, std::string text);
  void refuse_window(const ScaffoldWindow& window, FaultRule rule, const std::string& text);
  [[nodiscard]] Error first_refusal() const;
  void add_names();
  void refuse_double_doors();
  void gather_vertices();
  bool number_all_vertices();
  bool number_corners(std::vector<std::uint32_t>& uses);
  void place_cubs();
  void judge_cub(CubFacts& facts);
  void add_cub(CubFacts& facts);
  void add_side(const ScaffoldCub& cub, std::size_t index, std::uint32_t side,
                std::string& problem);
  std::uint32_t tag_index(const std::vector<std::string>& tags);
  const CubFacts* facts_of(ScaffoldId id) const;
  std::uint32_t find_side(const ScaffoldWindow& window, SideRef ref);
  SidePair find_sides(const ScaffoldWindow& window, std::uint32_t& door);
  bool reversed(const CellSide& a, const CellSide& b) const;
  void set_door(std::uint32_t side, std::uint32_t door, ScaffoldId material);
  ScaffoldId material_of(SideRef ref) const;
  void add_whole_window(const ScaffoldWindow& window);
  void gather_partial(std::vector<PartialWindow>& partials);
  static bool before(const PartialWindow& x, const PartialWindow& y);
  void finish_portal(std::uint32_t side, const std::vector<std::uint32_t>& origin,
                     const std::vector<PartialWindow>& partials, std::vector<bool>& open);
  void add_spawn(ScaffoldKind kind, ScaffoldId id, CellSpawn spawn, GridPoint at, std::int32_t yaw,
                 ScaffoldId cub);

  const ScaffoldPart& part_;
  const Scaffold& level_;
  std::vector<CubFacts> facts_;
  std::vector<ScaffoldId> used_;             // vertex ids in order; the index is the complex's
  std::vector<std::uint8_t> exists_;         // by used_
  std::vector<std::uint32_t> corner_index_;  // cub * 8 + corner to used_
  std::vector<std::uint32_t> side_index_;    // cub * 6 + side to the complex's side
  mutable std::size_t last_sought_ = 0;      // of facts_: windows name cubs that lie near
};

// "window 1ytzrzvs.48 (1ytzrzvs.7/4 to 1ytzrzvs.31/5) ".
[[nodiscard]] std::string window_name(const ScaffoldWindow& window);

// Centre of a box round points.
[[nodiscard]] GridPoint middle_of(std::span<const GridPoint> points);

}  // namespace playset
