// playset/asset/wad.h - the WAD archive of DOOM and its kin: a directory of named lumps.
//
// Use it to look into a WAD; doom.h reads the maps in it.
// Units   bytes.
// Cost    one pass over the directory; lumps are views of the caller's bytes.
// Threads plain values.
// Ref     Fell, The Unofficial DOOM Specs (directory of lumps)
// See     asset/doom.h, tests/asset/wad_test.cpp
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "playset/core/result.h"

namespace playset {

// One entry of the directory. Names have at most 8 bytes and need not be unique.
struct WadLump {
  std::string name;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

// The directory in file order, and the bytes it speaks of (not owned).
struct Wad {
  bool iwad = false;  // a game's own file, not an addition to one
  std::vector<WadLump> lumps;
  std::span<const std::byte> bytes;
};

// Refuses what does not start with IWAD or PWAD, a directory beyond the end, and lumps that reach
// beyond it. `bytes` must outlive the result.
[[nodiscard]] PLAYSET_API Result<Wad> parse_wad(std::span<const std::byte> bytes);

// A lump's content. Requires an index in range.
[[nodiscard]] PLAYSET_API std::span<const std::byte> lump_bytes(const Wad& wad,
                                                                std::size_t lump) noexcept;

}  // namespace playset
