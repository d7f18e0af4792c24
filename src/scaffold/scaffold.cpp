// Ids of the editable level: how they are made, written and read; and the loops of a cub's sides.
#include "playset/scaffold/scaffold.h"

#include <algorithm>

#include "playset/core/hash.h"

namespace playset {
namespace {

constexpr std::string_view kBase32 = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr int kNumberBits = 24;
constexpr ScaffoldId kNumberMask = (ScaffoldId{1} << kNumberBits) - 1;
constexpr std::size_t kSessionDigits = 8;

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

ScaffoldId key_id(std::string_view key) noexcept {
  const ScaffoldId id = hash_text(key);
  return id == kNoId ? 1 : id;
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
}

// After 16 million ids the next session's range begins, which is as unlikely to be taken as the
// first was.
ScaffoldId ScaffoldIds::take() noexcept { return ++next_; }

std::string id_text(ScaffoldId id) {
  std::string text(kSessionDigits, '0');
  ScaffoldId session = id >> kNumberBits;
  for (std::size_t i = kSessionDigits; i-- > 0; session >>= 5) text[i] = kBase32[session & 31];
  return text + "." + std::to_string(id & kNumberMask);
}

ScaffoldId parse_id(std::string_view text) noexcept {
  if (text.size() < kSessionDigits + 2 || text[kSessionDigits] != '.') return kNoId;
  ScaffoldId session = 0;
  for (const char c : text.substr(0, kSessionDigits)) {
    const std::size_t digit = kBase32.find(c);
    if (digit == std::string_view::npos) return kNoId;
    session = session << 5 | digit;
  }
  const std::string_view number_text = text.substr(kSessionDigits + 1);
  if (number_text.size() > 8 || (number_text.size() > 1 && number_text[0] == '0')) return kNoId;
  ScaffoldId number = 0;
  for (const char c : number_text) {
    if (c < '0' || c > '9') return kNoId;
    number = number * 10 + static_cast<ScaffoldId>(c - '0');
  }
  return number > kNumberMask ? kNoId : session << kNumberBits | number;
}

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
