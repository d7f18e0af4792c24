// tests/asset/doom_fixture.h - WADs made by hand or re-encoded, and a slow reader of maps as the
// oracle of the importer's tests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace playset::test {

using Bytes = std::vector<std::byte>;

// Appends little-endian fields.
class LumpWriter {
 public:
  LumpWriter& u8(std::uint32_t v);
  LumpWriter& u16(std::uint32_t v);
  LumpWriter& u32(std::uint32_t v);
  LumpWriter& i16(int v) { return u16(static_cast<std::uint32_t>(v)); }
  LumpWriter& name(std::string_view text);  // 8 bytes
  Bytes bytes;
};

struct NamedLump {
  std::string name;
  Bytes bytes;
};

[[nodiscard]] Bytes make_wad(const std::vector<NamedLump>& lumps);
[[nodiscard]] std::vector<NamedLump> lumps_of(std::span<const std::byte> wad);
[[nodiscard]] Bytes& lump_named(std::vector<NamedLump>& lumps, std::string_view name);
[[nodiscard]] Bytes compressed(std::span<const std::byte> bytes);

// Four rooms in a row without nodes: A (floor 0, ceiling 128), B (24, 96), a closed door (24, 24),
// C (24, 128).
[[nodiscard]] std::vector<NamedLump> four_rooms();

// The first map of a WAD as the same map in Hexen format, or with other nodes ("XNOD", "ZNOD",
// "XGLN", "XGL2", ...).
[[nodiscard]] Bytes as_hexen(std::span<const std::byte> wad);
[[nodiscard]] Bytes with_nodes(std::span<const std::byte> wad, std::string_view format);
// The same without SEGS, SSECTORS and NODES.
[[nodiscard]] Bytes without_nodes(std::span<const std::byte> wad);

// A map read by a reader of its own: what is where, by looking east for the nearest linedef.
struct OracleMap {
  struct Line {
    double x1, y1, x2, y2;
    int right, left;  // sectors, or -1
    int special;
  };
  struct Sector {
    int floor, ceiling;
  };
  struct Thing {
    double x, y;
    int type, angle;
  };
  std::vector<Line> lines;
  std::vector<Sector> sectors;
  std::vector<Thing> things;
  std::array<std::size_t, 4> counts = {};  // vertices, linedefs, sectors, subsectors
  std::array<double, 4> box = {};          // x0, y0, x1, y1

  [[nodiscard]] int sector_at(double x, double y) const;    // -1 outside
  [[nodiscard]] double distance(double x, double y) const;  // to the nearest linedef
  [[nodiscard]] double area() const;                        // of all sectors, in map units squared
  [[nodiscard]] std::vector<double> sector_areas() const;
};
[[nodiscard]] OracleMap read_oracle(std::span<const std::byte> wad, std::string_view map);

// Calls fn(wad's name, bytes, map's name) for every map of Debian's freedoom; false, with a
// message, where it is missing.
bool for_each_freedoom_map(const std::function<void(const std::string&, std::span<const std::byte>,
                                                    const std::string&)>& fn);

}  // namespace playset::test
