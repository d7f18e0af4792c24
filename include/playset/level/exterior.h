// playset/level/exterior.h - add_exterior: space around a level, joined to it by gates, so that a
// ship can fly out and all the way around.
//
// Walls become gates; a straight tunnel leads from each through the hull to the outside, which is
// boxes of free space that keep a distance from everything inside. Cook the result as any level:
// traces, sweeps and navigation work out there as they do inside.
//
// Units   metres in the config, grid steps in the complex.
// Cost    linear in the volume around the level, in steps cubed.
// Threads pure functions.
// See     docs/level.md (Exterior), level/hull.h (the hull's own surface), tests/level/exterior_test.cpp
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "playset/core/api.h"
#include "playset/core/result.h"
#include "playset/geom/cell_complex.h"

namespace playset {

struct BrokenRule;   // core/config.h
struct ConfigField;  // core/config.h

// Cells outside carry this tag; so do tunnels.
inline constexpr const char* kExteriorTag = "exterior";

struct ExteriorConfig {
  // m, 1/64 to 64: edge of the smallest boxes. Large: the outside keeps far from the hull and needs
  // few cells; small: it follows every corner, with many cells.
  double step = 2.0;
  // m, 1/64 to 64: between inside and outside at least, but for gates.
  double thickness = 0.25;
  // m, one step at least, to 4096: free space around the level's box on every side.
  double room = 40.0;
  std::string hull = "hull";  // material of the walls round the level, added where there is none
  std::string sky = "sky";    // material of the walls at the end of the outside
};

[[nodiscard]] PLAYSET_API std::span<const ConfigField> config_fields(
    const ExteriorConfig* config) noexcept;

// The first broken rule with its field, or nothing.
[[nodiscard]] PLAYSET_API std::optional<BrokenRule> check_exterior(
    const ExteriorConfig& config) noexcept;

// A wall of the complex that becomes the way out.
struct ExteriorGate {
  std::uint32_t side = kNone;
  std::uint32_t door = kNone;  // into the complex's doors
};

// The complex with space around it. Its own cells and vertices keep their numbers; cells outside
// come behind them, tagged kExteriorTag. Sides keep their order, materials, doors and triggers; a
// gate is a portal afterwards. The result passes check_cells.
//
// Refuses (Invalid, with the cell, side and place): a gate that is no wall, or not one convex plane;
// a tunnel that would run through other cells; gates in each other's way. OutOfRange: more than 2^25
// steps of space, or space beyond the grid.
[[nodiscard]] PLAYSET_API Result<CellComplex> add_exterior(const CellComplex& complex,
                                                           std::span<const ExteriorGate> gates,
                                                           const ExteriorConfig& config = {});

[[nodiscard]] PLAYSET_API bool is_exterior(const CellComplex& complex, std::uint32_t cell) noexcept;

// The complex without its exterior: gates are walls again, everything else as it was.
[[nodiscard]] PLAYSET_API CellComplex without_exterior(const CellComplex& complex);

}  // namespace playset
