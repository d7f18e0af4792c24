// playset/scaffold/edit_stamp.h - whole pieces at once: cubes, rings, cylinders, stairs, domes,
// corridors along curves.
//
// Each is one step to undo (or part of the open transaction) and gives back the cubs it made; where
// it refuses nothing has changed.
// Units   grid steps, thousandths of a degree.
// Cost    linear in the new cubs.
// Threads one document, one thread.
// Ref     Cyclops issue 17 (arc and inward cylinders); research scaffold.md 6.36; Wang et al. 2008
//         (rotation-minimising frames)
// See     docs/scaffold.md (Stamps), tests/scaffold/edit_stamp_test.cpp
#pragma once

#include "playset/scaffold/selection.h"

namespace playset {

// Materials by which way a side faces, as ids or kNoId; and a tag, or "".
struct StampLook {
  ScaffoldId floor = kNoId, wall = kNoId, ceiling = kNoId;
  std::string tag;
};

// A box along the axes. Requires low below high in each coordinate.
PLAYSET_API Result<ScaffoldSelection> stamp_cube(ScaffoldDocument& document, GridPoint low,
                                                 GridPoint high, const StampLook& look = {});

// Slices around an upright axis, joined with each other; a full circle closes on itself. Their
// fronts look outwards.
struct RingConfig {
  GridPoint centre{0};        // of the floor
  std::int32_t inner = 0;     // from the axis to the middle of the inner sides; 0: wedges that meet
                              // in the axis
  std::int32_t outer = 4096;  // to the middle of the outer sides, above inner
  std::int32_t height = 3072;  // above 0
  std::uint32_t segments = 8;  // 1 to 1,024, each below 180 degrees
  std::int32_t start = 0;      // where the middle of the first one lies: 0 +Z, 90,000 +X
  std::int32_t arc = 360'000;  // above 0, up to the full circle; with a rise up to 64 circles
  // each one's floor above the one before: a winding stair. More than two grid steps of the height
  // and of outer - inner must remain open to the next one; a circle must rise by the height, for
  // the turn above to fit.
  std::int32_t rise = 0;
};
PLAYSET_API Result<ScaffoldSelection> stamp_ring(ScaffoldDocument& document,
                                                 const RingConfig& config = {},
                                                 const StampLook& look = {});

// A straight flight: rooms behind one another, each higher than the one before.
struct StairsConfig {
  GridPoint start{0};          // the middle of the lowest step's front, at its floor
  std::int32_t width = 2048;   // above 0, even
  std::int32_t tread = 320;    // depth of a step, above 0
  std::int32_t rise = 192;     // below 0: down; either way less than the height, by more than 2
  std::int32_t height = 3072;  // headroom over each step
  std::uint32_t steps = 12;    // 1 to 1,024
  std::uint32_t facing = 0;    // where they lead: 0 +Z, 1 +X, 2 -Z, 3 -X
};
PLAYSET_API Result<ScaffoldSelection> stamp_stairs(ScaffoldDocument& document,
                                                   const StairsConfig& config = {},
                                                   const StampLook& look = {});

// Half an ellipsoid around an upright axis: wedges in layers, the topmost ones meeting in a point.
struct DomeConfig {
  GridPoint centre{0};         // of the floor
  std::int32_t radius = 8192;  // to the corners of the floor, above 0
  std::int32_t height = 8192;  // of the top, above 0
  std::uint32_t segments = 8;  // around, 3 to 1,024
  std::uint32_t layers = 3;    // 1 to 64
  std::int32_t start = 0;      // where the middle of the first segment lies, as for rings
};
PLAYSET_API Result<ScaffoldSelection> stamp_dome(ScaffoldDocument& document,
                                                 const DomeConfig& config = {},
                                                 const StampLook& look = {});

// Rooms in a row along a smooth curve through points (centripetal Catmull-Rom); their fronts look
// ahead, and cuts lie at the points and between them.
struct CorridorConfig {
  std::vector<GridPoint> points;  // of the middle of the floor, 2 to 1,024; 3 where closed
  std::int32_t width = 3072;      // above 0
  std::int32_t height = 3072;     // above 0
  std::int32_t step = 4096;       // length of a room along the curve, about; above 0
  bool closed = false;            // the last point leads back to the first
  // Walls stay upright and the floor does not bank; else the section turns no more than the curve
  // makes it, for shafts and loopings, and by `roll` in all.
  bool upright = true;
  std::int32_t roll = 0;  // at the end; whole circles where closed
};
// At most 10,000 rooms. Refuses bends too tight for the width, and steep climbs of upright ones.
PLAYSET_API Result<ScaffoldSelection> stamp_corridor(ScaffoldDocument& document,
                                                     const CorridorConfig& config,
                                                     const StampLook& look = {});

}  // namespace playset
