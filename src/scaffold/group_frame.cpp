// Where linked copies lie.
#include "group_frame.h"

#include <cstdlib>
#include <map>

namespace playset {
namespace {

// columns * p
GridPoint turned(const std::array<GridPoint, 3>& columns, GridPoint p) {
  GridPoint result(0);
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < 3; ++k) result[row] += columns[static_cast<std::size_t>(k)][row] * p[k];
  return result;
}

}  // namespace

std::array<GridPoint, 3> columns_of(const GroupAxes& axes) noexcept {
  std::array<GridPoint, 3> columns{GridPoint(0), GridPoint(0), GridPoint(0)};
  for (std::size_t k = 0; k < 3; ++k) columns[k][std::abs(axes[k]) - 1] = axes[k] < 0 ? -1 : 1;
  return columns;
}

GroupAxes axes_of(const GridTransform& transform) noexcept {
  GroupAxes axes{};
  for (std::size_t k = 0; k < 3; ++k)
    for (int row = 0; row < 3; ++row)
      if (const std::int32_t way = transform.columns[k][row]; way != 0) axes[k] = way * (row + 1);
  return axes;
}

bool is_mirrored(const ScaffoldGroup& group) noexcept {
  GridTransform transform;
  transform.columns = columns_of(group.axes);
  return is_mirror(transform);
}

GridTransform turn_and_shift(const ScaffoldGroup& group) noexcept {
  GridTransform result;
  result.columns = columns_of(group.axes);
  if (is_mirrored(group)) result.columns[0] = -result.columns[0];
  result.shift = group.at;
  return result;
}

GridTransform turn_and_shift_back(const ScaffoldGroup& group) noexcept {
  const GridTransform there = turn_and_shift(group);
  GridTransform back;
  for (int k = 0; k < 3; ++k)  // the inverse of a turn is its transpose
    back.columns[static_cast<std::size_t>(k)] =
        GridPoint(there.columns[0][k], there.columns[1][k], there.columns[2][k]);
  back.pivot = group.at;
  back.shift = -group.at;
  return back;
}

void turn_group(ScaffoldGroup& group, const GridTransform& turn, GridPoint at) noexcept {
  const std::array<GridPoint, 3> columns = columns_of(group.axes);
  GridTransform both;
  for (std::size_t k = 0; k < 3; ++k) both.columns[k] = turned(turn.columns, columns[k]);
  group.axes = axes_of(both);
  group.at = at;
}

void move_group_frames(ScaffoldDocument& document, std::span<const ScaffoldId> cubs,
                       const GridTransform& transform) {
  std::map<ScaffoldId, std::size_t> moving;  // linked groups: how many of their cubs
  for (const ScaffoldId id : cubs) {
    const ScaffoldGroup* group =
        document.find<ScaffoldGroup>(document.find<ScaffoldCub>(id)->group);
    if (group != nullptr && !group->prefab.empty()) ++moving[group->id];
  }
  if (moving.empty()) return;
  for (const ScaffoldCub& cub : document.level().cubs) {
    if (const auto group = moving.find(cub.group); group != moving.end()) --group->second;
  }
  std::vector<ScaffoldGroup> moved;
  for (const auto& [id, others] : moving) {
    if (others != 0) continue;  // wrapped below 0 where some stay behind
    ScaffoldGroup& group = moved.emplace_back(*document.find<ScaffoldGroup>(id));
    turn_group(group, transform, apply_transform(transform, group.at));
  }
  document.put_all(std::move(moved));
}

}  // namespace playset
