// UndoStep: what concerns all kinds of records of a step.
#include "undo_step.h"

namespace playset {

void UndoStep::close() {
  for_each([](auto& list) { list.close(); });
}

void UndoStep::absorb(UndoStep later) {
  std::apply(
      [&](auto&... lists) {
        (lists.absorb(std::move(std::get<std::remove_reference_t<decltype(lists)>>(later.kept))),
         ...);
      },
      kept);
}

void UndoStep::count_bytes() noexcept {
  bytes = sizeof(UndoStep) + heap_bytes(name) + heap_bytes(collate);
  for_each([this](const auto& list) { bytes += list.bytes(); });
}

bool UndoStep::empty() const noexcept {
  return std::apply([](const auto&... lists) { return (lists.ids.empty() && ...); }, kept);
}

}  // namespace playset
