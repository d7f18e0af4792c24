// Reads a DOOM map's lumps except its nodes, and checks every index in them.
#include "asset/doom_map.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "asset/byte_reader.h"

namespace playset::doom {

namespace {

struct LumpField {
  std::string_view name;
  std::span<const std::byte> DoomLumps::*field;
};

constexpr LumpField kFields[] = {
    {"THINGS", &DoomLumps::things},  {"LINEDEFS", &DoomLumps::lines},
    {"SIDEDEFS", &DoomLumps::sides}, {"VERTEXES", &DoomLumps::vertices},
    {"SEGS", &DoomLumps::segs},      {"SSECTORS", &DoomLumps::leaves},
    {"NODES", &DoomLumps::nodes},    {"SECTORS", &DoomLumps::sectors}};

bool other_map_lump(std::string_view name) {
  return name == "REJECT" || name == "BLOCKMAP" || name == "BEHAVIOR" || name == "SCRIPTS";
}

// Puts the lump into its field; false where it is no lump of a map.
bool take_lump(const Wad& wad, std::size_t i, DoomLumps& lumps) {
  const std::string& name = wad.lumps[i].name;
  for (const LumpField& f : kFields) {
    if (f.name != name) continue;
    lumps.*f.field = lump_bytes(wad, i);
    return true;
  }
  lumps.hexen |= name == "BEHAVIOR";
  return other_map_lump(name);
}

std::string count_text(std::size_t n) { return std::to_string(n); }

// Everything that reads one map shares these.
struct MapReader {
  const DoomLumps& lumps;
  RepairLog& repairs;
  DoomMap map;

  Error fail(const std::string& message) const {
    return repairs.error(ErrorCode::Invalid, lumps.name + ": " + message);
  }
  void repair(const std::string& text) { repairs.add(lumps.name + ": " + text); }
  std::size_t records(std::span<const std::byte> lump, std::size_t size, const char* what);
  Result<Done> read_vertices();
  Result<Done> read_sectors();
  Result<Done> read_sides();
  Result<Done> read_lines();
  Result<Done> read_line(ByteReader& in, std::size_t i);
  Result<Done> read_things();
};

// How many whole records a lump holds; a rest of some bytes is a repair.
std::size_t MapReader::records(std::span<const std::byte> lump, std::size_t size,
                               const char* what) {
  const std::size_t rest = lump.size() % size;
  if (rest != 0) {
    repair(std::string("lump ") + what + " ends with " + count_text(rest) + " bytes of a " +
           count_text(size) + "-byte record: ignored");
  }
  return lump.size() / size;
}

Result<Done> MapReader::read_vertices() {
  const std::size_t count = records(lumps.vertices, 4, "VERTEXES");
  ByteReader in(lumps.vertices);
  map.vertices.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = in.i16();
    map.vertices.push_back({x, static_cast<double>(in.i16())});
  }
  return Done{};
}

Result<Done> MapReader::read_sectors() {
  const std::size_t count = records(lumps.sectors, 26, "SECTORS");
  ByteReader in(lumps.sectors);
  map.sectors.resize(count);
  for (DoomSector& s : map.sectors) {
    s.floor = in.i16();
    s.ceiling = in.i16();
    s.floor_flat = in.text(8);
    s.ceiling_flat = in.text(8);
    in.skip(2);  // light
    s.special = in.i16();
    s.tag = in.i16();
  }
  return Done{};
}

Result<Done> MapReader::read_sides() {
  const std::size_t count = records(lumps.sides, 30, "SIDEDEFS");
  ByteReader in(lumps.sides);
  map.sides.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    DoomSide& s = map.sides[i];
    in.skip(4);  // texture offsets
    s.upper = in.text(8);
    s.lower = in.text(8);
    s.middle = in.text(8);
    s.sector = in.u16();
    if (s.sector >= map.sectors.size()) {
      return fail("sidedef " + count_text(i) + " names sector " + count_text(s.sector) + " of " +
                  count_text(map.sectors.size()) + ": the map is damaged");
    }
  }
  return Done{};
}

Result<Done> MapReader::read_line(ByteReader& in, std::size_t i) {
  DoomLine& line = map.lines[i];
  line.v1 = in.u16();
  line.v2 = in.u16();
  line.flags = in.u16();
  if (map.hexen) {
    line.special = in.u8();
    for (std::uint8_t& arg : line.args) arg = in.u8();
    line.tag = line.args[0];
  } else {
    line.special = in.u16();
    line.tag = in.i16();
  }
  for (std::uint32_t& side : line.side) {
    const std::uint32_t number = in.u16();
    side = number == 0xFFFF ? kNone : number;
  }
  if (line.v1 >= map.vertices.size() || line.v2 >= map.vertices.size()) {
    return fail("linedef " + count_text(i) + " names vertex " +
                count_text(std::max(line.v1, line.v2)) + " of " + count_text(map.vertices.size()) +
                ": the map is damaged");
  }
  for (std::uint32_t& side : line.side) {
    if (side == kNone || side < map.sides.size()) continue;
    repair("linedef " + count_text(i) + " names sidedef " + count_text(side) + " of " +
           count_text(map.sides.size()) + ": taken as none");
    side = kNone;
  }
  return Done{};
}

Result<Done> MapReader::read_lines() {
  const std::size_t count = records(lumps.lines, map.hexen ? 16 : 14, "LINEDEFS");
  ByteReader in(lumps.lines);
  map.lines.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Result<Done> done = read_line(in, i);
    if (!done) return done;
  }
  return Done{};
}

Result<Done> MapReader::read_things() {
  const std::size_t count = records(lumps.things, map.hexen ? 20 : 10, "THINGS");
  ByteReader in(lumps.things);
  map.things.resize(count);
  for (DoomThing& t : map.things) {
    if (map.hexen) in.skip(2);  // tid
    t.x = in.i16();
    t.y = in.i16();
    if (map.hexen) t.z = in.i16();
    t.angle = in.i16();
    t.type = in.i16();
    in.skip(map.hexen ? 8 : 2);  // flags; special and arguments
  }
  return Done{};
}

}  // namespace

std::vector<DoomLumps> find_doom_maps(const Wad& wad) {
  std::vector<DoomLumps> maps;
  for (std::size_t i = 0; i + 1 < wad.lumps.size(); ++i) {
    const std::string& next = wad.lumps[i + 1].name;
    if (next != "THINGS" && next != "TEXTMAP") continue;
    DoomLumps lumps;
    lumps.name = wad.lumps[i].name;
    lumps.marker = i;
    lumps.udmf = next == "TEXTMAP";
    std::size_t last = i + 1;
    while (!lumps.udmf && last < wad.lumps.size() && take_lump(wad, last, lumps)) ++last;
    maps.push_back(std::move(lumps));
    i = last > i + 1 ? last - 1 : i + 1;
  }
  return maps;
}

Result<DoomMap> read_doom_map(const DoomLumps& lumps, RepairLog& repairs) {
  MapReader reader{lumps, repairs, {}};
  reader.map.name = lumps.name;
  reader.map.hexen = lumps.hexen;
  if (lumps.vertices.empty() || lumps.lines.empty() || lumps.sides.empty() ||
      lumps.sectors.empty()) {
    return repairs.error(
        ErrorCode::Truncated,
        lumps.name + ": a lump of VERTEXES, LINEDEFS, SIDEDEFS or SECTORS is missing or empty");
  }
  for (const auto read :
       {&MapReader::read_vertices, &MapReader::read_sectors, &MapReader::read_sides,
        &MapReader::read_lines, &MapReader::read_things}) {
    const Result<Done> done = (reader.*read)();
    if (!done) return done.error();
  }
  if (repairs.refused()) return repairs.refusal();
  return std::move(reader.map);
}

std::uint32_t seg_sector(const DoomMap& map, const DoomSeg& seg) noexcept {
  if (seg.line == kNone) return kNone;
  const std::uint32_t side = map.lines[seg.line].side[seg.side];
  return side == kNone ? kNone : map.sides[side].sector;
}

}  // namespace playset::doom
