// The mixing: multiply to 128 bits and fold the halves together, eight bytes at a time.
#include "playset/core/hash.h"

#include <array>
#include <cstring>

#include "playset/core/int128.h"
#include "playset/core/rng.h"

namespace playset {
namespace {

std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
  const U128Halves product = multiply_u64(a, b);
  return product.high ^ product.low;
}

std::uint64_t stir(std::uint64_t sum, std::uint64_t word) noexcept {
  return fold(sum ^ word, 0x9fb21c651e98df25u) + 0x13198a2e03707344u;
}

std::uint64_t load_word(const std::byte* p) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, sizeof word);
    return word;
  } else {
    std::uint64_t word = 0;
    for (int i = 7; i >= 0; --i) word = (word << 8) | std::to_integer<std::uint64_t>(p[i]);
    return word;
  }
}

}  // namespace

// Mixed first: a seed that were xored in as it is would cancel against the first word.
Hasher::Hasher(std::uint64_t seed) noexcept : sum_(mix_bits(seed + 0x243f6a8885a308d3u)) {}

void Hasher::add_number(std::uint64_t value, std::size_t size) noexcept {
  const auto used = static_cast<unsigned>(count_ & 7);
  count_ += size;
  tail_ |= value << (8 * used);
  if (used + size < 8) return;
  sum_ = stir(sum_, tail_);
  tail_ = used == 0 ? 0 : value >> (64 - 8 * used);
}

void Hasher::add_bytes(std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty() && (count_ & 7) != 0) {
    add_number(std::to_integer<std::uint64_t>(bytes[0]), 1);
    bytes = bytes.subspan(1);
  }
  while (bytes.size() >= 8) {
    sum_ = stir(sum_, load_word(bytes.data()));
    count_ += 8;
    bytes = bytes.subspan(8);
  }
  for (const std::byte b : bytes) add_number(std::to_integer<std::uint64_t>(b), 1);
}

std::uint64_t Hasher::finish() const noexcept {
  const std::uint64_t sum = stir(sum_, tail_);
  return mix_bits(stir(sum, count_ ^ 0xa4093822299f31d0u));
}

std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed) noexcept {
  Hasher hasher(seed);
  hasher.add_bytes(bytes);
  return hasher.finish();
}

// Each sum takes every fourth word; what is left over goes in at the end, with the sums.
std::uint64_t hash_long_bytes(std::span<const std::byte> bytes, std::uint64_t seed) noexcept {
  std::array<std::uint64_t, 4> sums{};
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = mix_bits(seed + i);
  const std::size_t rounds = bytes.size() / 32;
  for (std::size_t r = 0; r < rounds; ++r)
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = stir(sums[i], load_word(bytes.data() + r * 32 + i * 8));
  Hasher hasher(seed);
  hasher.add(std::uint64_t{bytes.size()});
  for (const std::uint64_t sum : sums) hasher.add(sum);
  hasher.add_bytes(bytes.subspan(rounds * 32));
  return hasher.finish();
}

std::uint64_t hash_text(std::string_view text, std::uint64_t seed) noexcept {
  return hash_bytes(std::as_bytes(std::span(text.data(), text.size())), seed);
}

}  // namespace playset
