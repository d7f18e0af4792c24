// src/asset/descent_file.cpp - reads a Descent level's header and mine data (vertices, cubs,
// sides).
#include "asset/descent_file.h"

#include <string_view>

#include "asset/byte_reader.h"

namespace playset {
namespace {

struct Header {
  std::int32_t version = 0;
  std::size_t mine = 0;
  std::size_t game = 0;
  std::uint32_t flickers = 0;
};

Error located(const RepairLog& log, ErrorCode code, std::string message, std::size_t offset) {
  Error e = log.error(code, std::move(message));
  e.offset = offset;
  return e;
}

// Everything the mine does not need is stepped over.
Result<Header> read_header(std::span<const std::byte> bytes, const RepairLog& log) {
  ByteReader in(bytes);
  if (in.text(4) != "LVLP")
    return located(log, ErrorCode::Syntax, "not a Descent level: it does not start with LVLP", 0);
  Header h;
  h.version = in.i32();
  const std::int32_t mine = in.i32(), game = in.i32();
  if (in.failed())
    return located(log, ErrorCode::Truncated, "the file ends inside its header", in.at());
  if (h.version < 1 || h.version > 27) {
    return located(log, ErrorCode::Unsupported,
                   "level version " + std::to_string(h.version) + " is not known (1 to 27 are)", 4);
  }
  const auto inside = [&](std::int32_t at) {
    return at > 0 && static_cast<std::size_t>(at) < bytes.size();
  };
  if (!inside(mine))
    return located(log, ErrorCode::Invalid,
                   "the mine data offset " + std::to_string(mine) + " lies outside the file", 8);
  if (!inside(game))
    return located(log, ErrorCode::Invalid,
                   "the game data offset " + std::to_string(game) + " lies outside the file", 12);
  h.mine = static_cast<std::size_t>(mine);
  h.game = static_cast<std::size_t>(game);
  if (h.version >= 8) in.skip(7);
  if (h.version < 5) in.skip(4);          // hostage text offset
  if (h.version >= 2) (void)in.line(13);  // palette
  if (h.version >= 3) in.skip(4);         // reactor countdown
  if (h.version >= 4) in.skip(4);         // reactor strength
  if (h.version >= 7) {
    h.flickers = in.u32();
    in.skip(std::size_t{h.flickers} * 16);
  }
  if (in.failed())
    return located(log, ErrorCode::Truncated,
                   "the header's flickering lights reach beyond the file's end", in.at());
  return h;
}

class MineReader {
 public:
  MineReader(std::span<const std::byte> bytes, const Header& header, bool shareware,
             const RepairLog& log)
      : in_(bytes, header.mine), version_(header.version), shareware_(shareware), log_(log) {
    file_.version = header.version;
    file_.shareware = shareware;
    file_.game_offset = header.game;
    file_.flickers = header.flickers;
  }

  Result<DescentFile> read() {
    const std::uint8_t mine_version = in_.u8();
    const std::size_t vertex_count = shareware_ ? in_.u32() : in_.u16();
    const std::size_t cub_count = shareware_ ? in_.u32() : in_.u16();
    if (mine_version != 0)
      return fail("mine data version " + std::to_string(mine_version) + " is not known (0 is)");
    if (in_.failed() || vertex_count > in_.left() / 12)
      return fail(std::to_string(vertex_count) + " vertices do not fit the file");
    read_vertices(vertex_count);
    if (cub_count > in_.left() / smallest_cub())
      return fail(std::to_string(cub_count) + " cubs do not fit the file");
    for (std::size_t i = 0; i < cub_count; ++i) {
      if (Result<Done> cub = read_cub(); !cub) return cub.error();
    }
    if (version_ > 5) read_specials();
    if (in_.failed()) return fail("the file ends inside the cubs' specials");
    file_.mine_end = in_.at();
    return std::move(file_);
  }

 private:
  [[nodiscard]] Error fail(std::string message) const {
    return located(log_, in_.failed() ? ErrorCode::Truncated : ErrorCode::Invalid,
                   std::move(message), in_.at());
  }

  [[nodiscard]] std::size_t smallest_cub() const { return shareware_ ? 38 : 18; }

  void read_vertices(std::size_t count) {
    file_.vertices.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      FixVector v;
      for (std::int32_t& x : v) x = in_.i32();
      file_.vertices.push_back(v);
    }
  }

  Result<Done> read_cub() {
    DescentCub cub;
    cub.number = static_cast<std::int32_t>(file_.cubs.size());
    if (version_ >= 9) in_.skip(2);  // owner, group
    const std::uint8_t mask = shareware_ ? std::uint8_t{0x7F} : in_.u8();
    const bool special_here = (mask & 0x40) != 0;
    if (version_ == 5) {
      if (special_here) read_special(cub);
      read_corners(cub);
      read_children(cub, mask);
    } else {
      read_children(cub, mask);
      read_corners(cub);
      if (version_ <= 1 && special_here) read_special(cub);
    }
    if (version_ <= 5) in_.skip(2);  // static light
    read_walls(cub);
    for (std::size_t k = 0; k < 6; ++k) read_side(cub.sides[k], kDescentSideCorners[k]);
    if (in_.failed()) return fail("the file ends inside cub " + std::to_string(file_.cubs.size()));
    file_.cubs.push_back(cub);
    return Done{};
  }

  void read_special(DescentCub& cub) {
    cub.special = in_.u8();
    in_.skip(3);  // matcen, value
  }

  void read_children(DescentCub& cub, std::uint8_t mask) {
    for (std::size_t k = 0; k < 6; ++k) {
      if ((mask >> k & 1) != 0) cub.sides[k].child = in_.i16();
    }
  }

  // 0xFFFF: missing, from version 25 on.
  void read_corners(DescentCub& cub) {
    for (std::uint32_t& v : cub.vertices) v = in_.u16();
  }

  void read_walls(DescentCub& cub) {
    const std::uint8_t mask = shareware_ ? std::uint8_t{0x3F} : in_.u8();
    for (std::size_t k = 0; k < 6; ++k) {
      if ((mask >> k & 1) == 0) continue;
      const std::uint16_t wall = version_ >= 13 ? in_.u16() : in_.u8();
      const std::uint16_t none = version_ >= 13 ? 2047 : 255;
      cub.sides[k].wall = wall == none ? kNoWall : wall;
    }
  }

  void read_side(DescentSide& side, const std::uint8_t (&usual)[4]) {
    for (std::size_t i = 0; i < 4; ++i) side.corners[i] = version_ > 24 ? in_.u8() : usual[i];
    side.textured = side.child == -1 || side.wall != kNoWall;
    if (!side.textured) return;
    const std::uint16_t base = in_.u16();
    side.base = base & 0x7FFF;
    if (shareware_ || (base & 0x8000) != 0) side.overlay = in_.u16() & 0x3FFF;
    in_.skip(4 * 6);  // u, v, light
  }

  void read_specials() {
    for (DescentCub& cub : file_.cubs) {
      cub.special = in_.u8();
      in_.skip(7);  // matcen, value, flags, light
    }
  }

  ByteReader in_;
  std::int32_t version_;
  bool shareware_;
  const RepairLog& log_;
  DescentFile file_;
};

// Both layouts start with LVLP and version 1; the right one ends where the game data begin.
Result<DescentFile> read_mine(std::span<const std::byte> bytes, const Header& header,
                              DescentLayout layout, const RepairLog& log) {
  const auto read = [&](bool shareware) {
    return MineReader(bytes, header, shareware, log).read();
  };
  if (layout != DescentLayout::Detect) return read(layout == DescentLayout::Shareware);
  Result<DescentFile> full = read(false);
  if ((full && full->mine_end == header.game) || header.version != 1) return full;
  Result<DescentFile> shareware = read(true);
  return shareware && shareware->mine_end == header.game ? std::move(shareware) : std::move(full);
}

}  // namespace

Result<DescentFile> read_descent_file(std::span<const std::byte> bytes, DescentLayout layout,
                                      RepairLog& log) {
  Result<Header> header = read_header(bytes, log);
  if (!header) return header.error();
  Result<DescentFile> file = read_mine(bytes, *header, layout, log);
  if (!file) return file;
  if (file->mine_end != file->game_offset && file->version < 9) {
    log.add("the mine data end at byte " + std::to_string(file->mine_end) +
            ", the game data start at " + std::to_string(file->game_offset) +
            ": what lies between is not read");
  }
  if (std::optional<Error> error = read_game_data(bytes, *file, log)) return *error;
  return file;
}

}  // namespace playset
