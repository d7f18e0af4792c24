// cli/trace_command.h - `playset trace`: shoots rays through a level and answers in the source
// file's own numbers.
//
// See     cli/ray_file.h, tests/cli/trace_command_test.cpp, docs/cli.md
#pragma once

#include <cstdint>
#include <vector>

#include "cli/command.h"
#include "cli/ray_file.h"

namespace playset {

enum class DoorsAtStart { Open, Initial, Closed };

struct TraceRequest : CommandRequest {
  std::string rays;          // file of rays, or "" for random ones
  std::string level_name;    // which rays of the file; "" takes those that name this level, or none
  std::uint32_t random = 0;  // how many random segments to time
  std::uint64_t seed = 1;
  DoorsAtStart doors = DoorsAtStart::Open;
  std::string from, to;  // places, as path takes them: one ray, from the command line
  std::string output;    // a picture of that ray, or ""
};

// One answer, in the source's units and numbers.
struct RayAnswer {
  LineHit hit;                     // hit.t is in units of |dir|
  std::int32_t end = -1;           // source number of the last cell; -1 outside
  std::int32_t side = -1;          // source number of the side hit, where one was
  std::vector<std::int32_t> path;  // source numbers of the cells crossed
};

// Answers `query` exactly. A ray without end goes as far as the grid does. `start` is the cell of
// the level that holds the origin, or kNone; `doors` may be nullptr: all open.
[[nodiscard]] RayAnswer answer_ray(const LoadedLevel& loaded, const RayQuery& query,
                                   std::uint32_t start, const DoorStates* doors);

// "wall", "door", "end", "outside", "step_limit" or "bad_cell".
[[nodiscard]] const char* hit_kind_name(HitKind kind) noexcept;

// Segments from points uniform in the level's open space, in random directions, long enough to leave
// the level. Requires a level with a cell.
[[nodiscard]] std::vector<Segment> random_segments(const Level& level, std::uint32_t count,
                                                   std::uint64_t seed);

// Depends on every bit of every answer and on their order.
[[nodiscard]] std::uint64_t hash_hits(std::span<const SegmentHit> hits) noexcept;

// The level's doors as the option says.
[[nodiscard]] DoorStates doors_for(const Level& level, DoorsAtStart choice);
void add_doors_option(CLI::App& command, DoorsAtStart& doors);

int run_trace(const TraceRequest& request, const Console& console);

void add_trace_command(CLI::App& app, ChosenCommand& chosen);

}  // namespace playset
