// scaffold/id_seek.h - seek: a place in a list sorted by id, found from a place nearby.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "playset/scaffold/record_id.h"

namespace playset {

// The first item that is not below `id`, sought from `hint`: neighbours in a level have near ids.
// Requires a list that is not empty.
template <typename Item, typename IdOf>
[[nodiscard]] std::size_t seek(const std::vector<Item>& list, ScaffoldId id, std::size_t hint,
                               IdOf id_of) {
  std::size_t low = std::min(hint, list.size() - 1), high = low, step = 1;
  while (low > 0 && id_of(list[low]) >= id) low = low > step ? low - step : 0, step *= 2;
  step = 1;
  while (high < list.size() && id_of(list[high]) < id) high += step, step *= 2;
  high = std::min(high, list.size());
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    id_of(list[middle]) < id ? low = middle + 1 : high = middle;
  }
  return low;
}

}  // namespace playset
