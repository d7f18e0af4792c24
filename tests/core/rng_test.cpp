// Random numbers: the published sequence, uniformity, directions of unit length, keyed draws free
// of order.
#include "playset/core/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <vector>

using namespace playset;

static_assert(std::is_trivially_copyable_v<Rng> && sizeof(Rng) == 16);

TEST_CASE("rng: seed 42 on stream 54 gives the published PCG32 sequence") {
  Rng rng(42, 54);
  for (const std::uint32_t expected :
       {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu})
    CHECK(rng.next_u32() == expected);
}

TEST_CASE("rng: below is uniform, also for a count that does not divide 2^32") {
  Rng rng(1);
  std::array<int, 7> seen{};
  for (int i = 0; i < 70000; ++i) ++seen[rng.below(7)];
  double chi = 0;
  for (const int n : seen) chi += (n - 10000.0) * (n - 10000.0) / 10000.0;
  CHECK(chi < 22.5);  // 6 degrees of freedom, p = 0.001
  // 3 * 2^30: a plain modulo would give the lowest third twice as often.
  int low = 0;
  for (int i = 0; i < 30000; ++i) low += rng.below(3u << 30) < (1u << 30) ? 1 : 0;
  CHECK(std::abs(low - 10000) < 400);
  CHECK(rng.below(1) == 0);
}

TEST_CASE("rng: ranges keep their ends: integers include both, floats exclude the upper one") {
  Rng rng(5);
  int lowest = 10;
  int highest = -10;
  for (int i = 0; i < 2000; ++i) {
    const std::int32_t n = rng.range_int(-3, 3);
    lowest = std::min(lowest, n);
    highest = std::max(highest, n);
    const float f = rng.next_float();
    REQUIRE((f >= 0.0f && f < 1.0f));
    const double d = rng.next_double();
    REQUIRE((d >= 0.0 && d < 1.0));
    const float g = rng.range_float(
        16777216.0f, 16777218.0f);  // two values in between: rounding must not reach the end
    REQUIRE((g >= 16777216.0f && g < 16777218.0f));
    const double h = rng.range_double(-2.0, -1.0);
    REQUIRE((h >= -2.0 && h < -1.0));
  }
  CHECK(lowest == -3);
  CHECK(highest == 3);
  CHECK(rng.range_int(4, 4) == 4);
  CHECK(rng.range_float(2.0f, 2.0f) == 2.0f);
  std::int32_t sum = 0;
  for (int i = 0; i < 64; ++i) sum |= rng.range_int(INT32_MIN, INT32_MAX);
  CHECK(sum == -1);
  CHECK_FALSE(rng.chance(0.0f));
  CHECK(rng.chance(1.0f));
}

TEST_CASE("rng: directions have unit length, points lie inside, and neither leans anywhere") {
  Rng rng(11);
  glm::vec3 sum3{0};
  glm::vec2 sum2{0};
  int inner = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const glm::vec3 u = rng.unit_vec3();
    REQUIRE(std::abs(u.x * u.x + u.y * u.y + u.z * u.z - 1.0f) < 1e-6f);
    const glm::vec2 v = rng.unit_vec2();
    REQUIRE(std::abs(v.x * v.x + v.y * v.y - 1.0f) < 1e-6f);
    const glm::vec3 b = rng.in_unit_ball();
    const float r = b.x * b.x + b.y * b.y + b.z * b.z;
    REQUIRE(r <= 1.0f);
    inner += r < 0.25f ? 1 : 0;
    sum3 += u;
    sum2 += v;
  }
  for (int k = 0; k < 3; ++k)
    CHECK(std::abs(sum3[k]) < 4.0f * std::sqrt(static_cast<float>(n) / 3.0f));
  for (int k = 0; k < 2; ++k)
    CHECK(std::abs(sum2[k]) < 4.0f * std::sqrt(static_cast<float>(n) / 2.0f));
  CHECK(std::abs(inner - n / 8) < 200);  // half the radius holds an eighth of the volume
}

TEST_CASE("rng: a shuffle keeps the items and reaches every order equally often") {
  Rng rng(3);
  std::array<int, 6> orders{};
  for (int i = 0; i < 12000; ++i) {
    std::array<int, 3> items{0, 1, 2};
    rng.shuffle(std::span<int>(items));
    REQUIRE(items[0] + items[1] + items[2] == 3);
    ++orders[static_cast<std::size_t>(items[0] * 2 + (items[1] > items[2] ? 1 : 0))];
  }
  for (const int n : orders) CHECK(std::abs(n - 2000) < 200);
}

TEST_CASE("rng: a copy continues alike, another stream differs") {
  Rng a(8, 1);
  Rng copy = a;
  Rng other(8, 2);
  int equal = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t n = a.next_u32();
    REQUIRE(copy.next_u32() == n);
    equal += other.next_u32() == n ? 1 : 0;
  }
  CHECK(equal < 2);
  CHECK(a == copy);
}

TEST_CASE(
    "rng: keyed draws depend on seed, item and counter alone; one flipped bit flips half of the "
    "result") {
  CHECK(keyed_bits(1, 2, 3) == keyed_bits(1, 2, 3));
  CHECK(keyed_bits(1, 2, 3) != keyed_bits(1, 3, 2));
  CHECK(keyed_bits(0, 0, 0) ==
        0xd9dfee5d0039b834u);  // committed: changing it changes every saved world
  double flips = 0;
  Rng rng(17);
  for (int i = 0; i < 1000; ++i) {
    std::array<std::uint64_t, 3> key{rng.next_u64() >> rng.below(64), rng.below(1000),
                                     rng.below(1000)};
    const std::uint64_t before = keyed_bits(key[0], key[1], key[2]);
    key[rng.below(3)] ^= std::uint64_t{1} << rng.below(64);
    flips += std::popcount(before ^ keyed_bits(key[0], key[1], key[2]));
  }
  CHECK(std::abs(flips / 1000.0 - 32.0) < 0.6);
  float sum = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) sum += keyed_float(4, i, 0);
  CHECK(std::abs(sum / 10000.0f - 0.5f) < 0.01f);
  CHECK(keyed_rng(1, 2, 3) == keyed_rng(1, 2, 3));
}
