// src/asset/descent_game.cpp - reads a Descent level's game data: walls, triggers, objects and the
// counts of the rest.
#include <algorithm>
#include <string>

#include "asset/byte_reader.h"
#include "asset/descent_file.h"

namespace playset {
namespace {

// A table of the game data as its header announces it.
struct Table {
  const char* name = "";
  std::int32_t offset = -1;
  std::int32_t count = 0;
  std::int32_t item = 0;
};

class GameReader {
 public:
  GameReader(std::span<const std::byte> bytes, DescentFile& file, RepairLog& log)
      : bytes_(bytes), in_(bytes, file.game_offset), file_(file), log_(log) {}

  std::optional<Error> read() {
    const std::uint16_t magic = in_.u16();
    file_.game_version = in_.i16();
    if (in_.failed() || magic != 0x6705)
      return fail(ErrorCode::Syntax, "the game data do not start with 0x6705");
    if (file_.game_version < 22) {
      return fail(ErrorCode::Unsupported,
                  "game data version " + std::to_string(file_.game_version) + " is older than 22");
    }
    in_.skip(4 + 15 + 4 + 8);  // header size, file name, level number, player
    Table objects = table("objects"), walls = table("walls");
    (void)table("doors");
    const Table triggers = table("triggers");
    (void)table("links");
    const Table reactor = table("reactor triggers"), matcens = table("matcens");
    if (file_.game_version >= 29) {
      file_.delta_indices = rows(table("light delta indices"), 6);
      file_.deltas = rows(table("light deltas"), 8);
    }
    if (file_.game_version >= 14) file_.name = in_.line(36);
    if (in_.failed())
      return fail(ErrorCode::Truncated, "the file ends inside the game data's header");
    read_walls(walls);
    read_triggers(triggers);
    read_reactor(reactor);
    file_.matcens = rows(matcens, descent_one() ? 16 : 20);
    read_objects(objects);
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool descent_one() const { return file_.version <= 1; }

  [[nodiscard]] Error fail(ErrorCode code, std::string message) const {
    Error e = log_.error(code, std::move(message));
    e.offset = in_.at();
    return e;
  }

  Table table(const char* name) {
    Table t{name};
    t.offset = in_.i32();
    t.count = in_.i32();
    t.item = in_.i32();
    return t;
  }

  // How many rows of at least `size` bytes the table has, 0 where it does not lie within the file.
  std::uint32_t rows(const Table& t, std::size_t size) {
    if (t.count == 0 || t.offset == -1 || t.offset == 0) return 0;
    const bool sane =
        t.count > 0 && t.offset > 0 && static_cast<std::size_t>(t.offset) < bytes_.size();
    const std::size_t room = sane ? (bytes_.size() - static_cast<std::size_t>(t.offset)) / size : 0;
    if (static_cast<std::size_t>(t.count) <= room) return static_cast<std::uint32_t>(t.count);
    log_.add("the table of " + std::to_string(t.count) + " " + t.name + " at byte " +
             std::to_string(t.offset) + " does not lie within the file: left out");
    return 0;
  }

  void read_walls(const Table& t) {
    const std::uint32_t count = rows(t, 24);
    ByteReader in(bytes_, count > 0 ? static_cast<std::size_t>(t.offset) : 0);
    file_.walls.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      DescentWall w;
      w.number = static_cast<std::int32_t>(i);
      w.cub = in.i32();
      w.side = in.i32();
      in.skip(8);  // strength, linked wall
      w.type = in.u8();
      w.flags = in.u8();
      in.skip(1);  // state
      w.trigger = in.u8();
      in.skip(1);  // clip
      w.keys = in.u8();
      in.skip(2);  // control, cloak
      file_.walls.push_back(w);
    }
  }

  void read_triggers(const Table& t) {
    const std::uint32_t count = rows(t, descent_one() ? 54 : 52);
    ByteReader in(bytes_, count > 0 ? static_cast<std::size_t>(t.offset) : 0);
    file_.triggers.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      DescentTrigger trigger;
      trigger.type = in.u8();
      std::int32_t links = 0;
      if (descent_one()) {
        trigger.flags = in.i16();
        in.skip(8 + 1);  // value, time, link
        links = in.i16();
      } else {
        trigger.flags = in.u8();
        links = in.u8();
        in.skip(1 + 8);  // pad, value, time
      }
      trigger.links = read_links(in, links, "trigger " + std::to_string(i));
      file_.triggers.push_back(std::move(trigger));
    }
  }

  void read_reactor(const Table& t) {
    const std::uint32_t count = rows(t, 42);
    ByteReader in(bytes_, count > 0 ? static_cast<std::size_t>(t.offset) : 0);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::int32_t links = in.i16();
      DescentTrigger trigger;
      trigger.links = read_links(in, links, "reactor trigger " + std::to_string(i));
      file_.reactor_triggers.push_back(std::move(trigger));
    }
  }

  // Ten cubs, then ten sides, of which the first `count` are meant.
  std::vector<DescentLink> read_links(ByteReader& in, std::int32_t count,
                                      const std::string& whose) {
    if (count < 0 || count > 10) {
      log_.add(whose + " claims " + std::to_string(count) +
               " targets (10 fit): those beyond are left out");
      count = std::clamp(count, 0, 10);
    }
    std::array<DescentLink, 10> links;
    for (DescentLink& link : links) link.cub = in.i16();
    for (DescentLink& link : links) link.side = in.i16();
    return {links.begin(), links.begin() + count};
  }

  void read_objects(const Table& t) {
    const std::uint32_t count = rows(t, 79);
    ByteReader in(bytes_, count > 0 ? static_cast<std::size_t>(t.offset) : 0);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::size_t at = in.at();
      DescentObject object;
      if (read_object(in, object) && !in.failed()) {
        file_.objects.push_back(object);
        continue;
      }
      log_.add("object " + std::to_string(i) + " of " + std::to_string(count) + " at byte " +
               std::to_string(at) + (in.failed() ? " is cut off" : " is of an unknown kind") +
               ": it and those after it are left out");
      return;
    }
  }

  // False where its length is not known.
  bool read_object(ByteReader& in, DescentObject& object) {
    object.type = in.u8();
    object.id = in.u8();
    const std::uint8_t control = in.u8(), movement = in.u8(), render = in.u8();
    in.skip(1);  // flags
    object.cub = in.i16();
    for (std::int32_t& x : object.position) x = in.i32();
    in.skip(24);  // right, up
    for (std::int32_t& x : object.forward) x = in.i32();
    in.skip(8 + 12 + 3);  // radius, shields, last position, contents
    for (const int size : {movement_size(movement), control_size(control), render_size(render)}) {
      if (size < 0) return false;
      in.skip(static_cast<std::size_t>(size));
    }
    return true;
  }

  static int movement_size(std::uint8_t kind) {
    switch (kind) {
      case 0:
        return 0;
      case 1:
        return 64;  // physics
      case 3:
        return 12;  // spin
      default:
        return -1;
    }
  }

  [[nodiscard]] int control_size(std::uint8_t kind) const {
    switch (kind) {
      case 0:
      case 4:
      case 5:
      case 6:
      case 10:
      case 11:
      case 12:
      case 15:
      case 16:
        return 0;
      case 1:
        return file_.game_version <= 25 ? 24 : 20;  // AI
      case 2:
        return 10;  // explosion
      case 9:
        return 8;  // weapon
      case 13:
        return file_.game_version >= 25 ? 4 : 0;  // powerup
      case 14:
        return 4;  // light
      default:
        return -1;
    }
  }

  static int render_size(std::uint8_t kind) {
    switch (kind) {
      case 0:
      case 3:
        return 0;
      case 1:
      case 6:
        return 72;  // model
      case 2:
      case 4:
      case 5:
      case 7:
        return 9;  // sprite clip
      default:
        return -1;
    }
  }

  std::span<const std::byte> bytes_;
  ByteReader in_;
  DescentFile& file_;
  RepairLog& log_;
};

}  // namespace

std::optional<Error> read_game_data(std::span<const std::byte> bytes, DescentFile& file,
                                    RepairLog& log) {
  return GameReader(bytes, file, log).read();
}

}  // namespace playset
