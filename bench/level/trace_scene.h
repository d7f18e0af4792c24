// bench/level/trace_scene.h - TraceScene: a cooked level by the name benches know it under, its
// segment sets and its walls.
//
// Units   metres.
// Cost    seconds for tunnels100000.
// Threads one.
// See     docs/benches.md
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "playset/level/level.h"

namespace playset::bench {

struct TraceScene {
  std::string name;
  CellComplex complex;
  Level level;
  double cell_size = 0;  // m: mean cube root of the cells' volumes
};

// tunnels<N>, or a map of freedoom2.wad. Null, after saying why on stderr, where that cannot be
// had.
[[nodiscard]] std::unique_ptr<TraceScene> make_scene(const std::string& name);

// Random segments from points uniform in the open volume, in every direction, in random order,
// their cell known.
//   short   0.2 to 1 cell long
//   medium  5 cells
//   long    the level's diagonal: always to a wall
enum class SegmentSet { Short, Medium, Long };
inline constexpr const char* kSetNames[] = {"short", "medium", "long"};
[[nodiscard]] std::vector<Segment> make_segments(const TraceScene& scene, SegmentSet set,
                                                 std::size_t count);

// The walls as triangles in the peers' form. Doors are open, so they are no walls.
struct WallSoup {
  std::vector<float> positions;        // x y z
  std::vector<std::uint32_t> indices;  // three per triangle
};
[[nodiscard]] WallSoup wall_soup(const Level& level);

}  // namespace playset::bench
