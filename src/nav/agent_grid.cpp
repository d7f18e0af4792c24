// src/nav/agent_grid.cpp - agents by place: boxes of a hashed grid, filled by counting.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/is_finite.h"
#include "playset/core/assert.h"
#include "playset/core/rng.h"
#include "playset/nav/avoidance.h"

namespace playset {
namespace {

constexpr double kFarthestBox = 1 << 20;  // 21 bits an axis

// Boxes are tall, as levels are flat: fewer are looked in.
constexpr float kTall = 4.0f;

// floor, without a call
std::int64_t box_at(double x, float size) noexcept {
  const double at = std::clamp(x / static_cast<double>(size), -kFarthestBox, kFarthestBox - 1.0);
  const auto whole = static_cast<std::int64_t>(at);
  return static_cast<double>(whole) > at ? whole - 1 : whole;
}

constexpr std::uint64_t key_of(std::int64_t x, std::int64_t y, std::int64_t z) noexcept {
  constexpr std::uint64_t kMask = (1u << 21) - 1u;
  return (static_cast<std::uint64_t>(x) & kMask) << 42 |
         (static_cast<std::uint64_t>(y) & kMask) << 21 | (static_cast<std::uint64_t>(z) & kMask);
}

std::uint64_t key_of(glm::dvec3 p, float size) noexcept {
  return key_of(box_at(p.x, size), box_at(p.y, size * kTall), box_at(p.z, size));
}

// The nearest of what is offered, in order: square distance, then number. Both in one integer, as
// floats that are not negative are ordered like their bits.
class NearestList {
 public:
  NearestList(std::size_t capacity, float reach) noexcept
      : capacity_(std::min(capacity, kMostNeighbors + std::size_t{1})),
        limit_(pack(reach * reach, kNone)) {
    keys_.fill(limit_);
  }

  void offer(float square, std::uint32_t agent) noexcept {
    std::uint64_t key = pack(square, agent);
    if (!(key < keys_[capacity_ - 1])) return;
    for (std::size_t i = 0; i < capacity_; ++i) {
      const std::uint64_t low = std::min(key, keys_[i]);
      key = std::max(key, keys_[i]);
      keys_[i] = low;
    }
  }

  // What is farther need not be offered.
  [[nodiscard]] float farthest() const noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(keys_[capacity_ - 1] >> 32));
  }

  std::size_t write(std::span<std::uint32_t> nearest) const noexcept {
    std::size_t count = 0;
    while (count < capacity_ && keys_[count] < limit_) {
      nearest[count] = static_cast<std::uint32_t>(keys_[count]);
      ++count;
    }
    return count;
  }

 private:
  static std::uint64_t pack(float square, std::uint32_t agent) noexcept {
    return std::uint64_t{std::bit_cast<std::uint32_t>(square)} << 32 | agent;
  }

  std::size_t capacity_;
  std::uint64_t limit_;
  std::array<std::uint64_t, kMostNeighbors + 1> keys_;
};

std::size_t bucket_of(std::uint64_t key, std::uint64_t mask) noexcept {
  return static_cast<std::size_t>(mix_bits(key) & mask);
}

}  // namespace

void AgentGrid::build(std::span<const AvoidAgent> agents, float size) {
  PLAYSET_ASSERT(size > 0.0f, "AgentGrid: boxes have a size");
  size_ = size;
  const std::size_t buckets = std::bit_ceil(2 * agents.size() + 1);
  mask_ = buckets - 1;
  starts_.assign(buckets + 1, 0);
  std::uint32_t placed = 0;
  for (const AvoidAgent& agent : agents) {
    if (!is_finite(agent.center)) continue;
    ++starts_[bucket_of(key_of(agent.center, size), mask_) + 1];
    ++placed;
  }
  for (std::size_t i = 1; i <= buckets; ++i) starts_[i] += starts_[i - 1];
  entries_.resize(placed);
  // from the back, so that starts_[bucket + 1] ends as the bucket's end after all are moved down
  for (std::size_t i = agents.size(); i-- > 0;) {
    if (!is_finite(agents[i].center)) continue;
    const std::uint64_t key = key_of(agents[i].center, size);
    entries_[--starts_[bucket_of(key, mask_) + 1]] = {key, glm::vec3(agents[i].center),
                                                      static_cast<std::uint32_t>(i)};
  }
  // each start now stands one bucket too far on
  for (std::size_t i = 0; i < buckets; ++i) starts_[i] = starts_[i + 1];
  starts_[buckets] = placed;
}

namespace {

// The boxes along one axis that a ball meets, from its middle's outwards, with the least square
// distance to each.
struct BoxRow {
  std::array<std::int64_t, 4> at;
  std::array<float, 4> square;
  std::size_t count = 0;

  BoxRow(double center, float reach, float size) noexcept {
    const std::int64_t low = box_at(center - static_cast<double>(reach), size);
    const std::int64_t high = box_at(center + static_cast<double>(reach), size);
    const std::int64_t middle = box_at(center, size);
    add(center, middle, size);
    for (std::int64_t away = 1; middle - away >= low || middle + away <= high; ++away) {
      if (middle - away >= low) add(center, middle - away, size);
      if (middle + away <= high) add(center, middle + away, size);
    }
  }

 private:
  void add(double center, std::int64_t box, float size) noexcept {
    const double from = static_cast<double>(box) * size;
    const double apart = std::max({from - center, center - (from + size), 0.0});
    // entries are rounded to float, so that they may lie a little outside of their box
    const double slack = 1e-3 + 1e-6 * std::abs(center);
    const double least = std::max(apart - slack, 0.0);
    at[count] = box;
    square[count++] = static_cast<float>(least * least);
  }
};

}  // namespace

std::size_t AgentGrid::find_nearest(glm::dvec3 center, float reach,
                                    std::span<std::uint32_t> nearest) const noexcept {
  PLAYSET_ASSERT(reach <= size_, "AgentGrid: boxes are at least as wide as the reach");
  if (entries_.empty() || nearest.empty() || !is_finite(center)) return 0;
  NearestList list(nearest.size(), reach);
  const glm::vec3 middle(center);
  const BoxRow xs(center.x, reach, size_), ys(center.y, reach, size_ * kTall),
      zs(center.z, reach, size_);
  for (std::size_t x = 0; x < xs.count; ++x) {
    for (std::size_t z = 0; z < zs.count; ++z) {
      const float beside = xs.square[x] + zs.square[z];
      if (beside > list.farthest()) continue;
      for (std::size_t y = 0; y < ys.count; ++y) {
        if (beside + ys.square[y] > list.farthest()) continue;
        const std::uint64_t key = key_of(xs.at[x], ys.at[y], zs.at[z]);
        const std::size_t bucket = bucket_of(key, mask_);
        for (std::uint32_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i) {
          const glm::vec3 apart = entries_[i].center - middle;
          const float square = apart.x * apart.x + apart.y * apart.y + apart.z * apart.z;
          if (square <= list.farthest() && entries_[i].key == key)
            list.offer(square, entries_[i].agent);
        }
      }
    }
  }
  return list.write(nearest);
}

}  // namespace playset
