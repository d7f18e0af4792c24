// scaffold/change_log.h - ChangeLog: what was touched since a revision, each thing once.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "playset/scaffold/scaffold.h"

namespace playset {

class ChangeLog {
 public:
  struct Entry {
    std::uint64_t revision = 0;
    ScaffoldId id = kNoId;
  };

  // Revisions never fall.
  void note(std::uint64_t revision, ScaffoldId id) {
    std::uint64_t& last = last_[id];
    if (last == revision) return;
    last = revision;
    log_.push_back({revision, id});
    if (log_.size() > 2 * last_.size() + 64) drop_outdated();
  }

  // Entries after `since`, each id once, by the order of their last change.
  [[nodiscard]] std::vector<Entry> since(std::uint64_t since) const {
    std::vector<Entry> found;
    auto at = std::upper_bound(log_.begin(), log_.end(), since,
                               [](std::uint64_t r, const Entry& e) { return r < e.revision; });
    for (; at != log_.end(); ++at) {
      if (is_last(*at)) found.push_back(*at);
    }
    return found;
  }

 private:
  [[nodiscard]] bool is_last(const Entry& entry) const {
    return last_.find(entry.id)->second == entry.revision;
  }
  void drop_outdated() {
    log_.erase(
        std::remove_if(log_.begin(), log_.end(), [this](const Entry& e) { return !is_last(e); }),
        log_.end());
  }

  std::vector<Entry> log_;
  std::unordered_map<ScaffoldId, std::uint64_t> last_;
};

}  // namespace playset
