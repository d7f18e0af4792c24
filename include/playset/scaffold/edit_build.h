// playset/scaffold/edit_build.h - new cubs beside those that are there: extruding sides, bridging
// two, cutting an opening into one.
//
// Each is one step to undo (or part of the open transaction) and gives back what it made, to be
// selected; where it refuses nothing has changed. New cubs keep the side numbers of the cub they
// grow from, and its looks: what was its wall becomes the new cub's far wall; the window between
// has none.
// Units   grid steps.
// Cost    linear in the new cubs and the cubs beside them.
// Threads one document, one thread.
// Ref     DLE, Inferno and OLE (insert, join); research scaffold.md 2.24, 6.29, 6.30
// See     docs/scaffold.md (Building), tests/scaffold/edit_build_test.cpp
#pragma once

#include <optional>

#include "playset/scaffold/selection.h"

namespace playset {

enum class ExtrudeShape : std::uint8_t {
  Straight,  // the side again, at a distance along its normal
  Parent,    // the cub's edges go on as they are: a taper goes on tapering
  Regular,   // ends in a square as wide as the distance
  Mirrored,  // the cub's likeness beyond the side, as deep as it is
};

struct ExtrudeConfig {
  ExtrudeShape shape = ExtrudeShape::Straight;
  std::int32_t distance = 4096;  // above 0; Parent: 0 goes on as far as the cub is long
  // Straight: where the middle of the new side lies (of all of them together), instead of a
  // distance.
  std::optional<GridPoint> to = std::nullopt;
};

// Inserts a cub on each side. Sides next to each other get new cubs that share vertices and open
// into each other. Gives back the cubs and their far sides. Refuses sides with windows, and where a
// new cub would have no volume or be inverted.
PLAYSET_API Result<ScaffoldSelection> extrude_sides(ScaffoldDocument& document,
                                                    std::span<const SideRef> sides,
                                                    const ExtrudeConfig& config = {});

struct BridgeConfig {
  std::uint32_t steps = 1;  // cubs in a row, 1 to 1,000
  // How far the bridge leaves along the sides' normals before it turns, as a share of the distance
  // between them; 0: straight.
  double bend = 0.0;
};

// Joins two sides of different cubs by new cubs. Of the four ways to pair their corners the one of
// least total length is taken. Refuses sides with windows, cubs that are joined already, and
// results without volume.
PLAYSET_API Result<ScaffoldSelection> bridge_sides(ScaffoldDocument& document, SideRef from,
                                                   SideRef to, const BridgeConfig& config = {});

// A rectangle on a side as it is seen from inside, from the lowest left corner of the box around
// it: right is to the right, up is up. On floors and ceilings up is +Z, the way ahead.
struct OpeningConfig {
  std::int32_t left = 0, bottom = 0;         // at least 0
  std::int32_t width = 1024, height = 2048;  // above 0
  std::int32_t depth = 1024;                 // above 0: length of the new cub
};

// Opens part of a side into a new cub behind it, through a partial window. Refuses openings that
// reach beyond the side, and sides that are bent.
PLAYSET_API Result<ScaffoldSelection> cut_opening(ScaffoldDocument& document, SideRef side,
                                                  const OpeningConfig& config = {});

}  // namespace playset
