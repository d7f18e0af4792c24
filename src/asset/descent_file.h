// src/asset/descent_file.h - what a Descent level file holds, in its own units, axes and numbers;
// shared by .rdl .rl2 .sdl and .blk.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "asset/repair_log.h"
#include "playset/core/result.h"

namespace playset {

inline constexpr std::uint16_t kNoWall = 0xFFFF;
inline constexpr std::uint8_t kNoCorner = 0xFF;
inline constexpr std::uint8_t kNoTrigger = 0xFF;

using FixVector = std::array<std::int32_t, 3>;  // 16.16

// Corner indices (0..7) of each side, in the order that runs counterclockwise from inside by the
// usual formula in Descent's axes.
inline constexpr std::uint8_t kDescentSideCorners[6][4] = {
    {7, 6, 2, 3}, {0, 4, 7, 3}, {0, 1, 5, 4}, {2, 6, 5, 1}, {4, 5, 6, 7}, {3, 2, 1, 0}};

struct DescentSide {
  std::array<std::uint8_t, 4> corners{};  // kNoCorner: missing
  std::int32_t child = -1;                // cub behind, -1 none, -2 way out of the mine
  std::uint16_t wall = kNoWall;
  bool textured = false;
  std::uint16_t base = 0;  // texture numbers
  std::uint16_t overlay = 0;
};

struct DescentCub {
  std::int32_t number = -1;  // as the file counts
  std::array<std::uint32_t, 8> vertices{};
  std::array<DescentSide, 6> sides{};
  std::uint8_t special = 0;
};

struct DescentWall {
  std::int32_t number = -1;
  std::int32_t cub = -1;
  std::int32_t side = -1;
  std::uint8_t type = 0;
  std::uint8_t flags = 0;
  std::uint8_t trigger = kNoTrigger;
  std::uint8_t keys = 0;
};

// A side that a trigger moves.
struct DescentLink {
  std::int16_t cub = -1;
  std::int16_t side = -1;
};

struct DescentTrigger {
  std::uint8_t type = 0;   // Descent 2
  std::int32_t flags = 0;  // Descent 1: what it does
  std::vector<DescentLink> links;
};

struct DescentObject {
  std::uint8_t type = 0;
  std::uint8_t id = 0;
  std::int16_t cub = -1;
  FixVector position{};
  FixVector forward{};
};

struct DescentFile {
  std::string name;  // from the game data
  std::int32_t version = 0;
  std::int32_t game_version = 0;
  bool shareware = false;
  std::size_t mine_end = 0;  // byte after the mine data
  std::size_t game_offset = 0;
  std::vector<FixVector> vertices;
  std::vector<DescentCub> cubs;
  std::vector<DescentWall> walls;
  std::vector<DescentTrigger> triggers;
  std::vector<DescentTrigger> reactor_triggers;
  std::vector<DescentObject> objects;
  std::uint32_t matcens = 0;
  std::uint32_t flickers = 0;       // flickering lights
  std::uint32_t delta_indices = 0;  // light differences by side, and
  std::uint32_t deltas = 0;         // how many they are
};

enum class DescentLayout : std::uint8_t { Detect, Full, Shareware };

// Header, mine and game data. Tables of the game data that do not fit the file are left out and
// logged.
[[nodiscard]] Result<DescentFile> read_descent_file(std::span<const std::byte> bytes,
                                                    DescentLayout layout, RepairLog& log);

// The game data at file.game_offset. Objects stop at the first kind that is not known.
[[nodiscard]] std::optional<Error> read_game_data(std::span<const std::byte> bytes,
                                                  DescentFile& file, RepairLog& log);

}  // namespace playset
