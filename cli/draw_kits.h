// cli/draw_kits.h - kit pieces as faces that a map draws on the walls they stand on.
//
// See     cli/draw_map.h, cli/level_kits.h, tests/cli/level_kits_test.cpp
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "cli/level_kits.h"
#include "playset/core/debug_canvas.h"

namespace playset {

// One flat face of a piece, counterclockwise seen from outside.
struct PieceFace {
  std::vector<glm::dvec3> corners;
  glm::dvec3 normal{0.0};
  Colour colour;
  std::uint32_t cell = 0;        // whose side wears the piece
  std::int32_t side = 0;         // the cub's number of it
  std::uint32_t other_cell = 0;  // an edge's second wall; else as above
  std::int32_t other_side = 0;
  bool stands_free = false;  // doors: on no wall
};

// The colours that the scaffold gives to materials, by their names; grey where it has none.
[[nodiscard]] std::vector<Colour> colours_of_materials(const LevelKits& kits,
                                                       std::span<const std::string> names);

// Faces of all placements. Cells are the scaffold's cubs in order.
[[nodiscard]] std::vector<PieceFace> faces_of_kits(const LevelKits& kits);

}  // namespace playset
