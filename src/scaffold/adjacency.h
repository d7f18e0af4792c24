// scaffold/adjacency.h - Adjacency: which cubs use a vertex, which windows, spawns and props a cub
// has; kept up to date record by record.
#pragma once

#include <algorithm>
#include <span>
#include <unordered_map>

#include "playset/scaffold/scaffold.h"

namespace playset {

// Sorted lists of ids by id. Nothing depends on the table's own order.
class IdLists {
 public:
  void add(ScaffoldId key, ScaffoldId id) {
    std::vector<ScaffoldId>& list = lists_[key];
    const auto at = std::lower_bound(list.begin(), list.end(), id);
    if (at == list.end() || *at != id) list.insert(at, id);
  }
  void remove(ScaffoldId key, ScaffoldId id) {
    const auto found = lists_.find(key);
    if (found == lists_.end()) return;
    std::vector<ScaffoldId>& list = found->second;
    const auto at = std::lower_bound(list.begin(), list.end(), id);
    if (at != list.end() && *at == id) list.erase(at);
    if (list.empty()) lists_.erase(found);
  }
  [[nodiscard]] std::span<const ScaffoldId> of(ScaffoldId key) const noexcept {
    const auto found = lists_.find(key);
    return found == lists_.end() ? std::span<const ScaffoldId>() : std::span(found->second);
  }

 private:
  std::unordered_map<ScaffoldId, std::vector<ScaffoldId>> lists_;
};

struct Adjacency {
  IdLists cubs_of_vertex, windows_of_cub, spawns_of_cub, props_of_cub;

  void link(const ScaffoldCub& cub) {
    for (const ScaffoldId vertex : cub.corners) cubs_of_vertex.add(vertex, cub.id);
  }
  void unlink(const ScaffoldCub& cub) {
    for (const ScaffoldId vertex : cub.corners) cubs_of_vertex.remove(vertex, cub.id);
  }
  void link(const ScaffoldWindow& window) {
    for (const SideRef side : window.sides) windows_of_cub.add(side.cub, window.id);
  }
  void unlink(const ScaffoldWindow& window) {
    for (const SideRef side : window.sides) windows_of_cub.remove(side.cub, window.id);
  }
  void link(const ScaffoldSpawn& spawn) {
    if (spawn.cub != kNoId) spawns_of_cub.add(spawn.cub, spawn.id);
  }
  void unlink(const ScaffoldSpawn& spawn) { spawns_of_cub.remove(spawn.cub, spawn.id); }
  void link(const ScaffoldProp& prop) {
    if (prop.cub != kNoId) props_of_cub.add(prop.cub, prop.id);
  }
  void unlink(const ScaffoldProp& prop) { props_of_cub.remove(prop.cub, prop.id); }
  // Others have no neighbours.
  template <typename Record>
  void link(const Record&) {}
  template <typename Record>
  void unlink(const Record&) {}
};

}  // namespace playset
