// src/asset/doom_map.h - a DOOM map as its lumps say it: checked indices, one form for vanilla,
// Hexen and extended nodes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "asset/repair_log.h"
#include "playset/asset/wad.h"
#include "playset/geom/cell_complex.h"

namespace playset::doom {

inline constexpr std::uint32_t kLeafBit = 0x80000000u;  // in DoomNode::child: a leaf, not a node

struct DoomVertex {
  double x = 0, y = 0;  // map units
};

struct DoomLine {
  std::uint32_t v1 = 0, v2 = 0;
  std::array<std::uint32_t, 2> side = {kNone, kNone};  // right (front), left
  std::uint16_t flags = 0;
  std::int32_t special = 0, tag = 0;
  std::array<std::uint8_t, 5> args = {};  // Hexen
};

struct DoomSide {
  std::string upper, lower, middle;
  std::uint32_t sector = 0;
};

struct DoomSector {
  std::int32_t floor = 0, ceiling = 0, special = 0, tag = 0;
  std::string floor_flat, ceiling_flat;
};

struct DoomThing {
  std::int32_t x = 0, y = 0, z = 0, angle = 0, type = 0;
};

// A piece of one side of a linedef, or of a partition line (line == kNone).
struct DoomSeg {
  std::uint32_t line = kNone;
  std::uint32_t side = 0;
};

struct DoomLeaf {
  std::uint32_t first_seg = 0, seg_count = 0;
};

struct DoomNode {
  double x = 0, y = 0, dx = 0, dy = 0;  // partition line; child 0 lies on its right
  std::array<std::uint32_t, 2> child = {0, 0};
};

struct DoomMap {
  std::string name;
  bool hexen = false;
  std::vector<DoomVertex> vertices;
  std::vector<DoomLine> lines;
  std::vector<DoomSide> sides;
  std::vector<DoomSector> sectors;
  std::vector<DoomThing> things;
  std::vector<DoomSeg> segs;
  std::vector<DoomLeaf> leaves;
  std::vector<DoomNode> nodes;  // last is the root; empty with one leaf
};

// The lumps of one map, by what they are; empty where missing.
struct DoomLumps {
  std::string name;
  std::size_t marker = 0;
  bool hexen = false, udmf = false;
  std::span<const std::byte> things, lines, sides, vertices, segs, leaves, nodes, sectors;
};

// Every map's marker: the lump before THINGS or TEXTMAP.
[[nodiscard]] std::vector<DoomLumps> find_doom_maps(const Wad& wad);

// Everything but segs, leaves and nodes. `repairs` gets what a lenient import leaves out.
[[nodiscard]] Result<DoomMap> read_doom_map(const DoomLumps& lumps, RepairLog& repairs);

// Fills segs, leaves and nodes from the lumps, whatever their format. Refuses broken ones.
[[nodiscard]] Result<Done> read_doom_nodes(const DoomLumps& lumps, DoomMap& map);

// Fills them by building our own. What lies within on_line map units of a partition counts as on
// it.
[[nodiscard]] Result<Done> build_doom_nodes(DoomMap& map, double on_line);

// The sector that a seg faces, or kNone.
[[nodiscard]] std::uint32_t seg_sector(const DoomMap& map, const DoomSeg& seg) noexcept;

}  // namespace playset::doom
