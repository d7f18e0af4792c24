// Reads a DOOM map's BSP: vanilla NODES, extended XNOD and GL nodes (XGLN, XGL2, XGL3), plain or
// zlib-compressed.
#include <zlib.h>

#include <cstring>

#include "asset/byte_reader.h"
#include "asset/doom_map.h"

namespace playset::doom {

namespace {

constexpr std::size_t kMaxInflation =
    64;  // node lumps compress 3 to 5 times; more is an attack on memory

Error node_error(const DoomMap& map, const std::string& message) {
  return {ErrorCode::Invalid, map.name + ": " + message + ": rebuild the map's nodes", {}, 0, 0, 0};
}

std::string text(std::size_t n) { return std::to_string(n); }

Result<Done> check_seg(const DoomMap& map, const DoomSeg& seg, std::size_t i) {
  if (seg.line != kNone && seg.line >= map.lines.size()) {
    return node_error(map, "seg " + text(i) + " names linedef " + text(seg.line) + " of " +
                               text(map.lines.size()));
  }
  if (seg.side > 1)
    return node_error(map, "seg " + text(i) + " names side " + text(seg.side) + " of a linedef");
  return Done{};
}

Result<Done> check_nodes(const DoomMap& map) {
  for (std::size_t i = 0; i < map.segs.size(); ++i) {
    const Result<Done> done = check_seg(map, map.segs[i], i);
    if (!done) return done;
  }
  for (std::size_t i = 0; i < map.leaves.size(); ++i) {
    const DoomLeaf& leaf = map.leaves[i];
    if (leaf.seg_count == 0 || leaf.first_seg > map.segs.size() ||
        map.segs.size() - leaf.first_seg < leaf.seg_count) {
      return node_error(map, "subsector " + text(i) + " has no segs, or segs beyond their end");
    }
  }
  for (std::size_t i = 0; i < map.nodes.size(); ++i) {
    for (const std::uint32_t child : map.nodes[i].child) {
      const bool leaf = (child & kLeafBit) != 0;
      if (leaf ? (child & ~kLeafBit) >= map.leaves.size() : child >= map.nodes.size()) {
        return node_error(map, "node " + text(i) + " names a child that does not exist");
      }
    }
  }
  if (map.leaves.empty()) return node_error(map, "it has no nodes");
  if (map.nodes.empty() && map.leaves.size() > 1)
    return node_error(map, "several subsectors but no nodes");
  return Done{};
}

void read_vanilla(const DoomLumps& lumps, DoomMap& map) {
  ByteReader segs(lumps.segs);
  map.segs.resize(lumps.segs.size() / 12);
  for (DoomSeg& s : map.segs) {
    segs.skip(6);
    s.line = segs.u16();
    s.side = segs.u16();
    segs.skip(2);
  }
  ByteReader leaves(lumps.leaves);
  map.leaves.resize(lumps.leaves.size() / 4);
  for (DoomLeaf& l : map.leaves) {
    l.seg_count = leaves.u16();
    l.first_seg = leaves.u16();
  }
  ByteReader nodes(lumps.nodes);
  map.nodes.resize(lumps.nodes.size() / 28);
  for (DoomNode& n : map.nodes) {
    n.x = nodes.i16();
    n.y = nodes.i16();
    n.dx = nodes.i16();
    n.dy = nodes.i16();
    nodes.skip(16);
    for (std::uint32_t& child : n.child) {
      const std::uint32_t c = nodes.u16();
      child = (c & 0x8000) != 0 ? (c & 0x7FFF) | kLeafBit : c;
    }
  }
}

enum class Extended { No, Xnod, Xgln, Xgl2, Xgl3 };

struct ExtendedLump {
  Extended kind = Extended::No;
  bool packed = false;
  std::span<const std::byte> body;
};

ExtendedLump extended_kind(std::span<const std::byte> lump) {
  constexpr struct {
    char name[5];
    Extended kind;
  } kKinds[] = {{"XNOD", Extended::Xnod},
                {"XGLN", Extended::Xgln},
                {"XGL2", Extended::Xgl2},
                {"XGL3", Extended::Xgl3}};
  if (lump.size() < 4) return {};
  for (const auto& k : kKinds) {
    if (std::memcmp(lump.data() + 1, k.name + 1, 3) != 0) continue;
    const auto first = std::to_integer<char>(lump[0]);
    if (first == 'X' || first == 'Z') return {k.kind, first == 'Z', lump.subspan(4)};
  }
  return {};
}

// Inflates a zlib stream whose length nobody says, up to kMaxInflation times its size.
Result<std::vector<std::byte>> inflate(const DoomMap& map, std::span<const std::byte> packed) {
  std::vector<std::byte> out(packed.size() * 4 + 64);
  z_stream z{};
  if (inflateInit(&z) != Z_OK) return node_error(map, "zlib cannot start");
  z.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
  z.avail_in = static_cast<uInt>(packed.size());
  std::size_t made = 0;
  int status = Z_OK;
  while (status == Z_OK && made < out.size()) {
    z.next_out = reinterpret_cast<Bytef*>(out.data() + made);
    z.avail_out = static_cast<uInt>(out.size() - made);
    status = ::inflate(&z, Z_NO_FLUSH);
    made = out.size() - z.avail_out;
    if (made == out.size() && out.size() < packed.size() * kMaxInflation)
      out.resize(out.size() * 2);
  }
  inflateEnd(&z);
  if (status != Z_STREAM_END)
    return node_error(map, "the compressed nodes are damaged or too large");
  out.resize(made);
  return out;
}

// A cursor that says whether a table still fits.
struct ExtendedReader {
  DoomMap& map;
  Extended kind;
  ByteReader in;
  std::size_t vertex_count = 0;

  [[nodiscard]] bool fits(std::size_t count, std::size_t size) const {
    return in.left() / size >= count;
  }
  Error short_of(const char* what) const {
    return node_error(map, std::string("the extended nodes end inside their ") + what);
  }
  Result<Done> skip_vertices();
  Result<Done> read_leaves();
  Result<Done> read_segs();
  Result<Done> read_nodes();
};

Result<Done> ExtendedReader::skip_vertices() {
  if (!fits(1, 8)) return short_of("header");
  vertex_count = in.u32();
  const std::size_t added = in.u32();
  vertex_count += added;
  if (!fits(added, 8)) return short_of("vertices");
  in.skip(added * 8);  // ends of segs: only their linedefs count
  return Done{};
}

Result<Done> ExtendedReader::read_leaves() {
  if (!fits(1, 4)) return short_of("header");
  const std::size_t count = in.u32();
  if (!fits(count, 4)) return short_of("subsectors");
  map.leaves.resize(count);
  std::uint64_t first = 0;
  for (DoomLeaf& leaf : map.leaves) {
    leaf.seg_count = in.u32();
    leaf.first_seg = static_cast<std::uint32_t>(first);
    first += leaf.seg_count;
    if (first >= kNone) return short_of("subsectors");
  }
  return Done{};
}

Result<Done> ExtendedReader::read_segs() {
  if (!fits(1, 4)) return short_of("header");
  const std::size_t count = in.u32();
  const bool wide = kind == Extended::Xgl2 || kind == Extended::Xgl3;
  if (!fits(count, wide ? 13 : 11)) return short_of("segs");
  map.segs.resize(count);
  for (DoomSeg& seg : map.segs) {
    in.skip(8);  // two vertices, or a vertex and the partner seg
    seg.line = wide ? in.u32() : in.u16();
    if (!wide && seg.line == 0xFFFF && kind != Extended::Xnod) seg.line = kNone;
    seg.side = in.u8();
  }
  return Done{};
}

Result<Done> ExtendedReader::read_nodes() {
  if (!fits(1, 4)) return short_of("header");
  const std::size_t count = in.u32();
  const bool fine = kind == Extended::Xgl3;
  if (!fits(count, fine ? 40 : 32)) return short_of("nodes");
  map.nodes.resize(count);
  for (DoomNode& node : map.nodes) {
    for (double* field : {&node.x, &node.y, &node.dx, &node.dy})
      *field = fine ? in.i32() / 65536.0 : in.i16();
    in.skip(16);  // boxes
    for (std::uint32_t& child : node.child) child = in.u32();
  }
  return Done{};
}

Result<Done> read_extended(const ExtendedLump& lump, DoomMap& map) {
  std::vector<std::byte> unpacked;
  std::span<const std::byte> body = lump.body;
  if (lump.packed) {
    auto inflated = inflate(map, body);
    if (!inflated) return inflated.error();
    unpacked = std::move(*inflated);
    body = unpacked;
  }
  ExtendedReader reader{map, lump.kind, ByteReader(body)};
  for (const auto read : {&ExtendedReader::skip_vertices, &ExtendedReader::read_leaves,
                          &ExtendedReader::read_segs, &ExtendedReader::read_nodes}) {
    const Result<Done> done = (reader.*read)();
    if (!done) return done;
  }
  return Done{};
}

}  // namespace

Result<Done> read_doom_nodes(const DoomLumps& lumps, DoomMap& map) {
  ExtendedLump extended = extended_kind(lumps.nodes);
  if (extended.kind == Extended::No) extended = extended_kind(lumps.leaves);
  if (extended.kind == Extended::No) {
    read_vanilla(lumps, map);
  } else {
    const Result<Done> done = read_extended(extended, map);
    if (!done) return done;
  }
  return check_nodes(map);
}

}  // namespace playset::doom
