// scenes/point_sampler.h - PointSampler: random points uniform in a level's open volume, each with
// the cell that holds it.
//
// For benches, tests and the command's random rays.
// Units   metres.
// Cost    built once per level, O(sides); a draw is a binary search and rarely repeats.
// Threads const use from any thread, with an Rng each. The level must outlive it.
// Ref     Rocchini and Cignoni, "Generating random points in a tetrahedron", 2000
// See     tests/level/point_sampler_test.cpp
#pragma once

#include <cstdint>
#include <vector>

#include "playset/core/rng.h"
#include "playset/level/level.h"

namespace playset {

class PointSampler {
 public:
  explicit PointSampler(const Level& level);

  struct Sample {
    glm::vec3 point{0.0f};
    std::uint32_t cell = 0;
  };

  // cell_holds(level, cell, point) is true of every sample. Requires a level with a cell.
  [[nodiscard]] Sample draw(Rng& rng) const;

  // m3
  [[nodiscard]] double volume() const noexcept { return up_to_.empty() ? 0.0 : up_to_.back(); }

  // Mean over the cells of the cube root of their volume, m.
  [[nodiscard]] double mean_cell_size() const;

 private:
  // From a cell's center to a triangle of one of its sides.
  struct Tetra {
    std::uint32_t cell = 0;
    glm::dvec3 corners[4];
  };
  const Level* level_;
  std::vector<Tetra> tetras_;
  std::vector<double> up_to_;  // volume of the tetras up to and with this one
};

}  // namespace playset
