// tests/asset/doom_footprint.h - what the DOOM importer's tests ask of an imported map seen from
// above.
#pragma once

#include <glm/vec2.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "playset/geom/cell_complex.h"

namespace playset::test {

// A cell seen from above, in map units, with its heights in metres.
struct Footprint {
  std::vector<glm::dvec2> ring;  // counterclockwise
  glm::dvec2 low{1e30}, high{-1e30};
  double floor = 0, ceiling = 0;

  [[nodiscard]] double area() const;
  // How deep inside p lies, in map units; negative outside.
  [[nodiscard]] double depth(glm::dvec2 p) const;
  [[nodiscard]] bool holds(glm::dvec2 p, double margin) const { return depth(p) >= margin; }
};

[[nodiscard]] std::vector<Footprint> footprints(const CellComplex& c);
[[nodiscard]] double total_area(const std::vector<Footprint>& prints);

// Imports the map, or fails the test with the importer's or check_cells' words.
[[nodiscard]] Imported import_or_fail(std::span<const std::byte> wad, std::string_view map = "",
                                      const ImportOptions& options = {});

// Everything but names of materials.
[[nodiscard]] bool same_geometry(const CellComplex& a, const CellComplex& b);

}  // namespace playset::test
