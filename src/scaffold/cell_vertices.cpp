// CellBuilder's vertices: which ones a complex has, their numbers, and where each cub's corners lie.
#include <algorithm>
#include <utility>

#include "playset/geom/predicates.h"
#include "scaffold/cell_builder.h"
#include "scaffold/id_seek.h"

namespace playset {
namespace {

template <typename T>
void take_room(std::vector<T>& mine, std::vector<T>& theirs) {
  mine = std::move(theirs);
  mine.clear();
}

}  // namespace

CornerNumbers CellBuilder::reuse(CellBuilder&& done) {
  take_room(cells.vertices, done.cells.vertices);
  take_room(cells.corners, done.cells.corners);
  take_room(cells.sides, done.cells.sides);
  take_room(cells.cells, done.cells.cells);
  take_room(facts_, done.facts_);
  take_room(exists_, done.exists_);
  take_room(side_index_, done.side_index_);
  return {std::move(done.used_), std::move(done.corner_index_)};
}

// The complex's vertices are those that cubs of the part use, in id order; and where each corner
// lies among them.
void CellBuilder::gather_vertices() {
  corner_index_.resize(part_.cubs.size() * kCubCorners);
  if (part_.cubs.size() == level_.cubs.size() && number_all_vertices()) return;
  used_.reserve(part_.cubs.size() * kCubCorners);
  for (const ScaffoldCub* cub : part_.cubs)
    used_.insert(used_.end(), cub->corners.begin(), cub->corners.end());
  std::sort(used_.begin(), used_.end());
  used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
  exists_.assign(used_.size(), 0);
  cells.vertices.assign(used_.size(), GridPoint(0));
  auto at = level_.vertices.begin();
  for (std::size_t i = 0; i < used_.size(); ++i) {
    std::ptrdiff_t step = 1;
    auto high = at;
    while (high != level_.vertices.end() && high->id < used_[i]) {
      at = high;
      high += std::min(step, level_.vertices.end() - high);
      step *= 2;
    }
    at = std::lower_bound(at, high, used_[i],
                          [](const ScaffoldVertex& v, ScaffoldId id) { return v.id < id; });
    if (at == level_.vertices.end() || at->id != used_[i]) continue;
    exists_[i] = 1;
    cells.vertices[i] = at->at;
  }
  std::size_t hint = 0;
  for (std::size_t c = 0; c < part_.cubs.size(); ++c) {
    for (std::size_t i = 0; i < kCubCorners; ++i) {
      hint = seek(used_, part_.cubs[c]->corners[i], hint, [](ScaffoldId known) { return known; });
      corner_index_[c * kCubCorners + i] = static_cast<std::uint32_t>(hint);
    }
  }
}

// The same for a whole level, without sorting; false where a vertex is missing.
bool CellBuilder::number_all_vertices() {
  std::vector<std::uint32_t> numbers(level_.vertices.size(), kNone);
  if (level_.vertices.empty() || !number_corners(numbers)) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == kNone) continue;
    numbers[i] = static_cast<std::uint32_t>(used_.size());
    used_.push_back(level_.vertices[i].id);
    cells.vertices.push_back(level_.vertices[i].at);
  }
  exists_.assign(used_.size(), 1);
  for (std::uint32_t& index : corner_index_) index = numbers[index];
  return true;
}

// Corners by their place among the level's vertices; those that are used become 0 in `uses`.
bool CellBuilder::number_corners(std::vector<std::uint32_t>& uses) {
  const auto id_of = [](const ScaffoldVertex& vertex) { return vertex.id; };
  std::vector<std::uint32_t> places;  // of the vertices known, among the level's
  places.reserve(earlier.numbers.vertices.size());
  std::size_t at = 0;
  for (const ScaffoldId id : earlier.numbers.vertices) {
    while (at < level_.vertices.size() && level_.vertices[at].id < id) ++at;
    const bool there = at < level_.vertices.size() && level_.vertices[at].id == id;
    places.push_back(there ? static_cast<std::uint32_t>(at) : kNone);
  }
  std::size_t hint = 0;
  for (std::size_t c = 0; c < part_.cubs.size(); ++c) {
    const bool kept = !places.empty() && earlier.sound[c] != 0;
    for (std::size_t i = 0; i < kCubCorners; ++i) {
      if (kept) {
        hint = places[earlier.numbers.corners[earlier.was[c] * kCubCorners + i]];
      } else {
        const ScaffoldId id = part_.cubs[c]->corners[i];
        hint = seek(level_.vertices, id, hint, id_of);
        if (hint == level_.vertices.size() || level_.vertices[hint].id != id) return false;
      }
      if (hint == kNone) return false;
      corner_index_[c * kCubCorners + i] = static_cast<std::uint32_t>(hint);
      uses[hint] = 0;
    }
  }
  return true;
}

void CellBuilder::place_cubs() {
  gather_vertices();
  facts_.resize(part_.cubs.size());
  for (std::size_t c = 0; c < part_.cubs.size(); ++c) {
    CubFacts& facts = facts_[c];
    facts.cub = part_.cubs[c];
    facts.placed = true;
    for (std::size_t i = 0; i < kCubCorners; ++i) {
      const std::uint32_t vertex = corner_index_[c * kCubCorners + i];
      facts.at[i] = cells.vertices[vertex];
      facts.placed = facts.placed && exists_[vertex] != 0 && on_grid(facts.at[i]);
    }
  }
}

}  // namespace playset
