// playset/scaffold/record_id.h - ids of a level's records, and looking records up by them.
//
//   const ScaffoldCub* cub = find_record(level.cubs, parse_id("1ytzrzvs.12"));
//   const ScaffoldMaterial* deck = find_record(level.materials, key_id("deck"));
//
// Units   none.
// Cost    find_record is a binary search, add_record a sorted insertion.
// Threads pure functions; the caller guards the lists.
// See     scaffold/scaffold.h (the records; ScaffoldIds makes new ids), docs/scaffold.md (Ids)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "playset/core/api.h"

namespace playset {

// Names a record for ever. Two kinds, never mixed in one list: counted ids, (session << 24) |
// number, of what people do not name (vertices, cubs, windows, spawns, props, groups); and hashes of
// the keys of what they do (materials, kits, doors, triggers, layers).
using ScaffoldId = std::uint64_t;
inline constexpr ScaffoldId kNoId = 0;
inline constexpr int kIdNumberBits = 24;

// The id of a named record: the same name has the same id in every branch.
[[nodiscard]] PLAYSET_API ScaffoldId key_id(std::string_view key) noexcept;

// "k3f9x2ab.17": the session's 40 bits in base 32 (no i, l, o, u), and the number; kNoId if not.
[[nodiscard]] PLAYSET_API std::string id_text(ScaffoldId id);
[[nodiscard]] PLAYSET_API ScaffoldId parse_id(std::string_view text) noexcept;

// The record with this id, or nullptr; and where it is or would be. Lists are sorted by id.
template <typename Record>
[[nodiscard]] std::size_t record_place(const std::vector<Record>& records, ScaffoldId id) noexcept {
  std::size_t low = 0, high = records.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    records[middle].id < id ? low = middle + 1 : high = middle;
  }
  return low;
}

template <typename Record>
[[nodiscard]] const Record* find_record(const std::vector<Record>& records,
                                        ScaffoldId id) noexcept {
  const std::size_t at = record_place(records, id);
  return at < records.size() && records[at].id == id ? &records[at] : nullptr;
}
template <typename Record>
[[nodiscard]] Record* find_record(std::vector<Record>& records, ScaffoldId id) noexcept {
  return const_cast<Record*>(find_record(std::as_const(records), id));
}

// Puts a record at its place; false, and nothing changes, where its id is kNoId or taken.
template <typename Record>
bool add_record(std::vector<Record>& records, Record record) {
  if (record.id == kNoId || find_record(records, record.id) != nullptr) return false;
  const std::size_t at = record_place(records, record.id);
  records.insert(records.begin() + static_cast<std::ptrdiff_t>(at), std::move(record));
  return true;
}

}  // namespace playset
