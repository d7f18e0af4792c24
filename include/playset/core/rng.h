// playset/core/rng.h - Rng: small seeded random numbers (PCG32), and keyed draws free of order.
//
// A serial builder takes an Rng&. A batch update draws with keyed_bits(seed, item, counter) or
// keyed_rng(...), so that results are the same whatever the split into threads or batches. Same
// bits on every platform. Not for secrets.
// Units   none; angles do not appear.
// Cost    next_u32 one multiplication; keyed_bits three mixing rounds; state 16 bytes, trivially
//         copyable.
// Threads one Rng per thread; keyed draws are pure functions.
// Ref     M. O'Neill, "PCG: a family of simple fast space-efficient statistically good algorithms
//         for random number generation", 2014 (XSH-RR 64/32); D. Lemire, "Fast random integer
//         generation in an interval", 2019; G. Marsaglia, "Choosing a point from the surface of a
//         sphere", 1972
// See     tests/core/rng_test.cpp
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <utility>

#include "playset/core/api.h"
#include "playset/core/assert.h"
#include "playset/core/glm_layout.h"

namespace playset {

class Rng {
 public:
  // Different streams of one seed are independent sequences.
  constexpr explicit Rng(std::uint64_t seed = 0, std::uint64_t stream = 0) noexcept
      : increment_((stream << 1) | 1u) {
    next_u32();
    state_ += seed;
    next_u32();
  }

  constexpr std::uint32_t next_u32() noexcept {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + increment_;
    const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto turn = static_cast<std::uint32_t>(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
  }

  constexpr std::uint64_t next_u64() noexcept {
    const std::uint64_t high = next_u32();
    return (high << 32) | next_u32();
  }

  // Uniform in [0, n), without bias. Requires n > 0.
  constexpr std::uint32_t below(std::uint32_t n) noexcept {
    PLAYSET_ASSERT(n > 0, "Rng::below needs n > 0");
    std::uint64_t product = std::uint64_t{next_u32()} * n;
    if (static_cast<std::uint32_t>(product) < n && n > 0) {
      const std::uint32_t biased = (0u - n) % n;
      while (static_cast<std::uint32_t>(product) < biased) product = std::uint64_t{next_u32()} * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [low, high], both included. Requires low <= high.
  constexpr std::int32_t range_int(std::int32_t low, std::int32_t high) noexcept {
    PLAYSET_ASSERT(low <= high, "Rng::range_int needs low <= high");
    const std::uint32_t count =
        static_cast<std::uint32_t>(high) - static_cast<std::uint32_t>(low) + 1u;
    const std::uint32_t offset =
        count == 0 ? next_u32() : below(count);  // count wraps to 0 for the whole range
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(low) + offset);
  }

  // Uniform in [0, 1): multiples of 2^-24 and 2^-53.
  constexpr float next_float() noexcept { return static_cast<float>(next_u32() >> 8) * 0x1p-24f; }
  constexpr double next_double() noexcept {
    return static_cast<double>(next_u64() >> 11) * 0x1p-53;
  }

  // Uniform in [low, high). Requires low <= high, both finite, and a span that does not overflow;
  // low where they are equal.
  constexpr float range_float(float low, float high) noexcept {
    const float value = low + (high - low) * next_float();
    return value < high ? value : low;
  }
  constexpr double range_double(double low, double high) noexcept {
    const double value = low + (high - low) * next_double();
    return value < high ? value : low;
  }

  // True with this probability: never at 0 or below, always at 1 or above.
  constexpr bool chance(float probability) noexcept { return next_float() < probability; }

  // Uniform on the unit circle and sphere, and inside them; no libm.
  PLAYSET_API glm::vec2 unit_vec2() noexcept;
  PLAYSET_API glm::vec3 unit_vec3() noexcept;
  PLAYSET_API glm::vec2 in_unit_disc() noexcept;
  PLAYSET_API glm::vec3 in_unit_ball() noexcept;

  // Every order equally likely (for fewer items than the generator can tell apart).
  template <typename T>
  constexpr void shuffle(std::span<T> items) noexcept {
    for (std::size_t i = items.size(); i > 1; --i) {
      using std::swap;
      swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }
  }

  friend constexpr bool operator==(const Rng&, const Rng&) noexcept = default;

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_ = 1;
};

// A bijection of 64 bits in which every input bit flips about half of the output (SplitMix64's
// finaliser).
[[nodiscard]] constexpr std::uint64_t mix_bits(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// 64 random bits that depend on nothing but the key: a world's seed, an item's id, the how-manieth
// draw of that item.
[[nodiscard]] constexpr std::uint64_t keyed_bits(std::uint64_t seed, std::uint64_t item,
                                                 std::uint64_t counter) noexcept {
  std::uint64_t h = mix_bits(seed + 0x9e3779b97f4a7c15u);
  h = mix_bits(h ^ (item + 0xd1b54a32d192ed03u));
  return mix_bits(h ^ (counter + 0x8cb92ba72f3d8dd7u));
}

// One keyed number in [0, 1).
[[nodiscard]] constexpr float keyed_float(std::uint64_t seed, std::uint64_t item,
                                          std::uint64_t counter) noexcept {
  return static_cast<float>(keyed_bits(seed, item, counter) >> 40) * 0x1p-24f;
}

// A short-lived Rng for a draw that needs several numbers (directions, shuffles).
[[nodiscard]] constexpr Rng keyed_rng(std::uint64_t seed, std::uint64_t item,
                                      std::uint64_t counter) noexcept {
  return Rng(keyed_bits(seed, item, counter), item);
}

}  // namespace playset
