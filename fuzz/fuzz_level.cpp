// Cooked levels from anywhere: what open_level takes can be asked everything, without a bad read.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "level/cook_write.h"
#include "playset/level/level.h"

namespace {

using namespace playset;

// Makes size and checksum fit, so that mutations reach what lies behind them.
void seal(std::span<std::byte> file) {
  auto& header = *reinterpret_cast<LevelHeader*>(file.data());
  header.size = file.size();
  header.checksum = level_checksum(file);
}

// Traces from cell to cell's middle, by every way there is.
void use(const Level& level) {
  const DoorStates doors = initial_doors(level);
  std::vector<Segment> segments;
  for (std::uint32_t c = 0; c < level.cell_count() && c < 16; ++c) {
    const auto from = glm::vec3(level.cell_center(c));
    const auto to = glm::vec3(level.cell_center(level.cell_count() - 1 - c));
    segments.push_back({from, c, to + glm::vec3(0.37f, 40.0f, -0.11f), c});
    segments.push_back({from, kNone, to, c});
  }
  std::vector<SegmentHit> hits(segments.size());
  trace_segments(level, segments, hits, {.doors = &doors});
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const SegmentHit one = trace_segment(level, segments[i], {.doors = &doors});
    if (std::memcmp(&one, &hits[i], sizeof(one)) != 0) std::abort();
    if (one.side != kNone && one.side >= level.side_count()) std::abort();
  }
  if (level.extras().doors.size() != level.door_count()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::shared_ptr<std::byte> block = allocate_block(size > 0 ? size : 1);
  if (size > 0) std::memcpy(block.get(), data, size);
  if (size >= sizeof(LevelHeader)) seal({block.get(), size});
  const Result<Level> level = open_level({block.get(), size});
  if (level) use(*level);
  if (!level && level.error().message.empty()) std::abort();
  return 0;
}
