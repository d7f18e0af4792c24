// playset/core/hash.h - Hasher: a streaming 64-bit hash, equal on every platform and build.
//
// For state hashes, golden values and cache keys. How the bytes are split into add calls does not
// matter. Not for secrets, nor against somebody who searches for collisions.
// Units   bytes; numbers are added as their little-endian bytes.
// Cost    one 64x64-bit multiplication per 8 bytes; no allocation.
// Threads one Hasher per thread; the free functions are pure.
// See     tests/core/hash_test.cpp, core/rng.h (mix_bits, for single integers)
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "playset/core/api.h"

namespace playset {

class Hasher {
 public:
  PLAYSET_API explicit Hasher(std::uint64_t seed = 0) noexcept;

  PLAYSET_API void add_bytes(std::span<const std::byte> bytes) noexcept;

  // Integers, enums and bool. Floats count by their bits: 0 and -0 differ, and so do different
  // NaNs.
  template <typename T>
  requires std::integral<T> || std::is_enum_v<T> || std::floating_point<T>
  void add(T value) noexcept {
    using Bits = std::conditional_t<
        sizeof(T) == 1, std::uint8_t,
        std::conditional_t<sizeof(T) == 2, std::uint16_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
    static_assert(sizeof(T) == sizeof(Bits), "Hasher takes numbers of 1, 2, 4 or 8 bytes");
    add_number(std::bit_cast<Bits>(value), sizeof(T));
  }

  // The characters and their count, so that ("ab", "c") and ("a", "bc") differ.
  void add_text(std::string_view text) noexcept {
    add_number(text.size(), 8);
    add_bytes(std::as_bytes(std::span(text.data(), text.size())));
  }

  // The elements' bytes without their count. Refuses types with padding, whose bytes mean nothing.
  template <typename T>
  void add_span(std::span<const T> items) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    static_assert(std::has_unique_object_representations_v<T> || std::floating_point<T>,
                  "padding bytes or floats inside: add the fields one by one");
    static_assert(std::endian::native == std::endian::little || sizeof(T) == 1,
                  "add numbers one by one");
    add_bytes(std::as_bytes(items));
  }

  // The hash of all that was added; more may be added afterwards.
  [[nodiscard]] PLAYSET_API std::uint64_t finish() const noexcept;

 private:
  PLAYSET_API void add_number(std::uint64_t value, std::size_t size) noexcept;

  std::uint64_t sum_;
  std::uint64_t tail_ = 0;   // bytes not yet mixed in, the first one lowest
  std::uint64_t count_ = 0;  // bytes added so far
};

[[nodiscard]] PLAYSET_API std::uint64_t hash_bytes(std::span<const std::byte> bytes,
                                                   std::uint64_t seed = 0) noexcept;
[[nodiscard]] PLAYSET_API std::uint64_t hash_text(std::string_view text,
                                                  std::uint64_t seed = 0) noexcept;

// For megabytes: four sums side by side, which a processor works at together, some three times as
// fast. Another value than hash_bytes.
[[nodiscard]] PLAYSET_API std::uint64_t hash_long_bytes(std::span<const std::byte> bytes,
                                                        std::uint64_t seed = 0) noexcept;

template <typename T>
[[nodiscard]] std::uint64_t hash_span(std::span<const T> items, std::uint64_t seed = 0) noexcept {
  Hasher hasher(seed);
  hasher.add_span(items);
  return hasher.finish();
}

}  // namespace playset
