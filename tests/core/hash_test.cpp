// Hashes: committed values, independence of how the bytes are split, and no collisions where a weak
// hash has them.
#include "playset/core/hash.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <string>
#include <vector>

#include "playset/core/rng.h"

using namespace playset;

namespace {

std::span<const std::byte> bytes_of(const std::string& s) {
  return std::as_bytes(std::span(s.data(), s.size()));
}

}  // namespace

TEST_CASE("hash: committed values, the same on every platform and build") {
  CHECK(hash_text("") == 0xcf86b4a073af519bu);
  CHECK(hash_text("a") == 0x1e42dd66e894e5fbu);
  CHECK(hash_text("playset playset playset") == 0xe0d343f7278313cfu);
  CHECK(hash_text("", 1) == 0x3c1099b308f833b3u);
  Hasher hasher;
  hasher.add(std::uint8_t{1});
  hasher.add(std::int16_t{-2});
  hasher.add(3.5f);
  hasher.add(-0.0);
  hasher.add(true);
  hasher.add_text("door");
  CHECK(hasher.finish() == 0xd2548da8be48669au);
}

TEST_CASE("hash: numbers count as their little-endian bytes") {
  Hasher numbers;
  numbers.add(std::uint32_t{0x64636261});
  numbers.add(std::uint16_t{0x6665});
  numbers.add(std::uint64_t{0x6e6d6c6b6a696867});
  CHECK(numbers.finish() == hash_text("abcdefghijklmn"));
}

TEST_CASE("hash: 1,000 random splits of random bytes give the hash of the whole") {
  Rng rng(21);
  for (int i = 0; i < 1000; ++i) {
    std::string text(rng.below(70), ' ');
    for (char& c : text) c = static_cast<char>(rng.below(256));
    Hasher hasher(9);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t n = std::min<std::size_t>(rng.below(20), text.size() - at);
      hasher.add_bytes(bytes_of(text).subspan(at, n));
      (void)hasher.finish();  // asking does not disturb
      at += n;
    }
    REQUIRE(hasher.finish() == hash_bytes(bytes_of(text), 9));
  }
}

TEST_CASE("hash: zeros of every length, single bits and small numbers do not collide") {
  std::vector<std::uint64_t> seen;
  for (std::size_t n = 0; n < 300; ++n) seen.push_back(hash_text(std::string(n, '\0')));
  for (std::size_t bit = 0; bit < 8 * 40; ++bit) {
    std::string text(40, '\0');
    text[bit / 8] = static_cast<char>(1u << (bit % 8));
    seen.push_back(hash_text(text));
  }
  for (std::uint32_t i = 0; i < 20000; ++i) {
    Hasher hasher(2 + (i & 1));
    hasher.add(i / 200);
    hasher.add(i % 200);
    seen.push_back(hasher.finish());
  }
  std::sort(seen.begin(), seen.end());
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

TEST_CASE("hash: one flipped bit flips half of the hash") {
  Rng rng(2);
  double flips = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string text(1 + rng.below(40), '\0');
    for (char& c : text) c = static_cast<char>(rng.below(256));
    const std::uint64_t before = hash_text(text);
    const std::uint32_t bit = rng.below(static_cast<std::uint32_t>(8 * text.size()));
    text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << (bit % 8)));
    flips += std::popcount(before ^ hash_text(text));
  }
  CHECK(flips / 1000.0 == doctest::Approx(32.0).epsilon(0.02));
}

TEST_CASE("hash: text is framed by its length, spans are not") {
  Hasher a;
  a.add_text("ab");
  a.add_text("c");
  Hasher b;
  b.add_text("a");
  b.add_text("bc");
  CHECK(a.finish() != b.finish());
  const std::array<std::uint32_t, 3> items{1, 2, 3};
  CHECK(hash_span(std::span<const std::uint32_t>(items)) ==
        hash_bytes(std::as_bytes(std::span(items))));
}

TEST_CASE("hash: of long bytes, every flipped byte, swapped words and every length give another") {
  Rng rng(3);
  std::string text(133, '\0');
  for (char& c : text) c = static_cast<char>(rng.below(256));
  std::vector<std::uint64_t> seen;
  for (std::size_t n = 0; n <= text.size(); ++n)
    seen.push_back(hash_long_bytes(bytes_of(text).first(n)));
  for (std::size_t n = 1; n < 100; ++n)
    seen.push_back(hash_long_bytes(bytes_of(std::string(n, '\0'))));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = static_cast<char>(other[i] ^ 16);
    seen.push_back(hash_long_bytes(bytes_of(other)));
  }
  for (std::size_t word = 0; word + 16 <= text.size(); word += 8) {
    std::string other = text;
    for (std::size_t i = 0; i < 8; ++i) std::swap(other[word + i], other[word + 8 + i]);
    seen.push_back(hash_long_bytes(bytes_of(other)));
  }
  seen.push_back(hash_long_bytes(bytes_of(text), 1));
  std::sort(seen.begin(), seen.end());
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}
