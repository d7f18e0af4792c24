// WADs for the tests of the DOOM importer, and the oracle's reader. Shares no code with src/asset.
#include "asset/doom_fixture.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "support/support.h"

namespace playset::test {

namespace {

constexpr std::string_view kMapLumps[] = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES",
                                          "SEGS",   "SSECTORS", "NODES",    "SECTORS",
                                          "REJECT", "BLOCKMAP"};

std::uint32_t get(std::span<const std::byte> b, std::size_t at, int size) {
  std::uint32_t v = 0;
  for (int i = 0; i < size; ++i)
    v |= std::to_integer<std::uint32_t>(b[at + static_cast<std::size_t>(i)]) << (8 * i);
  return v;
}

int get_i16(std::span<const std::byte> b, std::size_t at) {
  return static_cast<std::int16_t>(get(b, at, 2));
}

std::string get_name(std::span<const std::byte> b, std::size_t at) {
  std::string name;
  for (std::size_t i = 0; i < 8 && b[at + i] != std::byte{0}; ++i)
    name += static_cast<char>(b[at + i]);
  return name;
}

NamedLump lump_at(std::span<const std::byte> wad, std::size_t i) {
  const std::size_t at = get(wad, 8, 4) + 16 * i, offset = get(wad, at, 4),
                    size = get(wad, at + 4, 4);
  const auto body = size == 0 ? std::span<const std::byte>() : wad.subspan(offset, size);
  return {get_name(wad, at + 8), Bytes(body.begin(), body.end())};
}

bool is_map_lump(const std::string& name) {
  return std::find(std::begin(kMapLumps), std::end(kMapLumps), name) != std::end(kMapLumps);
}

// The lumps that follow a map's marker.
std::vector<NamedLump> map_lumps(std::span<const std::byte> wad, std::string_view map) {
  const std::size_t count = get(wad, 4, 4), directory = get(wad, 8, 4);
  std::size_t i = 0;
  while (i < count && get_name(wad, directory + 16 * i + 8) != map) ++i;
  std::vector<NamedLump> lumps;
  for (++i; i < count && is_map_lump(get_name(wad, directory + 16 * i + 8)); ++i)
    lumps.push_back(lump_at(wad, i));
  return lumps;
}

void append(Bytes& to, std::span<const std::byte> from) {
  to.insert(to.end(), from.begin(), from.end());
}

// The tables of extended nodes, from a map's vanilla ones. GL formats close each subsector with a
// miniseg.
Bytes extended_tables(std::vector<NamedLump>& lumps, std::string_view kind) {
  const bool gl = kind != "XNOD", wide = kind == "XGL2" || kind == "XGL3", fine = kind == "XGL3";
  const Bytes vertices = lump_named(lumps, "VERTEXES"), segs = lump_named(lumps, "SEGS"),
              subs = lump_named(lumps, "SSECTORS"), nodes = lump_named(lumps, "NODES");
  LumpWriter w;
  w.u32(static_cast<std::uint32_t>(vertices.size() / 4 - 1))
      .u32(1);  // the last vertex as an added one
  w.u32(get(vertices, vertices.size() - 4, 2) << 16)
      .u32(get(vertices, vertices.size() - 2, 2) << 16);
  const std::size_t count = subs.size() / 4;
  w.u32(static_cast<std::uint32_t>(count));
  for (std::size_t i = 0; i < count; ++i) w.u32(get(subs, 4 * i, 2) + (gl ? 1 : 0));
  LumpWriter s;
  std::uint32_t made = 0;
  const auto add_seg = [&](std::uint32_t v1, std::uint32_t v2, std::uint32_t line,
                           std::uint32_t side) {
    s.u32(v1).u32(gl ? 0xFFFFFFFFu : v2);
    if (wide) {
      s.u32(line == 0xFFFF ? 0xFFFFFFFFu : line);
    } else {
      s.u16(line);
    }
    s.u8(side);
    ++made;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t n = get(subs, 4 * i, 2), first = get(subs, 4 * i + 2, 2);
    for (std::uint32_t k = first; k < first + n; ++k)
      add_seg(get(segs, 12 * k, 2), get(segs, 12 * k + 2, 2), get(segs, 12 * k + 6, 2),
              get(segs, 12 * k + 8, 2));
    if (gl) add_seg(get(segs, 12 * first + 2, 2), 0, 0xFFFF, 0);
  }
  w.u32(made);
  append(w.bytes, s.bytes);
  w.u32(static_cast<std::uint32_t>(nodes.size() / 28));
  for (std::size_t i = 0; i < nodes.size() / 28; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t v = get(nodes, 28 * i + 2 * k, 2);
      fine ? w.u32(v << 16) : w.u16(v);
    }
    append(w.bytes, std::span(nodes).subspan(28 * i + 8, 16));
    for (std::size_t k = 0; k < 2; ++k) {
      const std::uint32_t c = get(nodes, 28 * i + 24 + 2 * k, 2);
      w.u32((c & 0x8000u) != 0 ? (c & 0x7FFFu) | 0x80000000u : c);
    }
  }
  return w.bytes;
}

Bytes tagged(std::string_view tag, std::span<const std::byte> body) {
  Bytes out;
  for (const char c : tag) out.push_back(static_cast<std::byte>(c));
  append(out, body);
  return out;
}

}  // namespace

LumpWriter& LumpWriter::u8(std::uint32_t v) {
  bytes.push_back(static_cast<std::byte>(v & 0xFF));
  return *this;
}
LumpWriter& LumpWriter::u16(std::uint32_t v) { return u8(v).u8(v >> 8); }
LumpWriter& LumpWriter::u32(std::uint32_t v) { return u16(v).u16(v >> 16); }
LumpWriter& LumpWriter::name(std::string_view text) {
  for (std::size_t i = 0; i < 8; ++i)
    u8(i < text.size() ? static_cast<unsigned char>(text[i]) : 0u);
  return *this;
}

Bytes make_wad(const std::vector<NamedLump>& lumps) {
  LumpWriter body, directory;
  for (const NamedLump& lump : lumps) {
    directory.u32(static_cast<std::uint32_t>(12 + body.bytes.size()))
        .u32(static_cast<std::uint32_t>(lump.bytes.size()))
        .name(lump.name);
    append(body.bytes, lump.bytes);
  }
  LumpWriter wad;
  for (const char c : std::string_view("PWAD")) wad.u8(static_cast<unsigned char>(c));
  wad.u32(static_cast<std::uint32_t>(lumps.size()))
      .u32(static_cast<std::uint32_t>(12 + body.bytes.size()));
  append(wad.bytes, body.bytes);
  append(wad.bytes, directory.bytes);
  return wad.bytes;
}

std::vector<NamedLump> lumps_of(std::span<const std::byte> wad) {
  std::vector<NamedLump> lumps;
  for (std::size_t i = 0; i < get(wad, 4, 4); ++i) lumps.push_back(lump_at(wad, i));
  return lumps;
}

Bytes& lump_named(std::vector<NamedLump>& lumps, std::string_view name) {
  const auto at =
      std::find_if(lumps.begin(), lumps.end(), [&](const NamedLump& l) { return l.name == name; });
  REQUIRE(at != lumps.end());
  return at->bytes;
}

Bytes compressed(std::span<const std::byte> bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  Bytes out(size);
  REQUIRE(compress(reinterpret_cast<Bytef*>(out.data()), &size,
                   reinterpret_cast<const Bytef*>(bytes.data()),
                   static_cast<uLong>(bytes.size())) == Z_OK);
  out.resize(size);
  return out;
}

std::vector<NamedLump> four_rooms() {
  LumpWriter things, lines, sides, vertices, sectors;
  things.i16(64).i16(64).i16(90).i16(1).i16(7);      // player 1 in A, facing north
  things.i16(700).i16(128).i16(0).i16(3004).i16(7);  // in C, facing east
  things.i16(-100).i16(0).i16(0).i16(2001).i16(7);   // outside
  constexpr int kVertices[][2] = {{0, 0},     {0, 256}, {256, 256}, {512, 256}, {528, 256},
                                  {768, 256}, {768, 0}, {528, 0},   {512, 0},   {256, 0}};
  for (const auto& v : kVertices) vertices.i16(v[0]).i16(v[1]);
  constexpr int kSectorOfWall[] = {0, 0, 1, 2, 3,
                                   3, 3, 2, 1, 0};  // wall i runs from vertex i to i + 1
  const auto side = [&](int sector, const char* upper, const char* lower, const char* middle) {
    sides.i16(0).i16(0).name(upper).name(lower).name(middle).i16(sector);
  };
  for (int i = 0; i < 10; ++i) {
    lines.i16(i).i16((i + 1) % 10).i16(1).i16(0).i16(0).i16(i).u16(0xFFFF);
    side(kSectorOfWall[i], "-", "-", i == 0 ? "BRICK" : "STONE");
  }
  lines.i16(9).i16(2).i16(4).i16(0).i16(0).i16(10).i16(11);   // A|B: B in front
  lines.i16(3).i16(8).i16(4).i16(26).i16(0).i16(12).i16(13);  // B|door: blue key
  lines.i16(7).i16(4).i16(4).i16(1).i16(0).i16(14).i16(15);   // door|C: from C without a key
  side(1, "-", "-", "-");
  side(0, "LINTEL", "STEP", "-");
  side(1, "DOOR", "-", "-");
  side(2, "-", "-", "-");
  side(3, "DOOR", "-", "-");
  side(2, "-", "-", "-");
  constexpr int kHeights[][3] = {{0, 128, 0}, {24, 96, 9}, {24, 24, 0}, {24, 128, 7}};
  for (const auto& h : kHeights)
    sectors.i16(h[0]).i16(h[1]).name("FLOOR").name("F_SKY1").i16(160).i16(h[2]).i16(0);
  return {{"MAP01", {}},
          {"THINGS", things.bytes},
          {"LINEDEFS", lines.bytes},
          {"SIDEDEFS", sides.bytes},
          {"VERTEXES", vertices.bytes},
          {"SEGS", {}},
          {"SSECTORS", {}},
          {"NODES", {}},
          {"SECTORS", sectors.bytes}};
}

Bytes as_hexen(std::span<const std::byte> wad) {
  auto lumps = lumps_of(wad);
  LumpWriter things, lines;
  const Bytes t = lump_named(lumps, "THINGS"), l = lump_named(lumps, "LINEDEFS");
  for (std::size_t i = 0; i < t.size() / 10; ++i) {
    things.u16(0);
    append(things.bytes, std::span(t).subspan(10 * i, 4));
    things.i16(0);
    append(things.bytes, std::span(t).subspan(10 * i + 4, 6));
    for (int k = 0; k < 6; ++k) things.u8(0);
  }
  for (std::size_t i = 0; i < l.size() / 14; ++i) {
    append(lines.bytes, std::span(l).subspan(14 * i, 6));
    lines.u8(get(l, 14 * i + 6, 2) != 0 ? 12 : 0)
        .u8(get(l, 14 * i + 8, 2));  // any special becomes "door raise" of its tag
    for (int k = 0; k < 4; ++k) lines.u8(0);
    append(lines.bytes, std::span(l).subspan(14 * i + 10, 4));
  }
  lump_named(lumps, "THINGS") = things.bytes;
  lump_named(lumps, "LINEDEFS") = lines.bytes;
  lumps.push_back({"BEHAVIOR", {}});
  return make_wad(lumps);
}

Bytes with_nodes(std::span<const std::byte> wad, std::string_view format) {
  auto lumps = lumps_of(wad);
  const std::string plain = "X" + std::string(format.substr(1));
  Bytes body = extended_tables(lumps, plain);
  if (format[0] == 'Z') body = compressed(body);
  const bool gl = plain != "XNOD";
  lump_named(lumps, "SEGS").clear();
  lump_named(lumps, "NODES") = gl ? Bytes() : tagged(format, body);
  lump_named(lumps, "SSECTORS") = gl ? tagged(format, body) : Bytes();
  return make_wad(lumps);
}

Bytes without_nodes(std::span<const std::byte> wad) {
  auto lumps = lumps_of(wad);
  for (const char* name : {"SEGS", "SSECTORS", "NODES"}) lump_named(lumps, name).clear();
  return make_wad(lumps);
}

int OracleMap::sector_at(double x, double y) const {
  double nearest = 1e300;
  int sector = -1;
  for (const Line& l : lines) {
    if ((l.y1 > y) == (l.y2 > y)) continue;
    const double at = l.x1 + (y - l.y1) / (l.y2 - l.y1) * (l.x2 - l.x1);
    if (at <= x || at >= nearest) continue;
    nearest = at;
    sector = l.y2 > l.y1 ? l.left : l.right;  // a line going north has the west on its left
  }
  return sector;
}

double OracleMap::distance(double x, double y) const {
  double best = 1e300;
  for (const Line& l : lines) {
    const double dx = l.x2 - l.x1, dy = l.y2 - l.y1, size2 = dx * dx + dy * dy;
    const double t =
        size2 == 0 ? 0 : std::clamp(((x - l.x1) * dx + (y - l.y1) * dy) / size2, 0.0, 1.0);
    best = std::min(best, std::hypot(l.x1 + t * dx - x, l.y1 + t * dy - y));
  }
  return best;
}

std::vector<double> OracleMap::sector_areas() const {
  std::vector<double> areas(sectors.size());
  for (const Line& l : lines) {
    const double cross = (l.x1 * l.y2 - l.x2 * l.y1) / 2;
    if (l.right >= 0) areas[static_cast<std::size_t>(l.right)] -= cross;
    if (l.left >= 0) areas[static_cast<std::size_t>(l.left)] += cross;
  }
  return areas;
}

double OracleMap::area() const {
  double sum = 0;
  for (const double a : sector_areas()) sum += a;
  return sum;
}

OracleMap read_oracle(std::span<const std::byte> wad, std::string_view map) {
  std::vector<NamedLump> lumps = map_lumps(wad, map);
  const Bytes v = lump_named(lumps, "VERTEXES"), l = lump_named(lumps, "LINEDEFS"),
              s = lump_named(lumps, "SIDEDEFS"), sec = lump_named(lumps, "SECTORS"),
              t = lump_named(lumps, "THINGS");
  OracleMap out;
  out.counts = {v.size() / 4, l.size() / 14, sec.size() / 26,
                lump_named(lumps, "SSECTORS").size() / 4};
  out.box = {1e9, 1e9, -1e9, -1e9};
  const auto sector = [&](std::uint32_t side) {
    return side == 0xFFFF ? -1 : static_cast<int>(get(s, 30 * side + 28, 2));
  };
  for (std::size_t i = 0; i < l.size() / 14; ++i) {
    const std::size_t a = 4 * std::size_t{get(l, 14 * i, 2)},
                      b = 4 * std::size_t{get(l, 14 * i + 2, 2)};
    out.lines.push_back({double(get_i16(v, a)), double(get_i16(v, a + 2)), double(get_i16(v, b)),
                         double(get_i16(v, b + 2)), sector(get(l, 14 * i + 10, 2)),
                         sector(get(l, 14 * i + 12, 2)), static_cast<int>(get(l, 14 * i + 6, 2))});
    const auto& line = out.lines.back();
    out.box = {std::min({out.box[0], line.x1, line.x2}), std::min({out.box[1], line.y1, line.y2}),
               std::max({out.box[2], line.x1, line.x2}), std::max({out.box[3], line.y1, line.y2})};
  }
  for (std::size_t i = 0; i < sec.size() / 26; ++i)
    out.sectors.push_back({get_i16(sec, 26 * i), get_i16(sec, 26 * i + 2)});
  for (std::size_t i = 0; i < t.size() / 10; ++i) {
    out.things.push_back({double(get_i16(t, 10 * i)), double(get_i16(t, 10 * i + 2)),
                          get_i16(t, 10 * i + 6), get_i16(t, 10 * i + 4)});
  }
  return out;
}

bool for_each_freedoom_map(const std::function<void(const std::string&, std::span<const std::byte>,
                                                    const std::string&)>& fn) {
  namespace fs = std::filesystem;
  bool all = true;
  for (const char* file : {"freedoom1.wad", "freedoom2.wad"}) {
    const fs::path path = fs::path(PLAYSET_FREEDOOM) / file;
    std::error_code error;
    if (!fs::exists(path, error)) {
      MESSAGE("SKIPPED, real data is missing: ", path.string(),
              " (install the package freedoom or set PLAYSET_FREEDOOM)");
      all = false;
      continue;
    }
    const Bytes bytes = read_file_bytes(path.string());
    for (std::size_t i = 0; i < get(bytes, 4, 4); ++i) {
      const std::string name = get_name(bytes, get(bytes, 8, 4) + 16 * i + 8);
      const bool doom1 = name.size() == 4 && name[0] == 'E' && name[2] == 'M';
      const bool doom2 = name.size() == 5 && name.compare(0, 3, "MAP") == 0;
      if (!doom1 && !doom2) continue;
      INFO(file, ":", name);
      fn(file, bytes, name);
    }
  }
  return all;
}

}  // namespace playset::test
