// CellWatch: builds all cells again, and judges those that may have changed.
#include "playset/scaffold/cell_watch.h"

#include <algorithm>
#include <utility>

#include "scaffold/cell_builder.h"

namespace playset {
namespace {

// True where two cells have the same corners, side by side, and the same sides are portals.
bool same_shape(const CellComplex& a, const Cell& cell_a, const CellComplex& b,
                const Cell& cell_b) {
  if (cell_a.side_count != cell_b.side_count) return false;
  for (std::uint32_t s = 0; s < cell_a.side_count; ++s) {
    const CellSide &x = a.sides[cell_a.first_side + s], &y = b.sides[cell_b.first_side + s];
    if (x.corner_count != y.corner_count || x.face != y.face ||
        (x.neighbor == kNone) != (y.neighbor == kNone))
      return false;
    for (std::uint32_t i = 0; i < x.corner_count; ++i) {
      if (a.vertices[a.corners[x.first_corner + i]] != b.vertices[b.corners[y.first_corner + i]])
        return false;
    }
  }
  return true;
}

}  // namespace

CellWatch::CellWatch() noexcept = default;
CellWatch::CellWatch(CellWatch&& other) noexcept = default;
CellWatch& CellWatch::operator=(CellWatch&& other) noexcept = default;
CellWatch::~CellWatch() = default;

Result<Done> CellWatch::update(const Scaffold& scaffold, std::span<const ScaffoldId> dirty) {
  pending_.insert(pending_.end(), dirty.begin(), dirty.end());
  std::sort(pending_.begin(), pending_.end());
  pending_.erase(std::unique(pending_.begin(), pending_.end()), pending_.end());

  std::vector<std::uint32_t> was, changed;
  std::vector<std::uint8_t> sound;
  was.reserve(scaffold.cubs.size());
  sound.reserve(scaffold.cubs.size());
  auto old = cubs_.begin();
  auto mark = pending_.begin();
  for (const ScaffoldCub& cub : scaffold.cubs) {
    while (old != cubs_.end() && *old < cub.id) ++old;
    while (mark != pending_.end() && *mark < cub.id) ++mark;
    const bool known = old != cubs_.end() && *old == cub.id;
    const bool kept = known && (mark == pending_.end() || *mark != cub.id);
    if (!kept) changed.push_back(static_cast<std::uint32_t>(was.size()));
    was.push_back(known ? static_cast<std::uint32_t>(old - cubs_.begin()) : kNone);
    sound.push_back(kept ? 1 : 0);
  }

  const ScaffoldPart part = whole_of(scaffold);
  CellBuilder builder(part);
  builder.earlier.sound = sound;
  builder.earlier.was = was;
  if (spare_ != nullptr) builder.earlier.numbers = builder.reuse(std::move(*spare_));
  spare_.reset();
  // windows that cut a plane move corners of cells beside it too
  const bool cuts = std::any_of(scaffold.windows.begin(), scaffold.windows.end(),
                                [](const ScaffoldWindow& window) { return window.partial; });
  const auto check = [&] {
    for (std::uint32_t i = 0; cuts && i < was.size(); ++i) {
      if (sound[i] != 0 &&
          !same_shape(builder.cells, builder.cells.cells[i], complex_, complex_.cells[was[i]]))
        changed.push_back(i);
    }
    std::sort(changed.begin(), changed.end());
    if (!check_changed_cells(builder.cells, changed).ok()) builder.check_result();
  };
  if (const std::optional<Error> refused = builder.build(check)) return *refused;
  std::swap(complex_, builder.cells);
  spare_ = std::make_unique<CellBuilder>(std::move(builder));
  was_ = std::move(was);
  dirty_ = std::move(changed);
  pending_.clear();
  cubs_.clear();
  for (const ScaffoldCub& cub : scaffold.cubs) cubs_.push_back(cub.id);
  return Done{};
}

}  // namespace playset
