// src/nav/ground_landmarks.cpp - components of corners, and distances to a few far ones, which bound
// every way from below.
#include <algorithm>
#include <array>

#include "nav/ground_corners.h"

namespace playset {
namespace {

constexpr float kBinWidth = 2.0f * kGridPerMetre;
constexpr std::uint32_t kBins = 64;

// Corners whose distance may still fall, by distance: a ring of bins, the nearest first. A corner is
// measured again where a shorter way to it turns up late, so that bins need not be fine, and ends
// with the distance that Dijkstra's order would give it.
class LandmarkBuilder {
 public:
  explicit LandmarkBuilder(GroundData& data) : data_(data) {}

  void build() {
    const std::size_t n = data_.corners.size();
    data_.landmarks.assign(n, LandmarkRow{});
    for (GroundCorner& corner : data_.corners) corner.component = kNone;
    list_ways();
    distance_.assign(n, kFar);
    nearest_.assign(n, kFar);
    for (std::uint32_t c = 0; c < n; ++c)
      if (data_.corners[c].component == kNone) cover(c, data_.component_count++);
  }

 private:
  static constexpr float kFar = 1e30f;
  struct Way {
    std::uint32_t to;
    float length;
  };

  // What a sweep reads of the links, together.
  void list_ways() {
    first_way_.reserve(data_.corners.size() + 1);
    ways_.reserve(data_.links.size());
    for (const GroundCorner& corner : data_.corners) {
      first_way_.push_back(static_cast<std::uint32_t>(ways_.size()));
      for (std::uint32_t l = corner.first_link; l < corner.first_link + corner.link_count; ++l)
        ways_.push_back({data_.links[l].to, data_.links[l].length});
    }
    first_way_.push_back(static_cast<std::uint32_t>(ways_.size()));
  }

  // Landmarks of one component: each as far as can be from those before it.
  void cover(std::uint32_t seed, std::uint32_t component) {
    collect(seed, component);
    for (const std::uint32_t c : members_) {
      const PlanVector d = data_.corners[c].at - data_.corners[seed].at;
      distance_[c] = static_cast<float>(dot_plan(d, d));
    }
    std::uint32_t next = farthest(distance_);
    for (std::uint32_t l = 0; l < kLandmarks; ++l) {
      for (const std::uint32_t c : members_) distance_[c] = kFar;
      measure(next);
      for (const std::uint32_t c : members_) {
        data_.landmarks[c][l] = distance_[c];
        nearest_[c] = std::min(nearest_[c], distance_[c]);
      }
      next = farthest(nearest_);
    }
  }

  void collect(std::uint32_t seed, std::uint32_t component) {
    members_.assign(1, seed);
    data_.corners[seed].component = component;
    for (std::size_t i = 0; i < members_.size(); ++i)
      for (std::uint32_t w = first_way_[members_[i]]; w < first_way_[members_[i] + 1]; ++w) {
        GroundCorner& corner = data_.corners[ways_[w].to];
        if (corner.component == component) continue;
        corner.component = component;
        members_.push_back(ways_[w].to);
      }
  }

  // The first of the farthest.
  [[nodiscard]] std::uint32_t farthest(const std::vector<float>& distance) const {
    std::uint32_t best = members_.front();
    for (const std::uint32_t c : members_)
      if (distance[c] > distance[best]) best = c;
    return best;
  }

  void measure(std::uint32_t from) {
    distance_[from] = 0.0f;
    bins_[0].push_back(from);
    std::size_t waiting = 1;
    for (std::uint32_t bin = 0; waiting > 0; ++bin) {
      std::vector<std::uint32_t>& now = bins_[bin % kBins];
      for (std::size_t i = 0; i < now.size(); ++i) waiting += relax(now[i], bin);
      waiting -= now.size();
      now.clear();
    }
  }

  // Where shorter ways lead on from here; returns how many corners were put in bins.
  std::size_t relax(std::uint32_t c, std::uint32_t bin) {
    const float here = distance_[c];
    std::size_t count = 0;
    for (std::uint32_t w = first_way_[c]; w < first_way_[c + 1]; ++w) {
      const float distance = here + ways_[w].length;
      float& there = distance_[ways_[w].to];
      if (distance >= there) continue;
      there = distance;
      // one too far for the ring waits in its last bin, and is only measured early
      const auto at = static_cast<std::uint32_t>(distance * (1.0f / kBinWidth));
      bins_[std::min(std::max(at, bin), bin + kBins - 1) % kBins].push_back(ways_[w].to);
      ++count;
    }
    return count;
  }

  GroundData& data_;
  std::vector<std::uint32_t> first_way_;  // per corner, and one more
  std::vector<Way> ways_;
  std::vector<std::uint32_t> members_;  // of the component
  std::vector<float> distance_;         // per corner, from the landmark under way
  std::vector<float> nearest_;          // per corner, from the nearest landmark so far
  std::array<std::vector<std::uint32_t>, kBins> bins_;
};

}  // namespace

void build_ground_landmarks(GroundData& data) { LandmarkBuilder(data).build(); }

}  // namespace playset
