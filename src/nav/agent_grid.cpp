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

std::int64_t box_at(double x, float size) noexcept {
  return static_cast<std::int64_t>(
      std::floor(std::clamp(x / static_cast<double>(size), -kFarthestBox, kFarthestBox - 1.0)));
}

constexpr std::uint64_t key_of(std::int64_t x, std::int64_t y, std::int64_t z) noexcept {
  constexpr std::uint64_t kMask = (1u << 21) - 1u;
  return (static_cast<std::uint64_t>(x) & kMask) << 42 |
         (static_cast<std::uint64_t>(y) & kMask) << 21 | (static_cast<std::uint64_t>(z) & kMask);
}

std::uint64_t key_of(glm::dvec3 p, float size) noexcept {
  return key_of(box_at(p.x, size), box_at(p.y, size), box_at(p.z, size));
}

// The least of what is offered, in order, in place.
class NearestList {
 public:
  explicit NearestList(std::span<std::uint32_t> agents)
      : agents_(agents), capacity_(std::min(agents.size(), std::size_t{kMostNeighbors + 1})) {}

  void offer(float distance, std::uint32_t agent) noexcept {
    if (count_ == capacity_ && !is_before(distance, agent, count_ - 1)) return;
    std::size_t at = count_ < capacity_ ? count_++ : count_ - 1;
    for (; at > 0 && is_before(distance, agent, at - 1); --at) {
      distances_[at] = distances_[at - 1];
      agents_[at] = agents_[at - 1];
    }
    distances_[at] = distance;
    agents_[at] = agent;
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }

 private:
  [[nodiscard]] bool is_before(float distance, std::uint32_t agent, std::size_t at) const noexcept {
    return distance < distances_[at] || (distance == distances_[at] && agent < agents_[at]);
  }

  std::span<std::uint32_t> agents_;
  std::size_t capacity_;
  std::size_t count_ = 0;
  std::array<float, kMostNeighbors + 1> distances_{};
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

std::size_t AgentGrid::find_nearest(glm::dvec3 center, float reach,
                                    std::span<std::uint32_t> nearest) const noexcept {
  PLAYSET_ASSERT(reach <= size_, "AgentGrid: boxes are at least as wide as the reach");
  if (entries_.empty() || nearest.empty() || !is_finite(center)) return 0;
  NearestList list(nearest);
  const glm::vec3 middle(center);
  const std::array<std::int64_t, 3> low = {box_at(center.x - reach, size_),
                                           box_at(center.y - reach, size_),
                                           box_at(center.z - reach, size_)};
  const std::array<std::int64_t, 3> high = {box_at(center.x + reach, size_),
                                            box_at(center.y + reach, size_),
                                            box_at(center.z + reach, size_)};
  for (std::int64_t x = low[0]; x <= high[0]; ++x) {
    for (std::int64_t y = low[1]; y <= high[1]; ++y) {
      for (std::int64_t z = low[2]; z <= high[2]; ++z) {
        const std::uint64_t key = key_of(x, y, z);
        const std::size_t bucket = bucket_of(key, mask_);
        for (std::uint32_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i) {
          const glm::vec3 apart = entries_[i].center - middle;
          const float square = apart.x * apart.x + apart.y * apart.y + apart.z * apart.z;
          if (entries_[i].key == key && square <= reach * reach)
            list.offer(square, entries_[i].agent);
        }
      }
    }
  }
  return list.size();
}

}  // namespace playset
