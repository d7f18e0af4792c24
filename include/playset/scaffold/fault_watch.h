// playset/scaffold/fault_watch.h - FaultWatch: the findings of find_faults, kept up to date while a
// level is edited.
//
// After each edit tell it which records changed; it looks at those cubs and the ones around them
// again and leaves the rest. For a level that is checked once use find_faults.
// Units   as in validate.h.
// Cost    update: the cubs that changed and touch them, and one pass over windows and spawns
//         (a few ns each); after a change of names all of it again; memory about 300 bytes per cub.
// Threads plain value.
// See     scaffold/validate.h, tests/scaffold/fault_watch_test.cpp, bench/scaffold (faults/*)
#pragma once

#include <memory>
#include <span>

#include "playset/scaffold/validate.h"

namespace playset {

class PLAYSET_API FaultWatch {
 public:
  explicit FaultWatch(const Scaffold& scaffold, const FaultOptions& options = {});
  FaultWatch(FaultWatch&& other) noexcept;
  FaultWatch& operator=(FaultWatch&& other) noexcept;
  ~FaultWatch();

  // `scaffold` is the level as it is now; `changes` says where it may differ from the last time,
  // in any order, repeated or not: what ScaffoldDocument::changes_since gives. A change that is
  // not named is not seen.
  void update(const Scaffold& scaffold, std::span<const ScaffoldChange> changes);

  // What find_faults(scaffold, options) gives.
  [[nodiscard]] std::span<const Fault> faults() const noexcept;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace playset
