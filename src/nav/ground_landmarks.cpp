// src/nav/ground_landmarks.cpp - components of corners, and distances to a few far ones, which bound
// every way from below.
#include <algorithm>

#include "nav/ground_corners.h"
#include "nav/ground_heap.h"

namespace playset {
namespace {

class LandmarkBuilder {
 public:
  explicit LandmarkBuilder(GroundData& data) : data_(data) {}

  void build() {
    const std::size_t n = data_.corners.size();
    data_.landmarks.assign(n, LandmarkRow{});
    for (GroundCorner& corner : data_.corners) corner.component = kNone;
    distance_.assign(n, 1e30f);
    for (std::uint32_t c = 0; c < n; ++c)
      if (data_.corners[c].component == kNone) cover(c, data_.component_count++);
  }

 private:
  // Landmarks of one component: each as far as can be from those before it.
  void cover(std::uint32_t seed, std::uint32_t component) {
    measure(seed);
    for (const std::uint32_t c : reached_) data_.corners[c].component = component;
    std::uint32_t next = farthest([&](std::uint32_t c) { return distance_[c]; });
    for (std::uint32_t l = 0; l < kLandmarks; ++l) {
      measure(next);
      for (const std::uint32_t c : reached_) data_.landmarks[c][l] = distance_[c];
      next = farthest([&](std::uint32_t c) {
        return *std::min_element(data_.landmarks[c].begin(), data_.landmarks[c].begin() + l + 1);
      });
    }
    for (const std::uint32_t c : reached_) distance_[c] = 1e30f;
  }

  template <typename Key>
  std::uint32_t farthest(Key&& key) const {
    std::uint32_t best = reached_.front();
    for (const std::uint32_t c : reached_)
      if (key(c) > key(best)) best = c;
    return best;
  }

  void measure(std::uint32_t from) {
    for (const std::uint32_t c : reached_) distance_[c] = 1e30f;
    reached_.clear();
    heap_.clear();
    distance_[from] = 0.0f;
    push_heap_entry(heap_, {0.0, from});
    while (!heap_.empty()) {
      const HeapEntry top = pop_heap_entry(heap_);
      if (top.key > static_cast<double>(distance_[top.item])) continue;
      reached_.push_back(top.item);
      const GroundCorner& corner = data_.corners[top.item];
      for (std::uint32_t l = corner.first_link; l < corner.first_link + corner.link_count; ++l) {
        const GroundLink& link = data_.links[l];
        const float distance = distance_[top.item] + link.length;
        if (distance >= distance_[link.to]) continue;
        distance_[link.to] = distance;
        push_heap_entry(heap_, {static_cast<double>(distance), link.to});
      }
    }
  }

  GroundData& data_;
  std::vector<float> distance_;
  std::vector<std::uint32_t> reached_;
  std::vector<HeapEntry> heap_;
};

}  // namespace

void build_ground_landmarks(GroundData& data) { LandmarkBuilder(data).build(); }

}  // namespace playset
