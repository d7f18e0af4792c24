// The editable level: new ids, and the loops of a cub's sides.
#include "playset/scaffold/scaffold.h"

#include <algorithm>

#include "playset/core/hash.h"

namespace playset {
namespace {

constexpr ScaffoldId kNumberMask = (ScaffoldId{1} << kIdNumberBits) - 1;

// The highest id of the list that has this session, or `highest`.
template <typename Record>
ScaffoldId highest_of_session(const std::vector<Record>& records, ScaffoldId session,
                              ScaffoldId highest) noexcept {
  const ScaffoldId past = (session | kNumberMask);
  const auto end =
      std::upper_bound(records.begin(), records.end(), past,
                       [](ScaffoldId wanted, const Record& r) { return wanted < r.id; });
  if (end == records.begin() || (end - 1)->id < session) return highest;
  return std::max(highest, (end - 1)->id);
}

}  // namespace

bool turns_axes(const std::array<std::int32_t, 3>& axes) noexcept {
  std::uint32_t seen = 0;
  for (const std::int32_t axis : axes) {
    const std::int64_t number = axis < 0 ? -std::int64_t{axis} : axis;
    if (number < 1 || number > 3) return false;
    seen |= 1u << number;
  }
  return seen == 0b1110;
}

ScaffoldIds::ScaffoldIds(std::string_view session, const Scaffold& scaffold) noexcept {
  ScaffoldId start = hash_text(session) & ~kNumberMask;
  if (start == 0) start = kNumberMask + 1;
  next_ = start;
  next_ = highest_of_session(scaffold.vertices, start, next_);
  next_ = highest_of_session(scaffold.cubs, start, next_);
  next_ = highest_of_session(scaffold.windows, start, next_);
  next_ = highest_of_session(scaffold.spawns, start, next_);
  next_ = highest_of_session(scaffold.props, start, next_);
  next_ = highest_of_session(scaffold.groups, start, next_);
}

// After 16 million ids the next session's range begins, which is as unlikely to be taken as the
// first was.
ScaffoldId ScaffoldIds::take() noexcept { return ++next_; }

std::string side_text(SideRef side) { return id_text(side.cub) + "/" + std::to_string(side.side); }

SideLoop side_loop(const ScaffoldCub& cub, std::uint32_t side) noexcept {
  SideLoop loop;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const ScaffoldId vertex = cub.corners[kSideCorners[side][i]];
    if (vertex != cub.corners[kSideCorners[side][(i + 1) % 4]])
      loop.vertices[loop.count++] = vertex;
  }
  return loop;
}

}  // namespace playset
