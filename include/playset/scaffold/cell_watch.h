// playset/scaffold/cell_watch.h - CellWatch: the cells of a level, kept up to date while it is edited.
//
//   CellWatch cells(document.level());
//   ...
//   if (cells.update(document.level(), document.dirty_cubs(revision)).ok())
//     level = *recook_cells(level, cells.complex(), cells.dirty(), cells.was());
//
// What build_cells gives, without judging again the cubs that did not change, which is most of its
// work. For a level that is built once use build_cells.
// Units   grid steps, as in the CellComplex.
// Cost    a pass over the level's records, a third of build_cells or less; see bench/scaffold,
//         rows build_edit/. Keeps two complexes' memory.
// Threads plain value.
// See     scaffold/build_cells.h, level/recook.h, docs/scaffold.md (Building cells),
//         tests/scaffold/cell_watch_test.cpp
#pragma once

#include <memory>
#include <span>

#include "playset/geom/cell_complex.h"
#include "playset/scaffold/scaffold.h"

namespace playset {

class CellBuilder;

class PLAYSET_API CellWatch {
 public:
  // Nothing is built yet: the first update does it.
  CellWatch() noexcept;
  CellWatch(CellWatch&& other) noexcept;
  CellWatch& operator=(CellWatch&& other) noexcept;
  ~CellWatch();

  // `dirty` are the cubs that may have changed since the last update, sorted or not: what
  // ScaffoldDocument::dirty_cubs gives. One that is not named is not judged again. Fails with
  // build_cells' error; complex() is then what it was, and what changed is remembered.
  [[nodiscard]] Result<Done> update(const Scaffold& scaffold, std::span<const ScaffoldId> dirty);

  // Of the last update that did not fail.
  [[nodiscard]] const CellComplex& complex() const noexcept { return complex_; }
  // Its cells that may differ from those of the complex before, ascending; and which cell of that
  // one each of them was, kNone for new ones: what recook_cells asks for.
  [[nodiscard]] std::span<const std::uint32_t> dirty() const noexcept { return dirty_; }
  [[nodiscard]] std::span<const std::uint32_t> was() const noexcept { return was_; }

 private:
  CellComplex complex_;
  std::vector<ScaffoldId> cubs_;     // behind complex_'s cells, sorted
  std::vector<ScaffoldId> pending_;  // dirty ones since the last update that did not fail; sorted
  std::vector<std::uint32_t> dirty_, was_;
  std::unique_ptr<CellBuilder> spare_;  // the last one's memory
};

}  // namespace playset
