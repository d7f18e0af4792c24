// tests/scaffold/edit_levels.h - small levels that the tests of editing share, and what must hold
// after every edit.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "data/level_maker.h"
#include "playset/scaffold/build_cells.h"
#include "playset/scaffold/document.h"
#include "playset/scaffold/scaffold_text.h"
#include "playset/scaffold/selection.h"

namespace playset::test {

using enum CubSideName;

constexpr std::uint8_t number(CubSideName side) { return static_cast<std::uint8_t>(side); }
inline SideRef side_of(ScaffoldId cub, CubSideName side) { return {cub, number(side)}; }

// Rooms of 4 x 3 x 4 m along +Z from the origin, each open to the next, with materials on floor,
// walls and ceiling, kit pipes on the left; a crate and a guard in each.
[[nodiscard]] Scaffold make_corridor(int rooms);
// n x n such rooms on the floor, all open to their neighbours.
[[nodiscard]] Scaffold make_hall(int n);
// `count` slices of a ring, which closes on itself.
[[nodiscard]] Scaffold make_ring(int count, double inner = 6.0);
[[nodiscard]] Scaffold make_single();

// A document with the bytes it began with.
struct EditDraft {
  ScaffoldDocument document;
  std::string start;
  std::vector<ScaffoldId> first_cubs;  // those it began with
  explicit EditDraft(Scaffold level, std::string_view session = "draft")
      : document(std::move(level), session), start(write_scaffold(document.level())) {
    for (const ScaffoldCub& cub : document.level().cubs) first_cubs.push_back(cub.id);
  }
  [[nodiscard]] std::string text() const { return write_scaffold(document.level()); }
  [[nodiscard]] ScaffoldId cub(std::size_t n) const { return first_cubs[n]; }
  [[nodiscard]] SideRef side(std::size_t n, CubSideName name) const {
    return side_of(cub(n), name);
  }
  [[nodiscard]] const ScaffoldCub& at(ScaffoldId id) const {
    return *document.find<ScaffoldCub>(id);
  }
  [[nodiscard]] GridPoint place(ScaffoldId vertex) const {
    return document.find<ScaffoldVertex>(vertex)->at;
  }
};

// "ok", or why an edit was refused.
template <typename T>
[[nodiscard]] std::string why(const Result<T>& result) {
  return result.ok() ? "ok" : result.error().message;
}

[[nodiscard]] inline std::vector<ScaffoldId> all_cubs(const EditDraft& draft) {
  std::vector<ScaffoldId> ids;
  for (const ScaffoldCub& cub : draft.document.level().cubs) ids.push_back(cub.id);
  return ids;
}

// "" or what is wrong: ids unique and resolvable, no window twice, whole windows between sides that
// meet, none on collapsed sides, no vertex unused, save-load-save equal.
[[nodiscard]] std::string broken_rule(const ScaffoldDocument& document);

// Volume of all cubs, m3.
[[nodiscard]] double total_volume(const Scaffold& level);

// Undo gives the start again, redo the end.
void check_round_trip(EditDraft& draft);

// "ok", or build_cells' refusal.
[[nodiscard]] std::string build_verdict(const ScaffoldDocument& document);

}  // namespace playset::test
