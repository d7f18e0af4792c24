// scaffold/undo_step.h - UndoStep: the other state of the records that one step touched, and how
// two steps become one.
//
// A level is a set of records by id, so a step is a set as well: for each id it touched, the record
// of the other state, or that there was none. Undo exchanges the two states, redo exchanges them
// again.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <tuple>
#include <unordered_set>

#include "record_kinds.h"

namespace playset {

// Gives back room that is not used. libstdc++'s shrink_to_fit does nothing without exceptions.
template <typename T>
void trim(std::vector<T>& list) {
  if (list.capacity() == list.size()) return;
  std::vector<T>(std::make_move_iterator(list.begin()), std::make_move_iterator(list.end()))
      .swap(list);
}

template <typename Record>
struct KeptRecords {
  std::vector<ScaffoldId> ids;  // touched; sorted once the step is closed
  std::vector<Record> records;  // what the other state has of them; sorted once closed
  std::unique_ptr<std::unordered_set<ScaffoldId>> held;  // the same ids, while the step is open

  // Keeps what was there before the first change of each id. `before` are those of `changed` that
  // existed.
  void keep(std::span<const ScaffoldId> changed, std::vector<Record> before);
  void close();
  // This step came first, `later` after it.
  void absorb(KeptRecords later);
  [[nodiscard]] std::size_t bytes() const noexcept;
};

struct UndoStep {
  std::string name;
  std::string collate;
  std::uint64_t serial = 0;  // names the state that this step leads to
  std::size_t bytes = 0;
  std::tuple<KeptRecords<ScaffoldHeader>, KeptRecords<ScaffoldMaterial>, KeptRecords<ScaffoldKit>,
             KeptRecords<ScaffoldDoor>, KeptRecords<ScaffoldTrigger>, KeptRecords<ScaffoldVertex>,
             KeptRecords<ScaffoldCub>, KeptRecords<ScaffoldWindow>, KeptRecords<ScaffoldSpawn>,
             KeptRecords<ScaffoldProp>, KeptRecords<ScaffoldLayer>, KeptRecords<ScaffoldGroup>>
      kept;

  template <typename Record>
  [[nodiscard]] KeptRecords<Record>& of() noexcept {
    return std::get<KeptRecords<Record>>(kept);
  }
  // fn(KeptRecords<Record>&) for each kind.
  template <typename Fn>
  void for_each(Fn fn) {
    std::apply([&](auto&... lists) { (fn(lists), ...); }, kept);
  }
  void close();
  void absorb(UndoStep later);
  void count_bytes() noexcept;
  [[nodiscard]] bool empty() const noexcept;
};

// Replaces what `list` has of `ids` (sorted) by `records` (sorted, all of them in `ids`) and gives
// back what was there. Records that stay in place cost a binary search each; where some come or go,
// one pass over what lies behind the first of them.
template <typename Record>
std::vector<Record> exchange_records(std::vector<Record>& list, std::span<const ScaffoldId> ids,
                                     std::vector<Record> records);

template <typename Record>
bool lower_id(const Record& a, const Record& b) {
  return a.id < b.id;
}

// Takes the records of `ids` (sorted) out, in one pass from the first of them.
template <typename Record>
void close_gaps(std::vector<Record>& list, const std::vector<ScaffoldId>& ids) {
  if (ids.empty()) return;
  auto next = ids.begin();
  const auto first = std::lower_bound(list.begin(), list.end(), *next,
                                      [](const Record& r, ScaffoldId id) { return r.id < id; });
  auto out = first;
  for (auto at = first; at != list.end(); ++at) {
    if (next != ids.end() && at->id == *next)
      ++next;
    else
      *out++ = std::move(*at);
  }
  list.erase(out, list.end());
}

// Puts `arriving` (sorted, with ids that the list lacks) in their places, from the back.
template <typename Record>
void open_gaps(std::vector<Record>& list, std::vector<Record>& arriving) {
  if (arriving.empty()) return;
  std::size_t from = list.size();
  list.resize(list.size() + arriving.size());
  std::size_t to = list.size();
  for (std::size_t left = arriving.size(); left > 0;) {
    if (from > 0 && list[from - 1].id > arriving[left - 1].id)
      list[--to] = std::move(list[--from]);
    else
      list[--to] = std::move(arriving[--left]);
  }
}

template <typename Record>
std::vector<Record> exchange_records(std::vector<Record>& list, std::span<const ScaffoldId> ids,
                                     std::vector<Record> records) {
  std::vector<Record> before, arriving;
  std::vector<ScaffoldId> leaving;
  auto next = records.begin();
  for (const ScaffoldId id : ids) {
    Record* now = find_record(list, id);
    const bool wanted = next != records.end() && next->id == id;
    if (now != nullptr) before.push_back(std::move(*now));
    if (now != nullptr && wanted)
      *now = std::move(*next);
    else if (wanted)
      arriving.push_back(std::move(*next));
    else if (now != nullptr)
      leaving.push_back(id);
    if (wanted) ++next;
  }
  close_gaps(list, leaving);
  open_gaps(list, arriving);
  return before;
}

template <typename Record>
void KeptRecords<Record>::keep(std::span<const ScaffoldId> changed, std::vector<Record> before) {
  if (held == nullptr) held = std::make_unique<std::unordered_set<ScaffoldId>>();
  auto next = before.begin();
  for (const ScaffoldId id : changed) {
    const bool existed = next != before.end() && next->id == id;
    if (held->insert(id).second) {
      ids.push_back(id);
      if (existed) records.push_back(std::move(*next));
    }
    if (existed) ++next;
  }
}

template <typename Record>
void KeptRecords<Record>::close() {
  std::sort(ids.begin(), ids.end());
  std::sort(records.begin(), records.end(), lower_id<Record>);
  trim(ids);
  trim(records);
  held.reset();
}

template <typename Record>
void KeptRecords<Record>::absorb(KeptRecords later) {
  std::vector<Record> fresh;
  for (Record& record : later.records) {
    if (!std::binary_search(ids.begin(), ids.end(), record.id)) fresh.push_back(std::move(record));
  }
  const auto records_mid = static_cast<std::ptrdiff_t>(records.size());
  records.insert(records.end(), std::make_move_iterator(fresh.begin()),
                 std::make_move_iterator(fresh.end()));
  std::inplace_merge(records.begin(), records.begin() + records_mid, records.end(),
                     lower_id<Record>);
  const auto ids_mid = static_cast<std::ptrdiff_t>(ids.size());
  ids.insert(ids.end(), later.ids.begin(), later.ids.end());
  std::inplace_merge(ids.begin(), ids.begin() + ids_mid, ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  trim(ids);
  trim(records);
}

template <typename Record>
std::size_t KeptRecords<Record>::bytes() const noexcept {
  std::size_t bytes = heap_bytes(ids) + heap_bytes(records);
  for (const Record& record : records) bytes += held_bytes(record);
  return bytes;
}

}  // namespace playset
