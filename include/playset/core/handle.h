// playset/core/handle.h - Handle<Tag>: names a slot and its tenant, so that stale names show.
//
// The tag keeps handles of different things apart at compile time. A zero handle is null, so zeroed
// memory is safe.
// Units   none.
// Cost    8 bytes, trivially copyable, no padding: saves and hashes as bytes.
// Threads plain values.
// See     core/pool.h, tests/core/handle_test.cpp
#pragma once

#include <compare>
#include <cstdint>

#include "playset/core/api.h"

namespace playset {

template <typename Tag>
struct Handle {
  std::uint32_t index = 0;
  std::uint32_t generation =
      0;  // 0 only for null; a slot's number grows each time it is given away

  [[nodiscard]] constexpr bool is_null() const noexcept { return generation == 0; }
  explicit constexpr operator bool() const noexcept { return !is_null(); }
  friend constexpr auto operator<=>(const Handle&, const Handle&) noexcept = default;

  // One number for files and logs; from_bits(0) is null.
  [[nodiscard]] constexpr std::uint64_t bits() const noexcept {
    return std::uint64_t{generation} << 32 | index;
  }
  [[nodiscard]] static constexpr Handle from_bits(std::uint64_t bits) noexcept {
    return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
  }
};

}  // namespace playset
