// src/asset/blk.cpp - parse_blk: reads block files line by line into the same form as a level's
// cubs.
#include "playset/asset/blk.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string>

#include "asset/descent_cells.h"
#include "asset/text_reader.h"

namespace playset {
namespace {

class BlkReader {
 public:
  BlkReader(std::string_view text, RepairLog& log) : in_(text), log_(log) {}

  Result<DescentFile> read() {
    const std::string_view magic = in_.take_line();
    extended_ = magic == "DMB_EXT_BLOCK_FILE";
    if (!extended_ && magic != "DMB_BLOCK_FILE")
      return fail("not a block file: it starts with neither DMB_BLOCK_FILE nor DMB_EXT_BLOCK_FILE");
    file_.version = 7;
    while (!in_.at_end()) {
      if (Result<Done> line = read_line(); !line) return line.error();
    }
    if (!cub_is_whole())
      return fail("cub " + std::to_string(file_.cubs.back().number) + " has " +
                  std::to_string(corner_) + " corners; 8 are needed");
    renumber_children();
    return std::move(file_);
  }

 private:
  [[nodiscard]] Error fail(std::string message) const {
    Error e = log_.error(ErrorCode::Syntax, std::move(message));
    e.line = in_.line() > 1 ? in_.line() - 1 : 1;  // take_line went on
    return e;
  }

  // The integers after a line's key.
  template <std::size_t N>
  static bool numbers(TextReader& words, std::array<std::int32_t, N>& out) {
    return std::all_of(out.begin(), out.end(), [&](std::int32_t& n) { return words.integer(n); });
  }

  Result<Done> read_line() {
    const std::string_view text = in_.take_line();
    TextReader words(text);
    const std::string_view key = words.word();
    if (key.empty() || key == "uvls" || key == "variable") return Done{};
    if (key == "segment") return start_cub(words);
    if (file_.cubs.empty())
      return fail("the word " + std::string(key) + " before the first segment");
    if (key == "side") return start_side(words);
    if (key == "children") return read_children(words);
    if (key == "vms_vector" || key == "Vertex") return read_corner(words);
    if (key == "vertex") return read_side_corners(words);
    if (key == "tmap_num" || key == "BaseTex") return read_texture(words, side().base);
    if (key == "tmap_num2" || key == "OvlTex") return read_texture(words, side().overlay);
    if (key == "wall") return read_wall(words);
    if (key == "special") return read_special(words);
    return Done{};  // light, matcen and bit masks: not used
  }

  DescentCub& cub() { return file_.cubs.back(); }
  DescentSide& side() { return cub().sides[side_]; }

  [[nodiscard]] bool cub_is_whole() const { return file_.cubs.empty() || corner_ == 8; }

  Result<Done> start_cub(TextReader& words) {
    if (!cub_is_whole())
      return fail("cub " + std::to_string(cub().number) + " has " + std::to_string(corner_) +
                  " corners; 8 are needed");
    DescentCub next;
    if (!words.integer(next.number)) return fail("segment needs a number");
    for (std::size_t k = 0; k < 6; ++k) {
      std::copy(std::begin(kDescentSideCorners[k]), std::end(kDescentSideCorners[k]),
                next.sides[k].corners.begin());
    }
    file_.cubs.push_back(next);
    corner_ = side_ = 0;
    return Done{};
  }

  // A negative number says that a line about variable light follows.
  Result<Done> start_side(TextReader& words) {
    std::int32_t k = 0;
    if (!words.integer(k) || k < -5 || k > 5) return fail("side needs a number from 0 to 5");
    side_ = static_cast<std::size_t>(std::abs(k));
    return Done{};
  }

  Result<Done> read_children(TextReader& words) {
    std::array<std::int32_t, 6> children{};
    if (!numbers(words, children)) return fail("children needs six numbers");
    for (std::size_t k = 0; k < 6; ++k) cub().sides[k].child = children[k];
    return Done{};
  }

  Result<Done> read_corner(TextReader& words) {
    std::int32_t id = 0;
    FixVector v{};
    if (!words.integer(id) || id < 0 || !numbers(words, v))
      return fail("a vertex needs its number and three coordinates");
    if (corner_ == 8)
      return fail("cub " + std::to_string(cub().number) + " has more than 8 corners");
    cub().vertices[corner_++] = extended_ ? shared_vertex(id, v) : add_vertex(v);
    return Done{};
  }

  std::uint32_t add_vertex(const FixVector& v) {
    file_.vertices.push_back(v);
    return static_cast<std::uint32_t>(file_.vertices.size() - 1);
  }

  // Editors write ids that name several places in one file, so the place belongs to a vertex's
  // identity.
  std::uint32_t shared_vertex(std::int32_t id, const FixVector& v) {
    const auto [at, fresh] = vertex_of_.try_emplace(std::pair{id, v}, 0u);
    if (fresh) at->second = add_vertex(v);
    return at->second;
  }

  Result<Done> read_side_corners(TextReader& words) {
    std::array<std::int32_t, 4> ids{};
    if (words.word() != "ids" || !numbers(words, ids)) return fail("vertex ids needs four numbers");
    for (std::size_t i = 0; i < 4; ++i) {
      if (ids[i] < 0 || ids[i] > 255) return fail("vertex ids go from 0 to 7, 255 for none");
      side().corners[i] = static_cast<std::uint8_t>(ids[i]);
    }
    return Done{};
  }

  Result<Done> read_texture(TextReader& words, std::uint16_t& out) {
    std::int32_t n = 0;
    if (!words.integer(n)) return fail("a texture needs a number");
    out = static_cast<std::uint16_t>(n & 0x3FFF);
    return Done{};
  }

  Result<Done> read_special(TextReader& words) {
    std::int32_t special = 0;
    if (!words.integer(special) || special < 0 || special > 255)
      return fail("special needs a number from 0 to 255");
    cub().special = static_cast<std::uint8_t>(special);
    return Done{};
  }

  // The next line's key and number.
  bool next_field(std::string_view& key, std::int32_t& value) {
    if (in_.at_end()) return false;
    TextReader words(in_.take_line());
    key = words.word();
    return words.integer(value);
  }

  // "wall 2047", or a number and the wall's fields up to its trigger.
  Result<Done> read_wall(TextReader& words) {
    DescentWall wall;
    if (!words.integer(wall.number)) return fail("wall needs a number");
    if (wall.number == 2047 || wall.number == 255) return Done{};
    std::string_view key;
    for (std::int32_t value = 0; key != "trigger";) {
      if (!next_field(key, value))
        return fail("a wall needs lines of a word and a number up to its trigger");
      const auto byte = static_cast<std::uint8_t>(value & 0xFF);
      if (key == "segment") wall.cub = value;
      if (key == "side") wall.side = value;
      if (key == "type") wall.type = byte;
      if (key == "flags") wall.flags = byte;
      if (key == "keys") wall.keys = byte;
      if (key == "trigger" && value != kNoTrigger) {
        if (Result<Done> trigger = read_trigger(); !trigger) return trigger;
        wall.trigger =
            trigger_count_ < kNoTrigger ? static_cast<std::uint8_t>(trigger_count_) : kNoTrigger;
        ++trigger_count_;
      }
    }
    if (file_.walls.size() >= kNoWall) return fail("more than 65535 walls");
    side().wall = static_cast<std::uint16_t>(file_.walls.size());
    file_.walls.push_back(wall);
    return Done{};
  }

  // Fields up to count, then that many pairs of segment and side.
  Result<Done> read_trigger() {
    if (trigger_count_ == kNoTrigger)
      log_.add("a block file holds more than 255 triggers: those beyond belong to no wall");
    DescentTrigger trigger;
    std::string_view key;
    std::int32_t count = 0;
    while (key != "count") {
      if (!next_field(key, count))
        return fail("a trigger needs lines of a word and a number up to its count");
      if (key == "type") trigger.type = static_cast<std::uint8_t>(count & 0xFF);
      if (key == "flags") trigger.flags = count;
    }
    if (count > 10) {
      return fail("a trigger announces " + std::to_string(count) + " targets; at most 10 fit");
    }
    for (std::int32_t i = 0; i < count; ++i) {
      std::int32_t target = 0, side = 0;
      if (!next_field(key, target) || key != "segment" || !next_field(key, side) || key != "side") {
        return fail("a trigger announces " + std::to_string(count) + " targets; target " +
                    std::to_string(i) + " is not a segment and a side");
      }
      const auto fits = [](std::int32_t n) { return n >= -1 && n <= 0x7FFF; };
      trigger.links.push_back({static_cast<std::int16_t>(fits(target) ? target : -1),
                               static_cast<std::int16_t>(fits(side) ? side : -1)});
    }
    file_.triggers.push_back(std::move(trigger));
    return Done{};
  }

  // Children and targets are the file's numbers; from here on they are indices.
  void renumber_children() {
    std::map<std::int32_t, std::int32_t> index_of;
    for (std::size_t i = 0; i < file_.cubs.size(); ++i) {
      if (!index_of.try_emplace(file_.cubs[i].number, static_cast<std::int32_t>(i)).second) {
        log_.add("two cubs have the number " + std::to_string(file_.cubs[i].number) +
                 ": links lead to the first");
      }
    }
    const auto index = [&](std::int32_t number) {
      const auto at = index_of.find(number);
      return at == index_of.end() ? -1 : at->second;
    };
    for (DescentCub& c : file_.cubs) {
      for (DescentSide& s : c.sides) renumber_side(c, s, index(s.child));
    }
    for (DescentTrigger& t : file_.triggers) {
      for (DescentLink& link : t.links)
        link.cub = static_cast<std::int16_t>(std::min(index(link.cub), 0x7FFF));
    }
  }

  void renumber_side(const DescentCub& owner, DescentSide& s, std::int32_t index) {
    if (s.child >= 0 && index < 0) {
      log_.add("cub " + std::to_string(owner.number) + " leads to cub " + std::to_string(s.child) +
               ", which is not in the block: made a wall");
    }
    if (s.child >= 0) s.child = index;
    s.textured = s.child < 0 || s.wall != kNoWall;
  }

  TextReader in_;
  RepairLog& log_;
  DescentFile file_;
  std::map<std::pair<std::int32_t, FixVector>, std::uint32_t> vertex_of_;
  bool extended_ = false;
  std::size_t side_ = 0;
  std::size_t corner_ = 0;
  std::size_t trigger_count_ = 0;
};

}  // namespace

Result<Imported> parse_blk(std::string_view text, std::string_view name,
                           const ImportOptions& options) {
  RepairLog log(std::string(name), options.strict);
  BlkReader reader(text, log);
  Result<DescentFile> file = reader.read();
  if (!file) return file.error();
  return descent_cells(*file, LinkRule::NamedByPlace, options, std::move(log));
}

}  // namespace playset
