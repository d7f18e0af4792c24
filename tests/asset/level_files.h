// tests/asset/level_files.h - what the importers' tests share: chains of cubs, writing a Descent
// level.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "asset/descent_file.h"
#include "playset/geom/cell_complex.h"
#include "support/support.h"

namespace playset::test {

using Bytes = std::vector<std::byte>;

inline std::span<const std::byte> as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

inline FixVector fix(double x, double y, double z) {
  return {static_cast<std::int32_t>(x * 65536.0), static_cast<std::int32_t>(y * 65536.0),
          static_cast<std::int32_t>(z * 65536.0)};
}

// `count` cubes of 20 units in a row along z; cub i's side 4 leads to cub i + 1, whose side 5 leads
// back.
inline DescentFile chain(std::size_t count) {
  DescentFile file;
  file.version = 1;
  file.game_version = 25;
  for (std::size_t i = 0; i <= count; ++i) {
    const double z = 20.0 * static_cast<double>(i) - 10.0;
    for (const auto& [x, y] : {std::pair{10.0, 10.0}, {10.0, -10.0}, {-10.0, -10.0}, {-10.0, 10.0}})
      file.vertices.push_back(fix(x, y, z));
  }
  for (std::size_t i = 0; i < count; ++i) {
    DescentCub cub;
    for (std::size_t k = 0; k < 8; ++k) cub.vertices[k] = static_cast<std::uint32_t>(4 * i + k);
    for (std::size_t k = 0; k < 6; ++k)
      std::copy(std::begin(kDescentSideCorners[k]), std::end(kDescentSideCorners[k]),
                cub.sides[k].corners.begin());
    if (i + 1 < count) cub.sides[4].child = static_cast<std::int32_t>(i + 1);
    if (i > 0) cub.sides[5].child = static_cast<std::int32_t>(i - 1);
    file.cubs.push_back(cub);
  }
  return file;
}

// Writes the versions 1, 7 and 27 (and version 1 shareware) as the games lay them out.
class DescentWriter {
 public:
  explicit DescentWriter(const DescentFile& file) : f_(file) {}

  Bytes write() {
    text("LVLP", 4);
    i32(f_.version);
    const std::size_t offsets = out_.size();
    i32(0), i32(0);
    if (f_.version >= 8) text("", 7);
    if (f_.version < 5) i32(0);
    if (f_.version >= 2) text("groupa.256\n", 11);
    if (f_.version >= 3) i32(30), i32(100);
    if (f_.version >= 7) i32(0);
    if (f_.version >= 6) text("", 40);
    patch(offsets, out_.size());
    mine();
    patch(offsets + 4, out_.size());
    game();
    return std::move(out_);
  }

 private:
  void mine() {
    u8(0);
    count(f_.vertices.size());
    count(f_.cubs.size());
    for (const FixVector& v : f_.vertices) i32(v[0]), i32(v[1]), i32(v[2]);
    for (const DescentCub& cub : f_.cubs) write_cub(cub);
    for (std::size_t i = 0; f_.version > 5 && i < f_.cubs.size(); ++i)
      u8(f_.cubs[i].special), u8(0), u8(0), u8(0), i32(0);
  }

  void write_cub(const DescentCub& cub) {
    if (f_.version >= 9) u8(0), u8(0);
    std::uint8_t mask = 0x40;
    for (std::size_t k = 0; k < 6; ++k)
      mask |= static_cast<std::uint8_t>((cub.sides[k].child != -1 ? 1 : 0) << k);
    if (!f_.shareware) u8(mask);
    for (std::size_t k = 0; k < 6; ++k) {
      if (f_.shareware || cub.sides[k].child != -1)
        u16(static_cast<std::uint16_t>(cub.sides[k].child));
    }
    for (const std::uint32_t v : cub.vertices) u16(static_cast<std::uint16_t>(v));
    if (f_.version <= 1) u8(cub.special), u8(0), u16(0);
    if (f_.version <= 5) u16(0);
    if (!f_.shareware) u8(0x3F);
    for (const DescentSide& s : cub.sides)
      f_.version >= 13 ? u16(s.wall == kNoWall ? 2047 : s.wall)
                       : u8(s.wall == kNoWall ? 255 : s.wall);
    for (const DescentSide& s : cub.sides) write_side(s);
  }

  void write_side(const DescentSide& s) {
    for (std::size_t i = 0; f_.version > 24 && i < 4; ++i) u8(s.corners[i]);
    if (s.child != -1 && s.wall == kNoWall) return;
    u16(static_cast<std::uint16_t>(s.base | 0x8000));
    u16(s.overlay);
    text("", 24);
  }

  void game() {
    u16(0x6705), u16(static_cast<std::uint16_t>(f_.game_version)), i32(119);
    text("", 15);
    text("", 12);
    const std::size_t tables = out_.size();
    const bool deltas = f_.game_version >= 29;
    for (int i = 0; i < (deltas ? 9 : 7); ++i) i32(-1), i32(0), i32(0);
    text(f_.name.c_str(), f_.name.size() + 1);
    table(tables, 1, f_.walls.size(), 24);
    for (const DescentWall& w : f_.walls) {
      i32(w.cub), i32(w.side), i32(0), i32(0);
      u8(w.type), u8(w.flags), u8(0), u8(w.trigger), u8(0), u8(w.keys), u8(0), u8(0);
    }
    table(tables, 3, f_.triggers.size(), f_.version <= 1 ? 54 : 52);
    for (const DescentTrigger& t : f_.triggers) write_trigger(t);
    table(tables, 0, f_.objects.size(), 264);
    for (const DescentObject& o : f_.objects) write_object(o);
  }

  void write_trigger(const DescentTrigger& t) {
    u8(t.type);
    if (f_.version <= 1) {
      u16(static_cast<std::uint16_t>(t.flags));
      text("", 9);
      u16(static_cast<std::uint16_t>(t.links.size()));
    } else {
      u8(static_cast<std::uint8_t>(t.flags)), u8(static_cast<std::uint8_t>(t.links.size()));
      text("", 9);
    }
    for (std::size_t i = 0; i < 10; ++i)
      u16(static_cast<std::uint16_t>(i < t.links.size() ? t.links[i].cub : 0));
    for (std::size_t i = 0; i < 10; ++i)
      u16(static_cast<std::uint16_t>(i < t.links.size() ? t.links[i].side : 0));
  }

  // No control, movement or picture: the shortest kind.
  void write_object(const DescentObject& o) {
    u8(o.type), u8(o.id);
    text("", 4);
    u16(static_cast<std::uint16_t>(o.cub));
    for (const std::int32_t x : o.position) i32(x);
    text("", 24);
    for (const std::int32_t x : o.forward) i32(x);
    text("", 23);
  }

  void table(std::size_t tables, std::size_t index, std::size_t rows, std::size_t size) {
    if (rows == 0) return;
    patch(tables + 12 * index, out_.size());
    patch(tables + 12 * index + 4, rows);
    patch(tables + 12 * index + 8, size);
  }

  void u8(unsigned v) { out_.push_back(static_cast<std::byte>(v & 0xFF)); }
  void u16(unsigned v) { u8(v), u8(v >> 8); }
  void i32(std::int64_t v) {
    u16(static_cast<unsigned>(v & 0xFFFF)), u16(static_cast<unsigned>(v >> 16 & 0xFFFF));
  }
  void count(std::size_t n) {
    f_.shareware ? i32(static_cast<std::int64_t>(n)) : u16(static_cast<unsigned>(n));
  }
  // `size` bytes, padded with zeros.
  void text(const char* s, std::size_t size) {
    bool ended = false;
    for (std::size_t i = 0; i < size; ++i) {
      ended = ended || s[i] == 0;
      u8(ended ? 0 : static_cast<unsigned char>(s[i]));
    }
  }
  void patch(std::size_t at, std::size_t value) {
    for (std::size_t i = 0; i < 4; ++i)
      out_[at + i] = static_cast<std::byte>(value >> (8 * i) & 0xFF);
  }

  const DescentFile& f_;
  Bytes out_;
};

inline Bytes write_descent(const DescentFile& file) { return DescentWriter(file).write(); }

inline std::size_t half_windows(const CellComplex& c) {
  std::size_t n = 0;
  for (const CellSide& s : c.sides) n += s.neighbor != kNone ? 1u : 0u;
  return n;
}

// The side of a cell by the source's numbers; nullptr where there is none.
inline const CellSide* side_of(const CellComplex& c, std::int32_t cell, std::int32_t side) {
  for (const CellSide& s : c.sides) {
    if (c.cells[s.cell].source_id == cell && s.source_side == side) return &s;
  }
  return nullptr;
}

// True where a repair's text holds `part`.
inline bool lists(const Imported& level, const std::string& part) {
  for (const Repair& r : level.repairs) {
    if (r.text.find(part) != std::string::npos) return true;
  }
  return false;
}

// The volume of all cells in m3, by fans from each side's first corner.
inline double volume_m3(const CellComplex& c) {
  double six = 0.0;
  for (const CellSide& s : c.sides) {
    const std::uint32_t* v = c.corners.data() + s.first_corner;
    for (std::uint32_t k = 2; k < s.corner_count; ++k) {
      const glm::dvec3 a = to_metres(c.vertices[v[0]]), b = to_metres(c.vertices[v[k - 1]]),
                       d = to_metres(c.vertices[v[k]]);
      six -= a.x * (b.y * d.z - b.z * d.y) + a.y * (b.z * d.x - b.x * d.z) +
             a.z * (b.x * d.y - b.y * d.x);
    }
  }
  return six / 6.0;
}

// Runs `parse` over every prefix of `bytes` (in steps), and over every byte flipped in one bit and
// set to 0xFF. What comes out is an error or a level that check_cells accepts; returns how many of
// the levels were not.
template <typename Parse>
std::size_t hostile_failures(const Bytes& bytes, std::size_t step, Parse&& parse) {
  std::size_t failures = 0;
  const auto judge = [&](const Bytes& b) {
    const Result<Imported> level = parse(b);
    if (level && !check_cells(level->cells)) ++failures;
    if (!level && level.error().message.empty()) ++failures;
  };
  for (std::size_t n = 0; n < bytes.size(); n += step)
    judge({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n)});
  Bytes changed = bytes;
  for (std::size_t i = 0; i < bytes.size(); i += step) {
    changed[i] = bytes[i] ^ static_cast<std::byte>(1u << (i % 8));
    judge(changed);
    changed[i] = std::byte{0xFF};
    judge(changed);
    changed[i] = bytes[i];
  }
  return failures;
}

}  // namespace playset::test
